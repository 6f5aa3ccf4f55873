"""The bots of this game. The warlord plays any pair of parties by exact odds and a few plain habits.

He sees what his seat sees and chooses among what he is offered: the odds of an attack are those that a player is shown.
He goes by what an option is (`about`) and by the facts of a question; he reads no label and no prompt.
His habits: the best models first; as many dice as the risk of losing the turn is worth; attack what is most likely to
go down; stand up, break free, reload; lend the Leader's voice to those who stand together; otherwise close in, through
doors and up stairs if that is where the enemy is, and from cover to cover with a gun in hand.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache, lru_cache
from math import hypot
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from adjudge.engine import Allocate, Asked, Bot, Choose, ChooseSome, Deed, PickPoint, Table, random_bot
from adjudge.engine.questions import Forecast, Point, Region, Together
from adjudge.field import WALKING, Gait, Ground
from adjudge.field.ground import Changes, remembered
from adjudge.field.maps import bounds_of
from adjudge.field.paths import path_to_contact
from adjudge.field.points import towards
from adjudge.games.mdrg.ability import occasion, voices
from adjudge.games.mdrg.aims import comes_from, heads_for, shuns, worth_doing
from adjudge.games.mdrg.book import ARMS, SPECIALS, Arm
from adjudge.games.mdrg.figures import (
    are_enemies,
    current,
    enemies_of,
    friends_of,
    hangs,
    in_play,
    is_down,
    is_helpless,
    leads,
    models_of,
    quality,
    side_of,
)
from adjudge.games.mdrg.making import best_model, carrier, even_shares
from adjudge.games.mdrg.outcomes import Outcome, Toll
from adjudge.games.mdrg.places import Spot, apart, base_of, ground, is_within, length, spot_of, standing
from adjudge.games.mdrg.rules import groups
from adjudge.games.mdrg.rules.actions import DONE
from adjudge.games.mdrg.rules.activation import candidates, ends
from adjudge.games.mdrg.rules.area import in_blast, resolve_blast
from adjudge.games.mdrg.rules.combat import saves
from adjudge.games.mdrg.rules.creation import NOBODY
from adjudge.games.mdrg.rules.heights import landing
from adjudge.games.mdrg.rules.line_of_sight import look, sees_spot
from adjudge.games.mdrg.rules.quality import needed_by, quality_dice, rerolling
from adjudge.games.mdrg.rules.ranged import usable
from adjudge.games.mdrg.state import Battle, Figure
from adjudge.games.mdrg.sticks import own_stick, reach, where_to
from adjudge.odds import Distribution, distribution

WORTH = {
    "gruesome": 1.3,
    "kill": 1.0,
    "killed": 1.0,
    "controlled": 1.0,
    "passes out": 0.8,
    "wound": 0.6,
    "hurt": 0.6,
    "quality for good": 0.6,
    "transfix": 0.55,
    "transfixed": 0.55,
    "fall": 0.45,
    "down": 0.45,
    "quality": 0.4,
    "thrown": 0.35,
    "silenced": 0.3,
    "confused": 0.2,
    "works": 0.2,
    "recoil": 0.12,
    "shaken": 0.12,
}
"""What an outcome is worth, a kill being one. What befalls the attacker or his friends counts against it."""

SIGNS = {"target": 1.0, "attacker": -1.1, "friend": -1.3, "mover": -1.1}

LATE_TURN = 0.35
"""What losing the turn costs for every model that has not acted yet, in kills."""

FIRST = ("break-free", "stand-up", "recover", "recharge", "figure-out")
"""What is done before anything else, if it can be."""

NEVER = (DONE, "prone", "drop", "leave")
"""What he does only if there is nothing else."""

LEAST_WORTH = 0.03
A_GOOD_BLOW = 0.3
"""What the only action must promise to be spent on a blow and not on an order or on the way to the prize."""
AVOIDING = Gait(factors=(("difficult", 3.0),))
SHUNNED = 4.0
"""How many times as long a way may be that goes round what is shunned."""
SHOTS_WORTH_WAITING = ("reload", "load", "unjam", "ready")
UP, DOWN = ("up", "climb"), ("down", "climb down", "let-go")
AT_A_DOOR = ("bash", "slog", "shoot-door")
COSTLY = 0.04
"""What a second action must gain."""
DISABLING = ("unconscious", "transfixed")
"""The ailments that are cured first."""
FALL = Fraction(1, 4)
"""The chance of a fall that a climber dares."""

Deeds = dict[str, Deed]
"""What is offered: what each option is, by its key."""


class Temper(Struct, frozen=True, forbid_unknown_fields=True):
    """What a warlord can be told to be like."""

    bold: Annotated[
        float, Meta(ge=0, le=1, description="how little the risk of losing the turn weighs: 0 counts it double, 1 not")
    ] = 0.5
    aims: Annotated[bool, Meta(description="goes for what the scenario is about; otherwise only for the enemy")] = True


def warlord_of(temper: Temper) -> Bot:
    """A warlord of that temper."""
    late_turn = 2 * LATE_TURN * (1 - temper.bold)
    if temper.aims:
        return lambda asked: _answer(asked, late_turn)
    return lambda asked: _answer(_as_plain_battle(asked), late_turn)


def _as_plain_battle(asked: Asked) -> Asked:
    """What one sees who thinks that a battle is a battle, whatever it is about."""
    return replace(asked, view=replace(asked.view, scenario=""))


def warlord(asked: Asked) -> Any:
    """One sensible answer."""
    return _answer(asked, LATE_TURN)


def _answer(asked: Asked, late_turn: float) -> Any:
    question = asked.question
    if isinstance(question, PickPoint):
        return _point(asked, question)
    if isinstance(question, Choose):
        return _choice(asked, question, late_turn)
    if isinstance(question, ChooseSome):
        return list(question.options[: question.most])
    if isinstance(question, Allocate) and asked.rule == "creation.equipment-pool":
        return even_shares(_muster(asked), question)
    return random_bot(asked)


def _muster(asked: Asked) -> Any:
    """The party that is being made."""
    return next(muster for muster in asked.view.musters if muster.step != "done")


def _choice(asked: Asked, question: Choose[Any], late_turn: float) -> Any:
    state: Battle = asked.view
    match asked.rule:
        case "activation.nominate":
            return _dice(state, question, late_turn) if "figure" in question.facts else _nominate(state, question)
        case "actions.per-activation":
            return _deed(state, question)
        case "group.single-roll" | "concentrated.single-roll" | "regroup.resolution" | "door.bash-cooperate":
            return _common_dice(state, question, late_turn)
        case "group.order" | "ruling.morale-table-order" | "ruling.concentrated-target":
            return question.options[0]
        case "ability.healing-use":
            return min(question.options, key=lambda key: key not in DISABLING)
        case "concentrated.order":
            return max(question.options, key=lambda key: _volley_worth(state, state.figures[key]))
        case "creation.equipment-pool":
            return carrier(_muster(asked), question)
        case "morale.one-failure":
            return "shelter" if "shelter" in question.options else "edge"
        case "ability.hero-reroll":
            return _again(question)
        case "ability.sprint":
            return "run"
        case "climb.let-go":
            return "hold on"
        case "door.blocked-result":
            return "opens"
    if NOBODY in question.options:
        return best_model(_muster(asked), question.options)
    return _by_deed(state, question) or random_bot(asked)


def _by_deed(state: Battle, question: Choose[Any]) -> Any:
    """What is put to him while the models are set up: one that can hide does, and the scenario may know a side."""
    for key, deed in _offered(question).items():
        figure = state.figures.get(deed.figure)
        if deed.kind == "hide":
            return key
        if deed.kind == "side" and figure is not None and comes_from(occasion(state), state, figure) == deed.item:
            return key
    return None


def _offered(question: Choose[Any]) -> Deeds:
    """What each option is."""
    return {key: deed for key in question.options if (deed := question.about(key)) is not None}


def _again(question: Choose[Any]) -> str:
    """A failed Quality die always; in a fight, what is lost or drawn."""
    won = question.facts.get("mine", 0) > question.facts.get("yours", 0)
    return "keep" if won else "re-roll"


# Whom to activate, and with how many dice


def _nominate(state: Battle, question: Choose[Any]) -> Any:
    """Those who can strike at once first, then the best Quality; two at a door that they cannot go round together."""
    deeds = _offered(question)
    pairs = [(key, (deed.figure, deed.facts["with"])) for key, deed in deeds.items() if deed.kind == "bash"]
    stuck = [key for key, pair in pairs if all(_is_stuck(state, state.figures[id]) for id in pair)]
    if stuck:
        return stuck[0]
    models = [key for key, deed in deeds.items() if deed.kind == "activate"]
    if not models:
        return question.options[0]
    figures = [state.figures[key] for key in models]
    urges = [_urge(state, figure) for figure in figures]
    eager = [figure for figure, urge in zip(figures, urges, strict=True) if urge == min(urges)]
    if min(urges) == LEADS:
        return min(figure.id for figure in eager)
    return min(eager, key=lambda figure: (needed_by(state, figure, "activation"), figure.id)).id


LEADS, ENGAGED, IDLE = range(3)
"""Who comes first: a Leader with orders to give, those with an enemy near, the others."""


def _urge(state: Battle, figure: Figure) -> int:
    if leads(figure) and len(groups.order_deeds(state, figure)) > 1:  # more than a call to regroup
        return LEADS
    far = base_of(state, figure).diameter * 8
    return ENGAGED if any(apart(state, figure, enemy) < far for enemy in enemies_of(state, figure)) else IDLE


def _is_stuck(state: Battle, figure: Figure) -> bool:
    return where_to(state, figure, _waypoint(state, figure)).length <= 1.0


def _dice(state: Battle, question: Choose[Any], late_turn: float) -> int:
    """As many dice as pay: actions gained against the turn lost for those who have not acted."""
    acting = state.figures[question.facts["figure"]]
    needed, held, others = needed_by(state, acting, "activation"), is_helpless(acting), len(candidates(state)) - 1
    counts: tuple[int, ...] = tuple(question.options)
    return max(counts, key=lambda count: _pays(needed, count, late_turn * max(0, others), held))


@lru_cache(4096)
def _pays(needed: int, count: int, late_turn: float, held: bool) -> float:
    """The expected use of a number of dice; two actions are what one who is held needs."""
    use = {0: 0.0, 1: 0.1 if held else 0.5, 2: 0.9, 3: 1.2}
    reading = quality_dice(needed, count)
    total = 0.0
    for dice, weight in reading.outcomes:
        lost = late_turn if dice.failures >= 2 else 0.0
        total += weight * (use[dice.successes] - lost)
    return total / reading.ways


def _common_dice(state: Battle, question: Choose[Any], late_turn: float) -> int:
    """The same for several at once: what they gain counts for two, what is lost for those who still wait."""
    others = len(candidates(state))
    use = (0.0, 1.0, 1.8, 2.4)

    def pays(count: int) -> float:
        rule = question.forecast(count)
        chances = distribution(rule, policy=warlord).chances if rule else {}
        return sum(
            float(p) * (use[found.count] - (late_turn * others if found.also else 0.0)) for found, p in chances.items()
        )

    counts: tuple[int, ...] = tuple(question.options)
    return max(counts, key=pays)


# What to do


def _deed(state: Battle, question: Choose[Any]) -> Any:
    """The attack that promises most, unless something must be done first; else something useful, or a step."""
    deeds = {key: deed for key, deed in _offered(question).items() if deed.kind not in NEVER}
    urgent = next((key for key, deed in deeds.items() if deed.kind in FIRST), None)
    if urgent:
        return urgent
    figure = state.figures[question.facts["figure"]]
    attack, worth = _best_attack(state, figure, question, deeds)
    wish, urge = _wish(state, figure, _offered(question))
    if wish and urge >= worth:
        return wish
    order = _order(state, figure, deeds, worth)
    if order:
        return order
    is_pressed = question.facts["actions"] == 1 and "move" in deeds and _aim(state, figure) is not None
    if attack and worth > (A_GOOD_BLOW if is_pressed else LEAST_WORTH):
        return attack
    return _good_deed(state, figure, deeds) or _errand(state, figure, question, deeds) or DONE


def _wish(state: Battle, figure: Figure, deeds: Deeds) -> tuple[str, float]:
    """What the scenario would have the model do, and how much it is worth."""
    scenario = occasion(state)
    if not worth_doing.is_answered(scenario):
        return "", 0.0
    urges = [(worth_doing(scenario, state, figure, deed) or 0.0, key) for key, deed in deeds.items()]
    urge, key = max(urges, default=(0.0, ""))
    return (key, urge) if urge else ("", 0.0)


def _aim(state: Battle, figure: Figure) -> Point | None:
    """Where the scenario would have the model go."""
    return heads_for(occasion(state), state, figure)


def _best_attack(state: Battle, figure: Figure, question: Choose[Any], deeds: Deeds) -> tuple[str, float]:
    """Every attack with its odds, each action it costs counted; the best and what it is worth."""
    found = [(0.0, "")]
    attacks = {key: deed for key, deed in deeds.items() if deed.facts["attack"] and deed.kind != "shoot-door"}
    may_spend = bool(attacks) and _can_spend(state)
    for key, deed in attacks.items():
        if deed.kind == "throw":
            found.append((_throw_worth(state, figure, ARMS[deed.item]), key))
        elif (rule := question.forecast(key)) is not None:
            found.append((_expected(state, rule, may_spend) - (COSTLY if deed.facts["cost"] > 1 else 0.0), key))
    worth, key = max(found)
    return key, worth


def _expected(state: Battle, rule: Forecast, may_spend: bool) -> float:
    found = _foresee(rule, state, may_spend)
    return sum(weight / found.denominator * _worth(outcome) for outcome, weight in found.weights.items())


def _foresee(rule: Forecast, state: Battle, may_spend: bool) -> Distribution[Any]:
    """The odds of an option. Weighing one changes nothing but what is spent by it: without such a thing nothing is
    copied."""
    if may_spend or isinstance(rule, Together):
        return distribution(rule, state, policy=warlord)

    def on_the_spot(table: Table[Any]) -> Hashable:
        table.state = state
        return rule(table)

    return distribution(on_the_spot, policy=warlord, by_steps=False)


def _can_spend(state: Battle) -> bool:
    """Whether anybody has something that a combat may cost."""
    return any(_spends(figure) for figure in state.figures.values())


def _spends(figure: Figure) -> bool:
    """Whether a combat may cost it something, whatever comes of it: a Hero's die, a force field, its hold on a wall."""
    return saves.is_answered(voices(figure.rules)) or rerolling(figure) is not None or hangs(figure)


