"""What a deed comes to, as data. Forecasts and the desk return it, bots weigh it, `wording` puts it into words."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

To = Literal["target", "attacker", "friend", "mover"]
"""Who suffers: the one it is done to, the one who attacks, one of his side who is not meant, or the one who leaves."""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What happens to one model, or whether something works."""

    kind: str
    """`nothing`, `recoil`, `fall`, `kill` and the other grades of a combat; `works`, `holds`, `actions`, `flees` …"""
    to: To = "target"
    count: int = 0
    """Of actions, of fleeing moves, of ailments cured."""
    wear: tuple[str, ...] = ()
    """What befalls the weapons that are used: `jam`, `break`, `empty`, `strain`, `burnt out`."""
    also: tuple[str, ...] = ()
    """What else comes with it: `turn lost`, `backlash`."""
    beside: tuple[Outcome, ...] = ()
    """What happens to those beside the target, who are hit as well, in the order in which they are rolled for."""


class Fate(Struct, frozen=True, omit_defaults=True, order=True):
    """What happens to one of several, by name; or to how many of them."""

    kind: str
    to: To = "target"
    name: str = ""
    count: int = 1


class Toll(Struct, frozen=True, omit_defaults=True):
    """What happens to several at once."""

    fates: tuple[Fate, ...] = ()


class Several(Struct, frozen=True, omit_defaults=True):
    """What comes of one thing after the other, as shots at several targets."""

    outcomes: tuple[Outcome, ...]


NOTHING = Outcome("nothing")
