"""The commands, their words and their help. What they do stands in the modules beside; it is imported when they run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudge.cli import completion
from adjudge.cli.arguments import Database, GameFile, KeptMatch
from adjudge.cli.docs import docs
from adjudge.cli.keeper import backup, restore, tables
from adjudge.cli.lab import On, compare, merge, report, sweep
from adjudge.cli.maps import map_
from adjudge.cli.new import new
from adjudge.cli.sentences import Commands
from adjudge.cli.sheets import sheet
from adjudge.cli.stories import story

app = typer.Typer(
    cls=Commands,
    help="An umpire that knows rulebooks: play, ask for rulings, and see the exact odds before you commit.",
    epilog="Everything is described by `adjudge docs command-line`.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        autocompletion=completion.games,
        help="The id of a game (see `adjudge games`), or a Python file with one.",
    ),
]
ProcedureName = Annotated[
    str,
    typer.Argument(
        metavar="PROCEDURE", autocompletion=completion.procedures, help="A name from `adjudge procedures GAME`."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        autocompletion=completion.settings,
        help="A part of the situation, or a JSON file with all of it.",
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        autocompletion=completion.options,
        help="An option of the game, or a JSON file with several.",
    ),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="SEAT=NAME",
        autocompletion=completion.bots,
        help="A bot for a seat; the others are people's.",
    ),
]


def _print_version(wanted: bool) -> None:
    if wanted:
        from adjudge import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback(invoke_without_command=True)
def lobby(
    ctx: typer.Context,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address of the lobby instead of opening it.")
    ] = False,
    database: Database = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if ctx.invoked_subcommand is not None:
        return
    from adjudge.server.running import serve

    serve(database=database, browser=not no_browser, journal=False)


@app.command()
def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Python files, or folders of packages, with games to serve as well."),
    ] = None,
    reload: Annotated[
        bool, typer.Option("--reload", help="Go on by the rules of those files as they are saved.")
    ] = False,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at; 0 takes any free one.")] = 8000,
    database: Database = None,
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="How many processes share the tables; one for each processor, up to four."),
    ] = None,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="Share a PostgreSQL database with other servers: each table lives in one.")
    ] = False,
    at: Annotated[str, typer.Option(help="In a cluster: HOST:PORT at which the other servers reach this one.")] = "",
    lease: Annotated[
        float, typer.Option(min=0.5, max=60, help="In a cluster: seconds of silence after which others take over.")
    ] = 5.0,
    expire: Annotated[
        int,
        typer.Option(
            min=0, max=3650, metavar="DAYS", help="Put tables away that nobody touches for so long; 0: never."
        ),
    ] = 0,
    put_away: Annotated[
        Path | None, typer.Option(help="The folder for tables that were put away; beside the database by default.")
    ] = None,
    admin: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port of the keeper's page, on this machine alone; 0 takes any."),
    ] = None,
) -> None:
    """Serve many tables, for a club; with a game's file, for its author."""
    from adjudge.server.limits import Limits
    from adjudge.server.running import Membership, serve

    if games:
        _refuse_beside_files(reload=reload, processes=processes, cluster=cluster)
    elif reload:
        from adjudge.engine.errors import AdjudgeError

        raise AdjudgeError("--reload was given without a game: name the file that you write, as ./mygame.py")
    serve(
        host=host,
        port=port,
        database=database,
        processes=1 if games else processes or min(os.cpu_count() or 1, 4),
        cluster=Membership(at, lease) if cluster else None,
        drafts=_drafts(games or [], reload=reload),
        limits=Limits(expire_days=expire, put_away=str(put_away.absolute()) if put_away else ""),
        admin=admin,
    )


def _refuse_beside_files(*, reload: bool, processes: int | None, cluster: bool) -> None:
    from adjudge.engine.errors import AdjudgeError

    if cluster or (processes or 1) > 1:
        raise AdjudgeError("a game's file is served by one process: leave --processes and --cluster out")


