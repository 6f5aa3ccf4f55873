"""The bot of the campaign: a quartermaster who wants his party alive, fed and armed, in that order.

He goes by what an option is (`about`) and by the facts of a question, never by its words. Battles he leaves to the bots
of the game of battles.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from adjudge.engine import Allocate, Asked, Choose, ChooseSome, Deed, Fight, random_bot
from adjudge.games.mdrg.book import CREATED_TYPES, GEAR, TYPES, split
from adjudge.games.mdrg.campaign.members import model
from adjudge.games.mdrg.campaign.rules.replacements import NOBODY
from adjudge.games.mdrg.campaign.rules.upkeep import ENOUGH, bill
from adjudge.games.mdrg.campaign.rules.work import DONE
from adjudge.games.mdrg.campaign.state import Camp, Campaign
from adjudge.games.mdrg.making import best_model, carrier, even_shares
from adjudge.games.mdrg.party import Profile
from adjudge.games.mdrg.rules import creation
from adjudge.games.mdrg.rules.profiles import is_leader, runs_on_cells

GUN_WORTH = {"gun": 3.0, "armor": 2.5, "generator": 2.5, "hand-weapon": 2.0, "grenade": 1.5, "missile": 1.0}
"""What a model gains by a thing; two of a kind are hardly better than one."""
SPARE_CELLS = 2
"""Energy Cells that are kept when guns are reloaded, beyond what machines need."""


def quartermaster(asked: Asked) -> Any:
    """One sensible answer."""
    question = asked.question
    if isinstance(question, Fight):
        return question.by_bots(f"{asked.rng.getrandbits(64):016x}")
    state: Campaign = asked.view
    if asked.rule.startswith("creation.") or asked.seat not in state.camps:
        return _creating(asked)
    camp = state.camps[asked.seat]
    if isinstance(question, Allocate):
        return _cells(question)
    if isinstance(question, ChooseSome):
        return _home(state, camp, question)
    if isinstance(question, Choose):
        return _choice(asked, state, camp, question)
    return random_bot(asked)


def _choice(asked: Asked, state: Campaign, camp: Camp, question: Choose[Any]) -> Any:
    match question.facts.get("stage"):
        case "advance":
            return _best(question, lambda deed: _advance_worth(state, camp, deed))
        case "replace":
            return _replacement(camp, question)
        case "camp":
            return _work(state, camp, question)
        case "upkeep":
            return _feed(camp, question)
    deeds = {key: question.about(key) for key in question.options}
    if any(deed is not None and deed.kind == "bonus" for deed in deeds.values()):
        return question.options[-1]  # all that there is to give
    if any(deed is not None and deed.kind == "ally" for deed in deeds.values()):
        return question.options[0]
    return random_bot(asked)


def _best(question: Choose[Any], worth: Any) -> Any:
    """The option that is worth most, the first of equals."""
    return max(question.options, key=lambda key: worth(question.about(key) or Deed("")))


def _creating(asked: Asked) -> Any:
    """While a party is made: nothing is wasted, the best lead."""
    question = asked.question
    making = next((it for it in asked.view.musters if it.seat == asked.seat), None)
    if making is None:
        return random_bot(asked)
    if asked.rule == "creation.equipment-pool":
        return carrier(making, question) if isinstance(question, Choose) else even_shares(making, question)
    if isinstance(question, Choose) and creation.NOBODY in question.options:
        return best_model(making, question.options)
    return random_bot(asked)


# What to learn


def _advance_worth(state: Campaign, camp: Camp, deed: Deed) -> float:
    """Food and Energy Cells before the party starves; then better fighters, the best of them first."""
    need, party = bill(camp, state.rulings), camp.party
    if deed.item == "follower":
        return 5.5 if TYPES[deed.target].slots > 1 or deed.target == _usual(camp) else 3.0
    one = model(camp, deed.target)
    if deed.item == "food":
        return 9.0 if need.food > party.food else 1.0
    if deed.item == "cells":
        return 8.0 if need.cells > party.cells else 1.5
    base = {"combat": 6.0, "quality": 6.5, "mutation": 5.0, "skill": 4.0, "equipment": 4.5}[deed.item]
    return base + 0.1 * one.combat - 0.1 * one.quality + 0.2 * is_leader(one)


def _usual(camp: Camp) -> str:
    """The type that most of the party are."""
    counts = Counter(one.type for one in camp.party.models)
    if not counts:
        return camp.kind if camp.kind in CREATED_TYPES else "mutant"
    return max(counts, key=lambda type: (counts[type], type))


def _replacement(camp: Camp, question: Choose[Any]) -> Any:
    """More of the same, as long as there is room for it."""
    usual = _usual(camp)
    able = [key for key in question.options if key != NOBODY]
    return usual if usual in able else able[0] if able else NOBODY


# Work in camp


def _work(state: Campaign, camp: Camp, question: Choose[Any]) -> Any:
    """What gains most; nothing is put back into the store, so there is an end to it."""
    worth, key = max(((_task_worth(state, camp, question.about(key)), key) for key in question.options), key=_first)
    return key if worth > 0 else DONE


def _first(pair: tuple[float, Any]) -> float:
    return pair[0]


def _task_worth(state: Campaign, camp: Camp, deed: Deed | None) -> float:
    if deed is None:
        return 0.0
    need, party = bill(camp, state.rulings), camp.party
    match deed.kind:
        case "study":
            return 5.0 + 0.5 * TYPES[model(camp, deed.target).type].artifacts
        case "give" | "build-in":
            return _gift_worth(model(camp, deed.target), deed.item)
        case "reload":
            return 2.0 if party.cells > need.cells + SPARE_CELLS or not need.cells else 0.0
        case "cure":
            return 1.5 if party.food >= need.food + 2 else 0.0
        case "eat" | "slaughter":
            return 1.0 if party.food < need.food else 0.0
    return 0.0


def _gift_worth(one: Profile, item: str) -> float:
    """A thing for one who has none of its kind yet."""
    kind = GEAR[item].kind
    same = sum(GEAR[held].kind == kind for held in one.gear)
    if kind == "drug":
        return 0.5 - 0.1 * same
    if split(item)[0] in one.gear:
        return 0.0
    return GUN_WORTH.get(kind, 0.4) - 1.1 * same + 0.05 * one.combat


# Food and Energy Cells


def _home(state: Campaign, camp: Camp, question: ChooseSome[Any]) -> Any:
    """Machines that cannot be powered stay at home, switched off, as long as others go."""
    short = bill(camp, state.rulings).cells - camp.party.cells
    machines = [key for key in question.options if runs_on_cells(camp.party.models[key])]
    weakest = sorted(machines, key=lambda key: camp.party.models[key].combat)
    most = min(max(0, short), question.most, len(camp.party.models) - 2, len(weakest))
    return weakest[: max(0, most)] if state.week else []


def _feed(camp: Camp, question: Choose[Any]) -> Any:
    """Those who would leave or die first, then the strongest; a Leader can wait."""

    def worth(key: Any) -> tuple[float, str]:
        deed = question.about(key)
        if deed is None or deed.kind == ENOUGH:
            return (0.0, "")
        one = model(camp, deed.target)
        return (1.0 + 2.0 * one.hungry + 0.1 * one.combat - 2.5 * is_leader(one) + 0.01 * (deed.item == "cells"), "")

    return max(question.options, key=worth)


def _cells(question: Allocate) -> dict[str, int]:
    """One or two for everybody with a gun."""
    shares = dict.fromkeys(question.slots, 0)
    takers = [key for key in question.facts.get("guns", ()) if key in shares]
    left = question.number
    for _ in range(2):
        for key in takers:
            if left:
                shares[key] += 1
                left -= 1
    return shares
