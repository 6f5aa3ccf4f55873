"""How models and what they hold are drawn: each type and each weapon in the few shapes that screens know."""

from __future__ import annotations

from adjudge.engine.scene import Held, Role
from adjudge.games.mdrg.party import Profile

ROLES: dict[str, Role] = {
    "human": "person", "mutant": "mutant", "animal": "beast", "plant": "plant", "android": "soldier", "robot": "robot",
    "wretched": "zombie", "trained-animal": "beast",
}  # fmt: skip
HOLDS: dict[str, Held] = {
    "assault-rifle": "automatic", "death-ray-gun": "ray", "electric-gun": "ray", "flamethrower": "flame",
    "laser-gun": "ray", "nanite-gun": "ray", "needler": "pistol", "pistol": "pistol", "shotgun": "shotgun",
    "sonic-stunner": "ray", "web-gun": "ray", "bow": "bow", "javelin": "club", "battering-ram": "club",
}  # fmt: skip


def role_of(profile: Profile) -> Role:
    """A Leader by appointment looks like one, whatever else it is."""
    return "leader" if profile.leader else ROLES[profile.type]
