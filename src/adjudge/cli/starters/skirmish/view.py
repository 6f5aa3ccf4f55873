"""What is worth showing, in the vocabulary that every screen draws. Nothing is hidden here, so there is no `view`."""

from adjudge.engine import Bar, Card, Cards, Piece, Scene

from .field import FIELD, Fighter
from .rules import Battle


def scene(battle: Battle, seat: str | None) -> Scene:
    board = FIELD.board([_piece(it, battle) for it in battle.standing()])
    cards = Cards("Figures", tuple(map(_card, battle.figures.values())))
    return Scene(f"Round {battle.round} of {battle.rounds}", (board, cards))


def _piece(fighter: Fighter, battle: Battle) -> Piece:
    mood = "active" if fighter.seat == battle.up and not fighter.acted else ""
    return FIELD.piece(fighter, fighter.name[:2], name=fighter.name, seat=fighter.seat, mood=mood, holds="rifle")


def _card(fighter: Fighter) -> Card:
    tags = ("down",) if fighter.life <= 0 else ("acted",) if fighter.acted else ()
    return Card(fighter.id, fighter.name, seat=fighter.seat, bars=(Bar("life", max(0, fighter.life), 2),), tags=tags)


def goal(battle: Battle, seat: str | None) -> str:
    left = " · ".join(f"{it.title()} {len(battle.standing(it))} standing" for it in ("red", "blue"))
    return f"{left} · round {battle.round} of {battle.rounds}"
