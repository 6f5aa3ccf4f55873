"""Situations of each game in which inputs matter that do not in a plain one, as dotted names with values."""

from __future__ import annotations

from typing import Any

from adjudge.engine.game import find_game

_HOUSE_BOOK = find_game("rdz").paper("stat-book").sample("house")
_OWN_BOOK = _HOUSE_BOOK.replace("initiative = 7", "initiative = 9").replace("combat_skill = 6", "combat_skill = 9")
_OWN_BOOK = _OWN_BOOK.replace("rarity_factor = 2", "rarity_factor = 12")
"""A stat book in which many numbers are other than in the house book."""

_AT = _HOUSE_BOOK.index('damage = "2"', _HOUSE_BOOK.index('id = "medic"'))
_LIMITED_BOOK = f"{_HOUSE_BOOK[:_AT]}uses = 1\n{_HOUSE_BOOK[_AT:]}"
"""A stat book in which the Medic's pistol can be empty."""

SITUATIONS: dict[tuple[str, str], tuple[dict[str, Any], ...]] = {
    ("akula", "blast"): (
        {"distance": 0.5},
        {"distance": 0.5, "infection": True},
        {"distance": 0.5, "injuries": 2},
        {"skill": True},
        {"others": [[4.0, 0.0]]},
        {"friends": [[1.5, 0.0]]},
        {"target": "liche"},
    ),
    ("akula", "hand-to-hand"): ({"tanks": 2, "zeds": 3}, {"tanks": 1}, {"knocked_back": 1}, {"injuries": 2}),
    ("akula", "grab"): ({"zeds": 3}, {"knocked_back": 1}),
    ("akula", "wrestle-free"): ({"tanks": 1, "rulings.wrestle_modifiers": "tank"}, {"tanks": 1}),
    ("akula", "injury"): ({"injuries": 2}, {"infection": True}),
    ("akula", "activation"): ({"survivor": 8.0}, {"survivor": 8.0, "wall": True}),
    ("akula", "debris"): (
        {"wall": True, "rulings.tank_debris_details": "blind"},
        {"rulings.injury_markers_limit": "three"},
        {"injuries": 2},
    ),
    ("akula", "spawn"): ({"rulings.spawn_infected": "gone"}, {"was_survivor": True}, {"kind": "tank"}),
    ("regulus", "test"): ({"rulings.test_luck_farming": "once-a-scene", "luck": "up"},),
    ("mdrg", "shot"): ({"weapon": "shotgun", "beside": 1}, {"weapon": "bow"}),
    ("mdrg", "concentrated-fire"): (
        {"shooters": [{"distance": 150}, {"distance": 150}]},
        {"shooters": [{"weapon": "bow"}, {"weapon": "bow"}]},
    ),
    ("mdrg", "fall"): ({"model.traits": ["flying"]},),
    ("mdrg", "telepathy"): ({"distance": 150},),
    ("mdrg", "entangle"): ({"distance": 60},),
    ("rdz", "attack"): (
        {"shots": 2},
        {"weapon": "Frag Grenade", "others": ["zombie-boy"]},
        {"attacker": "dreg-thug", "target": "medic"},
        {"attacker": "dreg-thug", "absent": ["medic"]},
        {"attacker": "dreg-thug", "target": "captain", "absent": ["medic"], "others": ["dreg-enforcer"]},
        {"attacker": "dreg-brawler", "target": "medic"},
        {"attacker": "zombie-cannibal", "target": "medic", "attacker_state": {"life_points": 3}},
        {"attacker": "radiation-wizard"},
        {"attacker": "zombie-harvester", "shots": 2},
        {"attacker": "officer", "absent": ["medic"]},
        {"attacker": "medic", "uses": 0, "books": _LIMITED_BOOK},
    ),
    ("rdz", "initiative-order"): ({"enemies": ["zombie-reg", "zombie-reg"]},),
    ("regiment", "attack"): (
        {"weapon": "frag-grenade", "band": "near"},
        {"weapon": "frag-grenade", "band": "close", "splash": True},
        {"weapon": "combat-knife", "band": "close"},
        {"weapon": "automatic-rifle", "boost": "volume", "target.team": 1},
        {"weapon": "saw", "band": "far", "target.team": 5},
        {"weapon": "hmg", "band": "far"},
        {"weapon": "lmg", "target.cover": 3, "base": "incidental"},
        {"weapon": "carbine", "band": "far"},
        {"shooter.team": 5},
        {"shooter.steps": 1, "shooter.concealed": True, "target.concealed": True},
        {"shooter.steps": 1, "shooter.moving": True, "target.moving": True},
        {"base": "concentrated", "parity": "larger", "target.moving": True},
        {"target.cover": 3},
        {"target.tough": 1, "target.armor": 1},
        {"target.wounds": 2},
        {"target.stress": 5},
    ),
    ("regiment", "assault"): (
        {"gear": 0},
        {"weapon": "frag-grenade", "band": "close", "enemies": 1},
        {"weapon": "carbine", "band": "close", "enemies": 1, "squad": 2},
        {"squad": 2, "enemies": 3},
        {"weapon": "combat-knife", "band": "tight", "enemies": 1},
    ),
    ("regiment", "harm"): ({"stress": 8}, {"tough": 1, "armor": 1, "wounds": 2}, {"grit": 1}, {"wounds": 3}),
    ("regiment", "medic"): (
        {"guts": -1, "gear": 0},
        {"patient": "oneself"},
        {"patient": "oneself", "by": "operator"},
        {"left": 0, "right": 0, "stress": 4},
        {"by": "operator"},
    ),
    ("regiment", "roll"): (
        {"forward": [1, 1]},
        {"helpers": [{"bond": 3}, {"bond": 3}]},
        {"intel": True},
        {"move": "engage"},
    ),
    ("regiment", "scrounge"): (
        {"kind": "ammo", "eye_for_supply": True},
        {"kind": "ammo", "battle": 3},
        {"gear": 5, "lucky": 3},
    ),
    ("regiment", "steam"): ({"bond": 3, "smokes": 3}, {"smokes": 3}),
    ("regiment", "petition"): ({"smokes": 1, "leadership": 2},),
}

