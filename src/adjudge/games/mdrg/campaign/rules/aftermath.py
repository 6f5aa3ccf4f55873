"""After the Battle: who lives, who gets what, and what illness does until the next week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from adjudge.engine import Choose, Deed, Table, step
from adjudge.games.mdrg.ability import voices
from adjudge.games.mdrg.book import CELLS, GEAR, TYPES, name_of, split
from adjudge.games.mdrg.campaign.aside import alone
from adjudge.games.mdrg.campaign.members import (
    alter,
    carrying,
    earn,
    keep,
    lose,
    marked,
    marks_of,
    model,
    stow,
    things_of,
    unmarked,
)
from adjudge.games.mdrg.campaign.state import Bout, Camp, Campaign
from adjudge.games.mdrg.figures import is_made
from adjudge.games.mdrg.party import Party, Profile
from adjudge.games.mdrg.report import Report
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.artifacts import PLAIN
from adjudge.games.mdrg.rules.profiles import (
    bears,
    is_leader,
    may_carry_tainted,
    objection,
    rules_of,
    runs_on_cells,
    settled,
)
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import DEAD_AT
from adjudge.games.mdrg.rulings import Rulings
from adjudge.games.mdrg.setup import SEATS
from adjudge.games.mdrg.state import Muster

Survival = Literal["fit", "wounded", "absent", "dead"]
SURVIVAL: tuple[Survival, ...] = ("dead", "absent", "wounded", "fit")
"""What so many successes come to."""
SURVIVED = {
    "fit": "comes back with scratches",
    "wounded": "is wounded: -1 on Quality rolls in the next game",
    "absent": "misses the next game, and is wounded in the one after it",
    "dead": "is dead",
}
SURVIVAL_DICE = 3
DESERTS_AFTER = 2
"""So many games in a row without Upkeep."""
FLESH = 2
"""Food Points that a dead opponent is worth to the Wretched."""
Verdict = Literal["won", "lost", "drawn"]


def settle(table: Table[Campaign], bout: Bout, winners: Sequence[str], told: Report) -> None:
    """table.campaign-week, the first four steps, for all who fought: in the order of their seats."""
    state = table.state
    sides = {battle: state.camps[seat] for battle, seat in zip(SEATS, bout.seats, strict=False)}
    ids = {f"{battle}-{number}": (camp, one.name) for battle, camp in sides.items()
           for number, one in enumerate(fighters(camp), 1)}  # fmt: skip
    drawn: Verdict = "drawn" if state.rulings.sp_drawn_game == "both-roll" else "lost"
    verdicts: dict[str, Verdict] = {
        battle: drawn if not winners else "won" if battle in winners else "lost" for battle in sides
    }
    bodies: list[tuple[str, Profile]] = []
    pile: list[str] = [*told.lying] if winners else []
    for camp in sides.values():
        heal(camp)
    for id, (camp, name) in ids.items():
        carry_home(camp, name, id, told, state.rulings)
    for battle, camp in sides.items():
        own = [(id, name) for id, (other, name) in ids.items() if other is camp]
        for id, name in own:
            if id in told.killed:
                dead = fate(table, camp, name, verdicts[battle], pile)
                bodies += [(battle, dead)] if dead else []
            elif id in told.fled:
                table.tell("campaign.after-battle-runaways", "{name} is back in camp", name=name)
    for id, (camp, name) in ids.items():
        if any(one.name == name for one in camp.party.models):
            mark(table, camp, name, id, told)
    for battle, camp in sides.items():
        food(table, camp, told.food.get(battle, 0), [body for side, body in bodies if side != battle], verdicts[battle])
    victors = [sides[battle] for battle in sides if battle in winners]
    share_food(table, victors, told.shared_food)
    share_spoils(table, victors, pile, {camp.seat: _lost(bodies, sides, camp) for camp in victors})
    for camp in sides.values():
        sicken(table, camp)
        desert(table, camp)
        collect_cells(camp)
        tidy(camp)


def _lost(bodies: Sequence[tuple[str, Profile]], sides: dict[str, Camp], camp: Camp) -> int:
    return sum(sides[battle] is camp for battle, _ in bodies)


def fighters(camp: Camp) -> list[Profile]:
    """Who goes to battle: not the absent, not machines without power, nobody who is left at home."""
    return [
        one for one in camp.party.models if one.health != "absent" and not one.shut_down and one.name not in camp.home
    ]


def heal(camp: Camp) -> None:
    """ruling.sp-wound-next-game: the game is over for wounds of the one before, whoever played."""
    for one in camp.party.models:
        if one.health == "wounded":
            alter(camp, one.name, health="fit")
        elif one.health == "absent":
            alter(camp, one.name, health="wounded")


def carry_home(camp: Camp, name: str, id: str, told: Report, rulings: Rulings) -> None:
    """ruling.sp-carried-stock: what a model has now, and its Energy Cells. Jams are cleared in camp by anybody
    (ruling.sp-cells-between-games)."""
    one = model(camp, name)
    things = told.gear.get(id)
    if things is not None:
        kept = [thing for thing in things if "unknown" not in marks_of(thing)]
        strange = [thing for thing in things if "unknown" in marks_of(thing)]
        stow(camp, strange)
        camp.tried += [f"{name}/{split(thing)[0]}" for thing in strange]
        one = carrying(one, [_at_ease(thing) for thing in kept])
    empty = () if rulings.sp_cells_between_games == "recharged" else one.empty
    keep(camp, replace(one, cells=told.cells.get(id, one.cells), empty=empty))


def _at_ease(thing: str) -> str:
    """A bow is well again after the battle (ruling.sp-cells-between-games)."""
    item = split(thing)[0]
    return thing if GEAR[item].kind not in PLAIN else marked(item, [it for it in marks_of(thing) if it == "tainted"])


def collect_cells(camp: Camp) -> None:
    """ruling.sp-carried-stock: the Energy Cells of all who are left return to the stock."""
    for one in camp.party.models:
        earn(camp, cells=one.cells)
        alter(camp, one.name, cells=0)


def tidy(camp: Camp) -> None:
    """What a model cannot use or wear with the rest, found in battle or after a Mutation, goes into the store."""
    for one in camp.party.models:
        worn = replace(one, gear=())
        kept: list[str] = []
        rest: list[str] = []
        for thing in (unmarked(it, "in-built") for it in things_of(one)):
            item = split(thing)[0]
            is_fit = fits(worn, item)
            (kept if is_fit else rest).append(thing)
            worn = replace(worn, gear=(*worn.gear, item)) if is_fit else worn
        if rest:
            keep(camp, carrying(one, kept))
            stow(camp, rest)


def fits(one: Profile, item: str) -> bool:
    """Whether a model can use a thing and wear it with what it wears; a Robot has injectors (robot.drug-result)."""
    usable = objection(one, item) is None or (one.type == "robot" and GEAR[item].kind == "drug")
    return usable and creation.clash_of_armor(one, item) is None


# Survival


@step
def resolve_survival(table: Table[Campaign], seat: str, one: Profile, rulings: Rulings) -> Survival:
    """campaign.survival-winner: three Quality dice, a Hero's first being a success; no Leader helps."""
    aside, figure = alone(table, seat, one, rulings)
    rolled = quality_roll(aside, figure, SURVIVAL_DICE, "survival", "campaign.survival-winner")
    fate = SURVIVAL[rolled.successes]
    table.tell("campaign.survival-winner", "{name} {words}", name=one.name, words=SURVIVED[fate])
    return fate


