"""Hand-to-Hand Combat: one survivor against all zeds in contact."""

from __future__ import annotations

from adjudge.engine import UMPIRE, Choose, Option, Table
from adjudge.games.akula.data import BLADES, NUMBERS, WEAPONS, Blade, called
from adjudge.games.akula.places import survivors_touching
from adjudge.games.akula.readings import BITTEN, lead
from adjudge.games.akula.rules.harm import injure, is_proof, remove_zed, takes_wounds, wound
from adjudge.games.akula.rules.infection import is_conscious
from adjudge.games.akula.rules.noise import make_noise
from adjudge.games.akula.state import Battle, Survivor, Zed

WON, STANDOFF, LOST = "won", "standoff", "lost"
BAREHANDED = -1


def best_blade(survivor: Survivor) -> Blade | None:
    """ruling.melee-weapon-choice: the best melee weapon carried."""
    carried = [BLADES[name] for name in survivor.weapons if name in BLADES]
    return max(carried, key=lambda blade: blade.bonus, default=None)


def weapon_bonus(survivor: Survivor) -> int:
    """melee.weapon, else melee.firearm, else melee.barehanded: only one of them applies."""
    blade = best_blade(survivor)
    if blade is not None:
        return blade.bonus
    has_firearm = any(name in WEAPONS and not WEAPONS[name].thrown for name in survivor.weapons)
    return 0 if has_firearm else BAREHANDED


def survivor_bonus(state: Battle, survivor: Survivor, zeds: list[Zed]) -> int:
    """melee.injury, melee.skill and the weapon (and as a house rule helpers: ruling.survivors-together)."""
    bonus = weapon_bonus(survivor) - survivor.injuries + ("melee" in survivor.skills)
    if state.rulings.survivors_together == "help":
        others = {other.id for zed in zeds for other in survivors_touching(state, zed.stand)}
        bonus += len(others - {survivor.id})
    return bonus


def zeds_bonus(state: Battle, zeds: list[Zed]) -> int:
    """melee.extra-zeds, and melee.tank less wounds (ruling.tank-counts-as-additional: both)."""
    if state.rulings.melee_knocked_back == "uncounted":  # ruling.melee-knocked-back
        zeds = [zed for zed in zeds if not zed.down] or zeds[:1]
    tanks = [zed for zed in zeds if zed.kind == "tank"]
    counted = len(zeds) - 1
    if tanks and state.rulings.tank_counts_as_additional == "bonus":
        counted = max(0, len(zeds) - len(tanks) - 1)
    return counted + sum(NUMBERS.tank_bonus - tank.wounds for tank in tanks)


def combat(table: Table[Battle], survivor: Survivor, zeds: list[Zed]) -> str:
    """melee.one-die-per-side: all zeds in contact are one combat; melee.highest-wins."""
    state = table.state
    if not is_conscious(survivor):  # ruling.infection-stages: lost without dice
        injure(table, survivor, "melee.zeds-win", how=BITTEN)
        return LOST
    rev_up(table, survivor)
    most = sum(toughness(state, zed) for zed in zeds)
    reading = lead(survivor_bonus(state, survivor, zeds), zeds_bonus(state, zeds), most)
    ahead = table.roll(reading, "melee.one-die-per-side", (survivor.seat, UMPIRE))
    if ahead > 0:
        slay(table, survivor, [zed.id for zed in zeds], ahead)
        return WON
    if ahead == 0 or is_harmless(state, zeds):
        table.tell("melee.draw", "{name} and the zeds: a standoff.", name=survivor.name)
        return STANDOFF
    table.tell("melee.zeds-win", "The zeds overpower {name}.", name=survivor.name)
    injure(table, survivor, "melee.zeds-win", how=BITTEN)
    return LOST


def rev_up(table: Table[Battle], survivor: Survivor) -> None:
    """A chainsaw sounds in every combat its user fights with it (ruling.which-shots-are-loud)."""
    blade = best_blade(survivor)
    if blade is not None and blade.loud:
        make_noise(table, survivor.stand.at, f"a {blade.name}")


def is_harmless(state: Battle, zeds: list[Zed]) -> bool:
    """ruling.melee-knocked-back: zeds that are all knocked back do no harm."""
    return state.rulings.melee_knocked_back == "harmless" and all(zed.down for zed in zeds)


def toughness(state: Battle, zed: Zed) -> int:
    """How many points it takes to be rid of a zed (ruling.tank-in-melee)."""
    if zed.kind == "horde" and is_proof(state, blast=False):
        return 0
    return NUMBERS.tank_wounds - zed.wounds if is_worn_down(state, zed) else 1


def is_worn_down(state: Battle, zed: Zed) -> bool:
    """Whether a point only wounds it (ruling.tank-in-melee)."""
    return takes_wounds(state, zed) and not (zed.kind == "tank" and state.rulings.tank_in_melee == "removed")


def slay(table: Table[Battle], survivor: Survivor, ids: list[str], points: int) -> None:
    """melee.survivor-wins: a zed for each point of difference (ruling.removal-count), as the player chooses."""
    state = table.state
    for _ in range(points):
        left = [id_ for id_ in ids if id_ in state.zeds and toughness(state, state.zeds[id_])]
        if not left:
            return
        chosen = table.ask(
            survivor.seat,
            "melee.survivor-wins",
            Choose(left, lambda id_: describe(state, id_), prompt=f"{survivor.name} won: which zed?"),
        )
        strike_down(table, state.zeds[chosen])


def strike_down(table: Table[Battle], zed: Zed) -> None:
    if is_worn_down(table.state, zed):
        wound(table, zed)
    else:
        remove_zed(table, zed, "melee.survivor-wins")


def describe(state: Battle, id_: str) -> Option:
    zed = state.zeds[id_]
    marks = ["knocked back"] if zed.down else []
    marks += [f"{zed.wounds} wounds"] if zed.wounds else []
    return Option(id_, called(id_), figure=id_, point=zed.stand.at, note=", ".join(marks), rule="melee.survivor-wins")
