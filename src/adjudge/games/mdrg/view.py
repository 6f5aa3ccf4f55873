"""What is shown of a battle: the table, the parties, and why a shot is refused."""

from __future__ import annotations

from adjudge.engine import Board, Card, Cards, Facts, Piece, Scene, Sightline
from adjudge.engine.copying import copy
from adjudge.engine.moments import first_of, gather
from adjudge.engine.scene import Condition, Held, Mood, Panel
from adjudge.engine.wording import several
from adjudge.field.board import scenery
from adjudge.games.mdrg.ability import marked, occasion, one_voice
from adjudge.games.mdrg.book import GEAR, SCENARIOS, SPECIALS, name_of, split
from adjudge.games.mdrg.figures import current, is_helpless, named, quality, side_of, stick_of
from adjudge.games.mdrg.looks import HOLDS, role_of
from adjudge.games.mdrg.places import base_of, ground
from adjudge.games.mdrg.rules.actions import arms_in_words
from adjudge.games.mdrg.rules.battle import outcome
from adjudge.games.mdrg.rules.profiles import Objection
from adjudge.games.mdrg.rules.ranged import refusals
from adjudge.games.mdrg.sights import sightlines
from adjudge.games.mdrg.state import Battle, Figure, Item

SHOWN_REFUSALS = 12


# Moments at which the scenario speaks


@first_of
def prize(state: Battle) -> str | None:
    """How the battle for its prize stands, in a few words."""


@first_of
def called() -> str | None:
    """A thing's that lies on the table: what it is called there, if not by its name."""


@gather
def landmarks(state: Battle) -> list[Piece]:
    """What is drawn on the table besides scenery, models and things."""


def view(state: Battle, seat: str | None) -> Battle:
    """Nothing is hidden but which counters of another's lurking plants are dummies."""
    if not state.counters:
        return state
    seen = copy(state)
    for counter in seen.counters:
        if counter.seat != seat:
            counter.figure = ""
    return seen


def scene(state: Battle, seat: str | None) -> Scene:
    """A battle as a seat sees it."""
    panels: list[Panel] = []
    acting = active_figure(state)
    mine = acting if acting is not None and side_of(state, acting) == seat else None
    if state.figures:
        panels.append(board(state, sightlines(state, mine) if mine else ()))
    if mine:
        panels += why_not(state, mine)
    if state.figures:
        panels += [party_cards(state, owner) for owner in state.seats]
    panels.append(facts(state))
    return Scene(headline(state), tuple(panels))


def headline(state: Battle) -> str:
    """Where the match stands, in a line; once it is over, how it ended."""
    if (ended := outcome(state)) is not None:
        return f"{ended.text[:1].upper()}{ended.text[1:]}"
    match state.phase:
        case "muster" | "auction":
            return "The parties gather"
        case "play" if state.turn:
            stakes = prize(occasion(state), state)
            return f"Turn {state.turn}: {{{state.active}}}" + (f" · {stakes}" if stakes else "")
        case "scenario":
            return "The scenario is rolled for"
        case "play":
            return "The first turn is rolled for"
        case "deploy":
            return "Deployment"
    return "Before the battle"


def goal(state: Battle, seat: str | None) -> str:
    """game.end: one side is to be beaten or driven off; how many each party has left."""
    left = {it: sum(not figure.gone for figure in state.figures.values() if figure.seat == it) for it in state.seats}
    others = {it: count for it, count in left.items() if it != seat}
    foes = " · ".join(f"{{{it}}} has {several(count, 'model')} left" for it, count in others.items())
    numbers = f"{foes} · you have {left[seat]}" if seat in left else foes
    return f"{SCENARIOS[state.scenario].goal} · {numbers}" if state.scenario in SCENARIOS else numbers


def board(state: Battle, sights: tuple[Sightline, ...] = ()) -> Board:
    """The table to scale."""
    field = ground(state)
    pieces = tuple(on_board(state, figure) for figure in state.figures.values() if figure.placed and not figure.gone)
    lurking = tuple(
        Piece(one.id, one.x, one.y, one.figure or "?", radius=one.width / 2, seat=one.seat, role="unknown")
        for one in state.counters
    )
    lying = tuple(on_the_ground(number, item) for number, item in enumerate(state.items))
    marks = tuple(landmarks(occasion(state), state))
    everything = (*lying, *marks, *pieces, *lurking)
    return Board("The table", field.width, field.depth, "mm", scenery(field), everything, sights=sights)


ITEM_RADIUS = 6.0


def on_the_ground(number: int, item: Item) -> Piece:
    """A thing that lies about."""
    label = called(one_voice(item.item)) or name_of(item.item)
    return Piece(f"item-{number}", item.x, item.y, label, radius=ITEM_RADIUS, mood="good", role="supplies")


