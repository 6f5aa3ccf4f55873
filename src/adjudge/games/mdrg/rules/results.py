"""What happens to the loser: recoil, fall, kill; Free Hacks; and everybody who comes into contact on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Literal, NamedTuple

from msgspec.structs import replace

from adjudge.engine import PickPoint, Table, step
from adjudge.engine.moments import any_of, each, gather
from adjudge.engine.questions import Point
from adjudge.field import FLYING, WALKING
from adjudge.field.measuring import gap
from adjudge.field.moving import Recoil, nearest_free_spot, recoils, room
from adjudge.field.regions import Among
from adjudge.field.rounded import clearance
from adjudge.games.mdrg.ability import one_voice, voice, voices
from adjudge.games.mdrg.book import CELLS, GEAR
from adjudge.games.mdrg.figures import (
    are_enemies,
    current,
    friends_of,
    in_play,
    is_active,
    is_inbuilt,
    is_on_the_ground,
    is_pinned,
    is_type,
    named,
    quality,
    refresh,
    side_of,
)
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import TOUCH, active_opponents, adjacent, are_adjacent, base_of, ground, stand, stands
from adjudge.games.mdrg.rules.combat import DEADLY, KINDS, SEVERITY, Blow, Clash, Grade, Verdict, by, softens, strike
from adjudge.games.mdrg.rules.line_of_sight import look
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.state import Battle, Death, Figure, Item
from adjudge.games.mdrg.sticks import ground_for, is_on

DEAD_AT = 7
"""A model whose own Quality number reaches this dies, whatever the cause (sp-quality-seven)."""


# Moments at which special rules speak


@each
def lingers(table: Table[Battle], blow: Blow) -> None:
    """Step 7, the weapon's and the winner's: what else happens to a loser that is still in play."""


@gather
def remains(figure: Figure) -> list[str]:
    """What lies on the table where the model was killed."""


@any_of
def is_held_by_another() -> bool:
    """An effect's: whether it is over when nobody controls the model any more."""


@each
def went_down(table: Table[Battle], figure: Figure) -> None:
    """The model was knocked down or out."""


@any_of
def survives_falls() -> bool:
    """Whether a drop does it no harm."""


@any_of
def glides() -> bool:
    """Whether it comes down softly by itself, while it is awake and free."""


@each
def pestilent(table: Table[Battle], me: Figure, other: Figure) -> None:
    """The same before anything else happens: what is catching (order-of-contact-events)."""


@each
def touched(table: Table[Battle], me: Figure, other: Figure) -> None:
    """Another model came into contact with it, or it with the other."""


@any_of
def slips_from(state: Battle, me: Figure, hacker: Figure) -> bool:
    """Whether this enemy gets no Free Hack at the model."""


def suffer(table: Table[Battle], clash: Clash, verdict: Verdict) -> None:
    """Carries a verdict out; then, if the loser is still in play, what its winner or his weapon does besides."""
    if not verdict.loser or verdict.immune:
        return
    state = table.state
    loser = state.figures[verdict.loser]
    winner = state.figures.get(verdict.winner)
    blow = Blow(clash, winner, loser, even=verdict.even)
    undergo(table, blow, verdict.grade, verdict.rule)
    if verdict.grade == "draw" or loser.gone:
        return
    for linger in (*voices(blow.traits).at(lingers), *(voices(winner.rules).at(lingers) if winner else ())):
        if not loser.gone:
            linger(table, blow)


def undergo(table: Table[Battle], blow: Blow, grade: Grade, rule: str) -> None:
    """One grade, carried out on the loser by the rule that decided it."""
    loser = blow.loser
    match grade:
        case "gruesome":
            kill(table, loser, rule, gruesome=True)
        case "kill" | "death":
            kill(table, loser, rule)
        case "wound":
            table.tell(rule, "{name} is wounded and lives", on=(loser.id,), mark="wound", name=named(loser))
            lose_quality(table, loser, "wounds")
            if not loser.gone and table.state.rulings.sp_tough_wound_position == "falls":
                knock_down(table, loser, "ruling.sp-tough-wound-position")
        case "fall":
            knock_down(table, loser, rule)
        case "recoil":
            recoil(table, loser, origin_of(blow), blow)
        case "transfix":
            transfix(table, loser, _cause(blow))
        case "thrown":
            throw_clear(table, blow)


def _cause(blow: Blow) -> str:
    return blow.arm.id if blow.arm else "held"


