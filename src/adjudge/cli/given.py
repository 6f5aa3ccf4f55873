"""What was given on the command line, as the things it names: a game, options, a situation, faces, bots, a policy."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from adjudge import desk
from adjudge.engine.chance import secret_from
from adjudge.engine.errors import AdjudgeError, BadInput, authors_line, named
from adjudge.engine.game import Game, find_game, register
from adjudge.engine.inputs import MOST_TEXT_FILE, merged, nested, scalar, text_file_fields

if TYPE_CHECKING:
    from adjudge.check.drafts import Draft


def game_of(reference: str) -> Game[Any]:
    """An installed game by its id, or the one that a Python file (or `module:name`) defines."""
    if not any(sign in reference for sign in (".py", ":", "/", "\\")):
        return find_game(reference)
    from adjudge.check.sources import is_in_files, open_game  # takes a while, and installed games do without

    if not is_in_files(reference) and ":" not in reference:
        return find_game(reference)
    try:
        game = open_game(reference)
    except BadInput:
        raise
    except Exception as error:
        raise AdjudgeError(f"{authors_line(error)}{named(error)}: {reference} cannot be run") from error
    register(game)  # whoever looks a saved match's game up by its id finds it
    return game


def draft_of(reference: str) -> Draft:
    """A game in files that its author goes on writing."""
    from adjudge.check.drafts import Draft

    return Draft(reference)


Laying = Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]


def settings(given: Iterable[str], what: str, lay: Laying = merged) -> dict[str, Any]:
    """`k=v` with dotted names, or a JSON file (`@file.json` or its path), laid over one another in order."""
    result: dict[str, Any] = {}
    for setting in given:
        file = _file_named(setting)
        result = lay(result, _object_in(file, what) if file else nested([setting], what))
    return result


def options_of(game: Game[Any], words: Iterable[str]) -> dict[str, Any]:
    """The options of a match."""
    return _with_texts(game.options, settings(words, "--option"))


def _with_texts(kind: type, chosen: dict[str, Any]) -> dict[str, Any]:
    """Where a game wants the text of a file, its path was given and is read here."""
    for name in text_file_fields(kind):
        if name in chosen:
            chosen[name] = _texts(chosen[name], name)
    return chosen


def _texts(value: Any, what: str) -> Any:
    if isinstance(value, list):
        return [_texts(each, what) for each in value]
    if _is_plain_name(str(value)):
        return value
    text = text_in(Path(str(value)), what)
    if not text.strip():
        raise BadInput(what, str(value), "a file with something in it")
    return text


def _is_plain_name(given: str) -> bool:
    """A word that no file has for its name: the game may know it, as it knows its own scenarios."""
    return re.fullmatch(r"[a-z0-9-]*", given) is not None and not (given and Path(given).exists())


def text_in(path: Path, what: str) -> str:
    """The text of a file of a person's own."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_TEXT_FILE + 1)
        text = data.decode("utf-8")
    except OSError as error:
        raise BadInput(what, str(path), f"a file that can be read ({(error.strerror or '').lower()})") from None
    except ValueError:
        raise BadInput(what, str(path), "a file of text in UTF-8") from None
    if len(data) > MOST_TEXT_FILE:
        raise BadInput(what, str(path), f"a file of at most {MOST_TEXT_FILE:,} bytes")
    return text


def _file_named(setting: str) -> Path | None:
    if setting.startswith("@"):
        return Path(setting[1:])
    return Path(setting) if "=" not in setting and setting.endswith(".json") else None


def _object_in(path: Path, what: str) -> dict[str, Any]:
    try:
        data = msgspec.json.decode(path.read_bytes())
    except msgspec.DecodeError as error:
        raise BadInput(what, str(path), f"a file of JSON ({error})") from None
    except OSError as error:
        raise BadInput(what, str(path), f"a file that can be read ({(error.strerror or '').lower()})") from None
    if not isinstance(data, dict):
        raise BadInput(what, str(path), "a file that holds one JSON object")
    return data


def situation(game: Game[Any], procedure: str, given: Iterable[str]) -> Any:
    """The typed parameters of a procedure. Figures may come from a paper: `--set shooter=my-party.toml:Rex`."""
    data = settings(given, "--set", desk.laid_over)
    return desk.situation(game, procedure, _with_texts(game.procedure(procedure).params, data), papers_of(game))


def papers_of(game: Game[Any]) -> desk.Papers:
    """Papers as files, or as the examples of a game."""
    examples = desk.examples_of(game)

    def paper(name: str) -> str | None:
        return text_in(Path(name), "paper") if name and Path(name).is_file() else examples(name)

    return paper


def faces(text: str | None) -> list[int] | None:
    """`4,3,1` as faces."""
    if text is None:
        return None
    parts = [part for part in text.replace(",", " ").split() if part]
    if not parts or not all(part.isascii() and part.isdigit() and 0 < int(part) < 256 for part in parts):
        raise BadInput("--dice", text, "faces as numbers with commas between them, like 4,3,1")
    return [int(part) for part in parts]


def pairs(given: Iterable[str], what: str, allowed: str) -> dict[str, str]:
    """`NAME=VALUE` words as a mapping."""
    result = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise BadInput(what, word, allowed)
        result[name] = value
    return result


def secret_of(seed: int | None) -> bytes:
    """The secret that a match's dice follow from. One made from a seed is as public as the seed."""
    if seed is None:
        return secrets.token_bytes(32)
    return secret_from(seed)


def choices_of(given: Iterable[str]) -> desk.Choices:
    """`RULE=ANSWER` words as answers by rule; any other word says who decides the rest."""
    chosen: dict[str, Any] = {}
    rest = ""
    for word in given:
        rule, equals, answer = word.partition("=")
        if equals:
            chosen[rule] = scalar(answer)
        else:
            rest = word
    return desk.Choices(chosen, rest)
