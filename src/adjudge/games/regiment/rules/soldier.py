"""The soldier's moves. Loadouts: soldier.loadout-battle-rifle, soldier.loadout-smg, soldier.loadout-automatic-rifle,
soldier.loadout-lmg, and for each of them soldier.also; they are in `data/playbooks/soldier.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.engine import Choose, Table
from adjudge.engine.moments import answers
from adjudge.games.regiment.ability import Ability, Act, known
from adjudge.games.regiment.data import Stat, weapons
from adjudge.games.regiment.rules.battle import marks_for_breaking_cover
from adjudge.games.regiment.rules.core import Attempt, gear_for_plus, help_is_worth, stat_instead
from adjudge.games.regiment.rules.experience import lasting_grit, raises
from adjudge.games.regiment.rules.fire import fighters
from adjudge.games.regiment.rules.harm import extra_grit, extra_tough
from adjudge.games.regiment.state import Fire, Held, Session, Soldier
from adjudge.story import Speaker, effect


@known("soldier.once-more-into-the-breach")
class OnceMore(Ability):
    """xp for breaking cover to take the fight to the enemy, each time."""

    @answers(marks_for_breaking_cover)
    def charges(self) -> bool:
        return True


@known("soldier.battle-tested")
class BattleTested(Ability):
    @answers(raises)
    def is_good_at(self, stat: Stat) -> int:
        return int(stat == "battle")


@known("soldier.comrade-in-arms")
class ComradeInArms(Ability):
    @answers(help_is_worth)
    def helps_well(self) -> int:
        return 2


@known("soldier.eye-for-supply")
class EyeForSupply(Ability):
    """Battle in place of lucky, for ammo and weapons only."""

    @answers(stat_instead)
    def knows_where(self, soldier: Soldier, attempt: Attempt) -> Stat | None:
        return "battle" if (attempt.move, attempt.kind) == ("scrounge", "ammo") else None


@known("soldier.fight-back")
class FightBack(Ability):
    @answers(stat_instead)
    def fights_on(self, soldier: Soldier, attempt: Attempt) -> Stat | None:
        return "battle" if attempt.move == "push" else None


@known("soldier.heavy-weapon")
class HeavyWeapon(Ability):
    """A heavy weapon for the session, for 1 supply (ruling.heavy-weapon-session); others may use one they find
    (ruling.heavy-weapon-proficiency)."""

    def acts(self, session: Session, soldier: Soldier) -> Sequence[Act]:
        if session.squad.supply < 1 or session.engagement or any(it.borrowed for it in soldier.weapons):
            return ()
        return [Act("heavy-weapon", "Draw a heavy weapon for 1 supply", self.rule, draw_heavy_weapon, is_action=False)]


def draw_heavy_weapon(table: Table[Session], speaker: Speaker, id: str) -> None:
    session, rule = table.state, "soldier.heavy-weapon"
    heavy = [key for key, weapon in weapons().items() if weapon.kind == "heavy"]
    question = Choose(heavy, lambda key: weapons()[key].title, prompt="Which heavy weapon?")
    weapon = table.ask(speaker.hand, rule, question)
    session.squad.supply -= 1
    soldier = session.soldiers[id]
    soldier.weapons.append(Held(weapon, borrowed=True))
    effect(
        table,
        rule,
        "{who} draws a {what} for 1 supply",
        beat="draws",
        on=(soldier.id,),
        who=soldier.name,
        what=weapons()[weapon].title.lower(),
    )


@known("soldier.spray-and-pray")
class SprayAndPray(Ability):
    """Gear beyond the move's own for +1 each, with no limit but the gear held (ruling.spray-pray-limit)."""

    @answers(gear_for_plus)
    def keeps_firing(self, soldier: Soldier, attempt: Attempt) -> int:
        return soldier.gear if attempt.move == "covering-fire" else 0


@known("soldier.stone-cold")
class StoneCold(Ability):
    @answers(lasting_grit)
    def is_hard(self) -> int:
        return 1


@known("soldier.section-8")
class Section8(Ability):
    """Tough and grit in an assault on a foe that outnumbers or outguns the squad (ruling.section-8-judge)."""

    @answers(extra_tough)
    def does_not_feel_it(self, session: Session, soldier: Soldier, fire: Fire) -> int:
        return int(is_desperate(session, fire))

    @answers(extra_grit)
    def does_not_care(self, session: Session, soldier: Soldier, fire: Fire) -> int:
        return int(is_desperate(session, fire))


def is_desperate(session: Session, fire: Fire) -> bool:
    """More of them than of us, or heavy weapons and vehicles that we lack; for the fire of the assault alone
    (ruling.timed-bonuses)."""
    if fire.occasion != "assault":
        return False
    return fighters(session, "enemy") > fighters(session, "friend") or guns(session, "enemy") > guns(session, "friend")


def guns(session: Session, side: str) -> int:
    """Heavy weapons and vehicles in the fight."""
    able = [it for it in session.figures() if it.side == side and it.is_able]
    heavy = sum(weapons()[held.weapon].kind == "heavy" for it in able for held in it.weapons)
    return heavy + sum(it.side == side and it.is_able for it in session.vehicles.values())
