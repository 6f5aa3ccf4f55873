"""The commands of the lab: `sweep`, `compare`, `merge`, `report`. What they do stands in `studying`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli import completion

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        autocompletion=completion.games,
        help="The id of a game (see `adjudge games`), or a Python file with one.",
    ),
]
Files = Annotated[list[Path], typer.Argument(metavar="FILES", help="Results that sweep or compare wrote.")]
Games = Annotated[int, typer.Option(min=1, metavar="N", help="Matches of each setting at most.")]
First = Annotated[
    int, typer.Option(min=0, metavar="N", help="Begin with this game: machines that share the work begin apart.")
]
Seed = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same results, whatever the workers.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", autocompletion=completion.options, help="An option of all matches."),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot", metavar="SEAT=NAME", autocompletion=completion.bots, help="A bot for a seat other than the default."
    ),
]
Measure = Annotated[str, typer.Option(metavar="NAME", help="Judge by this measure of the game instead of by wins.")]
Between = Annotated[
    str, typer.Option("--range", metavar="LOW..HIGH", help="The least and the most that a measured number can be.")
]
Margin = Annotated[
    float, typer.Option(min=0.001, max=0.5, metavar="SHARE", help="A smaller difference than this is taken for none.")
]
Whole = Annotated[bool, typer.Option("--all", help="Play all matches, even when the answer is clear.")]
Workers = Annotated[int | None, typer.Option(min=1, metavar="N", help="Processes to use. Default: all cores.")]
On = Annotated[
    str, typer.Option("--on", metavar="PLACE", help="A Ray cluster to play on: ray://HOST:PORT, ray:HOST:PORT, ray.")
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Keep the results; given again after an interruption, it goes on."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def sweep(
    game: GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUES", help="An option, `bot` or `bot.SEAT`, and its values: a,b or 0..9 or *."),
    ] = None,
    house_rules: Annotated[
        bool, typer.Option("--house-rules", help="Vary every house rule that is not varied already, one at a time.")
    ] = False,
    each: Annotated[bool, typer.Option("--each", help="Vary one thing at a time instead of all combinations.")] = False,
    sample: Annotated[int, typer.Option(min=0, metavar="N", help="Try so many combinations, at random.")] = 0,
    matchups: Annotated[
        str, typer.Option(metavar="NAME=VALUES", help="Everybody against everybody: `parties=…`, `bot=…`.")
    ] = "",
    games: Games = 200,
    first: First = 0,
    seed: Seed = 0,
    option: Options = None,
    bot: Bots = None,
    measure: Measure = "",
    between: Between = "",
    margin: Margin = 0.05,
    whole: Whole = False,
    workers: Workers = None,
    on: On = "",
    out: Out = None,
    json: Json = False,
) -> None:
    """Vary options, house rules, bots and parties, with the same dice for all, until the answer is clear."""
    from adjudge.cli import studying

    wishes = studying.Wishes(
        option or (), bot or (), games, first, seed, measure, between, margin, not whole, workers, on, out, json
    )
    studying.sweep(game, wishes, vary or (), matchups, each=each, sample=sample, house_rules=house_rules)


def compare(
    game: GameName,
    a: Annotated[
        list[str] | None,
        typer.Option("--a", metavar="NAME=VALUE", help="The one side: `parties=robot`, `bot=warlord`, an option."),
    ] = None,
    b: Annotated[list[str] | None, typer.Option("--b", metavar="NAME=VALUE", help="The other side.")] = None,
    opinion: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="Ask these bots too if a rule changed nothing. Default: random and think:8."),
    ] = None,
    opinion_games: Annotated[
        int, typer.Option(min=0, metavar="N", help="Matches of each second opinion; one that thinks plays a tenth.")
    ] = 100,
    games: Games = 400,
    first: First = 0,
    seed: Seed = 0,
    option: Options = None,
    bot: Bots = None,
    measure: Measure = "",
    between: Between = "",
    margin: Margin = 0.05,
    whole: Whole = False,
    workers: Workers = None,
    on: On = "",
    out: Out = None,
    json: Json = False,
) -> None:
    """Set two parties, bots or house rules against each other, with seats swapped and the same dice."""
    from adjudge.cli import studying

    wishes = studying.Wishes(
        option or (), bot or (), games, first, seed, measure, between, margin, not whole, workers, on, out, json
    )
    studying.compare(game, wishes, a or (), b or (), opinions=opinion, opinion_games=opinion_games)


def merge(files: Files, out: Out = None, json: Json = False) -> None:
    """Put the results of several machines together: parts of one study, each with its own --first."""
    from adjudge.cli import studying

    studying.merge(files, out=out, as_json=json)


def report(
    files: Files,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The page; its tables go beside it.")] = Path(
        "report.html"
    ),
    json: Json = False,
) -> None:
    """Write results as one page with plots, and its tables as CSV and Parquet beside it."""
    from adjudge.cli import studying

    studying.report(files, out=out, as_json=json)
