"""The papers of every game: examples are sound, what is wrong is found by its rule, and all of it can be printed."""

import re
import tomllib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.engine import find_game, games
from adjudge.engine.forms import written
from adjudge.engine.inputs import text_file_fields
from adjudge.engine.papers import examine
from adjudge.sheets import pdf_of, text_of, typst_of
from adjudge.sheets.pictures import outlines

PAPERS = [(game, paper) for game in games().values() for paper in game.papers]
EXAMPLES = [(game, paper, name) for game, paper in PAPERS for name in paper.examples]
KINDS = pytest.mark.parametrize(("game", "paper"), PAPERS, ids=[f"{game.id}-{paper.name}" for game, paper in PAPERS])


def found(game, name, text):
    return [(it.grade, it.where, it.rule) for it in examine(find_game(game).paper(name), text).findings]


@pytest.mark.parametrize(("game", "paper", "name"), EXAMPLES, ids=[f"{g.id}-{p.name}-{n}" for g, p, n in EXAMPLES])
def test_every_example_is_sound_and_can_be_played(game, paper, name):
    examined = examine(paper, paper.sample(name))
    assert examined.is_legal, examined.findings
    assert {it.rule for it in examined.findings} <= game.rule_ids
    assert text_of(paper, examined.thing).strip()
    if paper.option in set(text_file_fields(game.options)) - {"roster"}:
        value = paper.sample(name)
        is_list = isinstance(msgspec.json.decode(msgspec.json.encode(game.options()))[paper.option], list)
        game.start(game.configure({paper.option: [value, value] if is_list else value}))


@KINDS
def test_every_paper_cites_a_rule_of_its_game_and_an_option_that_it_has(game, paper):
    assert not paper.rule or paper.rule in game.rule_ids
    assert not paper.option or paper.option in game.options.__struct_fields__


@KINDS
def test_every_paper_prints_as_a_pdf(game, paper):
    text = paper.sample(paper.examples[0]) if paper.examples else paper.made({}, 1)
    assert pdf_of(paper, examine(paper, text).thing).startswith(b"%PDF")


@KINDS
@pytest.mark.parametrize("text", ["", "x", "[[", 'nobody = "x"', "name = nan\n", "x = " + "[" * 9999, '{"name": 1}'])
def test_a_text_that_is_none_of_its_kind_is_refused_with_a_rule_that_exists(game, paper, text):
    examined = examine(paper, text)
    assert not examined.is_legal
    assert all(it.text and (it.rule in game.rule_ids or not it.rule) for it in examined.findings)


JUNK = [
    '""',
    '"dragon"',
    "-1",
    "0",
    "999",
    "1e300",
    "nan",
    "true",
    "[]",
    '["x", "x"]',
    "[[1, 2]]",
    "{ a = 1 }",
    '"a\\u0000b"',
]

FIELDS = {
    "toml": re.compile(r"^[\w-]+ = (.*)$", re.MULTILINE),
    "json": re.compile(r'"[\w-]+": ?("[^"\\]*"|-?[\d.]+|true|false|null|\[\])'),
}


@KINDS
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_whatever_is_written_into_a_paper_is_refused_or_can_be_shown(game, paper, data):
    text = paper.sample(data.draw(st.sampled_from(paper.examples))) if paper.examples else paper.made({}, 1)
    start, end = data.draw(st.sampled_from([match.span(1) for match in FIELDS[paper.suffix].finditer(text)]))
    examined = examine(paper, text[:start] + data.draw(st.sampled_from(JUNK)) + text[end:])
    assert {it.rule for it in examined.findings} <= game.rule_ids | {""}
    if examined.is_readable:
        assert text_of(paper, examined.thing) + typst_of(paper, examined.thing)
        assert paper.picture is None or paper.picture(examined.thing).startswith("<svg")


# ---------------------------------------------------------------------- parties


def test_a_party_with_an_unknown_species_is_illegal_and_can_be_printed():
    paper = find_game("mdrg").paper("party")
    examined = examine(paper, paper.sample("animal").replace('"canine"', '"dragon"'))
    assert not examined.is_legal
    assert "Mutated Animal" in text_of(paper, examined.thing)


