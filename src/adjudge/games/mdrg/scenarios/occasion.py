"""What the six scenarios share: what a scenario is, where marked ground begins, what lies beside a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from adjudge.engine import Table
from adjudge.engine.moments import answers
from adjudge.field import Piece
from adjudge.field.layout import SLACK, Sketch, edge_gap, gap
from adjudge.field.maps import Battlemap
from adjudge.field.measuring import distance_to_piece
from adjudge.field.moving import crossed
from adjudge.games.mdrg.ability import Special
from adjudge.games.mdrg.book import SCENARIOS, Scale
from adjudge.games.mdrg.figures import in_play, is_helpless
from adjudge.games.mdrg.places import TOUCH, ground, stand
from adjudge.games.mdrg.rules.battlefield import lays, misfits
from adjudge.games.mdrg.state import Battle, Figure

ATTEMPTS = 200
"""How many tables are drawn until one fits."""


class Scenario(Special):
    """A scenario answers moments like any special rule; it speaks for the place and not for a model."""

    @property
    def rule(self) -> str:
        return SCENARIOS[self.id].rule

    def draw(self, sketch: Sketch, scale: Scale) -> None:
        """Its terrain, as it happens to come; what does not fit is drawn again."""
        raise NotImplementedError

    def objections(self, battlemap: Battlemap, scale: Scale) -> list[str]:
        """What keeps a table from being its battlefield."""
        raise NotImplementedError

    @answers(misfits)
    def misfits(self, battlemap: Battlemap, scale: Scale) -> list[str]:
        return self.objections(battlemap, scale)

    @answers(lays)
    def lays(self, size: float, scale: Scale, seed: int) -> Battlemap:
        """game.terrain-by-defender: the first table drawn from the seed that has all that the scenario asks for; on a
        board too small for it, a larger one (sp-scenery-distances)."""
        for attempt in range(ATTEMPTS):
            wide = size * (1 + 0.1 * (attempt // 50))
            sketch = Sketch(f"{self.id}/{seed}/{attempt}", wide, wide)
            self.draw(sketch, scale)
            drawn = sketch.map(f"{self.id}-{seed}", SCENARIOS[self.id].name, scale.bases.normal)
            if not self.objections(drawn, scale):
                return drawn
        raise AssertionError(f"{self.id}: no table was found from seed {seed}")


# Measuring a table


def having(battlemap: Battlemap, *traits: str) -> list[Piece]:
    """The pieces with one of these traits."""
    return [piece for piece in battlemap.pieces if piece.traits & set(traits)]


def without(battlemap: Battlemap, *traits: str) -> list[Piece]:
    """The pieces with none of these traits."""
    return [piece for piece in battlemap.pieces if not piece.traits & set(traits)]


def too_close(ones: Sequence[Piece], others: Sequence[Piece], least: float, stick: str) -> list[str]:
    """Pieces that are nearer to others than they may be; of two kinds, or of one (sp-scenery-distances)."""
    pairs = [(a, b) for i, a in enumerate(ones) for b in (ones[:i] if ones is others else others) if a.id != b.id]
    return [f"{one.title} is nearer than {stick} to {two.title}" for one, two in pairs if gap(one, two) < least - SLACK]


def too_near_an_edge(battlemap: Battlemap, pieces: Iterable[Piece], least: float, stick: str) -> list[str]:
    """Pieces that are nearer to an edge of the table than they may be."""
    near = [piece for piece in pieces if edge_gap(battlemap, piece) < least - SLACK]
    return [f"{piece.title} is nearer than {stick} to an edge of the table" for piece in near]


def wrong_number(pieces: Sequence[Piece], what: str, least: int, most: int = 99) -> list[str]:
    """Too few of something, or too many."""
    if least <= len(pieces) <= most:
        return []
    wanted = f"{least} to {most}" if most < 99 else f"at least {least}"
    return [f"it needs {wanted} {what} and has {len(pieces)}"]


# Models and the place


def beside(state: Battle, figure: Figure, piece: str) -> bool:
    """Whether a model touches a piece of the scenery."""
    return distance_to_piece(ground(state), stand(state, figure), piece) <= TOUCH


def is_able(figure: Figure) -> bool:
    """Whether a model is on its feet and free."""
    return not figure.fallen and not is_helpless(figure) and not figure.climbing


def standing_on(state: Battle, figure: Figure, trait: str) -> list[str]:
    """The pieces with a trait that any part of its base is over."""
    field = ground(state)
    here = crossed(field, stand(state, figure), [(figure.x, figure.y)])
    return [piece for piece in here if trait in field.by_id[piece].traits]


Enter = Callable[[Table[Battle], Figure, list[str]], None]


def note_ground(state: Battle, figure: Figure, trait: str) -> list[str]:
    """Keeps in mind what marked ground a model stands on; what of it is new."""
    here = standing_on(state, figure, trait)
    before = state.site.inside.get(figure.id, [])
    state.site.inside[figure.id] = here
    return [piece for piece in here if piece not in before]


def sweep(table: Table[Battle], trait: str, enter: Enter) -> None:
    """Everybody who has come onto marked ground without a move of its own: pushed, recoiling, fleeing, thrown."""
    for figure in in_play(table.state):
        fresh = note_ground(table.state, figure, trait) if figure.seat else []
        if fresh:
            enter(table, figure, fresh)


def marked(state: Battle, pieces: Iterable[str], trait: str) -> list[str]:
    """Those of some pieces that bear a trait."""
    return [piece for piece in pieces if trait in ground(state).by_id[piece].traits]


def renamed(battlemap: Battlemap, change: Callable[[Piece], Piece]) -> Battlemap:
    """The same table with its pieces changed."""
    return replace(battlemap, pieces=tuple(map(change, battlemap.pieces)))
