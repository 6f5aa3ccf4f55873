"""The umpire's desk: rules that make sense on their own, for a table that plays with its own figures and dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from adjudge.engine import BadInput, Procedure, Table, total
from adjudge.engine.inputs import TextFile
from adjudge.games.rdz.books import Kind, Weapon, rosters
from adjudge.games.rdz.data import PatrolRow
from adjudge.games.rdz.readings import armor_roll
from adjudge.games.rdz.rules.armor import wear_armor
from adjudge.games.rdz.rules.attack import area_attack, attack
from adjudge.games.rdz.rules.combat import begin_round, combat_round
from adjudge.games.rdz.rules.encounter import is_met, meet, roll_type
from adjudge.games.rdz.rules.order import order_of_attacks, roll_for_places
from adjudge.games.rdz.rules.patrol import patrol_row
from adjudge.games.rdz.rules.prospects import verdict
from adjudge.games.rdz.rules.turns import enemy_attack, enemy_weapon
from adjudge.games.rdz.setup import start
from adjudge.games.rdz.state import CAPTAIN, Figure, Options, Patrol, Rulings

ANYBODY = "zombie-businessman"

Number = Annotated[int, Meta(ge=0, le=1000)]


class Numbers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Current numbers of a figure, where they are not the starting ones."""

    initiative: Number | None = None
    combat_skill: Number | None = None
    life_points: Number | None = None
    armor: Number | None = None


