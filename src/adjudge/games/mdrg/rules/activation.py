"""Activation: the turns of the players, one model at a time."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from adjudge.engine import Choose, Deed, Option, Table, step, total
from adjudge.engine.moments import any_of, each, first_of
from adjudge.engine.questions import Forecast
from adjudge.games.mdrg.ability import one_voice, voices
from adjudge.games.mdrg.book import name_of
from adjudge.games.mdrg.figures import (
    current,
    held,
    in_play,
    models_of,
    named,
    quality,
    refresh,
    side_of,
)
from adjudge.games.mdrg.outcomes import Outcome
from adjudge.games.mdrg.places import ground
from adjudge.games.mdrg.rules import actions
from adjudge.games.mdrg.rules.buildings import bash, pairs_at_doors
from adjudge.games.mdrg.rules.groups import after_activation, group_roll
from adjudge.games.mdrg.rules.line_of_sight import is_hidden
from adjudge.games.mdrg.rules.lurkers import lurking, reveal
from adjudge.games.mdrg.rules.quality import (
    PASSING_FAILURES,
    Dice,
    actions_of,
    quality_roll,
)
from adjudge.games.mdrg.state import Battle, Figure
from adjudge.games.mdrg.wording import words as in_words

END_TURN = "end-turn"
TOGETHER = "together:"
ACTIVATION_DICE = (1, 2, 3)


# Moments at which special rules speak


@any_of
def ends(table: Table[Battle], figure: Figure) -> bool:
    """An effect's, or what holds the model: whether it is over when its bearer's owner begins a turn."""


@any_of
def fades() -> bool:
    """An effect's: whether it is over when the turn passes."""


@first_of
def overloads(figure: Figure, ones: int) -> str | None:
    """What happens to the model if so many activation dice show 1, in words; nothing if nothing does."""


@any_of
def conceals() -> bool:
    """An effect's: whether its bearer begins the turn hidden, whoever sees it."""


@each
def torments(table: Table[Battle], figure: Figure, is_own: bool) -> None:
    """An effect's: a turn begins, of its bearer's owner or of somebody else."""


# Whose turn it is


def begin_play(table: Table[Battle]) -> None:
    """activation.first-turn-roll; with more than two players cards are drawn in place of it (multiplayer-details)."""
    state = table.state
    state.phase = "play"
    state.originals = {seat: sum(figure.seat == seat for figure in state.figures.values()) for seat in state.seats}
    if len(state.seats) > 2:
        state.waiting = draw_cards(table, "multiplayer.order-each-turn")
    else:
        state.waiting = [highest_roller(table, list(state.seats), "activation.first-turn-roll")]
    begin_turn(table, state.waiting.pop(0))


def highest_roller(table: Table[Battle], seats: list[str], rule: str) -> str:
    """Everybody rolls a die, again while the highest are equal (initiative-ties)."""
    while len(seats) > 1:
        rolls = {seat: table.roll(total(1), rule, seat) for seat in seats}
        seats = [seat for seat in seats if rolls[seat] == max(rolls.values())]
    return seats[0]


def draw_cards(table: Table[Battle], rule: str) -> list[str]:
    """multiplayer.order-each-turn, scale.number-of-players: the cards of all players, shuffled anew."""
    cards, drawn = list(table.state.seats), []
    while cards:
        number = table.roll(total(1, len(cards)), rule) if len(cards) > 1 else 1
        drawn.append(cards.pop(number - 1))
    return drawn


def begin_turn(table: Table[Battle], seat: str) -> None:
    """A player's turn: everybody may be activated again, and who is hidden now may ambush."""
    state = table.state
    state.active = seat
    state.turn += 1
    table.tell("activation.nominate", "turn {turn}: {{{seat}}}", turn=state.turn, seat=seat)
    for figure in in_play(state):
        torments(voices(figure.rules), table, figure, side_of(state, figure) == seat)
    if state.deaths:
        actions.follow_up(table)
    for figure in [*models_of(state, seat), *lurking(state, seat)]:
        figure.activated = figure.attacked = False
        figure.moves, figure.volley, figure.shunned = 0, [], []
        figure.used = [thing for thing in figure.used if not thing.startswith("on ")]  # stairs.haste is for one turn
        conceals_it = conceals(voices(figure.rules))
        _shake_off(table, figure)
        figure.hidden = figure.lurking or conceals_it or is_hidden(state, figure)


def _shake_off(table: Table[Battle], figure: Figure) -> None:
    """Effects that last until the owner's next turn are over."""
    figure.effects = [effect for effect in figure.effects if not ends(one_voice(effect), table, figure)]
    if ends(one_voice(figure.transfixed), table, figure):
        figure.transfixed = ""
    refresh(figure)


def pass_turn(table: Table[Battle]) -> None:
    """The turn goes to the next player who has a model left."""
    state = table.state
    for figure in state.figures.values():
        if fades.is_answered(voices(figure.rules)):
            figure.effects = [effect for effect in figure.effects if not fades(one_voice(effect))]
            refresh(figure)
    if len(state.seats) == 2:
        state.waiting = [seat for seat in state.seats if seat != state.active]
    while True:
        if not state.waiting:
            state.waiting = draw_cards(table, "multiplayer.order-each-turn")
        seat = state.waiting.pop(0)
        if models_of(state, seat) or lurking(state, seat) or actions.is_decided(state):
            begin_turn(table, seat)
            return


# One activation


def candidates(state: Battle) -> list[Figure]:
    """activation.nominate: the models of the active player that have not been activated; the senseless cannot be."""
    models = [*models_of(state, state.active), *lurking(state, state.active)]
    return [figure for figure in models if not (figure.activated or figure.unconscious or figure.inert)]


