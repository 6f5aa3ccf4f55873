"""The lab on a Ray cluster of two nodes: the same results as here, whatever dies on the way."""

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from adjudge.crews import Crew, Here, crew_at
from adjudge.crews.cluster import NoCluster
from adjudge.lab import compare, simulate
from adjudge.mind.analysis import Depth
from adjudge.mind.ladder import ladder
from adjudge.mind.pool import analyse_by
from tests.lab.race import game
from tests.lab.work import dies_once, done_by_whom, fails

ray = pytest.importorskip("ray")
GAME = "tests.lab.race:game"


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    """A head and a second raylet, each with one core and its own workers."""
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80_000_000}
    cluster = _patiently(lambda: Cluster(initialize_head=True, head_node_args=small))
    try:
        _patiently(lambda: cluster.add_node(num_cpus=1, object_store_memory=80_000_000))
        yield cluster.address
    finally:
        ray.shutdown()
        cluster.shutdown()


def _patiently(start: Any) -> Any:
    """Ray gives a node some seconds to come up, which a busy machine may not have: then it is begun again."""
    for _ in range(5):
        try:
            return start()
        except Exception as error:
            late = error
            time.sleep(2)
    raise late


@pytest.fixture(scope="module")
def crew(address) -> Iterator[Crew]:
    with crew_at(f"ray:{address}") as crew:
        yield crew


@pytest.mark.filterwarnings("ignore")
def test_everything_comes_to_the_same_on_a_cluster(crew, tmp_path):
    assert crew.hands == 2
    assert simulate(GAME, games=60, seed=5, crew=crew).results == simulate(game, games=60, seed=5, workers=1).results
    study = compare(GAME, {}, {"length": 30}, games=30, seed=1, stops=False)
    here = compare(GAME, {}, {"length": 30}, games=30, seed=1, stops=False).run(workers=1)
    assert study.run(crew=crew, on="ray").rows == here.rows
    assert ladder(game, ["runner", "random"], games=6, crew=crew) == ladder(game, ["runner", "random"], games=6)
    from adjudge.engine.match import Match

    match = Match.new(game, bytes(32), bots={"hare": "runner", "tortoise": "random"})
    brief = Depth(seconds=1, least=2, most=2, options=2)
    assert analyse_by(crew, match, brief) == analyse_by(Here(), match, brief)
    # a worker that is killed in the middle loses nothing; one that fails says so
    marks = [str(tmp_path / str(number)).encode() for number in range(3)]
    assert dict(crew.run(dies_once, marks)) == {number: b"done " + it for number, it in enumerate(marks)}
    whole = compare(GAME, {}, {"length": 40}, games=200, seed=2, stops=False)
    for _, pid in crew.run(done_by_whom, [b"0"] * 4):
        victim = int(pid)
    killed: list[int] = []

    def kill(done, games):
        if not killed:
            killed.append(victim)
            os.kill(victim, signal.SIGKILL)

    whole.run(crew=crew, progress=kill)
    again = compare(GAME, {}, {"length": 40}, games=200, seed=2, stops=False).run(workers=1)
    assert killed
    assert whole.rows == again.rows
    with pytest.raises(ValueError, match="no such luck"):
        list(crew.run(fails, [b""]))


def test_a_cluster_that_is_not_there_is_said_to_be_missing(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"pip install \"adjudge\[ray\]\""):
        crew_at("ray:127.0.0.1:1")