def fate(table: Table[Campaign], camp: Camp, name: str, verdict: Verdict, pile: list[str]) -> Profile | None:
    """What becomes of one who was killed in battle: the losers' are dead, all others roll (ruling.sp-drawn-game).

    campaign.spoils: what the losers' dead had on them is the winner's.
    """
    one = model(camp, name)
    if verdict == "lost":
        table.tell("campaign.survival-loser", "{name} of {party} is dead", name=name, party=camp.party.name)
        pile += [_spoil(thing) for thing in things_of(one)]
        pile += [CELLS] * one.cells
        keep(camp, replace(carrying(one, ()), cells=0))
        return bury(table, camp, name, "fell in battle")
    survived = resolve_survival(table, camp.seat, one, table.state.rulings)
    if survived == "dead":
        return bury(table, camp, name, "died of wounds")
    alter(camp, name, health=survived)
    return None


def _spoil(thing: str) -> str:
    """Spoils have to be figured out, except what everybody knows (ruling.sp-artifact-retry); the parts of a Robot are a
    Gunsmith's affair (ruling.sp-robot-salvage)."""
    item = split(thing)[0]
    is_plain = GEAR[item].kind in PLAIN or "in-built" in marks_of(thing)
    return thing if is_plain else marked(item, ["unknown", *marks_of(thing)])