def origin_of(blow: Blow) -> Point:
    """Where the blow came from: the winner, or the point of impact."""
    if blow.clash.point is not None:
        return blow.clash.point
    return (blow.winner.x, blow.winner.y) if blow.winner is not None else (blow.loser.x - 1.0, blow.loser.y)


# Death, and losing Quality


def kill(table: Table[Battle], figure: Figure, rule: str, *, gruesome: bool = False) -> None:
    """The model is removed (combat.kill). Those near or bound to it are dealt with after the attack."""
    word = "is gruesomely killed" if gruesome else "is killed"
    table.tell(rule, "{name} {word}", on=(figure.id,), mark="dead", name=named(figure), word=word)
    table.state.deaths.append(Death(figure.id, gruesome, figure.x, figure.y))
    remove(table, figure, "killed")


def run_off(table: Table[Battle], figure: Figure, rule: str) -> None:
    """The model leaves the table: lost for this game, alive for the next (morale.off-table)."""
    table.tell(rule, "{name} leaves the table", on=(figure.id,), mark="flee", name=named(figure))
    if table.state.rulings.leader_fled == "any-loss":  # then the loss of a Leader is checked for all the same
        table.state.deaths.append(Death(figure.id, False, figure.x, figure.y))
    remove(table, figure, "fled")


def remove(table: Table[Battle], figure: Figure, how: str) -> None:
    """Out of play, with all that it held in its mind (transfixed.psionic-source-killed)."""
    figure.gone = "killed" if how == "killed" else "fled"
    release_all(table, figure)
    if how == "killed":
        left = remains(voices(figure.rules), figure)
        table.state.items += [Item(item, figure.x, figure.y) for item in left]  # wretched-corpses
        if table.state.rulings.looting_in_play == "in-play":
            table.state.items += belongings(figure, bool(left))
    if figure.controller:
        figure.controller = ""


def belongings(figure: Figure, tainted: bool) -> list[Item]:
    """ruling.looting-in-play: what a killed model carried lies where it died, except what is built in or grown on."""
    guns = [one for one in figure.weapons if one.id in GEAR and not is_inbuilt(figure, one.id)]
    kit = [id for id, count in figure.gear.items() if id in GEAR and not is_inbuilt(figure, id) for _ in range(count)]
    x, y = figure.x, figure.y
    marked = [*figure.tainted]
    things = [Item(one.id, x, y, one) for one in guns] + [Item(id, x, y) for id in kit]
    if figure.cells:
        things.append(Item(CELLS, x, y, count=figure.cells))
    things += [replace(one, x=x, y=y) for one in (*figure.bundle, *([figure.puzzle] if figure.puzzle else []))]
    for thing in things:
        thing.owner = figure.id
        thing.tainted = (tainted or thing.tainted or thing.item in marked) and thing.item != CELLS
    figure.weapons = [one for one in figure.weapons if all(one is not gun for gun in guns)]
    figure.gear = {id: count for id, count in figure.gear.items() if id not in kit}
    figure.cells, figure.hand, figure.bundle, figure.puzzle = 0, "", [], None
    return things


def release_all(table: Table[Battle], source: Figure) -> None:
    """Whatever a psionic held in its mind is free: the Transfixed and the mind-controlled."""
    for other in in_play(table.state):
        if other.transfixed == source.id:
            other.transfixed = ""
            table.tell(
                "transfixed.psionic-source-killed",
                "{name} is free again",
                on=(other.id,),
                mark="free",
                name=named(other),
            )
        if other.controller == source.id:
            release(table, other)


def release(table: Table[Battle], figure: Figure) -> None:
    """The end of mind control; its owner may activate it in his next turn (sp-mind-control-turns).

    Those whom it has taken over for its controller are free as well: it would never hold its own friends.
    """
    figure.controller = ""
    figure.activated = True
    over = [effect for effect in figure.effects if is_held_by_another(one_voice(effect))]
    figure.effects = [effect for effect in figure.effects if effect not in over]
    refresh(figure)
    rule = voice(over[0]).rule if over else "transfixed.psionic-source-killed"
    table.tell(rule, "{name} comes to", on=(figure.id,), mark="free", name=named(figure))
    for other in in_play(table.state):
        if other.controller == figure.id:
            release(table, other)


def lose_quality(table: Table[Battle], figure: Figure, cause: str, amount: int = 1) -> None:
    """The Quality number worsens; at 7 the model dies (sp-quality-seven)."""
    figure.losses[cause] = figure.losses.get(cause, 0) + amount
    if quality(figure) >= DEAD_AT:
        kill(table, figure, "ruling.sp-quality-seven")