def _drafts(games: list[str], *, reload: bool) -> list[Any]:
    """The games in files: known from now on, and those that are to be followed."""
    from adjudge.cli.given import draft_of, game_of

    if reload:
        return [draft_of(game) for game in games]
    for game in games:
        game_of(game)
    return []


@app.command()
def menu(ctx: typer.Context) -> None:
    """Choose a game in the terminal: play, go on, look rules up, ask the desk."""
    if not (os.isatty(0) and os.isatty(1)):
        typer.echo(ctx.find_root().get_help())
        return
    from adjudge.cli.launcher import launch

    launch()


@app.command()
def games(json: Json = False) -> None:
    """List the games."""
    from adjudge.cli.reference import list_games

    list_games(as_json=json)


@app.command()
def play(
    game: GameName,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Dice that come again with the same number; they are no secret then."),
    ] = None,
    bot: Bots = None,
    hot_seat: Annotated[
        bool, typer.Option("--hot-seat", help="People at this screen in every seat that no --bot takes.")
    ] = False,
    dice: Annotated[
        list[str] | None,
        typer.Option("--dice", metavar="physical", help="Roll real dice and type them: all, or SEAT=physical."),
    ] = None,
    option: Options = None,
    guided: Annotated[
        bool, typer.Option("--guided", help="A first match with fixed dice and a coach who explains as you play.")
    ] = False,
    hints: Annotated[bool, typer.Option("--hints", help="Allow hints (H); the log marks answers with one.")] = False,
    auto: Annotated[bool, typer.Option("--auto", help="Bots in every seat: print the whole story.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the match in this file as well.")] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE|ID", help="Go on with a match from a file or from the store.")
    ] = None,
    reload: Annotated[
        bool, typer.Option("--reload", help="Of a game in a file: go on by its rules as they are saved.")
    ] = False,
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="With --auto: print how it ended as JSON.")] = False,
) -> None:
    """Play in the terminal.

    The first seat is yours. The others go to the game's own bot if it has one, else to people at this screen; --bot,
    --hot-seat and --auto seat them otherwise. The match is kept after every answer.
    """
    from adjudge.cli.given import draft_of, game_of
    from adjudge.cli.play import Wishes, begin, new_match, play_by_bots
    from adjudge.cli.play import resume as go_on
    from adjudge.engine.errors import AdjudgeError, BadInput

    if reload and auto:
        raise AdjudgeError("--reload was given with --auto: the match would be over before anything is saved")
    draft = draft_of(game) if reload else None
    wishes = Wishes(
        options=option or (),
        bots=bot or (),
        hot_seat=hot_seat,
        dice=dice or (),
        seed=seed,
        save=save,
        database=database,
        guided=guided,
        hints=hints,
        game=game,
        draft=draft,
    )
    chosen = draft.game if draft else game_of(game)
    if json and not auto:
        raise AdjudgeError("--json needs --auto: it tells how a match of bots ended")
    if dice and auto:
        raise BadInput("--dice", " ".join(dice), "nothing together with --auto: nobody is there to roll")
    if guided and auto:
        raise AdjudgeError("--guided can't go with --auto: the coach needs somebody to talk to")
    if resume is not None:
        _refuse_with_resume(auto=auto, guided=guided, seed=seed, bot=bot, option=option, dice=dice, hot_seat=hot_seat)
        go_on(chosen, resume, wishes)
    elif auto:
        play_by_bots(chosen, wishes, as_json=json)
    else:
        begin(new_match(chosen, wishes), wishes)


def _refuse_with_resume(**settled: Any) -> None:
    """What is settled when a match begins cannot be given again when it goes on."""
    from adjudge.engine.errors import AdjudgeError

    for name, value in settled.items():
        if value is not None and value is not False:
            raise AdjudgeError(f"--{name.replace('_', '-')} can't go with --resume: it was settled as the match began")


