"""The same matches in two processes with different hash seeds: a rule that walks over a set gives itself away.

Run as a module it plays matches and prints a fingerprint of every step; `try_hash_seeds` compares two such runs.
"""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from contextlib import suppress
from time import process_time
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from adjudge.check.chances import BoundedPlayout
from adjudge.check.plays import Watch, plain
from adjudge.check.report import Ledger, Setting
from adjudge.check.settings import Settings
from adjudge.check.shows import everybody
from adjudge.check.sources import open_game, source_of
from adjudge.engine.chance import FastDice
from adjudge.engine.game import Game
from adjudge.engine.match import Match

PATIENCE = 60
"""Seconds of computing for the matches of one process. A rule that loops without a call to the table never ends."""
WALL = 20
"""How much longer than its computing a process may take on a busy machine, or one that cannot measure computing."""

ENOUGH = 4.0
"""Seconds of computing after which a process starts no other match."""
HASH_SEEDS = ("1", "2")
CHILD = "ADJUDGE_CHECK_CHILD"
"""Set in the processes that the check starts: a file that checks itself when it is read must not multiply."""
OUT_OF_TIME = getattr(signal, "SIGXCPU", 0)


class Task(Struct, frozen=True):
    """What a process is to play."""

    source: str
    options: dict[str, Any]
    first: int
    matches: int
    patience: int


class Trace(Struct, frozen=True):
    """The fingerprints of one match: rule and hash of each entry of the line, and of what was shown and told."""

    setting: Setting
    steps: tuple[str, ...]
    sights: dict[str, str]


def try_hash_seeds(game: Game[Any], options: dict[str, Any], first: int, matches: int, ledger: Ledger) -> bool:
    """Compares two processes. False: a match hangs, and nothing more should be played here."""
    source = source_of(game)
    if source is None:
        ledger.skip("two hash seeds: the game was made on the spot, so no other process can find it")
        return True
    if CHILD in os.environ:
        ledger.skip("two hash seeds: this is such a process already; call the check below `if __name__`")
        return True
    outputs = _run_twice(Task(source, options, first, matches, PATIENCE))
    if any(output is None for output in outputs):
        text = f"{matches} matches were not over after {PATIENCE} seconds: a rule may loop without asking or rolling"
        ledger.note("runaway", text, Setting(first), same="hang")
        return False
    complaint = next((text for output in outputs if output and (text := output.complaint)), "")
    if complaint:
        ledger.skip(f"two hash seeds: another process cannot play {source} ({complaint.strip().splitlines()[-1]})")
        return True
    one, other = (msgspec.json.decode(output.printed, type=list[Trace]) for output in outputs if output)
    for before, after in zip(one, other, strict=False):  # one may have got further
        _compare(before, after, ledger)
    return True


class Output(NamedTuple):
    """What a process printed, and what it complained of if it failed."""

    printed: bytes
    complaint: str


def _run_twice(task: Task) -> list[Output | None]:
    """Two processes side by side; None for one that hangs."""
    started = [_start(msgspec.json.encode(task).decode(), seed) for seed in HASH_SEEDS]
    try:
        return [_finish(process) for process in started]
    finally:
        for process in started:
            _stop(process)


def _start(task: str, hash_seed: str) -> subprocess.Popen[bytes]:
    path = os.pathsep.join([entry for entry in sys.path if entry] + [os.getcwd()])
    return subprocess.Popen(
        [sys.executable, "-m", "adjudge.check.lines", task],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, CHILD: "1"},
    )


def _finish(process: subprocess.Popen[bytes]) -> Output | None:
    try:
        printed, complaint = process.communicate(timeout=PATIENCE * WALL)
    except subprocess.TimeoutExpired:
        return None
    if process.returncode == -OUT_OF_TIME:
        return None
    return Output(printed, complaint.decode(errors="replace") if process.returncode else "")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _compare(one: Trace, other: Trace, ledger: Ledger) -> None:
    for position, (before, after) in enumerate(zip(one.steps, other.steps, strict=False)):
        if before != after:
            rules = " or ".join(dict.fromkeys(step.partition(" ")[0] for step in (before, after)))
            text = f"with another hash seed the match goes another way at {rules}: look for a walk over a set"
            ledger.note("determinism", text, one.setting, position, same="hash seed")
            return
    if len(one.steps) != len(other.steps):
        text = "with another hash seed the match has another length: look for a walk over a set"
        ledger.note("determinism", text, one.setting, min(len(one.steps), len(other.steps)), same="hash seed")
        return
    for what, before in one.sights.items():
        if other.sights.get(what) != before:
            text = f"with another hash seed {what} differs: look for a walk over a set"
            ledger.note("determinism", text, one.setting, None, same=what)


# ---------------------------------------------------------------------- in the other process


def traces(task: Task) -> list[Trace]:
    """Plays the matches of a task."""
    game = open_game(task.source)
    _run_procedures(game)
    settings = Settings(game, task.options)
    found: list[Trace] = []
    for seed in range(task.first, task.first + task.matches):
        if process_time() < ENOUGH or not found:
            found.append(_trace(game, settings.of(seed)))
    return found


def _run_procedures(game: Game[Any]) -> None:
    """Each once, since one of them may hang; the kit looks at what else they do."""
    for procedure in game.procedures:
        with suppress(Exception):
            params = procedure.params()
            procedure.run(BoundedPlayout(procedure.situate(params), FastDice(0)), params)


def _trace(game: Game[Any], setting: Setting) -> Trace:
    watch = Watch(game, setting, Ledger())
    match = watch.play()
    if match is None:
        return Trace(setting, (), {})
    steps = tuple(f"{entry.rule} {_hash(entry)}" for entry in match.line)
    return Trace(setting, steps, {"what a screen shows of a question": _hash(watch.shown), **_sights(match)})


def _sights(match: Match[Any]) -> dict[str, str]:
    sights = {"the state at the end": hashlib.blake2b(plain(match.state), digest_size=6).hexdigest()}
    for seat in everybody(match):
        name = seat or "a spectator"
        sights[f"what {name} is told"] = _hash(match.happenings(seat))
        try:
            sights[f"the scene of {name}"] = _hash(match.scene(seat))
        except Exception as error:  # the kit reports it where it looks at scenes
            sights[f"the scene of {name}"] = type(error).__name__
    return sights


def _hash(data: Any) -> str:
    return hashlib.blake2b(msgspec.json.encode(data, enc_hook=repr), digest_size=6).hexdigest()


def main() -> None:
    task = msgspec.json.decode(sys.argv[1], type=Task)
    if OUT_OF_TIME:
        import resource  # not on every system

        resource.setrlimit(resource.RLIMIT_CPU, (task.patience, task.patience + 1))
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answer:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a rule prints is not the answer
        answer.write(msgspec.json.encode(traces(task)))


if __name__ == "__main__":
    main()