@cache
def _worth(outcome: Outcome | Toll) -> float:
    """What an outcome is worth."""
    if isinstance(outcome, Toll):
        return sum(SIGNS[fate.to] * fate.count * WORTH.get(fate.kind, 0.0) for fate in outcome.fates)
    return SIGNS[outcome.to] * WORTH.get(outcome.kind, 0.0)


# Blasts


def _throw_worth(state: Battle, figure: Figure, arm: Arm) -> float:
    """What the best throw at an enemy in reach is worth."""
    far = length(state, arm.range) + base_of(state, figure).diameter / 2
    near = [(foe.x, foe.y) for foe in enemies_of(state, figure) if hypot(foe.x - figure.x, foe.y - figure.y) <= far]
    seen = [point for point in near if sees_spot(state, figure, point)]
    return max((_blast_worth(state, figure.seat, arm, point) for point in seen), default=0.0)


def _blast_worth(state: Battle, seat: str, arm: Arm, point: Point) -> float:
    """The exact odds of each one in the blast; one's own count more."""
    signs = {one.id: -1.3 if side_of(state, one) == seat else 1.0 for one in in_blast(state, point)}
    return sum(sign * _harm(state, id, arm, point) for id, sign in signs.items())


def _harm(state: Battle, id: str, arm: Arm, point: Point) -> float:
    def rule(table: Table[Battle]) -> str:
        return resolve_blast(table, None, table.state.figures[id], arm, point).kind

    chances = distribution(rule, state, policy=warlord).chances
    return sum(float(p) * WORTH.get(kind, 0.0) for kind, p in chances.items())


