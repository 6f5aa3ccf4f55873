"""Mental Mutations: telepathy, telekinesis, healing, Terror and fears."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from msgspec.structs import replace

from adjudge import engine
from adjudge.engine import Choose, PickPoint, Table, step
from adjudge.engine.moments import answers
from adjudge.engine.questions import Counts, Point, Together
from adjudge.field.regions import Disc
from adjudge.games.mdrg.ability import Special, one_voice, special, voices
from adjudge.games.mdrg.book import ARMS, SPECIALS, Stick, is_litter, name_of
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import (
    are_enemies,
    current,
    enemies_of,
    in_play,
    is_artificial,
    is_plant,
    is_type,
    named,
    owns,
    refresh,
    side_of,
)
from adjudge.games.mdrg.outcomes import NOTHING, Fate, Outcome, Toll
from adjudge.games.mdrg.places import MM, active_opponents, adjacent, ground, is_within, length, on_table, room_for
from adjudge.games.mdrg.readings import on_a_one, on_or_more
from adjudge.games.mdrg.rules import area, morale
from adjudge.games.mdrg.rules.actions import acts, offers, spares_the_mind, take_away
from adjudge.games.mdrg.rules.activation import ends
from adjudge.games.mdrg.rules.artifacts import puzzles
from adjudge.games.mdrg.rules.buildings import bashes
from adjudge.games.mdrg.rules.combat import SCORES, Blow, Clash, roll_clash, shrugs_off, to_think
from adjudge.games.mdrg.rules.groups import bewilders
from adjudge.games.mdrg.rules.hand_to_hand import assailed
from adjudge.games.mdrg.rules.line_of_sight import sees
from adjudge.games.mdrg.rules.movement import balks, stirs
from adjudge.games.mdrg.rules.profiles import Objection, is_drawback
from adjudge.games.mdrg.rules.quality import quality_roll, rerolling, resists, steadies
from adjudge.games.mdrg.rules.ranged import evading, finds, shot_at
from adjudge.games.mdrg.rules.results import (
    come_into_contact,
    drop,
    free_hacks,
    is_held_by_another,
    knock_down,
    knock_out,
    lose_concentration,
    lose_quality,
    release,
    release_all,
    stays_on,
)
from adjudge.games.mdrg.rules.terror import fears, frightens
from adjudge.games.mdrg.special.weakness import Weakened
from adjudge.games.mdrg.state import Battle, Figure, Item, Weapon
from adjudge.games.mdrg.sticks import STILL, straight_way

# Targets of the mind


def mind_targets(state: Battle, figure: Figure, stick: Stick, *, telepathic: bool = False) -> list[Figure]:
    """psi.no-target-restrictions: any enemy in sight and range, also in hand-to-hand."""
    near = [foe for foe in enemies_of(state, figure) if is_within(state, figure, foe, stick)]
    seen = [foe for foe in near if needs_no_sight(state, telepathic) or sees(state, figure, foe)]
    return [foe for foe in seen if not _lurks(state, figure, foe)]


def needs_no_sight(state: Battle, telepathic: bool) -> bool:
    """Sight is no target restriction and is needed, unless the table plays otherwise (psionic-line-of-sight)."""
    reading = state.rulings.psionic_line_of_sight
    return reading == "not-needed" or (telepathic and reading == "not-for-telepaths")


def _lurks(state: Battle, figure: Figure, foe: Figure) -> bool:
    """ability.stealth-psionics: a Stealthy model is found only by a telepath, and only if it is alive."""
    stealthy = evading(voices(foe.rules), state, foe, figure)
    senses = finds(voices(figure.rules))
    return stealthy and not senses and (not owns(figure, "telepathy") or is_artificial(foe))


def has_a_mind(figure: Figure) -> bool:
    """psi.immune-types, robot.telepathy-immunity: neither machines nor Plants are touched by telepathic combat."""
    return not is_artificial(figure) and not is_plant(figure) and not owns(figure, "mind-block")


def why_no_mind(
    state: Battle, figure: Figure, foe: Figure, power: str, stick: Stick, *, telepathic: bool = False
) -> Objection | None:
    """Why a model cannot use a power of the mind on another."""
    if not owns(figure, power):
        return Objection(SPECIALS[power].rule, f"{named(figure)} does not have {name_of(power)}")
    if figure.unconscious or (figure.transfixed and not spares_the_mind(one_voice(figure.transfixed))):
        return Objection("transfixed.effects", f"{named(figure)} is helpless")
    if telepathic and owns(figure, "mind-block"):
        return Objection("ability.mind-block", f"{named(figure)} has Mind Block and reaches no mind")
    if telepathic and owns(foe, "mind-block"):
        return Objection("ability.mind-block", f"{named(foe)} has Mind Block and is not reached")
    if telepathic and not has_a_mind(foe):
        return Objection("psi.immune-types", f"{named(foe)} has no mind that could be reached")
    if not is_within(state, figure, foe, stick):
        return Objection("psi.no-target-restrictions", f"{named(foe)} is farther than {stick.capitalize()} away")
    if foe not in mind_targets(state, figure, stick, telepathic=telepathic):
        return Objection("psi.no-target-restrictions", f"{named(figure)} does not see {named(foe)}")
    return None


# Telepathy


TELEPATHY, SCREAM, HEALING = "telepathy", "telepathic-scream", "healing"
PUSH, DISARM = "telekinetic-push", "telekinetic-disarm"


@special("telepathy")
class Telepathy(Special):
    """weapon-row.telepathy: Long, one action, two for an aimed one (psi.aimed)."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if figure.attacked or figure.unconscious or owns(figure, "mind-block"):
            return []
        found = [foe for foe in mind_targets(state, figure, "long", telepathic=True) if has_a_mind(foe)]
        return [_mind_deed(figure, foe, aimed) for foe in found for aimed in (False, True)]


