"""`adjudge map`: a battlefield from a file, drawn or refused."""

import json

import pytest
from typer.testing import CliRunner

from adjudge.cli.app import app
from adjudge.engine.errors import BadInput

FORD = """
id = "ford"
title = "The ford"
table = { width = 24, depth = 18 }
[[terrain]]
name = "mill"
kind = "solid"
rect = [4, 6, 7, 6]
"""


@pytest.fixture
def ford(tmp_path):
    file = tmp_path / "ford.toml"
    file.write_text(FORD)
    return file


def run(*words):
    return CliRunner().invoke(app, ["map", *map(str, words)])


def test_a_map_is_drawn_with_its_scales(ford):
    drawn = run(ford).stdout
    assert "The ford" in drawn
    assert "└┬" in drawn
    assert "type a point" not in drawn


def test_a_file_that_is_not_text_is_refused_in_a_sentence(tmp_path):
    file = tmp_path / "latin.toml"
    file.write_bytes("title = 'Mühle'".encode("latin-1"))
    result = run(file)
    assert result.exit_code == 2
    assert "not text in UTF-8" in result.stderr


def test_a_map_is_drawn_as_svg(ford):
    assert run(ford, "--svg").stdout.startswith("<svg")


def test_a_map_as_data(ford):
    data = json.loads(run(ford, "--json").stdout)
    assert (data["id"], [piece["id"] for piece in data["pieces"]]) == ("ford", ["mill"])


def test_a_bad_map_is_refused_by_its_entry_and_field(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text(FORD.replace("solid", "jelly"))
    result = run(file)
    assert result.exit_code
    said = str(result.exception) if isinstance(result.exception, BadInput) else result.output
    assert "terrain 1 (mill): kind" in said
