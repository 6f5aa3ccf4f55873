"""Combatting Dregs & Zombies: the turn of a Regulator, and the turn of a Dreg or Zombie."""

from __future__ import annotations

from collections.abc import Callable

from adjudge.engine import Choose, Table
from adjudge.engine.moments import any_of, each
from adjudge.games.rdz.books import FISTS, Kind, Weapon, rosters
from adjudge.games.rdz.prospects import ChooseTarget, ChooseWeapon, about_weapon
from adjudge.games.rdz.rules.armor import keeps_fighting, stands_aside
from adjudge.games.rdz.rules.attack import HOLD, Blow, area_attack, attack, shots_of
from adjudge.games.rdz.state import Figure, Patrol
from adjudge.games.rdz.wording import describe_weapon

# ---------------------------------------------------------------------- what abilities say


@any_of
def can_replace_attacks(state: Patrol, figure: Figure) -> bool:
    """Whether it can be used now in place of a weapon."""


@each
def on_replacing_attacks(table: Table[Patrol], figure: Figure) -> None:
    """It was chosen in place of a weapon."""


@any_of
def makes_no_attacks(state: Patrol) -> bool:
    """Whether it never attacks."""


@any_of
def takes_over(table: Table[Patrol], holder: Figure, meant: Figure) -> bool:
    """Whether the holder is attacked in place of the Captain, to whom an attack passed."""


# ---------------------------------------------------------------------- Regulators


def regulator_turn(table: Table[Patrol], figure: Figure) -> None:
    """A Regulator makes its attacks for the Round, or does something instead."""
    if (figure.numb or figure.halted) and is_kept_from_acting(table, figure):
        return
    state = table.state
    kind = rosters[state.books].kinds[figure.kind]
    chosen = choose_weapon(table, figure, kind)
    weapon = kind.armory.get(chosen)
    if weapon is None:
        if chosen == HOLD or does_instead(table, figure, kind, chosen):
            return
        weapon = FISTS
    shots = take_up(state, figure, kind, weapon)
    if weapon.is_area:
        area_shots(table, figure, weapon, shots)
    elif state.rulings.one_at_a_time_shots == "declared":
        _declared_shots(table, figure, weapon, shots)
    else:
        fire(table, figure, weapon, shots, choose_target)


def does_instead(table: Table[Patrol], figure: Figure, kind: Kind, chosen: str) -> bool:
    """Whether an ability was chosen in place of a weapon, and used."""
    for ability in kind.voices:
        answer = on_replacing_attacks.answer_of(ability) if ability.id == chosen else None
        if answer is not None:
            answer(table, figure)
            return True
    return False


def turn_without_attacks(table: Table[Patrol], figure: Figure) -> None:
    """A Regulator has nothing to attack and may do something instead (ruling.combat-end-with-abilities)."""
    state = table.state
    kind = rosters[state.books].kinds[figure.kind]
    options = abilities_instead(state, figure, kind)
    if not options or is_kept_from_acting(table, figure):
        return
    question = Choose(
        [*options, HOLD],
        lambda key: describe_weapon(state, figure, key, "", about_weapon(state, figure, key)),
        about=lambda key: about_weapon(state, figure, key),
        prompt=f"{figure.name}: nothing left to attack, unless the dead rise. Do something else?",
    )
    does_instead(table, figure, kind, table.ask(figure.chooser, "ruling.combat-end-with-abilities", question))


def is_kept_from_acting(table: Table[Patrol], figure: Figure) -> bool:
    """Whether an ability took these attacks from it (ruling.regulator-not-in-combat: it is still in the Combat)."""
    if figure.numb:
        figure.numb = False
        table.tell("combat.rounds", "{figure} is numb and makes no attacks.", on=(figure.id,), figure=figure.name)
        return True
    if figure.halted:
        table.tell("combat.rounds", "{figure} reels and makes no attacks.", on=(figure.id,), figure=figure.name)
    return figure.halted