def _mind_deed(figure: Figure, foe: Figure, aimed: bool) -> Deed:
    me, you = figure.id, foe.id

    def do(table: Table[Battle], figure: Figure) -> None:
        attack_mind(table, figure, by_id(table.state, you), aimed=aimed)

    def outcome(table: Table[Battle]) -> Outcome:
        attacker, target = by_id(table.state, me), by_id(table.state, you)
        return resolve_minds(table, attacker, target, "ability.telepathy-attack", aimed=aimed).outcome(me)

    label = f"telepathic attack on {named(foe)}" + (", aimed" if aimed else "")
    key = f"telepathy:{you}" + (":aimed" if aimed else "")
    return Deed(
        key, label, 2 if aimed else 1, "ability.telepathy-attack", do, attack=True, target=you, forecast=outcome
    )


Grip = Literal["nothing", "confused", "passes out", "controlled"]
GRIPS: tuple[Grip, ...] = ("nothing", "confused", "passes out", "controlled")
"""What beating a mind comes to: once, doubled, trebled."""


class Minds(NamedTuple):
    """What came of one mind against another: what happens to the loser, and by whom."""

    grip: Grip = "nothing"
    loser: str = ""
    winner: str = ""

    def outcome(self, attacker: str) -> Outcome:
        """The same as an outcome; `attacker`: his id."""
        return Outcome(self.grip, "attacker" if self.loser == attacker else "target") if self.loser else NOTHING


@step
def resolve_minds(
    table: Table[Battle], attacker: Figure, target: Figure, rule: str, *, aimed: bool = False, may_control: bool = True
) -> Minds:
    """One mind against another, still to be carried out: ability.telepathy-confused, ability.telepathy-knockout,
    ability.telepathy-mind-control; a scream controls nobody."""
    result = roll_clash(table, mind_clash(table.state, attacker, target, aimed=aimed), rule)
    if not result.winner:
        table.tell(rule, "nothing happens to {name}", on=(target.id,), mark="safe", name=named(target))
        return Minds()
    winner, loser = (attacker, target) if result.winner > 0 else (target, attacker)
    grip = GRIPS[min(result.times, 3 if may_control else 2)]
    table.tell(
        rule, "{name} is {times}: {grip}", on=(loser.id,), name=named(loser), times=SCORES[result.times], grip=grip
    )
    return Minds(grip, loser.id, winner.id)