# Falling down, being held, passing out


def knock_down(table: Table[Battle], figure: Figure, rule: str) -> None:
    """fallen.cause: laid on its back; at an edge it goes over it."""
    lay_down(table, figure, rule)
    if not figure.gone and is_at_edge(table.state, figure):
        drop(table, figure)


def lay_down(table: Table[Battle], figure: Figure, rule: str) -> None:
    """The model is Fallen where it is."""
    table.tell(rule, "{name} falls", on=(figure.id,), mark="down", name=named(figure))
    figure.fallen = True
    went_down(voices(figure.rules), table, figure)


def transfix(table: Table[Battle], figure: Figure, cause: str) -> None:
    """transfixed.causes: held by a web, by sound, by a mind."""
    figure.transfixed = cause
    table.tell("transfixed.effects", "{name} is transfixed", on=(figure.id,), mark="held", name=named(figure))
    lose_concentration(table, figure)


def lose_concentration(table: Table[Battle], figure: Figure) -> None:
    """Held or confused it keeps whom it controls, unless the table plays otherwise (sp-mind-control-release)."""
    if table.state.rulings.sp_mind_control_release == "held-or-confused-too":
        for other in in_play(table.state):
            if other.controller == figure.id:
                release(table, other)


def knock_out(table: Table[Battle], figure: Figure, rule: str) -> None:
    """The model passes out (sp-knocked-out-state) and lets go of whatever its mind held."""
    figure.unconscious = True
    table.tell(rule, "{name} passes out", on=(figure.id,), mark="down", name=named(figure))
    release_all(table, figure)
    went_down(voices(figure.rules), table, figure)


# Falling from a height


def is_at_edge(state: Battle, figure: Figure) -> bool:
    """fall.at-edge: part-way up, or with the base touching the edge of what it stands on (recoil-over-a-drop)."""
    if figure.climbing:
        return True
    if not figure.on:
        return False
    radius = base_of(state, figure).diameter / 2
    depth = max(-clearance(s.shape, figure.x, figure.y) for s in ground(state).solids if s.id == figure.on)
    return depth <= radius + TOUCH


def falling_dice(state: Battle, height: float) -> int:
    """fall.damage-roll: one die up to Short, two up to Medium, three beyond (fall-bands)."""
    sticks = state.scale.sticks
    return 1 if height <= sticks.short else 2 if height <= sticks.medium else 3


Fell = Literal["no fall", "onto enemies", "unhurt", "fallen", "kill"]
"""What a drop comes to: too low to count, destroyed among enemies, safe, alive but slow to rise, or dead."""


@step
def resolve_fall(table: Table[Battle], figure: Figure) -> Fell:
    """What it comes to that a model drops from where it is. It is at the foot then, and nothing else is carried out.

    fall.onto-enemies: among enemies at the foot it is destroyed; those who are up the wall themselves are not there.
    fall.damage-roll: otherwise any failed die is the end.
    """
    state, height = table.state, figure.level
    come_to_ground(figure)
    if not is_a_fall(state, figure, height):
        return "no fall"
    table.tell(
        "fall.at-edge", "{name} drops {height:.0f} mm", on=(figure.id,), mark="down", name=named(figure), height=height
    )
    here = stand(state, figure)
    enemies = [other for other in at_the_foot(state, figure) if are_enemies(state, figure, other)]
    if any(gap(here, stand(state, other)) <= TOUCH for other in enemies):
        return "onto enemies"
    if lands_safely(figure):
        return "unhurt"
    dice = falling_dice(state, height)
    return "kill" if quality_roll(table, figure, dice, "fall", "fall.damage-roll").failures else "fallen"


def drop(table: Table[Battle], figure: Figure) -> None:
    """It falls the whole distance to the foot, and touches whom it touches there.

    A survivor is Fallen and, unless nothing hurts it, slow to rise (fall.stand-up-cost); fall-onto-friends: it lands on
    the nearest free spot.
    """
    state, before = table.state, adjacent(table.state, figure)
    fell = resolve_fall(table, figure)
    if fell == "onto enemies":
        kill(table, figure, "fall.onto-enemies")
    elif fell != "no fall":
        below = stands(state, at_the_foot(state, figure))
        figure.x, figure.y = nearest_free_spot(ground(state), stand(state, figure), below) or (figure.x, figure.y)
        figure.fallen = True
        figure.slow_to_rise = figure.slow_to_rise or fell == "fallen"
        if fell == "kill":
            kill(table, figure, "fall.damage-roll")
    come_into_contact(table, figure, before)


