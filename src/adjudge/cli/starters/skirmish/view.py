"""What is worth showing, in the vocabulary that every screen draws. Nothing is hidden here, so there is no `view`."""

from adjudge.engine import Bar, Board, Card, Cards, Piece, Scene
from adjudge.field.board import scenery

from .field import BASE, Figure, battlemap, ground
from .rules import Battle


def scene(battle: Battle, seat: str | None) -> Scene:
    farm = battlemap()
    pieces = tuple(_piece(it, battle) for it in battle.standing())
    board = Board(farm.title, farm.width, farm.depth, farm.unit, scenery(ground()), pieces)
    cards = Cards("Figures", tuple(_card(it, battle) for it in battle.figures))
    return Scene(f"Round {battle.round} of {battle.rounds}", (board, cards))


def _piece(figure: Figure, battle: Battle) -> Piece:
    return Piece(
        figure.id,
        figure.x,
        figure.y,
        figure.name[:2],
        BASE.width / 2,
        seat=figure.seat,
        mood="active" if figure.seat == battle.up and not figure.acted else "",
        name=figure.name,
    )


def _card(figure: Figure, battle: Battle) -> Card:
    tags = ("down",) if figure.life <= 0 else ("acted",) if figure.acted else ()
    return Card(figure.id, figure.name, seat=figure.seat, bars=(Bar("life", max(0, figure.life), 2),), tags=tags)


def goal(battle: Battle, seat: str | None) -> str:
    left = " · ".join(f"{it.title()} {len(battle.standing(it))} standing" for it in ("red", "blue"))
    return f"{left} · round {battle.round} of {battle.rounds}"
