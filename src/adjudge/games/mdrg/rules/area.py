"""Area effects: grenades, canisters and fruits."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import PickPoint, Table, step
from adjudge.engine.moments import each, first_of
from adjudge.engine.questions import Counts, Forecast, Point, Together
from adjudge.field.regions import Disc
from adjudge.field.sight import cover_from_point, sight_to_point
from adjudge.games.mdrg.ability import one_voice, voices
from adjudge.games.mdrg.book import ARMS, Arm
from adjudge.games.mdrg.deeds import Deed
from adjudge.games.mdrg.figures import (
    can_hold,
    enemies_of,
    in_play,
    is_helpless,
    is_ready,
    named,
    side_of,
)
from adjudge.games.mdrg.outcomes import Fate, Toll
from adjudge.games.mdrg.places import MM, from_point, ground, length, on_table, stand
from adjudge.games.mdrg.rules import lurkers
from adjudge.games.mdrg.rules.combat import KINDS, Clash, Modifier, Verdict, arm_traits, strike
from adjudge.games.mdrg.rules.line_of_sight import sees_spot
from adjudge.games.mdrg.rules.ranged import is_engaged, shot_at
from adjudge.games.mdrg.rules.results import suffer
from adjudge.games.mdrg.state import Battle, Figure

# Moments at which special rules speak


@first_of
def washes(table: Table[Battle], clash: Clash) -> str | None:
    """The grenade's: what it does to a model in its blast besides or in place of a Combat roll; nothing if it
    withstands it."""


@each
def washed(table: Table[Battle], clash: Clash) -> None:
    """The grenade's: that is carried out."""


@each
def scours(table: Table[Battle], point: Point, arm: Arm) -> None:
    """The grenade's: what it does to the ground."""


def throw_deeds(state: Battle, figure: Figure, actions: int) -> list[Deed]:
    """grenade.general, target.grenades-free: any point within range; never aimed (grenade.no-aiming)."""
    if figure.attacked or is_helpless(figure) or is_engaged(state, figure) or "strained" in figure.effects:
        return []
    return [_throw_deed(id) for id in throwable(figure)]


def throwable(figure: Figure) -> list[str]:
    """What it holds ready: a grenade in hand, a robot's launcher, fruit of its own."""
    carried = [id for id, count in figure.gear.items() if count and id in ARMS and ARMS[id].blast]
    return [id for id in carried if is_ready(figure, id) and can_hold(figure, id)]


def _throw_deed(id: str) -> Deed:
    def do(table: Table[Battle], figure: Figure) -> None:
        throw(table, figure, ARMS[id])

    return Deed(f"throw:{id}", f"throw the {ARMS[id].name}", 1, "grenade.general", do, attack=True, item=id)


def throw_question(state: Battle, figure: Figure, arm: Arm) -> PickPoint:
    """Where it lands: within the range, past solid scenery (grenade.range, grenade-throwing)."""
    far = length(state, arm.range) + stand(state, figure).base.width / 2

    def lands(point: Point) -> bool:
        return sees_spot(state, figure, point)

    extra = [(enemy.x, enemy.y) for enemy in enemies_of(state, figure)]
    region = Disc((figure.x, figure.y), far, on_table(state), MM, lands, extra, rings=(0.8,), rays=8)
    prompt = f"where does the {arm.name} land?"
    return PickPoint(
        region,
        figure=figure.id,
        prompt=prompt,
        facts={"deed": "throw", "figure": figure.id, "item": arm.id},
        forecast=lambda point: _foreseen(state, figure, arm, point),
    )


MOST_NAMED = 2
"""In a blast that catches more models than this they are counted, not named."""


def _foreseen(state: Battle, thrower: Figure, arm: Arm, point: Point) -> Forecast | None:
    """What a blast does to those in it: to whom if they are few, to how many of either side if they are more."""
    caught, seat = in_blast(state, point), side_of(state, thrower)
    if not caught:
        return None
    if len(caught) <= MOST_NAMED:
        return Together([_fate(one, thrower, arm, point, named(one)) for one in caught], _listed)
    own = [side_of(state, one) == seat for one in caught]
    return Together(
        [_toll(one, thrower, arm, point, is_own) for one, is_own in zip(caught, own, strict=True)], _numbered
    )


FATES = {
    "gruesome": "killed",
    "kill": "killed",
    "wound": "hurt",
    "fall": "down",
    "transfix": "transfixed",
    "recoil": "shaken",
    "thrown": "shaken",
}
"""What becomes of one in a crowd, in a word."""


def _fate(one: Figure, thrower: Figure, arm: Arm, point: Point, name: str) -> Part:
    """What a blast does to one of a few, by name."""
    id, by = one.id, thrower.id

    def outcome(table: Table[Battle]) -> Fate:
        state = table.state
        return Fate(resolve_blast(table, state.figures[by], state.figures[id], arm, point).kind, name=name)

    return outcome


