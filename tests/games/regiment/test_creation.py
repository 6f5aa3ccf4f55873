"""A soldier is made in the book's order, at random or from a file, and cannot end up illegal."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from adjudge.engine import BadInput, Script
from adjudge.engine.chance import FastDice
from adjudge.games.regiment import game
from adjudge.games.regiment.data import demand_sound, playbooks, ready_soldiers, words
from adjudge.games.regiment.rules.playbooks import draw, draw_soldier, faults
from adjudge.games.regiment.rules.table import turn
from adjudge.games.regiment.state import Session, Soldier
from adjudge.games.regiment.view import scene
from adjudge.story import GM
from tests.games.regiment.field import P1, P2, Field
from tests.games.regiment.test_examples import OPERATOR, SOLDIER

RANGER = {
    "id": "ranger", "title": "Ranger", "ranks": ["Cpl", "Sgt"], "smokes": 2, "signature": "operator.ice-cold",
    "moves": ["sniper.camouflage", "soldier.stone-cold", "medic.nerves-of-steel"],
    "stat_set": [{"battle": 1, "guts": 2, "leadership": 0, "lucky": 0, "tactics": 0}],
    "loadout": [{"id": "knife", "title": "Knife and carbine", "weapons": ["carbine", "combat-knife"]}],
    "also": ["rope"],
}  # fmt: skip


def make(*answers: Any, dice: tuple[int, ...] = (), **options: Any) -> Session:
    session: Session = game.start(game.configure({"players": 1, "cast": "make", "operation": "free", **options}))
    table = Script(session, faces=dice, answers=[(P1, "now/make"), *answers])
    turn(table)
    table.finish()
    return session


def start(**options: Any) -> Session:
    found: Session = game.start(game.configure({"players": 1, "operation": "free", **options}))
    return found


@pytest.mark.rules(
    "creation.steps", "creation.playbooks", "creation.rank", "creation.name", "creation.profile",
    "creation.background", "creation.loadout", "creation.personal-item", "creation.deployment", "creation.bonds",
    "story.creation", "creation.other-equipment", "core.stats",
)  # fmt: skip
def test_a_soldier_is_made_step_by_step_in_the_books_order():
    session = make(
        "steps", "soldier", "Cpl", "Ames", "Cool", "Cook", 2, "soldier.stone-cold", "soldier.section-8", "smg",
        "smoke-grenade", "a locket", "29th", "Mother", "The baker", "Old Jim",
    )  # fmt: skip
    soldier = session.soldiers[P1]
    assert (soldier.rank, soldier.name, soldier.profile, soldier.background) == ("Cpl", "Ames", "Cool", "Cook")
    assert soldier.stats == {"battle": 2, "guts": 1, "leadership": 1, "lucky": -1, "tactics": 0}
    assert [held.weapon for held in soldier.weapons] == ["smg", "smoke-grenade", "bayonet", "entrenching-tool"]
    assert soldier.items == ["helmet", "ammo", "canteen", "backpack"]
    assert (soldier.personal_item, soldier.deployment) == ("a locket", "29th")
    assert soldier.bonds == {"Mother": 2, "The baker": 1, "Old Jim": 1}
    assert session.to_make == []
    assert session.story.names[P1] == "Ames"


def test_the_operator_assigns_numbers_in_any_order():
    session = make(
        "steps", "operator", "M/Sgt", "Boyd", "Icy", "Clerk", 0, 2, 1, 2, "operator.ew", "operator.sniper", "saw",
        "a coin", "", "A", "B", "C",
    )  # fmt: skip
    stats = session.soldiers[P1].stats
    assert stats == {"battle": 0, "guts": 2, "leadership": 1, "lucky": 2, "tactics": 0}


class Watched(Script[Session]):
    """A table at which somebody chooses at random while everybody looks on."""

    chosen: str
    rng = Random(1)

    def ask(self, seat: str, rule: str, question: Any) -> Any:
        scene(self.state, GM)
        if rule == "story.floor":
            return P1, "now/make"
        return {"creation.steps": "steps", "creation.playbooks": self.chosen}.get(rule) or question.sample(self.rng)


@pytest.mark.parametrize("playbook", list(playbooks()))
def test_a_soldier_comes_into_being_with_the_last_answer_and_takes_position(playbook):
    session: Session = game.start(game.configure({"players": 1, "cast": "make", "operation": "culvert"}))
    table = Watched(session)
    table.chosen = playbook
    turn(table)
    soldier = session.soldiers[P1]
    assert soldier.playbook == playbook
    assert (soldier.place, soldier.cover, soldier.concealed) == ("treeline", 1, True)


@pytest.mark.parametrize("seed", range(40))
def test_a_soldier_drawn_at_random_is_legal(seed):
    session = start(cast="make")
    data = draw_soldier(Script(session, dice=FastDice(seed)), P1)
    assert list(faults(data, session.playbooks, session.rulings)) == []


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"playbook": "officer"}, "creation.playbooks"),
        ({"rank": "M/Sgt"}, "creation.rank"),
        ({"name": " "}, "creation.name"),
        ({"profile": "Sleepy"}, "creation.profile"),
        ({"background": "King"}, "creation.background"),
        ({"stats": {"battle": 3, "guts": 0, "leadership": 0, "lucky": 0, "tactics": 0}}, "creation.stat-sets"),
        ({"stats": {"battle": 2}}, "core.stats"),
        ({"moves": ["soldier.stone-cold"]}, "creation.moves"),
        ({"moves": ["soldier.stone-cold", "soldier.stone-cold"]}, "creation.moves"),
        ({"moves": ["soldier.stone-cold", "operator.ew"]}, "creation.moves"),
        ({"moves": ["soldier.stone-cold", "soldier.once-more-into-the-breach"]}, "creation.moves"),
        ({"loadout": "bazooka"}, "creation.loadout"),
        ({"loadout": "smg"}, "soldier.loadout-smg"),
        ({"either": "frag-grenade"}, "creation.loadout"),
        ({"bonds": {"A": 2, "B": 2}}, "creation.bonds"),
        ({"bonds": {"A": 3}}, "creation.bonds"),
    ],
)
def test_a_refusal_names_the_field_and_the_rule(change, rule):
    with pytest.raises(BadInput) as refused:
        start(soldiers=[{**SOLDIER, **change}])
    assert f"[{rule}]" in str(refused.value)
    field = "either" if rule == "soldier.loadout-smg" else next(iter(change))
    assert f"soldiers[0] ({change.get('name', 'Ames')}).{field}" in str(refused.value)


LOADOUTS = [
    ("soldier.loadout-battle-rifle", "soldier", "battle-rifle", ["battle-rifle", "frag-grenade", "smoke-grenade"]),
    ("soldier.loadout-smg", "soldier", "smg", ["smg"]),
    (
        "soldier.loadout-automatic-rifle",
        "soldier",
        "automatic-rifle",
        ["automatic-rifle", "frag-grenade", "smoke-grenade"],
    ),
    ("soldier.loadout-lmg", "soldier", "lmg", ["lmg", "sidearm"]),
    ("medic.loadout-carbine", "medic", "carbine", ["carbine", "smoke-grenade"]),
    ("medic.loadout-battle-rifle", "medic", "battle-rifle", ["battle-rifle", "smoke-grenade"]),
    ("sniper.loadout-precision-rifle", "sniper", "precision-rifle", ["precision-rifle", "sidearm"]),
    ("sniper.loadout-battle-rifle", "sniper", "battle-rifle", ["battle-rifle", "sidearm"]),
    ("operator.loadout-assault-rifle", "operator", "assault-rifle", ["assault-rifle"]),
    ("operator.loadout-saw", "operator", "saw", ["saw"]),
    ("operator.loadout-smg-suppressor", "operator", "smg-suppressor", ["smg-suppressor"]),
]


@pytest.mark.parametrize(("rule", "playbook", "id", "weapons"), LOADOUTS)
def test_each_loadout_is_as_printed(rule, playbook, id, weapons):
    loadout = next(it for it in playbooks()[playbook].loadout if it.id == id)
    assert loadout.rule == rule
    assert list(loadout.weapons) == weapons


ALSO = {
    "soldier.also": ("soldier", ["bayonet", "entrenching-tool"], "helmet", 3),
    "medic.also": ("medic", ["bayonet", "entrenching-tool"], "helmet", 4),
    "sniper.also": ("sniper", ["combat-knife"], "ghillie suit", 3),
    "operator.also": ("operator", ["sidearm-suppressor", "frag-grenade", "smoke-grenade", "combat-knife"], "NVGs", 3),
}


@pytest.mark.parametrize("rule", ALSO)
def test_what_comes_with_every_loadout(rule):
    playbook, weapons, item, smokes = ALSO[rule]
    book = playbooks()[playbook]
    assert list(book.also_weapons) == weapons
    assert item in book.also
    assert book.smokes == smokes


def test_a_medics_loadout_has_the_kit():
    assert all("medic kit" in it.items for it in playbooks()["medic"].loadout)


@pytest.mark.parametrize("data", ready_soldiers(), ids=lambda it: it.name)
def test_ready_soldiers_are_legal(data):
    assert list(faults(data, dict(playbooks()), start().rulings)) == []


@pytest.mark.rules("creation.squad")
def test_the_highest_rank_leads_the_squad():
    session = start(players=3)
    assert session.soldiers[session.squad.leader].rank == "Sgt"


@pytest.mark.rules("story.playbook-file")
def test_a_table_can_write_a_playbook_of_its_own():
    soldier = {
        **SOLDIER, "playbook": "ranger", "rank": "Sgt", "stats": RANGER["stat_set"][0],  # type: ignore[index]
        "moves": ["sniper.camouflage", "medic.nerves-of-steel"], "loadout": "knife",
    }  # fmt: skip
    made = start(playbooks=[RANGER], soldiers=[soldier]).soldiers[P1]
    assert made.moves == ["operator.ice-cold", "sniper.camouflage", "medic.nerves-of-steel"]
    assert made.stats["guts"] == 3
    assert (made.smokes, made.items) == (2, ["rope"])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"ranks": ["General"]}, r"playbooks\[0\] \(ranger\)\.ranks"),
        ({"signature": "sniper.nothing"}, "signature"),
        ({"moves": ["sniper.camouflage", "operator.ice-cold"]}, "moves"),
        ({"stat_set": []}, "stat_set and stat_array"),
        ({"stat_set": [{"battle": 3, "guts": 0, "leadership": 0, "lucky": 0, "tactics": 0}]}, r"stat_set\[0\]\.battle"),
        ({"loadout": [{"id": "x", "title": "x", "weapons": ["sword"]}]}, r"loadout\[0\]\.weapons"),
        ({"id": "soldier"}, "id"),
    ],
)
def test_a_bad_playbook_is_refused_with_entry_and_field(change, field):
    with pytest.raises(BadInput, match=field):
        start(playbooks=[{**RANGER, **change}])


def test_soldiers_of_one_name_are_refused():
    with pytest.raises(BadInput, match=r"soldiers\[1\]\.name"):
        start(players=2, soldiers=[SOLDIER, {**OPERATOR, "name": "ames"}])


def test_a_new_soldier_can_be_made_when_one_has_died():
    field = Field(2)
    field.session.to_make.append(P2)
    field.other.status = "dead"
    assert field.has(P2, "now/make")
    field.act(P2, "now/make", "steps", "medic", "Pfc", "Ruiz", "Shy", "Barber", 0, "medic.infirmity",
              "medic.nerves-of-steel", "carbine", "a comb", "", P1, "A", "B")  # fmt: skip
    made: Soldier = field.session.soldiers["p2-2"]
    assert (made.seat, made.bonds[P1], made.xp) == (P2, 2, 0)
    assert not field.has(P2, "now/make")


def test_the_numbers_of_a_playbook_survive_a_file():
    for book in playbooks().values():
        again = msgspec.json.decode(msgspec.json.encode(book), type=type(book))
        demand_sound(again, book.id)
        assert again == book


def test_there_are_21_profiles_and_25_backgrounds():
    assert (len(words().profiles), len(words().backgrounds)) == (21, 25)


def test_what_is_drawn_is_said_by_its_name():
    found = Field(1, men=0, fight=False, cast="make")
    found.act(P1, "now/make", "random", dice=(2, 1, 1, 1, 1, 1, 1, 1, 1, 1))
    assert found.says("joins the squad: medic, ")
    table = Script(found.session, faces=(2,))
    assert draw(table, P1, "story.oracle", {"a": "Apples", "b": "Pears"}) == "b"
    assert table.rolls[0].value == "Pears"