def mind_clash(state: Battle, attacker: Figure, target: Figure, *, aimed: bool = False) -> Clash:
    """ability.telepathy-attack; ability.telepathy-duel: between telepaths whoever wins affects the other."""
    duel = owns(target, "telepathy") and owns(attacker, "telepathy") and has_a_mind(attacker)
    return Clash(state, "duel" if duel else "mind", attacker, target, base=current(attacker).combat, aimed=int(aimed))


def attack_mind(table: Table[Battle], attacker: Figure, target: Figure, *, aimed: bool = False) -> None:
    """One mind against another, carried out."""
    let_go(table, attacker, target)
    overwhelm(table, resolve_minds(table, attacker, target, "ability.telepathy-attack", aimed=aimed))


def let_go(table: Table[Battle], telepath: Figure, target: Figure | None = None) -> None:
    """ability.telepathy-concentration: whoever uses the power again lets go of the one it controls."""
    for other in in_play(table.state):
        if other.controller == telepath.id and other is not target:
            release(table, other)


def overwhelm(table: Table[Battle], minds: Minds) -> None:
    """What a mind has done to another, carried out."""
    figures = table.state.figures
    match minds.grip:
        case "confused":
            confuse(table, figures[minds.loser])
        case "passes out":
            knock_out(table, figures[minds.loser], "ability.telepathy-knockout")
        case "controlled":
            take_control(table, figures[minds.winner], figures[minds.loser])


def confuse(table: Table[Battle], figure: Figure) -> None:
    """It never adds up (ruling.sp-confused-stacking)."""
    if "confused" not in figure.effects:
        figure.effects.append("confused")
        refresh(figure)
    table.tell("ability.telepathy-confused", "{name} is confused", on=(figure.id,), name=named(figure))
    lose_concentration(table, figure)


def take_control(table: Table[Battle], telepath: Figure, victim: Figure) -> None:
    """From now on it acts for the telepath's side, in this turn or from the next (ruling.sp-mind-control-turns)."""
    release_all(table, victim)
    if not victim.controller:
        victim.activated = table.state.rulings.sp_mind_control_turns == "next-turn"
        victim.attacked, victim.moves, victim.volley = False, 0, []
        victim.effects.append("controlled")
    victim.controller = telepath.id
    refresh(victim)
    table.tell(
        "ability.telepathy-mind-control",
        "{name} is under the control of {other}",
        on=(victim.id, telepath.id),
        name=named(victim),
        other=named(telepath),
    )


@special("confused")
class Confused(Special):
    """ability.telepathy-confused: until an action is spent to recover."""

    rule = "ability.telepathy-confused"

    lasts = True

    @answers(bewilders)
    def bewilders(self) -> bool:
        return True

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return -1

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        return [Deed("recover", "come to its senses", 1, "ability.telepathy-confused", recover)]


def recover(table: Table[Battle], figure: Figure) -> None:
    """A clear head again."""
    figure.effects.remove("confused")
    refresh(figure)
    table.tell("ability.telepathy-confused", "{name} has a clear head again", on=(figure.id,), name=named(figure))


@special("controlled")
class Controlled(Weakened):
    """-1 on Quality rolls and -1 Combat."""

    rule = "ability.telepathy-mind-control"

    @answers(is_held_by_another)
    def is_held_by_another(self) -> bool:
        return True

    @answers(steadies)
    def steadies(self, state: Battle, figure: Figure, purpose: str) -> int:
        return -1