def at_the_foot(state: Battle, figure: Figure) -> list[Figure]:
    """Those on the ground, where a falling model comes down."""
    return [other for other in in_play(state) if other is not figure and is_on_the_ground(other)]


def is_a_fall(state: Battle, figure: Figure, height: float) -> bool:
    """fall-bands: a step lower than the base is wide is none."""
    return height >= base_of(state, figure).diameter


def lands_safely(figure: Figure) -> bool:
    """Whether a drop does it no harm (sp-terrain-fall-tough). Wings help only one who can beat them: neither knocked
    out nor Transfixed (sp-flying-terrain)."""
    if survives_falls(voices(figure.rules)):
        return True
    return glides(voices(figure.rules)) and not figure.unconscious and not figure.transfixed


def come_to_ground(figure: Figure) -> None:
    """It is neither on anything nor part-way up."""
    figure.level, figure.climbing, figure.on = 0.0, "", ""
    figure.effects = [effect for effect in figure.effects if effect != "hanging"]


# Recoil


def recoil(table: Table[Battle], figure: Figure, away_from: Point, blow: Blow | None = None) -> None:
    """recoil.move: one base width away; without room the model falls (recoil.no-space)."""
    spots = recoil_spots(table.state, figure, away_from, blow)
    if not spots or is_pinned(figure):
        knock_down(table, figure, "recoil.no-space")
        return
    before = adjacent(table.state, figure)
    figure.x, figure.y = choose_spot(table, side_of(table.state, figure), "recoil.move", figure, spots)
    table.tell("recoil.cause", "{name} recoils", on=(figure.id,), mark="back", name=named(figure))
    hackers = fresh_hackers(table.state, figure, before)
    come_into_contact(table, figure, before)
    hack_the_recoiling(table, hackers, figure, blow.clash.hacked if blow else [])


def recoil_spots(state: Battle, figure: Figure, away_from: Point, blow: Blow | None) -> list[Point]:
    """recoil-direction: within 45 degrees; after a shot also anywhere behind cover that is no nearer to the shooter."""
    straight = state.rulings.recoil_direction == "straight"
    ranged = blow is not None and not blow.clash.is_hand_to_hand and blow.clash.kind == "shot"
    arc = 0.0 if straight else 90.0 if ranged else 45.0
    others = stands(state, (other for other in in_play(state) if other is not figure))
    through = frozenset(friend.id for friend in friends_of(state, figure))  # move.recoil-through-friends
    gait = FLYING if figure.on else WALKING
    field = ground_for(state, figure)
    ways = recoils(field, stand(state, figure), away_from, others, gait, through=through, arc=arc, step=15.0)
    ways = [way for way in ways if not figure.on or is_on(state, figure.on, way.end)]
    return [
        way.end for way in ways if way.by is None and (abs(way.turn) <= 45.001 or _into_cover(state, figure, way, blow))
    ]


def _into_cover(state: Battle, figure: Figure, way: Recoil, blow: Blow | None) -> bool:
    """ranged.recoil-into-cover."""
    shooter = blow.winner if blow else None
    if shooter is None:
        return False
    here = (figure.x, figure.y)
    figure.x, figure.y = way.end
    seen = look(state, shooter, figure)
    figure.x, figure.y = here
    return seen.cover or seen.objection is not None


SPOTS = {"recoil.move": "recoil", "morale.keep-away": "flee", "grenade.knockback": "throw clear"}
"""For what a model is put somewhere else."""


def choose_spot(table: Table[Battle], seat: str, rule: str, figure: Figure, spots: Sequence[Point]) -> Point:
    """One of several spots, as the seat likes."""
    if len(spots) == 1:
        return spots[0]
    region, facts = Among(tuple(spots)), {"deed": SPOTS[rule], "figure": figure.id}
    return region.nearest(
        table.ask(
            seat, rule, PickPoint(region, figure=figure.id, prompt=f"where does {named(figure)} go?", facts=facts)
        )
    )


def fresh_hackers(state: Battle, figure: Figure, before: Sequence[Figure]) -> list[Figure]:
    """recoil.free-hack: active enemies that the recoil newly brings into contact (recoil-new-contact-only)."""
    everybody = state.rulings.recoil_new_contact_only == "any-contact"
    return [enemy for enemy in active_opponents(state, figure) if everybody or enemy not in before]


