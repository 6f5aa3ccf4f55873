"""A small game of another kind on the story table: moves of 2d6 plus a stat, hold, forward, harm, and the GM's moves.

It shows that the table knows nothing of contests: a move is an offer, hold is kept by the character, a miss owes a
move of the GM's to the story.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct

from adjudge.engine import Choose, ChooseSome, Game, Outcome, Reading, Rule, Rulebook, Seat, Table, Write, total
from adjudge.engine.copying import copy
from adjudge.story import (
    GM,
    Offer,
    Proposal,
    Speaker,
    Story,
    effect,
    narrate,
    owe,
    proposals,
    scenes,
    screen,
    take_the_floor,
    tellings,
)
from adjudge.story.floor import come_back, leave_the_table, together


class Soldier(Struct):
    guts: int = 1
    hold: int = 0
    forward: int = 0
    harm: int = 0


class Patrol(Struct):
    story: Story
    soldiers: dict[str, Soldier]


def tier(reading: Reading[int], modifier: int) -> Reading[str]:
    def judge(dice: int) -> str:
        made = dice + modifier
        return "strong" if made >= 10 else "weak" if made >= 7 else "miss"

    return reading.map(judge, f"2d6{modifier:+d}")


def push_yourself(table: Table[Patrol], speaker: Speaker) -> None:
    """Roll guts: 10+ hold 2, 7 to 9 hold 1, a miss is a move of the GM's. Forward is used up."""
    soldier = table.state.soldiers[speaker.seat]
    result = table.roll(tier(total(2), soldier.guts + soldier.forward), "patrol.push", speaker.hand)
    soldier.forward = 0
    effect(table, "patrol.push", "{who} pushes on: {result}", who=table.state.story.name(speaker.seat), result=result)
    soldier.hold += {"strong": 2, "weak": 1, "miss": 0}[result]
    if result == "miss":
        owe(
            table.state.story,
            "GM move",
            f"the miss of {speaker.seat}",
            "patrol.gm-move",
            GM,
            advice="hit hard",
        )


def spend(table: Table[Patrol], speaker: Speaker) -> None:
    """One hold buys one effect."""
    soldier = table.state.soldiers[speaker.seat]
    soldier.hold -= 1
    if table.ask(speaker.hand, "patrol.hold", Choose(["recover", "forward"])) == "recover":
        soldier.harm = max(soldier.harm - 1, 0)
    else:
        soldier.forward += 1


def narrate_it(table: Table[Patrol], speaker: Speaker) -> None:
    text = table.ask(speaker.hand, "story.floor", Write("What happens?", suggestion="They march on"))
    narrate(table, speaker.seat, text, "story.floor")


def harm(table: Table[Patrol], speaker: Speaker) -> None:
    whom = ChooseSome(list(table.state.soldiers), least=1)
    for seat in table.ask(speaker.hand, "patrol.harm", whom):
        table.state.soldiers[seat].harm += 1


def wish(table: Table[Patrol], speaker: Speaker) -> None:
    proposals.propose(table, speaker.seat, "forward", "I take aim", "patrol.hold")


def wish_granted(table: Table[Any], proposal: Proposal) -> None:
    table.state.soldiers[proposal.by].forward += 1


def end(table: Table[Patrol], speaker: Speaker) -> None:
    if scenes.may_end(table, speaker, (), "session"):
        scenes.close_scene(table, speaker)
        table.state.story.ended = "over"


def offers(patrol: Patrol) -> dict[str, list[Offer]]:
    own: dict[str, list[Offer]] = {}
    for seat, soldier in patrol.soldiers.items():
        own[seat] = [
            Offer("do/push", "Push yourself", "patrol.push", push_yourself),
            Offer("do/narrate", "Narrate", "story.floor", narrate_it),
            Offer("do/wish", "Take aim", "patrol.hold", wish),
        ]
        if soldier.hold:
            own[seat].append(Offer("spend", "Spend 1 hold", "patrol.hold", spend))
    gm = [
        Offer("do/narrate", "Narrate", "story.floor", narrate_it),
        Offer("do/harm", "Harm", "patrol.harm", harm),
        Offer("do/note", "Note", "story.notes", screen.write_note),
        Offer("do/end", "End", "story.scene", end),
    ]
    gm += [Offer(f"do/away/{seat}", "away", "story.absent", partial(_presence, seat)) for seat in patrol.soldiers]
    told = tellings.offers(patrol.story, needs_leave=frozenset(), gains=frozenset(), silent=frozenset())
    asked = proposals.offers(patrol.story, {"forward": wish_granted}, {})
    return together(told, asked, own, {GM: gm})


def _presence(seat: str, table: Table[Patrol], speaker: Speaker) -> None:
    (come_back if seat in table.state.story.away else leave_the_table)(table, seat)


def turn(table: Table[Patrol]) -> None:
    take_the_floor(table, "story.floor", offers(table.state))


def start(options: Any) -> Patrol:
    return Patrol(Story(names={"ann": "Ann", "bo": "Bo"}), {"ann": Soldier(), "bo": Soldier()})


def view(patrol: Patrol, seat: str | None) -> Patrol:
    seen = copy(patrol)
    screen.hide_from(seen.story, seat)
    return seen


IDS = [
    *(f"patrol.{word}" for word in ("push", "hold", "harm", "gm-move", "end")),
    *(f"story.{word}" for word in ("floor", "journal", "ledger", "scene", "notes", "oracle", "absent", "override")),
]

game: Game[Patrol] = Game(
    id="patrol",
    title="Patrol",
    version="1",
    state=Patrol,
    start=start,
    turn=turn,
    outcome=lambda patrol: Outcome(patrol.story.ended, "patrol.end") if patrol.story.ended else None,
    seats=lambda options: (Seat("ann", "Ann"), Seat("bo", "Bo"), Seat(GM, "GM")),
    view=view,
    rules=Rulebook("patrol", "Patrol", tuple(Rule(name, name) for name in IDS)),
)