@pytest.mark.rules("record.party-sheet", "creation.leader-bonus", "creation.party-size")
def test_everything_illegal_about_a_party_is_listed_by_model_and_rule():
    text = (
        find_game("mdrg")
        .paper("party")
        .sample("human")
        .replace("combat = 2", "combat = 3")
        .replace("size = 4", "size = 2")
    )
    wrong = found("mdrg", "party", text)
    assert ("illegal", "Karl", "human.profile") in wrong
    assert len(wrong) > 2


@pytest.mark.parametrize("kind", ["any", "human", "mutant", "animal", "plant", "android", "robot", "wretched"])
def test_a_party_rolled_at_once_is_legal_and_the_same_for_the_same_seed(kind):
    paper = find_game("mdrg").paper("party")
    made = paper.made({"type": kind, "name": "Ours"}, 11)
    assert made == paper.made({"type": kind, "name": "Ours"}, 11) != paper.made({"type": kind, "name": "Ours"}, 12)
    assert examine(paper, made).is_legal
    assert kind == "any" or {model["type"] for model in tomllib.loads(made)["model"]} == {kind}


@pytest.mark.rules("game.terrain-by-defender")
@pytest.mark.parametrize("scale", ["28mm", "15mm"])
def test_a_table_made_for_a_scale_is_sound_and_can_be_fought_on(scale):
    mdrg = find_game("mdrg")
    made = mdrg.paper("map").made({"scale": scale}, 3)
    assert examine(mdrg.paper("map"), made).findings == ()
    assert mdrg.start(mdrg.configure({"terrain": made, "scale": scale})).map.width == {"28mm": 900, "15mm": 600}[scale]


def test_a_map_in_a_unit_that_nobody_knows_is_odd_in_a_game_of_millimetres():
    text = 'id = "a"\ntitle = "A"\ntable = { width = 24, depth = 24 }\n'
    assert found("mdrg", "map", text) == []
    assert found("mdrg", "map", f'unit = "ell"\n{text}') == [("odd", "map: unit", "sticks.three-sticks")]


# ---------------------------------------------------------------------- survivors and scenarios