@app.command()
def rules(
    game: GameName,
    query: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID or words]", autocompletion=completion.rules, help="A rule's id, or words that it holds."
        ),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="How many rules are implemented and tested, and which are left out.")
    ] = False,
    json: Json = False,
) -> None:
    """Look rules up, by id or by words."""
    from adjudge.cli import reference
    from adjudge.cli.given import game_of

    chosen = game_of(game)
    if coverage:
        reference.coverage(chosen, as_json=json)
    else:
        reference.rules(chosen, " ".join(query or ()), named=game, as_json=json)


@app.command()
def options(game: GameName, json: Json = False) -> None:
    """List options, bots and house rules by the names that --option and --bot take."""
    from adjudge.cli import listing
    from adjudge.cli.given import game_of

    listing.options(game_of(game), named=game, as_json=json)


@app.command()
def procedures(
    game: GameName,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", autocompletion=completion.procedures, help="One of them: shows what can be set."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List what the desk can rule on; with a name, everything that can be set."""
    from adjudge.cli import listing
    from adjudge.cli.given import game_of

    if name is None:
        listing.procedures(game_of(game), named=game, as_json=json)
    else:
        listing.procedure(game_of(game), name, named=game, as_json=json)


@app.command()
def resolve(
    game: GameName,
    procedure: ProcedureName,
    settings: Settings = None,
    dice: Annotated[
        str | None,
        typer.Option(metavar="4,3,1", help="The faces that fell, in rolling order. Default: ask for each, or roll."),
    ] = None,
    answer: Annotated[
        list[str] | None, typer.Option("--answer", metavar="VALUE", help="Answers to the questions, in their order.")
    ] = None,
    roll: Annotated[bool, typer.Option("--roll", help="Roll the dice, and ask for nothing.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Rolls that come again with the same number.")] = None,
    json: Json = False,
) -> None:
    """Rule on one situation: what happens, and by which rules.

    On a terminal you are told which dice to throw, and asked for each roll and each choice when it comes.
    """
    from adjudge.cli import desk, given

    desk.resolve(
        given.game_of(game),
        procedure,
        settings or (),
        dice=given.faces(dice),
        answers=answer or (),
        seed=seed,
        as_json=json,
        prompts=os.isatty(0) and os.isatty(1) and not (json or roll or dice or seed is not None),
    )


@app.command()
def odds(
    game: GameName,
    procedure: ProcedureName,
    settings: Settings = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="RULE=ANSWER",
            autocompletion=completion.policies,
            help="How choices are made: an answer for a rule, `uniform` for all others, or the name of a bot.",
        ),
    ] = None,
    budget: Annotated[
        int, typer.Option(min=1, metavar="N", help="Give up exact odds past this number of branches.")
    ] = 200_000,
    estimate: Annotated[bool, typer.Option("--estimate", help="Sample instead, and say so.")] = False,
    samples: Annotated[int, typer.Option(min=1, metavar="N", help="How many samples an estimate takes.")] = 2_000,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of an estimate.")] = 0,
    json: Json = False,
) -> None:
    """Give the exact odds of every outcome of a situation."""
    from adjudge.cli import desk, given

    desk.odds(
        given.game_of(game),
        procedure,
        settings or (),
        policy=policy or (),
        budget=budget,
        sampled=estimate,
        samples=samples,
        seed=seed,
        as_json=json,
    )


@app.command()
def sim(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many matches to play.")] = 1_000,
    seed: Annotated[
        int, typer.Option(metavar="N", help="The same seed gives the same results, whatever the workers.")
    ] = 0,
    option: Options = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="SEAT=NAME",
            autocompletion=completion.bots,
            help="A bot for a seat other than the default.",
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes to use. Default: all cores.")
    ] = None,
    on: On = "",
    json: Json = False,
) -> None:
    """Play many matches by bots: what came of them, with 95 % intervals."""
    from adjudge.cli.given import game_of
    from adjudge.cli.measuring import simulate

    simulate(
        game_of(game),
        games=games,
        seed=seed,
        options=option or (),
        bots=bot or (),
        workers=workers,
        on=on,
        as_json=json,
    )


