"""Setting a match up: its options, and the state it starts with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine import BadInput, Seat
from adjudge.engine.inputs import TextFile, known, words
from adjudge.field.maps import MILLIMETRES, map_from_text, measured_in
from adjudge.games.mdrg.ability import occasion
from adjudge.games.mdrg.book import FIELD, SCENARIOS
from adjudge.games.mdrg.legality import findings
from adjudge.games.mdrg.making import roll_party
from adjudge.games.mdrg.party import PREROLLED, Party, from_toml, prerolled
from adjudge.games.mdrg.rules.auction import open_auction
from adjudge.games.mdrg.rules.battlefield import line_up, misfits, open_table
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.state import Battle, Muster

SEATS = ("red", "blue", "green", "yellow")
CREATE = "create"
RANDOM = "random"

PARTY_WORDS = {name: prerolled(name).name for name in PREROLLED} | {
    RANDOM: "Rolled at random",
    CREATE: "Created at the table",
}
TERRAIN_WORDS = {"generated": "A generated table", "laid": "Laid by the defender", "open": "An open field"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on."""

    parties: Annotated[
        tuple[Annotated[TextFile, words(PARTY_WORDS)], ...],
        Meta(
            min_length=2,
            max_length=4,
            description=f"one for each player: {', '.join(PREROLLED)}, random, create, or a party file",
            examples=[(RANDOM, RANDOM), (CREATE, CREATE)],
        ),
    ] = ("human", "wretched")
    creation: Annotated[
        Literal["rolled", "picked", "auction"],
        Meta(description="how parties that are created get their features"),
    ] = "rolled"
    size: Annotated[int, Meta(ge=1, le=20, description="characters in a party that is rolled or created")] = 5
    seed: Annotated[int, Meta(ge=0, description="for random parties")] = 0
    scale: Annotated[Literal["28mm", "15mm"], Meta(description="of the miniatures")] = "28mm"
    terrain: Annotated[
        TextFile, words(TERRAIN_WORDS, "generated, laid by the defender, open, or a map file in mm, cm or inch")
    ] = "generated"
    scenario: Annotated[
        Literal[
            "none",
            "random",
            "smoke-on-the-water",
            "battle-in-the-orchard",
            "rustlers",
            "artifact-hunt",
            "military-installation",
            "radioactive-wasteland",
        ],
        Meta(description="none: a plain battle; random: rolled for once the parties are known"),
    ] = "none"
    teams: Annotated[
        dict[Annotated[str, known(SEATS)], Annotated[str, Meta(examples=["north", "south", "east", "west"])]],
        Meta(description="seats that are allied, each with the name of its side"),
    ] = {}
    most_turns: Annotated[int, Meta(ge=2, le=1000, description="after so many turns the battle is a draw")] = 80
    strict: Annotated[bool, Meta(description="refuse parties that the tables could not have made")] = True
    rulings: Rulings = Rulings()


def seats(options: Options) -> Sequence[Seat]:
    """One seat for each party."""
    return [Seat(id, id.capitalize()) for id in SEATS[: len(options.parties)]]


def start(options: Options) -> Battle:
    """A battle before its first question."""
    ids = SEATS[: len(options.parties)]
    scale = FIELD.scale[options.scale]
    battle = Battle(
        ids, scale, options.rulings, open_table(scale), most_turns=options.most_turns, teams=dict(options.teams)
    )
    battle.scenario = "" if options.scenario == "none" else options.scenario
    lay_out(battle, options.terrain)
    if options.creation == "auction" and CREATE in options.parties:
        battle.auction, battle.phase = open_auction(ids, options.size, options.rulings), "auction"
        return battle
    for number, (seat, wish) in enumerate(zip(ids, options.parties, strict=True)):
        if wish == CREATE:
            opponent = ids[(number + 1) % len(ids)] if options.creation == "picked" else ""
            battle.musters.append(Muster(seat, options.size, options.rulings, opponent))
        else:
            battle.parties[seat] = party_for(wish, seat, options)
    if battle.musters:
        battle.phase = "muster"
    else:
        line_up(battle)
    return battle


def lay_out(battle: Battle, terrain: str) -> None:
    """The table as the options want it."""
    if terrain in ("generated", "laid"):
        battle.terrain = "generated" if terrain == "generated" else "laid"
    elif terrain != "open":
        drawn = map_from_text(terrain, "terrain")
        battle.map = measured_in("mm", drawn) if drawn.unit in MILLIMETRES else drawn
    if battle.terrain == "given" and battle.scenario:
        check_table(battle, terrain)


def check_table(battle: Battle, terrain: str) -> None:
    """A table that was laid by hand has all that its scenario asks for."""
    if battle.scenario == RANDOM:
        raise BadInput("terrain", terrain, "generated or laid, as long as the scenario is to be rolled for")
    wrong = misfits(occasion(battle), battle.map, battle.scale)
    if wrong:
        name = SCENARIOS[battle.scenario].name
        raise BadInput("terrain", battle.map.title, f"a table for {name}; but {wrong[0]}")


def party_for(wish: str, seat: str, options: Options) -> Party:
    """A party of the book, a random one, or one from a file, which must be legal."""
    if wish == RANDOM:
        return roll_party(f"{options.seed}/{seat}", options.size, name=f"The party of {seat}", rulings=options.rulings)
    if "\n" not in wish:
        return prerolled(wish)
    party = from_toml(wish)
    wrong = [finding for finding in findings(party, options.rulings) if finding.grade == "illegal"]
    if options.strict and wrong:
        raise BadInput(f"parties ({seat})", party.name, f"a legal party: {wrong[0]}")
    return party
