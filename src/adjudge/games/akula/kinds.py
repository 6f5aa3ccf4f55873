"""What each kind of zed can do that others cannot: its abilities, which answer the moments of the rules."""

from __future__ import annotations

from adjudge.engine.moments import Voices
from adjudge.games.akula.rules.liches import Caller
from adjudge.games.akula.rules.tanks import Tank
from adjudge.games.akula.rules.zeds import Fast, Horde, Shambler
from adjudge.games.akula.voices import VOICES, Ability

ABILITIES: dict[str, Ability] = {
    "shambler": Shambler(),
    "fast": Fast(),
    "tank": Tank(),
    "horde": Horde(),
    "liche": Caller("moans"),
    "witch": Caller("wails"),
}


def give_voices() -> None:
    """From now on every kind answers for itself."""
    VOICES.update({kind: Voices([ability]) for kind, ability in ABILITIES.items()})