def _landing(state: Battle, seat: str, arm: Arm, samples: list[Point]) -> Point:
    """The point of the greatest harm: the likeliest few by count, then by their odds."""
    likely = sorted(samples, key=lambda point: -_crowd(state, seat, point))[:3]
    return max(likely, key=lambda point: _blast_worth(state, seat, arm, point))


def _crowd(state: Battle, seat: str, point: Point) -> float:
    """Enemies in the blast less friends."""
    return sum(-1.5 if side_of(state, one) == seat else 1.0 + 0.1 * quality(one) for one in in_blast(state, point))


# The Leader's voice


def _order(state: Battle, figure: Figure, deeds: Deeds, worth: float) -> str:
    """Concentrated fire if it promises more than all else; a group, if the Leader himself has no good blow."""
    if "order-fire" in deeds:
        best = max(_volley_worth(state, enemy) for enemy in groups.fire_targets(state, figure))
        if best > max(worth, A_GOOD_BLOW):
            return "order-fire"
    idle = figure.attacked or worth <= LEAST_WORTH
    return "order-group" if "order-group" in deeds and idle and _is_near(state, figure) else ""


def _is_near(state: Battle, leader: Figure) -> bool:
    """Whether those who would be ordered have somebody to fight."""
    followers = groups.in_earshot(state, leader)
    return any(is_within(state, one, foe, "long") for one in followers for foe in enemies_of(state, one))


