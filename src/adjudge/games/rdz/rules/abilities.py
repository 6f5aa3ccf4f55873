"""The special abilities of the house book, one small object each. Their texts are in the rulebook as ability.<id>.

Each answers the moments it means. A moment is declared beside the rule that asks it, in the chapter it comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Annotated, Literal

from msgspec import Meta

from adjudge.engine import Choose, Deed, Option, Table, step, total
from adjudge.engine.moments import answers
from adjudge.engine.wording import several
from adjudge.games.rdz.ability import Ability, ability
from adjudge.games.rdz.books import Weapon, WeaponEntry, parse_damage, rosters
from adjudge.games.rdz.outcomes import Healed
from adjudge.games.rdz.prospects import REROLL, ChooseReroll
from adjudge.games.rdz.rules.armor import (
    armor_modifier,
    gives_up,
    lose_life_points,
    on_death,
    on_dying,
    on_wounded,
    on_wounding,
    stands_aside,
)
from adjudge.games.rdz.rules.attack import (
    Miss,
    damage_taken,
    evades,
    extra_shots,
    hampers,
    is_immune,
    lends_attack,
    lends_defence,
    margin_with,
    on_evading,
    own_defence,
    pierces,
    rerolls,
    rerolls_a_round,
    slays,
    spend_reroll,
    was_used,
)
from adjudge.games.rdz.rules.combat import at_end_of_round, may_return, return_to_combat, tries_to_return
from adjudge.games.rdz.rules.order import comes_first
from adjudge.games.rdz.rules.patrol import outside_combat
from adjudge.games.rdz.rules.turns import (
    can_replace_attacks,
    enemy_attack,
    enemy_weapon,
    makes_no_attacks,
    on_replacing_attacks,
    spend_use,
    takes_over,
)
from adjudge.games.rdz.state import CAPTAIN, Combat, Figure, Patrol
from adjudge.games.rdz.wording import offered_as

Positive = Annotated[int, Meta(ge=1)]
Part = Annotated[str, Meta(pattern=r"^\d+/[1-9]\d*$")]
Dice = Annotated[str, Meta(pattern=r"^[1-9]\d?d6$")]
Faction = Literal["dreg", "zombie"]

DONE = "done"
REGENERATE, DARK_COMMAND, RADIATION = 1, 2, 3
"""ruling.end-of-round-order"""


@lru_cache(maxsize=1024)
def _part_of(number: int, part: str) -> Fraction:
    """A part such as 1/2 of a number."""
    return number * Fraction(part)


# ---------------------------------------------------------------------- Regulators


@ability("command")
class Command(Ability, frozen=True):
    """ability.command: once per Round a miss of a Regulator against a single target may be rolled again."""

    per_round: Positive

    @answers(rerolls_a_round)
    def left_this_round(self, state: Patrol) -> int:
        if state.rulings.innocents_killed == "command":  # ruling.innocents-killed
            return max(0, self.per_round - state.blame)
        return self.per_round

    @answers(rerolls)
    def is_given(self, table: Table[Patrol], miss: Miss) -> bool:
        if miss.needed > 12:
            return False
        if table.ask(CAPTAIN, "ability.command", ChooseReroll(miss)) != REROLL:
            return False
        table.tell(
            "ability.command", "Command! {attacker} tries again.", on=(miss.attacker.id,), attacker=miss.attacker.name
        )
        return True


@ability("take-the-bullet")
class TakeTheBullet(Ability, frozen=True):
    """ability.take-the-bullet: the first attack of a Round that passes to the Captain is made against the Officer."""

    per_round: Positive

    @answers(takes_over)
    def takes_over(self, table: Table[Patrol], holder: Figure, meant: Figure) -> bool:
        spent = table.state.combat.spent
        if spent.count(self.id) >= self.per_round:
            return False
        spent.append(self.id)
        table.tell(
            "ability.take-the-bullet",
            "{holder} steps in front of {meant}.",
            on=(holder.id, meant.id),
            holder=holder.name,
            meant=meant.name,
        )
        return True

    @answers(was_used)
    def was_used(self, state: Patrol, holder: Figure) -> None:
        state.combat.spent += [self.id] * self.per_round


@ability("field-dressing")
class FieldDressing(Ability, frozen=True):
    """ability.field-dressing: one use of the Medkit gives a living Regulator Life Points back."""

    heal: Dice
    item: str

    @answers(can_replace_attacks)
    def can_replace_attacks(self, state: Patrol, figure: Figure) -> bool:
        return figure.uses.get(self.item, 0) > 0 and _is_anybody_hurt(state)

    @answers(offered_as)
    def label(self, state: Patrol, figure: Figure) -> str:
        return f"{self.item}: {self.heal} Life Points back, {figure.uses[self.item]} left"

    @answers(on_replacing_attacks)
    def replace_attacks(self, table: Table[Patrol], figure: Figure) -> None:
        self._ask(table, figure, _hurt(table.state), "Dress whose wounds?")

    @answers(outside_combat)
    def outside_combat(self, table: Table[Patrol], figure: Figure) -> None:
        """Any number of uses, one at a time (ruling.medkit-timing)."""
        state = table.state
        while self.can_replace_attacks(state, figure):
            prompt = f"Before moving on: {self.item} ({figure.uses[self.item]} left)?"
            if self._ask(table, figure, [*_hurt(state), DONE], prompt) == DONE:
                return

    def _ask(self, table: Table[Patrol], medic: Figure, options: list[str], prompt: str) -> str:
        state, dice = table.state, parse_damage(self.heal)[0]
        question = Choose(
            options,
            lambda id_: _describe_hurt(state, id_),
            about=lambda id_: Deed(DONE if id_ == DONE else "dress", figure=medic.id, target=id_, item=self.item),
            prompt=prompt,
            forecast=lambda id_: None if id_ == DONE else _of_dressing(medic.id, dice, id_),
        )
        patient = table.ask(medic.chooser, "ability.field-dressing", question)
        if patient != DONE:
            self._dress(table, medic, state.squad[patient], resolve_dressing(table, medic, dice, state.squad[patient]))
        return patient

    def _dress(self, table: Table[Patrol], medic: Figure, patient: Figure, healed: int) -> None:
        medic.uses[self.item] -= 1
        patient.life_points += healed
        table.tell(
            "ability.field-dressing",
            "{medic} dresses {patient}'s wounds: {healed} back.",
            on=(medic.id, patient.id),
            mark="heal",
            medic=medic.name,
            patient=patient.name,
            healed=several(healed, "Life Point"),
        )


@step
def resolve_dressing(table: Table[Patrol], medic: Figure, dice: int, patient: Figure) -> int:
    """How many Life Points a wound that is dressed gives back."""
    return _healing(table.state, patient, table.roll(total(dice), "ability.field-dressing", medic.seat))


def _of_dressing(medic: str, dice: int, patient: str) -> Callable[[Table[Patrol]], Healed]:
    def rule(table: Table[Patrol]) -> Healed:
        squad = table.state.squad
        return Healed(resolve_dressing(table, squad[medic], dice, squad[patient]))

    return rule


def _hurt(state: Patrol) -> list[str]:
    kinds = rosters[state.books].kinds
    return [id_ for id_, figure in state.squad.items() if 0 < figure.life_points < kinds[figure.kind].life_points]


def _is_anybody_hurt(state: Patrol) -> bool:
    kinds = rosters[state.books].kinds
    return any(0 < figure.life_points < kinds[figure.kind].life_points for figure in state.squad.values())


def _describe_hurt(state: Patrol, id_: str) -> Option:
    if id_ == DONE:
        return Option(id_, "Enough", rule="ability.field-dressing", hotkey="e")
    figure = state.squad[id_]
    start = rosters[state.books].kinds[figure.kind].life_points
    hotkey = str(list(state.squad).index(id_) + 1)
    label = f"{figure.name}: {figure.life_points} of {start} Life Points"
    return Option(id_, label, figure=id_, rule="ability.field-dressing", hotkey=hotkey)


def _healing(state: Patrol, figure: Figure, points: int) -> int:
    """How many of so many Life Points come back: never above the starting number."""
    return min(points, rosters[state.books].kinds[figure.kind].life_points - figure.life_points)


def _heal(state: Patrol, figure: Figure, points: int) -> int:
    """Gives Life Points back; returns how many."""
    healed = _healing(state, figure, points)
    figure.life_points += healed
    return healed


@ability("stagger")
class Stagger(Ability, frozen=True):
    """ability.stagger: who loses Life Points to it and survives makes no attacks for the rest of the Round."""

    @answers(on_wounding)
    def on_wounding(self, table: Table[Patrol], attacker: Figure, victim: Figure, lost: int) -> None:
        if victim.life_points <= 0 or victim.halted or _has_attacked(table.state.combat, victim):
            return
        victim.halted = True
        table.tell("ability.stagger", "{victim} staggers.", on=(victim.id,), mark="back", victim=victim.name)


def _has_attacked(combat: Combat, figure: Figure) -> bool:
    """Whether its place in the order of attacks is behind that of the one who acts now."""
    order, acting = combat.order, combat.acting
    return acting in order and figure.id in order[: order.index(acting)]


@ability("called-shot")
class CalledShot(Ability, frozen=True):
    """ability.called-shot: a margin wide enough with the named weapon leaves no Armor Roll."""

    margin: Positive
    weapon: str

    @answers(margin_with)
    def margin_with(self, weapon: Weapon) -> int:
        return self.margin if weapon.name == self.weapon else 0

    @answers(pierces)
    def pierces(self, weapon: Weapon, margin: int) -> bool:
        return weapon.name == self.weapon and margin >= self.margin


@ability("riot-shield")
class RiotShield(Ability, frozen=True):
    """ability.riot-shield: a bonus on every defence roll."""

    defence: int

    @answers(own_defence)
    def own_defence(self) -> int:
        return self.defence


@ability("suppressing-fire")
class SuppressingFire(Ability, frozen=True):
    """ability.suppressing-fire: instead of attacks, a faction attacks worse for the rest of the Round."""

    attack: int
    faction: Faction

    @answers(can_replace_attacks)
    def can_replace_attacks(self, state: Patrol, figure: Figure) -> bool:
        kinds = rosters[state.books].kinds
        return any(kinds[enemy.kind].faction == self.faction for enemy in state.combat.enemies.values())

    @answers(offered_as)
    def label(self, state: Patrol, figure: Figure) -> str:
        return f"Suppressing Fire: every {self.faction.title()} attacks at {self.attack} this Round"

    @answers(on_replacing_attacks)
    def replace_attacks(self, table: Table[Patrol], figure: Figure) -> None:
        self.was_used(table.state, figure)
        table.tell(
            "ability.suppressing-fire",
            "{figure} keeps the {faction}s' heads down.",
            on=(figure.id,),
            figure=figure.name,
            faction=self.faction.title(),
        )

    @answers(was_used)
    def was_used(self, state: Patrol, holder: Figure) -> None:
        state.combat.spent.append(self.id)

    @answers(hampers)
    def hampers(self, state: Patrol, attacker: Figure) -> int:
        hit = self.id in state.combat.spent and rosters[state.books].kinds[attacker.kind].faction == self.faction
        return self.attack if hit else 0


# ---------------------------------------------------------------------- Dregs


@ability("bystander")
class Bystander(Ability, frozen=True):
    """ability.bystander: makes no attacks, and does not keep a Combat going (ruling.innocents)."""

    @answers(makes_no_attacks)
    def makes_no_attacks(self, state: Patrol) -> bool:
        return state.rulings.innocents == "bystanders"

    @answers(stands_aside)
    def stands_aside(self, state: Patrol) -> bool:
        return state.rulings.innocents == "bystanders"

    @answers(on_dying)
    def on_dying(self, table: Table[Patrol], figure: Figure) -> None:
        """ruling.innocents-killed: counted separately in the record, whatever else the attack leads to."""
        state = table.state
        if state.rulings.innocents != "bystanders":
            return
        state.record.innocents += 1
        state.blame += 1
        table.tell("ruling.innocents-killed", "{figure} had done nothing.", on=(figure.id,), figure=figure.name)
        if state.rulings.innocents_killed == "command":
            for holder in list(state.combat.rerolls):
                spend_reroll(state, holder)


@ability("distraction")
class Distraction(Ability, frozen=True):
    """ability.distraction: the first attack against it alone in a Combat misses without dice."""

    per_combat: Positive

    @answers(evades)
    def distracts(self, target: Figure) -> bool:
        return target.marks.count(self.id) < self.per_combat

    @answers(was_used)
    def was_used(self, state: Patrol, holder: Figure) -> None:
        holder.marks.append(self.id)

    @answers(on_evading)
    def has_distracted(self, table: Table[Patrol], target: Figure) -> None:
        self.was_used(table.state, target)
        table.tell(
            "ability.distraction", "{target} winks, and the Shot goes wide.", on=(target.id,), target=target.name
        )


@ability("pounce")
class Pounce(Ability, frozen=True):
    """ability.pounce: in the first Round it attacks before all who cannot pounce."""

    round: Positive

    @answers(comes_first)
    def comes_first(self, round_: int) -> bool:
        return round_ == self.round


@ability("surrender")
class Surrender(Ability, frozen=True):
    """ability.surrender: wounded down to a part of its Life Points it gives up, and is brought to justice."""

    fraction: Part

    @answers(gives_up)
    def has_had_enough(self, state: Patrol, victim: Figure, life_points: int) -> bool:
        start = rosters[state.books].kinds[victim.kind].life_points
        return victim.id not in state.squad and life_points <= _part_of(start, self.fraction)  # no Regulator gives up


@ability("snatch")
class Snatch(Ability, frozen=True):
    """ability.snatch: a wounded Regulator also loses a use of what it has most uses left of."""

    uses: Positive

    @answers(on_wounding)
    def on_wounding(self, table: Table[Patrol], attacker: Figure, victim: Figure, lost: int) -> None:
        most = max(victim.uses.values(), default=0)
        if victim.life_points <= 0 or most <= 0:
            return
        equals = [name for name, left in victim.uses.items() if left == most]
        question = Choose(
            equals,
            about=lambda name: Deed("lose", figure=victim.id, item=name),
            prompt=f"{victim.name}: what is snatched away?",
        )
        name = table.ask(CAPTAIN, "ability.snatch", question)
        victim.uses[name] = max(0, most - self.uses)
        table.tell(
            "ability.snatch",
            "{attacker} snatches a {name} from {victim}.",
            on=(attacker.id, victim.id),
            attacker=attacker.name,
            name=name,
            victim=victim.name,
        )


@ability("frenzy")
class Frenzy(Ability, frozen=True):
    """ability.frenzy: once wounded it has a Shot more for the rest of the Combat."""

    shots: Positive

    @answers(on_wounded)
    def on_wounded(self, table: Table[Patrol], victim: Figure) -> None:
        if self.id not in victim.marks:
            victim.marks.append(self.id)
            table.tell("ability.frenzy", "{victim} goes berserk.", on=(victim.id,), victim=victim.name)

    @answers(extra_shots)
    def extra_shots(self, figure: Figure) -> int:
        return self.shots if self.id in figure.marks else 0


@ability("ringleader")
class Ringleader(Ability, frozen=True):
    """ability.ringleader: the others of its faction attack better while it is in the Combat."""

    attack: int
    faction: Faction

    @answers(lends_attack)
    def lends_attack(self, state: Patrol, holder: Figure, attacker: Figure) -> int:
        return _to_others(state, holder, attacker, self.faction, self.attack)


def _to_others(state: Patrol, holder: Figure, figure: Figure, faction: str, bonus: int) -> int:
    return bonus if figure is not holder and rosters[state.books].kinds[figure.kind].faction == faction else 0


@ability("armor-breaker")
class ArmorBreaker(Ability, frozen=True):
    """ability.armor-breaker: the Armor Roll against its hits is made as if Armor were lower."""

    armor: int

    @answers(armor_modifier)
    def armor_modifier(self) -> int:
        return self.armor


# ---------------------------------------------------------------------- Zombies


@ability("undead")
class Undead(Ability, frozen=True):
    """ability.undead: gas does not attack it at all."""

    immune: Literal["gas", "grenade"]

    @answers(is_immune)
    def is_immune(self, class_: str) -> bool:
        return class_.startswith(self.immune)


@ability("clinging")
class Clinging(Ability, frozen=True):
    """ability.clinging: a wounded Regulator loses Initiative until Headquarters, once per Combat."""

    initiative: int

    @answers(on_wounding)
    def on_wounding(self, table: Table[Patrol], attacker: Figure, victim: Figure, lost: int) -> None:
        if victim.life_points <= 0 or self.id in victim.marks:
            return
        victim.marks.append(self.id)
        victim.initiative = max(1, victim.initiative + self.initiative)  # ruling.clinging-infectious-minimum
        table.tell(
            "ability.clinging",
            "{attacker} clings to {victim}: Initiative {initiative}.",
            on=(attacker.id, victim.id),
            mark="held",
            attacker=attacker.name,
            victim=victim.name,
            initiative=victim.initiative,
        )


@ability("infectious")
class Infectious(Ability, frozen=True):
    """ability.infectious: a wounded Regulator loses Combat Skill until Headquarters, once per Combat."""

    combat_skill: int

    @answers(on_wounding)
    def on_wounding(self, table: Table[Patrol], attacker: Figure, victim: Figure, lost: int) -> None:
        if victim.life_points <= 0 or self.id in victim.marks:
            return
        victim.marks.append(self.id)
        victim.combat_skill = max(1, victim.combat_skill + self.combat_skill)  # ruling.clinging-infectious-minimum
        table.tell(
            "ability.infectious",
            "{victim}'s wound festers: Combat Skill {skill}.",
            on=(victim.id,),
            mark="wound",
            victim=victim.name,
            skill=victim.combat_skill,
        )


@ability("devour")
class Devour(Ability, frozen=True):
    """ability.devour: it regains the Life Points that it takes."""

    @answers(on_wounding)
    def on_wounding(self, table: Table[Patrol], attacker: Figure, victim: Figure, lost: int) -> None:
        healed = _heal(table.state, attacker, lost)
        if healed:
            table.tell(
                "ability.devour",
                "{attacker} feeds: {healed} back.",
                on=(attacker.id,),
                mark="heal",
                attacker=attacker.name,
                healed=several(healed, "Life Point"),
            )


@ability("fire-coat")
class FireCoat(Ability, frozen=True):
    """ability.fire-coat: Damage from Grenades is only a part, rounded down."""

    grenade: Part

    @answers(damage_taken)
    def damage_taken(self, damage: int, weapon: Weapon) -> int:
        return floor(_part_of(damage, self.grenade)) if weapon.class_ == "grenade" else damage


@ability("last-blast")
class LastBlast(Ability, frozen=True):
    """ability.last-blast: when it dies it makes one attack at once (ruling.last-blast-chain)."""

    damage: str

    @answers(on_death)
    def on_death(self, table: Table[Patrol], figure: Figure) -> None:
        table.tell("ability.last-blast", "{figure} blows up.", on=(figure.id,), mark="dead", figure=figure.name)
        enemy_attack(table, figure, _blast_of(self.damage))


@lru_cache(maxsize=64)
def _blast_of(damage: str) -> Weapon:
    return Weapon(WeaponEntry("Last Blast", shots=1, damage=damage))


@ability("rise-again")
class RiseAgain(Ability, frozen=True):
    """ability.rise-again: dead for the first time, it may stand up at the end of the Round."""

    on: tuple[Annotated[int, Meta(ge=1, le=6)], ...]
    fraction: Part

    @answers(may_return)
    def may_return(self, figure: Figure) -> bool:
        return self.id not in figure.marks

    @answers(tries_to_return)
    def tries_to_return(self, table: Table[Patrol], figure: Figure) -> None:
        state = table.state
        figure.marks.append(self.id)
        if table.roll(total(1), "ability.rise-again") not in self.on:
            return
        start = rosters[state.books].kinds[figure.kind].life_points
        return_to_combat(state, figure, ceil(_part_of(start, self.fraction)))
        table.tell("ability.rise-again", "{figure} stands up again.", on=(figure.id,), mark="free", figure=figure.name)


@ability("drill")
class Drill(Ability, frozen=True):
    """ability.drill: while it is in the Combat a type fights better, in attack and defence."""

    attack: int
    defence: int
    type: str = "zombie-reg"

    @answers(lends_attack)
    def lends_attack(self, state: Patrol, holder: Figure, attacker: Figure) -> int:
        return self.attack if attacker.kind == self.type else 0

    @answers(lends_defence)
    def lends_defence(self, state: Patrol, holder: Figure, defender: Figure) -> int:
        return self.defence if defender.kind == self.type else 0


@ability("regenerate", phase=REGENERATE)
class Regenerate(Ability, frozen=True):
    """ability.regenerate: some Life Points back at the end of each Round."""

    heal: Positive

    @answers(at_end_of_round)
    def end_of_round(self, table: Table[Patrol], holder: Figure) -> None:
        healed = _heal(table.state, holder, self.heal)
        if healed:
            table.tell(
                "ability.regenerate",
                "{holder} knits together: {healed} back.",
                on=(holder.id,),
                mark="heal",
                holder=holder.name,
                healed=several(healed, "Life Point"),
            )


@ability("paralysing-touch")
class ParalysingTouch(Ability, frozen=True):
    """ability.paralysing-touch: a wounded Regulator misses its next attacks in this Combat."""

    @answers(on_wounding)
    def on_wounding(self, table: Table[Patrol], attacker: Figure, victim: Figure, lost: int) -> None:
        if victim.life_points > 0 and not victim.numb:
            victim.numb = True
            table.tell(
                "ability.paralysing-touch", "{victim} goes numb.", on=(victim.id,), mark="held", victim=victim.name
            )


@ability("dirge")
class Dirge(Ability, frozen=True):
    """ability.dirge: the others of its faction attack better while it is in the Combat."""

    attack: int
    faction: Faction

    @answers(lends_attack)
    def lends_attack(self, state: Patrol, holder: Figure, attacker: Figure) -> int:
        return _to_others(state, holder, attacker, self.faction, self.attack)


@ability("dark-command", phase=DARK_COMMAND)
class DarkCommand(Ability, frozen=True):
    """ability.dark-command: at the end of a Round the first other of its faction attacks once more, with one Shot."""

    attacks: Positive

    @answers(at_end_of_round)
    def end_of_round(self, table: Table[Patrol], holder: Figure) -> None:
        state = table.state
        servant = self._servant(state, holder)
        if servant is None:
            return
        table.tell(
            "ability.dark-command",
            "{holder} drives {servant} on.",
            on=(holder.id, servant.id),
            holder=holder.name,
            servant=servant.name,
        )
        for _ in range(self.attacks):
            weapon = enemy_weapon(servant, rosters[state.books].kinds[servant.kind])
            if weapon is not None and not state.over:
                spend_use(servant, weapon)
                enemy_attack(table, servant, weapon)

    def _servant(self, state: Patrol, holder: Figure) -> Figure | None:
        combat, kinds = state.combat, rosters[state.books].kinds
        for id_ in combat.order:
            other = combat.enemies.get(id_)
            if other and other is not holder and kinds[other.kind].faction == kinds[holder.kind].faction:
                return other
        return None


@ability("irradiated")
class Irradiated(Ability, frozen=True):
    """ability.irradiated: no Armor Roll against its attacks."""

    @answers(pierces)
    def pierces(self, weapon: Weapon, margin: int) -> bool:
        return True


@ability("radiation-aura", phase=RADIATION)
class RadiationAura(Ability, frozen=True):
    """ability.radiation-aura: all Regulators lose Life Points, with no Armor Roll (ruling.loss-not-from-attack)."""

    damage: Positive

    @answers(at_end_of_round)
    def end_of_round(self, table: Table[Patrol], holder: Figure) -> None:
        state = table.state
        if self.id in state.combat.spent:
            return
        state.combat.spent.append(self.id)
        table.tell(
            "ability.radiation-aura", "{holder} glows: every Regulator burns.", on=(holder.id,), holder=holder.name
        )
        for figure in state.squad.values():
            if figure.life_points > 0:
                lose_life_points(table, figure, min(self.damage, figure.life_points), None)


@ability("reap")
class Reap(Ability, frozen=True):
    """ability.reap: a margin wide enough, if Armor does not stop the hit, takes all Life Points."""

    margin: Positive

    @answers(margin_with)
    def margin_with(self, weapon: Weapon) -> int:
        return self.margin

    @answers(slays)
    def slays(self, margin: int) -> bool:
        return margin >= self.margin