class Situation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every situation may say."""

    books: Annotated[TextFile, Meta(description="a stat book of your own")] = ""
    rulings: Rulings = Rulings()


def _squad(situation: Situation) -> Patrol:
    return start(Options(books=situation.books, rulings=situation.rulings))


def _type(state: Patrol, id_: str) -> Kind:
    kind = rosters[state.books].kinds.get(id_)
    if kind is None or id_ in state.squad:
        known = ", ".join(id_ for id_ in rosters[state.books].kinds if id_ not in state.squad)
        raise BadInput("enemy", id_, f"one of {known}")
    return kind


def _set(figure: Figure, numbers: Numbers) -> None:
    for field in numbers.__struct_fields__:
        value = getattr(numbers, field)
        if value is not None:
            setattr(figure, field, value)


def _set_all(state: Patrol, numbers: Mapping[str, Numbers]) -> None:
    figures = {**state.squad, **state.combat.enemies}
    for id_, given in numbers.items():
        if id_ not in figures:
            raise BadInput("numbers", id_, f"one of {', '.join(figures)}")
        _set(figures[id_], given)


# ---------------------------------------------------------------------- patrol roll


def _roll_patrol(table: Table[Patrol], situation: Situation) -> str:
    row = patrol_row(table.roll(total(2), "patrol.roll", CAPTAIN))
    if row is None:
        table.tell("patrol.result-7", "The Sector is quiet.")
        return "no trouble"
    outcome = "2d6 enemies: " + ", ".join(_in_words(row))
    table.tell(row.rule, "{outcome}.", outcome=outcome)
    return outcome


def _in_words(row: PatrolRow) -> list[str]:
    words = {"met": "{} without a Rarity Roll", "rarity": "{} after a Rarity Roll", "rerolled": "no {}"}
    return [words[row.dreg].format("Dregs"), words[row.zombie].format("Zombies")]


# ---------------------------------------------------------------------- encounter


class Meeting(Situation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    patrol_roll: Annotated[int, Meta(ge=2, le=12, description="the Patrol Roll that brought the enemies")] = 6


def _meet_one(table: Table[Patrol], situation: Meeting) -> str:
    row = patrol_row(situation.patrol_roll)
    if row is None:
        raise BadInput("patrol_roll", situation.patrol_roll, "2 to 12 but not 7, which brings nobody")
    kind = roll_type(table)
    if is_met(table, row, kind):
        table.tell("encounter.type-roll", "{name}.", name=kind.name)
        return kind.name
    is_wrong = row.needed(kind.faction) == "rerolled"
    rule = "encounter.wrong-class-reroll" if is_wrong else "encounter.rarity-failure"
    table.tell(rule, "Not a {name}: roll the type again.", name=kind.name)
    return "roll again"


# ---------------------------------------------------------------------- order of attacks


class Order(Situation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    enemies: Annotated[tuple[str, ...], Meta(min_length=1, description="types, in order of the list")] = (
        "dreg-dog",
        "zombie-reg",
    )
    round: Annotated[int, Meta(ge=1, description="the Combat Round")] = 1
    numbers: Annotated[
        dict[str, Numbers], Meta(description="current numbers by figure, such as medic or zombie-reg-1")
    ] = {}


def _line_up(situation: Order) -> Patrol:
    state = _squad(situation)
    meet(state, [_type(state, id_) for id_ in situation.enemies])
    _set_all(state, situation.numbers)
    state.combat.round = situation.round - 1
    return state


def _put_in_order(table: Table[Patrol], situation: Order) -> str:
    """Tied Regulators, among whom the Captain chooses, stand with a slash between them."""
    state = table.state
    roll_for_places(table)
    begin_round(state)
    order: dict[object, list[str]] = {}
    for place, id_ in order_of_attacks(state):
        figure = state.squad.get(id_) or state.combat.enemies[id_]
        order.setdefault(place, []).append(figure.name)
    outcome = ", ".join("/".join(names) for names in order.values())
    table.tell("combat.initiative-order", "{order}.", order=outcome)
    return outcome


# ---------------------------------------------------------------------- attack


class Attack(Situation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    attacker: Annotated[str, Meta(description="a Regulator or a type of enemy")] = CAPTAIN
    weapon: Annotated[str, Meta(description="its weapon; nothing: its first, or the one an enemy would use")] = ""
    target: Annotated[
        str, Meta(description="a type of enemy or a Regulator; nothing: by the attack die, or all for an area weapon")
    ] = ""
    attacker_state: Annotated[Numbers, Meta(description="current numbers of the attacker")] = Numbers()
    target_state: Annotated[Numbers, Meta(description="current numbers of the target")] = Numbers()
    others: Annotated[tuple[str, ...], Meta(description="other enemies in the Combat, by type")] = ()
    absent: Annotated[tuple[str, ...], Meta(description="Regulators that are not in the Combat")] = ()
    command: Annotated[bool, Meta(description="a miss may be rolled again, if the Captain says so")] = False


def _set_up_attack(situation: Attack) -> Patrol:
    state = _squad(situation)
    target = _target(state, situation)
    if target and (target in state.squad) == (situation.attacker in state.squad):
        raise BadInput("target", target, "somebody of the other side")
    sides = [id_ for id_ in (situation.attacker, target) if id_ and id_ not in state.squad]
    meet(state, [_type(state, id_) for id_ in (*sides, *situation.others)])
    begin_round(state)
    if not situation.command:
        state.combat.rerolls = {}
    for id_ in situation.absent:
        if id_ not in state.squad:
            raise BadInput("absent", id_, f"one of {', '.join(state.squad)}")
        state.squad[id_].life_points = 0
    _set(_figure(state, situation.attacker), situation.attacker_state)
    if target:
        _set(_figure(state, target), situation.target_state)
    return state


def _target(state: Patrol, situation: Attack) -> str:
    """The target given; an ordinary enemy for a Regulator's attack that names nobody at all."""
    nobody = situation.attacker in state.squad and not situation.others
    return situation.target or (ANYBODY if nobody else "")


def _figure(state: Patrol, id_: str) -> Figure:
    return state.squad.get(id_) or state.combat.enemies[f"{id_}-1"]


def _weapon(state: Patrol, figure: Figure, name: str) -> Weapon:
    kind = rosters[state.books].kinds[figure.kind]
    weapon = kind.weapon(name) if name else enemy_weapon(figure, kind) if not figure.seat else kind.unlimited
    if weapon is None or not weapon.shots:
        raise BadInput("weapon", name or "nothing", "a weapon that makes attacks")
    return weapon


