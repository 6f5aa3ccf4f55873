""" "Active" zeds: loud noises, and what stirs a zed and why."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.engine.moments import any_of
from adjudge.field import EPS, Point, Round, Stand
from adjudge.games.akula.data import KINDS, NUMBERS
from adjudge.games.akula.places import distance, in_play, is_within, place_of, scenario_of, sees
from adjudge.games.akula.state import Battle, Noise, Survivor, Zed, noise_of
from adjudge.games.akula.voices import voices_of

BURST = Round(0.0)
"""An explosion has no base: it is where it goes off."""
SURVIVOR, NOISE, CALL, ALL, CALLER = (
    "a survivor is near",
    "a loud noise",
    "a call",
    "everything is awake",
    "it never rests",
)


@any_of
def never_rests() -> bool:
    """Whether a zed needs no stimulation at all."""
    raise NotImplementedError


# ---------------------------------------------------------------------- noise


def make_noise(table: Table[Battle], source: Stand, what: str) -> None:
    """active.noise-list: gunshots, explosions, engines, shouts, screams, chainsaws in combat.

    A noise stays where it was made, as wide as what made it (ruling.noise-position, ruling.measuring).
    """
    noise = noise_of(source, what)
    if noise not in table.state.noises:
        table.state.noises.append(noise)
        table.tell(
            "active.noise-list",
            "{what} {where} is heard 20 inches around.",
            on=(source.id,) if source.id in table.state.survivors else (),
            where=_maker(table.state, source),
            what=what.capitalize(),
            x=noise.x,
            y=noise.y,
        )


def _maker(state: Battle, source: Stand) -> str:
    """Whose noise it is, or where it comes from."""
    if source.id in state.survivors:
        return f"by {state.survivors[source.id].name}"
    return f"from the {source.id}" if source.id in state.vehicles else "from a blast"


def burst_at(point: Point) -> Stand:
    """Where an explosion sounds."""
    return Stand("burst", *point, BURST)


def silence(state: Battle) -> None:
    """active.noise-expires: what was made before the shuffle does not count."""
    state.noises = []


# ---------------------------------------------------------------------- what stirs


def why_active(state: Battle, zed: Zed) -> str:
    """The first of the conditions that it meets; empty if it stays idle (active.idle, ruling.tank-needs-stimulus)."""
    if never_rests(voices_of(zed)):
        return CALLER  # liche.always-active
    if smells(state, zed):
        return SURVIVOR
    if nearest_noise(state, zed) is not None:
        return NOISE
    if hears_call(state, zed):
        return CALL
    awake = scenario_of(state).all_active_from
    return ALL if awake and state.round >= awake else ""


def smells(state: Battle, zed: Zed) -> bool:
    """active.survivor-near: within 10 inches; walls and vehicles do not help (ruling.smell-through-walls)."""
    return any(is_noticed(state, zed, survivor) for survivor in in_play(state))


def is_noticed(state: Battle, zed: Zed, survivor: Survivor) -> bool:
    place = place_of(state, survivor)
    if not is_within(state, zed.stand, place, NUMBERS.survivor_near):
        return False
    if state.rulings.smell_through_walls == "through" or is_within(state, zed.stand, place, 5.0):
        return True
    return sees(state, zed.stand, place)


def sources(state: Battle) -> list[Noise]:
    """The noises of this Round, and engines that run now (ruling.noise-position)."""
    engines = [noise_of(v.stand, f"the engine of {v.name}") for v in state.vehicles.values() if v.running]
    return [*(noise for noise in state.noises if not noise.call), *engines]


def nearest_noise(state: Battle, zed: Zed) -> Noise | None:
    """active.loud-noise: the nearest within 20 inches, from base to base (ruling.measuring)."""
    if not state.noises and not state.vehicles:
        return None
    heard = [(distance(state, zed.stand, n.source), n.x, n.y, n) for n in sources(state)]
    heard = [it for it in heard if it[0] <= NUMBERS.loud_noise + EPS]
    return min(heard, key=lambda it: it[:3])[3] if heard else None


def hears_call(state: Battle, zed: Zed) -> bool:
    """active.call: within 30 inches of a moan or wail of this Round (liche.call-duration)."""
    for call in state.noises:
        if not call.call:
            continue
        if state.rulings.liche_call_details == "reached":
            if zed.id in call.heard:
                return True
        elif is_within(state, zed.stand, call.source, NUMBERS.call_heard):
            return True
    return False


def can_act(zed: Zed) -> bool:
    """shooting.knock-back: a zed that was knocked back neither moves nor attacks until the next Round."""
    return not zed.down


def of_card(state: Battle, card: str) -> list[Zed]:
    """active.relevant-card: the zeds of a card's kind."""
    return [zed for zed in state.zeds.values() if KINDS[zed.kind].card == card]