def choose_weapon(table: Table[Patrol], figure: Figure, kind: Kind) -> str:
    """attack.one-weapon: one weapon for the Round, or what an ability offers instead.

    Who has but one, and loses nothing by taking it up, is asked for targets at once: fire can be held there as well.
    """
    options = weapon_options(table.state, figure, kind)
    if len(options) == 2 and is_free_to_take_up(table.state, kind.armory.get(options[0], FISTS)):
        return options[0]
    return table.ask(figure.chooser, "attack.one-weapon", ChooseWeapon(options, table.state, figure))


def weapon_options(state: Patrol, figure: Figure, kind: Kind) -> list[str]:
    uses = figure.uses
    options = [name for name, is_limited in kind.named_arms if not is_limited or uses[name] > 0]
    if not options and state.rulings.no_usable_weapon == "fists":  # ruling.no-usable-weapon
        options.append(FISTS.name)
    if kind.at(can_replace_attacks):
        options += abilities_instead(state, figure, kind)
    options.append(HOLD)
    return options


def is_free_to_take_up(state: Patrol, weapon: Weapon) -> bool:
    """Whether nothing is spent and nobody is hit before a target is chosen."""
    return not weapon.is_area and (weapon.uses is None or state.rulings.use_versus_shot == "shots")


def abilities_instead(state: Patrol, figure: Figure, kind: Kind) -> list[str]:
    """What abilities offer in place of attacks."""
    return [ability.id for ability, can in can_replace_attacks.said(kind.voices, state, figure) if can]


def take_up(state: Patrol, figure: Figure, kind: Kind, weapon: Weapon) -> int:
    """attack.limited-uses: how many Shots that gives, and one use spent unless each Shot pays for itself."""
    shots = shots_of(state, figure, kind, weapon)
    if weapon.uses is not None and state.rulings.use_versus_shot == "uses":  # ruling.use-versus-shot
        spend_use(figure, weapon)
    return shots


def spend_use(figure: Figure, weapon: Weapon) -> None:
    if weapon.uses is not None:
        figure.uses[weapon.name] -= 1


def _pay_for_shot(state: Patrol, figure: Figure, weapon: Weapon) -> None:
    if state.rulings.use_versus_shot == "shots":
        spend_use(figure, weapon)


Aim = Callable[[Table[Patrol], Figure, Weapon, int], str]
"""At whom the next Shot goes: the attacker, its weapon and the Shots left in, an enemy's id or `HOLD` out."""


def fire(
    table: Table[Patrol], figure: Figure, weapon: Weapon, shots: int, aim: Aim, blows: list[Blow] | None = None
) -> None:
    """ruling.one-at-a-time-shots: each attack is resolved before the next target is chosen."""
    state, enemies = table.state, table.state.combat.enemies
    standing, pays = len(enemies), state.rulings.use_versus_shot == "shots"
    for left in range(shots, 0, -1):
        target = aim(table, figure, weapon, left)
        if target == HOLD:
            return
        if pays:
            spend_use(figure, weapon)
        attack(table, figure, weapon, enemies[target], blows)
        if len(enemies) < standing and is_done(state, figure):
            return


def _declared_shots(table: Table[Patrol], figure: Figure, weapon: Weapon, shots: int) -> None:
    """The house rule: all targets first, and a Shot at one that has fallen is lost."""
    state, combat = table.state, table.state.combat
    for target in _declare(table, figure, weapon, shots):
        if target in combat.enemies:
            attack(table, figure, weapon, combat.enemies[target])
        if is_done(state, figure):
            return


def _declare(table: Table[Patrol], figure: Figure, weapon: Weapon, shots: int) -> list[str]:
    """The targets, until the rest is held (ruling.declining-attacks). A Shot declared is paid for."""
    targets: list[str] = []
    for number in range(shots):
        target = choose_target(table, figure, weapon, shots - number)
        if target == HOLD:
            break
        _pay_for_shot(table.state, figure, weapon)
        targets.append(target)
    return targets


def area_shots(
    table: Table[Patrol], figure: Figure, weapon: Weapon, shots: int, blows: list[Blow] | None = None
) -> None:
    """attack.area-targets: all enemies, no Regulator (ruling.area-friends, ruling.area-several-shots)."""
    state, combat = table.state, table.state.combat
    for _ in range(shots):
        _pay_for_shot(state, figure, weapon)
        area_attack(table, figure, weapon, list(combat.enemies.values()), blows)
        if is_done(state, figure):
            return


