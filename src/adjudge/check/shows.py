"""What seats see of a position: views that change nothing, scenes that can be drawn and that need only the view."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudge.check.plays import plain
from adjudge.check.report import Ledger, Setting
from adjudge.engine.copying import copy
from adjudge.engine.game import Game
from adjudge.engine.match import Match, Moment
from adjudge.engine.scene import Scene


def try_shows(match: Match[Any], moment: Moment[Any], setting: Setting, ledger: Ledger) -> None:
    """The view and the scene of every seat and of a spectator, and the numbers that a simulation gathers."""
    for seat in everybody(match):
        with ledger.watching("crash", f"the view of {seat or 'a spectator'}", setting, moment.position):
            _try_view(match.game, moment, seat, setting, ledger)
        with ledger.watching("scene", f"the scene of {seat or 'a spectator'}", setting, moment.position):
            _try_scene(match.game, moment, seat, setting, ledger)
    _try_addresses(match, moment, setting, ledger)
    with ledger.watching("crash", "the measures", setting, moment.position):
        msgspec.json.encode(match.game.measures(copy(moment.state)))


def everybody(match: Match[Any]) -> tuple[str | None, ...]:
    """The seats, and None for a spectator."""
    return (*(seat.id for seat in match.header.seats), None)


def _try_addresses(match: Match[Any], moment: Moment[Any], setting: Setting, ledger: Ledger) -> None:
    """What is rolled or told to some seats alone must name seats that there are."""
    for it in moment.happenings:
        for seat in it.to:
            if seat not in everybody(match):
                text = f"{it.rule} is for the eyes of {seat!r}, which is no seat of the match"
                ledger.note("dead-end", text, setting, it.position, rule=it.rule)


def _try_view(game: Game[Any], moment: Moment[Any], seat: str | None, setting: Setting, ledger: Ledger) -> None:
    state = copy(moment.state)
    first = plain(game.seen(state, seat))
    if plain(state) != plain(moment.state):
        ledger.note("mutation", "the view changes the state", setting, moment.position, same="view")
    if plain(game.seen(copy(moment.state), seat)) != first:
        text = "the view of the same state differs from one look to the next"
        ledger.note("determinism", text, setting, moment.position, same="view")


def _try_scene(game: Game[Any], moment: Moment[Any], seat: str | None, setting: Setting, ledger: Ledger) -> None:
    state = copy(moment.state)
    scene = game.picture(state, seat)
    drawn = msgspec.json.encode(scene)
    if plain(state) != plain(moment.state):
        ledger.note("mutation", "drawing the scene changes the state", setting, moment.position, same="scene")
    if msgspec.json.decode(drawn, type=Scene) != scene:
        text = "the scene is not the same after JSON: keep to the types of the scene's vocabulary"
        ledger.note("scene", text, setting, moment.position, same="scene as JSON")


def try_scene_stands_alone(match: Match[Any], moments: list[Moment[Any]], setting: Setting, ledger: Ledger) -> None:
    """A scene drawn again after other positions were looked at must be the same, and so must goal and heading: they are
    made of the view alone."""
    for seat in everybody(match):
        with ledger.watching("scene", "drawing again", setting):
            seen = [(moment, match.game.seen(copy(moment.state), seat)) for moment in moments]
            match.look(moments[0].position)
            first = [_drawn(match.game, view, seat) for _, view in seen]
            for moment in moments:
                match.look(moment.position)
            for (moment, view), before in zip(seen, first, strict=True):
                for what, again in _drawn(match.game, view, seat).items():
                    if again != before[what]:
                        text = f"the {what} of {seat or 'a spectator'} shows more than its view holds"
                        ledger.note("leak", text, setting, moment.position, same=what)


def _drawn(game: Game[Any], view: Any, seat: str | None) -> dict[str, bytes]:
    drawn: dict[str, Any] = {"scene": game.scene(view, seat) if game.scene else None}
    drawn["goal"] = game.goal(view, seat) if game.goal else None
    drawn["heading"] = game.heading(view) if game.heading and seat is None else None
    return {what: plain(it) for what, it in drawn.items()}