def bury(table: Table[Campaign], camp: Camp, name: str, how: str) -> Profile:
    """One model less. Its place is to be filled (campaign.replacements); what it carried stays in camp. Trained animals
    come only with a scenario (ruling.sp-animal-sacrifice)."""
    dead = lose(camp, name, table.state.week, how)
    if TYPES[dead.type].quality is not None:
        camp.room += 2 // TYPES[dead.type].slots
    camp.lost_leader = camp.lost_leader or dead.leader
    camp.lost_champion = camp.lost_champion or dead.champion
    return dead


# What the battle has done to the living


def mark(table: Table[Campaign], camp: Camp, name: str, id: str, told: Report) -> None:
    """Disease, radiation and Mutations of the battle, for those who live (ruling.sp-radiation-mutation-timing)."""
    one = model(camp, name)
    keep(
        camp,
        replace(
            one,
            infected=one.infected or id in told.infected,
            immune=one.immune or id in told.immune,
            sickness=one.sickness + told.sickened.get(id, 0),
            scars=one.scars + told.scarred.get(id, 0),
            traits=(*one.traits, *(it for it in told.mutated.get(id, ()) if it not in one.traits)),
        ),
    )
    keep(camp, settled(model(camp, name), table.state.rulings))
    for _ in range(told.mutating.get(id, 0)):
        change(table, camp, name)


def change(table: Table[Campaign], camp: Camp, name: str) -> None:
    """campaign.radiation-mutation: a random Mutation of its type, from the next game on."""
    seat = camp.seat
    kind = creation.kind_of_mutation(table, seat, "campaign.radiation-mutation")
    gain(table, camp, name, lambda muster, one: creation.with_mutation(table, muster, one, 0, kind))


def gain(table: Table[Campaign], camp: Camp, name: str, change: creation.Change) -> None:
    """A model gets a special rule by the rules of creation, with all that comes with it; one that becomes Humanoid has
    its roll for equipment, in full (ability.humanoid)."""
    muster = Muster(camp.seat, rulings=table.state.rulings, models=list(camp.party.models))
    one = model(camp, name)
    rolls = creation.equipment_rolls(one)
    changed = change(muster, one)
    for _ in range(creation.equipment_rolls(changed) - rolls):
        changed = creation.one_equipment_roll(table, muster, changed)
    keep(camp, changed)
    earn(camp, food=muster.food, cells=muster.cells)
    stow(camp, muster.pool)
    tidy(camp)


# Food and spoils


def food(table: Table[Campaign], camp: Camp, gained: int, bodies: Sequence[Profile], verdict: Verdict) -> None:
    """All Food of the week: of the battle, of the dead, of plants that bear fruit (ability.nutritious-fruits)."""
    fruits = sum(bears(voices(rules_of(one))) for one in camp.party.models)
    earn(camp, food=gained + fruits)
    if gained + fruits:
        words = "{party} has {number} Food Points more"
        table.tell("campaign.upkeep", words, party=camp.party.name, number=gained + fruits)
    flesh = edible(bodies) * FLESH if verdict == "won" and eats_flesh(camp.party) else 0
    if flesh:
        common = table.state.rulings.sp_cannibals == "common-stock"
        earn(camp, food=flesh if common else 0, flesh=0 if common else flesh)
        table.tell("wretched.cannibals", "the Wretched of {party} have {number}", party=camp.party.name, number=flesh)


def eats_flesh(party: Party) -> bool:
    """wretched.cannibals: one living Wretched is enough (ruling.sp-cannibals)."""
    return any(one.type == "wretched" for one in party.models)


def edible(bodies: Sequence[Profile]) -> int:
    """Opponents alone (faq.no-feeding-own-models), neither Wretched nor Artificial."""
    return sum(one.type != "wretched" and not is_made(voices(rules_of(one))) for one in bodies)