@app.command()
def replay(
    file: KeptMatch,
    verify: Annotated[
        bool, typer.Option("--verify", help="Run it again and check every question, face and state.")
    ] = False,
    game: GameFile = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Step through a saved match, or verify it.

    Verifying ends with exit code 1 if something is wrong.
    """
    from adjudge.cli import replay as replaying
    from adjudge.cli.given import game_of
    from adjudge.cli.keeping import found
    from adjudge.cli.output import emit
    from adjudge.cli.play import Wishes, begin

    match, kept = found(file, database, game_of(game) if game else None)
    with kept:
        if json and not verify:
            emit(replaying.positions(match))
        elif not verify:
            branch = replaying.step_through(match)
            if branch is not None:
                begin(branch, Wishes(database=database, game=game or ""))
        elif not replaying.verify(match, as_json=json, battles=kept.battles_of(match)):
            raise typer.Exit(1)


@app.command()
def analyse(
    file: KeptMatch,
    deep: Annotated[bool, typer.Option("--deep", help="Take ten times as long over it.")] = False,
    seconds: Annotated[
        float | None, typer.Option(min=1, max=36_000, help="About how long it may take on all processors.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Work it out again even if it was kept.")] = False,
    game: GameFile = None,
    database: Database = None,
    on: On = "",
    json: Json = False,
) -> None:
    """Tell luck from skill: the chance of winning after every event, and what each decision and roll did to it."""
    from adjudge.cli import analysing
    from adjudge.cli.given import game_of
    from adjudge.cli.keeping import found

    match, kept = found(file, database, game_of(game) if game else None)
    with kept:
        analysing.analyse(match, deep=deep, seconds=seconds, fresh=fresh, as_json=json, on=on)


@app.command()
def ladder(
    games: Annotated[
        list[str] | None, typer.Argument(help="Games by id or file; all that are installed if none.")
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option(help="A bot with its level that climbs, as think:50. May be repeated.")
    ] = None,
    each: Annotated[int, typer.Option("--games", min=2, help="Matches of each pair.")] = 20,
    seed: Annotated[int, typer.Option(help="The same seed plays the same matches, but for levels in seconds.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write the page to this file and the numbers beside it; other games stay in it.")
    ] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Fail if a pair fares otherwise than in these numbers.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes to use. Default: all cores.")
    ] = None,
    on: On = "",
    json: Json = False,
) -> None:
    """Rate bots and levels of thought against one another, with the uncertainty of each rating."""
    from adjudge.cli import analysing
    from adjudge.cli.given import game_of
    from adjudge.engine.game import installed

    found = [game_of(it) for it in games or sorted(installed())]
    same = analysing.climb(
        found, bot or (), each=each, seed=seed, out=out, as_json=json, on=on, workers=workers, against=against
    )
    if not same:
        raise typer.Exit(1)


@app.command()
def check(
    game: GameName,
    matches: Annotated[int, typer.Option(min=1, metavar="N", help="How many random matches to play.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the matches.")] = 0,
    json: Json = False,
) -> None:
    """Try a game out for its author, and report its faults.

    Crashes, dead ends, leaks of what is hidden, replays that differ, odds that are wrong: exit code 1 if any is found.
    """
    from adjudge.cli.measuring import try_out

    if not try_out(game, matches=matches, seed=seed, as_json=json):
        raise typer.Exit(1)


app.command()(backup)
app.command()(compare)
app.command()(docs)
app.command("map")(map_)
app.command()(new)
app.command()(merge)
app.command()(report)
app.command()(restore)
app.command()(sheet)
app.command()(story)
app.command()(sweep)
app.command()(tables)
