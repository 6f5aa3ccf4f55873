"""The pages about the project say what is so."""

import re
from pathlib import Path

import pytest

from tests.test_architecture import MAY_IMPORT, MAY_IMPORT_EVERYTHING, SOURCE

PROJECT = Path(__file__).parents[2]
PAGES = [PROJECT / "ARCHITECTURE.md", PROJECT / "CONTRIBUTING.md", *sorted((PROJECT / "docs").glob("*.md"))]
ROW = re.compile(r"^\| `(\w+)` \| .* \| (.*) \|$", re.MULTILINE)


def described_rooms():
    """The rooms of ARCHITECTURE.md with what they may import."""
    rows = ROW.findall((PROJECT / "ARCHITECTURE.md").read_text("utf-8"))
    return {
        room: "everything" if targets == "everything" else set(re.findall(r"`(\w+)`", targets))
        for room, targets in rows
    }


def test_the_architecture_names_every_room_with_what_it_may_import():
    rooms = {path.parent.name for path in (SOURCE / "adjudge").glob("*/__init__.py")}
    allowed = MAY_IMPORT | dict.fromkeys(MAY_IMPORT_EVERYTHING, "everything")
    assert described_rooms() == {room: allowed[room] for room in rooms}


def test_every_page_is_in_the_index():
    index = (PROJECT / "docs" / "index.md").read_text("utf-8")
    assert [
        path.name for path in PAGES if path.parent.name == "docs" and path.name not in index and path.name != "index.md"
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_page_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


OURS = [page for page in PAGES if page.name != "skirmish-tutorial.md"]  # that one speaks of a project of the reader's


@pytest.mark.parametrize("page", OURS, ids=lambda page: page.name)
def test_every_path_of_the_sources_that_a_page_names_exists(page):
    named = re.findall(r"`((?:src|tests|scripts|docs)/[\w./-]+)`", page.read_text("utf-8"))
    assert [name for name in named if not (PROJECT / name).exists()] == []
