"""The weeks of a campaign: preparations, the battles, what comes after them, and the end.

One answer is one turn. Every camp goes at its own pace through the steps of table.campaign-week, and whoever has
something to decide is asked at the same time as the others (ruling.sp-week-sequence); a new week begins when all are
ready for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudge.engine import EVERYONE, Choose, Deed, Fight, Floor, Fought, Outcome, Question, Sealed, Table, shared, total
from adjudge.games.mdrg.book import SCENARIOS, roll_scenario
from adjudge.games.mdrg.campaign.members import alter, earn
from adjudge.games.mdrg.campaign.rules.advances import advance_question, give, options
from adjudge.games.mdrg.campaign.rules.aftermath import collect_cells, fighters, settle
from adjudge.games.mdrg.campaign.rules.replacements import possible, replace_dead, replacement_question
from adjudge.games.mdrg.campaign.rules.upkeep import (
    ENOUGH,
    carry_cells,
    cells_question,
    feed_all,
    feed_first,
    feeding_options,
    feeding_question,
    go_without,
    home_question,
    is_covered,
    pay,
    stay_at_home,
)
from adjudge.games.mdrg.campaign.rules.work import DONE, repair, tasks, work_question
from adjudge.games.mdrg.campaign.state import Bout, Camp, Campaign, Played, Stage
from adjudge.games.mdrg.party import PREROLLED, Party, prerolled, to_toml
from adjudge.games.mdrg.report import Report
from adjudge.games.mdrg.rules.creation import muster_turn, party_of
from adjudge.games.mdrg.setup import SEATS
from adjudge.games.mdrg.setup import Options as BattleOptions

ALONE = "nobody"
BATTLE = "mdrg"


def turn(table: Table[Campaign]) -> None:
    """One step: of making a party, of the week of one camp, or the beginning of a week."""
    state = table.state
    if state.lots:
        draw_party(table)
    elif state.musters:
        muster(table)
    elif all(camp.stage == "ready" for camp in state.camps.values()):
        begin_week(table)
    else:
        seat, answer = first_answer(table, questions(state))
        if isinstance(answer, Fought):
            take_result(table, bout_of(state, seat), answer)
        else:
            decide(table, state.camps[seat], answer)


RULES: dict[Stage, str] = {
    "home": "campaign.cells-shared-use",
    "cells": "campaign.cells-shared-use",
    "advance": "campaign.advance-per-win",
    "replace": "campaign.replacements",
    "camp": "creation.equipment-reassign",
    "upkeep": "campaign.upkeep-shortage-choice",
}
"""The rule of what is decided at each stage."""


def first_answer(table: Table[Campaign], open: dict[str, Question[Any]]) -> tuple[str, Any]:
    """What the first of all who are asked says; a camp that is the last to decide is asked by the rule of its stage."""
    if len(open) == 1:
        ((seat, only),) = open.items()
        return seat, table.ask(seat, RULES[table.state.camps[seat].stage], only)
    return table.ask(EVERYONE, "ruling.sp-week-sequence", Floor(open, all_due=True))


def outcome(state: Campaign) -> Outcome | None:
    """campaign.winner: most victories after the agreed number of games; equals share it (ruling.sp-campaign-tie)."""
    if not state.camps or any(camp.stage != "over" for camp in state.camps.values()):
        return None
    most = max(camp.wins for camp in state.camps.values())
    winners = tuple(seat for seat, camp in state.camps.items() if most and camp.wins == most)
    names = " and ".join(state.camps[seat].party.name for seat in winners)
    text = f"{names} won {most} of {state.weeks}" if winners else "nobody won anything"
    return Outcome(text, "campaign.winner", winners)


# The parties


def draw_party(table: Table[Campaign]) -> None:
    """optional.prerolled-use: a party of the book by lot, none of them twice."""
    state = table.state
    seat = state.lots.pop(0)
    taken = {camp.kind for camp in state.camps.values()}
    left = [name for name in PREROLLED if name not in taken]
    name = left[table.roll(total(1, len(left)), "optional.prerolled-use", seat) - 1]
    found(state, seat, prerolled(name), name)


def muster(table: Table[Campaign]) -> None:
    """A step of making a party, by the rules of creation."""
    state = table.state
    making = state.musters[0]
    muster_turn(table, making)
    if making.step == "done":
        state.musters.pop(0)
        found(state, making.seat, party_of(making), "")


def found(state: Campaign, seat: str, party: Party, kind: str) -> None:
    """setup.campaign-game: a party begins its first week. All Food is in camp, all spare Energy Cells are stock
    (ruling.sp-carried-stock); the first game is free (ruling.sp-week-is-game)."""
    camp = Camp(seat, party, kind=kind or _in_a_word(party), made=len(party.models))
    for one in party.models:
        earn(camp, food=one.food)
        alter(camp, one.name, food=0)
    collect_cells(camp)
    state.camps[seat] = camp
    state.camps = {seat: state.camps[seat] for seat in state.seats if seat in state.camps}


def _in_a_word(party: Party) -> str:
    types = {one.type for one in party.models}
    return types.pop() if len(types) == 1 else "mixed"


# The week begins


def begin_week(table: Table[Campaign]) -> None:
    """campaign.structure, scenario.selection: a scenario by a die for each battle, when the parties are known."""
    state = table.state
    state.week += 1
    state.bouts = []
    for number, paired in enumerate(pairings(state), 1):
        able = tuple(seat for seat in paired if fighters(state.camps[seat]))
        seats = able if len(able) > 1 else paired  # one that can send nobody stays away
        scenario = table.roll(roll_scenario(), "scenario.selection", seats[0])
        name = f"Week {state.week}" + (f", table {number}" if len(pairings(state)) > 1 else "")
        bout = Bout(seats, scenario, f"{name}: {' against '.join(state.camps[seat].party.name for seat in seats)}")
        bout.teams = alliances(table, seats)
        state.bouts.append(bout)
        for seat in seats:
            state.camps[seat].stage = "battle"
    for seat in state.seats:
        if not any(seat in bout.seats for bout in state.bouts):
            rest(table, state.camps[seat])
    for bout in state.bouts:
        walk_over(table, bout)


def pairings(state: Campaign) -> list[tuple[str, ...]]:
    """All on one table (multiplayer.defender-card), or each week other pairs, so that everybody meets everybody; of an
    odd number one rests."""
    if not state.pairs or len(state.seats) < 3:
        return [state.seats]
    ring = [*state.seats, *([""] if len(state.seats) % 2 else [])]
    turned = (state.week - 1) % (len(ring) - 1)
    wheel = [ring[0], *ring[1 + turned :], *ring[1 : 1 + turned]]
    pairs = [(wheel[i], wheel[-1 - i]) for i in range(len(wheel) // 2)]
    return [pair for pair in pairs if all(pair)]


def alliances(table: Table[Campaign], seats: Sequence[str]) -> dict[str, str]:
    """ruling.sp-multiplayer-campaign: agreed before the battle, for that battle; both must want it. A Purity Squad
    allies only with Androids and Robots (purity.alliances). Not all can be on one side."""
    if len(seats) < 3:
        return {}
    state = table.state
    parts: dict[str, Question[Any]] = {}
    for seat in seats:
        able = [other for other in seats if other != seat and may_ally(state, seat, other)]
        parts[seat] = Choose(
            [ALONE, *able],
            lambda key: "nobody" if key == ALONE else state.camps[key].party.name,
            prompt="With whom do you ally for this battle?",
            about=lambda key: Deed("ally", target="" if key == ALONE else key),
        )
    wishes = table.ask(EVERYONE, "ruling.sp-multiplayer-campaign", Sealed(parts))
    pairs = [(one, two) for one, two in wishes.items() if two != ALONE and one < two and wishes[two] == one]
    for one, two in pairs:
        names = f"{state.camps[one].party.name} and {state.camps[two].party.name}"
        table.tell("ruling.sp-multiplayer-campaign", "{names} are allied", names=names)
    return {seat: min(pair) for pair in pairs for seat in pair}


def may_ally(state: Campaign, one: str, two: str) -> bool:
    kinds = [{it.type for it in fighters(state.camps[seat])} for seat in (one, two)]
    machines = {"android", "robot"}
    return all(own != {"human"} or other <= machines for own, other in (kinds, kinds[::-1]))


def rest(table: Table[Campaign], camp: Camp) -> None:
    """A party that fights nobody this week keeps what it has."""
    camp.stage = "over" if table.state.week == table.state.weeks else "ready"


def walk_over(table: Table[Campaign], bout: Bout) -> None:
    """A party that can send nobody has lost before the battle begins."""
    state = table.state
    able = [place for place, seat in enumerate(bout.seats) if fighters(state.camps[seat])]
    sides = {bout.teams.get(bout.seats[place], bout.seats[place]) for place in able}
    if len(sides) > 1:
        return
    winners = tuple(SEATS[place] for place in able)
    told = "nobody is there to fight" if not winners else "nobody comes to fight them"
    take_result(table, bout, Fought("hand", Outcome(told, "game.end", winners), Report()))


# What is asked


def questions(state: Campaign) -> dict[str, Question[Any]]:
    """Everything that is open: the battles, and what camps have to decide."""
    fights = [fight(state, bout) for bout in state.bouts if not bout.fought]
    beside = {seat: asked for seat, camp in state.camps.items() if (asked := question(state, camp)) is not None}
    return shared(fights, beside)


def question(state: Campaign, camp: Camp) -> Question[Any] | None:
    """What a camp has to decide now, if it has anything."""
    match camp.stage:
        case "home":
            return home_question(camp)
        case "cells":
            return cells_question(camp)
        case "advance":
            return advance_question(camp, state.rulings)
        case "replace":
            return replacement_question(camp)
        case "camp":
            return work_question(state, camp)
        case "upkeep":
            return feeding_question(state, camp)
    return None


def bout_of(state: Campaign, seat: str) -> Bout:
    return next(bout for bout in state.bouts if seat in bout.seats)


def fight(state: Campaign, bout: Bout) -> Fight:
    """The battle as the game of battles wants it."""
    seats = dict(zip(SEATS, bout.seats, strict=False))
    parties = tuple(to_toml(on_the_way(state.camps[seat], state.week)) for seat in bout.seats)
    teams = {battle: bout.teams[seat] for battle, seat in seats.items() if seat in bout.teams}
    given = BattleOptions(
        parties=parties,
        scenario=bout.scenario or "none",  # type: ignore[arg-type]
        scale=state.scale,  # type: ignore[arg-type]
        terrain=state.terrain,
        teams=teams,
        most_turns=state.most_turns,
        strict=False,  # it was legal when it began, and the rules of a campaign have changed it
        rulings=state.rulings,
    )
    facts = {"scenario": bout.scenario, "week": state.week}
    return Fight(
        BATTLE, given, seats, name=bout.name, prompt=f"{bout.name}: {scenario_name(bout.scenario)}", facts=facts
    )


def scenario_name(scenario: str) -> str:
    return SCENARIOS[scenario].name if scenario in SCENARIOS else "a plain battle"


def on_the_way(camp: Camp, week: int) -> Party:
    """The party as it goes to battle: those who come along, with what they carry."""
    return replace(camp.party, models=tuple(fighters(camp)), food=0, flesh=0, cells=0, loot=(), games=max(1, week))


# What is answered


def take_result(table: Table[Campaign], bout: Bout, fought: Fought) -> None:
    """campaign.advance-per-win: a victory and an Advance for each winner; then each camp goes on by itself."""
    state = table.state
    bout.fought = True
    winners = fought.outcome.winners
    won = tuple(seat for battle, seat in zip(SEATS, bout.seats, strict=False) if battle in winners)
    past = Played(state.week, bout.name, bout.scenario, bout.seats, won, fought.outcome.text, fought.by, fought.match)
    state.history.append(past)
    names = " and ".join(state.camps[seat].party.name for seat in won) or "nobody"
    table.tell("campaign.winner", "{name}: {winners} won", name=bout.name, winners=names)
    for seat in bout.seats:
        state.camps[seat].tried = []
    settle(table, bout, winners, fought.report if isinstance(fought.report, Report) else Report())
    for seat in bout.seats:
        camp = state.camps[seat]
        camp.home, camp.fed, camp.first = [], [], []
        camp.party = replace(camp.party, games=camp.party.games + 1)
        camp.wins += seat in won
        camp.due = int(seat in won)
        camp.stage = "over" if state.week == state.weeks else "advance"
        go_on(table, camp)


def decide(table: Table[Campaign], camp: Camp, answer: Any) -> None:
    """One decision of a camp, and on to the next."""
    match camp.stage:
        case "advance":
            give(table, camp, *options(camp, table.state.rulings)[answer])
        case "replace":
            replace_dead(table, camp, answer)
        case "camp" if answer != DONE:
            tasks(table.state, camp)[answer].do(table, camp)
            return
        case "camp":
            camp.stage = "home"
        case "home":
            leave_camp(table, camp, answer)
        case "upkeep" if answer != ENOUGH:
            pay(table, camp, *feeding_options(camp, table.state.rulings)[answer])
        case "upkeep":
            go_without(table, camp)
            camp.stage = "cells"
        case "cells":
            carry_cells(camp, answer)
            camp.stage = "ready"
    go_on(table, camp)


def leave_camp(table: Table[Campaign], camp: Camp, at_home: tuple[int, ...]) -> None:
    """It is settled who stays at home: now all others, and they, want their Upkeep."""
    stay_at_home(camp, at_home)
    camp.stage = "upkeep"
    feed_first(table, camp)


def go_on(table: Table[Campaign], camp: Camp) -> None:
    """Past every stage in which there is nothing to decide."""
    if camp.stage == "advance" and not (camp.due and options(camp, table.state.rulings)):
        camp.stage = "replace"
    if camp.stage == "replace" and not possible(camp):
        camp.stage = "camp"
        repair(table, camp)
    if camp.stage == "home" and home_question(camp).forced() is not None:
        leave_camp(table, camp, ())
    if camp.stage == "upkeep":
        settle_upkeep(table, camp)
    if camp.stage == "cells" and not (camp.party.cells and fighters(camp)):
        camp.stage = "ready"


def settle_upkeep(table: Table[Campaign], camp: Camp) -> None:
    """campaign.upkeep: nothing before the first game; all at once where there is enough; otherwise the owner chooses
    until nobody more can be fed."""
    if table.state.week == 0:
        camp.stage = "cells"
    elif is_covered(camp, table.state.rulings):
        feed_all(table, camp)
        camp.stage = "cells"
    elif not feeding_options(camp, table.state.rulings):
        go_without(table, camp)
        camp.stage = "cells"


def standings(camps: Mapping[str, Camp]) -> list[Camp]:
    """By victories; equals in the order of their seats."""
    return sorted(camps.values(), key=lambda camp: -camp.wins)