def _toll(one: Figure, thrower: Figure, arm: Arm, point: Point, is_own: bool) -> Part:
    """What a blast does to one of a crowd, whose name does not matter."""
    id, by, side = one.id, thrower.id, "friend" if is_own else "target"

    def outcome(table: Table[Battle]) -> Fate:
        state = table.state
        kind = resolve_blast(table, state.figures[by], state.figures[id], arm, point).kind
        return Fate(FATES.get(kind, kind), side)  # type: ignore[arg-type]

    return outcome


Part = Callable[[Table[Battle]], Fate]


def _listed(counts: Counts) -> Toll:
    return Toll(tuple(fate for fate, _ in counts))


def _numbered(counts: Counts) -> Toll:
    """How many are killed and so on; those to whom nothing happens go without saying."""
    return Toll(tuple(replace(fate, count=count) for fate, count in counts if fate.kind != "nothing"))


# What a blast does


class Blasted(NamedTuple):
    """What a blast comes to for one model in it: `washed`, what the grenade does besides or in place of a Combat roll,
    with the traits by which it does; and the verdict of the roll."""

    washed: tuple[tuple[str, str], ...] = ()
    verdict: Verdict = Verdict("none", rule="area.separate-rolls")

    @property
    def kind(self) -> str:
        """The kind of outcome: the worst of it."""
        effects = [what for _, what in self.washed]
        return effects[-1] if effects else KINDS.get(self.verdict.grade, self.verdict.grade)


@step
def resolve_blast(table: Table[Battle], thrower: Figure | None, figure: Figure, arm: Arm, point: Point) -> Blasted:
    """area.separate-rolls: what one model in a blast has to withstand, and its own Combat roll."""
    clash = blast(table.state, thrower, figure, arm, point)
    table.tell("area.blast", "{name} is in the blast of the {arm}", on=(figure.id,), name=named(figure), arm=arm.name)
    washed = tuple((one.id, what) for one, what in washes.said(voices(arm_traits(clash)), table, clash) if what)
    if arm.combat is None or any(what == "kill" for _, what in washed):
        return Blasted(washed)
    return Blasted(washed, strike(table, clash, "area.separate-rolls"))


def throw(table: Table[Battle], figure: Figure, arm: Arm) -> None:
    """One item is used up (ammo.counted-throwables) and goes off where it lands."""
    point = table.ask(side_of(table.state, figure), "area.blast", throw_question(table.state, figure, arm))
    figure.gear[arm.id] -= 1
    if figure.hand == arm.id:
        figure.hand = ""  # the next one has to be readied (changing-weapons)
    table.tell(
        "grenade.general", "{name} throws a {arm}", on=(figure.id,), mark="shoot", name=named(figure), arm=arm.name
    )
    go_off(table, figure, arm, point)


def go_off(table: Table[Battle], thrower: Figure | None, arm: Arm, point: Point) -> None:
    """area.blast, area.separate-rolls: everybody within Short, each with its own roll; results come after all rolls."""
    state = table.state
    lurkers.flush(table, point)
    caught = in_blast(state, point)
    clashes = [blast(state, thrower, figure, arm, point) for figure in caught]
    resolved = [resolve_blast(table, thrower, figure, arm, point) for figure in caught]
    for clash, blasted in zip(clashes, resolved, strict=True):  # blast-simultaneous
        carry_out(table, clash, blasted)
    for clash in clashes:
        for react in voices(clash.target.rules).at(shot_at):
            if not clash.target.gone:
                react(table, clash.target, clash)
    scours(voices(arm.traits), table, point, arm)


def carry_out(table: Table[Battle], clash: Clash, blasted: Blasted) -> None:
    """What a blast came to for one model."""
    for trait, _ in blasted.washed:
        if not clash.target.gone:
            washed(one_voice(trait), table, clash)
    if not clash.target.gone:
        suffer(table, clash, blasted.verdict)


def in_blast(state: Battle, point: Point) -> list[Figure]:
    """blast-membership: any part of the base within Short of the point, friends and the thrower included."""
    radius = length(state, "short") + 1e-6
    caught = [figure for figure in in_play(state) if from_point(state, figure, point) <= radius]
    if state.rulings.blast_walls == "sheltered":
        return [figure for figure in caught if sight_to_point(ground(state), stand(state, figure), point).seen]
    return caught


def blast(state: Battle, thrower: Figure | None, target: Figure, arm: Arm, point: Point) -> Clash:
    """grenade.own-combat, grenade.cover: its own Combat, cover from the impact; armor counts (grenade.armor)."""
    hidden = bool(cover_from_point(ground(state), point, stand(state, target)))
    modifiers = (Modifier("grenade.cover", -1),) if hidden else ()
    return Clash(state, "blast", thrower, target, arm=arm, base=arm.combat or 0, point=point, modifiers=modifiers)
