"""A server for an author: tables go on by the rules as they are saved, and a fault in them is shown, line first."""

from pathlib import Path

from adjudge.check.drafts import Draft
from adjudge.engine import game as registry
from tests.server.conftest import opened

HOARD = Path(__file__).parents[2] / "docs" / "examples" / "hoard.py"


def test_tables_go_on_by_what_was_saved_and_stay_as_they_are_if_it_has_a_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_known", {})  # a server of this game alone starts soon
    monkeypatch.setattr(registry, "installed", dict)
    file, before = tmp_path / "hoard.py", HOARD.read_text()
    file.write_text(before)
    with opened(str(tmp_path / "club.db"), drafts=[Draft(str(file))]) as club:
        made = club.create(game="hoard", seats={"blue": {"bot": "random"}})
        with club.visit(made["id"], made["seat_tokens"]["red"]) as red:
            red.answer(1)
            reached = red.present["position"]

            file.write_text(before.replace("def turn(", "def turn(("))
            while not red.present["trouble"]:
                red.hear("present")
            assert red.present["trouble"]["text"].startswith("hoard.py:33: SyntaxError: ")

            file.write_text(before.replace("Grab a handful", "Grab a few coins"))
            assert red.hear("said")["text"] == "hoard.py was saved: the match goes on with 1 answer as before."
            assert (red.present["since"], red.present["position"], red.present["trouble"]) == (0, reached, None)
            assert red.present["asks"]["question"]["options"][0]["label"] == "Grab a few coins"

            file.write_text(before.replace("    seat = table.state.up\n", "    seat = table.state.upp\n"))
            while not red.present["trouble"]:
                red.hear("present")
            assert red.present["trouble"]["text"].startswith(
                "hoard.py:34: a rule of hoard failed at position 0: Attrib"
            )
            assert red.answer(1)["kind"] == "accepted"
