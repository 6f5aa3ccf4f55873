"""The kernel in C gives the answers of the plain functions, bit by bit."""

import os
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from random import Random

import pytest

from adjudge.field import Base, Circle, Gait, Ground, Rectangle, Round, Stand, rectangle
from adjudge.field.build import build
from adjudge.field.compiled import KERNEL, PLAIN, fingerprint
from adjudge.field.ground import near, solid, turns
from adjudge.field.moving import swollen_stands
from adjudge.field.paths import _pulse, _turns_of
from adjudge.field.points import Point
from adjudge.field.rounded import disc, rounded
from adjudge.field.sight import _clipped_all
from adjudge.field.terrain import WALKING

from .scenes import piece

pytestmark = pytest.mark.xdist_group("kernel")  # it is compiled once

SIZE = 60.0
BASES: list[Base] = [Round(1.0), Round(2.0), Rectangle(2.0, 1.0)]
MUDDY = Gait(factors=(("woods", 2.0),), fees=(("low", 3.0),))


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """The kernel as this machine's compiler makes it."""
    try:
        made = build(tmp_path_factory.mktemp("kernel"))
    except (OSError, subprocess.CalledProcessError):
        if os.environ.get("ADJUDGE_CI"):
            raise
        pytest.skip("there is no C compiler here")
    spec = spec_from_file_location("kernel", made)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def point(rng: Random) -> Point:
    """Many on a lattice, so that things touch and lie on one line."""
    x, y = rng.uniform(0, SIZE), rng.uniform(0, SIZE)
    return (float(round(x)), float(round(y))) if rng.random() < 0.5 else (x, y)


def shape(rng):
    radius = rng.choice([0.0, 0.5, 1.0, 2.0, rng.uniform(0.1, 5)])
    if rng.random() < 0.4:
        return disc(*point(rng), radius or 1.0)
    return rounded([point(rng) for _ in range(rng.randint(2, 5))], radius)


def field(rng):
    """A ground with pieces of all sorts, and figures on it."""
    pieces = []
    for i in range(rng.randint(2, 9)):
        (x, y), kind = point(rng), rng.choice(["solid", "solid", "low", "woods"])
        block = Circle((x, y), rng.uniform(0.5, 6)) if rng.random() < 0.3 else rectangle(x, y, rng.uniform(1, 16), 2.0)
        pieces.append(piece(f"p{i}", kind, block))
    figures = [Stand(f"f{i}", *point(rng), Round(rng.choice([1.0, 2.0]))) for i in range(rng.randint(0, 8))]
    return Ground(SIZE, SIZE, tuple(pieces)), figures


def test_every_compiled_function_has_a_twin_and_no_twin_is_alone(kernel):
    assert {name for name in dir(kernel) if callable(getattr(kernel, name)) and name[0] != "_"} == PLAIN.keys()
    assert fingerprint() == kernel.FINGERPRINT


def test_points_and_segments_meet_shapes_as_they_do_in_python(kernel):
    rng, met = Random(16), 0
    for _ in range(4000):
        one, p, q, grow = shape(rng), point(rng), point(rng), rng.choice([0.0, 1e-6, -1e-6, 0.7])
        p = rng.choice([p, one.points[0], (one.box[0], one.box[1])])
        for name, args in (
            ("clearance", (one, *p)),
            ("is_inside", (one, *p)),
            ("pierces", (one, p, q)),
            ("pierces", (one, p, p)),
            ("span_inside", (one, p, q)),
            ("span_inside", (one, p, q, grow)),
        ):
            expected = PLAIN[name](*args)
            assert repr(getattr(kernel, name)(*args)) == repr(expected), (name, args)
            met += expected is True
    assert met > 1000


def test_solids_are_found_as_they_are_in_python(kernel):
    rng = Random(17)
    for _ in range(500):
        solids = [solid(f"s{i}", shape(rng)) for i in range(rng.randint(0, 12))]
        p, q = point(rng), point(rng)
        box = (min(p[0], q[0]), min(p[1], q[1]), max(p[0], q[0]), max(p[1], q[1]))
        for name, args in (("near", (box,)), ("near_segment", (p, q)), ("what_is_at", (p,)), ("blocker_of", (p, q))):
            for given in (solids, tuple(solids)):
                assert getattr(kernel, name)(given, *args) == PLAIN[name](given, *args)


def test_a_region_of_lines_is_cut_down_as_it_is_in_python(kernel):
    rng = Random(18)
    assert _clipped_all in (PLAIN["clipped_all"], getattr(KERNEL, "clipped_all", None))
    for _ in range(1000):
        u, v = rng.uniform(0.1, 2), rng.uniform(0.1, 2)
        region = [(-u, -v), (u, -v), (u, v), (-u, v)]
        corners = [(rng.choice([0.0, 1.0, rng.random()]), rng.uniform(-2, 2)) for _ in range(rng.randint(1, 6))]
        for side in (1.0, -1.0):
            assert kernel.clipped_all(region, corners, side) == PLAIN["clipped_all"](region, corners, side)


def test_ways_are_found_as_they_are_in_python(kernel):
    """With and without a limit, round scenery and figures, over ground that costs extra, to one goal or several."""
    rng, bent = Random(19), 0
    for _ in range(600):
        ground, figures = field(rng)
        base = rng.choice(BASES)
        mover = Stand("mover", *point(rng), base)
        layer = ground.layer(base, 0.0, rng.choice([WALKING, MUDDY]))
        goals = [point(rng) for _ in range(rng.choice([1, 1, 12]))]
        limit = rng.choice([float("inf"), rng.uniform(5, 120)])
        around, moving = (-1e9, -1e9, 1e9, 1e9), swollen_stands(mover, figures)
        lists = [near(layer.barring, around), moving, near(layer.tolls, around)]
        args = (layer, *lists, mover.at, goals, limit, _turns_of, _pulse)
        expected = PLAIN["way_round"](*args)
        assert repr(kernel.way_round(*args)) == repr(expected)
        bent += expected is not None and len(expected[0]) > 2
    assert bent > 50


def test_taut_legs_are_those_of_python(kernel):
    rng = Random(20)
    corners = [turn for _ in range(30) for turn in turns(shape(rng))]
    for here in range(len(corners)):
        assert kernel.taut_legs(corners, here, here // 2) == PLAIN["taut_legs"](corners, here, here // 2)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("clearance", ((), 0.0, 0.0)),
        ("clearance", (disc(0, 0, 1), "east", 0.0)),
        ("is_inside", (disc(0, 0, 1),)),
        ("pierces", (disc(0, 0, 1), (0.0,), (1.0, 1.0))),
        ("near", ([disc(0, 0, 1)], (0.0, 0.0, 1.0, 1.0))),
        ("near", (None, (0.0, 0.0, 1.0, 1.0))),
        ("taut_legs", ([], 0, 0)),
        ("clipped_all", ([(0.0, 0.0)] * 300, [], 1.0)),
        ("way_round", (None,) * 9),
    ],
)
def test_the_kernel_refuses_what_it_cannot_read(kernel, name, args):
    with pytest.raises((TypeError, IndexError)):
        getattr(kernel, name)(*args)


def test_a_search_can_be_interrupted(kernel):
    """Work that takes too long is stopped from outside, which only Python code notices: so each step calls some."""

    def stop():
        raise TimeoutError

    layer = Ground(SIZE, SIZE).layer(Round(1.0), 0.0, WALKING)
    with pytest.raises(TimeoutError):
        kernel.way_round(layer, [], [], [], (1.0, 1.0), [(9.0, 9.0)], 100.0, _turns_of, stop)