def _volley_worth(state: Battle, target: Figure) -> float:
    """What one shot of all who can fire is worth, less what the same models would do one by one."""
    leader = state.figures[state.acting]
    shooters = groups.shooters_at(state, leader, target)[: groups.MOST]
    if len(shooters) < groups.LEAST:
        return 0.0
    together = _strike_worth(state, shooters, target)
    alone = sum(_strike_worth(state, [pair], target) for pair in shooters)
    return together if together > 0.8 * alone else 0.0


def _strike_worth(state: Battle, shooters: list[tuple[Figure, Arm]], target: Figure) -> float:
    who, whom = [(shooter.id, arm) for shooter, arm in shooters], target.id

    def rule(table: Table[Battle]) -> Outcome:
        figures = table.state.figures  # of a copy: a die that is rolled again is spent there
        return groups.resolve_fire(table, [(figures[id], arm) for id, arm in who], figures[whom])[1].outcome

    return _expected(state, rule, _can_spend(state))


# What else is useful


def _good_deed(state: Battle, figure: Figure, deeds: Deeds) -> str:
    """The best of what special rules offer besides attacks, if any of it is worth an action."""
    worth, key = max(((_use(state, figure, deed), key) for key, deed in deeds.items()), default=(0.0, ""))
    return key if worth > 0.1 else ""


