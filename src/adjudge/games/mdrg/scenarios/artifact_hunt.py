"""Artifact Hunt: piles of rubble to dig in, and the termites that live there."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from adjudge import engine
from adjudge.engine import Table, step, total
from adjudge.engine.moments import answers
from adjudge.engine.questions import Forecast, Point
from adjudge.field import Piece
from adjudge.field.layout import Sketch, middle_of
from adjudge.field.maps import Battlemap
from adjudge.games.mdrg.ability import special
from adjudge.games.mdrg.aims import heads_for, worth_doing
from adjudge.games.mdrg.book import Scale
from adjudge.games.mdrg.deeds import Deed, by_id
from adjudge.games.mdrg.figures import enemies_of, friends_of, named, refresh, side_of
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import apart, length
from adjudge.games.mdrg.rules.actions import invites
from adjudge.games.mdrg.rules.activation import torments
from adjudge.games.mdrg.rules.quality import quality_roll
from adjudge.games.mdrg.rules.results import kill
from adjudge.games.mdrg.scenarios.finds import equipment, note_find, unearth
from adjudge.games.mdrg.scenarios.occasion import (
    Scenario,
    beside,
    having,
    is_able,
    too_close,
    too_near_an_edge,
    without,
    wrong_number,
)
from adjudge.games.mdrg.special.drugs import yields_to
from adjudge.games.mdrg.special.weakness import Weakened
from adjudge.games.mdrg.state import Battle, Figure
from adjudge.games.mdrg.view import landmarks, prize

ID = "artifact-hunt"
PILE = "pile"
TERMITES = "termites"
DIGGING = 2
"""The actions that a search takes."""
STIRRED, STRUCK = 1, 6
"""What the digging die means (sp-dig-die)."""


@special(ID)
class ArtifactHunt(Scenario):
    """scenario.artifact-hunt-setup, scenario.artifact-hunt-deployment, scenario.artifact-hunt-digging."""

    def draw(self, sketch: Sketch, scale: Scale) -> None:
        """Five piles like the five of a die, each a little out of place."""
        short, long = scale.sticks.short, scale.sticks.long
        radius = 0.35 * short
        low, high, jitter = long + radius, sketch.width - long - radius, 0.4 * short
        corners = [(low, low), (low, high), (high, low), (high, high)]
        x, y = sketch.middle
        inwards = [(jitter if a == low else -jitter, jitter if b == low else -jitter) for a, b in corners]
        spots = [
            (a + sketch.between(0, dx), b + sketch.between(0, dy))
            for (a, b), (dx, dy) in zip(corners, inwards, strict=True)
        ]
        spots.append((x + sketch.between(-jitter, jitter) / 2, y + sketch.between(-jitter, jitter) / 2))
        for number, at in enumerate(spots, 1):
            sketch.lay(sketch.disc(f"{PILE}-{number}", at, radius, "low", PILE, name=f"pile {number}"))

    def objections(self, battlemap: Battlemap, scale: Scale) -> list[str]:
        """At least five piles, Long from every other item and every edge (sp-rubble-scenery: obstacles)."""
        piles, others = having(battlemap, PILE), without(battlemap, PILE)
        long = scale.sticks.long
        found = wrong_number(piles, "piles of rubble: low obstacles with the trait pile", 5)
        found += too_near_an_edge(battlemap, piles, long, "Long")
        return found + too_close(piles, piles, long, "Long") + too_close(piles, others, long, "Long")

    @answers(invites)
    def invites(self, state: Battle, figure: Figure, actions: int) -> list[Deed]:
        """scenario.artifact-hunt-digging: beside a pile that nobody has searched."""
        if not is_able(figure) or actions < DIGGING:
            return []
        return [_dig_deed(figure, pile) for pile in unsearched(state) if beside(state, figure, pile.id)]

    @answers(prize)
    def prize(self, state: Battle) -> str:
        piles, found = len(having(state.map, PILE)), sum(state.site.found.values())
        searched = len(state.site.searched)
        return f"{searched} of {piles} piles searched · {found} artifact{'s' * (found != 1)} found"

    @answers(landmarks)
    def landmarks(self, state: Battle) -> list[engine.Piece]:
        """The piles that still hide something."""
        return [
            engine.Piece(
                f"mark-{pile.id}", *middle_of(pile), pile.title, radius=8.0, mood="good", tags=("not searched",)
            )
            for pile in unsearched(state)
        ]

    @answers(heads_for)
    def heads_for(self, state: Battle, figure: Figure) -> Point | None:
        """The nearest pile, as long as no enemy is near enough to make one regret it, and nobody else is nearer."""
        pile = nearest_pile(state, figure) if may_dig(state, figure) else None
        if pile is None or any(_way(one, pile) < _way(figure, pile) for one in friends_of(state, figure)):
            return None
        return pile

    @answers(worth_doing)
    def worth_doing(self, state: Battle, figure: Figure, deed: engine.Deed) -> float:
        return 0.5 if deed.kind == "dig" and may_dig(state, figure) else 0.0


def unsearched(state: Battle) -> list[Piece]:
    """The piles that nobody has dug in; by house rule, all of them until something is found (sp-dig-die)."""
    piles = having(state.map, PILE)
    if state.rulings.sp_dig_die == "until-found" and not state.site.found:
        return piles
    return [pile for pile in piles if pile.id not in state.site.searched]


def nearest_pile(state: Battle, figure: Figure) -> Point | None:
    """The middle of the pile that is nearest to a model."""
    spots = [middle_of(pile) for pile in unsearched(state)]
    return min(spots, key=lambda at: (_way(figure, at), at), default=None)


def _way(figure: Figure, at: Point) -> float:
    return hypot(at[0] - figure.x, at[1] - figure.y)


def may_dig(state: Battle, figure: Figure) -> bool:
    """Whether a bot lets a model dig: not for long with an enemy about."""
    near = min((apart(state, figure, enemy) for enemy in enemies_of(state, figure)), default=999.0)
    return near > length(state, "long") and TERMITES not in figure.effects


# Digging


class Dug(NamedTuple):
    """What two actions of digging come to."""

    artifact: bool
    termites: bool

    @property
    def outcome(self) -> Outcome:
        kinds = {(False, False): "nothing", (True, False): "artifact", (False, True): "termites"}
        return Outcome(kinds.get((self.artifact, self.termites), "artifact and termites"))


def is_last(state: Battle, pile: str) -> bool:
    """scenario.artifact-hunt-last-pile: whether it is the only one left, and nothing was found before."""
    others = [one for one in having(state.map, PILE) if one.id not in state.site.searched and one.id != pile]
    return not others and not state.site.found


@step
def resolve_dig(table: Table[Battle], figure: Figure, pile: str) -> Dug:
    """scenario.artifact-hunt-digging: 6 is an artifact, 1 is termites (sp-dig-die). The last pile holds something
    whatever the die, and the termites come with it (scenario.artifact-hunt-last-pile)."""
    face = table.roll(total(1), "scenario.artifact-hunt-digging", side_of(table.state, figure))
    dug = Dug(face == STRUCK or is_last(table.state, pile), face == STIRRED)
    rule = "scenario.artifact-hunt-last-pile" if is_last(table.state, pile) else "scenario.artifact-hunt-digging"
    words = "an artifact" if dug.artifact else "nothing but rubble"
    table.tell(rule, "{name} digs and finds {words}", name=named(figure), words=words)
    return dug


def dig(table: Table[Battle], figure: Figure, pile: str) -> Dug:
    """A search, carried out: the artifact first, then what lives there."""
    dug = resolve_dig(table, figure, pile)
    site = table.state.site
    site.searched = [*dict.fromkeys([*site.searched, pile])]
    if dug.artifact:
        note_find(table.state, side_of(table.state, figure))
        unearth(table, figure, equipment(table, side_of(table.state, figure)))
    if dug.termites:
        infest(table, figure)
    return dug


def _dig_deed(figure: Figure, pile: Piece) -> Deed:
    me, where = figure.id, pile.id

    def do(table: Table[Battle], figure: Figure) -> None:
        dig(table, figure, where)

    def outcome(table: Table[Battle]) -> Outcome:
        return resolve_dig(table, by_id(table.state, me), where).outcome

    forecast: Forecast = outcome
    rule, at = "scenario.artifact-hunt-digging", middle_of(pile)
    return Deed(f"dig:{where}", f"dig in {pile.title}", DIGGING, rule, do, thing=where, at=at, forecast=forecast)


# Termites


def infest(table: Table[Battle], figure: Figure) -> None:
    """scenario.artifact-hunt-termites: whoever it is, a Robot too."""
    if TERMITES not in figure.effects:
        figure.effects.append(TERMITES)
        refresh(figure)
    table.tell("scenario.artifact-hunt-termites", "termites burrow into {name}", name=named(figure))


@step
def resolve_termites(table: Table[Battle], figure: Figure) -> bool:
    """One Quality die; whether the model lives."""
    rule = "scenario.artifact-hunt-termites"
    lives = quality_roll(table, figure, 1, TERMITES, rule).successes == 1
    table.tell(rule, "{name} {words}", name=named(figure), words="bears the termites" if lives else "is eaten up")
    return lives


@special(TERMITES)
class Termites(Weakened):
    """scenario.artifact-hunt-termites: -1 on every Combat roll, and a Quality roll for life at the start of each turn.

    They leave at the end of the game. scenario.artifact-hunt-termite-cure: a dose of Stimulant that works kills them.
    """

    rule = "scenario.artifact-hunt-termites"
    lasts = True

    @answers(torments)
    def torments(self, table: Table[Battle], figure: Figure, is_own: bool) -> None:
        """At the beginning of its owner's turns; of everybody's by house rule (sp-termites)."""
        is_time = is_own or table.state.rulings.sp_termites == "every-turn"
        if is_time and not resolve_termites(table, figure):
            kill(table, figure, "scenario.artifact-hunt-termites")

    @answers(yields_to)
    def yields_to(self, drug: str) -> bool:
        """scenario.artifact-hunt-termite-cure; Robots cannot be saved, nor those to whom Drugs do nothing."""
        return drug == "stimulant"
