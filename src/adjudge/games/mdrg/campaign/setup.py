"""Setting a campaign up: what the players agree on, and the state it starts with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudge.engine import Seat
from adjudge.engine.inputs import TextFile
from adjudge.games.mdrg.campaign.rules.week import found
from adjudge.games.mdrg.campaign.state import Campaign
from adjudge.games.mdrg.party import PREROLLED
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.setup import CREATE, RANDOM, SEATS, party_for
from adjudge.games.mdrg.setup import Options as BattleOptions
from adjudge.games.mdrg.state import Muster

DRAWN = "drawn"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on."""

    parties: Annotated[
        tuple[TextFile, ...],
        Meta(
            min_length=2,
            max_length=4,
            description=f"one for each player: {', '.join(PREROLLED)}, drawn by lot, random, create, or a party file",
            examples=[("human", "mutationist"), (DRAWN, DRAWN, DRAWN, DRAWN), (CREATE, CREATE)],
        ),
    ] = ("human", "wretched")
    weeks: Annotated[int, Meta(ge=1, le=20, description="how many games; three to five are recommended")] = 3
    battles: Annotated[
        Literal["together", "pairs"],
        Meta(description="three or four parties: all on one table, or each week other pairs"),
    ] = "together"
    size: Annotated[int, Meta(ge=1, le=20, description="characters in a party that is rolled or created")] = 5
    seed: Annotated[int, Meta(ge=0, description="for random parties")] = 0
    scale: Annotated[Literal["28mm", "15mm"], Meta(description="of the miniatures")] = "28mm"
    terrain: Annotated[
        Literal["generated", "laid", "open"], Meta(description="of battles whose scenario does not say")
    ] = "generated"
    most_turns: Annotated[int, Meta(ge=2, le=1000, description="after so many turns a battle is a draw")] = 80
    rulings: Rulings = Rulings()


def seats(options: Options) -> Sequence[Seat]:
    """One seat for each party."""
    return [Seat(id, id.capitalize()) for id in SEATS[: len(options.parties)]]


def start(options: Options) -> Campaign:
    """campaign.structure: a campaign before its first question."""
    ids = SEATS[: len(options.parties)]
    state = Campaign(
        ids,
        options.weeks,
        options.rulings,
        pairs=options.battles == "pairs",
        scale=options.scale,
        terrain=options.terrain,
        most_turns=options.most_turns,
    )
    like = BattleOptions(size=options.size, seed=options.seed, rulings=options.rulings)
    for seat, wish in zip(ids, options.parties, strict=True):
        if wish == CREATE:
            state.musters.append(Muster(seat, options.size, options.rulings))
        elif wish == DRAWN:
            state.lots.append(seat)
        else:
            found(state, seat, party_for(wish, seat, like), wish if wish in PREROLLED or wish == RANDOM else "")
    return state