def _use(state: Battle, figure: Figure, deed: Deed) -> float:
    """What a deed without an opponent's dice is worth."""
    other = state.figures.get(deed.target)
    match deed.kind:
        case "drain" if other is not None:
            return _drain_worth(state, figure, other, deed.item)
        case "copy" if other is not None:
            return 0.15 * (current(other).combat - current(figure).combat) + 0.1 * (quality(figure) - quality(other))
        case "restart":
            return 0.6
        case "healing" if other is not None:
            return 0.5 if is_helpless(other) else 0.12 * sum(other.losses.values())
        case "dose" if other is not None:
            return _dose_worth(state, other, deed.item)
        case "allure":
            return 0.12 * (_count_near(state, figure, True) - 1.5 * _count_near(state, figure, False))
        case kind if kind in SPECIALS and SPECIALS[kind].kind == "mental" and figure.attacked:
            return 0.15  # a shield, once there is nothing better to do
    return 0.0


def _drain_worth(state: Battle, figure: Figure, other: Figure, what: str) -> float:
    if not are_enemies(state, figure, other):
        return 0.0
    last = what == "cell" and not other.cells
    return 0.9 if last and other.power == 1 else 0.5 if last else 0.2


def _dose_worth(state: Battle, patient: Figure, drug: str) -> float:
    """A dose helps the sick at once, and others once they are in the fight; never twice."""
    if drug in patient.effects or side_of(state, patient) != state.active:
        return 0.0
    sick = is_helpless(patient) or any(patient.losses.values())
    near = any(is_within(state, patient, foe, "long") for foe in enemies_of(state, patient))
    return 0.4 if sick else 0.13 if near and not patient.attacked else 0.0


