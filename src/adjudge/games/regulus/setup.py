"""A session before its first word: the seats, the characters that are given ready, and those still to be made."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.engine import BadInput, Seat
from adjudge.games.regulus.data import SheetData, characters, numbers, openings, people
from adjudge.games.regulus.rules.sessions import carry_on, chronicle_faults
from adjudge.games.regulus.rules.sheets import faults, from_data
from adjudge.games.regulus.state import Options, Session
from adjudge.story import GM, Story
from adjudge.story.people import is_among
from adjudge.story.sheets import demand


def seats(options: Options) -> Sequence[Seat]:
    """The players first, the GM last: alone, you play and the oracle holds the GM's seat."""
    players = [Seat(seat, name, "player") for seat, name in _names(options).items()]
    return (*players, Seat(GM, "GM", "narrates the world; left to a bot, an oracle that asks the dice"))


def start(options: Options) -> Session:
    ratings = (*numbers().ratings, *options.ratings)
    given = _given(options)
    names = _names(options)
    for number, data in enumerate(given.values()):
        demand(faults(data, options.rulings, ratings), f"sheets[{number}] ({data.name})")
    _demand_different_names(given)
    if options.chronicle:
        demand(chronicle_faults(options.chronicle, options.rulings, ratings), "chronicle")
    session = Session(
        story=Story(names=names, premise=premise_of(options), last_word=GM),  # the GM has set the scene
        rulings=options.rulings,
        seats=tuple(names),
        scenes=options.scenes,
        ratings=ratings,
        approvals=options.approvals,
        people=[name for name in people() if not is_among(name, names.values())],
        sheets={seat: from_data(seat, data, options.rulings) for seat, data in given.items()},
    )
    if options.chronicle:
        carry_on(session, options.chronicle)
    return session


def premise_of(options: Options) -> str:
    """The table's own beginning, or one of ours."""
    return options.premise.strip() or openings()[(options.players - 1) % len(openings())]


def _names(options: Options) -> dict[str, str]:
    """Every player's seat, with the name of the character as far as there is one."""
    given = _given(options)
    seats = [f"p{number + 1}" for number in range(options.players)]
    return {seat: given[seat].name if seat in given else f"Player {seat.removeprefix('p')}" for seat in seats}


def _given(options: Options) -> dict[str, SheetData]:
    """Who sits where: characters of the story with their players, own sheets in the seats that are left, then the ready
    ones, unless players are to make theirs."""
    if len(options.sheets) > options.players:
        raise BadInput("sheets", len(options.sheets), f"at most one for each of {options.players} players")
    seats = [f"p{number + 1}" for number in range(options.players)]
    known = options.chronicle.sheets if options.chronicle else ()
    found = {f"p{it.player}": it for it in known if f"p{it.player}" in seats}
    newcomers = [*(it for it in known if it.player is None), *options.sheets]
    taken = [data.name for data in (*known, *options.sheets)]
    if options.cast == "ready":
        newcomers += [_with_ratings(data, options) for data in characters() if not is_among(data.name, taken)]
    free = [seat for seat in seats if seat not in found]
    found |= dict(zip(free, newcomers, strict=False))
    return {seat: found[seat] for seat in seats if seat in found}


def _with_ratings(data: SheetData, options: Options) -> SheetData:
    further = dict.fromkeys(options.ratings, 0)
    return SheetData(data.name, data.qualities, {**further, **data.ratings}, data.luck, data.notes)


def _demand_different_names(given: dict[str, SheetData]) -> None:
    seen: list[str] = []
    for number, data in enumerate(given.values()):
        if is_among(data.name, seen):
            raise BadInput(f"sheets[{number}].name", data.name, "a name that no other character has")
        seen.append(data.name)