def _make_attack(table: Table[Patrol], situation: Attack) -> str:
    state = table.state
    attacker = _figure(state, situation.attacker)
    weapon = _weapon(state, attacker, situation.weapon)
    foes = [foe for foe in (state.combat.enemies if attacker.seat else state.squad).values() if foe.life_points > 0]
    before = [(foe.life_points, foe.armor) for foe in foes]
    if _target(state, situation) and not weapon.is_area:
        target = _figure(state, _target(state, situation))
        foes, before = [target], [(target.life_points, target.armor)]
        attack(table, attacker, weapon, target)
    elif not attacker.seat:
        enemy_attack(table, attacker, weapon)
    elif weapon.is_area:
        area_attack(table, attacker, weapon, foes)
    else:
        raise BadInput("target", "nothing", "a type of enemy")
    verdicts = [(foe.name, verdict(state, foe, *was)) for foe, was in zip(foes, before, strict=True)]
    if len(verdicts) == 1:
        return verdicts[0][1]
    return ", ".join(f"{name}: {word}" for name, word in verdicts if word != "miss") or "miss"


# ---------------------------------------------------------------------- armor roll


class ArmorRoll(Struct, frozen=True, forbid_unknown_fields=True):
    armor: Annotated[int, Meta(ge=1, le=12, description="current Armor")] = 7
    modifier: Annotated[int, Meta(ge=-12, le=12, description="added to Armor for the roll alone")] = 0


def _roll_armor(table: Table[Patrol], situation: ArmorRoll) -> str:
    figure = table.state.squad[CAPTAIN]
    figure.armor = situation.armor
    if not table.roll(armor_roll(situation.armor + situation.modifier), "armor.roll", CAPTAIN):
        table.tell("armor.not-stopped", "The hit goes through; Armor stays {armor}.", armor=figure.armor)
        return f"not stopped, Armor {figure.armor}"
    wear_armor(table, figure)
    return f"stopped, Armor {figure.armor}"


# ---------------------------------------------------------------------- a whole Combat


class Battle(Order, frozen=True, forbid_unknown_fields=True, kw_only=True):
    absent: Annotated[tuple[str, ...], Meta(description="Regulators that are not in the Combat")] = ()


def _line_up_battle(situation: Battle) -> Patrol:
    state = _line_up(situation)
    state.distance = 1
    for id_ in situation.absent:
        if id_ not in state.squad or id_ == CAPTAIN:
            raise BadInput("absent", id_, f"one of {', '.join(id_ for id_ in state.squad if id_ != CAPTAIN)}")
        state.squad[id_].life_points = 0
    return state


def _fight_out(table: Table[Patrol], situation: Battle) -> str:
    state = table.state
    roll_for_places(table)
    while state.fighting and not state.over:
        combat_round(table)
    if state.over:
        return "the Captain dies"
    lost = state.record.regulators_lost
    return f"won, {lost} lost" if lost else "won, nobody lost"


procedures = (
    Procedure(
        name="patrol-roll",
        title="Patrol Roll: what is in the Sector",
        rule="patrol.roll",
        params=Situation,
        situate=_squad,
        run=_roll_patrol,
    ),
    Procedure(
        name="encounter",
        title="Encounter: the type of one enemy and its Rarity Roll",
        rule="encounter.type-roll",
        params=Meeting,
        situate=_squad,
        run=_meet_one,
    ),
    Procedure(
        name="initiative-order",
        title="Order of attacks in a Round",
        rule="combat.initiative-order",
        params=Order,
        situate=_line_up,
        run=_put_in_order,
    ),
    Procedure(
        name="attack",
        title="One attack, by either side, with any weapon",
        rule="attack.opposed-roll",
        params=Attack,
        situate=_set_up_attack,
        run=_make_attack,
    ),
    Procedure(
        name="armor-roll",
        title="Armor Roll",
        rule="armor.roll",
        params=ArmorRoll,
        situate=lambda params: start(Options()),
        run=_roll_armor,
    ),
    Procedure(
        name="combat",
        title="A whole Combat against named enemies",
        rule="combat.start",
        params=Battle,
        situate=_line_up_battle,
        run=_fight_out,
        estimate=True,
    ),
)
