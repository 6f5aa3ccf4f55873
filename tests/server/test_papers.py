"""Papers and maps over REST: offered, made, read, found fault with, printed; bounded and harmless."""

from __future__ import annotations

import sys

import pytest

from adjudge.server.protocol import MOST_PAPER

PARTY = "/api/games/mdrg/papers/party"


def test_the_papers_of_a_game_are_offered(club):
    cards = {it["name"]: it for it in club.http.get("/api/games/mdrg/papers").json()}
    assert set(cards) == {"party", "map"}
    assert cards["party"]["examples"][0] == "human"
    assert "size" in cards["party"]["wishes"]["$defs"]["PartyWishes"]["properties"]
    assert club.http.get("/api/games/rdz/papers").json()[0]["wishes"] is None
    assert club.http.get("/api/games/duel/papers").json()[0]["wishes"] == {}
    assert club.http.get("/api/games/nothing/papers").status_code == 404
    for path in ("papers/nothing/examples/x", "procedures/nothing/odds", "procedures/nothing/resolve"):
        method = "GET" if "papers" in path else "POST"
        assert club.http.request(method, f"/api/games/duel/{path}", json={}).status_code == 404


def test_an_example_is_shown_as_a_sheet(club):
    shown = club.http.get(f"{PARTY}/examples/human").json()
    assert shown["is_legal"]
    assert shown["sheet"]["headline"] == "Human purity squad"
    assert shown["text"].startswith('name = "Human purity squad"')
    assert club.http.get(f"{PARTY}/examples/elf").status_code == 404


def test_a_party_is_made_from_wishes_and_a_seed_that_is_told(club):
    made = club.http.post(f"{PARTY}/make", json={"wishes": {"type": "robot", "size": 3}}).json()
    again = club.http.post(f"{PARTY}/make", json={"wishes": {"type": "robot", "size": 3}, "seed": made["seed"]}).json()
    assert made == again
    assert made["is_legal"]
    refused = club.http.post(f"{PARTY}/make", json={"wishes": {"type": "elf"}})
    assert (refused.status_code, "one of android" in refused.json()["why"]) == (400, True)


def test_what_is_illegal_is_told_with_the_rule_and_the_sheet_is_shown_all_the_same(club):
    text = club.http.get(f"{PARTY}/examples/human").json()["text"].replace("quality = 3", "quality = 2")
    shown = club.http.post(f"{PARTY}/check", json={"text": text}).json()
    assert not shown["is_legal"]
    assert {"grade": "illegal", "where": "Fiona", "rule": "human.profile"}.items() <= shown["findings"][0].items()
    assert club.http.get("/api/games/mdrg/rules/human.profile").status_code == 200
    assert shown["sheet"]["headline"] == "Human purity squad"


def test_what_cannot_be_read_is_told_by_field(club):
    shown = club.http.post(f"{PARTY}/check", json={"text": 'name = "x"\nsize = "many"'}).json()
    assert (shown["findings"][0]["where"], shown.get("sheet")) == ("size", None)


def test_a_character_comes_with_the_value_that_a_match_takes(club):
    shown = club.http.get("/api/games/regulus/papers/character/examples/iris").json()
    options = {"sheets": [shown["value"]]}
    assert club.http.post("/api/matches", json={"game": "regulus", "options": options}).status_code == 201
    assert club.http.get(f"{PARTY}/examples/human").json()["value"] is None


def test_a_paper_is_printed_as_text_and_as_pdf(club):
    text = club.http.get(f"{PARTY}/examples/human").json()["text"]
    printed = club.http.post(f"{PARTY}/print", json={"text": text})
    assert printed.text.startswith("Human purity squad\n=====")
    assert printed.headers["content-type"].startswith("text/plain")
    pdf = club.http.post(f"{PARTY}/pdf", json={"text": text})
    assert pdf.content.startswith(b"%PDF")
    assert pdf.headers["content-disposition"] == 'attachment; filename="mdrg-party.pdf"'
    refused = club.http.post(f"{PARTY}/pdf", json={"text": "x"})
    assert (refused.status_code, "a party" in refused.json()["why"]) == (400, True)


