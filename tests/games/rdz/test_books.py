"""Stat books of the players' own: read, refused by entry and field, carried by the match; abilities in new hands."""

import msgspec
import pytest

from adjudge import desk
from adjudge.engine import BadInput, Event, Match, Script
from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy
from adjudge.games.rdz import game
from adjudge.games.rdz.ability import ABILITIES
from adjudge.games.rdz.books import carried, read_book, rosters
from adjudge.games.rdz.data import text
from adjudge.games.rdz.outcomes import Toll
from adjudge.games.rdz.papers import book_scene
from adjudge.games.rdz.prospects import of_weapon
from adjudge.games.rdz.rules.abilities import CalledShot
from adjudge.games.rdz.rules.attack import area_attack, attack
from adjudge.games.rdz.rules.combat import begin_round, end_round
from adjudge.games.rdz.rules.encounter import leave_to_the_table, meet
from adjudge.games.rdz.rules.turns import regulator_turn
from adjudge.games.rdz.setup import start
from adjudge.games.rdz.state import Options
from adjudge.games.rdz.view import enemies as enemy_cards
from adjudge.odds import distribution
from adjudge.sheets.plain import as_text
from tests.games.rdz.situations import book, combat, enemies, numbers, patrol, quiet, script, weapon

HIT, MISS = [6, 6, 1, 1], [1, 1, 6, 6]
HOUSE = text("bestiary.toml")

MEDIC = """id = "medic"
picture = "nurse-male"
initiative = 6
combat_skill = 7
life_points = 14
armor = 6
"""


def changed(old: str, new: str) -> str:
    assert HOUSE.count(old) >= 1, old
    return HOUSE.replace(old, new, 1)


def medic(**values: object) -> str:
    """The house book with another Medic."""
    data = {"id": '"medic"', "initiative": 6, "combat_skill": 7, "life_points": 14, "armor": 6, **values}
    return changed(MEDIC, "".join(f"{key} = {value}\n" for key, value in data.items()))


@pytest.mark.rules("stat.regulator-page", "stat.enemy-page", "stat.weapon-entry", "stat.special-abilities")
def test_the_house_book_passes_its_own_check():
    book = read_book(HOUSE)
    assert (len(book.regulator), len(book.enemy), len(book.ability)) == (7, 36, 30)
    assert {id_ for page in (*book.regulator, *book.enemy) for id_ in page.abilities} == set(ABILITIES)


@pytest.mark.parametrize(
    ("book", "message"),
    [
        (medic(life_points=0), "regulator medic: life_points: 0 doesn't fit; use a whole number, at least 1"),
        (medic(initiative=0), "regulator medic: initiative: 0 doesn't fit"),
        (medic(combat_skill=-1), "regulator medic: combat_skill: -1 doesn't fit"),
        (medic(armor=3), "regulator medic: armor: 3 doesn't fit; use 0 or 4 to 12"),
        (medic(armor=13), "regulator medic: armor: 13 doesn't fit"),
        (medic(life_points='"many"'), "regulator medic: life_points: 'many' doesn't fit"),
        (medic(luck=3), "regulator medic: luck: not a field here; use one of id, initiative"),
        (medic(name='"Doctor"'), "regulator medic: name: 'Doctor' doesn't fit; use 'Regulator Medic'"),
        (medic(attack_die=5), "regulator medic: attack_die: 5 doesn't fit; use 2"),
        (changed(MEDIC, MEDIC.replace("armor = 6\n", "")), "regulator medic: armor: missing"),
        (
            changed('id = "medic"', 'id = "surgeon"'),
            "regulator surgeon: id: 'surgeon' doesn't fit; use one of",
        ),
        (changed('id = "medic"', 'id = "officer"'), "regulator officer: 'two entries' doesn't fit"),
        (changed('abilities = ["stagger"]', 'abilities = ["stager"]'), "regulator shotgunner: abilities: 'stager'"),
        (changed("rarity_factor = 3", "rarity_factor = 13"), "enemy dreg-innocent: rarity_factor: 13 doesn't fit"),
        (changed('id = "dreg-dog"', 'id = "dreg-cat"'), "enemy dreg-cat: id: 'dreg-cat' doesn't fit"),
        (changed('damage = "1d6"', 'damage = "1d8"'), "weapon Frag Grenade: damage: '1d8' doesn't fit"),
        (
            changed("shots = 2", "shots = 0"),
            "regulator captain: weapon Magnum Pistol: shots: 0 doesn't fit",
        ),
        (changed("uses = 1", "uses = 0"), "regulator captain: weapon[1].uses: 0 doesn't fit"),
        (changed('class = "grenade"', 'class = "bomb"'), "regulator captain: weapon[1].class: 'bomb' doesn't fit"),
        (changed("margin = 4", "margin = 0"), "ability called-shot: params.margin: 0 doesn't fit"),
        (changed("params = { heal = 2 }", "params = {}"), "ability regenerate: params.heal: missing"),
        (
            changed('id = "reap"\nname', 'id = "rip"\nname'),
            "ability rip: text: missing; use what it does",
        ),
        ("title = ", "books: "),
        ("regulator = 3\n", "regulator: 3 doesn't fit; use a list of [[regulator]] entries"),
        ("title = 'empty'\n", "regulator captain: missing; use an entry"),
    ],
)
def test_a_book_is_refused_by_the_name_of_the_entry_and_the_field(book, message):
    """ruling.missing-books"""
    with pytest.raises(BadInput) as refused:
        read_book(book)
    assert str(refused.value).startswith(message) or message in str(refused.value)