def on_board(state: Battle, figure: Figure) -> Piece:
    """A model as a piece of the board."""
    return Piece(
        figure.id,
        figure.x,
        figure.y,
        named(figure),
        radius=base_of(state, figure).diameter / 2,
        seat=side_of(state, figure),
        mood=mood_of(state, figure),
        tags=conditions(figure),
        role=role_of(figure.profile),
        holds=in_hand(figure),
        conditions=badges(figure),
    )


def in_hand(figure: Figure) -> Held:
    """What it has ready, as a screen draws it; an ordinary hand weapon goes without saying."""
    gear = GEAR.get(figure.hand)
    return HOLDS.get(figure.hand, "grenade" if gear and gear.kind == "grenade" else "blade")


def badges(figure: Figure) -> tuple[Condition, ...]:
    """What is the matter with it, as a screen draws it."""
    states: dict[Condition, bool] = {
        "down": figure.fallen,
        "helpless": bool(figure.transfixed) or figure.unconscious or figure.inert,
        "hidden": figure.hidden and not figure.revealed,
        "jammed": any(it.id == figure.hand and (it.jammed or it.broken) for it in figure.weapons),
    }
    return tuple(word for word, is_so in states.items() if is_so)


def mood_of(state: Battle, figure: Figure) -> Mood:
    """How it is, in a word that a screen can colour."""
    if figure.gone:
        return "down"
    if figure == active_figure(state):
        return "active"
    if figure.fallen or is_helpless(figure):
        return "hurt"
    if side_of(state, figure) == state.active:
        return "done" if figure.activated else "ready"
    return "hurt" if any(figure.losses.values()) else ""


def conditions(figure: Figure) -> tuple[str, ...]:
    """What is the matter with it."""
    if figure.gone:
        return (figure.gone,)
    states = {
        "fallen": figure.fallen and "prone" not in figure.effects,
        "transfixed": bool(figure.transfixed),
        "unconscious": figure.unconscious,
        "shut down": figure.inert,
        "hidden": figure.hidden and not figure.revealed,
    }
    brought = (rule for rule in marked(figure.profile) if rule not in SPECIALS and rule not in figure.effects)
    return (*(word for word, is_so in states.items() if is_so), *figure.effects, *brought)


def party_cards(state: Battle, seat: str) -> Cards:
    """The record sheet of a party, as it stands now."""
    party = state.parties.get(seat)
    figures = [figure for figure in state.figures.values() if figure.seat == seat]
    return Cards(party.name if party else seat, tuple(card(state, figure) for figure in figures))


def card(state: Battle, figure: Figure) -> Card:
    """One model."""
    stick = stick_of(figure) or "below short"
    numbers = f"Q{quality(figure)}+ C{current(figure).combat} {stick}"
    rules = ", ".join(name_of(rule) for rule in figure.rules if split(rule)[0] in SPECIALS)
    kit = [*arms_in_words(figure), *(f"{count} {name_of(item)}" for item, count in figure.gear.items() if count)]
    cells = [f"{figure.cells} cells"] if figure.cells else []
    return Card(
        figure.id,
        named(figure),
        note=numbers,
        seat=side_of(state, figure),
        lines=tuple(line for line in (rules, ", ".join([*kit, *cells])) if line),
        tags=conditions(figure),
        mood=mood_of(state, figure),
    )


def facts(state: Battle) -> Facts:
    """The roles and the losses."""
    rows = [("Defender", state.defender or "to be rolled for")]
    if state.scenario in SCENARIOS:
        rows.insert(0, ("Scenario", SCENARIOS[state.scenario].name))
    for seat in state.seats:
        own = [figure for figure in state.figures.values() if figure.seat == seat]
        rows.append(
            (
                seat.capitalize(),
                f"{sum(not f.gone for f in own)} of {len(own)} models, from the {state.sides.get(seat, 'table edge')}",
            )
        )
    return Facts("The battle", tuple(rows))


def active_figure(state: Battle) -> Figure | None:
    """The model that is acting."""
    acting = state.figures.get(state.acting)
    return acting if acting and state.phase == "play" and acting.placed and not acting.gone else None


def why_not(state: Battle, figure: Figure) -> list[Panel]:
    """Why can this model not shoot at that one: what is in the way, and the rule."""
    found = refusals(state, figure)[:SHOWN_REFUSALS]
    cards = tuple(refused(number, what, why) for number, (what, why) in enumerate(found))
    return [Cards(f"Whom {named(figure)} cannot shoot, and why", cards)] if cards else []


def refused(number: int, what: str, why: Objection) -> Card:
    """One target that is refused; it is not named twice."""
    return Card(f"refused-{number}", f"{what}:", tags=(why.text.removeprefix(f"{what} is "), why.rule))


def measures(state: Battle) -> dict[str, object]:
    """The numbers that simulations gather."""
    left = {
        seat: sum(not figure.gone for figure in state.figures.values() if figure.seat == seat) for seat in state.seats
    }
    return {"turns": state.turn, **{f"{seat} left": count for seat, count in left.items()}}
