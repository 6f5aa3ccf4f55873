"""One rule, one composition: what the desk says, what stands beside an option, and what play does are the same odds.

Situations come from real matches of bots, under several house rules. The count over all branches plays the match on
from the open floor: the option is taken there, and every way the dice can fall is followed to the end of the turn.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest

from adjudge.engine import Asked, playout
from adjudge.engine.chance import FastDice
from adjudge.engine.copying import copy
from adjudge.engine.table import Playout
from adjudge.games.regulus import game
from adjudge.games.regulus.outcomes import Decided, Foretold
from adjudge.games.regulus.policy import answers, policy
from adjudge.games.regulus.rules.roll import sources
from adjudge.games.regulus.rules.table import offers, turn
from adjudge.games.regulus.state import Contest, Session
from adjudge.odds import distribution
from adjudge.odds.forecasts import of_procedure
from adjudge.story import Offer
from tests.games.regulus.evening import Evening

HOUSES: list[dict[str, str]] = [
    {},
    {"advantage_chosen_before_roll": "held", "push_advantages": "spent"},
    {"d8_timing": "after", "discard_only_die": "roll-again"},
    {"ones_count_per_die": "once", "reroll_result_stands": "better", "push_advantages": "none"},
    {"leverage_without_means": "allowed", "favored_without_means": "one-left", "ones_after_push": "every-roll"},
    {"discard_only_die": "plain-no", "ones_add_to_result": "not-the-kept", "push_no_new_resources": "luck"},
]
TRIED = 8
"""Situations of each kind and house."""


def wanderer(asked: Asked) -> Any:
    """Takes whatever a contest waits for, else anything; dice that lie are treated as the odds have it."""
    if answers(asked.rule):
        return policy(asked)
    if asked.rule != "story.floor":
        return asked.question.sample(asked.rng)
    options = list(asked.question.options)  # type: ignore[attr-defined]
    due = [key for key in options if asked.question.about(key).facts["nature"] == "now"]  # type: ignore[attr-defined]
    wanted = [key for key in due if "advantage/stop" not in key and "/enough" not in key]
    if asked.rng.random() < 0.1:
        return asked.rng.choice(options)
    return asked.rng.choice(wanted or due or [key for key in options if key.startswith("do/")])


def situations(rulings: dict[str, str], seed: int) -> Iterator[Session]:
    """The states of a match before each of its turns."""
    options = game.configure({"players": 2, "scenes": 0, "rulings": rulings, "approvals": "automatic"})
    table = Playout(game.start(options), {seat.id: wanderer for seat in game.seats(options)}, FastDice(seed), game.view)
    for _ in range(400):
        if game.outcome(table.state) is not None:
            return
        yield copy(table.state)
        table.begin_turn()
        turn(table)


def found(kind: str, rulings: dict[str, str]) -> list[tuple[Session, Contest, Offer]]:
    """Situations in which a contest waits for its dice, or for a push."""
    seen: dict[str, tuple[Session, Contest, Offer]] = {}
    for seed in range(8):
        for session in situations(rulings, seed):
            for seat, offer in ((seat, it) for seat, mine in offers(session).items() for it in mine):
                if offer.about().kind == kind and offer.nature == "now" and seat not in session.story.away:
                    contest = session.contest(int(offer.about().target))
                    looks = str((contest.means != "", contest.dice, contest.advantages, contest.sudden, contest.column,
                                 contest.faces, contest.used, len(contest.leverage)))  # fmt: skip
                    seen.setdefault(looks, (session, contest, offer))
    kept = list(seen.values())
    Random(7).shuffle(kept)
    return kept[:TRIED]


def in_play(session: Session, contest: Contest, offer: Offer) -> dict[Foretold, Fraction]:
    """What the turn of the live rule comes to, through all its branches."""

    def act(table: Any) -> Hashable:
        turn(table)
        played = table.state.contest(contest.id)
        return Foretold(played.result, len(sources(table.state, played, played.result, "")))

    def on_the_floor(asked: Asked) -> Any:
        return (contest.seat, offer.key) if asked.rule == "story.floor" else policy(asked)

    return distribution(act, copy(session), policy=on_the_floor).chances


def beside_the_option(session: Session, offer: Offer) -> dict[Foretold, Fraction]:
    assert offer.forecast is not None
    return distribution(offer.forecast, copy(session), policy=game.policy).chances


def at_the_desk(name: str, params: dict[str, Any]) -> dict[Foretold, Fraction]:
    odds = of_procedure(game, name, params)
    return odds.map(lambda it: Foretold(it.result, it.issues)).chances


COUNTS = {"+1": "plus", "discard": "discard", "re-roll": "reroll", "d8": "d8", "Luck": "luck"}


def described(session: Session, contest: Contest) -> dict[str, Any]:
    """A contest before its dice, as one would describe it to the desk. Luck is what there was before it all."""
    gained, paid = contest.advantages.count("Luck"), (contest.means == "luck") + (contest.sudden == "paid")
    held = len(contest.leverage) - len(contest.advantages)
    is_held = session.rulings.advantage_chosen_before_roll == "held"
    return {
        "means": contest.means not in ("", "luck"),
        "buy_means": contest.means == "luck",
        "dice": contest.dice or 1,
        "sudden": contest.sudden != "calm",
        "pay_sudden": contest.sudden == "paid",
        "favored": "favored" in contest.advantages,
        **{name: contest.advantages.count(option) for option, name in COUNTS.items()},
        "held": held if is_held else 0,
        "luck_level": session.sheets[contest.seat].luck - gained + paid,
        "rulings": followed(session),
    }


def pushed(session: Session, contest: Contest) -> dict[str, Any]:
    """A Maybe that lies on the table, as one would describe it to the desk."""
    late = session.rulings.d8_timing == "after"
    return {
        "dice": len(contest.sides),
        "column": contest.column,
        **{name: contest.advantages.count(option) for option, name in COUNTS.items() if name != "luck"},
        "used_reroll": contest.used.count("re-roll"),
        "used_discard": contest.used.count("discard"),
        "used_d8": contest.used.count("d8") if late else 0,
        "ones": contest.faces.count(1) - contest.discarded,
        "pushes": contest.pushes,
        "luck_level": session.sheets[contest.seat].luck,
        "rulings": followed(session, ("advantage_chosen_before_roll", "favored_without_means")),
    }


def followed(session: Session, without: tuple[str, ...] = ()) -> dict[str, str]:
    ours = type(session.rulings)()
    names = session.rulings.__struct_fields__
    changed = {name: getattr(session.rulings, name) for name in names}
    return {name: it for name, it in changed.items() if it != getattr(ours, name) and name not in without}


@pytest.mark.parametrize("rulings", HOUSES, ids=lambda rulings: ", ".join(rulings) or "as written")
@pytest.mark.rules("roll.cast-after-setup", "contest.roll-decides-outcome-and-issues", "ruling.odds-policy")
def test_a_roll_has_the_same_odds_at_the_desk_beside_the_option_and_in_play(rulings):
    tried = found("cast", rulings)
    assert len(tried) >= 5
    for session, contest, offer in tried:
        played = in_play(session, contest, offer)
        assert beside_the_option(session, offer) == played
        assert at_the_desk(contest.kind, described(session, contest)) == played, described(session, contest)


@pytest.mark.parametrize("rulings", HOUSES, ids=lambda rulings: ", ".join(rulings) or "as written")
@pytest.mark.rules("push.one-more-die", "ruling.push-advantages", "ruling.ones-after-push")
def test_a_push_has_the_same_odds_at_the_desk_beside_the_option_and_in_play(rulings):
    tried = [it for it in found("push", rulings) if not it[1].ones_before]
    assert len(tried) >= 3
    for session, contest, offer in tried:
        played = in_play(session, contest, offer)
        assert beside_the_option(session, offer) == played
        assert at_the_desk("push", pushed(session, contest)) == played, pushed(session, contest)


def _turn_of(number: int, table: Any) -> str:
    turn(table)
    return str(table.state.test(number).result)


def _rolls(key: str, asked: Asked) -> Any:
    return ("p1", key) if asked.rule == "story.floor" else policy(asked)


@pytest.mark.parametrize("after", ["before", "after"])
@pytest.mark.rules("test.roll", "ruling.test-luck-before-roll")
def test_a_test_has_the_same_odds_at_the_desk_beside_the_option_and_in_play(after):
    evening = Evening(rulings={"test_luck_before_roll": after}, approvals="automatic")
    for hard, entries in [(False, 0), (False, 2), (True, 1)]:
        evening.act("p1", "do/ask", f"Is it {hard} {entries}?").act("gm", "hard" if hard else "ordinary")
        named = [f"quality/{it}" for it in evening.session.sheets["p1"].qualities[:entries]]
        evening.act("p1", "name", named) if named else evening.act("p1", "nothing")
        number, key = evening.test.id, evening.key("p1", "roll")
        played = distribution(partial(_turn_of, number), copy(evening.session), policy=partial(_rolls, key)).chances
        forecast = evening.offered("p1")[key].forecast
        assert forecast is not None
        assert distribution(forecast, evening.session, policy=policy).chances == played
        params = {"hard": hard, "entries": entries, "rulings": {"test_luck_before_roll": after}}
        assert of_procedure(game, "test", params).chances == played
        evening.act("p1", "roll", *(["stay"] if after == "after" else []), dice=(1,))
        evening.act("gm", f"now/item/{evening.owed()[0].id}/tell", "Who knows")


def test_the_bot_plays_as_the_odds_suppose():
    """Its questions about dice are answered by the very policy that forecasts use."""
    asked: list[tuple[str, Any]] = []

    def watched(it: Asked) -> Any:
        answer = game.bot("player")(it)
        if answers(it.rule):
            asked.append((it.rule, answer == policy(it)))
        return answer

    options = game.configure({"players": 2, "scenes": 3})
    for seed in range(6):
        playout(game, options, {seat.id: watched for seat in game.seats(options)}, seed)
    assert {rule for rule, _ in asked} >= {"advantage.re-roll"}
    assert all(is_same for _, is_same in asked)


def test_decided_and_foretold_say_the_same_in_words():
    assert game.words(Decided("Yes", issues=1)) == game.words(Foretold("Yes", 1)) == "Yes, 1 issue"