OWN = changed('abilities = ["surrender"]', 'abilities = ["surrender", "switchblade"]') + (
    '\n[[ability]]\nid = "switchblade"\nname = "Switchblade"\ntext = "After a miss it may\\nstab once more."\n'
)


def test_an_ability_that_only_the_book_knows_is_shown_in_play_on_paper_and_at_the_desk():
    """stat.special-abilities: the umpire reads it out, and the table plays it."""
    own = read_book(OWN)
    with pytest.raises(BadInput, match="ability switchblade: text: missing; use what it does"):
        read_book(OWN.replace('text = "After a miss it may\\nstab once more."', ""))
    owner = next(kind for kind in rosters[carried(own)].kinds.values() if kind.told)
    assert owner.ability_names[-1] == "Switchblade"

    printed = as_text(book_scene(own))
    assert "After a miss it may stab once more." in " ".join(printed.split())

    situation = desk.situation(game, "attack", {"attacker": "captain", "target": owner.id, "books": OWN})
    ruling = desk.rule_on(game, game.procedure("attack"), situation, dice=FastDice(1))
    assert isinstance(ruling, desk.Ruling)
    assert any("Switchblade: After a miss it may stab once more. Play this by hand" in it.text for it in told(ruling))

    state = start(Options(books=OWN))
    meet(state, [rosters[state.books].kinds[owner.id]])
    (enemy,) = enemy_cards(state, state.combat).cards
    assert "Switchblade: After a miss it may stab once more." in enemy.lines
    assert "Switchblade" in enemy.tags
    leave_to_the_table(table := Script(state), [owner])
    (said,) = table.happenings
    assert isinstance(said, Event)
    assert said.rule == "stat.special-abilities"


def told(ruling: desk.Ruling) -> list[Event]:
    return [it for it in ruling.happenings if isinstance(it, Event)]


def test_each_regulator_and_each_type_is_needed():
    start = HOUSE.index('[[enemy]]\nid = "radiation-reaper"')
    end = HOUSE.index("# ----", start)
    with pytest.raises(BadInput, match="enemy radiation-reaper: missing"):
        read_book(HOUSE[:start] + HOUSE[end:])


def test_a_book_may_repeat_what_the_rulebooks_tables_say():
    text_ = changed(
        'id = "dreg-dog"\npicture = "hound"\n',
        'id = "dreg-dog"\nname = "Dreg Dog"\ncode = [1, 3]\nclass = "dreg"\nfamily = "dreg"\npicture = "dog.png"\n',
    )
    assert read_book(text_)
    with pytest.raises(BadInput, match=r"enemy dreg-dog: code: \(3, 1\) doesn't fit"):
        read_book(text_.replace("[1, 3]", "[3, 1]"))


def test_a_book_may_change_an_abilitys_numbers_or_leave_them_to_the_house():
    own = read_book(changed("margin = 4", "margin = 6"))
    (called_shot,) = rosters[carried(own)].kinds["sharpshooter"].voices
    assert called_shot == CalledShot(6, "Sniper Rifle")
    bare = read_book(HOUSE[: HOUSE.index("[[ability]]\n")])
    assert rosters[carried(bare)].kinds["sharpshooter"].voices.abilities == (CalledShot(4, "Sniper Rifle"),)


