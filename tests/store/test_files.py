import json
import os
import stat
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adjudge.engine import AdjudgeError, BadInput, Match
from adjudge.engine.errors import DamagedFile
from adjudge.store import MatchExists, StoreFailed, files
from tests.engine.duel import Duel, game
from tests.engine.playing import play


def duel(match_id: str = "duel", answers: int = 12) -> Match[Duel]:
    match = Match.new(game, b"secret", match_id=match_id, options={"life": 9}, bots={"blue": "random"})
    play(match, answers, seed=3)
    return match


MATCH = duel()
WHOLE = files.encode(MATCH)
FIRST_LINE, BODY = WHOLE.split(b"\n", 1)


def sealed(body: bytes) -> bytes:
    """A file with a right digest, whatever it holds."""
    head = f'{{"format": "adjudge match", "format_version": 1, "digest": "{sha256(body).hexdigest()}",\n'
    return head.encode() + body


@pytest.fixture
def path(tmp_path):
    return tmp_path / "duel.json"


def test_a_match_comes_back_from_its_file(path):
    files.write(MATCH, path)
    assert files.read(path, game).save() == MATCH.save()


def test_a_file_is_plain_json_with_a_header_for_people(path):
    files.write(MATCH, path)
    content = json.loads(path.read_text("utf-8"))
    assert (content["header"]["game"], content["secret"]) == ("duel", b"secret".hex())
    assert '\n    "game": "duel",\n' in path.read_text("utf-8")
    assert len(content["log"]) == len(MATCH.log)


def test_a_file_is_replaced_by_the_same_match_in_one_step(path):
    match = duel(answers=3)
    files.write(match, path)
    play(match, 1)
    files.write(match, path)
    assert files.read(path, game).save() == match.save()
    assert [found.name for found in path.parent.iterdir()] == ["duel.json"]


def test_another_match_is_not_overwritten(path):
    files.write(MATCH, path)
    with pytest.raises(MatchExists, match=r"duel.json holds another match \('duel'\) and is left as it is"):
        files.write(duel("other"), path)
    assert path.read_bytes() == WHOLE


@pytest.mark.parametrize("content", [b"", b"{}", b"Dear diary", WHOLE[:-1], WHOLE[:200], WHOLE.replace(b"red", b"rod")])
def test_what_is_foreign_or_damaged_is_neither_read_nor_overwritten(path, content):
    path.write_bytes(content)
    for use in (lambda: files.read(path, game), lambda: files.write(MATCH, path)):
        with pytest.raises(DamagedFile, match=r"duel.json is (not a saved match of adjudge|damaged)"):
            use()
    assert path.read_bytes() == content


def test_a_file_of_a_later_format_says_so(path):
    path.write_bytes(WHOLE.replace(b'"format_version": 2', b'"format_version": 3'))
    with pytest.raises(DamagedFile, match="has format version 3, this version of adjudge reads up to 2"):
        files.read(path, game)


def test_a_file_of_another_program_says_so(path):
    path.write_bytes(WHOLE.replace(b"adjudge match", b"referee match"))
    with pytest.raises(DamagedFile, match="is not a saved match of adjudge"):
        files.read(path, game)


def test_a_file_of_another_game_says_so(path):
    path.write_bytes(sealed(BODY.replace(b'"game": "duel"', b'"game": "chess"')))
    with pytest.raises(BadInput, match="game: 'chess' doesn't fit; use duel"):
        files.read(path, game)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(path, monkeypatch):
    files.write(MATCH, path)
    monkeypatch.setattr(files, "MOST_BYTES", 1000)
    with pytest.raises(DamagedFile, match="larger than 1,000 bytes"):
        files.read(path, game)
    path.unlink()
    with pytest.raises(StoreFailed, match="takes more than 1,000 bytes"):
        files.write(MATCH, path)


@pytest.mark.parametrize("name", ["missing.json", ".", "missing/duel.json", "nul\0l"])
def test_a_path_that_cannot_be_read_is_a_bad_input(tmp_path, name):
    with pytest.raises(BadInput, match="file: "):
        files.read(tmp_path / name, game)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match="use a plain file"):
        files.read(tmp_path / "pipe", game)


@pytest.mark.parametrize("name", ["missing/duel.json", "nul\0l"])
def test_a_path_that_cannot_be_written_is_one_sentence(tmp_path, name):
    with pytest.raises(AdjudgeError, match="cannot be"):
        files.write(MATCH, tmp_path / name)


