"""A game that its author is writing: saved files are read again, and a file with a fault changes nothing."""

import sys
from pathlib import Path

import pytest

from adjudge.check.drafts import Draft, Unreadable, refused, taken_up
from adjudge.engine import BadInput, Match, find_game
from adjudge.engine import game as registry
from adjudge.store import open_store

HOARD = Path(__file__).parents[2] / "docs" / "examples" / "hoard.py"


@pytest.fixture(autouse=True)
def nothing_stays(monkeypatch, tmp_path):
    """Neither the game nor its modules nor its folder are known afterwards."""
    monkeypatch.setattr(registry, "_known", dict(registry._known))
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "hoard.py"
    path.write_text(HOARD.read_text())
    return path


def save(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_file_that_was_saved_is_read_again_and_found_by_its_id(file):
    draft = Draft(str(file))
    assert not draft.is_changed()
    save(file, 'title="The Hoard"', 'title="The Heap"')
    assert draft.is_changed()
    assert not draft.is_changed()
    assert draft.read_again().title == find_game("hoard").title == "The Heap"


def test_what_cannot_be_read_is_told_by_its_line_and_the_game_stays(file):
    draft = Draft(str(file))
    before = draft.game
    line = file.read_text().splitlines().index("def grab(table: Table[Cave], seat: str, handfuls: int) -> str:") + 1
    save(file, "def grab(table", "def grab((table")
    with pytest.raises(Unreadable, match=rf"^hoard\.py:{line}: SyntaxError: ") as told:
        draft.read_again()
    assert refused(told.value).endswith("The rules as they were go on.")
    save(file, "def grab((table", "None.f\ndef grab(table")
    with pytest.raises(Unreadable, match=rf"^hoard\.py:{line}: AttributeError: 'NoneType'"):
        draft.read_again()
    assert draft.game is find_game("hoard") is before
    file.write_text("game = None")
    with pytest.raises(BadInput, match="defines `game`"):
        draft.read_again()


def test_a_package_and_what_a_file_imports_are_read_again_too(tmp_path):
    package = tmp_path / "heap"
    package.mkdir()
    (package / "rules.py").write_text(HOARD.read_text())
    (package / "__init__.py").write_text("from heap.rules import game\n")
    draft = Draft(str(package))
    save(package / "rules.py", 'title="The Hoard"', 'title="The Heap"')
    assert draft.is_changed()
    assert draft.read_again().title == "The Heap"

    (tmp_path / "names.py").write_text("TITLE = 'The Pile'\n")
    file = tmp_path / "pile.py"
    file.write_text("from names import TITLE\n" + HOARD.read_text().replace('"The Hoard", version', "TITLE, version"))
    beside = Draft(str(file))
    assert beside.game.title == "The Pile"
    (tmp_path / "names.py").write_text("TITLE = 'The Mound'\n")
    assert beside.is_changed()
    assert beside.read_again().title == "The Mound"


def test_only_files_are_followed():
    with pytest.raises(BadInput, match="only those are read again"):
        Draft("rdz")


def test_a_match_goes_on_by_what_was_saved_and_is_kept_as_it_then_is(file, tmp_path):
    draft = Draft(str(file))
    match = Match.new(draft.game, bytes(32), bots={"blue": "random"})
    with open_store(str(tmp_path / "matches.db")) as store:
        store.create(match)
        match.answer("red", 1)
        match.answer("red", 3)
        store.sync(match)
        save(file, "Cave({seat: Thief() for seat in RIVAL})", "Cave({seat: Thief(1) for seat in RIVAL})")
        save(file, '3: "Grab three handfuls", ', "")
        told = taken_up(draft, draft.read_again(), match)
        assert told.startswith("hoard.py was saved: the match goes on after 1 of 2 answers: illegal answer 3 to")
        assert match.first_state.thieves["red"].sack == 1
        store.sync(match)
        again = store.load(match.header.id)
        assert (again.first_state, again.state, again.line) == (match.first_state, match.state, match.line)