def test_without_typst_a_pdf_is_refused_in_a_sentence_and_not_offered(club, monkeypatch):
    text = club.http.get(f"{PARTY}/examples/human").json()["text"]
    monkeypatch.setitem(sys.modules, "typst", None)
    refused = club.http.post(f"{PARTY}/pdf", json={"text": text})
    assert (refused.status_code, 'extra "print"' in refused.json()["why"]) == (503, True)
    assert not club.http.get("/api/games/mdrg/papers").json()[0]["can_print"]


# ---------------------------------------------------------------------- maps


def test_a_map_is_drawn_and_its_faults_are_named(club):
    text = club.http.get("/api/maps/examples/the-ford").json()["text"]
    drawn = club.http.post("/api/maps/check", json={"text": text}).json()
    assert drawn["is_legal"]
    assert drawn["picture"].startswith("<svg")
    bad = club.http.post("/api/maps/check", json={"text": text.replace('"woods"', '"jelly"')}).json()
    assert (bad["is_legal"], bad["findings"][0]["where"]) == (False, "terrain 3 (copse): kind")


def test_a_fair_map_is_made_from_a_seed_and_a_terrain_list(club):
    wishes = {"width": 30, "depth": 30, "terrain": [{"kind": "wall", "count": 4, "smallest": 1, "largest": 4}]}
    made = club.http.post("/api/maps/make", json={"wishes": wishes, "seed": 3}).json()
    assert made["is_legal"]
    assert made["text"].count('kind = "wall"') == 4
    assert club.http.post("/api/maps/check", json={"text": made["text"]}).json()["picture"] == made["picture"]
    assert club.http.post("/api/maps/pdf", json={"text": made["text"]}).content.startswith(b"%PDF")
    odd = club.http.post("/api/maps/make", json={"wishes": {"terrain": [{"count": 3}]}})
    assert (odd.status_code, "an even number" in odd.json()["why"]) == (400, True)


def test_no_script_of_a_map_gets_into_its_drawing(club):
    text = club.http.get("/api/maps/examples/the-ford").json()["text"].replace("The ford", "<script>alert(1)</script>")
    drawn = club.http.post("/api/maps/check", json={"text": text}).json()
    assert drawn["is_legal"]
    assert "<script" not in drawn["picture"]


# ---------------------------------------------------------------------- strangers


@pytest.mark.parametrize("path", [f"{PARTY}/check", "/api/maps/check", "/api/games/akula/papers/scenario/check"])
@pytest.mark.parametrize("text", ["x = " + "[" * 50_000, "x = " + "9" * 50_000, "\0", "a.b.c.d = 1\n" * 2000])
def test_hostile_texts_are_told_what_is_wrong_with_them(club, path, text):
    answer = club.http.post(path, json={"text": text})
    assert (answer.status_code, answer.json()["is_legal"]) == (200, False)


def test_a_text_beyond_the_bound_is_refused(club):
    assert club.http.post("/api/maps/check", json={"text": "#" * (MOST_PAPER + 1)}).status_code == 400


@pytest.mark.parametrize(
    "size", ["width = 1e9, depth = 1e9 }\nbase = 1e-6", "width = inf, depth = 9 }", "width = 9, depth = nan }"]
)
def test_a_table_without_end_costs_nothing(club, size):
    text = f'id = "x"\ntitle = "x"\ntable = {{ {size}\n[[zone]]\nkind = "deployment"\nrect = [0, 0, 1, 1]\n'
    assert not club.http.post("/api/maps/check", json={"text": text}).json()["is_legal"]


