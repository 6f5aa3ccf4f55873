"""Radioactive Wasteland: a third of the ground is irradiated."""

from __future__ import annotations

from math import cos, pi, sin

from adjudge.engine import Table
from adjudge.engine.moments import answers
from adjudge.engine.questions import Forecast
from adjudge.field.layout import Sketch, gap, share_of
from adjudge.field.maps import Battlemap
from adjudge.games.mdrg.ability import special
from adjudge.games.mdrg.aims import shuns
from adjudge.games.mdrg.book import Scale
from adjudge.games.mdrg.deeds import by_id
from adjudge.games.mdrg.figures import in_play, is_artificial
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.rules.actions import aftermath
from adjudge.games.mdrg.rules.battlefield import opens
from adjudge.games.mdrg.rules.movement import steps_on, warns
from adjudge.games.mdrg.rules.radiation import irradiate, radiated
from adjudge.games.mdrg.scenarios.occasion import Scenario, having, marked, note_ground, standing_on, sweep
from adjudge.games.mdrg.state import Battle, Figure
from adjudge.games.mdrg.view import prize

IRRADIATED = "irradiated"
LEAST, MOST = 0.30, 0.37
"""How much of the table is irradiated (sp-wasteland-third)."""


@special("radioactive-wasteland")
class Wasteland(Scenario):
    """scenario.wasteland-setup."""

    def draw(self, sketch: Sketch, scale: Scale) -> None:
        """Three wide stains around the middle, and a few ruins on clean ground."""
        wide, turn = sketch.width, sketch.between(0, 2 * pi)
        for number in range(3):
            angle, away = turn + 2 * pi * number / 3, wide * sketch.between(0.24, 0.27)
            at = (wide / 2 + away * cos(angle), wide / 2 + away * sin(angle))
            radius = wide * sketch.between(0.175, 0.2)
            sketch.lay(sketch.disc(f"stain-{number + 1}", at, radius, IRRADIATED, name="irradiated ground"))
        short, clear = scale.sticks.short, scale.bases.huge
        sketch.strew(
            "remains",
            (("wall", "ruined wall"), ("solid", "wreckage"), ("low", "burnt trunk")),
            6,
            long=(0.8 * short, 1.3 * short),
            deep=(0.2 * short, 0.3 * short),
            margin=short,
            fits=lambda piece: all(gap(piece, other) >= clear for other in sketch.pieces[3:]),
        )

    def objections(self, battlemap: Battlemap, scale: Scale) -> list[str]:
        """sp-wasteland-third: between 30 and 37 per cent of the table, in any number of areas."""
        share = share_of(battlemap, having(battlemap, IRRADIATED))
        if LEAST <= share <= MOST:
            return []
        return [f"{share:.0%} of the table is irradiated, and not {LEAST:.0%} to {MOST:.0%}"]

    @answers(opens)
    def opens(self, table: Table[Battle]) -> None:
        """sp-wasteland-radiation-start: those who were set up on irradiated ground check at once."""
        for figure in in_play(table.state):
            if note_ground(table.state, figure, IRRADIATED):
                expose(table, figure)

    @answers(steps_on)
    def steps_on(self, table: Table[Battle], figure: Figure, pieces: list[str]) -> None:
        note_ground(table.state, figure, IRRADIATED)
        if marked(table.state, pieces, IRRADIATED):
            expose(table, figure)

    @answers(aftermath)
    def aftermath(self, table: Table[Battle]) -> None:
        sweep(table, IRRADIATED, lambda table, figure, pieces: expose(table, figure))

    @answers(warns)
    def warns(self, state: Battle, figure: Figure, pieces: list[str]) -> Forecast | None:
        """The odds of the check that a move onto irradiated ground brings."""
        if is_artificial(figure) or not marked(state, pieces, IRRADIATED):
            return None
        id = figure.id

        def outcome(table: Table[Battle]) -> Outcome:
            return radiated(table, by_id(table.state, id), "campaign.radiation-terrain")

        return outcome

    @answers(prize)
    def prize(self, state: Battle) -> str:
        glowing = sum(bool(standing_on(state, figure, IRRADIATED)) for figure in in_play(state))
        return f"{glowing} model{'s' * (glowing != 1)} on irradiated ground"

    @answers(shuns)
    def shuns(self, state: Battle, figure: Figure) -> list[str]:
        """Those whom it harms go round it."""
        return [] if is_artificial(figure) else [IRRADIATED]


def expose(table: Table[Battle], figure: Figure) -> None:
    """campaign.radiation-terrain: any organic model that steps into it (sp-radiation-frequency)."""
    if not figure.gone and not is_artificial(figure):
        irradiate(table, figure, "campaign.radiation-terrain")