def share_food(table: Table[Campaign], victors: Sequence[Camp], number: int) -> None:
    """ruling.sp-multiplayer-campaign: as evenly as possible, the odd Points to those with fewer victories."""
    for place, camp in enumerate(sorted(victors, key=lambda camp: camp.wins)):
        share = number // len(victors) + (place < number % len(victors))
        earn(camp, food=share)
        if share:
            table.tell("campaign.upkeep", "{party} gets {number} Food Points", party=camp.party.name, number=share)


def share_spoils(table: Table[Campaign], victors: Sequence[Camp], pile: list[str], losses: dict[str, int]) -> None:
    """campaign.spoils, ruling.sp-loot-who. Several winners pick in turn, whoever lost more models first."""
    takers = sorted(victors, key=lambda camp: -losses[camp.seat])
    turn = 0
    while pile and takers:
        camp = takers[turn % len(takers)]
        thing = pick(table, camp, pile) if len(takers) > 1 else pile[0]
        pile.remove(thing)
        turn += 1
        take(table, camp, thing)


def pick(table: Table[Campaign], camp: Camp, pile: list[str]) -> str:
    question = Choose(
        list(dict.fromkeys(pile)),
        lambda thing: "an Energy Cell" if thing == CELLS else name_of(thing),
        prompt="what do you take of the spoils?",
        about=lambda thing: Deed("spoils", item=thing),
    )
    return table.ask(camp.seat, "campaign.spoils", question)


def take(table: Table[Campaign], camp: Camp, thing: str) -> None:
    """One thing of the spoils; what a Wretched had is left by those who could not touch it (ruling.sp-tainted-loot)."""
    if thing == CELLS:
        earn(camp, cells=1)
        return
    if "tainted" in marks_of(thing) and not any(map(may_carry_tainted, camp.party.models)):
        table.tell("wretched.corpse-contagion", "nobody of {party} dares touch the {item}",
                   party=camp.party.name, item=name_of(split(thing)[0]))  # fmt: skip
        return
    stow(camp, [thing])
    table.tell("campaign.spoils", "{party} takes the {item}", party=camp.party.name, item=name_of(split(thing)[0]))


# Illness and hunger


@step
def resolve_week_of_illness(table: Table[Campaign], seat: str, one: Profile, rulings: Rulings) -> bool:
    """wretched.infection-weekly-death: one Quality die, with the Quality that the disease has left
    (ruling.sp-infection-week). Whether it lives."""
    aside, figure = alone(table, seat, one, rulings)
    lives = quality_roll(aside, figure, 1, "disease", "wretched.infection-weekly-death").successes == 1
    words = "lives with the disease" if lives else "dies of the disease"
    table.tell("wretched.infection-weekly-death", "{name} {words}", name=one.name, words=words)
    return lives


def sicken(table: Table[Campaign], camp: Camp) -> None:
    """Every infected model rolls; Wretched never do. Radiation that has taken the last of its Quality kills too."""
    for one in camp.party.models:
        if one.quality + one.sickness + one.scars + one.infected >= DEAD_AT:
            table.tell("ruling.sp-quality-seven", "{name} dies of what has befallen it", name=one.name)
            bury(table, camp, one.name, "wasted away")
        elif one.infected and not resolve_week_of_illness(table, camp.seat, one, table.state.rulings):
            bury(table, camp, one.name, "died of the disease")


def desert(table: Table[Campaign], camp: Camp) -> None:
    """campaign.underfed-desertion: after the second game in a row, and nothing can keep it (sp-desertion-moment).

    Its things stay, its place does not (ruling.sp-deserter-gear). Leaders never desert (campaign.leader-underfed);
    machines shut down (ruling.sp-shut-down-robot).
    """
    for one in camp.party.models:
        if one.hungry < DESERTS_AFTER or is_leader(one):
            continue
        if runs_on_cells(one):
            alter(camp, one.name, shut_down=True, hungry=0)
            table.tell("campaign.underfed-desertion", "{name} shuts down", name=one.name)
        else:
            if table.state.rulings.sp_deserter_gear == "takes-along":
                keep(camp, replace(carrying(one, ()), cells=0))
            lose(camp, one.name, table.state.week, "left, being hungry")
            table.tell("campaign.underfed-desertion", "{name} leaves {party}", name=one.name, party=camp.party.name)