def _count_near(state: Battle, figure: Figure, foes: bool) -> int:
    others = enemies_of(state, figure) if foes else friends_of(state, figure)
    return sum(is_within(state, figure, other, "short") for other in others)


def _errand(state: Battle, figure: Figure, question: Choose[Any], deeds: Deeds) -> str:
    """What is left to do: see to the weapon, close in. One with a shot to come stays where it is."""
    tasks = [key for key, deed in deeds.items() if deed.kind in SHOTS_WORTH_WAITING and _is_worth_waiting(deed.item)]
    aim = _aim(state, figure)
    if aim is not None and not figure.shunned and not _is_stuck(state, figure):
        return _step(state, figure, deeds)
    if aim is not None and hypot(aim[0] - figure.x, aim[1] - figure.y) < length(state, "short"):
        return ""  # it is there, and waits for more actions
    if tasks and not usable(figure) and not figure.attacked:
        return tasks[0]
    if figure.attacked and usable(figure):
        return next((key for key, deed in deeds.items() if deed.kind in ("reload", "load")), "")
    if figure.attacked or figure.shunned or ends.is_answered(voices(tuple(figure.effects))):
        return ""
    return _climb(state, figure, question, deeds) or _step(state, figure, deeds)


def _is_worth_waiting(item: str) -> bool:
    return item in ARMS and (not ARMS[item].blast or bool(ARMS[item].combat))


def _climb(state: Battle, figure: Figure, question: Choose[Any], deeds: Deeds) -> str:
    """Up if the enemy is up there and a fall is unlikely, down if he is not."""
    prey = _prey(state, figure)
    if prey is None or (prey.on == figure.on and not figure.climbing):
        return ""
    wanted = UP if prey.level > figure.level else DOWN
    ways = [key for key, deed in deeds.items() if deed.kind in wanted and _leads_to(state, deed, prey, figure)]
    return next((key for key in ways if _fall(state, question, key) <= FALL), "")


def _leads_to(state: Battle, deed: Deed, prey: Figure, figure: Figure) -> bool:
    """Whether a wall or stairs lead to where the prey stands; down, and on from half-way, every way does."""
    if deed.kind in DOWN or figure.climbing:
        return True
    piece = ground(state).by_id[deed.target]
    top = landing(state, piece) if deed.kind == "up" else piece
    return top is not None and top.id == prey.on


def _fall(state: Battle, question: Choose[Any], key: str) -> Fraction:
    rule = question.forecast(key)
    return _foresee(rule, state, _can_spend(state)).chances.get(Outcome("fall"), Fraction(0)) if rule else Fraction(0)


