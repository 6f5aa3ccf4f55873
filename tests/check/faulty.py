"""Games with one fault each, made on purpose, with the kind of fault that the kit must find and words it must use.

Ids that a rulebook does not hold are put together here, lest every game of this file be said to cite them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random, random
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from adjudge.engine import (
    Allocate,
    At,
    Briefing,
    Choose,
    Facts,
    Game,
    Guide,
    Lesson,
    Option,
    Outcome,
    Paper,
    PickPoint,
    Procedure,
    Reading,
    Rulebook,
    Scene,
    Table,
    Token,
    at_least,
    opposed,
    step,
    total,
)
from adjudge.engine.copying import copy
from adjudge.engine.papers import BadPaper
from adjudge.engine.rulebook import Omitted, Rule
from tests.check import sound
from tests.check.sound import Cards, player, view


class Faulty(NamedTuple):
    fault: str
    says: tuple[str, ...]
    game: Game[Cards]


FAULTY: list[Faulty] = []


def faulty(fault: str, says: str | tuple[str, ...], name: str, **changes: Any) -> Game[Cards]:
    """The sound game with something else in its place. `says`: what must be found in it, each by itself."""
    game = replace(sound.game, **({"title": name} | changes))
    FAULTY.append(Faulty(fault, (says,) if isinstance(says, str) else says, game))
    return game


def after(extra: Callable[[Table[Cards]], Any]) -> Callable[[Table[Cards]], None]:
    """The sound turn with something more at its end."""

    def turn(table: Table[Cards]) -> None:
        sound.turn(table)
        extra(table)

    return turn


def before(extra: Callable[[Table[Cards]], Any]) -> Callable[[Table[Cards]], None]:
    """The sound turn with something more at its start."""

    def turn(table: Table[Cards]) -> None:
        extra(table)
        sound.turn(table)

    return turn


# ---------------------------------------------------------------------- crash


def trip_on_a_six(table: Table[Cards]) -> None:
    if table.roll(total(1), "cards.draw") == 6:
        raise KeyError("no such card")


def crashing_view(state: Cards, seat: str | None) -> Cards:
    if seat is None and state.round > 1:
        raise ZeroDivisionError("spectators were forgotten")
    return view(state, seat)


crash_on_a_six = faulty("crash", "KeyError: 'no such card'", "a rule that crashes on a six", turn=after(trip_on_a_six))
crash_for_spectators = faulty(
    "crash",
    "the view of a spectator: spectators were forgotten",
    "a view that forgets spectators",
    view=crashing_view,
    scene=None,
)
crash_in_a_procedure = faulty(
    "crash",
    "procedure strike: ",
    "a procedure that cannot be situated",
    procedures=(replace(sound.game.procedures[0], situate=lambda situation: Cards(situation.red, situation.blue)),),
)

crash_before_the_start = faulty(
    "crash", "setting the table: ", "seats that nobody can count", seats=lambda options: range(options.players)
)

# ---------------------------------------------------------------------- dead end

no_options = faulty(
    "dead-end",
    "cards.act asks red with no option",
    "a question without options",
    turn=after(lambda t: t.ask("red", "cards.act", Choose([]))),
)
no_seat = faulty(
    "dead-end",
    "asks green, which is no seat",
    "a question to nobody",
    turn=after(lambda t: t.ask("green", "cards.act", Choose(["a", "b"]))),
)

told_to_nobody = faulty(
    "dead-end",
    "cards.draw is for the eyes of 'green', which is no seat",
    "a word to nobody",
    turn=before(lambda t: t.tell("cards.draw", "psst", to=("green",))),
)


class Hands(sound.Options, frozen=True, forbid_unknown_fields=True):
    """How many cards are dealt, of which deck: the greatest hand is too much for the short one."""

    hand: Annotated[int, Meta(ge=1, le=9)] = 5
    deck: Literal["long", "short"] = "long"
    jokers: Annotated[int, Meta(gt=-1)] = 2


def start_with(stock: Callable[[Hands], int]) -> Callable[[Hands], Cards]:
    def start(options: Hands) -> Cards:
        state = sound.start(options)
        state.extra = stock(options)
        return state

    return start


def ask_for_a_card(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Choose(range(table.state.extra)))


no_jokers = faulty(
    "dead-end",
    "cards.act asks red with no option",
    "an option whose least number leaves nothing to choose",
    options=Hands,
    start=start_with(lambda options: options.jokers),
    turn=before(ask_for_a_card),
)
too_large_a_hand = faulty(
    "dead-end",
    "cards.act asks red with no option",
    "a greatest number that one of the kinds has no room for",
    options=Hands,
    start=start_with(lambda options: (12 if options.deck == "long" else 6) // options.hand),
    turn=before(ask_for_a_card),
)

# ---------------------------------------------------------------------- runaway


def roll_for_ever(table: Table[Cards]) -> None:
    while table.roll(total(1), "cards.draw") < 7:
        pass


def hang(table: Table[Cards]) -> None:
    while True:
        pass


def ask_too_much(table: Table[Cards]) -> None:
    for _ in range(300):
        table.ask("red", "cards.act", Choose(["a", "b"]))
        table.roll(total(1), "cards.draw")


no_end = faulty("runaway", "did not end within 2000 turns", "a match that never ends", outcome=lambda state: None)
no_end_of_the_turn = faulty("runaway", "made 50000 calls", "a turn that never ends", turn=after(roll_for_ever))
long_turn = faulty(
    "runaway",
    "answers and rolls, and each answer runs it again",
    "a turn that is too long",
    turn=after(ask_too_much),
    start=lambda options: short(),
)


def short() -> Cards:
    return sound.start(sound.Options(rounds=1))


no_end_of_a_procedure = faulty(
    "runaway",
    "procedure strike: ",
    "a procedure that rolls for ever",
    procedures=(replace(sound.game.procedures[0], run=lambda table, params: roll_for_ever(table)),),
)
hanging = replace(sound.game, title="a rule that hangs", turn=before(hang))
hanging_procedure = replace(
    sound.game,
    title="a procedure that hangs",
    procedures=(replace(sound.game.procedures[0], run=lambda table, params: hang(table)),),
)


def hang_in_a_trap(table: Table[Cards]) -> None:
    while True:
        try:
            hang(table)
        except Exception:
            continue


trapped = replace(sound.game, title="a rule that hangs late, and catches what it can", turn=after(hang_in_a_trap))

# ---------------------------------------------------------------------- no fault at all, though it looks like one

printing = replace(sound.game, title="a rule that prints", turn=before(lambda table: print('{"clean": "of course"}')))


class WithASet(Cards):
    colours: frozenset[str] = frozenset()


def start_with_a_set(options: sound.Options) -> WithASet:
    return WithASet(sound.Player(), sound.Player(), options.rounds, colours=frozenset({"amber", "beige", "coral"}))


keeping_a_set = replace(sound.game, title="a state that holds a set", state=WithASet, start=start_with_a_set)
FILES = ("cards.toml", "cards.svg")
"""Names of files are no citations, though a rule might be called so: no game of this module is said to cite them."""

# ---------------------------------------------------------------------- leak


def careless_view(state: Cards, seat: str | None) -> Cards:
    seen = view(state, seat)
    seen.blue.card = state.blue.card
    return seen


def talk(table: Table[Cards]) -> None:
    table.state.red.card = table.roll(total(1), "cards.draw", to=("red",))
    table.tell("cards.draw", "red draws {card}", card=table.state.red.card)
    table.ask("blue", "cards.act", Choose(["a", "b"]))


def describe_the_card(table: Table[Cards]) -> None:
    card = table.state.red.card = table.roll(total(1), "cards.draw", to=("red",))
    table.ask("blue", "cards.act", Choose(["raise", "fold"], lambda key: f"{key} against a {card}"))


def draw_in_the_open(table: Table[Cards]) -> None:
    for seat in sound.SEATS:
        player(table.state, seat).card = table.roll(total(1), "cards.draw")
    table.ask("blue", "cards.act", Choose(["a", "b"]))


def choose_in_the_open(table: Table[Cards]) -> None:
    card = table.ask("red", "cards.act", Choose([11, 12, 13]))
    table.state.red.card = card
    table.tell("cards.act", "red takes the {card}", card=card)
    table.ask("blue", "cards.act", Choose(["a", "b"]))


def summing_view(state: Cards, seat: str | None) -> Cards:
    seen = view(state, seat)
    seen.extra = state.red.card + state.blue.card
    return seen


def deck_start(options: sound.Options) -> Cards:
    state = sound.start(options)
    state.drawn = [1, 2, 3, 4]
    return state


def deck_view(state: Cards, seat: str | None) -> Cards:
    seen = view(state, seat)
    seen.extra = state.drawn[0] if state.drawn else 0
    seen.drawn = [0 for _ in state.drawn]
    return seen


def imagining_too_much(seen: Cards, seat: str | None, rng: Random) -> Cards:
    """Another round than the one that everybody sees."""
    imagined = copy(seen)
    imagined.round += 1
    return imagined


LATEST: list[Cards] = []


def remember(table: Table[Cards]) -> None:
    LATEST[:] = [table.state]


def remembering_scene(view: Cards, seat: str | None) -> Scene:
    return Scene("Cards", (Facts("", (("red's card", str(LATEST[0].red.card if LATEST else 0)),)),))


shown_card = faulty(
    "leak",
    "can tell what cards.draw rolled for blue by its view",
    "a view that shows a private roll",
    view=careless_view,
)
told_card = faulty(
    "leak", "can tell what cards.draw rolled for red by what is told", "a private roll told to all", turn=after(talk)
)
described_card = faulty(
    "leak",
    "blue can tell what cards.draw rolled for red by its question",
    "a private roll in another's question",
    turn=after(describe_the_card),
)
open_draw = faulty(
    "leak", "by cards.draw, which its view hides", "a hidden card rolled in the open", turn=before(draw_in_the_open)
)
open_choice = faulty(
    "leak", "by cards.act, which its view hides", "a hidden choice told to all", turn=before(choose_in_the_open)
)
sum_of_cards = faulty("leak", "card, but changes with it", "a view that adds up what it blanks", view=summing_view)
another_round = faulty(
    "imagining", "does not show the view", "a round that nobody sees is imagined", imagine=imagining_too_much
)
top_of_the_deck = faulty(
    "leak",
    "blanks drawn.*, but changes with it",
    "a view that shows the top of a blanked list",
    view=deck_view,
    start=deck_start,
)
scene_from_elsewhere = faulty(
    "leak",
    "shows more than its view holds",
    "a scene that is drawn from the state",
    turn=before(remember),
    scene=remembering_scene,
)


def lay_the_true_one_first(table: Table[Any]) -> None:
    if not table.state.markers:
        places = sound.choose_places(table)
        table.state.markers = [sound.Marker("marker", what, x) for x, what in places]
    sound.turn(table)


def number_the_true_one_first(table: Table[Any]) -> None:
    if not table.state.markers:
        markers = [sound.Marker(f"marker-{n}", what, x) for n, (x, what) in enumerate(sound.choose_places(table))]
        table.state.markers = sorted(markers, key=lambda marker: marker.x)
    sound.turn(table)


AMBUSH = {"state": sound.Ambush, "start": sound.ambush_start, "view": sound.ambush_view}
order_tells = faulty(
    "leak",
    "markers.*.what is hidden from blue, but the order of the list tells it: of things that look alike",
    "a true counter that is always laid first",
    turn=lay_the_true_one_first,
    **AMBUSH,
)
name_tells = faulty(
    "leak",
    "markers.*.what is hidden from blue, but its id tells it: of things that look alike",
    "a true counter that always has the lower number",
    turn=number_the_true_one_first,
    **AMBUSH,
)

# ---------------------------------------------------------------------- mutation


def marking_view(state: Cards, seat: str | None) -> Cards:
    state.extra = seat
    return view(state, seat)


def marking_scene(state: Cards, seat: str | None) -> Scene:
    state.extra = seat
    return Scene("Cards")


def cheat(asked: Any) -> Any:
    asked.view.red.points += 1
    return asked.question.sample(asked.rng)


def ask_with_a_captured_figure(table: Table[Cards]) -> None:
    red = table.state.red

    def hurt(odds_table: Table[Cards]) -> str:
        red.points += odds_table.roll(total(1), "cards.strike")
        return "hurt"

    table.ask("red", "cards.act", Choose(["a", "b"], forecast=lambda key: hurt))


view_marks = faulty("mutation", "the view changes the state", "a view that changes the state", view=marking_view)
scene_marks = faulty(
    "mutation", "drawing the scene changes the state", "a scene that changes the state", view=None, scene=marking_scene
)
bot_cheats = faulty("mutation", "a bot changes the view", "a bot that changes its view", bots={"thinker": cheat})
forecast_hurts = faulty(
    "mutation",
    "the forecasts of cards.act change the state",
    "a forecast on a captured figure",
    turn=after(ask_with_a_captured_figure),
)

# ---------------------------------------------------------------------- determinism

COLOURS = {"amber", "beige", "coral", "denim", "ebony", "fawn", "green", "hazel"}


def paint(table: Table[Cards]) -> None:
    table.state.extra = table.ask("red", "cards.act", Choose(list(COLOURS)))


def scene_of_colours(view: Cards, seat: str | None) -> Scene:
    return Scene("Colours: " + ", ".join(COLOURS))


LOOKS = [0]


def counting_view(state: Cards, seat: str | None) -> Cards:
    LOOKS[0] += 1
    seen = view(state, seat)
    seen.extra = LOOKS[0]
    return seen


options_of_a_set = faulty(
    "determinism", "goes another way at cards.act", "options in the order of a set", turn=after(paint)
)
scene_of_a_set = faulty(
    "determinism", "the scene of red differs", "a scene in the order of a set", scene=scene_of_colours
)
view_that_counts = faulty(
    "determinism", "differs from one look to the next", "a view that counts its looks", view=counting_view
)

# ---------------------------------------------------------------------- replay

TURNS = [0]


def count_turns(table: Table[Cards]) -> None:
    TURNS[0] += 1
    table.ask("red", "cards.act", Choose([TURNS[0], -TURNS[0]]))


def draw_lots(table: Table[Cards]) -> None:
    table.state.extra = random()


def keep_a_pair(table: Table[Cards]) -> None:
    table.state.extra = (table.state.round, 1)


counter_outside = faulty("replay", "diverged at position", "a counter outside the state", turn=after(count_turns))
lots = faulty("replay", "ends in another state", "a rule that draws lots", turn=after(draw_lots))
pair_in_the_state = faulty(
    "replay",
    "not the same after JSON: extra is (1, 1), then [1, 1]",
    "a state that JSON changes",
    turn=after(keep_a_pair),
)

# ---------------------------------------------------------------------- suspension


def catch_everything(table: Table[Cards]) -> None:
    try:
        table.ask("red", "cards.act", Choose(["a", "b"]))
    except BaseException:
        table.state.extra = "no answer"


swallowing = faulty(
    "suspension", "went on after cards.act suspended it", "a rule that catches everything", turn=after(catch_everything)
)

# ---------------------------------------------------------------------- odds

LOADED: Reading[int] = Reading((6,), lambda faces: faces[0] // 6, "a six", weigh=lambda: ((0, 3), (1, 3)))
SHORT: Reading[int] = Reading((6,), lambda faces: faces[0] // 6, "a six, forgetful", weigh=lambda: ((0, 4), (1, 1)))
MANY: Reading[int] = Reading((6,) * 9, max, "highest of nine", weigh=lambda: tuple((n, 6**8) for n in range(1, 7)))


def roll_it(reading: Reading[int]) -> Callable[[Table[Cards]], int]:
    return lambda table: table.roll(reading, "cards.strike")


def ask_loaded(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Choose(["a", "b"], forecast=lambda key: roll_it(LOADED)))


class Nothing(Struct, frozen=True):
    pass


loaded_reading = faulty(
    "odds",
    "the reading a six of cards.strike: 0 weighs 3, the faces give 5",
    "a reading with wrong weights",
    turn=after(roll_it(LOADED)),
)
short_reading = faulty(
    "odds", "its weights add up to 5, not to 6", "a reading with too few weights", turn=after(roll_it(SHORT))
)
wide_reading = faulty(
    "odds",
    "has the exact chance 0.1667 but came",
    "a reading of many dice with wrong weights",
    turn=after(roll_it(MANY)),
)
loaded_forecast = faulty(
    "odds",
    "the forecast of 'a' at cards.act: 0 has the exact chance 0.5000",
    "a forecast with wrong weights",
    turn=after(ask_loaded),
)
loaded_procedure = faulty(
    "odds",
    "procedure loaded: 0 has the exact chance 0.5000",
    "a procedure with wrong weights",
    procedures=(
        Procedure(
            name="loaded",
            title="Loaded",
            rule="cards.strike",
            params=Nothing,
            run=lambda table, params: table.roll(LOADED, "cards.strike"),
        ),
    ),
)


def tell_later(table: Table[Cards]) -> None:
    """What was drawn in secret is told to all, but only some answers later."""
    table.state.round += 1
    if table.state.extra is not None:
        table.ask("blue", "cards.act", Choose(["wait", "hurry"]))
        table.tell("cards.show", "it was a {card}", card=table.state.extra)
    table.state.extra = table.roll(total(1), "cards.draw", to=("red",))
    table.ask("red", "cards.act", Choose(["a", "b"]))


def hide_extra(state: Cards, seat: str | None) -> Cards:
    seen = view(state, seat)
    seen.extra = None
    return seen


def ask_with_odds_of_the_truth(table: Table[Cards]) -> None:
    """The forecast knows red's card, which blue's view hides."""
    card = table.state.red.card = table.roll(total(1), "cards.draw", to=("red",))
    guess: Any = lambda key: lambda odds: odds.roll(at_least(1, min(card + 1, 6)), "cards.strike")  # noqa: E731
    table.ask("blue", "cards.act", Choose(["raise", "fold"], forecast=guess))


told_later = faulty(
    "leak",
    "can tell what cards.draw rolled for red by what is told",
    "a private roll told to all some answers later",
    turn=tell_later,
    view=hide_extra,
)
true_odds = faulty(
    "leak",
    "blue can tell what cards.draw rolled for red by its odds",
    "a forecast that closes over the true state",
    turn=after(ask_with_odds_of_the_truth),
)

# ---------------------------------------------------------------------- leak, of several sorts at once


def choose_secretly(table: Table[Cards], rule: str = "cards.act") -> int:
    """Red's card, which others' views hide."""
    card: int = table.ask("red", rule, Choose([11, 12, 13]))
    table.state.red.card = card
    return card


def ask_of_secret_choices(table: Table[Cards]) -> None:
    one = choose_secretly(table)
    table.ask("blue", "cards.act", Choose(sorted([11, 12, 13], key=lambda card: card != one)))
    other = choose_secretly(table)
    chance: Any = lambda key: lambda odds: odds.roll(at_least(1, other - 9), "cards.show")  # noqa: E731
    table.ask("blue", "cards.act", Choose(["a", "b"], forecast=chance))
    table.tell("cards.act", f"red takes the {choose_secretly(table)}")
    kind = "even" if choose_secretly(table, "cards.draw") % 2 == 0 else "odd"
    table.tell("cards.act", "red takes an {kind} card", kind=kind)
    table.ask("blue", "cards.act", Choose(["a", "b"]))


faulty(
    "leak",
    (
        "blue can tell by its question what came of cards.act, which its view hides",
        "blue can tell by its odds what came of cards.act, which its view hides",
        "by cards.act, which its view hides: tell",
        "can tell the answer to cards.draw of red by what is told",
    ),
    "choices in secret that others are asked about in their order, by odds, and told in words and by their kind",
    turn=before(ask_of_secret_choices),
    secrets=frozenset({"cards.draw"}),
)


class Square:
    """Some spots."""

    def admits(self, point: tuple[float, float]) -> bool:
        return abs(point[0]) <= 2 and abs(point[1]) <= 2

    def samples(self) -> list[tuple[float, float]]:
        return [(0.0, 0.0), (1.0, 1.0)]

    def outline(self) -> Any:
        return {"outline": [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)]}


def betray_rolls(table: Table[Cards]) -> None:
    """Something else is revealed between a roll and the round after, in which it is told."""
    remember(table)
    state = table.state
    if state.extra:
        table.tell("cards.show", "last time red had a {card}", card=state.extra)
    table.roll(total(table.roll(total(1), "cards.act", to=("red",))), "cards.strike")
    card = state.red.card = table.roll(total(1), "cards.stake", to=("red",))
    look: Any = lambda point: [(None, lambda odds: odds.roll(at_least(1, card), "cards.strike"))]  # noqa: E731
    table.ask("blue", "cards.act", PickPoint(Square(), outlook=look))
    sound.turn(table)
    state.extra = state.red.card


def from_elsewhere(*view: Any) -> str:
    return f"beat the {LATEST[0].red.card if LATEST else 0}"


faulty(
    "leak",
    (
        "can tell what cards.act rolled for red by the dice that are thrown",
        "blue can tell what cards.stake rolled for red by its outlook",
        "can tell what cards.draw rolled for red by what is told",
        "the heading of a spectator shows more than its view holds",
        "the goal of red shows more than its view holds",
    ),
    "private rolls that dice, an outlook, a later word, heading and goal give away",
    turn=betray_rolls,
    view=hide_extra,
    heading=from_elsewhere,
    goal=from_elsewhere,
)


class Doors(sound.Options, frozen=True, forbid_unknown_fields=True):
    trap: Literal[1, 2, 3] = 1


class Numbered(Struct):
    id: int
    x: int


class Trapped(sound.Ambush):
    numbered: list[Numbered] = []  # noqa: RUF012
    true: list[int] = []  # noqa: RUF012
    cells: list[str] = []  # noqa: RUF012


def lay_numbered(table: Table[Any]) -> None:
    state, trap = table.state, table.state.extra
    table.ask("blue", "cards.stake", Choose([1, 2, 3], lambda door: f"door {door}{'!' if door == trap else ''}"))
    if not state.numbered:
        state.numbered = [Numbered(number, x) for number, (x, _) in enumerate(sound.choose_places(table))]
        state.true = [state.numbered[0].id]
        state.numbered.sort(key=lambda marker: marker.x)
        state.cells = ["mine", "", "", ""]
    sound.turn(table)


def trapped_view(state: Any, seat: str | None) -> Any:
    seen: Any = hide_extra(state, seat)
    if seat != "red":
        seen.true, seen.cells = [], ["?" for _ in state.cells]
    return seen


faulty(
    "leak",
    (
        "true, which names some of numbered, is hidden from blue, but its id tells it",
        "cells.* is hidden from blue, but the order of the list tells it",
        "the view of blue blanks extra, but the first question of the turn changes with it",
    ),
    "true ones with the lower number, a mine that is always first, and a first question that knows of a trap",
    options=Doors,
    state=Trapped,
    start=lambda options: Trapped(sound.Player(), sound.Player(), options.rounds, extra=options.trap),
    turn=lay_numbered,
    view=trapped_view,
)

DOOR_NAMES = {"a": "left", "b": "right", "c": "cellar"}


def tell_the_door_in_other_words(table: Table[Cards]) -> None:
    table.state.extra = table.ask("red", "cards.act", Choose(list(DOOR_NAMES)))
    table.tell("cards.show", "somebody stands behind the {where} door", where=DOOR_NAMES[table.state.extra])
    table.ask("blue", "cards.act", Choose(["wait", "go"]))


def view_without_the_door(state: Cards, seat: str | None) -> Cards:
    seen = view(state, seat)
    if seat != "red" and state.extra is not None:
        seen.extra = "?"
    return seen


told_in_other_words = faulty(
    "leak",
    "blue is told something else for another answer to cards.act, which its view hides",
    "a hidden choice that is told in other words",
    turn=after(tell_the_door_in_other_words),
    view=view_without_the_door,
)

# ---------------------------------------------------------------------- composition


@step
def swing(table: Table[Cards], bonus: int) -> str:
    verdict: str = table.roll(opposed(bonus, 0, sound.attacker_wins_ties), "cards.strike", ("red", "blue"))
    return verdict


def ask_to_swing(foreseen: int, played: int | None) -> Callable[[Table[Cards]], None]:
    """A swing whose forecast is composed a second time, with a bonus of its own; and one that play never comes to."""

    def ask(table: Table[Cards]) -> None:
        foresee: Any = lambda key: (lambda t: swing(t, foreseen)) if key == "swing" else None  # noqa: E731
        if table.ask("red", "cards.act", Choose(["swing", "rest"], forecast=foresee)) == "swing" and played is not None:
            swing(table, played)

    return ask


other_modifier = faulty(
    "composition",
    "the forecast of 'swing' at cards.act is not what play does: swing comes to hit with chance 13/18, in play with",
    "a forecast that composes the rule a second time with another modifier",
    turn=after(ask_to_swing(1, 0)),
)
never_played = faulty(
    "composition",
    "in play with chance 0",
    "a forecast of a step that play never comes to",
    turn=after(ask_to_swing(0, None)),
)


def ask_to_hit(table: Table[Cards]) -> None:
    """The forecast throws two dice, play only one."""
    two = at_least(2, 4)
    foresee: Any = lambda key: (lambda odds: odds.roll(two, "cards.strike")) if key == "hit" else None  # noqa: E731
    if table.ask("red", "cards.act", Choose(["hit", "rest"], forecast=foresee)) == "hit":
        table.roll(at_least(1, 4), "cards.strike")


def ask_to_throw(table: Table[Cards]) -> None:
    """The forecast throws play's own die, and takes a four for a hit, which play does not."""
    foresee: Any = lambda key: lambda t: "hit" if t.roll(total(1), "cards.strike") >= 4 else "miss"  # noqa: E731
    table.ask("red", "cards.act", Choose(["throw", "toss"], forecast=foresee))
    if table.roll(total(1), "cards.strike") >= 5:
        table.state.red.points += 1
        table.tell("cards.strike", "a hit")


