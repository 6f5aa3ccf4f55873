"""`adjudge play`: seats people and bots, opens the screen, keeps the match, and sums it up at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from adjudge.cli import given
from adjudge.cli.keeping import Kept, found, in_store, new_id
from adjudge.cli.output import console, emit
from adjudge.cli.summary import as_data, summary
from adjudge.cli.table.pages import names_of, promise
from adjudge.cli.table.scene import drawn
from adjudge.cli.table.screen import open_screen
from adjudge.cli.table.session import Session, after_last_word, last_speaker
from adjudge.cli.table.story import told
from adjudge.engine.coach import guided
from adjudge.engine.errors import BadInput
from adjudge.engine.game import Game
from adjudge.engine.inputs import one_of
from adjudge.engine.match import Match
from adjudge.engine.table import UMPIRE

if TYPE_CHECKING:
    from adjudge.check.drafts import Draft

PHYSICAL = "physical"


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What was asked for on the command line."""

    options: Sequence[str] = ()
    bots: Sequence[str] = ()
    hot_seat: bool = False
    dice: Sequence[str] = ()
    seed: int | None = None
    save: Path | None = None
    database: str | None = None
    guided: bool = False
    hints: bool = False
    game: str = ""
    """The game as it was named: by its id, or by its file."""
    draft: Draft | None = None
    """The game's files, if they are to be read again whenever they are saved."""

    def repeated(self) -> str:
        """What a later command needs of these to find the match again."""
        return f" --database {self.database}" if self.database else ""


def begin(match: Match[Any], wishes: Wishes) -> None:
    """A new match at this terminal."""
    with in_store(wishes.database, wishes.save) as kept:
        kept.begin(match)
        console().print(promise(match))
        at_the_table(match, kept, wishes)


def resume(game: Game[Any] | None, reference: str, wishes: Wishes) -> None:
    """A kept match, from where it was left."""
    match, kept = found(reference, wishes.database, game)
    with kept:
        if wishes.save:
            kept.also_in(wishes.save, match)
        at_the_table(match, kept, wishes)


def at_the_table(match: Match[Any], kept: Kept, wishes: Wishes) -> None:
    """Plays in the terminal until the match is over or the person leaves."""
    screen = open_screen(console())
    session = Session(match, screen, kept.keep, kept.save_as, kept, wishes.draft, wishes.hints)
    with screen.open():
        try:
            is_over = session.play()
        except KeyboardInterrupt:
            is_over = False
    if is_over:
        _print_end(match, kept, wishes)
    else:
        game = wishes.game or match.game.id
        again = " --reload" if wishes.draft else ""
        _print_hint(f"Kept. Go on with: adjudge play {game} --resume {kept.name(match)}{wishes.repeated()}{again}")


def _print_end(match: Match[Any], kept: Kept, wishes: Wishes) -> None:
    """What happened after the last answer, how things stand, and the summary."""
    viewer = _viewer(match)
    news = match.happenings(viewer, after_last_word(match, last_speaker(match) or ""))
    console().print(told(news, names_of(match)))
    _print_summary(match, viewer, kept, wishes)


def _print_summary(match: Match[Any], viewer: str | None, kept: Kept, wishes: Wishes) -> None:
    game = f" --game {wishes.game}" if wishes.game not in ("", match.game.id) else ""
    console().print(drawn(match.scene(viewer), console().width))
    console().print(summary(match))
    _print_hint(f"Check every face with: adjudge replay {kept.name(match)} --verify{game}{wishes.repeated()}")


def _print_hint(hint: str) -> None:
    """A command to copy is not broken into lines."""
    console().print(Text(hint), soft_wrap=True)


def _viewer(match: Match[Any]) -> str | None:
    return match.people[0] if len(match.people) == 1 else None


def play_by_bots(game: Game[Any], wishes: Wishes, *, as_json: bool) -> None:
    """`--auto`: bots in every seat, the whole story, the end."""
    match = new_match(game, wishes, everyone=True)
    with in_store(wishes.database, wishes.save) as kept:
        kept.begin(match)
    if as_json:
        emit(as_data(match))
        return
    console().print(promise(match))
    console().print(told(match.happenings(), names_of(match)))
    _print_summary(match, None, kept, wishes)


def new_match(game: Game[Any], wishes: Wishes, *, everyone: bool = False) -> Match[Any]:
    """A match as it was asked for, at its first question."""
    if wishes.guided:
        return _guided_match(game, wishes)
    options = given.options_of(game, wishes.options)
    seats = [seat.id for seat in game.seats(game.configure(options))]
    bots = seated_bots(game, seats, wishes, everyone=everyone)
    return Match.new(
        game,
        given.secret_of(wishes.seed),
        match_id=new_id(),
        options=options,
        bots=bots,
        physical=real_dice(wishes.dice, seats),
    )


def _guided_match(game: Game[Any], wishes: Wishes) -> Match[Any]:
    """The guided first match sets its own options, seats and dice."""
    if wishes.options or wishes.bots or wishes.hot_seat or wishes.dice or wishes.seed is not None:
        raise BadInput("--guided", "other wishes beside it", "none of --option, --bot, --hot-seat, --dice and --seed")
    return guided(game, new_id())


def seated_bots(game: Game[Any], seats: Sequence[str], wishes: Wishes, *, everyone: bool) -> dict[str, str]:
    """The bot of each seat that has one.

    Seats named by `--bot` have theirs. Of the others, `--auto` gives all to bots and `--hot-seat` none; otherwise the
    first seat is a person's, and the rest go to the game's own bot if it has one that can play, else to people too.
    """
    asked = given.pairs(wishes.bots, "--bot", f"SEAT=NAME with a seat of {', '.join(seats)}")
    for seat in asked:
        if seat not in seats:
            raise BadInput("--bot", seat, f"a seat: {one_of(seat, seats)}")
        game.bot(asked[seat])
    open_seats = [seat for seat in seats if seat not in asked]
    if everyone:
        return asked | dict.fromkeys(open_seats, game.default_bot)
    if wishes.hot_seat or asked or game.default_bot == "random":
        return asked
    return dict.fromkeys(open_seats[1:], game.default_bot)


def real_dice(wishes: Sequence[str], seats: Sequence[str]) -> tuple[str, ...]:
    """Whose dice are real: `physical` means everybody's and the umpire's, `SEAT=physical` that seat's."""
    found: list[str] = []
    for wish in wishes:
        seat, _, kind = wish.rpartition("=")
        if kind != PHYSICAL or seat not in (*seats, ""):
            raise BadInput("--dice", wish, f"{PHYSICAL}, or SEAT={PHYSICAL} with a seat of {', '.join(seats)}")
        found += [seat] if seat else [*seats, UMPIRE]
    return tuple(dict.fromkeys(found))
