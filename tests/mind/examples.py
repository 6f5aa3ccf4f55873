"""The small games of docs/examples, opened as an author's would be."""

import sys
from pathlib import Path

from adjudge.check import open_game

FOLDER = Path(__file__).parents[2] / "docs" / "examples"

pig = open_game(str(FOLDER / "pig.py"))
liars_dice = open_game(str(FOLDER / "liars_dice.py"))
hoard = open_game(str(FOLDER / "hoard.py"))
holdfast = open_game(str(FOLDER / "holdfast.py"))
thin_ice = open_game(str(FOLDER / "thin_ice.py"))
contraband = open_game(str(FOLDER / "contraband.py"))

pig_rules = sys.modules[pig.turn.__module__]
liars_rules = sys.modules[liars_dice.turn.__module__]
