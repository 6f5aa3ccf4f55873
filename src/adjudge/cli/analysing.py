"""`adjudge analyse`: what a match was worth, move by move. `adjudge ladder`: bots and levels against one another."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from adjudge.cli.measuring import progress_bar
from adjudge.cli.output import console, emit, grid, progress_console
from adjudge.crews import cores, crew_at
from adjudge.engine.errors import BadInput
from adjudge.engine.game import Game
from adjudge.engine.match import Match
from adjudge.engine.wording import several
from adjudge.mind.analysis import DEEP, QUICK, Account, Analysis, Depth, Judged, fingerprint
from adjudge.mind.ladder import Ladder, Score, gathered, ladder, page, strayed
from adjudge.mind.pool import analyse_by

BARS = " ▁▂▃▄▅▆▇█"
WIDE = 54
GRADES = {"blunder": "red", "mistake": "yellow", "inaccuracy": "cyan"}


def analyse(match: Match[Any], *, deep: bool, seconds: float | None, fresh: bool, as_json: bool, on: str = "") -> None:
    """Prints the analysis of a match. It is kept, so that the second look is free."""
    depth = DEEP if deep else QUICK
    depth = msgspec.structs.replace(depth, seconds=seconds * cores()) if seconds else depth
    path = _cache() / f"{fingerprint(match, depth)}.json"
    found = None if fresh else _kept(path)
    if found is None:
        found = _worked_out(match, depth, on)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(found))
    if as_json:
        emit(msgspec.to_builtins(found))
    else:
        console().print(shown(found, {it.id: it.name for it in match.header.seats}))


def _worked_out(match: Match[Any], depth: Depth, on: str) -> Analysis:
    with crew_at(on) as crew, progress_bar("looking at the match") as progress:
        return analyse_by(crew, match, depth, progress=progress)


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "adjudge" / "analysis"


def _kept(path: Path) -> Analysis | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Analysis)
    except (OSError, msgspec.MsgspecError):
        return None


def shown(found: Analysis, names: dict[str, str]) -> RenderableType:
    """The analysis as a page of text."""
    how = "what the game takes positions to be worth" if found.is_worth else "playouts to the end"
    head = f"{several(len(found.steps), 'event')}, {found.playouts:,} playouts, chances by {how}"
    parts: list[RenderableType] = [Text("The course of the match", style="bold"), Text(head, style="dim")]
    parts += [_curve(found, account) for account in found.accounts]
    parts += [Text("\nLuck and decisions, in points of winning chances", style="bold"), _accounts(found.accounts)]
    parts += [Text("initial + luck + own decisions + others' decisions = final, exactly", style="dim")]
    if found.turning_points:
        parts += [
            Text("\nTurning points", style="bold"),
            *(_line(found.steps[it], names) for it in found.turning_points),
        ]
    graded = [it for it in found.steps if it.grade]
    if graded:
        limits = ", ".join(f"{name} from {100 * limit:.0f}" for name, limit in found.thresholds.items())
        parts += [Text("\nWhat was given away", style="bold"), Text(f"in points: {limits}", style="dim")]
        parts += [_loss(it, names) for it in graded]
    parts += [Text("\nThree lessons", style="bold"), *(Text(f"{n}. {it}") for n, it in enumerate(found.lessons, 1))]
    return Group(*parts)


def _curve(found: Analysis, account: Account) -> Text:
    """The chance of winning after each event, as many as fit in a line."""
    chances = [found.initial[account.seat], *(it.chances[account.seat] for it in found.steps)]
    shown = [chances[at * (len(chances) - 1) // (WIDE - 1)] for at in range(WIDE)] if len(chances) > WIDE else chances
    line = "".join(BARS[round(it * (len(BARS) - 1))] for it in shown)
    return Text(f"{account.name:<12.12} {100 * account.initial:3.0f} % {line} {100 * account.final:3.0f} %")


def _accounts(accounts: Sequence[Account]) -> RenderableType:
    rows = [
        (
            it.name,
            f"{100 * it.initial:.1f}",
            f"{100 * it.luck:+.1f}",
            f"{100 * it.own:+.1f}",
            f"{100 * it.others:+.1f}",
            f"{100 * it.final:.1f}",
            f"±{100 * it.margin:.0f}",
            f"{100 * it.gave_away:.0f} in {sum(it.grades.values())}",
        )
        for it in accounts
    ]
    return grid("seat", ">initial", ">luck", ">own", ">others", ">final", ">95 %", "given away", rows=rows)


def _what(step: Judged) -> str:
    """What was rolled or answered, and to what."""
    return f"{step.prompt} {step.text}" if step.prompt else step.text


def _line(step: Judged, names: dict[str, str]) -> Text:
    seat, change = max(step.change.items(), key=lambda it: abs(it[1]))
    who = names.get(step.seat, step.seat) or "the umpire"
    told = f"  turn {step.turn:<3} {who}: {_what(step)}  "
    return Text.assemble(
        told, (f"{100 * change:+.0f} for {names.get(seat, seat)}", "bold"), f" ±{100 * step.margin:.0f}"
    )


def _loss(step: Judged, names: dict[str, str]) -> Text:
    who = names.get(step.seat, step.seat)
    told = f" turn {step.turn:<3} {who}: {_what(step)} gave away {100 * step.gave_away:.0f}; better was {step.best}"
    return Text.assemble("  ", (f"{step.grade:<10}", GRADES[step.grade]), told)


# ---------------------------------------------------------------------- the ladder


def climb(
    games: Sequence[Game[Any]],
    bots: Sequence[str],
    *,
    each: int,
    seed: int,
    out: Path | None,
    as_json: bool,
    on: str = "",
    workers: int | None = None,
    against: Path | None = None,
) -> bool:
    """Plays the ladder of each game and prints it, or writes the page of all of them. Whether all fared as before."""
    before = kept_ladders(against) if against is not None else []
    games = [it for it in games if it.id in {known.game for known in before}] if before else games
    found = []
    with crew_at(on, workers) as crew:
        for game in games:
            entered = _entered(game, bots, before)
            with progress_bar(game.title) as progress:
                found.append(ladder(game, entered, games=each, seed=str(seed), progress=progress, crew=crew))
            if not as_json:
                console().print(_rungs(found[-1]))
    if out is not None:
        data = out.with_suffix(".json")
        every = gathered(kept_ladders(data) if data.exists() else [], found)
        data.write_bytes(msgspec.json.format(msgspec.json.encode(every), indent=1) + b"\n")
        out.write_text(page(every, "adjudge ladder"), "utf-8")
    if as_json:
        emit(msgspec.to_builtins(found))
    differing = strayed(before, found)
    for sentence in differing:
        progress_console().print(Text(sentence))
    return not differing


def kept_ladders(path: Path) -> list[Ladder]:
    """The ladders that were written beside a page."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Ladder])
    except (OSError, msgspec.MsgspecError) as error:
        wanted = f"a file that `adjudge ladder --out` wrote beside its page ({error})"
        raise BadInput("ladders", str(path), wanted) from None