other_judgement = faulty(
    "composition",
    "the forecast of 'throw' at cards.act judges the dice otherwise than play: ",
    "a forecast that judges the right dice otherwise",
    turn=after(ask_to_throw),
)
other_dice = faulty(
    "composition",
    "the forecast of 'hit' at cards.act rolls otherwise than play: cards.strike comes to",
    "a forecast that rolls other dice than the rule",
    turn=after(ask_to_hit),
)


def ask_to_hit_twice(table: Table[Cards]) -> None:
    """The second roll of a forecast is of two dice, in play of one; another one rolls by another rule than play."""

    def hit(table: Table[Cards], second: int) -> int:
        table.roll(at_least(1, 4), "cards.strike")
        return table.roll(at_least(second, 4), "cards.draw")

    twice: Any = lambda key: (lambda odds: hit(odds, 2)) if key == "hit" else None  # noqa: E731
    if table.ask("red", "cards.act", Choose(["hit", "rest"], forecast=twice)) == "hit":
        hit(table, 1)
    other: Any = lambda key: (lambda odds: odds.roll(at_least(2, 4), "cards.show")) if key == "hit" else None  # noqa: E731
    if table.ask("red", "cards.stake", Choose(["hit", "rest"], forecast=other)) == "hit":
        table.roll(at_least(1, 4), "cards.strike")