@special("telepathic-scream")
class TelepathicScream(Special):
    """ability.telepathic-scream, area.psi: two actions, everyone with a mind within Medium."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if figure.attacked or figure.unconscious or owns(figure, "mind-block") or not screamed_at(state, figure):
            return []
        heard = Together([_heard(figure, other) for other in screamed_at(state, figure)], _overwhelmed)
        one_die = rerolling(figure) is not None  # the screamer's second die is for one of them: they are not apart
        forecast = (lambda table: heard(table)) if one_die else heard
        return [Deed(self.id, "telepathic scream", 2, self.rule, scream, attack=True, forecast=forecast)]


def screamed_at(state: Battle, figure: Figure) -> list[Figure]:
    """Friends too, walls or not, the user excepted (sp-scream-friends)."""
    near = [other for other in in_play(state) if other is not figure and is_within(state, figure, other, "medium")]
    if state.rulings.sp_scream_friends == "enemies-only":
        near = [other for other in near if are_enemies(state, figure, other)]
    return [other for other in near if has_a_mind(other)]


def _heard(figure: Figure, other: Figure) -> Callable[[Table[Battle]], Fate]:
    me, you = figure.id, other.id

    def outcome(table: Table[Battle]) -> Fate:
        heard = resolve_scream(table, by_id(table.state, me), by_id(table.state, you))
        own = not are_enemies(table.state, by_id(table.state, me), by_id(table.state, you))
        return Fate(heard.grip, "attacker" if heard.loser == me else "friend" if own and heard.loser else "target")

    return outcome


def _overwhelmed(counts: Counts) -> Toll:
    return Toll(tuple(replace(fate, count=count) for fate, count in counts if fate.kind != "nothing"))


@step
def resolve_scream(table: Table[Battle], figure: Figure, other: Figure) -> Minds:
    """A separate attack on each mind; beaten ones are confused, doubled ones pass out, nobody is controlled."""
    return resolve_minds(table, figure, other, "ability.telepathic-scream", may_control=False)


def scream(table: Table[Battle], figure: Figure) -> None:
    """A telepathic scream, carried out."""
    let_go(table, figure)
    for other in screamed_at(table.state, figure):
        overwhelm(table, resolve_scream(table, figure, other))


@special("mental-shield")
class MentalShield(Special):
    """ability.mental-shield: +2 when attacked by Telepathy or a Scream."""

    @answers(to_think)
    def think(self, clash: Clash, me: Figure) -> int:
        return 2 if me is clash.target else 0


@special("mind-block")
class MindBlock(Special):
    """ability.mind-block: neither attacks nor is attacked; who asks for a mind finds none (`has_a_mind`)."""


# Telekinesis


@step
def resolve_telekinesis(table: Table[Battle], target: Figure, aimed: bool) -> bool:
    """ability.telekinetic-test: Quality on one die, +1 Big, +2 Huge, +2 Power Armor. Whether the power works.

    weapon-row.telekinetic-disarm, weapon-row.telekinetic-push: there is no Combat roll (telekinetic-combat-column).
    """
    weight = bashes(voices(target.rules))
    works = quality_roll(table, target, 1, "telekinesis", "ability.telekinetic-test", weight - aimed).failures == 1
    words = "is in its grip" if works else "resists"
    table.tell("ability.telekinetic-test", "{name} {words}", on=(target.id,), name=named(target), words=words)
    return works


Effect = Callable[[Table[Battle], Figure, Figure], None]


def _telekinetic_deeds(power: str, foes: list[Figure], effect: Effect) -> list[Deed]:
    return [_telekinetic_deed(power, foe, aimed, effect) for foe in foes for aimed in (False, True)]


def _telekinetic_deed(power: str, foe: Figure, aimed: bool, effect: Effect) -> Deed:
    you = foe.id

    def do(table: Table[Battle], figure: Figure) -> None:
        target = by_id(table.state, you)
        if resolve_telekinesis(table, target, aimed):
            effect(table, figure, target)

    def outcome(table: Table[Battle]) -> Outcome:
        return Outcome("works" if resolve_telekinesis(table, by_id(table.state, you), aimed) else "resisted")

    label = f"{name_of(power)} on {named(foe)}" + (", aimed" if aimed else "")
    key = f"{power}:{you}" + (":aimed" if aimed else "")
    return Deed(key, label, 2 if aimed else 1, f"ability.{power}", do, attack=True, target=you, forecast=outcome)


@special("telekinetic-push")
class TelekineticPush(Special):
    """ability.telekinetic-push."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if figure.attacked or figure.unconscious:
            return []
        return _telekinetic_deeds(self.id, mind_targets(state, figure, "medium"), push)


