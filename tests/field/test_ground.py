from weakref import ref

import msgspec
import pytest

from adjudge.field import Changes, Circle, FieldError, Ground, Piece, Polygon, Rectangle, Round, Stand, rectangle
from adjudge.field.ground import MOST_CHANGED, remembered
from adjudge.field.maps import area_of
from adjudge.field.moving import crossed
from adjudge.field.rounded import clearance, convex_parts, signed_area
from adjudge.field.terrain import MEANING, marks, parts, ring
from tests.field.scenes import man, piece, table

DOOR = Piece("door", (rectangle(10, 0, 1, 10),), frozenset({"door", "closed"}))


def test_a_trait_carries_its_meaning():
    assert "blocks-sight" in marks(piece("w", "wall"))
    assert "blocks-sight" not in marks(piece("w", "window"))
    assert marks(piece("x", "haunted")) == {"haunted"}


def test_a_round_piece_has_an_outline_of_points_on_its_circle_to_draw():
    points = ring(Circle((3.0, 4.0), 2.0))
    assert len(set(points)) == 32
    assert all(abs(((x - 3) ** 2 + (y - 4) ** 2) ** 0.5 - 2) < 1e-9 for x, y in points)
    assert ring(rectangle(0, 0, 2, 1)) == ((0, 0), (2, 0), (2, 1), (0, 1))


def test_an_open_door_means_nothing_and_a_closed_one_blocks():
    ground = table(DOOR)
    assert "blocks-movement" in ground.marks["door"]
    assert "blocks-movement" not in ground.after(Changes(opened=("door",))).marks["door"]
    shut = ground.after(Changes(opened=("door",))).after(Changes(closed=("door",)))
    assert shut.marks["door"] == ground.marks["door"]


def test_the_same_changes_give_the_same_ground():
    ground = table(DOOR)
    assert ground.after(Changes(opened=("door",))) is ground.after(Changes(opened=("door",)))
    assert ground.after(Changes()) is ground


def test_only_so_many_changed_grounds_are_kept():
    ground = table(DOOR)
    for number in range(2 * MOST_CHANGED):
        ground.after(Changes(added=(piece(f"crate {number}", "wall"),)))
    assert len(ground._after) == MOST_CHANGED


def test_what_was_seen_of_a_ground_does_not_keep_it_when_nobody_plays_on_it():
    looks: list[float] = []

    @remembered(8)
    def far(ground: Ground, share: float) -> float:
        looks.append(share)
        return ground.width * share

    ground, other = table(DOOR), table(DOOR)
    assert far(ground, 0.5) == far(ground, 0.5) == far(other, 0.5)
    assert looks == [0.5, 0.5]
    known = ref(ground)
    del ground
    assert known() is None


def test_pieces_can_be_removed_and_added():
    wreck = piece("wreck", "wreck", Circle((5, 5), 1.0))
    ground = table(DOOR).after(Changes(removed=("door",), added=(wreck,)))
    assert [p.id for p in ground.pieces] == ["wreck"]


def test_changing_what_is_not_there_is_an_error():
    with pytest.raises(FieldError, match="no piece of terrain is called 'gate'"):
        table(DOOR).after(Changes(opened=("gate",)))


def test_the_order_of_the_pieces_is_that_of_their_ids():
    assert [p.id for p in Ground(10, 10, (piece("b", "low"), piece("a", "low"))).pieces] == ["a", "b"]


def test_one_stands_on_the_highest_level_there():
    hill = piece("hill", "hill", rectangle(0, 0, 10, 10), level=2.0)
    assert table(hill).level_at((5, 5)) == 2.0
    assert table(hill).level_at((15, 5)) == 0.0


def test_a_bent_polygon_is_cut_into_convex_parts_of_the_same_area():
    bent = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0)]
    for corners in (bent, bent[::-1]):
        cut = convex_parts(corners)
        assert sum(abs(signed_area(part)) for part in cut) == pytest.approx(7.0)
        shapes = parts(Polygon(tuple(corners)))
        assert min(clearance(s, 2.0, 2.0) for s in shapes) > 0.9
        assert min(clearance(s, 0.5, 3.0) for s in shapes) < 0


@pytest.mark.parametrize("river", [rectangle(0, 40, 100, 20), rectangle(0, 40, 100, 20, 30), Circle((50, 50), 20)])
@pytest.mark.parametrize("kind", ["water", "deep-water", "marsh", "pit"])
def test_where_a_bridge_leads_over_water_there_is_none(river, kind):
    bridge = Piece("bridge", (rectangle(45, 20, 10, 60),), frozenset({"bridge"}))
    ground = Ground(100, 100, (bridge, Piece("river", (river,), frozenset({kind}))))
    assert ground.standing_in((50, 50), kind) == []
    assert ground.standing_in((50, 50), "bridge") == ["bridge"]
    assert ground.standing_in((40, 50), kind) == ground.standing_in((60, 50), kind) == ["river"]
    walk = [(50.0, 10.0), (50.0, 90.0)]
    assert crossed(ground, Stand("thin", 50, 10, Round(9.5)), walk) == ["bridge"]
    assert crossed(ground, Stand("wide", 50, 10, Round(11)), walk) == ["bridge", "river"]
    left = sum(signed_area(s.shape.points) for s in ground.solids if s.id == "river")
    expected = area_of([river]).difference(area_of(bridge.shapes)).area
    assert left == pytest.approx(expected, rel=0.01)  # a circle is cut as a polygon


def test_a_bridge_takes_nothing_from_a_wall_or_from_water_beside_it():
    bridge = Piece("bridge", (rectangle(45, 20, 10, 60),), frozenset({"bridge"}))
    others = [Piece("pond", (Circle((20, 50), 20),), frozenset({"water"}))]
    others.append(Piece("wall", (rectangle(0, 40, 100, 20),), frozenset({"wall"})))
    assert [s.shape for s in Ground(100, 100, (bridge, *others)).solids if s.id != "bridge"] == [
        s.shape for s in Ground(100, 100, tuple(others)).solids
    ]


def test_a_polygon_without_an_area_is_an_error():
    with pytest.raises(FieldError, match="three corners"):
        parts(Polygon(((0, 0), (1, 1), (2, 2))))


def test_a_stand_goes_through_json_and_back():
    for stand in (man(1, 2), Stand("car", 1, 2, Rectangle(4, 2), 90.0), Stand("h", 0, 0, Round(3))):
        assert msgspec.json.decode(msgspec.json.encode(stand), type=Stand) == stand


def test_every_meaning_is_one_that_geometry_or_a_gait_knows():
    known = {"blocks-movement", "blocks-sight", "cover", "difficult", "obstacle"}
    assert all(meaning <= known for meaning in MEANING.values())