faulty(
    "composition",
    (
        "rolls otherwise than play: cards.draw comes to (0, 0) with chance 1/8, in play with chance 1/4",
        "rolls otherwise than play: cards.show comes to 0 with chance 1/4, in play with chance 0",
    ),
    "forecasts whose second roll is of other dice, or by another rule than play",
    turn=after(ask_to_hit_twice),
)

# ---------------------------------------------------------------------- forecast


def ask_with_a_bad_forecast(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Choose(["a", "b"], forecast=lambda key: {"a": None}[key]))


def ask_with_a_crashing_forecast(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Choose(["a", "b"], forecast=lambda key: lambda t: t.state.nobody))


def ask_with_an_unhashable_forecast(table: Table[Cards]) -> None:
    listed: Any = lambda t: [1, 2]  # noqa: E731
    table.ask("red", "cards.act", Choose(["a", "b"], forecast=lambda key: listed))


no_forecast = faulty(
    "forecast",
    "the forecast of cards.act: 'b'",
    "an option without the forecast it promises",
    turn=after(ask_with_a_bad_forecast),
)
crashing_forecast = faulty(
    "forecast", "has no attribute 'nobody'", "a forecast that crashes", turn=after(ask_with_a_crashing_forecast)
)
list_forecast = faulty(
    "forecast", "unhashable", "a forecast that is a list", turn=after(ask_with_an_unhashable_forecast)
)

