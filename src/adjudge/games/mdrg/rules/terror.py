"""Terror: who frightens whom, and who dares to touch whom. It is settled when a move into contact is declared."""

from __future__ import annotations

from adjudge.engine import Table
from adjudge.engine.moments import any_of
from adjudge.games.mdrg.ability import Special, voices
from adjudge.games.mdrg.figures import named
from adjudge.games.mdrg.rules import morale
from adjudge.games.mdrg.rules.quality import resists
from adjudge.games.mdrg.state import Battle, Figure

# Moments at which special rules speak


@any_of
def frightens(state: Battle, me: Figure, foe: Figure) -> bool:
    """Whether the model is terrible to this enemy."""


@any_of
def fears(state: Battle, me: Figure, foe: Figure) -> bool:
    """Whether the model treats this enemy as terrible."""


def face(table: Table[Battle], figure: Figure, foes: list[Figure]) -> bool:
    """ability.terror-approach, ability.terror-charge: before a move into contact it has to dare, and those whom it
    frightens check Morale. Whether it dares to touch all of these; the others are shunned."""
    for foe in foes:
        terror = terror_of(table.state, foe, figure)
        if terror is not None and not _dares(table, figure, foe, terror):
            figure.shunned.append(foe.id)
        elif terror_of(table.state, figure, foe) is not None:
            _charge(table, figure, foe)
    return not any(foe.id in figure.shunned for foe in foes)


def terror_of(state: Battle, one: Figure, other: Figure) -> Special | None:
    """By which rule one frightens the other: by its own, or by the other's; never one that frightens itself."""
    if one.id in other.bold or morale.exempt(other):
        return None
    if frightens(voices(other.rules), state, other, one):
        return None
    terror: Special | None = frightens.who(voices(one.rules), state, one, other)
    return terror or fears.who(voices(other.rules), state, other, one)


def _dares(table: Table[Battle], figure: Figure, foe: Figure, terror: Special) -> bool:
    """ability.terror-approach: a Quality roll on one die, once for each foe and activation (sp-terror-roll)."""
    if foe.id in figure.shunned:
        return False
    if not resists(table, figure, "approach", terror.rule):
        table.tell(
            terror.rule,
            "{name} dares not approach {foe}",
            on=(figure.id, foe.id),
            mark="flee",
            name=named(figure),
            foe=named(foe),
        )
        return False
    figure.bold.append(foe.id)  # ability.terror-immunity
    return True


def _charge(table: Table[Battle], figure: Figure, foe: Figure) -> None:
    """morale.trigger-terror, ability.terror-charge: the one charged checks Morale before the move."""
    if not morale.check(table, foe, "morale.trigger-terror") and not foe.gone:
        foe.bold.append(figure.id)