VALUES: dict[tuple[str, str], tuple[Any, ...]] = {
    ("rdz", "books"): (_OWN_BOOK,),
    ("rdz", "weapon"): ("Frag Grenade", "Magnum Pistol", "Slug Load"),
    ("rdz", "numbers"): (
        {"medic": {"initiative": 50}},
        {"zombie-reg-1": {"combat_skill": 50}},
        {"zombie-reg-1": {"initiative": 50}},
    ),
}
"""Values to try an input with besides those that its type tells, by game and input."""

BY_HOUSE_RULE: dict[tuple[str, str], tuple[dict[str, Any], ...]] = {
    ("akula", "melee_knocked_back"): ({"procedure": "hand-to-hand", "zeds": 2, "knocked_back": 2},),
    ("akula", "tank_in_melee"): ({"procedure": "hand-to-hand", "tanks": 1, "skill": True, "weapon": "chainsaw"},),
    ("akula", "infection_stages"): ({"procedure": "infection", "turns_left": 8},),
    ("akula", "smell_through_walls"): ({"procedure": "activation", "survivor": 6, "wall": True},),
    ("akula", "tank_debris_details"): ({"procedure": "debris", "wall": True},),
    ("mdrg", "sp_hero_scope"): ({"procedure": "activation", "model.traits": ["hero"], "dice": 1},),
    ("mdrg-campaign", "sp_hero_scope"): ({"procedure": "illness", "traits": ["hero"]},),
    ("mdrg-campaign", "leader_upkeep"): (
        {"procedure": "upkeep", "leader": True, "type": "mutant", "traits": ["energy-projection (flames)"], "food": 9},
    ),
    ("mdrg", "zero_or_negative_score"): (
        {"procedure": "hand-to-hand", "attacker.combat": 0, "pressing_attacker": 3, "defender.combat": 0},
        {"procedure": "hand-to-hand", "attacker.combat": 0, "attacker.fallen": True, "pressing_attacker": 3},
    ),
    ("mdrg", "sp_savage_lethal_fallen"): (
        {"procedure": "hand-to-hand", "attacker.traits": ["savage"], "defender.fallen": True},
    ),
    ("mdrg", "sp_heavy_armor_fallen"): (
        {"procedure": "hand-to-hand", "defender.gear": ["heavy-armor"], "defender.fallen": True},
    ),
    ("mdrg", "sp_power_armor_fallen"): (
        {"procedure": "hand-to-hand", "defender.gear": ["power-armor"], "defender.fallen": True},
    ),
    ("mdrg", "size_when_defending"): ({"procedure": "hand-to-hand", "defender.traits": ["big"]},),
    ("mdrg", "huge_versus_normal"): ({"procedure": "hand-to-hand", "attacker.traits": ["huge"]},),
    ("mdrg", "mounted_versus_larger"): (
        {"procedure": "hand-to-hand", "attacker.traits": ["mounted"], "defender.traits": ["big"]},
    ),
    ("mdrg", "transfixed_fights_back"): ({"procedure": "hand-to-hand", "defender.transfixed": True},),
    ("mdrg", "prone_is_fallen"): ({"procedure": "shot", "target.effects": ["prone"]},),
    ("mdrg", "sp_energy_adaptation_first_attack"): (
        {"procedure": "shot", "weapon": "laser-gun", "target.traits": ["energy-adaptation"]},
    ),
    ("mdrg", "defoliant_knockback"): ({"procedure": "grenade", "grenade": "defoliant-grenade"},),
    ("rdz", "no_usable_weapon"): (
        {"procedure": "attack", "attacker": "medic", "uses": 0, "books": _LIMITED_BOOK},
        {"procedure": "combat", "books": _LIMITED_BOOK},
    ),
    ("rdz", "innocents_killed"): ({"procedure": "attack", "target": "dreg-innocent"},),
}
"""Situations in which a house rule matters, by game and house rule; `procedure` says of which one, if not of all."""
