"""The umpire's desk: rules that make sense on their own, for a table that plays with its own figures and dice.

Each procedure sets up a small legal table and puts the real action there. What play refuses is refused, with the rule;
so is a number that no figure can have, and an input that would not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from adjudge.engine import MISSING, BadInput, Procedure, Refused, Script, Table
from adjudge.engine.inputs import TextFile, known, understood
from adjudge.engine.wording import several
from adjudge.games.rdz.books import Kind, Weapon, rosters
from adjudge.games.rdz.data import tables
from adjudge.games.rdz.outcomes import ArmorLeft, Fate, Fought, Met, Order, Struck, Trouble, worst
from adjudge.games.rdz.rules.armor import COLLAPSE, armor_stops, gives_up, on_wounded, wear_armor
from adjudge.games.rdz.rules.attack import HOLD, Blow, rerolls, shots_of, was_used
from adjudge.games.rdz.rules.combat import begin_round, combat_round
from adjudge.games.rdz.rules.encounter import encounter, leave_to_the_table, meet, resolve_type
from adjudge.games.rdz.rules.order import order_of_attacks, roll_for_places
from adjudge.games.rdz.rules.patrol import patrol_row, resolve_patrol_roll
from adjudge.games.rdz.rules.turns import (
    area_shots,
    enemy_attack,
    enemy_shots,
    enemy_weapon,
    fire,
    is_peaceful,
    makes_no_attacks,
    spend_use,
    weapon_options,
)
from adjudge.games.rdz.setup import start
from adjudge.games.rdz.state import CAPTAIN, OFFICER, Figure, Options, Patrol, Rulings
from adjudge.games.rdz.wording import weapon_named, words

ANYBODY = "zombie-businessman"

TYPES = {row.id: row.name for row in tables().type}
SQUAD = {row.id: row.name for row in tables().regulator}
USABLE = sorted({it.id for kind in rosters[""].kinds.values() for it in kind.voices if was_used.answer_of(it)})

EnemyType = Annotated[str, known(TYPES)]
MOST_ENEMIES = 60
"""Enemies of one situation: several times the largest encounter."""
Regulator = Annotated[str, known(SQUAD)]
Combatant = Annotated[str, known({**SQUAD, **TYPES})]

CombatSkill = Annotated[int, Meta(ge=0, le=100)]
LifePoints = Annotated[int, Meta(ge=1, le=1000)]
ArmorNumber = Annotated[int, Meta(ge=0, le=12)]
Initiative = Annotated[int, Meta(ge=1, le=100)]
Books = Annotated[TextFile, Meta(description="a stat book of your own")]
Absent = Annotated[tuple[Regulator, ...], Meta(description="Regulators that are not in the Combat")]


# ---------------------------------------------------------------------- small tables


BEYOND_A_COMBAT = ("game_end_and_victory", "shuttling", "guest_decisions", "innocents_killed")
"""House rules about the Patrol as a whole, or about who sits at the table: nothing at the desk gets to them."""


def _refuse_idle(rulings: Rulings) -> None:
    """A house rule that would change nothing here is refused."""
    for name in BEYOND_A_COMBAT:
        if getattr(rulings, name) != getattr(Rulings(), name):
            raise Refused(
                f"ruling.{name.replace('_', '-')}", "this house rule matters in a Patrol only, not at the desk"
            )


def _squad(books: str, rulings: Rulings, absent: Iterable[str] = ()) -> Patrol:
    """A fresh squad in Sector 1, without those who are not in the Combat."""
    _refuse_idle(rulings)
    state = start(Options(books=books, rulings=rulings))
    state.distance = state.depth = state.moves_out = state.record.moves = 1
    for id_ in absent:
        state.squad[id_].life_points = 0
    if state.squad[CAPTAIN].life_points <= 0:
        _succeed(state)
    return state


def _succeed(state: Patrol) -> None:
    """ruling.captain-death-timing: nobody fights on without a Captain, unless the Officer takes over."""
    if state.rulings.captain_death_timing != "officer" or state.squad[OFFICER].life_points <= 0:
        raise Refused("death.captain", "without the Captain there is no Combat: the game is over")
    state.commander = OFFICER


def _enemies(state: Patrol, types: Iterable[str]) -> None:
    """encounter.pages: the enemies of a Combat, and the squad's Round begun."""
    meet(state, [rosters[state.books].kinds[id_] for id_ in types])
    begin_round(state)
    state.combat.round = 0


