"""Whoever does the work, each job is done, and a worker that dies loses nothing."""

import os
from concurrent.futures import FIRST_COMPLETED, wait
from threading import Thread

import pytest

from adjudge.crews import Crew, Here, Lost, Pool
from tests.lab.work import dies, dies_once, done_by_whom, doubled, fails, long_answer

JOBS = [str(number).encode() for number in range(12)]


def test_every_job_is_done_once_in_any_order():
    assert dict(Here().run(doubled, JOBS)) == {number: it + it for number, it in enumerate(JOBS)}


def test_other_processes_do_the_same_and_a_killed_one_loses_nothing(tmp_path):
    with Pool(2) as pool:
        assert dict(pool.run(doubled, JOBS)) == dict(Here().run(doubled, JOBS))
        assert os.getpid() not in {int(pid) for _, pid in pool.run(done_by_whom, JOBS)}
        marks = [str(tmp_path / str(number)).encode() for number in range(3)]
        assert dict(pool.run(dies_once, marks)) == {number: b"done " + it for number, it in enumerate(marks)}


def test_a_job_that_kills_whoever_takes_it_is_given_up():
    with Pool(1) as pool, pytest.raises(Lost, match="the workers that had job 0 died, 5 of them"):
        list(pool.run(dies, JOBS[:1]))


@pytest.mark.parametrize("crew", [Here(), Pool(1)], ids=["here", "pool"])
def test_a_job_that_fails_says_so(crew: Crew):
    with crew, pytest.raises(ValueError, match="no such luck"):
        list(crew.run(fails, JOBS))


def test_jobs_are_asked_for_only_as_they_are_needed():
    asked = []

    def jobs():
        for job in JOBS:
            asked.append(job)
            yield job

    done = Here().run(doubled, jobs())
    next(done)
    assert asked == JOBS[:1]


def test_a_pool_is_let_go_in_the_middle_of_an_answer_and_of_a_job():
    """A process that is stopped while it writes leaves half a message behind."""
    pool = Pool(2)
    answers = [pool.submit(long_answer, bytes(1_000_000)) for _ in range(8)]
    wait(answers, return_when=FIRST_COMPLETED)
    letting_go = Thread(target=pool.close, daemon=True)
    letting_go.start()
    letting_go.join(60)
    assert not letting_go.is_alive()
    assert all(it.done() for it in answers)