@pytest.mark.rules("ruling.survivor-statistics", "deck.composition")
@pytest.mark.parametrize(
    ("old", "new", "where", "rule"),
    [
        ('["Handgun"]', '["Bazooka"]', "survivor Marta: weapons", "ruling.survivor-statistics"),
        ("red = 5", "red = -5", "deck.red", "deck.composition"),
        ('"hedge"\nkind = "low"', '"hedge"\nkind = "tall"', "terrain[5].kind", "ruling.terrain"),
        ('edge = "east"\n', "", "edge", "ruling.scenario-missing"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_named_by_entry_and_rule(old, new, where, rule):
    text = find_game("akula").paper("scenario").sample("mill-road")
    assert old in text
    assert found("akula", "scenario", text.replace(old, new, 1)) == [("illegal", where, rule)]


@pytest.mark.parametrize("name", ["mill-road", "corner-shop", "harts-garage"])
def test_a_roster_is_played_in_its_scenario(name):
    akula = find_game("akula")
    roster = akula.paper("roster").sample(name)
    assert akula.start(akula.configure({"scenario": name, "roster": roster})).survivors


def test_a_roster_fits_another_scenario():
    akula = find_game("akula")
    roster = akula.paper("roster").sample("mill-road")
    battle = akula.start(akula.configure({"scenario": "harts-garage", "roster": roster}))
    assert "Marta" in battle.survivors


def test_a_scenario_is_drawn_with_everybody_in_place():
    paper = find_game("akula").paper("scenario")
    assert paper.picture
    drawn = paper.picture(examine(paper, paper.sample("mill-road")).thing)
    assert "Marta at" in drawn
    assert "Shambler at" in drawn


# ---------------------------------------------------------------------- characters and squads


@pytest.mark.rules("sheet.qualities-ours", "sheet.ratings-ours")
def test_all_that_is_wrong_with_a_character_is_found_at_once():
    text = find_game("regulus").paper("character").sample("iris").replace('"Card Sharp",', "").replace("4 }", "5 }")
    assert found("regulus", "character", text) == [
        ("illegal", "qualities", "sheet.qualities-ours"),
        ("illegal", "ratings.Security", "sheet.ratings-ours"),
        ("illegal", "ratings", "sheet.ratings-ours"),
    ]


@pytest.mark.rules("squad.composition", "stat.regulator-page")
def test_a_patrol_record_has_a_box_for_every_point_of_the_seven():
    paper = find_game("rdz").paper("patrol")
    text = text_of(paper, examine(paper, paper.sample("house")).thing)
    assert text.count("  Life ☐") == 7
    assert "Medkit ☐☐☐☐☐☐ 6" in text


@pytest.mark.rules("stat.enemy-page")
def test_a_stat_book_shows_every_page_with_its_rarity():
    paper = find_game("rdz").paper("stat-book")
    text = text_of(paper, examine(paper, paper.sample("house")).thing)
    assert text.count("Rarity Factor") == 36


@KINDS
def test_every_paper_is_filled_in_as_a_form_and_its_examples_come_through_unchanged(game, paper):
    form = paper.filling
    assert form is not None
    for name in paper.examples:
        text = paper.sample(name)
        again = written(form.document(text), paper.suffix, text)
        assert paper.read(again) == paper.read(text)
    examined = examine(paper, written(form.blank, paper.suffix))
    assert examined.is_readable, examined.findings
    rules = {*form.rules.values(), *(it.rule for it in form.tallies(examined.thing))}
    rules |= {pick.rule for picks in form.picks.values() for pick in picks()}
    assert rules - {""} <= game.rule_ids


@KINDS
def test_every_place_that_a_form_speaks_of_is_a_field_of_the_paper(game, paper):
    form = paper.filling
    for place in (*form.picks, *form.seldom, *form.rules, *form.fresh):
        assert _field(form.schema, place.split("/")), place
    for layer in form.canvas.layers if form.canvas else ():
        assert _field(form.schema, [layer.place])


def _field(root, steps):
    """The schema at a place, through lists and references."""
    found = root
    for step in steps:
        found = _inside(found, root).get("properties", {}).get(step)
        if found is None:
            return None
    return found


def _inside(schema, root):
    while True:
        if "$ref" in schema:
            schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
        elif isinstance(schema.get("items"), dict):
            schema = schema["items"]
        elif "anyOf" in schema:
            schema = next(it for it in schema["anyOf"] if it.get("type") != "null")
        else:
            return schema


def test_what_the_rules_leave_no_choice_of_is_offered_as_a_fix():
    paper = find_game("mdrg").paper("party")
    text = paper.sample("human").replace("quality = 2", "quality = 5", 1)
    found = next(it for it in examine(paper, text).findings if it.fix)
    assert (found.path, found.fix) == ("model[0].quality", 2)
    assert paper.filling is not None
    fixed = paper.filling.document(text)
    fixed["model"][0]["quality"] = found.fix
    assert examine(paper, written(fixed)).is_legal


@pytest.mark.parametrize(
    ("game", "name", "words"),
    [
        ("akula", "mill-road", ("+1 to hit if the shooter has the firearms skill", "-1 if fighting barehanded")),
        ("regiment", "delaney", ("one step up against a small group", "a quick weapon acts first")),
        ("regulus", "iris", ("2d6 plus the Rating level", "1 level of Luck buys them")),
        ("mdrg", "mutationist", ("every Kill a Savage model scores is Gruesome",)),
        ("rdz", "house", ("What the abilities do",)),
    ],
)
def test_a_printed_sheet_says_what_everything_on_it_does(game, name, words):
    paper = next(it for it in find_game(game).papers if name in it.examples)
    printed = " ".join(text_of(paper, paper.read(paper.sample(name))).split())
    assert [it for it in words if it not in printed] == []


def test_stat_pages_have_their_two_dice_and_a_picture():
    """stat.enemy-page"""
    paper = find_game("rdz").paper("stat-book")
    thing = paper.read(paper.sample("house"))
    cards = [card for panel in paper.show(thing).panels for card in getattr(panel, "cards", ())]
    assert all(card.picture for card in cards)
    assert {card.picture for card in cards} <= set(outlines())
    assert "Type roll 13, Rarity Factor 4" in next(card.lines for card in cards if card.id == "dreg-dog")
    assert typst_of(paper, thing).count("<svg") == len(cards)