def push(table: Table[Battle], figure: Figure, target: Figure) -> None:
    """Up to Short in any straight line, over an edge too (sp-push-direction); then 4+ and it falls.

    ability.telekinetic-push-melee: one pushed out of hand-to-hand is hacked first, as if it left.
    """
    state = table.state
    if active_opponents(state, target):
        free_hacks(table, target, "ability.telekinetic-push-melee")
    if target.gone:
        return
    region = Disc((target.x, target.y), length(state, "short"), room_for(state, target), MM, rings=(1.0,))
    question = PickPoint(
        region,
        figure=target.id,
        prompt=f"where is {named(target)} pushed?",
        facts={"deed": "push", "figure": target.id},
    )
    point = table.ask(side_of(state, figure), "ability.telekinetic-push", question)
    before = adjacent(state, target)
    way = straight_way(state, target, point, over_edges=True)
    target.x, target.y = way.end
    table.tell("ability.telekinetic-push", "{name} is pushed", on=(target.id,), mark="back", name=named(target))
    if target.level and way.length >= STILL and not stays_on(state, target, way.end):
        drop(table, target)
    else:
        come_into_contact(table, target, before)
    if target.gone or target.fallen:
        return
    if table.roll(on_or_more(4, "it falls"), "weapon-row.telekinetic-push", side_of(state, figure)):
        knock_down(table, target, "ability.telekinetic-push")


@special("telekinetic-disarm")
class TelekineticDisarm(Special):
    """ability.telekinetic-disarm: the weapon in hand; Robots cannot be disarmed (sp-disarm-which-weapon)."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if figure.attacked or figure.unconscious:
            return []
        armed = [foe for foe in mind_targets(state, figure, "medium") if foe.hand and not is_type(foe, "robot")]
        return _telekinetic_deeds(self.id, armed, disarm)


def disarm(table: Table[Battle], figure: Figure, target: Figure) -> None:
    """It flies up to Long away, to a spot of the psionic's choice on the table."""
    state, item = table.state, target.hand
    region = Disc((target.x, target.y), length(state, "long"), on_table(state), MM, rings=(1.0,))
    prompt = f"where does the {name_of(item)} fly?"
    question = PickPoint(region, prompt=prompt, facts={"deed": "disarm", "target": target.id, "item": item})
    point = table.ask(side_of(state, figure), "ability.telekinetic-disarm", question)
    thing = take_away(target, item)
    target.hand = ""
    refresh(target)
    table.tell(
        "ability.telekinetic-disarm",
        "the {item} flies out of {name}'s hand",
        on=(target.id,),
        item=name_of(item),
        name=named(target),
    )
    _land(table, thing, point)


def _land(table: Table[Battle], thing: Item, point: Point) -> None:
    """ability.telekinetic-disarm-mishaps: a grenade may go off, a high-tech weapon may break in water."""
    item = thing.item
    wet = bool(ground(table.state).standing_in(point, "water"))
    arm = ARMS.get(item)
    if is_litter(item):
        return
    if arm is not None and arm.blast and table.roll(on_a_one("it goes off"), "ability.telekinetic-disarm-mishaps"):
        area.go_off(table, None, arm, point)
        return
    if (
        arm is not None
        and arm.cells
        and wet
        and table.roll(on_or_more(4, "it breaks"), "ability.telekinetic-disarm-mishaps")
    ):
        table.tell("ability.telekinetic-disarm-mishaps", "the {item} breaks in the water", item=name_of(item))
        thing.weapon = thing.weapon or Weapon(item)
        thing.weapon.broken = True  # a Gunsmith repairs it between games (ruling.sp-gunsmith-between-games)
    thing.x, thing.y = point
    table.state.items.append(thing)