def _step(state: Battle, figure: Figure, deeds: Deeds) -> str:
    """A move, in the air or in a sprint if it is far; at a door that bars the way, the door."""
    if not any(key in deeds for key in ("move", "slog")):
        return ""
    otherwise = next((key for key, deed in deeds.items() if deed.kind in AT_A_DOOR), "")
    if otherwise and _is_stuck(state, figure):
        return otherwise
    prey = _prey(state, figure)
    far = prey is not None and apart(state, figure, prey) > 1.5 * reach(state, figure, own_stick(state, figure))
    if far and "sprint" in deeds:
        return "sprint"
    return "move" if "move" in deeds else "slog"


# Where to


def _point(asked: Asked, question: PickPoint) -> Point:
    state: Battle = asked.view
    figure = state.figures.get(question.facts.get("figure") or question.facts.get("target", ""))
    if figure is not None and question.facts["deed"] == "move":
        return _towards_prey(state, figure, question)
    samples = list(question.region.samples())
    if figure is None:
        return samples[int(asked.rng.random() * len(samples))]
    match question.facts["deed"]:
        case "deploy":
            return _spread_out(state, figure, samples)
        case "throw":
            return _landing(state, asked.seat, ARMS[question.facts["item"]], samples)
        case "recoil" | "flee" | "push":  # the one who is pushed is an enemy, and so are those whom it is kept from
            return max(samples, key=lambda point: _distance_to_enemies(state, figure, point))
        case "throw clear":
            return min(samples, key=lambda point: _distance_to_enemies(state, figure, point))
        case "disarm":
            return max(samples, key=lambda point: _distance_to_friends(state, figure, point))
    return samples[int(asked.rng.random() * len(samples))]


def _prey(state: Battle, figure: Figure) -> Figure | None:
    """The enemy that is nearest and easiest to beat."""
    return min(_prey_of(state, figure), key=lambda enemy: (_appeal(state, figure, enemy), enemy.id), default=None)


def _prey_of(state: Battle, figure: Figure) -> list[Figure]:
    """The enemies that are worth a walk: those who belong to somebody."""
    return [enemy for enemy in enemies_of(state, figure) if enemy.seat]


def _appeal(state: Battle, figure: Figure, enemy: Figure) -> float:
    return apart(state, figure, enemy) + 8.0 * current(enemy).combat - (40.0 if is_down(enemy) else 0.0)


def _waypoint(state: Battle, figure: Figure) -> Point:
    """The first turn of the best way to what the scenario is about or to an enemy, doors not counted; slow ones avoid
    bad ground, and everybody what the scenario has him shun."""
    here, gait = (figure.x, figure.y), _gait(state, figure)
    others = tuple(spot_of(state, one) for one in in_play(state) if one is not figure and one.on == figure.on)
    aim = _aim(state, figure)
    if aim is not None:
        goal: Spot = ("aim", *aim, 1.0, 0.0)
        return _first_turn(_doors_open(state), spot_of(state, figure), goal, others, gait) or aim
    enemies = sorted(_prey_of(state, figure), key=lambda enemy: (_appeal(state, figure, enemy), enemy.id))
    for enemy in enemies[:2]:
        turn = _first_turn(_doors_open(state), spot_of(state, figure), _goal(state, figure, enemy), others, gait)
        if turn is not None:
            return turn
    return (enemies[0].x, enemies[0].y) if enemies else here


def _gait(state: Battle, figure: Figure) -> Gait:
    """How a model had better go."""
    slow = own_stick(state, figure) in (None, "short")
    marks = tuple((mark, SHUNNED) for mark in shuns(occasion(state), state, figure))
    if not marks:
        return AVOIDING if slow else WALKING
    return Gait(factors=(*(AVOIDING.factors if slow else ()), *marks))


