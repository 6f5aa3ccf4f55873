"""Area effects: grenades, canisters and fruits."""

from __future__ import annotations

from collections.abc import Callable

from adjudge.engine import PickPoint, Table
from adjudge.engine.questions import Counts, Forecast, Point, Together
from adjudge.field.sight import cover_from_point, sight_to_point
from adjudge.games.mdrg.book import ARMS, Arm
from adjudge.games.mdrg.rules import lurkers
from adjudge.games.mdrg.rules.combat import Clash, Modifier, arm_traits, reckoning, strike
from adjudge.games.mdrg.rules.deeds import Deed
from adjudge.games.mdrg.rules.figures import (
    can_hold,
    enemies_of,
    in_play,
    is_helpless,
    is_ready,
    named,
    side_of,
)
from adjudge.games.mdrg.rules.hand_to_hand import told
from adjudge.games.mdrg.rules.moments import voices
from adjudge.games.mdrg.rules.places import from_point, ground, length, on_table, sees_spot, stand
from adjudge.games.mdrg.rules.ranged import is_engaged
from adjudge.games.mdrg.rules.regions import Disc
from adjudge.games.mdrg.rules.results import suffer
from adjudge.games.mdrg.state import Battle, Figure


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

    return Deed(f"throw:{id}", f"throw the {ARMS[id].name}", 1, "grenade.general", do, attack=True)


def throw_question(state: Battle, figure: Figure, arm: Arm) -> PickPoint:
    """Where it lands: within the range, past solid scenery (grenade.range, grenade-throwing)."""
    far = length(state, arm.range) + stand(state, figure).base.width / 2

    def lands(point: Point) -> bool:
        return sees_spot(state, figure, point)

    extra = [(enemy.x, enemy.y) for enemy in enemies_of(state, figure)]
    region = Disc((figure.x, figure.y), far, on_table(state), lands, extra, rings=(0.8,), rays=8)
    prompt = f"where does the {arm.name} land?"
    return PickPoint(
        region, figure=figure.id, prompt=prompt, forecast=lambda point: _foreseen(state, figure, arm, point)
    )


MOST_NAMED = 2
"""In a blast that catches more models than this they are counted, not named."""


def _foreseen(state: Battle, thrower: Figure, arm: Arm, point: Point) -> Forecast | None:
    """What a blast does to those in it: to whom if they are few, to how many of either side if they are more."""
    caught, seat = in_blast(state, point), side_of(state, thrower)
    if not caught:
        return None
    if len(caught) <= MOST_NAMED:
        return Together([_fate(one, arm, point, f"{named(one)}: ") for one in caught], _listed)
    words = ["own " if side_of(state, one) == seat else "" for one in caught]
    return Together([_fate(one, arm, point, word, FATES) for one, word in zip(caught, words, strict=True)], _numbered)


FATES = {
    "gruesome kill": "killed",
    "kill": "killed",
    "wound": "hurt",
    "falls": "down",
    "transfix": "transfixed",
    "recoils": "shaken",
    "thrown": "shaken",
}
"""What becomes of one in a crowd, in a word."""


def _fate(one: Figure, arm: Arm, point: Point, who: str, coarse: dict[str, str] | None = None) -> Callable[..., str]:
    """What a blast does to one model, as a rule."""
    id = one.id

    def outcome(table: Table[Battle]) -> str:
        words = caught_in(table, table.state.figures[id], arm, point)
        return who + (coarse.get(words, words) if coarse else words)

    return outcome


def caught_in(table: Table[Battle], figure: Figure, arm: Arm, point: Point) -> str:
    """What a blast does to a model, in words; nobody is moved."""
    before = (figure.transfixed, tuple(figure.effects))
    clash = blast(table.state, None, figure, arm, point)
    wash(table, clash, quiet=True)
    if figure.gone:
        return "kill"
    if before != (figure.transfixed, tuple(figure.effects)):
        return "transfix" if figure.transfixed != before[0] else figure.effects[-1]
    if arm.combat is None:
        return "nothing"
    return told(strike(table, clash, "area.separate-rolls", quiet=True), "")


def _listed(counts: Counts) -> str:
    return ", ".join(outcome for outcome, _ in counts)


def _numbered(counts: Counts) -> str:
    """How many are killed and so on; those to whom nothing happens go without saying."""
    return ", ".join(f"{count} {words}" for words, count in counts if not words.endswith("nothing")) or "nothing"


def throw(table: Table[Battle], figure: Figure, arm: Arm) -> None:
    """One item is used up (ammo.counted-throwables) and goes off where it lands."""
    point = table.ask(side_of(table.state, figure), "area.blast", throw_question(table.state, figure, arm))
    figure.gear[arm.id] -= 1
    if figure.hand == arm.id:
        figure.hand = ""  # the next one has to be readied (changing-weapons)
    table.tell("grenade.general", "{name} throws a {arm}", name=named(figure), arm=arm.name)
    go_off(table, figure, arm, point)


def go_off(table: Table[Battle], thrower: Figure | None, arm: Arm, point: Point) -> None:
    """area.blast, area.separate-rolls: everybody within Short, each with its own roll; results come after all rolls."""
    state = table.state
    lurkers.flush(table, point)
    clashes = [blast(state, thrower, figure, arm, point) for figure in in_blast(state, point)]
    for clash in clashes:
        wash(table, clash, quiet=False)
    struck = []
    for clash in clashes if arm.combat is not None else []:
        if not clash.target.gone:
            table.tell("area.blast", "{name} is in it: {scores}", name=named(clash.target), scores=reckoning(clash))
            struck.append((clash, strike(table, clash, "area.separate-rolls")))
    for clash, verdict in struck:  # blast-simultaneous
        if not clash.target.gone:
            suffer(table, clash, verdict)
    for clash in clashes:
        for one in voices(clash.target.rules, "shot_at"):
            if not clash.target.gone:
                one.shot_at(table, clash.target, clash)
    for one in voices(arm.traits, "scours"):
        one.scours(table, point, arm)


def wash(table: Table[Battle], clash: Clash, *, quiet: bool) -> None:
    """What a blast does to a model besides or in place of a Combat roll."""
    for one in voices(arm_traits(clash), "washes"):
        if not clash.target.gone:
            one.washes(table, clash, quiet=quiet)


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
