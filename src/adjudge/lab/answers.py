"""What a study says, as data and in plain sentences: for the terminal, the report and the browser alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from msgspec import Struct

from adjudge.engine.wording import several
from adjudge.lab.playing import Row
from adjudge.lab.report import Rate, mean, rate
from adjudge.lab.study import Contrast, Study, Verdict, measures_of


class Shift(Struct, frozen=True):
    """How a measure differs between two sides of a contrast, over matches with the same dice.

    The intervals of all measures of a contrast hold together with 95 %, if matches are many.
    """

    measure: str
    before: float
    after: float
    difference: float
    low: float | None
    high: float | None


class Effect(Struct, frozen=True):
    """What is known of one contrast, with how it came about."""

    verdict: Verdict
    pairs: int
    """Matches that could be compared move by move."""
    came_up: int
    """Those in which anything at all was different, if only in what was told."""
    changed: int
    """Those that went another way."""
    at: dict[str, int]
    """The rules at which they first did, the most frequent first."""
    shifts: tuple[Shift, ...]
    sentence: str


class Standing(Struct, frozen=True):
    """How one arm did."""

    arm: str
    matches: int
    wins: dict[str, Rate]
    drawn: Rate
    turns: float
    swings: float | None


def rows_by_arm(study: Study) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {at: [] for at in range(len(study.design.arms))}
    for row in study.rows:
        found[row.arm].append(row)
    return found


def standings(study: Study) -> list[Standing]:
    return [
        _standing(study, study.design.arms[at].name or study.design.title, rows)
        for at, rows in rows_by_arm(study).items()
        if rows
    ]


def _standing(study: Study, name: str, rows: Sequence[Row]) -> Standing:
    swings = [row.seen.swings for row in rows if row.seen.swings is not None]
    return Standing(
        name,
        len(rows),
        {seat: rate(sum(seat in row.winners for row in rows), len(rows)) for seat in study.design.seats},
        rate(sum(not row.winners for row in rows), len(rows)),
        fmean(row.seen.turns for row in rows),
        fmean(swings) if swings else None,
    )


def effects(study: Study) -> list[Effect]:
    rows = {(row.arm, row.number): row for row in study.rows}
    return [
        _effect(study, contrast, verdict, rows)
        for contrast, verdict in zip(study.design.contrasts, study.verdicts(), strict=True)
    ]


def _effect(study: Study, contrast: Contrast, verdict: Verdict, rows: dict[tuple[int, int], Row]) -> Effect:
    if not contrast.minus:
        return Effect(verdict, 0, 0, 0, {}, (), _duelled(verdict))
    pairs = [
        (rows[contrast.minus[0], number], row)
        for (arm, number), row in rows.items()
        if arm == contrast.plus[0] and (contrast.minus[0], number) in rows
    ]
    changes = Counter(after.seen.change for _, after in pairs)
    at = Counter(after.seen.at for _, after in pairs if after.seen.change == "course")
    changed, came_up = changes["course"], changes["course"] + changes["told"]
    sentence = _paired(study, verdict, len(pairs), came_up, changed, at)
    return Effect(verdict, len(pairs), came_up, changed, dict(at.most_common()), shifts(pairs), sentence)


def shifts(pairs: Sequence[tuple[Row, Row]]) -> tuple[Shift, ...]:
    """How every measure that is a number or a truth differs."""
    columns: dict[str, list[tuple[float, float]]] = {}
    for before, after in pairs:
        now = measures_of(after)
        for name, value in measures_of(before).items():
            if isinstance(value, (bool, int, float)) and isinstance(now.get(name), (bool, int, float)):
                columns.setdefault(name, []).append((float(value), float(now[name])))
    z = NormalDist().inv_cdf(1 - 0.025 / max(1, len(columns)))
    return tuple(_shift(name, values, z) for name, values in columns.items())


def _shift(name: str, values: Sequence[tuple[float, float]], z: float) -> Shift:
    gaps = [after - before for before, after in values]
    middle = fmean(gaps)
    half = z * stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else None
    low, high = (None, None) if half is None else (middle - half, middle + half)
    return Shift(name, fmean(it[0] for it in values), fmean(it[1] for it in values), middle, low, high)


# ---------------------------------------------------------------------- in words


def points(share: float) -> str:
    return f"{100 * share:+.1f}"


def _between(verdict: Verdict) -> str:
    return f"{points(verdict.low)} to {points(verdict.high)}"


def _duelled(verdict: Verdict) -> str:
    one, _, other = verdict.name.partition(" against ")
    share = 100 * (0.5 + verdict.difference)
    limits = f"{100 * max(0, 0.5 + verdict.low):.1f} to {100 * min(1, 0.5 + verdict.high):.1f} %"
    told = f"{one} wins {share:.1f} % of {several(2 * verdict.blocks, 'match', 'matches')} against {other} ({limits})"
    return {
        "more": f"{told}: {one} is stronger.",
        "less": f"{told}: {other} is stronger.",
        "no matter": f"{told}: they are as good as even.",
        "unclear": f"{told}: that does not tell yet who is stronger.",
    }[verdict.finding]


def _paired(study: Study, verdict: Verdict, pairs: int, came_up: int, changed: int, at: Counter[str]) -> str:
    if not pairs:
        return "Nothing has been played yet."
    if not came_up:
        return (
            f"It never came up: all {pairs} matches went the same with it and without, to the last word. "
            f"That tells nothing about what it would do: no bot here ever got into the situation."
        )
    if not changed:
        return (
            f"It came up in {came_up} of {pairs} matches, but changed the course of none: "
            f"what was told differs, and not one roll or decision after it."
        )
    first = ", ".join(f"{rule} ({count})" for rule, count in at.most_common(3))
    return f"It changed how {changed} of {pairs} matches went, first at {first}. {_judged(study, verdict)}"


def _judged(study: Study, verdict: Verdict) -> str:
    goal = study.design.goal
    hero = study.design.arms[0].hero
    if goal.measure:
        what, size = goal.measure.capitalize(), f"{verdict.difference:+.2f}"
        limits = f"{verdict.low:+.2f} to {verdict.high:+.2f}"
    else:
        what, size, limits = f"Wins of {hero}", f"{points(verdict.difference)} points", _between(verdict)
    margin = study.design.margin * (goal.high - goal.low)
    least = f"{margin:.2f}" if goal.measure else f"{100 * margin:.0f} points"
    return {
        "more": f"{what}: {size} ({limits}). It matters.",
        "less": f"{what}: {size} ({limits}). It matters.",
        "no matter": f"{what}: {size} ({limits}). It does not matter: less than {least} either way.",
        "unclear": f"{what}: {size} ({limits}). Whether it matters is not clear yet.",
    }[verdict.finding]


# ---------------------------------------------------------------------- rules and options


class Used(Struct, frozen=True):
    """How often a rule came up, or something was offered and taken."""

    name: str
    times: int
    matches: int
    share: float
    """Of all matches, in how many."""


def rules_used(study: Study, known: Sequence[str] = ()) -> list[Used]:
    """Every rule that came up, the most frequent first; of `known` ones also those that never did."""
    times: Counter[str] = Counter()
    matches: Counter[str] = Counter()
    for row in study.rows:
        times.update(row.seen.rules)
        matches.update(row.seen.rules.keys())
    names = sorted({*times, *known}, key=lambda name: (-times[name], name))
    return [Used(name, times[name], matches[name], matches[name] / max(1, len(study.rows))) for name in names]


class Offered(Struct, frozen=True):
    """A kind of thing to do: how often it could be chosen, and was."""

    name: str
    offered: int
    taken: int
    rate: float


def deeds_used(study: Study) -> list[Offered]:
    offered: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    for row in study.rows:
        offered.update(row.seen.offered)
        taken.update(row.seen.taken)
    names = sorted(offered, key=lambda name: (-taken[name], -offered[name], name))
    return [Offered(name, offered[name], taken[name], taken[name] / offered[name]) for name in names]


def first_player(study: Study) -> Rate | None:
    """How often the first of two seats wins what is won at all; only where sides changed seats, so that it is the seat
    that tells."""
    if len(study.design.seats) != 2 or study.design.about == "sweep" or study.design.contrasts[0].minus:
        return None
    first, second = study.design.seats
    won = [row.winners for row in study.rows if len(row.winners) == 1]
    return rate(sum(it == (first,) for it in won), sum(it in ((first,), (second,)) for it in won))


def measured(study: Study) -> dict[str, dict[str, Any]]:
    """Every measure that is a number, by arm: mean with its interval and quantiles."""
    found: dict[str, dict[str, Any]] = {}
    for at, rows in rows_by_arm(study).items():
        columns: dict[str, list[float]] = {}
        for row in rows:
            for name, value in measures_of(row).items():
                if isinstance(value, (bool, int, float)):
                    columns.setdefault(name, []).append(float(value))
        for name, values in columns.items():
            found.setdefault(name, {})[study.design.arms[at].name or study.design.title] = mean(values)
    return found
