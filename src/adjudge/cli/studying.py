"""What the lab's commands do: studies are designed, played with their progress shown, kept, and told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import msgspec
import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from adjudge.cli import given, listing
from adjudge.cli.measuring import progress_bar
from adjudge.cli.output import console, emit, grid, plain
from adjudge.crews import Crew, crew_at
from adjudge.engine.errors import AdjudgeError, BadInput
from adjudge.engine.game import Game
from adjudge.engine.inputs import scalar, text_file_fields
from adjudge.engine.wording import several
from adjudge.lab import Goal, Study, designs
from adjudge.lab.answers import Effect, Standing, effects, first_player, points, standings
from adjudge.lab.frames import write_report
from adjudge.lab.page import rules_of
from adjudge.lab.results import merged, read, same_question, write

INTERRUPTED = 130
"""As a shell counts it: 128 and the number of the signal."""
OPINIONS = ("random", "think:8")


class Wishes(NamedTuple):
    """What sweep and compare have in common."""

    options: Sequence[str]
    bots: Sequence[str]
    games: int
    first: int
    seed: int
    measure: str
    between: str
    margin: float
    stops: bool
    workers: int | None
    on: str
    out: Path | None
    as_json: bool

    def settings(self, game: Game[Any]) -> dict[str, Any]:
        """As a design takes them."""
        return {
            "options": given.options_of(game, self.options),
            "bots": given.pairs(self.bots, "--bot", "SEAT=NAME"),
            "games": self.games,
            "first": self.first,
            "seed": self.seed,
            "margin": self.margin,
            "stops": self.stops,
            "goal": self._goal(),
        }

    def _goal(self) -> Goal:
        if not self.between:
            return Goal(self.measure)
        low, dots, high = self.between.partition("..")
        try:
            limits = (float(low), float(high))
        except ValueError:
            limits = (0.0, 0.0)
        if not dots or limits[0] >= limits[1] or not self.measure:
            raise BadInput("--range", self.between, "two numbers as 0..80, together with --measure")
        return Goal(self.measure, *limits)


# ---------------------------------------------------------------------- the commands


def sweep(
    reference: str,
    wishes: Wishes,
    vary: Sequence[str],
    matchups: str,
    *,
    each: bool,
    sample: int,
    house_rules: bool,
) -> None:
    game = given.game_of(reference)
    if matchups and (vary or house_rules or each or sample):
        raise BadInput("--matchups", matchups, "nothing to vary beside it")
    if matchups:
        name, values = _varied(game, matchups, "--matchups")
        study = designs.matchups(game, name, values, **wishes.settings(game))
    else:
        varied = dict(_varied(game, word, "--vary") for word in vary)
        if house_rules:
            varied |= {name: values for name, values in _house_rules(game).items() if name not in varied}
        if not varied:
            raise BadInput("--vary", "nothing", "NAME=VALUES, --house-rules, or --matchups")
        study = designs.sweep(game, varied, each=each or house_rules, sample=sample, **wishes.settings(game))
    with _crew(wishes) as crew:
        study, whole = played(study, wishes, crew)
    _tell(study, wishes.as_json)
    _end(whole, wishes)


def compare(
    reference: str,
    wishes: Wishes,
    a: Sequence[str],
    b: Sequence[str],
    *,
    opinions: Sequence[str] | None,
    opinion_games: int,
) -> None:
    game = given.game_of(reference)
    one, other = (_side(game, words, what) for words, what in ((a, "--a"), (b, "--b")))
    settings = wishes.settings(game)
    seconds: list[tuple[str, Study]] = []
    with _crew(wishes) as crew:
        study, whole = played(designs.compare(game, one, other, **settings), wishes, crew)
        if whole and opinion_games and study.design.contrasts[0].minus and not effects(study)[0].changed:
            asked = OPINIONS if opinions is None else opinions
            seconds, whole = _opinions(game, one, other, settings, wishes, asked, opinion_games, crew)
    _tell(study, wishes.as_json, seconds)
    _end(whole, wishes)


def merge(files: Sequence[Path], *, out: Path | None, as_json: bool) -> None:
    study = merged(files)
    if out is not None:
        write(study, out)
    _tell(study, as_json)


def report(files: Sequence[Path], *, out: Path, as_json: bool) -> None:
    study = merged(files) if len(files) > 1 else read(files[0])
    written = write_report(study, out, rules_of(study))
    if as_json:
        emit([str(path) for path in written])
    else:
        console().print(f"{out}, with {several(len(written) - 1, 'table')} in {out.with_name(f'{out.stem}-tables')}")


def _opinions(
    game: Game[Any],
    one: dict[str, Any],
    other: dict[str, Any],
    settings: dict[str, Any],
    wishes: Wishes,
    bots: Sequence[str],
    games: int,
    crew: Crew | None,
) -> tuple[list[tuple[str, Study]], bool]:
    """The same question to other bots. One that thinks takes its time, so it plays fewer."""
    found = []
    for bot in bots:
        seats = [seat.id for seat in game.seats(game.configure(settings["options"]))]
        fewer = max(2, games // 10) if bot.startswith("think") else games
        asked = settings | {"bots": dict.fromkeys(seats, bot), "games": fewer, "first": 0}
        study = designs.compare(game, one, other, **asked)
        study, whole = played(study, wishes._replace(out=None), crew, f"{game.title}, by {bot}")
        found.append((bot, study))
        if not whole:
            return found, False
    return found, True


class _crew:  # noqa: N801
    """The crew at the place that was wished for; none for this machine, where a study hires its own."""

    def __init__(self, wishes: Wishes) -> None:
        self._crew = crew_at(wishes.on, wishes.workers) if wishes.on else None

    def __enter__(self) -> Crew | None:
        return self._crew

    def __exit__(self, *_: object) -> None:
        if self._crew is not None:
            self._crew.close()


def played(study: Study, wishes: Wishes, crew: Crew | None, title: str = "") -> tuple[Study, bool]:
    """The study, played to its end, or as far as it came until somebody interrupted it: and whether that is all. An
    interruption may fall between judging a match and writing it down: what is known then is what the file holds."""
    path = wishes.out
    if path is not None and path.exists() and path.stat().st_size:
        kept = read(path, to_go_on=True)
        if what := same_question(study.design, kept.design):
            raise AdjudgeError(f"{path} holds another study, which differs in its {what}: give another file")
        study.take_again(kept.rows)
        study.runs += kept.runs
    try:
        with progress_bar(title or study.design.title) as progress:
            study.run(crew=crew, workers=wishes.workers, path=path, progress=progress, on=wishes.on)
    except KeyboardInterrupt:
        return (read(path, to_go_on=True) if path and path.exists() else study), False
    return study, True


def _end(whole: bool, wishes: Wishes) -> None:
    """After an interruption: what to do to go on."""
    if whole:
        return
    told = f"the same command goes on from {wishes.out}" if wishes.out else "with --out FILE it could go on later"
    typer.echo(f"interrupted: this is what is known so far; {told}", err=True)
    _leave()


def _leave() -> NoReturn:
    raise typer.Exit(INTERRUPTED)


# ---------------------------------------------------------------------- what was given


def _varied(game: Game[Any], word: str, what: str) -> tuple[str, list[Any]]:
    """`NAME=VALUES`. `*` stands for all that can be listed; where files can be given, they are read."""
    name, equals, text = word.partition("=")
    if not equals or not name:
        raise BadInput(what, word, "NAME=VALUES, as size=5,10 or bot=random|warlord:bold=0.3,aims=false")
    if name == designs.BOT or name.startswith(f"{designs.BOT}."):
        return name, [*game.own_bots()] if text == "*" else text.split("|" if "|" in text or ":" in text else ",")
    known = dict(listing.values(game.options))
    if text == "*":
        if not known.get(name):
            raise BadInput(what, word, "an option whose values can be listed, for *")
        return name, [scalar(value) for value in known[name]]
    values = designs.values_of(text, what)
    if name not in text_file_fields(game.options):
        return name, values
    return name, [given.options_of(game, [f"{name}={_typed(value)}"])[name] for value in values]


def _typed(value: Any) -> str:
    return msgspec.json.encode(value).decode() if isinstance(value, list) else str(value)


def _house_rules(game: Game[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {
        listing.option_name(ruling): [*ruling.choices] for ruling in game.rulebook.switches()
    }
    if not found:
        raise BadInput("--house-rules", game.id, "a game that has some")
    return found


def _side(game: Game[Any], words: Sequence[str], what: str) -> dict[str, Any]:
    """What is peculiar to a side, by dotted names."""
    side: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise BadInput(what, word, "NAME=VALUE")
        if name == designs.BOT:
            side[name] = value
        elif name in text_file_fields(game.options):
            (side[name],) = given.options_of(game, [f"{name}={value}"]).values()
        else:
            side[name] = scalar(value)
    return side


# ---------------------------------------------------------------------- what is told


def told(study: Study) -> dict[str, Any]:
    """A study for programs: its design, what is known, and a row for every match."""
    design = plain(study.design)
    design.pop("kind", None)
    return {
        **design,
        "workers": max((run.workers for run in study.runs), default=1),
        "seconds": round(sum(run.seconds for run in study.runs), 3),
        "is_over": study.is_over,
        "effects": plain(effects(study)),
        "standings": plain(standings(study)),
        "rows": [plain(row) for row in study.rows],
    }


def _tell(study: Study, as_json: bool, seconds: Sequence[tuple[str, Study]] = ()) -> None:
    if as_json:
        emit({**told(study), "opinions": [{"bot": bot, **told(it)} for bot, it in seconds]})
    else:
        console().print(shown(study, seconds))


def shown(study: Study, seconds: Sequence[tuple[str, Study]] = ()) -> RenderableType:
    design, found = study.design, effects(study)
    bots = sorted({name for arm in design.arms for name in arm.bots.values()})
    head = f": {several(len(study.rows), 'match', 'matches')} by {', '.join(bots)}, seed {design.seed}"
    parts: list[RenderableType] = [Text.assemble((design.title, "bold"), head)]
    if len(found) == 1:
        parts += [Text(), Text(found[0].verdict.name, style="bold"), Padding(Text(found[0].sentence), (0, 0, 0, 2))]
    elif found:
        parts.append(_effects(study, found))
    if len(found) < 2 or not design.contrasts[0].minus:
        parts.append(_standings(study))
    if len(found) == 1 and found[0].shifts and found[0].changed:
        parts.append(_shifts(found[0]))
    if (lead := first_player(study)) is not None and lead.of:
        told = f"{design.seats[0].capitalize()}, the first seat, wins {lead.rate:.1%} of those that are won"
        parts.append(Text(f"{told} ({lead.low:.1%} to {lead.high:.1%}).\n"))
    parts += [_opinion(bot, it) for bot, it in seconds]
    return Group(*parts, Text(_small_print(study), style="dim"))


def _opinion(bot: str, study: Study) -> RenderableType:
    return Group(
        Text(f"A second opinion, by {bot}", style="bold"), Padding(Text(effects(study)[0].sentence), (0, 0, 1, 2))
    )


def _small_print(study: Study) -> str:
    seconds = sum(run.seconds for run in study.runs)
    rate = len(study.rows) / seconds if seconds else 0
    stopped = f"stopped after {study.blocks} of {study.design.games}, when all was clear"
    stopped = stopped if study.is_clear and study.design.stops else ""
    if not study.is_over:
        stopped = f"{study.blocks} of {study.design.games} played"
    speed = f"{seconds:.1f} s, {rate:.0f} matches a second" + (f", {stopped}" if stopped else "")
    none = f"a difference under {100 * study.design.margin:.0f} points counts as none"
    if study.design.goal.measure:
        none = f"a difference under {study.design.margin:.0%} of the range counts as none"
    return f"{speed}. Intervals hold together with 95 %, whenever one looks; {none}."


FINDINGS = {"more": "matters: more", "less": "matters: less", "no matter": "does not matter", "unclear": "not clear"}


def _effects(study: Study, found: Sequence[Effect]) -> RenderableType:
    is_paired = bool(study.design.contrasts[0].minus)
    ranked = sorted(found, key=lambda it: (-abs(it.verdict.difference), -it.changed))
    rows = [_effect_row(study, it, is_paired) for it in ranked]
    if is_paired:
        by_name = {it.arm: it for it in standings(study)}
        hero = study.design.arms[0].hero
        wins = [f"{by_name[row[0]].wins[hero].rate:.0%}" if row[0] in by_name else "" for row in rows]
        first = study.design.arms[0].name
        zeroth = [first, f"{by_name[first].wins[hero].rate:.0%}" if first in by_name else "", "", "", "", ""]
        rows = [zeroth, *([row[0], win, *row[1:]] for row, win in zip(rows, wins, strict=True))]
        what = study.design.goal.measure or "wins"
        return grid("setting", f">{hero} wins", f">{what}: difference", "95 %", ">changed", "finding", rows=rows)
    return grid("match-up", ">wins", "95 % together", ">matches", "finding", rows=rows)


def _effect_row(study: Study, effect: Effect, is_paired: bool) -> list[Any]:
    it = effect.verdict
    if not is_paired:
        limits = f"{max(0, 50 + 100 * it.low):.0f}% to {min(100, 50 + 100 * it.high):.0f}%"
        finding = {"more": "stronger", "less": "weaker", "no matter": "even", "unclear": "not clear"}[it.finding]
        return [it.name, f"{50 + 100 * it.difference:.0f}%", limits, 2 * it.blocks, finding]
    finding = FINDINGS[it.finding] if effect.changed else "never came up" if not effect.came_up else "changed nothing"
    if study.design.goal.measure:
        size, limits = f"{it.difference:+.2f}", f"{it.low:+.2f} to {it.high:+.2f}"
    else:
        size, limits = points(it.difference), f"{points(it.low)} to {points(it.high)}"
    return [it.name, size, limits, f"{effect.changed} of {effect.pairs}", finding]


MOST_SHOWN = 60


def _standings(study: Study) -> RenderableType:
    found = standings(study)
    seats = study.design.seats
    rows = [_standing(it, seats) for it in found[:MOST_SHOWN]]
    more = [Text(f"… and {len(found) - MOST_SHOWN} more", style="dim")] if len(found) > MOST_SHOWN else []
    heads = [f">{seat} wins" for seat in seats[:4]]
    return Group(grid("setting", *heads, "95 %", ">drawn", ">turns", ">matches", rows=rows), *more)


def _standing(it: Standing, seats: Sequence[str]) -> list[Any]:
    first = it.wins[seats[0]]
    wins = [f"{it.wins[seat].rate:.1%}" for seat in seats[:4]]
    drawn = f"{it.drawn.rate:.1%}" if len(seats) > 1 else ""
    return [it.arm, *wins, f"{first.low:.0%} to {first.high:.0%}", drawn, f"{it.turns:.1f}", it.matches]


def _shifts(effect: Effect) -> RenderableType:
    rows = [
        (it.measure.replace("_", " "), f"{it.before:.2f}", f"{it.after:.2f}", f"{it.difference:+.2f}",
         "" if it.low is None else f"{it.low:+.2f} to {it.high:+.2f}")
        for it in effect.shifts
    ]  # fmt: skip
    return grid("measure", ">before", ">after", ">difference", "95 % together", rows=rows)
