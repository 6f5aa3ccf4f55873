"""Designs: which settings a study tries, and what is set against what.

- a sweep varies options, house rules and bots: every combination, a random sample of them, or one thing at a time;
- a comparison sets two sides against each other: in the same match with the seats swapped, if they are sides of one
  (parties, bots); in matches side by side, if they are rules for all (house rules, scenarios);
- match-ups play everybody against everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

import msgspec

from adjudge.engine.errors import BadInput
from adjudge.engine.game import Game
from adjudge.engine.inputs import merged
from adjudge.lab.playing import Arm, is_contest
from adjudge.lab.simulate import found_by
from adjudge.lab.study import Contrast, Study, designed

MOST_ARMS = 2_000
BOT = "bot"
"""The bot of all seats, among what is varied; `bot.SEAT` is that of one."""
AS_IT_STANDS = "as it stands"

Vary = Mapping[str, Sequence[Any]]


def sweep(
    game: Game[Any] | str,
    vary: Vary,
    *,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    each: bool = False,
    sample: int = 0,
    **more: Any,
) -> Study:
    """A study that varies settings by their dotted names: `{"rulings.x": ["a", "b"], "bot.red": ["random"]}`.

    The first value of each is the one that the others are set against. `each` varies one thing at a time, `sample`
    takes so many combinations at random instead of all.
    """
    _, found = found_by(game)
    for name, values in vary.items():
        if not values:
            raise BadInput(f"--vary {name}", list(values), "one value or more")
    settings = _one_at_a_time(vary) if each else _combined(vary, sample, more.get("seed", 0))
    base = (dict(options or {}), dict(bots or {}))
    arms = [_arm(found, *base, varied, vary) for varied in settings]
    if each:
        arms = [_by_its_difference(arm, arms[0]) for arm in arms]
    contrasts = [Contrast(arm.name, (at,), (0,)) for at, arm in enumerate(arms) if at]
    return designed(game, arms, contrasts, about="sweep", **more)


def _combined(vary: Vary, sample: int, seed: int | str) -> list[dict[str, Any]]:
    many = 1
    for values in vary.values():
        many *= len(values)
    if not sample and many > MOST_ARMS:
        raise BadInput("--vary", f"{many:,} combinations", f"at most {MOST_ARMS:,}, or a random sample of them")
    if not sample or sample >= many:
        return [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]
    rng, chosen = Random(f"design {seed}"), [0]
    chosen += rng.sample(range(1, many), min(sample, MOST_ARMS) - 1)
    return [_combination(vary, number) for number in chosen]


def _combination(vary: Vary, number: int) -> dict[str, Any]:
    found = {}
    for name, values in reversed([*vary.items()]):
        number, at = divmod(number, len(values))
        found[name] = values[at]
    return dict(reversed(found.items()))


def _one_at_a_time(vary: Vary) -> list[dict[str, Any]]:
    first = {name: values[0] for name, values in vary.items()}
    return [first, *(first | {name: value} for name, values in vary.items() for value in values[1:])]


def _by_its_difference(arm: Arm, first: Arm) -> Arm:
    """An arm that is called by the one thing that is not as in the first."""
    other = {name: value for name, value in arm.varied.items() if value != first.varied[name]}
    return msgspec.structs.replace(arm, name=named(other) or AS_IT_STANDS)


def _arm(game: Game[Any], options: dict[str, Any], bots: dict[str, str], varied: dict[str, Any], vary: Vary) -> Arm:
    changed = {name: value for name, value in varied.items() if name != BOT and not name.startswith(f"{BOT}.")}
    for name, value in changed.items():
        options = merged(options, nested_in(name, value))
    for seat in game.seats(game.configure(options)):
        called = varied.get(f"{BOT}.{seat.id}", varied.get(BOT))
        if called is not None:
            bots = bots | {seat.id: called}
    telling = {name: value for name, value in varied.items() if len(vary[name]) > 1}
    return Arm(named(telling), options, bots, varied=telling)


def nested_in(path: str, value: Any) -> dict[str, Any]:
    """A value at a dotted path."""
    for key in reversed(path.split(".")):
        value = {key: value}
    found: dict[str, Any] = value
    return found


def named(varied: Mapping[str, Any]) -> str:
    """What an arm is called: by what tells it from the others."""
    return ", ".join(f"{name.removeprefix('rulings.')}={shown(value)}" for name, value in varied.items())


def shown(value: Any) -> str:
    """A value as people read it. The text of a file goes by its first line that tells something."""
    if isinstance(value, str):
        lines = [line for line in value.splitlines() if line.strip()]
        if len(lines) < 2:
            return value
        title = next((line for line in lines if line.startswith(("name", "title"))), lines[0])
        return title.partition("=")[2].strip(' "') or title
    if isinstance(value, (list, tuple)):
        return " v ".join(map(shown, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


# ---------------------------------------------------------------------- sides


def compare(
    game: Game[Any] | str,
    one: Mapping[str, Any],
    other: Mapping[str, Any],
    *,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    **more: Any,
) -> Study:
    """A study of two sides, each by what is peculiar to it: `{"parties": "robot"}`, `{"bot": "warlord:bold=0.3"}`,
    `{"rulings.free_hack_tie": "stays"}`."""
    _, found = found_by(game)
    base = dict(options or {})
    names = [*dict.fromkeys((*one, *other))]
    if not names or one == other:
        raise BadInput("--a and --b", "the same on both sides", "something that differs, as --b bot=random")
    seats = [seat.id for seat in found.seats(found.configure(base))]
    is_duel = is_contest(found) and len(seats) == 2
    of_a_seat = [
        name for name in names if name == BOT or is_for_each_seat(found, name, (one.get(name), other.get(name)))
    ]
    if is_duel and of_a_seat:
        if len(of_a_seat) < len(names):
            rest = ", ".join(name for name in names if name not in of_a_seat)
            raise BadInput(
                "--a and --b", rest, f"what belongs to a side, as {of_a_seat[0]} does: compare one at a time"
            )
        return _duel(game, found, one, other, base, dict(bots or {}), seats, more)
    both = [{name: side[name] for name in side} for side in (one, other)]
    arms = [_arm(found, base, dict(bots or {}), side, dict.fromkeys(side, (0, 1))) for side in both]
    arms = [msgspec.structs.replace(arm, name=arm.name or AS_IT_STANDS) for arm in arms]
    return designed(
        game, arms, [Contrast(f"{arms[1].name} against {arms[0].name}", (1,), (0,))], about="compare", **more
    )


def is_for_each_seat(game: Game[Any], name: str, given: Iterable[Any]) -> bool:
    """Whether an option is a list with an entry for each seat, and one entry was given."""
    schema = msgspec.json.schema(game.options)
    fields = schema["$defs"].get(game.options.__name__, {}).get("properties", {})
    return fields.get(name, {}).get("type") == "array" and not any(isinstance(value, (list, tuple)) for value in given)


def _duel(
    game: Game[Any] | str,
    found: Game[Any],
    one: Mapping[str, Any],
    other: Mapping[str, Any],
    options: dict[str, Any],
    bots: dict[str, str],
    seats: list[str],
    more: dict[str, Any],
) -> Study:
    """Both ways round with the same dice."""
    arms = [seated(found, (one, other), 0, options, bots, seats), seated(found, (other, one), 1, options, bots, seats)]
    name = f"{named(one) or AS_IT_STANDS} against {named(other) or AS_IT_STANDS}"
    return designed(game, arms, [Contrast(name, (0, 1))], about="compare", **more)


def seated(
    game: Game[Any],
    sides: tuple[Mapping[str, Any], Mapping[str, Any]],
    hero: int,
    options: dict[str, Any],
    bots: dict[str, str],
    seats: Sequence[str],
) -> Arm:
    """An arm with a side in each of two seats."""
    standing = msgspec.to_builtins(game.configure(options))
    for name in dict.fromkeys((*sides[0], *sides[1])):
        if name == BOT:
            bots = bots | {seat: side[BOT] for seat, side in zip(seats, sides, strict=True) if BOT in side}
        else:
            entries = [side.get(name, standing[name][at]) for at, side in enumerate(sides)]
            options = merged(options, {name: entries})
    varied = {seat: named(side) or AS_IT_STANDS for seat, side in zip(seats, sides, strict=True)}
    name = " v ".join(value.partition("=")[2] if value.count("=") == 1 else value for value in varied.values())
    return Arm(name, options, bots, hero=seats[hero], varied=varied)


def matchups(
    game: Game[Any] | str,
    name: str,
    entries: Sequence[Any],
    *,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    **more: Any,
) -> Study:
    """Everybody against everybody, in both seats: parties (`parties`), bots (`bot`), whatever each seat has its own."""
    _, found = found_by(game)
    base = dict(options or {})
    seats = [seat.id for seat in found.seats(found.configure(base))]
    if len(seats) != 2 or not (name == BOT or is_for_each_seat(found, name, entries)):
        raise BadInput("--matchups", name, "bot, or an option with an entry for each of two seats")
    if len(set(map(str, entries))) < 2:
        raise BadInput("--matchups", ", ".join(map(shown, entries)), "two different ones or more")
    arms: list[Arm] = []
    contrasts = []
    for one, other in combinations([{name: entry} for entry in entries], 2):
        contrasts.append(Contrast(f"{shown(one[name])} against {shown(other[name])}", (len(arms), len(arms) + 1)))
        for hero, sides in enumerate(((one, other), (other, one))):
            arms.append(seated(found, sides, hero, base, dict(bots or {}), seats))
    return designed(game, arms, contrasts, about="matchups", **more)


def values_of(text: str, what: str) -> list[Any]:
    """Values as people type them: `a,b,c`, `0..9`, `0..1:0.25`; with bars between them if one holds a comma."""
    from adjudge.engine.inputs import scalar

    parts = text.split("|") if "|" in text else text.split(",")
    found = [value for part in parts for value in (_range(part, what) or [_value(part.strip(), scalar)])]
    if not found or any(value == "" for value in found):
        raise BadInput(what, text, "values with commas between them")
    return found


def _value(part: str, scalar: Any) -> Any:
    if "," in part and ":" not in part and not part.startswith(("[", "{", '"')):
        return [scalar(it.strip()) for it in part.split(",")]
    return scalar(part)


def _range(part: str, what: str) -> list[Any]:
    low, dots, rest = part.strip().partition("..")
    high, colon, step = rest.partition(":")
    if not dots:
        return []
    try:
        first, last, by = float(low), float(high), float(step) if colon else 1.0
    except ValueError:
        return []
    if by <= 0 or last < first or (last - first) / by > MOST_ARMS:
        raise BadInput(what, part, f"a range such as 0..9 or 0..1:0.25, of at most {MOST_ARMS:,} steps")
    steps = [first + by * at for at in range(int((last - first) / by + 1e-9) + 1)]
    return (
        [int(it) for it in steps] if all(it == int(it) for it in (first, last, by)) else [round(it, 9) for it in steps]
    )


def iterated(study: Study) -> Iterator[tuple[str, list[int]]]:
    """The arms of a sweep by each setting that was varied: name and value, and the arms that have it."""
    groups: dict[str, list[int]] = {}
    for at, arm in enumerate(study.design.arms):
        for name, value in arm.varied.items():
            groups.setdefault(f"{name}={shown(value)}", []).append(at)
    yield from groups.items()