# ---------------------------------------------------------------------- rulebook

unknown_tell = faulty(
    "rulebook",
    "has no 'cards.luck'",
    "an unknown rule is told",
    turn=after(lambda t: t.tell("cards." + "luck", "luck")),
)
unknown_end = faulty(
    "rulebook",
    "the outcome cites 'cards.over'",
    "an unknown rule ends the match",
    outcome=lambda state: Outcome("over", "cards." + "over") if state.round >= 3 else None,
)
unknown_procedure = faulty(
    "rulebook",
    "procedure strike cites 'cards.hit'",
    "a procedure by an unknown rule",
    procedures=(replace(sound.game.procedures[0], rule="cards." + "hit"),),
)
unknown_option = faulty(
    "rulebook",
    "cites 'cards.end', which the rulebook does not hold",
    "a rule that only the sources cite",
    rules=Rulebook("cards", "Cards", (*sound.RULES[:-1], Rule("cards." + "over", "The end.")), (sound.RULING,)),
    outcome=lambda state: Outcome("over", "cards." + "over") if state.round >= 3 else None,
)
book_of_doubles = faulty(
    "rulebook",
    "stands 2 times",
    "a rule that stands twice",
    rules=Rulebook("cards", "Cards", sound.RULES * 2, (sound.RULING,)),
)
book_of_gaps = faulty(
    "rulebook",
    "cards.none is omitted, but no rule has that id",
    "an omission of nothing",
    rules=Rulebook(
        "cards", "Cards", sound.RULES, (sound.RULING,), (), (Omitted("cards." + "none", "it does not exist"),)
    ),
)
book_without_choices = faulty(
    "rulebook",
    "the options have rulings.ties",
    "a house rule that the book does not offer",
    rules=Rulebook("cards", "Cards", sound.RULES),
)

