"""Papers and maps in the browser: made, opened, judged, printed, and taken along to a match."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.play import open_drawer

SCHEMES = ["light", "dark"]


def status(page: Page):
    return page.get_by_label("Verdict").get_by_role("status")


def show(page: Page, look: str) -> None:
    """Turns to the form, the map or the text, once the form is there."""
    page.get_by_role("group", name="How it is shown").get_by_role("button", name=look).click()


def write(page: Page, old: str, new: str) -> None:
    """Changes the text of the file as a person would, once it is there."""
    show(page, "Text")
    file = page.get_by_label("Text of the file")
    expect(file).not_to_be_empty()
    text = file.input_value()
    assert old in text
    file.fill(text.replace(old, new, 1))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "place", ["papers/mdrg/party", "papers/akula/scenario", "papers/rdz/patrol", "papers/regulus", "maps"]
)
def test_papers_and_maps_are_accessible(visit, check_accessibility, place, scheme):
    page = visit(place, color_scheme=scheme)
    expect(status(page)).to_contain_text("Legal.")
    page.evaluate("document.querySelectorAll('details').forEach((it) => (it.open = true))")
    check_accessibility(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_game_has_its_drawer(visit, check_accessibility, scheme):
    page = visit(color_scheme=scheme)
    page.get_by_role("link", name="Papers").click()
    drawer = page.get_by_role("region", name="Mutants and Death Ray Guns", exact=True)
    expect(drawer.get_by_role("link")).to_have_count(2)
    check_accessibility(page)
    drawer.get_by_role("link", name="Party").click()
    expect(page.get_by_role("heading", name="Human purity squad")).to_be_visible()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_illegal_is_told_with_a_rule_that_can_be_read(visit, check_accessibility, scheme):
    page = visit("papers/mdrg/party", color_scheme=scheme)
    write(page, "quality = 2", "quality = 5")
    expect(status(page)).to_contain_text("Not legal.")
    finding = page.get_by_role("listitem").filter(has_text="Karl: Quality 5+ is written")
    expect(page.get_by_role("button", name="Play with it")).to_be_disabled()
    check_accessibility(page)
    finding.get_by_role("button", name="Rule human.profile").click()
    expect(page.get_by_role("dialog")).to_contain_text("human.profile")
    check_accessibility(page)


def test_a_text_that_cannot_be_read_is_told_by_its_field(visit):
    page = visit("papers/mdrg/party")
    write(page, 'type = "human"', 'type = "elf"')
    expect(status(page)).to_contain_text("1 thing is wrong")
    expect(page.get_by_label("Verdict").get_by_role("listitem")).to_contain_text(
        "model[0].type: 'elf' doesn't fit; use one of"
    )


def test_a_party_is_rolled_taken_along_and_fought_with(visit):
    page = visit("papers/mdrg")
    page.get_by_text("What a new one is like").click()
    wishes = page.locator("details.made")
    wishes.get_by_label("Type", exact=True).select_option("Robot")
    wishes.get_by_label("Name", exact=True).fill("The Tin Men")
    page.get_by_role("button", name="Make a new one").click()
    expect(page.get_by_role("heading", name="The Tin Men")).to_be_visible()
    seed = page.get_by_label("Seed").input_value()
    show(page, "Text")
    first = page.get_by_label("Text of the file").input_value()
    page.get_by_role("button", name="Make a new one").click()
    expect(page.get_by_label("Seed")).not_to_have_value(seed)
    page.get_by_label("Seed").fill(seed)
    page.get_by_role("button", name="From this seed").click()
    expect(page.get_by_label("Text of the file")).to_have_value(first)
    page.get_by_role("button", name="Play with it").click()
    expect(page.get_by_text("Party: The Tin Men")).to_be_visible()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".question")).to_be_visible()
    open_drawer(page, "Sheets")
    expect(page.locator("main")).to_contain_text("Robot 1")


def test_a_party_is_made_from_nothing_by_pickers_and_keeps_company_with_a_map(visit, address, check_accessibility):
    page = visit("papers/mdrg/party")
    page.get_by_role("button", name="From nothing").click()
    page.get_by_role("button", name="Add model").click()
    page.get_by_label("Name", exact=True).last.fill("Vera")
    page.get_by_label("Quality", exact=True).fill("5")
    expect(status(page)).to_contain_text("Not legal.")
    page.get_by_role("button", name="Make it 3").click()
    expect(status(page)).to_contain_text("Legal.")
    page.get_by_role("button", name="Add to Traits").click()
    picker = page.get_by_role("dialog", name="Add to Traits")
    picker.get_by_label("Search").fill("ranged weapons")
    picker.get_by_role("button", name="Rule ability.sharpshooter").click()
    rule = page.get_by_role("dialog").filter(has=page.get_by_role("heading", name="ability.sharpshooter"))
    page.get_by_role("dialog").last.get_by_role("button", name="Close").click()
    expect(rule).to_have_count(0)
    check_accessibility(page)
    picker.get_by_role("button", name="Sharpshooter", exact=True).click()
    expect(page.get_by_label("Verdict")).to_contain_text("1 of 4")
    check_accessibility(page)
    write(page, '"New party"', '"Vera alone')
    expect(status(page)).to_contain_text("1 thing is wrong")
    show(page, "Form")
    expect(page.get_by_role("alert")).to_contain_text("The text cannot be read")
    expect(page.locator(".work").get_by_label("Name", exact=True).first).to_have_value("New party")
    page.get_by_role("button", name="Undo").click()
    expect(status(page)).to_contain_text("Legal.")
    page.locator(".work").get_by_label("Name", exact=True).first.fill("Vera alone")
    expect(page.get_by_role("heading", name="Vera alone")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    page.reload()
    expect(page.locator(".work").get_by_label("Name", exact=True).first).to_have_value("Vera alone")
    page.get_by_role("button", name="Play with it").click()
    page.get_by_label("Party of Blue", exact=True).select_option("Robots")
    page.get_by_role("link", name=re.compile("a map for Terrain")).click()
    expect(page.get_by_role("application", name="Table")).to_be_visible()
    page.get_by_role("button", name="Play with it").click()
    expect(page.get_by_text("Party: Vera alone")).to_be_visible()
    expect(page.get_by_label("Party of Blue", exact=True)).to_have_value("word:robot")
    expect(page.get_by_text("Map: Table 1")).to_be_visible()
    check_accessibility(page)
    page.get_by_label("Party of Red", exact=True).select_option("Androids")
    page.get_by_label("Party of Red", exact=True).select_option("Vera alone")
    expect(page.get_by_text("Party: Vera alone")).to_be_visible()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".question")).to_be_visible()
    page.goto(f"{address}/#/desk/mdrg/shot")  # what is saved is at the desk, too
    page.get_by_role("button", name="Target from a party").click()
    page.get_by_label("Search Target from a party").fill("Vera alone")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile(r"Target from a party: .* \(Vera alone\)"))).to_be_visible()


@pytest.mark.parametrize(
    ("place", "name"),
    [("akula/roster", "Vera"), ("akula/scenario", "First survivor"), ("regiment/soldier", "Verity")],
)
def test_what_is_filled_in_from_nothing_is_played_with(visit, place, name):
    page = visit(f"papers/{place}", viewport={"width": 390, "height": 844}, has_touch=True)
    page.get_by_role("button", name="From nothing").click()
    if place == "akula/scenario":
        page.get_by_label("Title").fill("Ours")
        show(page, "Map")
        page.get_by_role("button", name=f"{name} (survivors)").click()
    page.get_by_label("Name", exact=True).last.fill(name)
    expect(page.get_by_role("article")).to_contain_text(name)
    page.get_by_role("button", name="Play with it").click()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".question")).to_be_visible()
    expect(page.locator("main")).to_contain_text(name)


def test_a_character_is_taken_along_to_a_story(visit):
    page = visit("papers/regulus/character")
    page.get_by_label("Name", exact=True).fill("Ilse")
    expect(page.get_by_role("heading", name="Ilse")).to_be_visible()
    page.get_by_role("button", name="Play with it").click()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("main")).to_contain_text("Ilse")


def test_a_file_is_opened_and_every_form_of_it_is_kept(visit, tmp_path: Path):
    page = visit("papers/akula/roster")
    file = tmp_path / "ours.toml"
    file.write_text('[[survivor]]\nname = "Vera"\nweapons = ["axe"]\n')
    page.get_by_label("Open a file").set_input_files(file)
    expect(page.get_by_role("article")).to_contain_text("Vera")
    show(page, "Text")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download the file").click()
    assert Path(kept.value.path()).read_text() == file.read_text()
    with page.expect_download() as printed:
        page.get_by_role("button", name="Download PDF").click()
    assert Path(printed.value.path()).read_bytes().startswith(b"%PDF")


def test_only_the_sheet_is_printed_and_in_ink_on_white(visit):
    page = visit("papers/rdz/patrol", color_scheme="dark")
    expect(page.get_by_role("article").get_by_role("heading", name="Patrol record")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("article").get_by_role("heading", name="Patrol record")).to_be_visible()
    for hidden in (page.locator("header"), page.get_by_text("From nothing"), page.get_by_label("Verdict")):
        expect(hidden).to_be_hidden()
    colours = page.locator("article.paper").evaluate(
        "it => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor]"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_a_map_is_made_from_a_seed_drawn_and_kept(visit, tmp_path: Path):
    page = visit("maps")
    show(page, "Text")
    expect(page.get_by_role("img", name="Drawing of The ford")).to_be_visible()
    page.get_by_text("What a new one is like").click()
    page.get_by_label("Seed").fill("12")
    page.get_by_role("button", name="From this seed").click()
    expect(page.get_by_role("img", name="Drawing of Table 12")).to_be_visible()
    with page.expect_download() as drawn:
        page.get_by_role("button", name="Download SVG").click()
    assert drawn.value.suggested_filename == "table-12.svg"
    assert Path(drawn.value.path()).read_text().startswith("<svg")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download the file").click()
    assert (kept.value.suggested_filename, 'id = "table-12"' in Path(kept.value.path()).read_text()) == (
        "table-12.toml",
        True,
    )


def test_all_that_is_wrong_with_a_map_is_named_and_it_is_drawn_all_the_same(visit):
    page = visit("maps")
    write(page, "circle = [20, 11, 2.5]", "circle = [23, 11, 2.5]")
    expect(page.get_by_label("Verdict").get_by_role("listitem")).to_contain_text(
        "terrain copse: shape: reaches off the table"
    )
    expect(page.get_by_role("img")).to_be_visible()
    expect(page.get_by_role("button", name="Play Mutants")).to_be_disabled()


def test_any_legal_map_is_fought_on_in_whatever_unit_it_is_drawn(visit):
    page = visit("maps")
    expect(page.get_by_role("region", name="Map").get_by_label("Unit")).to_have_value("inch")
    page.get_by_role("button", name="Play Mutants").click()
    expect(page.get_by_text("Map: The ford")).to_be_visible()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".question")).to_be_visible()
    expect(page.get_by_role("application")).to_contain_text("copse")


def test_a_map_is_drawn_with_the_mouse_and_changed_with_the_keyboard(visit, check_accessibility):
    page = visit("maps")
    page.get_by_role("button", name="From nothing").click()
    expect(page.get_by_label("Title")).to_have_value("New map")
    table = page.get_by_role("application", name="Table")
    palette = page.get_by_role("group", name="Things to put on the table")

    def at(across: float, up: float) -> tuple[float, float]:
        table.scroll_into_view_if_needed()
        box = table.bounding_box()
        assert box is not None
        side = min(box["width"], box["height"])
        left, low = box["x"] + (box["width"] - side) / 2, box["y"] + (box["height"] + side) / 2
        return left + across / 36 * side, low - up / 36 * side

    def drag(start: tuple[float, float], end: tuple[float, float]) -> None:
        page.mouse.move(*at(*start))
        page.mouse.down()
        page.mouse.move(*at(*end), steps=3)
        page.mouse.up()

    palette.get_by_role("button", name="Building", exact=True).click()
    drag((10, 10), (20, 18))
    page.get_by_role("button", name="Add a door").click()
    palette.get_by_role("button", name="Woods", exact=True).click()
    drag((28, 24), (31, 24))
    palette.get_by_role("button", name="Objective", exact=True).click()
    page.mouse.click(*at(5, 30))
    expect(page.get_by_label("Verdict")).to_contain_text("Legal.")
    page.get_by_role("button", name="Woods 2").click()
    drag((28, 24), (34, 24))
    remark = page.get_by_label("Chosen piece").get_by_text("reaches off the table")
    expect(remark).to_be_visible()
    expect(table.locator(".bang")).to_have_count(1)
    check_accessibility(page)
    table.focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "Shift+ArrowRight"):
        table.press(key)
    expect(remark).to_have_count(0)
    table.press("p")
    table.press("[")
    table.press("d")
    expect(page.get_by_label("Everything on the table").get_by_role("button", name="Building")).to_have_count(2)
    table.press("ControlOrMeta+z")
    expect(page.get_by_label("Everything on the table").get_by_role("button", name="Building")).to_have_count(1)
    expect(status(page)).to_contain_text("Legal.")
    show(page, "Text")
    text = page.get_by_label("Text of the file")
    for written in (r"circle = \[31, 24, 4\]", "turn = 15", 'kind = "door"', r"at = \[5, 30\]"):
        expect(text).to_have_value(re.compile(written))


def test_a_map_is_drawn_dragged_resized_turned_and_pinched_with_fingers(visit):
    page = visit("maps", viewport={"width": 390, "height": 844}, has_touch=True)
    page.get_by_role("button", name="From nothing").tap()
    page.get_by_role("button", name="Building", exact=True).tap()
    table = page.get_by_role("application", name="Table")
    line = page.context.new_cdp_session(page)

    def touch(*steps: list[tuple[float, float]]) -> None:
        for kind, fingers in zip(["touchStart"] * 2 + ["touchMove"] * len(steps), [steps[0][:1], *steps], strict=False):
            points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def middle(of: Locator) -> tuple[float, float]:
        box = of.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    x, y = middle(table)
    touch([(x - 50, y - 40)], [(x + 50, y + 40)])
    building = table.locator(".item polygon")
    expect(building).to_have_attribute("points", "13,22 23,22 23,14 13,14")
    touch([(x, y)], [(x + 30, y + 30)])
    expect(building).to_have_attribute("points", "16,25 26,25 26,17 16,17")
    left, low = middle(table.locator(".grip").first)
    touch([(left - 12, low + 10)], [(left - 40, low + 30)])
    expect(building).to_have_attribute("points", "12,28 26,28 26,17 12,17")
    right, top = middle(table.locator(".turn"))
    touch([(right + 12, top - 8)], [(right + 200, top + 60)])
    expect(page.get_by_label("Turn", exact=True)).not_to_have_value("0")
    lies = building.get_attribute("points") or ""
    expect(table).to_have_attribute("viewBox", "0 0 36 36")
    touch([(x - 40, y), (x + 40, y)], [(x - 110, y), (x + 110, y)])
    expect(table).not_to_have_attribute("viewBox", "0 0 36 36")
    expect(building).to_have_attribute("points", lies)


def test_no_script_in_a_file_runs_on_the_page(visit):
    page = visit("maps")
    write(page, "The ford", "<img src=x onerror='document.title=1'><script>document.title=1</script>")
    expect(page.get_by_role("heading", name="<img src=x")).to_be_visible()
    assert page.title() != "1"


@pytest.mark.parametrize(
    "place", ["papers/mdrg/party", "papers/akula/scenario", "papers/rdz/stat-book", "maps", "new/mdrg"]
)
def test_nothing_is_wider_than_a_phone(visit, place):
    page = visit(place, viewport={"width": 360, "height": 740})
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelectorAll('details').forEach((it) => (it.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_by_keyboard_alone_a_character_gets_a_trait(visit):
    page = visit("papers/mdrg/party")
    expect(status(page)).to_contain_text("Legal.")
    page.get_by_role("button", name="Karl", exact=False).first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add to Gear").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("shotgun")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    show(page, "Text")
    expect(page.get_by_label("Text of the file")).to_have_value(re.compile("shotgun"))
