"""A little battle and a campaign of such battles: two houses and a third that bides its time."""

from __future__ import annotations

from msgspec import Struct

from adjudge.engine import (
    EVERYONE,
    Choose,
    Fight,
    Floor,
    Fought,
    Game,
    Outcome,
    Rule,
    Rulebook,
    Seat,
    Table,
    Write,
    at_least,
    shared,
    total,
)
from adjudge.engine.errors import Refused
from adjudge.engine.game import register


class Brawl(Struct):
    men: dict[str, list[str]]
    fallen: list[str] = []


class Sides(Struct, frozen=True, forbid_unknown_fields=True):
    red: tuple[str, ...] = ("Rolf", "Rita")
    blue: tuple[str, ...] = ("Bert", "Bess")


class Casualties(Struct, frozen=True, forbid_unknown_fields=True):
    fallen: tuple[str, ...] = ()


def blow(table: Table[Brawl]) -> None:
    seat = table.ask("red", "brawl.who", Choose(["red", "blue"]))
    if table.roll(at_least(1, 3), "brawl.blow", seat):
        loser = "blue" if seat == "red" else "red"
        table.state.fallen.append(table.state.men[loser].pop())
        table.tell("brawl.blow", "one of {loser} falls", loser=loser)


def brawl_ends(state: Brawl) -> Outcome | None:
    for seat, other in (("red", "blue"), ("blue", "red")):
        if not state.men[seat]:
            return Outcome(f"{other} holds the yard", "brawl.end", (other,))
    return None


def possible(options: Sides, outcome: Outcome, report: Casualties) -> None:
    for seat in outcome.winners:
        if set(getattr(options, seat)) <= set(report.fallen):
            raise Refused("brawl.end", f"{seat} cannot have won: all of them fell")


brawl = Game(
    id="brawl",
    title="Brawl",
    version="1",
    state=Brawl,
    options=Sides,
    start=lambda options: Brawl({"red": list(options.red), "blue": list(options.blue)}),
    turn=blow,
    outcome=brawl_ends,
    seats=lambda options: (Seat("red", "Red"), Seat("blue", "Blue")),
    rules=Rulebook("brawl", "Brawl", tuple(Rule(it, it) for it in ("brawl.who", "brawl.blow", "brawl.end"))),
    report=lambda state: Casualties(tuple(state.fallen)),
    report_type=Casualties,
    check_report=possible,
    report_choices=lambda options: {"fallen": {it: it for it in (*options.red, *options.blue)}},
)


class Feud(Struct):
    men: dict[str, list[str]]
    weeks: int
    fought: bool = False
    toasted: bool = False
    when: str = ""
    graves: list[str] = []


class Weeks(Struct, frozen=True, forbid_unknown_fields=True):
    weeks: int = 2


def week(table: Table[Feud]) -> None:
    """One answer: the battle of this week, or the toast of the third house, whichever comes first."""
    state = table.state
    fight = Fight(
        "brawl",
        {"red": state.men["ann"], "blue": state.men["bob"]},
        {"red": "ann", "blue": "bob"},
        name=f"The brawl of week {state.weeks}",
        instead=None if state.when else Write("Say when", limit=40),
    )
    toast = {} if state.toasted else {"cat": Choose(["to Ann", "to Bob"])}
    fights = [] if state.fought else [fight]
    seat, said = table.ask(EVERYONE, "feud.week", Floor(shared(fights, toast), all_due=True))
    if seat == "cat":
        state.toasted = True
    elif isinstance(said, Fought):
        bury(table, said)
    else:
        state.when = said.instead
    if state.fought and state.toasted:
        state.weeks, state.fought, state.toasted, state.when = state.weeks - 1, False, False, ""


def bury(table: Table[Feud], said: Fought) -> None:
    state = table.state
    state.fought = True
    for men in state.men.values():
        gone = [it for it in men if it in said.report.fallen]
        saved = table.roll(total(1), "feud.mercy") if gone else 0
        for name in gone[saved // 4 :]:
            men.remove(name)
            men.append(f"{name}'s kin")
            state.graves.append(name)
    table.tell("feud.week", "{text}", text=said.outcome.text)


feud = Game(
    id="feud",
    title="The Feud",
    version="1",
    kind="campaign",
    state=Feud,
    options=Weeks,
    start=lambda options: Feud({"ann": ["Rolf", "Rita"], "bob": ["Bert", "Bess"]}, options.weeks),
    turn=week,
    outcome=lambda state: None if state.weeks else Outcome(f"{len(state.graves)} graves", "feud.end"),
    seats=lambda options: (Seat("ann", "Ann"), Seat("bob", "Bob"), Seat("cat", "Cat")),
    rules=Rulebook("feud", "The Feud", tuple(Rule(it, it) for it in ("feud.week", "feud.mercy", "feud.end"))),
    players="3",
)

register(brawl)
register(feud)