def choose_target(table: Table[Patrol], figure: Figure, weapon: Weapon, left: int) -> str:
    """attack.target-choice: any enemy in the Combat, for each Shot again."""
    options = [*table.state.combat.enemies, HOLD]
    question = ChooseTarget(options, table.state, figure, weapon, left)
    return table.ask(figure.chooser, "attack.target-choice", question)


def is_done(state: Patrol, figure: Figure) -> bool:
    """Whether a Regulator's remaining Shots are idle: it fell to what it set off, or nobody is left to fight."""
    return bool(state.over) or figure.life_points <= 0 or not is_fought(state)


def is_fought(state: Patrol) -> bool:
    """Whether an enemy is left that keeps the Combat going (ruling.combat-end-with-abilities)."""
    roster = rosters[state.books]
    may_stand_aside = roster.kinds_at(stands_aside)
    for enemy in state.combat.enemies.values():
        if enemy.kind not in may_stand_aside or keeps_fighting(state, roster.kinds[enemy.kind]):
            return True
    return False


# ---------------------------------------------------------------------- Dregs and Zombies


def enemy_turn(table: Table[Patrol], figure: Figure) -> None:
    """A Dreg or Zombie attacks with all Shots of its weapon (enemy.shots)."""
    if (figure.numb or figure.halted) and is_kept_from_acting(table, figure):
        return
    state = table.state
    kind = rosters[state.books].kinds[figure.kind]
    weapon = enemy_weapon(figure, kind)
    if weapon is None or is_peaceful(state, kind):
        return
    enemy_shots(table, figure, weapon, take_up(state, figure, kind, weapon))


def enemy_shots(
    table: Table[Patrol], figure: Figure, weapon: Weapon, shots: int, blows: list[Blow] | None = None
) -> None:
    """enemy.shots: each Shot is one attack, with a target of its own (ruling.enemy-target-per-shot)."""
    state, die = table.state, 0
    for _ in range(shots):
        _pay_for_shot(state, figure, weapon)
        die = enemy_attack(table, figure, weapon, die, blows)
        if state.over:
            return


def is_peaceful(state: Patrol, kind: Kind) -> bool:
    """Whether an ability keeps it from ever attacking."""
    return bool(kind.at(makes_no_attacks)) and makes_no_attacks(kind.voices, state)


def enemy_weapon(figure: Figure, kind: Kind) -> Weapon | None:
    """enemy.weapon: a limited one while it lasts, then the first of the others (ruling.enemy-several-weapons)."""
    for weapon in kind.limited:  # ruling.enemy-uses
        if figure.uses[weapon.name] > 0:
            return weapon
    return kind.unlimited


def enemy_attack(
    table: Table[Patrol], figure: Figure, weapon: Weapon, die: int = 0, blows: list[Blow] | None = None
) -> int:
    """One Shot. Returns the attack die if it stands for the next Shot too (ruling.enemy-target-per-shot), else 0."""
    state = table.state
    if weapon.is_area:
        area_attack(table, figure, weapon, within_reach(state), blows)
        return 0
    if not die:
        die = table.roll(rosters[state.books].target_roll, "enemy.target-roll")
    attack(table, figure, weapon, regulator_attacked(table, die), blows)
    return die if state.rulings.enemy_target_per_shot == "once" else 0


def within_reach(state: Patrol) -> list[Figure]:
    """ruling.enemy-area-weapons: every Regulator in the Combat."""
    spared = state.commander if state.rulings.enemy_area_weapons == "not-the-captain" else ""
    return [figure for figure in state.squad.values() if figure.life_points > 0 and figure.id != spared]


def regulator_attacked(table: Table[Patrol], die: int) -> Figure:
    """enemy.target-roll; if that Regulator is not in the Combat, the Captain (enemy.target-captain)."""
    state = table.state
    book = rosters[state.books]
    figure = state.squad[book.by_die[die]]
    if figure.life_points > 0 and figure.id != state.commander:
        return figure
    captain = state.squad[state.commander]
    for id_, is_taken_over in book.squad_at(takes_over):
        holder = state.squad[id_]
        if holder.life_points > 0 and holder is not captain and is_taken_over(table, holder, captain):
            return holder
    return captain