def activation_turn(table: Table[Battle]) -> None:
    """A player nominates a model, chooses its dice, and it acts; or he ends his turn (activation-once-and-pass)."""
    state = table.state
    able = candidates(state)
    if not able:
        pass_turn(table)
        return
    chosen = nominate(table, able)
    if chosen == END_TURN:
        pass_turn(table)
        return
    if chosen.startswith(TOGETHER):
        if bash_together(table, chosen) or not candidates(state):
            pass_turn(table)
        return
    figure = state.figures[chosen]
    if figure.lurking:
        reveal(table, figure)
    count = table.ask(state.active, "activation.nominate", dice_question(figure))
    if activate(table, figure, count) or not candidates(state):  # activation.all-activated-pass-turn
        pass_turn(table)


def nominate(table: Table[Battle], able: list[Figure]) -> str:
    """One of the models, two at a door, or the end of the turn."""
    state = table.state
    pairs = {
        f"{TOGETHER}{door.id}:{one.id}:{two.id}": (door, one, two)
        for door, one, two in pairs_at_doors(state, state.active)
    }
    keys = [*(figure.id for figure in able), *pairs]
    if state.rulings.activation_once_and_pass == "may-stop":
        keys.append(END_TURN)

    def describe(key: str) -> Option:
        if key == END_TURN:
            return Option(key, "end the turn", hotkey="e", caution="ask")
        if key in pairs:
            door, one, two = pairs[key]
            return Option(key, f"{named(one)} and {named(two)} bash {door.title} together", rule="door.bash-cooperate")
        return Option(key, named(state.figures[key]), figure=key, note=in_short(state.figures[key]))

    def about(key: str) -> Deed:
        if key in pairs:
            door, one, two = pairs[key]
            return Deed("bash", one.id, door.id, facts={"with": two.id})
        return Deed(END_TURN) if key == END_TURN else Deed("activate", key)

    return table.ask(state.active, "activation.nominate", Choose(keys, describe, prompt="who acts?", about=about))


def in_short(figure: Figure) -> str:
    """What one wants to know of a model before it is named: its numbers, what it holds, what holds it."""
    words = [f"Quality {quality(figure)}+ Combat {current(figure).combat}"]
    words += [name_of(item) for item in held(figure)]
    words += ["lurking"] if figure.lurking else ["Fallen"] if figure.fallen else []
    return ", ".join([*words, *(["Transfixed"] if figure.transfixed else [])])


def bash_together(table: Table[Battle], key: str) -> bool:
    """door.bash-cooperate: one activation roll on the worse Quality, no Leader needed; then one bash roll at +1.

    Each spends an action on it and may use the others. Whether the turn is lost.
    """
    state = table.state
    _, door, first, second = key.split(":")
    pair = [state.figures[first], state.figures[second]]
    state.turn_lost = False
    dice = group_roll(table, pair[0], pair, "door.bash-cooperate")
    if dice.successes:
        bash(table, pair, ground(state).by_id[door])
        for one in pair if dice.successes > 1 else ():
            actions.act(table, one, dice.successes - 1)
    return state.turn_lost


def dice_question(figure: Figure) -> Choose[int]:
    """activation.playing-safe, faq.one-die-playing-safe: one die never loses the turn. Each number with its odds."""
    id = figure.id

    def foresee(count: int) -> Forecast:
        def outcome(table: Table[Battle]) -> Outcome:
            return resolve_activation(table, table.state.figures[id], count).outcome

        return outcome

    return Choose(
        ACTIVATION_DICE,
        lambda n: f"{n} dice" if n > 1 else "1 die",
        prompt=f"dice for {named(figure)}",
        about=lambda n: Deed("roll", id, facts={"dice": n}),
        facts={"figure": id},
        forecast=foresee,
    )


def activate(table: Table[Battle], figure: Figure, count: int) -> bool:
    """Rolls, lets the model act, and says whether the turn passes (activation.two-failures-pass-turn)."""
    dice = activation_roll(table, figure, count)
    state = table.state
    state.turn_lost = dice.failures >= PASSING_FAILURES
    figure.activated = True
    if dice.successes or state.rulings.zero_cost_actions == "own-activation":
        actions.act(table, figure, dice.successes)
    return state.turn_lost


class Activated(NamedTuple):
    """What activation dice come to: the dice, and what else they do to the model."""

    dice: Dice
    overloads: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The same as an outcome."""
        actions = actions_of(self.dice)
        return replace(actions, also=(*actions.also, *self.overloads))


@step
def resolve_activation(table: Table[Battle], figure: Figure, count: int) -> Activated:
    """activation.success-per-die: one action for each success. The dice are declared first and rolled together."""
    words = f"{count} dice" if count > 1 else "1 die"
    table.tell("activation.nominate", "{name} tries {words}", on=(figure.id,), name=named(figure), words=words)
    dice = quality_roll(table, figure, count, "activation", "activation.success-per-die")
    rule = (
        "activation.two-failures-pass-turn"
        if dice.failures >= PASSING_FAILURES
        else "activation.fewer-than-two-failures-continue"
    )
    table.tell(rule, "{name} has {words}", on=(figure.id,), name=named(figure), words=in_words(actions_of(dice)))
    said = overloads.said(voices(figure.rules), figure, dice.ones)
    return Activated(dice, tuple(word for _, word in said if word))


def activation_roll(table: Table[Battle], figure: Figure, count: int) -> Dice:
    """The dice, and what else they do to the model."""
    dice = resolve_activation(table, figure, count).dice
    after_activation(voices(figure.rules), table, figure, dice.ones)
    return dice
