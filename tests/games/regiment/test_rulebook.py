"""The tables that are shown are the data that is played."""

from __future__ import annotations

from adjudge.games.regiment import game
from adjudge.games.regiment.data import (
    BANDS,
    STATS,
    VOLUMES,
    basic_moves,
    gm_moves,
    numbers,
    plans,
    playbook_moves,
    playbooks,
    vehicles,
    weapons,
    words,
)

TABLES = {table.id: table.rows for table in game.rulebook.table}


def test_there_are_27_tables_292_rules_and_206_rulings_of_the_book():
    ours = [rule for rule in game.rulebook.rule if rule.id.startswith("story.")]
    assert len(TABLES) == 27
    assert len(game.rulebook.rule) - len(ours) == 292
    assert len(game.rulebook.ruling) == 206


def test_weapons():
    shown = [(row[1], row[2].split("/"), "AP" in row[3].split(", ")) for row in TABLES["table.weapons"]]
    played = [it for it in weapons().values() if it.kind != "vehicle"]
    found = [
        (f"{it.dice}/{it.fixed}" if it.fixed else str(it.dice or "-"), list(it.bands), "ap" in it.tags) for it in played
    ]
    assert found == shown
    for row, weapon in zip(TABLES["table.weapons"], played, strict=True):
        tags = [it for it in row[3].lower().split(", ") if it != "-" and not it.endswith("-crew")]
        assert list(weapon.tags) == tags
        assert (f"{weapon.crew}-crew" in row[3]) == bool(weapon.crew)


def test_vehicles_and_their_weapons():
    for row, kind in zip(TABLES["table.vehicles"], vehicles().values(), strict=True):
        assert str(kind.crew) == row[1]
        values = (
            ["none"] * 4 if kind.armor is None else [str(kind.armor[it]) for it in ("front", "side", "rear", "top")]
        )
        assert values == list(row[2:6])
    carried = [weapons()[id] for kind in vehicles().values() for id in kind.weapons]
    for row, weapon in zip(TABLES["table.vehicle-weapons"], carried, strict=True):
        assert (weapon.title, str(weapon.dice), "/".join(weapon.bands)) == tuple(row[1:4])


def test_the_volume_of_fire():
    signs = {(0, 0): "-", (1, 0): "S", (0, 1): "W", (2, 0): "2S", (0, 2): "2W"}
    for row, volume in zip(TABLES["table.vof"], VOLUMES, strict=True):
        assert [signs[cell] for cell in numbers().volume[volume]] == list(row[1:])


def test_ranges_and_cover():
    assert [(row[0], int(row[2])) for row in TABLES["table.ranges"]] == [
        (band, numbers().bands[band]) for band in BANDS
    ]
    assert [row[0] for row in TABLES["table.cover"]] == list(numbers().cover)


def test_playbooks():
    for row in TABLES["table.stat-sets"]:
        book = playbooks()[row[0]]
        if row[1] == "free":
            assert book.stat_array == (2, 2, 1, 0, 0)
        else:
            stats = book.stat_set[int(row[1]) - 1].as_stats()
            assert [stats[stat] for stat in STATS] == [int(value) for value in row[2:]]
    ranks = [(book.id, rank) for book in playbooks().values() for rank in book.ranks]
    assert ranks == [(row[0], row[2]) for row in TABLES["table.ranks"]]
    moves = [(book.id, rule) for book in playbooks().values() for rule in (book.signature, *book.moves)]
    assert moves == [(row[0], row[3]) for row in TABLES["table.playbook-moves"]]
    assert [playbook_moves()[row[3]].title for row in TABLES["table.playbook-moves"]] == [
        row[1] for row in TABLES["table.playbook-moves"]
    ]
    loadouts = [it.rule for book in playbooks().values() for it in book.loadout]
    assert loadouts == [row[3] for row in TABLES["table.loadouts"] if row[1].isdigit()]


def test_words_and_lists():
    assert [row[0] for row in TABLES["table.profiles"]] == list(words().profiles)
    assert [row[0] for row in TABLES["table.backgrounds"]] == list(words().backgrounds)
    for kind in ("general", "terrain", "enemy", "battle"):
        titles = [move.title for move in gm_moves().values() if move.kind == kind]
        assert titles == [row[1] for row in TABLES[f"table.gm-{kind}"]]
    told = [
        (plan.title, part, text)
        for plan in plans().values()
        for part, texts in (("goal", (plan.goal,)), ("method", plan.methods), ("consideration", plan.considerations))
        for text in texts
    ]
    assert told == [tuple(row) for row in TABLES["table.battle-plans"]]
    assert len(basic_moves()) == len(TABLES["table.basic-moves"])


def test_improvements_and_conditions():
    assert [it.times for it in numbers().improvement] == [int(row[2]) for row in TABLES["table.improvements"]]
    shown = [row[1].removesuffix(" (name it)") for row in TABLES["table.vehicle-conditions"]]
    assert shown == [*numbers().conditions.major, *numbers().conditions.minor]
    tracks = {row[0]: row[1:3] for row in TABLES["table.tracks"]}
    for name, track in numbers().tracks.items():
        assert (str(track.boxes), str(track.line)) == tuple(tracks[name])
