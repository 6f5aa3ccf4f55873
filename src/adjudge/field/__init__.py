"""The battlefield: points, bases, terrain, measuring, moving, paths, sight, blasts, maps and drawings.

House law:

* It knows no game. A game brings its distances, its gaits and its rulings as arguments and reads answers with reasons:
  not "blocked" but by what and where.
* Continuous positions, no squares. What touches is in contact, nothing may overlap, "within" includes exactly. There is
  one tolerance, `points.EPS`.
* No answer depends on the order of pieces or stands: ties go by id, then by coordinates.
* The ground is prepared once and shared; a battle's state holds stands and `Changes` only.
* Plain floats for single questions (the box, then the edges), shapely where thousands are asked at once or shapes are
  joined (`heat`, `reach`).
"""

from adjudge.field.bases import Base, Rectangle, Round, Stand
from adjudge.field.errors import FieldError
from adjudge.field.ground import Changes, Ground
from adjudge.field.points import EPS, Point
from adjudge.field.terrain import EDGE, FLYING, WALKING, Circle, Gait, Piece, Polygon, rectangle

__all__ = [
    "EDGE",
    "EPS",
    "FLYING",
    "WALKING",
    "Base",
    "Changes",
    "Circle",
    "FieldError",
    "Gait",
    "Ground",
    "Piece",
    "Point",
    "Polygon",
    "Rectangle",
    "Round",
    "Stand",
    "rectangle",
]