# ---------------------------------------------------------------------- question


def ask_what_cannot_be_described(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Choose(["a", "b"], lambda key: {"a": "A"}[key]))


def ask_with_other_keys(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Choose(["a", "b"], lambda key: Option(key.upper(), key)))


def ask_twice_the_same(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Choose(["a", "b", "a"]))


def share_what_cannot_be_shown(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Allocate(3, ["a", "b"], lambda slot: Option(slot, object())))  # type: ignore[arg-type]


def ask_by_an_unknown_rule(table: Table[Cards]) -> None:
    table.ask("red", "cards.act", Choose(["a", "b"], lambda key: Option(key, key, rule="cards." + key)))


undescribed = faulty(
    "question", "showing cards.act: 'b'", "an option that cannot be described", turn=after(ask_what_cannot_be_described)
)
other_keys = faulty(
    "question",
    "with the keys ['A', 'B'] for ['a', 'b']",
    "an option that is described by another key",
    turn=after(ask_with_other_keys),
)
doubled = faulty(
    "question", "an option is offered twice", "an option that is offered twice", turn=after(ask_twice_the_same)
)
unshown = faulty("question", "unsupported", "a slot that JSON cannot hold", turn=after(share_what_cannot_be_shown))
unruled = faulty(
    "question", "an option cites 'cards.a'", "an option by an unknown rule", turn=after(ask_by_an_unknown_rule)
)

