"""Skills, the Leader's among them."""

from __future__ import annotations

from adjudge.engine.moments import answers
from adjudge.games.mdrg.ability import Special, marks, special
from adjudge.games.mdrg.book import TYPES, Stick
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import is_type, owns, size
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.places import is_within
from adjudge.games.mdrg.rules import groups
from adjudge.games.mdrg.rules.actions import offers
from adjudge.games.mdrg.rules.combat import Blow, Clash, Grade, foils_ambush, to_fight, to_shoot, worsens
from adjudge.games.mdrg.rules.creation import unfit, wasted_on
from adjudge.games.mdrg.rules.line_of_sight import sees, touches_cover
from adjudge.games.mdrg.rules.profiles import has, is_leader, is_leading, mends, moving
from adjudge.games.mdrg.rules.quality import DOING, heartens, rerolls, steadies, sure
from adjudge.games.mdrg.rules.ranged import evading, repairs
from adjudge.games.mdrg.rules.results import slips_from
from adjudge.games.mdrg.state import Battle, Figure, Muster
from adjudge.games.mdrg.sticks import fords

NO_RIDERS = ("huge", "bestial", "flying")


@special("mounted")
class Mounted(Special):
    """ability.mounted-combat. The horse comes with the skill and gives Long Move (ruling.sp-mounted-details)."""

    @answers(moving)
    def rate(self, stick: Stick) -> Stick:
        return "long"

    @answers(unfit)
    def misfit(self, profile: Profile) -> str:
        if profile.type in ("robot", "animal", "plant", "trained-animal"):
            return f"a {TYPES[profile.type].name} does not ride"
        return next((f"a {bar.capitalize()} model does not ride" for bar in NO_RIDERS if has(profile, bar)), "")

    @answers(to_fight)
    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        """hth.mod-mounted: against one on foot, of its size or smaller (ruling.mounted-versus-larger)."""
        anyone = clash.state.rulings.mounted_versus_larger == "anyone"
        return int(not owns(foe, "mounted") and (anyone or size(foe) <= size(me)))

    @answers(slips_from)
    def slips_away(self, state: Battle, me: Figure, hacker: Figure) -> bool:
        """ability.mounted-disengage: only flyers, riders and Robots with Long Movement keep up."""
        fast_robot = is_type(hacker, "robot") and owns(hacker, "long-move")
        return not (owns(hacker, "flying") or owns(hacker, "mounted") or fast_robot)


@special("hero")
class Hero(Special):
    """One die is always a success; once in a game one die is rolled again."""

    @answers(sure)
    def sure(self, purpose: str) -> bool:
        """ability.hero-automatic-success, faq.hero-radiation: on every Quality roll (ruling.sp-hero-scope)."""
        return True

    @answers(rerolls)
    def rerolls(self, figure: Figure) -> str:
        return "" if self.id in figure.used else "ability.hero-reroll"


@special("forester")
class Forester(Special):
    """ability.forester, move.forester-woods."""

    @answers(fords)
    def crosses(self, mark: str) -> bool:
        return mark == "woods"


@special("hth-specialist")
class HandToHandSpecialist(Special):
    """ability.hth-specialist: hth.mod-specialist and ranged.mod-specialist."""

    @answers(to_fight)
    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        return 1

    @answers(to_shoot)
    def shoot(self, clash: Clash) -> int:
        return -1


@special("sharpshooter")
class Sharpshooter(Special):
    """ability.sharpshooter: ranged.mod-sharpshooter and hth.mod-sharpshooter."""

    @answers(to_fight)
    def fight(self, clash: Clash, me: Figure, foe: Figure) -> int:
        return -1

    @answers(to_shoot)
    def shoot(self, clash: Clash) -> int:
        return 1


@special("free-disengage")
class FreeDisengage(Special):
    """ability.free-disengage, freehack.immunity; the two actions are still spent (ruling.sp-free-disengage-cost)."""

    @answers(slips_from)
    def slips_away(self, state: Battle, me: Figure, hacker: Figure) -> bool:
        return True


@special("savage")
class Savage(Special):
    """ability.savage: every Kill is Gruesome, by any means except grenades (ruling.sp-savage-lethal-fallen)."""

    @answers(worsens)
    def worsens(self, grade: Grade, blow: Blow) -> Grade:
        if grade != "kill" or blow.clash.kind == "blast":
            return grade
        doubling_only = blow.state.rulings.sp_savage_lethal_fallen == "doubling-only"
        return grade if doubling_only and blow.times < 2 else "gruesome"


@special("gunsmith")
class Gunsmith(Special):
    """ability.gunsmith-ignore, ability.gunsmith-repair: +2 on unjamming; his party ignores its first malfunction."""

    @answers(repairs)
    def repairs(self) -> int:
        return 2

    @answers(mends)
    def mends(self) -> bool:
        """malfunction.repair, robot.gunsmith-swap."""
        return True


@special("stealth", "intrusion-module")
class Stealth(Special):
    """No ranged attack may choose the model while it touches scenery that gives cover."""

    @answers(evading)
    def evades(self, state: Battle, me: Figure, shooter: Figure) -> bool:
        """ability.stealth-untargetable, ability.stealth-firing; no use in equipment.heavy-armor-drawbacks."""
        armored = "heavy-armor" in me.rules or "steel-plating" in me.rules
        return not me.exposed and not armored and touches_cover(state, me)


@special("danger-sense", "motion-detector")
class DangerSense(Special):
    """ability.danger-sense, robot.feature-motion-detector."""

    @answers(foils_ambush)
    def foils_ambush(self) -> bool:
        return True


@special("steadfast")
class Steadfast(Special):
    """ability.steadfast, morale.modifiers."""

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return int(purpose == "morale")


LEADER = "leader"


@special(LEADER)
class Leader(Special):
    """Friends within Long who see him do everything better; he gives orders."""

    @answers(marks)
    def marks(self, profile: Profile) -> bool:
        """creation.leader-bonus: the one that is appointed."""
        return profile.leader

    @answers(wasted_on)
    def wasted_on(self, profile: Profile, muster: Muster) -> str:
        """ruling.rolled-leader: where a party has one Leader only."""
        single = muster.rulings.rolled_leader == "one-leader"
        return "the party has a Leader" if single and any(map(is_leader, muster.models)) else ""

    @answers(is_leading)
    def leads(self) -> bool:
        """creation.leader-drawbacks, ability.leader-death."""
        return True

    @answers(heartens)
    def heartens(self, state: Battle, me: Figure, friend: Figure, purpose: str) -> int:
        """ability.leader-bonus: rolls to do something, not to withstand it (ruling.sp-leader-bonus-scope).

        faq.leader-bonus-mutations, faq.leader-bonus-not-resisting, faq.leader-bonus-not-leaders. What cancels it
        (ruling.sp-leader-disabled): ability.leader-bonus-conditions, faq.leader-bonus-when.
        """
        if purpose not in DOING or owns(friend, self.id) or not groups.can_lead(me):
            return 0
        return int(is_within(state, me, friend, "long") and sees(state, friend, me, models_block=False))

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        """ability.leader-group-orders."""
        return groups.order_deeds(state, figure) if actions else []