@remembered(256)
def _first_turn(field: Ground, one: Spot, goal: Spot, others: tuple[Spot, ...], gait: Gait) -> Point | None:
    """The first point of a way where it turns. It is asked for when he decides to move, and again when he does."""
    way = path_to_contact(field, standing(one), standing(goal), [standing(other) for other in others], gait)
    points = way.points if way else ()
    return next((point for point in points if hypot(point[0] - one[1], point[1] - one[2]) > 1.0), None)


def _goal(state: Battle, figure: Figure, enemy: Figure) -> Spot:
    """The enemy himself; of one that stands on something, the stairs or ladder that lead there."""
    if not enemy.on or enemy.on == figure.on:
        return spot_of(state, enemy)
    ways = [piece for piece in ground(state).pieces if piece.traits & {"stairs", "ladder"}]
    for way in ways:
        top = landing(state, way)
        if top is not None and top.id == enemy.on:
            west, south, east, north = bounds_of(way.shapes[0])
            return ("way", (west + east) / 2, (south + north) / 2, 1.0, 0.0)
    return spot_of(state, enemy)


def _doors_open(state: Battle) -> Ground:
    """The ground as it would be with every door open."""
    field = ground(state)
    shut = tuple(piece.id for piece in field.pieces if {"door", "closed"} <= piece.traits)
    return field.after(Changes(opened=shut)) if shut else field


def _towards_prey(state: Battle, figure: Figure, question: PickPoint) -> Point:
    """As far on that way as the stick allows; one who shoots looks for cover on the way."""
    here, goal = (figure.x, figure.y), _waypoint(state, figure)
    far = reach(state, figure, own_stick(state, figure) or "short")
    point = _legal(towards(here, goal, min(far, hypot(goal[0] - here[0], goal[1] - here[1]))))
    if usable(figure) and _aim(state, figure) is None:
        point = _under_cover(state, figure, point, question.region) or point
    return point if question.region.admits(point) else question.region.samples()[0]


def _legal(point: Point) -> Point:
    return (round(point[0], 3), round(point[1], 3))


def _under_cover(state: Battle, figure: Figure, point: Point, region: Region) -> Point | None:
    """A spot near the one he wants, from which he sees the nearest enemy and is covered from him."""
    prey = _prey(state, figure)
    if prey is None or apart(state, figure, prey) < length(state, "medium"):
        return None
    far, (x, y) = length(state, "short") / 2, point
    near = [spot for spot in region.samples() if hypot(spot[0] - x, spot[1] - y) < far]
    return next((spot for spot in near if _is_covered(state, figure, spot, prey)), None)


def _is_covered(state: Battle, figure: Figure, spot: Point, prey: Figure) -> bool:
    end = where_to(state, figure, spot).end
    here = (figure.x, figure.y)
    figure.x, figure.y = end
    seen = look(state, prey, figure)
    figure.x, figure.y = here
    return seen.cover and seen.objection is None


def _distance_to_enemies(state: Battle, figure: Figure, point: Point) -> float:
    return min((hypot(enemy.x - point[0], enemy.y - point[1]) for enemy in enemies_of(state, figure)), default=0.0)


def _distance_to_friends(state: Battle, figure: Figure, point: Point) -> float:
    """From a spot to the nearest of those who might pick something up there."""
    return min(hypot(one.x - point[0], one.y - point[1]) for one in (figure, *friends_of(state, figure)))


def _spread_out(state: Battle, figure: Figure, samples: list[Point]) -> Point:
    """Near the middle of the edge, side by side, the fast ones outside."""
    field = ground(state)
    friends = models_of(state, figure.seat)
    centre = (field.width / 2, field.depth / 2)

    def cost(point: Point) -> float:
        crowd = sum(1 for one in friends if hypot(one.x - point[0], one.y - point[1]) < 45)
        return hypot(point[0] - centre[0], point[1] - centre[1]) + 30 * crowd

    return min(samples, key=cost)