def test_a_saved_match_carries_its_book():
    match = Match.new(game, b"books", options={"books": medic(life_points=99)})
    assert match.state.squad["medic"].life_points == 99
    saved = msgspec.json.decode(msgspec.json.encode(match.save()), type=type(match.save()))
    again = Match.load(saved, game)
    assert again.state == match.state
    assert rosters[again.state.books].kinds["medic"].life_points == 99


def test_a_copy_of_a_state_shares_the_book():
    state = patrol(books=medic(life_points=30))
    assert copy(state).books is state.books


# ---------------------------------------------------------------------- abilities in new hands


@pytest.mark.rules("ability.dark-command", "attack.limited-uses")
def test_who_is_driven_on_spends_the_uses_of_a_limited_weapon():
    """ruling.enemy-uses"""
    pistol = '[[enemy.weapon]]\nname = "Service Pistol"'
    bomb = '[[enemy.weapon]]\nname = "Bomb"\nclass = "grenade"\nshots = 1\ndamage = "2"\nuses = 1\n\n'
    state = combat("skeletal-general", "zombie-reg", books=book("zombie-reg", pistol, bomb + pistol))
    general, reg = enemies(state)
    state.combat.order = [general.id, reg.id]
    end_round(table := script(state, [1, 1, *[6, 6] * 7]))
    table.finish()
    assert reg.uses == {"Bomb": 0}
    end_round(table := script(state, [2, *MISS]))
    table.finish()


@pytest.mark.parametrize("armor", [0, 4, 5, 12])
@pytest.mark.rules("ability.armor-breaker", "attack.area-rolls", "armor.roll")
def test_the_prospect_of_a_grenade_knows_what_breaks_armor(armor):
    breaker = book("captain", 'abilities = ["command"]', 'abilities = ["command", "armor-breaker"]')
    state = combat("dreg-thug", books=breaker)
    numbers(enemies(state)[0], life_points=2, armor=armor)
    grenade = rosters[state.books].kinds["captain"].weapon("Frag Grenade")

    def rule(table):
        area_attack(table, table.state.squad["captain"], grenade, enemies(table.state))
        return Toll(len(table.state.combat.fallen))

    prospect = of_weapon(state, "captain", "Frag Grenade")
    assert prospect is not None
    assert distribution(prospect, state).chances == distribution(rule, state).chances


@pytest.mark.rules("ability.frenzy", "attack.shots")
def test_the_prospect_of_a_weapon_counts_the_shots_of_a_frenzy():
    state = quiet(combat("dreg-thug", books=book("medic", '["field-dressing"]', '["frenzy"]')))
    medic, thug = state.squad["medic"], numbers(enemies(state)[0], armor=0, life_points=6)
    attack(script(state, HIT), thug, weapon(damage=1), numbers(medic, armor=0))
    prospect = of_weapon(state, "medic", "Service Pistol")
    assert prospect is not None
    assert "killed" in distribution(prospect, state)  # three Shots of Damage 2


@pytest.mark.rules("ability.stagger", "combat.rounds")
def test_a_regulator_staggers_for_the_rest_of_the_round_only():
    state = combat("dreg-thug", books=book("dreg-thug", "abilities = []", 'abilities = ["stagger"]'))
    medic = numbers(state.squad["medic"], armor=0)
    attack(script(state, HIT), enemies(state)[0], weapon(damage=1), medic)
    regulator_turn(script(state), medic)
    begin_round(state)
    regulator_turn(table := script(state, [], ["hold"]), medic)
    table.finish()


@pytest.mark.rules("ability.surrender", "ability.rise-again")
def test_who_gave_up_does_not_rise_again():
    """ruling.combat-end-with-abilities"""
    risen = book("dreg-youth", 'abilities = ["surrender"]', 'abilities = ["surrender", "rise-again"]')
    state = quiet(combat("dreg-youth", "zombie-senior", books=risen))
    youth = enemies(state)[0]
    attack(script(state, HIT), state.squad["captain"], weapon(damage=4), youth)
    end_round(table := script(state))
    table.finish()
    assert (youth.id in state.combat.fallen, state.record.justice) == (True, {"dreg-youth": 1})


@pytest.mark.rules("ability.surrender")
def test_no_regulator_gives_up():
    state = combat("zombie-senior", books=book("medic", '["field-dressing"]', '["surrender"]'))
    medic = numbers(state.squad["medic"], armor=0, life_points=2)
    attack(script(state, HIT), enemies(state)[0], weapon(damage=1), medic)
    assert (medic.life_points, state.record.justice) == (1, {})