def hack_the_recoiling(table: Table[Battle], hackers: Sequence[Figure], figure: Figure, hacked: list[str]) -> None:
    """Each makes one Free Hack; a recoil from it may bring the model to the next (recoil-chain)."""
    for enemy in hackers:
        if figure.gone or not are_adjacent(table.state, enemy, figure) or slips_away(table.state, figure, enemy):
            continue
        if enemy.id in hacked:
            continue
        clash = hack(table.state, enemy, figure, hacked)
        suffer(table, clash, strike(table, clash, "recoil.free-hack"))


# Contact


def come_into_contact(table: Table[Battle], figure: Figure, before: Sequence[Figure]) -> None:
    """What happens when bases touch that did not: infection first, then quills (order-of-contact-events)."""
    for other in adjacent(table.state, figure):
        if other in before or figure.gone or other.gone:
            continue
        for touch in (pestilent, touched):
            for me, you in ((figure, other), (other, figure)):
                if not me.gone and not you.gone:
                    touch(voices(me.rules), table, me, you)


# Free Hacks


def hack(state: Battle, hacker: Figure, victim: Figure, hacked: list[str] | None = None) -> Clash:
    """freehack.resolution: as an attack in hand-to-hand, but only the hacker can hurt.

    `hacked`: those who have hacked before, in this chain of recoils or at the same leave-taking.
    """
    clash = Clash(state, "hack", hacker, victim, base=current(hacker).combat, hacked=hacked)
    clash.hacked.append(hacker.id)
    return clash


def slips_away(state: Battle, figure: Figure, hacker: Figure) -> bool:
    """freehack.immunity, freehack.who-cannot."""
    if not is_active(hacker):
        return True
    return slips_from(voices(figure.rules), state, figure, hacker)


def hackers_at(state: Battle, victim: Figure) -> list[Figure]:
    """Every adjacent active enemy from whom the model does not slip away."""
    return [enemy for enemy in active_opponents(state, victim) if not slips_away(state, victim, enemy)]


CarryOut = Callable[[Table[Battle], Clash, Verdict], None]


class Hacked(NamedTuple):
    """What the Free Hacks at a model that leaves contact came to: who hacked, and the worst result, if any beat it."""

    hackers: tuple[str, ...] = ()
    verdict: Verdict = Verdict("none", rule="freehack.resolution")

    @property
    def is_beaten(self) -> bool:
        return bool(self.verdict.loser)


@step
def resolve_hacks(table: Table[Battle], victim: Figure, rule: str, carry_out: CarryOut) -> Hacked:
    """All hack at a model that leaves: the worst single result counts, and is still to be carried out.

    All are rolled against the model as it was; or, if the table plays it so, one after the other: then each result is
    carried out before the next is rolled (several-free-hacks).
    """
    worst, hacked = Hacked(), list[str]()
    for enemy in hackers_at(table.state, victim):
        if victim.gone or enemy.id in hacked or not are_adjacent(table.state, enemy, victim):
            continue
        clash = hack(table.state, enemy, victim, hacked)
        verdict = strike(table, clash, rule)
        if verdict.grade in ("none", "draw"):
            continue
        if is_one_by_one(table.state):
            carry_out(table, clash, verdict)
        if not worst.is_beaten or SEVERITY.index(verdict.grade) > SEVERITY.index(worst.verdict.grade):
            worst = Hacked(verdict=verdict)
    return worst._replace(hackers=tuple(hacked))


def is_one_by_one(state: Battle) -> bool:
    """several-free-hacks: whether each result is carried out at once."""
    return state.rulings.several_free_hacks == "one-by-one"


def carry_out_hacks(table: Table[Battle], victim: Figure, hacked: Hacked, carry_out: CarryOut) -> None:
    """The worst of the Free Hacks; one by one they have been carried out already."""
    if hacked.is_beaten and not is_one_by_one(table.state):
        hacker = table.state.figures[hacked.verdict.winner]
        carry_out(table, hack(table.state, hacker, victim, list(hacked.hackers)), hacked.verdict)


def free_hacks(table: Table[Battle], victim: Figure, rule: str) -> bool:
    """The Free Hacks at a model that leaves contact; whether it gets away."""
    hacked = resolve_hacks(table, victim, rule, suffer)
    carry_out_hacks(table, victim, hacked, suffer)
    return gets_away(table.state, hacked)