@special("telekinetic-shield")
class TelekineticShield(Special):
    """ability.telekinetic-shield: one action, and it stays while the psyker does nothing else."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        if "shielded" in figure.effects or figure.unconscious:
            return []
        return [Deed("telekinetic-shield", "raise a telekinetic shield", 1, "ability.telekinetic-shield", raise_shield)]


def raise_shield(table: Table[Battle], figure: Figure) -> None:
    """Everything material that flies at the psyker stops."""
    figure.effects.append("shielded")
    refresh(figure)
    table.tell("ability.telekinetic-shield", "{name} raises a shield", on=(figure.id,), name=named(figure))


@special("shielded")
class Shielded(Special):
    """The shield while it is up (ruling.sp-tk-shield-list)."""

    rule = "ability.telekinetic-shield"

    lasts = True

    @answers(shrugs_off)
    def shrugs_off(self, blow: Blow) -> bool:
        return blow.clash.kind in ("shot", "blast") and blow.arm is not None and blow.arm.material

    @answers(acts)
    def acts(self, table: Table[Battle], figure: Figure, deed: str) -> None:
        """ability.telekinetic-shield-collapse."""
        drop_shield(table, figure)

    @answers(assailed)
    def assailed(self, table: Table[Battle], figure: Figure) -> None:
        drop_shield(table, figure)

    @answers(stirs)
    def stirs(self, table: Table[Battle], figure: Figure) -> None:
        drop_shield(table, figure)


def drop_shield(table: Table[Battle], figure: Figure) -> None:
    """The shield is gone."""
    figure.effects.remove("shielded")
    refresh(figure)
    table.tell("ability.telekinetic-shield-collapse", "{name}'s shield collapses", on=(figure.id,), name=named(figure))


# Healing


AILMENTS = {
    "wounds": "wounds",
    "poison": "poison",
    "needle": "a needle's poison",
    "radiation": "radiation",
    "healing": "exhaustion",
    "transfixed": "being held",
    "unconscious": "being knocked out",
    "confused": "confusion",
    "strained": "a strained shoulder",
    "infected": "the disease",
}


def ailments(patient: Figure) -> list[str]:
    """What one success can cure (ruling.sp-healing-ailment)."""
    lost = (one_cause(cause) for cause, amount in patient.losses.items() if amount > 0)
    found = [cause for cause in dict.fromkeys(lost) if cause in AILMENTS]
    found += ["transfixed"] if patient.transfixed else []
    found += ["unconscious"] if patient.unconscious else []
    found += [effect for effect in ("confused", "strained") if effect in patient.effects]
    return found + (["infected"] if "infected" in patient.effects and not patient.profile.infected else [])


def one_cause(loss: str) -> str:
    """All Quality lost to one cause is one ailment, whether it would have come back or not."""
    return "radiation" if loss == "radiation for good" else loss


def afflict(patient: Figure, ailment: str) -> None:
    """The model has an ailment."""
    if ailment == "unconscious":
        patient.unconscious = True
    elif ailment == "transfixed":
        patient.transfixed = "held"
    elif ailment in ("confused", "strained", "infected"):
        patient.effects.append(ailment)
        refresh(patient)
    else:
        patient.losses[ailment] = 1


@special("healing")
class Healing(Special):
    """ability.healing-use: a die for each action, a cure for each success (ruling.sp-healing-dice)."""

    @answers(offers)
    def deeds(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        patients = [other for other in adjacent(state, figure) if can_be_healed(state, figure, other)]
        return [_healing(figure, other, count) for other in patients for count in range(1, min(3, actions) + 1)]


def can_be_healed(state: Battle, healer: Figure, patient: Figure) -> bool:
    """ability.healing-targets: living and willing; not machines, and a Wretched would die of it."""
    living = not is_artificial(patient) and not is_type(patient, "wretched")  # wretched.incurable
    return living and not are_enemies(state, healer, patient) and bool(ailments(patient))


def _healing(healer: Figure, other: Figure, count: int) -> Deed:
    me, id = healer.id, other.id

    def do(table: Table[Battle], figure: Figure) -> None:
        heal(table, figure, by_id(table.state, id), count)

    def outcome(table: Table[Battle]) -> Outcome:
        healed = resolve_healing(table, by_id(table.state, me), by_id(table.state, id), count)
        return Outcome("cured", count=healed.cures, also=("the healer suffers",) if healed.backlash else ())

    label = f"heal {named(other)} with {count} action{'s' * (count > 1)}"
    return Deed(f"healing:{id}:{count}", label, count, "ability.healing-use", do, target=id, forecast=outcome)


class Healed(NamedTuple):
    """How many ailments are cured, and whether the healer suffers for it."""

    cures: int
    backlash: bool


@step
def resolve_healing(table: Table[Battle], healer: Figure, patient: Figure, count: int) -> Healed:
    """ability.healing-backlash: a 1 among the dice costs the healer a point of Quality for this game."""
    dice = quality_roll(table, healer, count, "mutation", "ability.healing-use")
    cures = min(dice.successes, len(ailments(patient)))
    words = f"{cures or 'no'} ailment{'s' * (cures != 1)} of {named(patient)}"
    table.tell("ability.healing-use", "{name} can cure {words}", on=(healer.id,), name=named(healer), words=words)
    return Healed(cures, dice.ones > 0)


def heal(table: Table[Battle], healer: Figure, patient: Figure, count: int) -> None:
    """Healing, carried out: the healer's owner chooses what is cured."""
    healed = resolve_healing(table, healer, patient, count)
    for _ in range(healed.cures):
        left = ailments(patient)
        if left:
            about = lambda key: engine.Deed("heal", healer.id, patient.id, key)  # noqa: E731
            question = Choose(left, lambda key: AILMENTS[key], about=about)
            chosen = table.ask(side_of(table.state, healer), "ability.healing-use", question)
            cure(table, patient, chosen)
    if healed.backlash:
        table.tell(
            "ability.healing-backlash", "it costs {name} a point of Quality", on=(healer.id,), name=named(healer)
        )
        lose_quality(table, healer, "healing")


