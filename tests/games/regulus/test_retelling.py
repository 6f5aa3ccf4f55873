"""A session as a story: what was told and tried, without a word of the rules."""

import re
from itertools import pairwise

from adjudge.engine import Match, find_game
from adjudge.story.export import to_markdown


def test_the_story_of_a_session_reads_without_rules_and_without_an_echo():
    game = find_game("regulus")
    match = Match.new(game, bytes(range(32)), bots={"gm": "storyteller", "p1": "storyteller"})
    assert match.is_over
    assert game.retell is not None
    told = to_markdown(match.state.story, game.title, game.retell(match.state))
    _, *scenes = told.split("\n## ")
    assert len(scenes) >= 3
    lines = [line for scene in scenes for line in scene.splitlines()[1:] if line]
    assert not [line for line in lines if "`" in line or line.startswith(">") or re.search(r"\d", line)]
    assert all(one != other for one, other in pairwise(lines))
    assert any(line.endswith("”") for line in lines)