def test_a_full_disk_leaves_the_old_file_and_no_other(path, monkeypatch):
    match = duel(answers=2)
    files.write(match, path)
    before = path.read_bytes()
    play(match, 1)

    def no_space(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(StoreFailed, match="cannot be written: No space left on device"):
        files.write(match, path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_link_stays_a_link_to_the_file_that_is_replaced(path, tmp_path):
    link = tmp_path / "latest.json"
    link.symlink_to(path)
    files.write(MATCH, link)
    files.write(MATCH, link)
    assert link.is_symlink()
    assert files.read(path, game).save() == MATCH.save()


def test_the_secret_of_the_dice_is_for_its_owner_alone(path):
    files.write(MATCH, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# Whatever is done to a file, it is refused with a sentence or it is the match it was.

fuzz = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def is_refused(path: Path, content: bytes) -> bool:
    path.write_bytes(content)
    try:
        match = files.read(path, game)
    except (DamagedFile, BadInput):
        return True
    assert match.save() == MATCH.save()
    return False


@fuzz
@given(end=st.integers(0, len(WHOLE) - 1))
def test_a_cut_file_is_refused(path, end):
    assert is_refused(path, WHOLE[:end])


@fuzz
@given(at=st.integers(0, len(WHOLE) - 1), bits=st.integers(1, 255))
@example(at=len(FIRST_LINE), bits=1)
def test_a_file_with_a_changed_byte_is_refused(path, at, bits):
    assert is_refused(path, WHOLE[:at] + bytes([WHOLE[at] ^ bits]) + WHOLE[at + 1 :])


@fuzz
@given(at=st.integers(0, len(WHOLE)), length=st.integers(0, 400), other=st.binary(max_size=50))
def test_a_file_with_a_piece_replaced_is_refused_or_the_same(path, at, length, other):
    content = WHOLE[:at] + other + WHOLE[at + length :]
    assert is_refused(path, content) or content == WHOLE


@fuzz
@given(content=st.binary(max_size=300) | st.text().map(str.encode))
def test_any_other_file_is_refused(path, content):
    assert is_refused(path, content)


PLAIN: dict[str, Any] = json.loads(WHOLE)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 400) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in nested data something could be put in another's place."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*([path] if path else []), *(place for key, item in inner for place in places(item, (*path, key)))]


PLACES = places(PLAIN)


def dig(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def forged(place: tuple[Any, ...], value: Any) -> bytes:
    """The file with one value replaced and its digest made right again."""
    content = json.loads(WHOLE)
    dig(content, place[:-1])[place[-1]] = value
    content = {key: content[key] for key in content if key not in ("format", "format_version", "digest")}
    return sealed(json.dumps(content).removeprefix("{").encode())


def is_answered_with_a_sentence(path: Path, content: bytes) -> bool:
    path.write_bytes(content)
    try:
        match = files.read(path, game)
        for position in range(match.position + 1):
            match.look(position)
        match.happenings()
    except AdjudgeError as error:
        return str(error).isprintable()
    return True


@fuzz
@given(place=st.sampled_from(PLACES), value=json_values)
def test_a_forged_file_of_wrong_types_is_at_worst_a_sentence(path, place, value):
    assert is_answered_with_a_sentence(path, forged(place, value))


@fuzz
@given(place=st.sampled_from(PLACES), other=st.sampled_from(PLACES))
def test_a_forged_file_with_swapped_fields_is_at_worst_a_sentence(path, place, other):
    assert is_answered_with_a_sentence(path, forged(place, dig(PLAIN, other)))


@pytest.mark.parametrize("body", [b"[" * 100_000, b'"header": ' + b'{"a":' * 100_000, b'"header": "\xff"}', b"}"])
def test_a_forged_file_that_is_hardly_json_is_at_worst_a_sentence(path, body):
    assert is_answered_with_a_sentence(path, sealed(body))


@pytest.mark.parametrize("name", ["\x1b[2J", "\x9b2J", "\x07", "\x7f", "a\x00b"])
def test_a_forged_file_cannot_command_a_terminal(path, name):
    path.write_bytes(forged(("header", "seats", 0, "name"), name))
    with pytest.raises(DamagedFile, match="command a terminal"):
        files.read(path, game)


def test_words_of_several_lines_and_backslashes_are_no_commands(path):
    path.write_bytes(forged(("header", "seats", 0, "name"), "two\nlines\tand \\u001b"))
    assert files.read(path, game).header.seats[0].name == "two\nlines\tand \\u001b"
