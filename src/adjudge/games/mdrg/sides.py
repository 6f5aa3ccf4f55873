"""What a party brings to a battle, as numbers by name: for the lab, which finds out what each is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudge.games.mdrg.party import Party, inborn_rules
from adjudge.games.mdrg.state import Battle

WORST_QUALITY = 6


def traits(battle: Battle, seat: str) -> Mapping[str, float]:
    """Models, their Combat and Quality in all, and how many of them have each special rule and each thing."""
    party = battle.parties.get(seat)
    return {} if party is None else counted(party)


def counted(party: Party) -> dict[str, float]:
    """Of everything on the record sheet how much there is. Quality counts by the steps that it is better than the
    worst, since a low one is good."""
    found: Counter[str] = Counter()
    for model in party.models:
        found["models"] += 1
        found["Combat in all"] += model.combat
        found["Quality in all"] += WORST_QUALITY - model.quality
        found[f"type {model.type}"] += 1
        found.update({_plain(it) for it in (*model.traits, *inborn_rules(model.type, model.species))})
        found.update(_plain(item) for item in model.gear)
    return {name: float(count) for name, count in sorted(found.items())}


def _plain(name: str) -> str:
    """A trait without its details."""
    return name.partition("(")[0].partition("[")[0].strip()
