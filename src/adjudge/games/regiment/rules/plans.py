"""Battle plans: a goal, methods that reach it, considerations that help; and whole plans settled off-screen.

Plans are new and experimental in the book (plan.status; ruling.missing-workspace). Following the soldiers moment by
moment is the ordinary way (plan.zoom-in); what others do off-screen is settled by a roll (plan.zoom-out).
"""

from __future__ import annotations

from typing import NamedTuple

from adjudge.engine import Choose, Table
from adjudge.games.regiment.data import VOLUMES, Volume, numbers, plans
from adjudge.games.regiment.readings import Harm, fire, in_words
from adjudge.games.regiment.rules.npcs import hurt, take_damage
from adjudge.games.regiment.state import PlanInForce, Session, Team
from adjudge.story import GM, Beat, Speaker, effect, owe


def choose_plan(table: Table[Session], speaker: Speaker) -> None:
    """plan.trigger: show the plans and take the closest: plan.recon-patrol, plan.combat-patrol, plan.fire-and-maneuver,
    plan.ambush, plan.hold-ground, plan.pincer, plan.defense-in-depth, plan.infiltration."""
    question = Choose(list(plans()), lambda id: f"{plans()[id].title}: {plans()[id].goal}", prompt="Which plan?")
    follow(table, table.ask(speaker.hand, "plan.trigger", question))


def follow(table: Table[Session], id: str) -> None:
    """Every method is open, every consideration unknown."""
    plan = plans()[id]
    table.state.plan = PlanInForce(id, ["open"] * len(plan.methods), [False] * len(plan.considerations))
    effect(
        table,
        plan.rule,
        "the plan: {title}. Goal: {goal}",
        beat=Beat("plan", what=plan.title, how=plan.goal),
        title=plan.title,
        goal=plan.goal,
    )


def tick_off(table: Table[Session], speaker: Speaker) -> None:
    """plan.goal-needs-methods: the GM marks a method done or skipped, or a consideration known (plan.judging).

    Considerations are optional (plan.considerations); recon and infiltration find out what others want to know
    (plan.intel-sources)."""
    force = table.state.plan
    if force is None:
        return
    plan = plans()[force.plan]
    open_methods = [at for at, state in enumerate(force.methods) if state == "open"]
    options = {
        f"{how}/{at}": f"{how.capitalize()}: {plan.methods[at]}" for at in open_methods for how in ("done", "skipped")
    }
    options |= {
        f"known/{at}": f"Known: {plan.considerations[at]}" for at, is_known in enumerate(force.known) if not is_known
    }
    if not options:
        return
    question = Choose(list(options), options.__getitem__, prompt=f"{plan.title}: what has changed?")
    how, _, at = table.ask(speaker.hand, "plan.judging", question).partition("/")
    if how == "known":
        force.known[int(at)] = True
    else:
        force.methods[int(at)] = "done" if how == "done" else "skipped"
    effect(table, "plan.judging", "{what}", what=options[f"{how}/{at}"])
    if "open" not in force.methods and "skipped" not in force.methods:
        effect(
            table, "plan.goal-needs-methods", "every method is carried out: {goal}", beat="plan-works", goal=plan.goal
        )


# ---------------------------------------------------------------------- off-screen


class Suffering(NamedTuple):
    """What a unit off-screen is rolled for."""

    dice: int
    volume: Volume


def base_suffering() -> Suffering:
    """vof.unit-maneuvers-base."""
    return Suffering(numbers().unit_dice, "direct")


def shifted(suffering: Suffering, dice: int, steps: int) -> Suffering:
    """More or less for the opposition, the situation, and the cohesion of support and leadership."""
    at = min(max(VOLUMES.index(suffering.volume) + steps, 0), len(VOLUMES) - 1)
    return Suffering(max(suffering.dice + dice, 1), VOLUMES[at])


def with_gains(gains: list[str], *, missed: bool) -> tuple[Suffering, Suffering]:
    """ruling.zoom-dice: what the squad's side and the enemy's side suffer after an engage roll."""
    steps = -1 if "initiative" in gains else 1 if missed else 0
    mine = shifted(base_suffering(), -1 if "cohesion" in gains else 0, steps)
    return mine, shifted(base_suffering(), 0, 1 if "advantage" in gains else 0)


def unit_maneuver(table: Table[Session], speaker: Speaker) -> None:
    """vof.unit-maneuvers: what a unit suffers off-screen (ruling.unit-maneuvers-who-suffers); rolled for both sides of
    an off-screen engagement, it settles that (vof.unit-maneuvers-opposed)."""
    session = table.state
    units = ["", *session.teams]
    question = Choose(units, lambda id: session.name(id) if id else "A unit off the map", prompt="Which unit?")
    id = table.ask(speaker.hand, "vof.unit-maneuvers", question)
    dice = table.ask(
        speaker.hand, "vof.unit-maneuvers-base", Choose(list(range(1, 7)), lambda n: f"{n}d", prompt="Dice")
    )
    volume = table.ask(speaker.hand, "vof.unit-maneuvers-base", Choose(list(VOLUMES), str.capitalize, prompt="Volume"))
    suffer(table, session.teams.get(id), Suffering(dice, volume))


def suffer(table: Table[Session], team: Team | None, suffering: Suffering) -> Harm:
    """Wounds are casualties; stress is morale, materiel, supply, delay or confusion, which the GM tells."""
    harm: Harm = table.roll(fire(suffering.volume, suffering.dice), "vof.unit-maneuvers", GM)
    name = team.name if team else "the unit"
    effect(table, "vof.unit-maneuvers", "{who} suffers {harm}", who=name, harm=in_words(harm))
    if team and harm.wounds:
        hurt(table, team, take_damage(team.marks, harm.wounds), harm.wounds, "vof.unit-maneuvers")
    if harm.stress:
        owe(table.state.story, "cost", f"{name} off-screen ({harm.stress} stress)", "vof.unit-maneuvers", GM,
            advice="morale, materiel, supply, delay or confusion",
            text="Word comes back that it has not gone as it should")  # fmt: skip
    return harm
