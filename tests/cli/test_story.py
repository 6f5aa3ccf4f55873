"""A session of a story game can be taken home as a text."""

import pytest


@pytest.fixture
def session(run, tmp_path):
    file = tmp_path / "session.json"
    assert run("play", "regulus", "--auto", "--seed", "2", "--option", "scenes=1", "--save", str(file)).exit_code == 0
    return str(file)


def test_it_reads_as_scenes_in_markdown(run, session):
    result = run("story", session)
    assert result.exit_code == 0
    assert result.stdout.startswith("# Regulus")
    assert "## Scene 1" in result.stdout


def test_a_kept_session_is_found_by_its_id_and_told_in_the_words_of_its_game(run, data):
    end = data("play", "regiment", "--auto", "--seed", "2", "--option", "scenes=1")
    told = run("story", end["match"]).stdout
    assert told.startswith("# The Regiment")
    assert "## Scene 1" in told
    assert "`" not in told


def test_it_is_data_for_programs(data, session):
    told = data("story", session)
    assert list(told) == ["players", "session", "previously", "scenes", "journal", "ledger", "overrides"]
    assert told["journal"]


def test_a_match_without_a_story_is_refused_in_a_sentence(run, tmp_path):
    file = tmp_path / "match.json"
    run("play", "rdz", "--auto", "--seed", "2", "--option", "target=1", "--option", "finish=true", "--save", str(file))
    result = run("story", str(file))
    assert result.exit_code == 2
    assert "use a match of a story game" in result.stderr