def _kind(state: Patrol, figure: Figure) -> Kind:
    return rosters[state.books].kinds[figure.kind]


def _set_life_points(state: Patrol, figure: Figure, life_points: int | None) -> None:
    """Fewer Life Points than at the start: it was wounded, with all that follows from that."""
    if life_points is None:
        return
    kind = _kind(state, figure)
    if life_points > kind.life_points:
        at_most = several(kind.life_points, "Life Point")
        raise Refused("stat.starting-and-current", f"{kind.name} starts with {at_most} and never has more")
    if life_points == kind.life_points:
        return
    if gives_up(kind.voices, state, figure, life_points):
        rule = gives_up.who(kind.voices, state, figure, life_points).rule
        raise Refused(rule, f"{kind.name} has given up at {several(life_points, 'Life Point')}")
    figure.life_points = life_points
    on_wounded(kind.voices, Script(state), figure)


def _set_armor(figure: Figure, armor: int | None) -> None:
    if armor is None:
        return
    if 0 < armor <= COLLAPSE:
        raise Refused("armor.collapse", f"Armor of {armor} is gone: it is 0, or more than {COLLAPSE}")
    figure.armor = armor


def _set_combat_skill(figure: Figure, combat_skill: int | None) -> None:
    if combat_skill is not None:
        figure.combat_skill = combat_skill


# ---------------------------------------------------------------------- Patrol Roll


