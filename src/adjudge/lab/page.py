"""A study as one page of HTML that needs nothing else: words, tables, and plots as SVG inside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from adjudge.check.sources import open_game
from adjudge.engine.errors import AdjudgeError
from adjudge.engine.wording import several
from adjudge.lab.answers import (
    Effect,
    Standing,
    deeds_used,
    effects,
    first_player,
    measured,
    rows_by_arm,
    rules_used,
    standings,
)
from adjudge.lab.designs import shown
from adjudge.lab.results import study_in
from adjudge.lab.study import Study
from adjudge.lab.traits import Model, fitted, matrix_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, RED, GREY, GREEN = "#2f6db3", "#c2452d", "#8a8f98", "#3d8b54"
MOST_BARS = 30
MOST_ROWS = 400


class NoPlots(AdjudgeError):
    """Plots need matplotlib. Cure: `pip install "adjudge[lab]"`."""


def page(study: Study, known: Sequence[str] = (), opinions: Sequence[tuple[str, Study]] = ()) -> str:
    """The whole page. `known` are the rules of the game, so that those that never came up are told, too."""
    found, model = effects(study), fitted(study)
    parts = [
        _head(study),
        _answers(study, found, opinions),
        _wins(study),
        _matter(study, found),
        _matrix(study),
        _traits(model),
        _lengths(study),
        _used(study, known),
        _made(study),
    ]
    title = f"{study.design.title}: {study.design.about}"
    return _FRAME.replace("TITLE", escape(title)).replace("BODY", "\n".join(part for part in parts if part))


class Drawing(Struct, frozen=True):
    """A plot as SVG."""

    title: str
    svg: str


class Drawn(Struct, frozen=True):
    """A study as a screen shows it: the plots that tell most, and the whole page to be kept."""

    drawings: tuple[Drawing, ...]
    html: str


def draw(job: bytes) -> bytes:
    """Draws a study, in whatever process. Without matplotlib there are words and tables alone."""
    study = study_in(job)
    try:
        known = rules_of(study)
        drawings = [Drawing("Who wins", _svg(_wins_drawn(study, standings(study)[:MOST_BARS])))]
        drawings += [Drawing(_question(study), _svg(_matter_drawn(study)))] if study.design.contrasts else []
        drawings += [Drawing("Who beats whom", _svg(_matrix_drawn(study)))] if study.design.about == "matchups" else []
        return msgspec.json.encode(Drawn(tuple(drawings), page(study, known)))
    except NoPlots:
        return msgspec.json.encode(Drawn((), _FRAME.replace("TITLE", "Study").replace("BODY", in_short(study))))


def rules_of(study: Study) -> list[str]:
    """The rules of the game, if it is found here."""
    try:
        return sorted(open_game(study.design.source or study.design.game).rule_ids)
    except (AdjudgeError, ImportError):
        return []


def in_short(study: Study) -> str:
    """What a notebook shows of a study: its answer in words, and who wins."""
    return _head(study) + _answers(study, effects(study), ()) + _wins_told(study)


# ---------------------------------------------------------------------- words and tables


def _head(study: Study) -> str:
    design = study.design
    bots = ", ".join(sorted({name for arm in design.arms for name in arm.bots.values()}))
    told = f"{several(len(study.rows), 'match', 'matches')} by {bots}; seed {design.seed}; version {design.version}"
    return f"<h1>{escape(design.title)}</h1><p class=small>{escape(told)}</p>"


def _answers(study: Study, found: Sequence[Effect], opinions: Sequence[tuple[str, Study]]) -> str:
    """The answer in words: of a comparison its sentence, of a sweep what matters and what does not."""
    if len(found) == 1:
        told = f"<h2>{escape(found[0].verdict.name)}</h2><p class=answer>{escape(found[0].sentence)}</p>"
        more = (f"<p><b>By {escape(bot)}:</b> {escape(effects(it)[0].sentence)}</p>" for bot, it in opinions)
        return told + "".join(more) + _first_seat(study)
    groups: dict[str, list[str]] = {}
    for it in found:
        groups.setdefault(_found(it), []).append(it.verdict.name)
    lines = [
        f"<li><b>{escape(name)}</b> ({len(groups[name])}): {escape('; '.join(groups[name]))}</li>"
        for name in FINDINGS
        if name in groups
    ]
    return ("<h2>In short</h2><ul>" + "".join(lines) + "</ul>" if lines else "") + _first_seat(study)


FINDINGS = ("matters", "stronger or weaker", "does not matter", "as good as even", "not clear yet",
            "changed nothing", "never came up")  # fmt: skip


def _found(effect: Effect) -> str:
    """What is to be said of one comparison among many."""
    if not effect.pairs:
        return {"no matter": "as good as even", "unclear": "not clear yet"}.get(
            effect.verdict.finding, "stronger or weaker"
        )
    if not effect.came_up:
        return "never came up"
    if not effect.changed:
        return "changed nothing"
    return {"no matter": "does not matter", "unclear": "not clear yet"}.get(effect.verdict.finding, "matters")


def _first_seat(study: Study) -> str:
    lead = first_player(study)
    if lead is None or not lead.of:
        return ""
    name = study.design.seats[0].capitalize()
    even = "that may be chance" if lead.low <= 0.5 <= lead.high else "the seat itself tells"
    told = f"{name}, the first seat, wins {lead.rate:.1%} of {lead.of} ({lead.low:.1%} to {lead.high:.1%}): {even}."
    return f"<p>{escape(told)}</p>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    listed = list(rows)
    head = "".join(f"<th>{escape(it)}</th>" for it in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(it))}</td>" for it in row) + "</tr>" for row in listed[:MOST_ROWS]
    )
    more = f"<p class=small>… and {len(listed) - MOST_ROWS} more, in the tables beside this page</p>"
    tail = more if len(listed) > MOST_ROWS else ""
    return f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{tail}"


def _folded(title: str, inside: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"


def _made(study: Study) -> str:
    seconds = sum(run.seconds for run in study.runs)
    arms = [
        (arm.name or "-", " ".join(f"{seat}={bot}" for seat, bot in arm.bots.items()), _options(arm.options))
        for arm in study.design.arms
    ]
    workers = max((run.workers for run in study.runs), default=1)
    told = (
        f"Game {study.design.game} {study.design.version}, Adjudge {study.design.adjudge}, seed {study.design.seed}, "
        f"{several(study.blocks, 'block')} of the same dice, {several(workers, 'worker')}, {seconds:.1f} s. "
        "Intervals of the comparisons are confidence sequences: they hold all together with 95 %, whenever one stops. "
        "Those of rates are Wilson's."
    )
    return f"<h2>How this was made</h2><p>{escape(told)}</p>" + _folded(
        "All settings", _table(("setting", "bots", "options"), arms)
    )


def _options(options: dict[str, Any]) -> str:
    return ", ".join(f"{name}={shown(value)}" for name, value in options.items()) or "defaults"


# ---------------------------------------------------------------------- plots


def _wins(study: Study) -> str:
    drawn = _plot(_wins_drawn(study, standings(study)[:MOST_BARS]))
    return "<h2>Who wins</h2>" + drawn + _folded("As a table", _wins_told(study))


def _wins_told(study: Study) -> str:
    found = standings(study)
    seats = study.design.seats
    drawn = ["drawn"] if len(seats) > 1 else []
    rows = [
        (it.arm, it.matches, *(_rate(it.wins[seat]) for seat in seats), *([_rate(it.drawn)] if drawn else []))
        for it in found
    ]
    return _table(("setting", "matches", *(f"{seat} wins" for seat in seats), *drawn), rows)


def _rate(rate: Any) -> str:
    return f"{rate.rate:.1%} ({rate.low:.1%} to {rate.high:.1%})"


def _wins_drawn(study: Study, found: Sequence[Standing]) -> Figure:
    figure, axes = _figure(0.9 + 0.32 * len(found))
    places = range(len(found))
    heroes = [arm.hero for arm in study.design.arms]
    by_name = {arm.name or study.design.title: hero for arm, hero in zip(study.design.arms, heroes, strict=True)}
    rates = [it.wins[by_name.get(it.arm) or study.design.seats[0]] for it in found]
    axes.barh(places, [100 * it.rate for it in rates], color=BLUE, alpha=0.75, height=0.6)
    gaps = [[max(0, 100 * (it.rate - it.low)) for it in rates], [max(0, 100 * (it.high - it.rate)) for it in rates]]
    axes.errorbar([100 * it.rate for it in rates], places, xerr=gaps, fmt="none", ecolor="#222", capsize=3, lw=1)
    _named(axes, [f"{it.arm} ({by_name.get(it.arm) or study.design.seats[0]})" for it in found])
    axes.set_xlim(0, 100)
    axes.set_xlabel("wins, in %, with 95 % intervals")
    return figure


def _ranked(found: Sequence[Effect]) -> list[Effect]:
    return sorted(found, key=lambda it: -abs(it.verdict.difference))


def _scale(study: Study) -> tuple[float, str]:
    """What differences are told in."""
    return (1.0, study.design.goal.measure) if study.design.goal.measure else (100.0, "points of winning chances")


def _question(study: Study) -> str:
    return "Does it matter?" if study.design.contrasts[0].minus else "Who is stronger?"


def _matter_drawn(study: Study) -> Figure:
    scale, unit = _scale(study)
    ranked = _ranked(effects(study))[:MOST_BARS]
    figure, axes = _figure(0.9 + 0.3 * len(ranked))
    for at, it in enumerate(ranked):
        colour = {"more": GREEN, "less": RED, "no matter": BLUE}.get(it.verdict.finding, GREY)
        low, middle, high = (scale * value for value in (it.verdict.low, it.verdict.difference, it.verdict.high))
        axes.plot([low, high], [at, at], color=colour, lw=2)
        axes.plot([middle], [at], "o", color=colour, ms=5)
    margin = scale * study.design.margin * (study.design.goal.high - study.design.goal.low)
    axes.axvspan(-margin, margin, color=GREY, alpha=0.12, lw=0)
    axes.axvline(0, color="#222", lw=0.8)
    _named(axes, [it.verdict.name for it in ranked])
    axes.set_xlabel(f"difference, in {unit}; grey: too small to matter")
    return figure


def _matter(study: Study, found: Sequence[Effect]) -> str:
    if not found:
        return ""
    (scale, _), ranked = _scale(study), _ranked(found)
    rows = [
        (
            it.verdict.name,
            f"{scale * it.verdict.difference:+.1f}",
            f"{scale * it.verdict.low:+.1f} to {scale * it.verdict.high:+.1f}",
            f"{it.changed} of {it.pairs}" if it.pairs else "",
            ", ".join(f"{rule} ({many})" for rule, many in list(it.at.items())[:3]),
            _found(it),
        )
        for it in ranked
    ]
    heads = ("comparison", "difference", "95 % together", "matches changed", "first at", "finding")
    table = _table(heads, rows)
    return f"<h2>{_question(study)}</h2>" + _plot(_matter_drawn(study)) + _folded("As a table", table) + _shifted(found)


def _shifted(found: Sequence[Effect]) -> str:
    """What else differs, where only one thing was compared."""
    if len(found) != 1 or not found[0].changed:
        return ""
    rows = [
        (it.measure, f"{it.before:.2f}", f"{it.after:.2f}", f"{it.difference:+.2f}",
         "" if it.low is None else f"{it.low:+.2f} to {it.high:+.2f}")
        for it in found[0].shifts
    ]  # fmt: skip
    return "<h3>What else differs</h3>" + _table(("measure", "before", "after", "difference", "95 % together"), rows)


def _matrix(study: Study) -> str:
    if study.design.about != "matchups":
        return ""
    return "<h2>Who beats whom</h2>" + _plot(_matrix_drawn(study))


def _matrix_drawn(study: Study) -> Figure:
    names, cells = matrix_of(study)
    short = [name.partition("=")[2] or name for name in names]
    figure, axes = _figure(1.6 + 0.5 * len(names))
    grid = [[100 * cells[one, other][0] if (one, other) in cells else float("nan") for other in names] for one in names]
    axes.imshow(grid, cmap="RdYlGn", vmin=0, vmax=100, aspect="auto")
    for at, row in enumerate(grid):
        for across, value in enumerate(row):
            if value == value:
                axes.text(across, at, f"{value:.0f}", ha="center", va="center", fontsize=9)
    axes.set_xticks(range(len(names)), short, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), short)
    axes.set_xlabel("wins of the row against the column, in %")
    return figure


def _traits(model: Model | None) -> str:
    if model is None:
        return ""
    top = model.worths[:MOST_BARS]
    figure, axes = _figure(0.9 + 0.3 * len(top))
    for at, it in enumerate(top):
        colour = (GREEN if it.low > 0 else RED) if it.is_clear else GREY
        axes.plot([it.low, it.high], [at, at], color=colour, lw=2)
        axes.plot([it.points], [at], "o", color=colour, ms=5)
    axes.axvline(0, color="#222", lw=0.8)
    _named(axes, [it.trait for it in top])
    axes.set_xlabel("worth of one more, in points of winning chances between equals")
    clear = [it for it in model.worths if it.is_clear]
    told = f"Fitted to {model.matches} matches of {several(model.matchups, 'match-up')}. {_explaining(model)} " + (
        f"Surely worth something: {', '.join(it.trait for it in clear)}." if clear else "Of none is it sure yet."
    )
    all_of_them = (*model.worths, *([model.first] if model.first else []))
    rows = [(it.trait, f"{it.points:+.1f}", f"{it.low:+.1f} to {it.high:+.1f}", it.matchups) for it in all_of_them]
    table = _table(("trait", "points", "95 %", "match-ups that differ in it"), rows)
    head = f"<h2>What each trait is worth</h2><p>{escape(told)}</p>"
    return head + (_plot(figure) if top else "") + _folded("As a table", table)


def _explaining(model: Model) -> str:
    if model.explained is None:
        return f"That is too few for {several(len(model.worths), 'trait')} to say how much they explain together."
    return f"Traits explain {model.explained:.0%} of what differs between match-ups."


def _lengths(study: Study) -> str:
    arms = [(study.design.arms[at].name or study.design.title, rows) for at, rows in rows_by_arm(study).items() if rows]
    figure, axes = _figure(0.9 + 0.32 * len(arms[:MOST_BARS]))
    turns = [[row.seen.turns for row in rows] for _, rows in arms[:MOST_BARS]]
    small = {"markersize": 3}
    axes.boxplot(turns, orientation="horizontal", widths=0.6, positions=range(len(turns)), flierprops=small)
    _named(axes, [name for name, _ in arms[:MOST_BARS]])
    axes.set_xlabel("turns: median, middle half, and range")
    rows = [
        (name, arm, f"{it.mean:.2f}", "" if it.low is None else f"{it.low:.2f} to {it.high:.2f}", it.least, it.most)
        for name, by_arm in measured(study).items()
        for arm, it in by_arm.items()
    ]
    table = _table(("measure", "setting", "mean", "95 %", "least", "most"), rows)
    swung = [it for it in standings(study) if it.swings is not None]
    told = "The lead changes " + ", ".join(f"{it.swings:.1f} times ({it.arm})" for it in swung[:6]) + " a match."
    note = (
        f"<p>{escape(told)}</p>"
        if swung
        else "<p>The game does not tell who is ahead, so swings cannot be counted.</p>"
    )
    return "<h2>Length and swings</h2>" + _plot(figure) + note + _folded("All measures", table)


def _used(study: Study, known: Sequence[str]) -> str:
    rules, deeds = rules_used(study, known), deeds_used(study)
    used, never = [it for it in rules if it.times], [it.name for it in rules if not it.times]
    ignored = [it.name for it in deeds if not it.taken]
    parts = ["<h2>Rules and options used</h2>"]
    top = used[:MOST_BARS]
    figure, axes = _figure(0.9 + 0.24 * len(top))
    axes.barh(range(len(top)), [100 * it.share for it in top], color=BLUE, alpha=0.75, height=0.7)
    _named(axes, [it.name for it in top])
    axes.set_xlim(0, 100)
    axes.set_xlabel("matches in which the rule came up, in %: the most cited rules")
    parts += [_plot(figure)] if top else []
    parts.append(_folded(f"All {len(used)} rules that came up", _table(
        ("rule", "times", "matches", "share"), [(it.name, it.times, it.matches, f"{it.share:.1%}") for it in used]
    )))  # fmt: skip
    if never:
        parts.append(_folded(f"{len(never)} rules that never came up", f"<p>{escape(', '.join(never))}</p>"))
    if deeds:
        rows = [(it.name, it.offered, it.taken, f"{it.rate:.1%}") for it in deeds]
        parts.append(_folded("What could be done, and was", _table(("deed", "offered", "taken", "rate"), rows)))
    if ignored:
        parts.append(f"<p>Offered and never taken: {escape(', '.join(ignored))}.</p>")
    return "".join(parts)


def _figure(height: float) -> tuple[Figure, Axes]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise NoPlots('plots need matplotlib, of the extra `lab`: pip install "adjudge[lab]"') from None
    figure = Figure(figsize=(8.2, min(height, 12)), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _named(axes: Axes, names: Sequence[str]) -> None:
    short = [name if len(name) <= 44 else name[:42] + "…" for name in names]
    axes.set_yticks(range(len(short)), short, fontsize=8.5)
    axes.invert_yaxis()


def _plot(figure: Figure) -> str:
    return f"<figure>{_svg(figure)}</figure>"


def _svg(figure: Figure) -> str:
    import matplotlib as mpl

    sink = StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "adjudge", "font.family": "sans-serif"}):
        figure.savefig(sink, format="svg", metadata={"Date": None, "Creator": None})
    text = sink.getvalue()
    return text[text.index("<svg") :]


_FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title><style>
:root { color-scheme: light dark; --ink: #1d2129; --soft: #5c6370; --line: #d8dce2; --page: #fbfbfa; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e7ea; --soft: #a2a8b3; --line: #3a3f48; --page: #191b1f; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 58rem;
  margin: 0 auto; padding: 1.2rem; }
h1 { margin: 0 0 .2rem; } h2 { margin: 2.2rem 0 .4rem; border-bottom: 1px solid var(--line); }
.small { color: var(--soft); font-size: .9rem; } .answer { font-size: 1.15rem; }
figure { margin: .8rem 0; background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: .4rem; }
figure { overflow-x: auto; } svg { width: 100%; min-width: 34rem; height: auto; display: block; }
h1, h2, p { overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
summary { cursor: pointer; color: var(--soft); margin: .4rem 0; }
</style></head><body>
BODY
</body></html>
"""