# ---------------------------------------------------------------------- scene

NO_TEXT: Any = object()
NO_STRING: Any = 3

crashing_scene = faulty(
    "scene", "has no attribute 'headline'", "a scene that crashes", scene=lambda view, seat: Scene(view.headline)
)
scene_of_objects = faulty(
    "scene",
    "unsupported",
    "a scene that JSON cannot hold",
    scene=lambda view, seat: Scene("", (Facts("", ((NO_TEXT, ""),)),)),
)
scene_of_numbers = faulty(
    "scene",
    "Expected `str`, got `int`",
    "a scene of other types",
    scene=lambda view, seat: Scene("", (Facts("", (("points", NO_STRING),)),)),
)

# ---------------------------------------------------------------------- answer


class Sliver:
    """A region so thin that a rounded point falls out of it."""

    def admits(self, point: tuple[float, float]) -> bool:
        return 0.0001 < point[0] < 0.0002

    def samples(self) -> list[tuple[float, float]]:
        return [(0.00015, 0.0), (0.00017, 0.0)]

    def outline(self) -> Any:
        return "sliver"


class Slippery(Choose[str]):
    """A question that takes an object for an answer which JSON turns into text."""

    __slots__ = ()

    def check(self, answer: Any, rule: str) -> Any:
        return answer

    def sample(self, rng: Any) -> Any:
        return ("a", "b")