def test_a_crowded_map_is_answered_or_given_up_within_the_desks_time(open_club):
    from adjudge.server.limits import Limits

    club = open_club(Limits(desk_seconds=0.2))
    pieces = "".join(f'[[terrain]]\nkind="solid"\ncircle=[{i % 20 * 9 + 5},{i // 20 * 9 + 5},4]\n' for i in range(400))
    zones = "".join(f'[[zone]]\nkind="deployment"\nid="d{i}"\nat=[{i * 9 + 9.5},9.5]\n' for i in range(19))
    zones += "".join(f'[[zone]]\nkind="exit"\nid="e{i}"\nat=[{i * 9 + 9.5},171.5]\n' for i in range(19))
    text = 'id = "x"\ntitle = "x"\ntable = { width = 190, depth = 190 }\n' + pieces + zones
    answer = club.http.post("/api/maps/check", json={"text": text})
    assert (answer.status_code, answer.json()["why"]) == (503, "that took too long and was given up")


def test_reference_cards_come_as_text_and_as_pdf(club):
    text = club.http.get("/api/games/rdz/reference")
    assert (text.status_code, "A Combat Round" in text.text) == (200, True)
    pdf = club.http.get("/api/games/rdz/reference/pdf")
    assert pdf.content.startswith(b"%PDF")
    assert 'filename="rdz-reference.pdf"' in pdf.headers["content-disposition"]
    assert club.http.get("/api/games/chess/reference").status_code == 404


def test_a_form_is_offered_filled_in_and_judged_like_a_text(club):
    form = club.http.get(f"{PARTY}/form").json()
    trait = next(it for it in form["picks"]["model/traits"] if it["value"] == "sharpshooter")
    assert "." in trait["rule"]
    assert trait["text"]
    assert "human" in trait["only"]["type"]
    shown = club.http.get(f"{PARTY}/examples/human").json()
    document = shown["document"]
    document["model"][0]["quality"] = 5
    filled = club.http.post(f"{PARTY}/fill", json={"document": document, "text": "# Ours.\n\n" + shown["text"]}).json()
    assert filled["text"].startswith("# Ours.")
    assert not filled["is_legal"]
    wrong = next(it for it in filled["findings"] if it["fix"])
    assert (wrong["path"], wrong["fix"]) == ("model[0].quality", 2)
    assert {"Places", "Equipment", "Upkeep"} <= {it["title"] for it in filled["tallies"]}
    assert club.http.post(f"{PARTY}/check", json={"text": filled["text"]}).json() == filled


def test_what_no_paper_can_be_is_told_with_its_place_and_nothing_is_lost(club):
    document = {"name": "x", "model": [{"name": "Al", "type": "elf", "quality": 3, "combat": 2}]}
    filled = club.http.post(f"{PARTY}/fill", json={"document": document}).json()
    assert filled["findings"][0]["path"] == "model[0].type"
    assert filled["document"] == document
    assert club.http.post(f"{PARTY}/check", json={"text": "[[["}).json()["document"] is None
    deep: dict[str, object] = {"x": []}
    for _ in range(40):
        deep = {"x": [deep]}
    assert club.http.post(f"{PARTY}/fill", json={"document": deep}).status_code in (400, 413, 422)


def test_a_map_is_drawn_as_a_form_with_its_kinds(club):
    form = club.http.get("/api/maps/form").json()
    terrain = form["canvas"]["layers"][0]
    assert {"building", "woods", "water"} <= {it["value"] for it in terrain["kinds"]}
    drawn = club.http.get("/api/maps/examples/the-ford").json()["document"]
    drawn["terrain"][2]["circle"] = [23, 11, 2.5]
    filled = club.http.post("/api/maps/fill", json={"document": drawn}).json()
    assert [it["path"] for it in filled["findings"]] == ["terrain[2].shape"]


def test_a_paper_without_a_form_says_so(club):
    cards = {it["name"]: it for it in club.http.get("/api/games/duel/papers").json()}
    for name, card in cards.items():
        assert club.http.get(f"/api/games/duel/papers/{name}/form").status_code == (200 if card["has_form"] else 400)