def _entered(game: Game[Any], bots: Sequence[str], before: Sequence[Ladder] = ()) -> list[str]:
    """The bots that climb: those named, or those of an earlier ladder; else the game's own and two levels of thought.
    Those of an earlier one come in its order, so that the same pairs meet."""
    met = [score for it in before if it.game == game.id for score in it.scores]
    bots = bots or [bot for bot in dict.fromkeys(it for score in met for it in (score.bot, score.other)) if bot]
    if not bots:
        return [*game.own_bots(), "think:20", "think:100"]
    for bot in bots:
        game.bot(bot)
    return list(dict.fromkeys(bots))


def _between(score: Score) -> str:
    low, high = score.interval
    return f"{100 * low:.1f}% to {100 * high:.1f}%"


def _rungs(found: Ladder) -> RenderableType:
    rows = [(it.bot, f"{it.rating:+.0f}", f"{it.low:+.0f} to {it.high:+.0f}", it.games) for it in found.rungs]
    scores = [
        (
            it.bot,
            it.other or "the game",
            f"{100 * it.rate:.1f}%",
            "{:.1f}% to {:.1f}%".format(*(100 * x for x in it.interval)),
            it.games,
        )
        for it in found.scores
    ]
    return Group(
        Text(found.title, style="bold"),
        grid("bot", ">rating", "95 % interval", ">matches", rows=rows),
        grid("bot", "against", ">won", "95 % interval", ">matches", rows=scores),
    )