def gets_away(state: Battle, hacked: Hacked) -> bool:
    """Unbeaten it leaves; by house rule not from a tied Free Hack (free-hack-tie)."""
    return not hacked.is_beaten and (state.rulings.free_hack_tie == "gets-away" or not hacked.hackers)


def leaving(table: Table[Battle], victim: Figure, rule: str) -> Outcome:
    """What leaving contact comes to: the worst that a Free Hack did, or whether it gets away."""
    hacked = resolve_hacks(table, victim, rule, suffer)
    if hacked.is_beaten:
        return Outcome(KINDS.get(hacked.verdict.grade, hacked.verdict.grade), "mover")
    return Outcome("gets away" if gets_away(table.state, hacked) else "stays", "mover")


def cut_down(table: Table[Battle], clash: Clash, verdict: Verdict) -> None:
    """disengage.morale: one who flees from contact is killed by any hack that beats it, if it is not made of something
    tougher: a Tough model is wounded in place of being killed, and runs on."""
    blow = Blow(clash, clash.attacker, clash.target, even=verdict.even)
    grade: Grade = verdict.grade
    rule = verdict.rule
    if grade not in DEADLY and grade != "wound":
        grade, rule = "kill", "disengage.morale"
        for soften in voices(clash.target.rules).at(softens):
            grade, rule = by(soften, soften(grade, blow), grade, rule)
    suffer(table, clash, verdict._replace(grade=grade, rule=rule))


def throw_clear(table: Table[Battle], blow: Blow) -> None:
    """grenade.knockback: the opponent puts the model down; it never drops from a height by it (knockback-who).

    grenade.knockback-standing-or-fallen: on its feet if the grenade's die was odd, Fallen if it was even.
    """
    figure, state = blow.loser, table.state
    spots = landing_spots(state, figure, origin_of(blow))
    if not spots:
        lay_down(table, figure, "grenade.knockback")
        return
    before = adjacent(state, figure)
    figure.x, figure.y = choose_spot(table, knockback_placer(state, blow), "grenade.knockback", figure, spots)
    if not stays_on(state, figure, (figure.x, figure.y)):
        come_to_ground(figure)
    table.tell("grenade.knockback", "{name} is thrown clear", on=(figure.id,), mark="back", name=named(figure))
    if blow.even:
        lay_down(table, figure, "grenade.knockback-standing-or-fallen")
    come_into_contact(table, figure, before)


def stays_on(state: Battle, figure: Figure, point: Point) -> bool:
    """Whether a spot lies on the raised piece that the model stands on."""
    return bool(figure.on) and is_on(state, figure.on, point)


def knockback_placer(state: Battle, blow: Blow) -> str:
    """knockback-who: the opponent of the victim's owner; with several players the thrower, or the next one round."""
    owner = side_of(state, blow.loser)
    thrower = side_of(state, blow.clash.attacker) if blow.clash.attacker else owner
    if thrower != owner:
        return thrower
    seats = state.seats
    return seats[(seats.index(owner) + 1) % len(seats)]


INSIDE = (0.0, 0.3, 0.6, 0.85)


def landing_spots(state: Battle, figure: Figure, centre: Point) -> list[Point]:
    """Free spots where the base touches the blast from outside; inside too by house rule (knockback-placement).

    From a raised piece it may come down on the ground beside it, but nobody is thrown up onto one.
    """
    rim = state.scale.sticks.short + stand(state, figure).base.width / 2
    inside = INSIDE if state.rulings.knockback_placement == "anywhere" else ()
    rings = [rim, *(share * state.scale.sticks.short for share in inside)]
    turns = [(cos(pi * i / 12), sin(pi * i / 12)) for i in range(24)]
    points = [(centre[0] + away * x, centre[1] + away * y) for away in rings for x, y in (turns if away else turns[:1])]
    return [point for point in points if _can_land(state, figure, point)]


def _can_land(state: Battle, figure: Figure, point: Point) -> bool:
    on = figure.on if stays_on(state, figure, point) else ""
    others = stands(state, (other for other in in_play(state) if other is not figure and other.on == on))
    return room(ground(state), stand(state, figure).moved(point), others, FLYING if on else WALKING).free


def is_machine_fed_on_cells(figure: Figure) -> bool:
    """Robots, and Androids that live on cells."""
    profile = current(figure)
    return is_type(figure, "robot") or (profile.type == "android" and profile.lives_on == "cells")