answer_of_pairs = faulty(
    "answer",
    "('a', 'b') is another answer",
    "an answer that JSON changes",
    turn=after(lambda t: t.ask("red", "cards.act", Slippery(["a", "b"]))),
)

# ---------------------------------------------------------------------- bot

bot_of_another_game = faulty(
    "bot", "illegal answer 'pass'", "a bot that answers at random", bots={"thinker": lambda asked: "pass"}
)
point_outside = faulty(
    "bot",
    "illegal answer (0.0001",
    "a region whose samples are not legal",
    turn=after(lambda t: t.ask("red", "cards.act", PickPoint(Sliver()))),
)

# ---------------------------------------------------------------------- papers


def letter(**changes: Any) -> tuple[Paper, ...]:
    """A paper that takes any text, with something else in its place."""
    paper = Paper(name="letter", title="Letter", about="", read=str, show=lambda text: Scene(text), examples=("first",))
    return (replace(paper, **changes),)


def refuse(text: str) -> str:
    raise BadPaper("is too short", "line 1")


refused_example = faulty(
    "paper", "the example first of letter is refused", "an example that is refused", papers=letter(read=refuse)
)
unshown_example = faulty(
    "paper", "reading the papers", "a paper that fails to be shown", papers=letter(show=lambda text: Scene(text[99]))
)
paper_by_no_rule = faulty(
    "paper", "letter cites 'cards.letter'", "a paper by an unknown rule", papers=letter(rule="cards." + "letter")
)
paper_for_no_option = faulty(
    "paper", "the game does not have", "a paper for an unknown option", papers=letter(option="letters")
)
paper_made_by_chance = faulty(
    "paper", "another one each time", "a paper by chance", papers=letter(make=lambda wishes, seed: str(random()))
)
papers_of_one_name = faulty("paper", "the name of 2 papers", "two papers of one name", papers=letter() * 2)