class Sector(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say about a Sector: they have no memory (ruling.patrol-roll-on-revisit)."""


def _roll_patrol(table: Table[Patrol], situation: Sector) -> Trouble:
    row = patrol_row(resolve_patrol_roll(table))
    if row is None:
        table.tell("patrol.result-7", "The Sector is quiet.")
        return Trouble()
    found = Trouble(row.dreg, row.zombie)
    table.tell(row.rule, "There are {trouble}.", trouble=words(found))
    return found


# ---------------------------------------------------------------------- encounter


class Meeting(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    patrol_roll: Annotated[int, Meta(ge=2, le=12, description="the Patrol Roll that brought the enemies")] = 6
    books: Books = ""


def _meet_one(table: Table[Patrol], situation: Meeting) -> str:
    row = patrol_row(situation.patrol_roll)
    if row is None:
        raise Refused("patrol.result-7", f"a Patrol Roll of {situation.patrol_roll} brings nobody")
    kind, is_met = resolve_type(table, row)
    if is_met:
        table.tell("encounter.type-roll", "It is a {name}.", name=kind.name)
        return kind.name
    is_wrong = row.needed(kind.faction) == "rerolled"
    rule = "encounter.wrong-class-reroll" if is_wrong else "encounter.rarity-failure"
    table.tell(rule, "Not a {name}: roll the type again.", name=kind.name)
    return "roll again"


class WholeSector(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Sector with all that is in it, ready to be put on the table."""

    patrol_roll: Annotated[int, Meta(ge=2, le=12, description="as it was rolled; empty: roll it here")] | None = None
    absent: Absent = ()
    books: Books = ""


def _meet_all(table: Table[Patrol], situation: WholeSector) -> Met:
    """patrol.roll, encounter.number: who is there, what their pages say, and who attacks when."""
    rolled = situation.patrol_roll or resolve_patrol_roll(table)
    row = patrol_row(rolled)
    if row is None:
        table.tell("patrol.result-7", "Patrol Roll {rolled}: the Sector is quiet.", rolled=rolled)
        return Met(0)
    encounter(table, rolled, row)
    enemies = table.state.combat.enemies.values()
    _read_pages(table, {_kind(table.state, enemy): enemy for enemy in enemies})
    begin_round(table.state)
    _tell_order(table)
    return Met(len(enemies))


def _read_pages(table: Table[Patrol], kinds: Iterable[Kind]) -> None:
    """encounter.pages: the numbers, weapons and abilities of each type that is there."""
    for kind in kinds:
        armor = f"Armor {kind.armor}" if kind.armor else "no Armor"
        arms = "; ".join(f"{it.name}, {several(it.shots, 'Shot')}, Damage {it.damage}" for it in kind.arms) or "unarmed"
        table.tell(
            "encounter.pages",
            "{name} ({code}): Initiative {initiative}, Combat Skill {skill}, Life {life}, {armor}. {arms}.{able}",
            name=kind.name,
            code=kind.code,
            initiative=kind.initiative,
            skill=kind.combat_skill,
            life=kind.life_points,
            armor=armor,
            arms=arms,
            able=f" Abilities: {', '.join(kind.ability_names)}." if kind.ability_names else "",
        )


# ---------------------------------------------------------------------- order of attacks


class Pace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The current numbers that the order of attacks goes by, where they are not the starting ones."""

    initiative: Initiative | None = None
    combat_skill: CombatSkill | None = None


class LineUp(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    enemies: Annotated[
        tuple[EnemyType, ...],
        Meta(min_length=1, max_length=MOST_ENEMIES, description="types, in order of the list"),
    ] = ("dreg-dog", "zombie-reg")
    round: Annotated[int, Meta(ge=1, le=100, description="the Combat Round")] = 1
    numbers: Annotated[
        dict[str, Pace], Meta(description="current numbers by figure, such as medic or zombie-reg-1")
    ] = {}
    absent: Absent = ()
    books: Books = ""


def _line_up(situation: LineUp, rulings: Rulings = Rulings()) -> Patrol:  # noqa: B008 - frozen
    state = _squad(situation.books, rulings, situation.absent)
    _enemies(state, situation.enemies)
    _set_paces(state, situation.numbers)
    state.combat.round = situation.round - 1
    return state


def _set_paces(state: Patrol, numbers: Mapping[str, Pace]) -> None:
    present = {id_: figure for id_, figure in {**state.squad, **state.combat.enemies}.items() if figure.life_points > 0}
    for name, given in numbers.items():
        id_ = understood(name, {id_: figure.name for id_, figure in present.items()}, "numbers")
        if given.combat_skill is not None and id_ in state.squad:
            raise Refused("combat.tie-regulators", "the order of Regulators does not go by Combat Skill")
        if given.initiative is not None:
            present[id_].initiative = given.initiative
        _set_combat_skill(present[id_], given.combat_skill)


def _put_in_order(table: Table[Patrol], situation: LineUp) -> Order:
    """Tied Regulators, among whom the Captain chooses, stand together."""
    roll_for_places(table)
    table.state.combat.round += 1
    return _tell_order(table)


def _tell_order(table: Table[Patrol]) -> Order:
    state = table.state
    order: dict[object, list[str]] = {}
    for place, id_ in order_of_attacks(state):
        figure = state.squad.get(id_) or state.combat.enemies[id_]
        order.setdefault(place, []).append(figure.name)
    found = Order(tuple(tuple(names) for names in order.values()))
    table.tell("combat.initiative-order", "They attack in this order: {order}.", order=words(found))
    return found


# ---------------------------------------------------------------------- attack


class AttackerNumbers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Current numbers of the attacker, where they are not the starting ones."""

    combat_skill: CombatSkill | None = None
    life_points: Annotated[int, Meta(ge=1, le=1000, description="fewer than at the start: it was wounded")] | None = (
        None
    )


class TargetNumbers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Current numbers of the target, where they are not the starting ones."""

    combat_skill: CombatSkill | None = None
    life_points: LifePoints | None = None
    armor: ArmorNumber | None = None


class Attack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    attacker: Annotated[Combatant, Meta(description="a Regulator or a type of enemy")] = CAPTAIN
    weapon: Annotated[str, Meta(description="its weapon; nothing: its first, or the one an enemy would use")] = ""
    uses: Annotated[int, Meta(ge=0, le=100, description="what is left of a limited weapon; nothing: all")] | None = None
    shots: Annotated[int, Meta(ge=1, le=50, description="how many of the weapon's Shots are taken")] = 1
    target: (
        Annotated[
            Combatant,
            Meta(description="who is attacked by every Shot; nothing: by the attack die, or all for an area weapon"),
        ]
        | None
    ) = None
    attacker_state: Annotated[AttackerNumbers, Meta(description="current numbers of the attacker")] = AttackerNumbers()
    target_state: Annotated[TargetNumbers, Meta(description="current numbers of the target")] = TargetNumbers()
    others: Annotated[
        tuple[EnemyType, ...], Meta(max_length=MOST_ENEMIES, description="other enemies in the Combat, by type")
    ] = ()
    absent: Absent = ()
    command: Annotated[bool, Meta(description="the Captain may have a miss rolled again")] = False
    used: Annotated[
        tuple[Annotated[str, known(USABLE)], ...],
        Meta(description="abilities that are used up in this Round or Combat"),
    ] = ()
    books: Books = ""
    rulings: Rulings = Rulings()


def _set_up_attack(situation: Attack) -> Patrol:
    state = _squad(situation.books, situation.rulings, situation.absent)
    target = _target(situation)
    if target and (target in SQUAD) == (situation.attacker in SQUAD):
        raise BadInput("target", target, "somebody of the other side")
    sides = [id_ for id_ in (situation.attacker, target) if id_ and id_ not in SQUAD]
    _enemies(state, (*sides, *situation.others))
    attacker = _present(state, situation.attacker, "attack")
    _set_numbers(state, situation, attacker, _present(state, target, "be attacked") if target else None)
    for id_ in situation.used:
        _use_up(state, id_)
    _allow_rerolls(state, situation)
    _ready(state, attacker, situation)
    return state


def _set_numbers(state: Patrol, situation: Attack, attacker: Figure, target: Figure | None) -> None:
    _set_combat_skill(attacker, situation.attacker_state.combat_skill)
    _set_life_points(state, attacker, situation.attacker_state.life_points)
    if target is None:
        if situation.target_state != TargetNumbers():
            raise BadInput("target_state", "numbers", "nothing where no target is named")
        return
    _set_combat_skill(target, situation.target_state.combat_skill)
    _set_life_points(state, target, situation.target_state.life_points)
    _set_armor(target, situation.target_state.armor)


def _target(situation: Attack) -> str:
    """The target given; an ordinary enemy for a Regulator's attack that names nobody at all."""
    nobody = situation.attacker in SQUAD and not situation.others
    return situation.target or (ANYBODY if nobody else "")


def _present(state: Patrol, id_: str, what: str) -> Figure:
    """The figure of that id, which has to be in the Combat."""
    figure = state.squad.get(id_) or state.combat.enemies[f"{id_}-1"]
    if figure.life_points <= 0:
        raise Refused("ruling.regulator-not-in-combat", f"{figure.name} is not in the Combat and cannot {what}")
    return figure


def _use_up(state: Patrol, id_: str) -> None:
    """An ability of somebody in the Combat is used up."""
    for figure in (*state.squad.values(), *state.combat.enemies.values()):
        ability = next((it for it in _kind(state, figure).voices if it.id == id_), None)
        if ability is not None and figure.life_points > 0:
            answer = was_used.answer_of(ability)
            assert answer is not None
            answer(state, figure)
            return
    raise Refused(f"ability.{id_}", f"nobody in the Combat has {id_}")


def _allow_rerolls(state: Patrol, situation: Attack) -> None:
    if not situation.command:
        state.combat.rerolls = {}
        return
    if situation.attacker not in SQUAD:
        raise Refused("ability.command", "only a Regulator's miss can be rolled again")
    living = [id_ for id_ in state.combat.rerolls if state.squad[id_].life_points > 0]
    if not living or not rosters[state.books].squad_at(rerolls):
        raise Refused("ability.command", "nobody in the Combat can have a miss rolled again")


def _ready(state: Patrol, attacker: Figure, situation: Attack) -> None:
    """attack.one-weapon, attack.shots: what the attacker could not do in play is refused."""
    kind = _kind(state, attacker)
    if is_peaceful(state, kind):
        raise Refused(makes_no_attacks.who(kind.voices, state).rule, f"{kind.name} makes no attacks")
    weapon = _weapon(state, attacker, situation)
    shots = shots_of(state, attacker, kind, weapon)
    if situation.shots > shots:
        raise Refused("attack.shots", f"{weapon.name} has {several(shots, 'Shot')} and not {situation.shots}")
    if not attacker.seat:
        _check_enemys_target(state, weapon, situation)
    elif weapon.is_area and situation.command:
        raise Refused("ability.command", f"{weapon.name} attacks all enemies, and no such miss is rolled again")
    elif not weapon.is_area and not _target(situation):
        raise BadInput("target", MISSING, "a type of enemy")


def _weapon(state: Patrol, figure: Figure, situation: Attack) -> Weapon:
    """The weapon that is meant; what it cannot use now is refused."""
    kind = _kind(state, figure)
    meant = understood(situation.weapon, {name: name for name in kind.armory}, "weapon") if situation.weapon else ""
    _set_uses(figure, kind, meant or _own_weapon(state, figure, kind), situation.uses)
    name = meant or _own_weapon(state, figure, kind)
    if figure.seat:
        _check_regulators_weapon(state, figure, kind, name)
    elif name != _own_weapon(state, figure, kind):
        own = _own_weapon(state, figure, kind)
        raise Refused("ruling.enemy-several-weapons", f"{kind.name} uses the {own}" if own else f"{kind.name} has none")
    if not name:
        raise Refused("enemy.weapon", f"{kind.name} has no weapon")
    return weapon_named(kind, name)


def _own_weapon(state: Patrol, figure: Figure, kind: Kind) -> str:
    """What it uses where nothing is said."""
    if not figure.seat:
        weapon = enemy_weapon(figure, kind)
        return weapon.name if weapon else ""
    if kind.unlimited:
        return kind.unlimited.name
    return weapon_options(state, figure, kind)[0]


def _check_regulators_weapon(state: Patrol, figure: Figure, kind: Kind, name: str) -> None:
    if name in weapon_options(state, figure, kind) and name != HOLD:
        return
    if name in kind.limits and kind.weapon(name) in kind.arms:
        raise Refused("attack.limited-uses", f"no use of the {name} is left")
    raise Refused("attack.one-weapon", f"the {name} makes no attacks" if name != HOLD else "no weapon is left to use")


def _set_uses(figure: Figure, kind: Kind, name: str, uses: int | None) -> None:
    if uses is None:
        return
    if name not in kind.limits:
        raise Refused("attack.limited-uses", f"the {name} is not limited" if name else f"{kind.name} has no weapon")
    if uses > kind.limits[name]:
        raise Refused(
            "attack.limited-uses", f"{kind.name} starts with {several(kind.limits[name], 'use')} of the {name}"
        )
    figure.uses[name] = uses


def _check_enemys_target(state: Patrol, weapon: Weapon, situation: Attack) -> None:
    if not situation.target:
        return
    if weapon.is_area:
        raise Refused("attack.area-targets", f"{weapon.name} attacks every Regulator in the Combat: name no target")
    _die_for(state, situation.target)


def _die_for(state: Patrol, target: str) -> int:
    """The attack die that means a Regulator; for the Captain, one that means somebody who is not in the Combat."""
    by_die = rosters[state.books].by_die
    for die, id_ in by_die.items():
        if die and id_ == target != state.commander:
            return die
        if die and target == state.commander and (state.squad[id_].life_points <= 0 or id_ == state.commander):
            return die
    raise Refused("enemy.target-captain", "with all six others in the Combat no attack passes to the Captain")


def _make_attack(table: Table[Patrol], situation: Attack) -> Fate | tuple[Struck, ...]:
    state = table.state
    attacker = _present(state, situation.attacker, "attack")
    weapon = _weapon(state, attacker, situation)
    targets = [_present(state, situation.target, "be attacked")] if situation.target else []
    leave_to_the_table(table, (_kind(state, figure) for figure in (attacker, *targets)))
    blows: list[Blow] = []
    if state.rulings.use_versus_shot == "uses":
        spend_use(attacker, weapon)
    if not attacker.seat:
        _enemy_attacks(table, attacker, weapon, situation, blows)
    elif weapon.is_area:
        area_shots(table, attacker, weapon, situation.shots, blows)
    else:
        target = _present(state, _target(situation), "be attacked")
        fire(table, attacker, weapon, situation.shots, lambda *_: _still(state, target), blows)
    if {figure.kind for figure, _ in blows} == {_target(situation)} and not weapon.is_area:
        return worst([verdict.fate for _, verdict in blows])
    return _struck(blows)


def _still(state: Patrol, target: Figure) -> str:
    return target.id if target.id in state.combat.enemies else HOLD


def _enemy_attacks(
    table: Table[Patrol], attacker: Figure, weapon: Weapon, situation: Attack, blows: list[Blow]
) -> None:
    """By the attack die, or as if it meant the target for each Shot."""
    if not situation.target:
        enemy_shots(table, attacker, weapon, situation.shots, blows)
        return
    for _ in range(situation.shots):
        if not table.state.over and table.state.squad[situation.target].life_points > 0:
            enemy_attack(table, attacker, weapon, _die_for(table.state, situation.target), blows)


def _struck(blows: list[Blow]) -> tuple[Struck, ...]:
    """What became of each who was attacked, those left out who were merely missed."""
    fates: dict[str, list[Fate]] = {}
    for figure, verdict in blows:
        fates.setdefault(figure.name, []).append(verdict.fate)
    found = (Struck(name, worst(each)) for name, each in fates.items())
    return tuple(sorted((it for it in found if it.fate != "missed"), key=lambda it: it.name))


# ---------------------------------------------------------------------- Armor Roll


class ArmorRoll(Struct, frozen=True, forbid_unknown_fields=True):
    armor: Annotated[int, Meta(ge=COLLAPSE + 1, le=12, description="current Armor")] = 7
    modifier: Annotated[int, Meta(ge=-12, le=12, description="added to Armor for the roll alone")] = 0


def _wear(situation: ArmorRoll) -> Patrol:
    state = _squad("", Rulings())
    _set_armor(state.squad[CAPTAIN], situation.armor)
    return state


def _roll_armor(table: Table[Patrol], situation: ArmorRoll) -> ArmorLeft:
    figure = table.state.squad[CAPTAIN]
    is_stopped = armor_stops(table, figure, situation.modifier)
    if is_stopped:
        wear_armor(table, figure)
    else:
        table.tell("armor.not-stopped", "The hit goes through; Armor stays {armor}.", armor=figure.armor)
    return ArmorLeft(is_stopped, figure.armor)


# ---------------------------------------------------------------------- a whole Combat


class Battle(LineUp, frozen=True, forbid_unknown_fields=True, kw_only=True):
    rulings: Rulings = Rulings()


def _line_up_battle(situation: Battle) -> Patrol:
    return _line_up(situation, situation.rulings)


def _fight_out(table: Table[Patrol], situation: Battle) -> Fought:
    """Until it is over, one way or another."""
    state = table.state
    roll_for_places(table)
    while state.fighting and not state.over:
        combat_round(table)
    lost = state.record.regulators_lost
    if state.over == "fallen":
        return Fought("lost", lost)
    return Fought("won" if state.record.combats_won else "broke off", lost)


procedures = (
    Procedure(
        name="patrol-roll",
        seats={CAPTAIN: "squad"},
        title="Patrol Roll: what is in the Sector",
        rule="patrol.roll",
        params=Sector,
        situate=lambda situation: _squad("", Rulings()),
        run=_roll_patrol,
    ),
    Procedure(
        name="sector",
        seats={CAPTAIN: "squad"},
        title="A whole encounter for a Patrol Roll",
        rule="encounter.number",
        params=WholeSector,
        situate=lambda situation: _squad(situation.books, Rulings(), situation.absent),
        run=_meet_all,
        estimate=True,
    ),
    Procedure(
        name="encounter",
        title="Encounter: the type of one enemy and its Rarity Roll",
        rule="encounter.type-roll",
        params=Meeting,
        situate=lambda situation: _squad(situation.books, Rulings()),
        run=_meet_one,
    ),
    Procedure(
        name="initiative-order",
        title="Order of attacks in a Round",
        rule="combat.initiative-order",
        params=LineUp,
        situate=_line_up,
        run=_put_in_order,
    ),
    Procedure(
        name="attack",
        seats={"": "enemy", CAPTAIN: "squad"},
        title="An attack, by either side, with any weapon and as many of its Shots as you like",
        rule="attack.opposed-roll",
        params=Attack,
        situate=_set_up_attack,
        run=_make_attack,
    ),
    Procedure(
        name="armor-roll",
        seats={CAPTAIN: "squad"},
        title="Armor Roll",
        rule="armor.roll",
        params=ArmorRoll,
        situate=_wear,
        run=_roll_armor,
    ),
    Procedure(
        name="combat",
        seats={"": "enemy", CAPTAIN: "squad"},
        title="A whole Combat against named enemies",
        rule="combat.start",
        params=Battle,
        situate=_line_up_battle,
        run=_fight_out,
        estimate=True,
    ),
)
