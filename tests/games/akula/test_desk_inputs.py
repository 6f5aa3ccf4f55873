"""Every input of the desk counts: it changes odds or what is said somewhere, or is refused with its rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudge.desk.situations import situation
from adjudge.engine import BadInput, Event, Script
from adjudge.engine.chance import FastDice
from adjudge.engine.errors import Refused
from adjudge.engine.inputs import merged
from adjudge.games.akula import game
from adjudge.games.akula.bots import policy
from adjudge.games.akula.data import BLADES, WEAPONS
from adjudge.games.akula.state import Rulings
from adjudge.odds import of_procedure

Params = dict[str, Any]

CONTEXTS: dict[str, list[Params]] = {
    "shot": [
        {},
        {"target": "tank"},
        {"target": "horde"},
        {"target": "liche"},
        {"target": "liche", "rulings": {"liche_kills": "wounds"}},
        {"injuries": 3},
        {"weapon": "Sniper Rifle"},
    ],
    "blast": [
        {},
        {"skill": True},
        {"distance": 0.5},
        {"distance": 0.5, "injuries": 2},
        {"distance": 0.5, "infection": True},
        {"target": "tank"},
        {"target": "horde"},
        {"target": "liche"},
        {"injuries": 4, "distance": 3, "weapon": "RPG"},
        {"friends": [[1.5, 0.0]], "others": [[0.0, 3.0]]},
        {"others": [[4.0, 0.0]]},
    ],
    "damage": [{}, {"target": "tank"}, {"target": "horde"}, {"target": "liche"}, {"weapon": "Pipebomb", "skill": True}],
    "hand-to-hand": [
        {},
        {"tanks": 1},
        {"tanks": 2},
        {"tanks": 1, "zeds": 2},
        {"tanks": 2, "zeds": 3},
        {"zeds": 2, "knocked_back": 1},
        {"knocked_back": 1},
        {"zeds": 2, "knocked_back": 2},
        {"injuries": 2},
        {"passed_out": True},
    ],
    "grab": [{}, {"zeds": 3}, {"zeds": 3, "knocked_back": 1}, {"knocked_back": 1}],
    "wrestle-free": [{}, {"tanks": 1}, {"tanks": 2}, {"tanks": 1, "rulings": {"wrestle_modifiers": "tank"}}],
    "injury": [{}, {"infection": True}, {"injuries": 2}, {"injuries": 2, "rulings": {"injury_markers_limit": "three"}}],
    "infection": [{}, {"turns_left": 9}, {"turns_left": 9, "rulings": {"infection_stages": "halved"}}],
    "activation": [{}, {"survivor": 8.0}, {"survivor": 8.0, "wall": True}],
    "debris": [
        {},
        {"wall": True},
        {"injuries": 2},
        {"wall": True, "rulings": {"tank_debris_details": "blind"}},
        {"rulings": {"injury_markers_limit": "three"}},
    ],
    "spawn": [{}, {"was_survivor": True}, {"kind": "tank"}, {"rulings": {"spawn_infected": "gone"}}],
    "vehicle-start": [{}],
    "vehicle-brake": [{}, {"speed": 20.0}],
    "drag-out": [{}, {"zeds": 3, "people": 2}],
}
"""Situations among which each input must make a difference."""

INCHES_TRIED = (0.0, 3.0, 12.0, 60.0)


def test_every_procedure_has_its_situations():
    assert set(CONTEXTS) == {procedure.name for procedure in game.procedures}


def values_of(info: Any) -> list[Any]:
    """Some values over the range of a type."""
    if isinstance(info, msgspec.inspect.Metadata):
        return values_of(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return [value for member in info.types for value in values_of(member)]
    if isinstance(info, msgspec.inspect.BoolType):
        return [False, True]
    if isinstance(info, msgspec.inspect.LiteralType):
        return list(info.values)
    if isinstance(info, msgspec.inspect.IntType):
        low, high = info.ge or 0, info.le or 6
        return sorted({low, (low + high) // 2, high})
    if isinstance(info, msgspec.inspect.FloatType):
        return list(INCHES_TRIED)
    if isinstance(info, msgspec.inspect.VarTupleType):
        return [[], [[1.5, 0.0]]]
    return [None]


def inputs(name: str) -> list[tuple[str, Any]]:
    """Every input of a procedure with a value to try, those of the house rules by dotted names."""
    found: list[tuple[str, Any]] = []
    info: Any = msgspec.inspect.type_info(game.procedure(name).params)
    for field in info.fields:
        kind = field.type
        if isinstance(kind, msgspec.inspect.StructType):
            found += [(f"{field.name}.{it.name}", value) for it in kind.fields for value in values_of(it.type)]
        else:
            found += [(field.name, value) for value in values_of(kind)]
    return found


def ruled(name: str, params: Params) -> Any:
    """The odds and all sentences of a few rulings; or the rule by which it is refused."""
    try:
        odds = of_procedure(game, name, params)
        said = [_sentences(name, params, seed) for seed in range(20)]
    except Refused as refusal:
        return refusal.rule
    return ({game.words(outcome): p for outcome, p in odds.items()}, said)


def _sentences(name: str, params: Params, seed: int) -> list[str]:
    procedure = game.procedure(name)
    given = situation(game, name, params)
    table: Script[Any] = Script(procedure.situate(given), dice=FastDice(seed), policy=policy)
    procedure.run(table, given)
    return [it.text for it in table.happenings if isinstance(it, Event)]


def with_input(params: Params, path: str, value: Any) -> Params:
    group, _, field = path.rpartition(".")
    return merged(params, {group: {field: value}} if group else {field: value})


@pytest.mark.parametrize("name", CONTEXTS)
def test_every_value_of_every_input_makes_a_difference_or_is_refused(name):
    default = game.procedure(name).params()
    plain = {repr(context): ruled(name, context) for context in CONTEXTS[name]}
    for path, value in inputs(name):
        group, _, field = path.rpartition(".")
        usual = getattr(getattr(default, group) if group else default, field)
        if value == usual or (value == [] and usual == ()):
            continue
        same = [
            ruled(name, with_input(context, path, value)) == plain[repr(context)]
            for context in CONTEXTS[name]
            if not _is_given(context, path)
        ]
        assert not all(same), f"{name}: {path}={value!r} changes nothing"


def _is_given(context: Params, path: str) -> bool:
    group, _, field = path.rpartition(".")
    return field in (context.get(group, {}) if group else context)


def test_the_house_rules_of_the_desk_are_those_of_the_game():
    """Each choice is one that the game knows, and the first is what the game plays."""
    known = msgspec.inspect.type_info(Rulings)
    choices = {field.name: (field.type.values, field.default) for field in known.fields}  # type: ignore[attr-defined]
    for procedure in game.procedures:
        info: Any = msgspec.inspect.type_info(procedure.params)
        for field in info.fields:
            if isinstance(field.type, msgspec.inspect.StructType):
                for rule in field.type.fields:
                    values, default = choices[rule.name]
                    assert set(rule.type.values) <= set(values)  # type: ignore[attr-defined]
                    assert rule.default == default


@pytest.mark.parametrize(
    ("name", "params", "rule"),
    [
        ("shot", {"weapon": "Handgun", "distance": 10.5}, "shooting.range-bands"),
        ("shot", {"wounds": 1}, "tank.wounds"),
        ("blast", {"distance": 10.5}, "shooting.range-bands"),
        ("blast", {"others": [[0.5, 0.0]]}, "ruling.measuring"),
        ("blast", {"distance": 2.0, "friends": [[-3.0, 0.0]]}, "ruling.measuring"),
        ("hand-to-hand", {"zeds": 1, "tanks": 2}, "ruling.contact-room"),
        ("hand-to-hand", {"zeds": 1, "knocked_back": 3}, "ruling.melee-knocked-back"),
        ("hand-to-hand", {"tanks": 1, "knocked_back": 1}, "tank.ignores-knock-back"),
        ("hand-to-hand", {"tank_wounds": 1}, "tank.wounds"),
        ("grab", {"zeds": 2, "knocked_back": 3}, "ruling.grab-knocked-back"),
        ("activation", {"kind": "tank", "knocked_back": True}, "tank.ignores-knock-back"),
        ("activation", {"wall": True}, "ruling.smell-through-walls"),
        ("debris", {"distance": 10.5}, "tank.debris-roll"),
        ("debris", {"vehicle": "apc"}, "ruling.tank-debris-details"),
        ("debris", {"wall": True}, "ruling.tank-debris-details"),
        ("vehicle-brake", {"speed": 5, "to": 11}, "vehicle.speed-change"),
        ("spawn", {"kind": "fast", "was_survivor": True}, "infection.turning"),
        ("drag-out", {"armoured": True}, "vehicle.drag-exception"),
        ("drag-out", {"moved": True}, "vehicle.drag-out"),
    ],
)
def test_what_play_refuses_the_desk_refuses_with_the_rule(name, params, rule):
    with pytest.raises(Refused) as refusal:
        of_procedure(game, name, params)
    assert refusal.value.rule == rule


def test_names_are_understood_in_any_clear_spelling_and_else_refused_with_the_nearest():
    assert of_procedure(game, "shot", {"weapon": "bolt-action rifle", "distance": 15}).weights
    with pytest.raises(BadInput, match="Shotgun"):
        of_procedure(game, "shot", {"weapon": "shotgnu"})
    with pytest.raises(BadInput):
        of_procedure(game, "shot", {"weapon": "RPG"})  # a blast is another procedure


def test_the_desk_knows_every_weapon_of_the_book():
    params = {name: game.procedure(name).params for name in ("shot", "blast", "hand-to-hand")}
    offered = {
        name: set(msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]["weapon"]["enum"])
        for name, kind in params.items()
    }
    assert offered["shot"] == {name for name, weapon in WEAPONS.items() if not weapon.blast}
    assert offered["blast"] == {name for name, weapon in WEAPONS.items() if weapon.blast}
    assert offered["hand-to-hand"] == {"nothing", "firearm", *BLADES}


def sentences(name: str, dice: list[int], **params: Any) -> list[tuple[str, str]]:
    procedure = game.procedure(name)
    given = situation(game, name, params)
    table: Script[Any] = Script(procedure.situate(given), faces=dice, policy=policy)
    procedure.run(table, given)
    table.finish()
    return [(it.rule, it.text) for it in table.happenings if isinstance(it, Event)]


def test_a_ruling_tells_every_modifier_with_its_rule():
    assert sentences("shot", [5, 5], weapon="Shotgun", distance=6, aimed=True, skill=True, injuries=1) == [
        ("shooting.range-bands", "The survivor, Shotgun at Shambler 1: 6 inches, medium range, hits on 5 or more."),
        ("shooting.hit-aimed", "The survivor: +1 to hit, aimed."),
        ("shooting.hit-skill", "The survivor: +1 to hit, firearms skill."),
        ("shooting.hit-injury", "The survivor: -1 to hit, 1 injury marker."),
        ("shooting.damage-aimed", "The survivor: +1 damage, aimed."),
        ("shooting.damage-skill", "The survivor: +1 damage, firearms skill."),
        ("shooting.damage-shotgun", "The survivor: +1 damage, Shotgun."),
        ("shooting.headshot", "Shambler 1 is destroyed."),
    ]
    assert sentences("hand-to-hand", [6, 1], weapon="bat", tanks=1, tank_wounds=2, zeds=2)[:5] == [
        ("melee.weapon", "The survivor: +1, bat."),
        ("melee.extra-zeds", "The zeds around The survivor: +1, 1 further zed."),
        ("melee.tank", "The zeds around The survivor: +1, Tank zed 1, 2 wounds."),
        ("melee.highest-wins", "The survivor wins by 4 points."),
        ("melee.survivor-wins", "Shambler 2 is destroyed."),
    ]


def test_the_difference_of_a_fight_is_shown_as_it_is():
    """5 points ahead are 5 points, though one zed needs only one of them."""
    procedure = game.procedure("hand-to-hand")
    params = procedure.params(weapon="nothing", skill=True)
    table: Script[Any] = Script(procedure.situate(params), faces=[6, 1], policy=policy)
    procedure.run(table, params)
    (roll,) = table.rolls
    assert (roll.label, roll.value) == ("1d6 against 1d6", "ahead by 5")


def test_two_tanks_are_two_tanks():
    alone = of_procedure(game, "hand-to-hand", {"tanks": 2}).items()
    assert dict(alone) == dict(of_procedure(game, "hand-to-hand", {"tanks": 2, "zeds": 2}).items())
    assert dict(alone) != dict(of_procedure(game, "hand-to-hand", {"tanks": 1}).items())