# ---------------------------------------------------------------------- what a newcomer is told

_RULES = ("cards." + "charm",)
faulty(
    "guide",
    "'cards.charm', which is not in the rulebook",
    "a briefing with a rule that is not there",
    briefing=Briefing("You draw cards.", "Draw the highest.", "A deck of cards.", rules=_RULES),
)
faulty(
    "guide",
    "the token 'The dog', and nothing on the table is tag 'dog'",
    "a briefing with a token that is not there",
    briefing=Briefing(
        "You draw cards.", "Draw the highest.", "A deck.", (Token("The dog", "It barks.", At(tag="dog")),)
    ),
)


# ---------------------------------------------------------------------- lint


def look_at_the_clock(table: Table[Cards]) -> None:
    table.state.extra = time.monotonic() < 0


def read_a_file(table: Table[Cards]) -> None:
    table.state.extra = Path(__file__).read_text("utf-8") == ""


def walk_over_a_set(table: Table[Cards]) -> None:
    for name in {"red", "blue"}:
        table.state.extra = len(name) > 9


def tell_without_facts(table: Table[Cards]) -> None:
    if table.state.round < 0:
        table.tell("cards.act", "{who} does it")


def capture_a_figure(table: Table[Cards]) -> None:
    for one in (table.state.red,):
        table.ask("red", "cards.act", Choose([0, 1], forecast=lambda key, one=one: lambda odds: one.points + key))  # type: ignore[misc]


def end_in_words(state: Cards) -> Any:
    if state.round < 0:
        return "over"
    return sound.game.outcome(state)


faulty("lint", "time.monotonic() reads the clock", "a rule that looks at the clock", turn=after(look_at_the_clock))
faulty("lint", "read_text() reaches for a file", "a rule that reads a file", turn=after(read_a_file))
faulty("lint", "walks over a set", "a rule that walks over a set", turn=after(walk_over_a_set))
faulty("lint", "tells of {who}, but no fact", "a sentence without its facts", turn=after(tell_without_facts))
faulty("lint", "the forecast captures one", "a forecast that captures", turn=after(capture_a_figure))
faulty("lint", "outcome must return an Outcome", "an outcome in words", outcome=end_in_words)
faulty("lint", "try around ask or roll", "a rule that tries", turn=after(catch_everything))
faulty("lint", "random() draws dice of its own", "a rule with dice of its own", turn=after(draw_lots))
faulty(
    "guide",
    "lesson 1 never comes up when the suggested answers are given",
    "a lesson that never comes up",
    guide=Guide((Lesson("cards.strike", "Nobody is asked this.", answer="no such answer"),)),
)