def cure(table: Table[Battle], patient: Figure, ailment: str) -> None:
    """One ailment is gone."""
    cause = "disease" if ailment == "infected" else ailment
    patient.losses = {loss: amount for loss, amount in patient.losses.items() if one_cause(loss) != cause}
    if ailment == "transfixed":
        patient.transfixed = ""
    if ailment == "unconscious":
        patient.unconscious = False
    patient.effects = [effect for effect in patient.effects if effect != ailment]
    refresh(patient)
    table.tell(
        "ability.healing-use",
        "{name} is cured of {what}",
        on=(patient.id,),
        mark="heal",
        name=named(patient),
        what=AILMENTS[ailment],
    )


# Terror and fears


@special("terror")
class Terror(Special):
    """ability.terror-charge, ability.terror-immunity: terrible to every enemy, and unmoved by Terror itself."""

    @answers(frightens)
    def frightens(self, state: Battle, me: Figure, foe: Figure) -> bool:
        return True


@special("phobia")
class Phobia(Special):
    """ability.phobia: enemies of one kind are as bad as Terror (ruling.sp-phobia-scope)."""

    @answers(is_drawback)
    def is_drawback(self) -> bool:
        return True

    @answers(fears)
    def fears(self, state: Battle, me: Figure, foe: Figure) -> bool:
        match self.detail:
            case "plants":
                return is_plant(foe)
            case "humanoids":  # sp-phobia-humanoids: Mutants, and Animals or Plants with that Mutation
                return is_type(foe, "mutant") or owns(foe, "humanoid")
            case "artificial":
                return is_artificial(foe)
            case "animals":
                return is_type(foe, "animal", "trained-animal")
            case "wretched":
                return is_type(foe, "wretched")
        return is_type(foe, "human")


@special("fear-of-fire")
class FearOfFire(Special):
    """ability.fear-of-fire, morale.trigger-phobia-fire: after any attack with flames (ruling.sp-fear-of-fire-scope)."""

    @answers(is_drawback)
    def is_drawback(self) -> bool:
        return True

    @answers(shot_at)
    def shot_at(self, table: Table[Battle], figure: Figure, clash: Clash) -> None:
        if any("flames" in arm.traits for arm in clash.arms):
            morale.check(table, figure, "ability.fear-of-fire")


WET = frozenset({"water", "marsh"})


@special("fear-of-water")
class FearOfWater(Special):
    """ability.fear-of-water: a Quality roll on one die to enter water."""

    @answers(is_drawback)
    def is_drawback(self) -> bool:
        return True

    @answers(balks)
    def balks(self, table: Table[Battle], figure: Figure, here: frozenset[str], ahead: frozenset[str]) -> bool:
        if here & WET or not ahead & WET:
            return False
        if "dreads water" not in figure.effects and resists(table, figure, "water", "ability.fear-of-water"):
            return False
        figure.effects.append("dreads water")
        table.tell("ability.fear-of-water", "{name} dares not enter the water", on=(figure.id,), name=named(figure))
        return True


@special("dreads water")
class DreadsWater(Special):
    """A failed roll counts for the turn."""

    rule = "ability.fear-of-water"

    @answers(ends)
    def ends(self, table: Table[Battle], figure: Figure) -> bool:
        return True


@special("psychometry")
class Psychometry(Special):
    """ability.psychometry."""

    @answers(puzzles)
    def puzzles(self) -> int:
        return 2
