"""The table itself: who may do what now, and one act to a turn (story.floor).

These rules are for play outside of Jobs (scope.outside-jobs); on a Job the GM sets a marker (scope.job-replaces).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from adjudge.engine import Choose, ChooseSome, Outcome, Table, Write, total
from adjudge.games.regulus.rules import checks, contests, narrative, results, sheets, strings, tests
from adjudge.games.regulus.rules.challenges import verdict
from adjudge.games.regulus.state import RESULTS, Contest, Session, Test
from adjudge.story import (
    GM,
    Offer,
    Proposal,
    Speaker,
    effect,
    narrate,
    overrides,
    proposals,
    propose,
    scenes,
    screen,
    take_the_floor,
    tellings,
)
from adjudge.story.floor import come_back, leave_the_table, patience, together
from adjudge.story.journal import leave_open
from adjudge.story.ledger import find as find_item
from adjudge.story.ledger import open_items, waive
from adjudge.story.oracle import in_one_go, spark

Do = Callable[[Table[Any], Speaker], None]

GAINS = frozenset({"and-clause", "blanket narration"})
SILENT = frozenset({"push"})
BACK = "Never mind"
MOST_OPEN = 2
MOST_IN_ALL = 6
"""How many resolutions a character, and the whole table, can have open at a time: finish something first."""


def turn(table: Table[Session]) -> None:
    """One act of anybody; then whatever is complete goes on or is closed."""
    take_the_floor(table, "story.floor", offers(table.state))  # every word and effect goes into story.journal
    tidy_up(table)


def tidy_up(table: Table[Session]) -> None:
    for contest in table.state.contests:
        results.tidy_up(table, contest)
    for test in table.state.tests:
        tests.tidy_up(table, test)


def outcome(session: Session) -> Outcome | None:
    """story.session-end."""
    return Outcome(session.story.ended, "story.session-end") if session.story.ended else None


def offers(session: Session) -> dict[str, list[Offer]]:
    """Everything that anybody may do now."""
    story = session.story
    leave = GAINS if contests.asks_the_gm(session) else frozenset()
    told = tellings.offers(story, needs_leave=leave, gains=GAINS, silent=SILENT)
    asked = proposals.offers(story, GRANTED, REFUSED)
    own = {seat: player_offers(session, seat) for seat in session.seats}
    waiting = together(resolutions(session), told, asked)
    by_dice = in_one_go(waiting, offers, tidy_up)
    return together(waiting, own, {GM: gm_offers(session)}, by_dice, patience(waiting, (*session.sheets, GM)))


def resolutions(session: Session) -> dict[str, list[Offer]]:
    """What the open contests, challenges and tests wait for."""
    found: dict[str, list[Offer]] = {}
    steps = [step for it in session.contests if not it.is_over for step in contests.offers_of(session, it)]
    steps += [step for it in session.tests if not it.is_over for step in tests.offers_of(session, it)]
    for seat, offer in steps:
        found.setdefault(seat, []).append(offer)
    return found


def unresolved(session: Session) -> list[str]:
    """Open resolutions in words."""
    story = session.story
    open_contests = [it for it in session.contests if not it.is_over and it.step != "narrate"]
    open_tests = [it for it in session.tests if not it.is_over and it.step != "narrate"]
    return [f"{it.kind} of {story.name(it.seat)} ({it.step}): {it.wanted}" for it in open_contests] + [
        f"test of {story.name(it.seat)} ({it.step}): {it.question}" for it in open_tests
    ]


# ------------------------------------------------------------------ the players


def player_offers(session: Session, seat: str) -> list[Offer]:
    """What a player may do of the own accord."""
    if seat not in session.sheets:
        return [Offer("now/make", "Make your character", "story.creation", sheets.make_character)]
    found = [Offer("do/narrate", "Narrate", "narrative.players-narrate-their-characters", narrative.tell)]
    if seat in free_seats(session):
        found += [
            Offer("do/contest", "Attempt something risky: a contest", "narrative.trigger-contest", attempt),
            Offer("do/ask", "Ask a simple question: a test", "test.when", tests.ask_question),
        ]
    if not any(wish.by == seat and wish.kind in ("string", "edit") for wish in session.story.proposals):
        found += [
            Offer("do/string", "Propose a String", "string.create-ours", strings.player_proposes),
            Offer("do/sheet", "Change your sheet", "story.sheet-edit", sheets.player_edits),
        ]
    if not any(wish.kind == "scene" for wish in session.story.proposals):
        found.append(Offer("do/close", "Suggest that the scene is over", "story.scene", suggest_the_end))
    return [*strings.clause_offers(session, seat, GAINS), *narrative.offers(session, seat), *found]


def free_seats(session: Session) -> list[str]:
    """Whose characters can bear one more resolution."""
    matters: list[Any] = [*session.contests, *session.tests]
    busy = [it.seat for it in matters if not it.is_over]
    return [seat for seat in session.sheets if busy.count(seat) < MOST_OPEN and len(busy) < MOST_IN_ALL]


def attempt(table: Table[Session], speaker: Speaker) -> None:
    """narrative.trigger-contest: what the character does, and what the player wants from it (contest.outcome-first).

    The game has no rolls for non-player characters (contest.npc-ours); among players one roll decides
    (ruling.player-against-player, ruling.group-action).
    """
    hand = speaker.hand
    action = table.ask(
        hand, "contest.action-type", Write("What does your character do?", limit=300, suggestion="I shoot")
    )
    wanted = Write(
        "What do you want from it? Yes and No answer this sentence", limit=300, suggestion="The droid is down"
    )
    outcome_wanted = table.ask(hand, "contest.outcome-first", wanted)
    company = ask_company(table, speaker)
    against = [seat for stance, seat in company if stance == "against"]
    along = [seat for stance, seat in company if stance == "along"]
    if against and table.state.rulings.player_against_player == "challenge":
        contests.begin(table, "challenge", against[0], outcome_wanted)
        return
    each = along if table.state.rulings.group_action == "one-each" else []
    contests.begin(table, "contest", speaker.seat, outcome_wanted, action, along=() if each else along)
    for seat in each:
        contests.begin(table, "contest", seat, outcome_wanted, action)


def ask_company(table: Table[Session], speaker: Speaker) -> list[tuple[str, str]]:
    """Other player characters in it, who act along or are acted against."""
    story = table.state.story
    others = [seat for seat in table.state.sheets if seat != speaker.seat]
    keys = [f"{stance}/{seat}" for seat in others for stance in ("along", "against")]
    question = ChooseSome(
        keys, lambda key: _stance(story.name(key.partition("/")[2]), key), prompt="Who else is in it?"
    )
    chosen = table.ask(speaker.hand, "ruling.group-action", question)
    return [(key.partition("/")[0], key.partition("/")[2]) for key in chosen]


def _stance(name: str, key: str) -> str:
    return f"{name} acts along" if key.startswith("along") else f"against {name}"


def suggest_the_end(table: Table[Session], speaker: Speaker) -> None:
    propose(table, speaker.seat, "scene", f"close scene {table.state.story.scene}", "story.scene")


# ------------------------------------------------------------------ the GM


def gm_offers(session: Session) -> list[Offer]:
    """What the GM may do for the world."""
    found = narrative.offers(session, GM)
    found.append(Offer("do/narrate", "Narrate the world", "narrative.gm-narrates-the-world", narrative.tell))
    if free_seats(session):
        befalls = "Something befalls a character: a challenge"
        found += [
            Offer("do/challenge", befalls, "narrative.trigger-challenge", threaten),
            Offer("do/test", "Offer a test", "test.gm-offers", tests.offer_test),
            Offer("do/world/by-dice", "Let the dice move the world", "story.oracle", move_the_world),
        ]
    if session.sheets and not any(item.kind == "meaning" for item in open_items(session.story)):
        found.append(Offer("do/check", "Call a check", "check.when", checks.call))
    if session.sheets:
        found += [
            Offer("do/string", "Strings", "string.purpose", partial(choose_from, "string.purpose", strings.gm_menu)),
            Offer("do/sheet", "Change a sheet", "story.sheet-edit", sheets.gm_edits),
        ]
    return [
        *found,
        Offer("do/screen", "Behind the screen", "story.notes", partial(choose_from, "story.notes", screen_menu)),
        Offer("do/ruling", "Rule on something", "story.override", partial(choose_from, "story.override", ruling_menu)),
        Offer("do/close", "Close the scene", "story.scene", close_scene),
        Offer("do/end", "End the session", "story.session-end", end_session),
    ]


def choose_from(
    rule: str, menu_of: Callable[[Session], dict[str, Do]], table: Table[Session], speaker: Speaker
) -> None:
    """A menu within the menu."""
    menu = menu_of(table.state)
    chosen = table.ask(speaker.hand, rule, Choose([*menu, BACK], prompt="What exactly?"))
    if chosen != BACK:
        menu[chosen](table, speaker)


def threaten(table: Table[Session], speaker: Speaker) -> None:
    """challenge.when: the GM states the threat; several characters get one challenge each (ruling.group-action)."""
    session = table.state
    words = Write("What is about to happen to them?", limit=300, suggestion="The droid shoots you down")
    threat = table.ask(speaker.hand, "narrative.trigger-challenge", words)
    whom = ChooseSome(free_seats(session), session.story.name, least=1, prompt="Whom does it befall?")
    for seat in table.ask(speaker.hand, "ruling.group-action", whom):
        contests.begin(table, "challenge", seat, threat)


def move_the_world(table: Table[Session], speaker: Speaker) -> None:
    """story.oracle: quiet on 1 or 2, a turn of events on 3 or 4, a challenge on 5 or 6."""
    fate = table.roll(FATE, "story.oracle", speaker.hand)
    if fate == "nothing stirs":
        narrative.let_all_stand(table, speaker)
        return
    event = spark(table, speaker)
    if fate == "something happens":
        narrate(table, GM, f"{event[0].upper()}{event[1:]}.", "narrative.gm-narrates-the-world")
    else:
        contests.begin(table, "challenge", drawn(table, speaker, free_seats(table.state)), event)


FATE = total(1).map(
    lambda face: ("nothing stirs", "something happens", "a challenge")[(face - 1) // 2], "the world moves"
)


def drawn(table: Table[Session], speaker: Speaker, seats: list[str]) -> str:
    """One of several seats, by a die."""
    if len(seats) == 1:
        return seats[0]
    return seats[table.roll(total(1, len(seats)), "story.oracle", speaker.hand) - 1]


def screen_menu(session: Session) -> dict[str, Do]:
    """story.notes and story.secret-roll."""
    menu: dict[str, Do] = {"Write a private note": screen.write_note}
    for dice in range(1, screen.MOST_SECRET_DICE + 1):
        menu[f"Roll {dice}d6 in secret"] = partial(_roll_in_secret, dice)
    for paper in session.story.papers:
        menu[f"Show {paper.id}: {paper.text}"] = partial(_show, paper.id)
    return menu


def _roll_in_secret(dice: int, table: Table[Session], speaker: Speaker) -> None:
    screen.roll_in_secret(table, speaker, dice)


def _show(number: int, table: Table[Session], speaker: Speaker) -> None:
    screen.show(table, number)


def ruling_menu(session: Session) -> dict[str, Do]:
    """The GM's rulings: results, what is owed, and how the table is run."""
    menu: dict[str, Do] = {}
    if judged(session):
        menu["Set a result aside"] = set_aside
    if any(not it.taken_back for it in session.story.overrides):
        menu["Put a result back"] = put_back
    if open_items(session.story):
        menu["Waive something owed"] = waive_item
    menu["Ask about outcomes and entries" if session.approvals == "automatic" else "Approve everything"] = (
        switch_approvals
    )
    menu["The Job is over" if session.on_a_job else "On a Job from here"] = switch_job
    if session.situation:
        menu |= {"Close the Situation": sheets.close_situation, "Give a Situation Rating": sheets.give_situation_rating}
    else:
        menu["Open a Situation"] = sheets.open_situation
    for seat in session.seats:
        is_away = seat in session.story.away
        menu[f"{session.story.name(seat)} is {'back' if is_away else 'away'}"] = partial(_presence, seat, is_away)
    return menu


def _presence(seat: str, is_away: bool, table: Table[Session], speaker: Speaker) -> None:
    """story.absent."""
    (come_back if is_away else leave_the_table)(table, seat)


def switch_approvals(table: Table[Session], speaker: Speaker) -> None:
    """story.approval."""
    session = table.state
    session.approvals = "ask" if session.approvals == "automatic" else "automatic"
    effect(table, "story.approval", "approvals: {how}", how=session.approvals)


def switch_job(table: Table[Session], speaker: Speaker) -> None:
    """scope.job-replaces: the marker; the Job's own rules are not ours to run (ruling.job-rules-missing)."""
    session = table.state
    session.on_a_job = not session.on_a_job
    effect(table, "scope.job-replaces", "on a Job: {is_so}", is_so="yes" if session.on_a_job else "no")


def waive_item(table: Table[Session], speaker: Speaker) -> None:
    """story.ledger."""
    words = {it.id: f"{it.kind} from {it.source}" for it in open_items(table.state.story)}
    number = table.ask(speaker.hand, "story.ledger", Choose(list(words), words.__getitem__, prompt="Waive what?"))
    waive(table, number, table.ask(speaker.hand, "story.ledger", Write("Why?", limit=200, suggestion="not worth it")))
    if find_item(table.state.story, number).kind == "push":
        contest = next(it for it in table.state.contests if it.id == find_item(table.state.story, number).matter)
        results.decide(table, contest, "No")


# ------------------------------------------------------------------ overrides


def judged(session: Session) -> dict[int, str]:
    """Results that can be set aside, by the number of what they decided."""
    found = {it.id: f"{it.kind}: {it.wanted} ({it.decided})" for it in session.contests if it.decided}
    found |= {it.id: f"check: {it.rating} ({checks.in_words(it.passed)})" for it in session.checks}
    asked = {it.id: f"test: {it.question} ({it.result})" for it in session.tests if it.result in ("success", "failure")}
    return found | asked


def set_aside(table: Table[Session], speaker: Speaker) -> None:
    """story.override: another result, with a reason."""
    rule, menu = "story.override", judged(table.state)
    number = table.ask(speaker.hand, rule, Choose(list(menu), menu.__getitem__, prompt="Which result?"))
    was = result_now(table.state, number)
    others = [result for result in results_like(was) if result != was]
    now = table.ask(speaker.hand, rule, Choose(others, prompt=f"In place of {was}?"))
    reason = table.ask(speaker.hand, rule, Write("Why?", limit=300, suggestion="it fits the story better"))
    overrides.override(table, number, was, now, reason)
    put_result(table, number, now)
    owe_anew(table, number)


def put_back(table: Table[Session], speaker: Speaker) -> None:
    """The last override that stands for a result is taken back first."""
    story = table.state.story
    standing = {it.matter: it for it in story.overrides if not it.taken_back}
    words = {it.id: f"{it.now}: back to {it.was}" for it in standing.values()}
    number = table.ask(speaker.hand, "story.override", Choose(list(words), words.__getitem__, prompt="Put back which?"))
    done = overrides.take_back(table, number)
    put_result(table, done.matter, done.was)


def result_now(session: Session, number: int) -> str:
    matter = matter_of(session, number)
    if isinstance(matter, Contest):
        return matter.decided
    return matter.result if isinstance(matter, Test) else checks.in_words(matter.passed)


def matter_of(session: Session, number: int) -> Any:
    matters: list[Any] = [*session.contests, *session.checks, *session.tests]
    return next(it for it in matters if it.id == number)


def results_like(was: str) -> list[str]:
    for family in (("passed", "failed"), ("success", "failure")):
        if was in family:
            return list(family)
    return [result for result in RESULTS if result not in ("Maybe", "Possibly")]


def put_result(table: Table[Session], number: int, result: str) -> None:
    session, matter = table.state, matter_of(table.state, number)
    if isinstance(matter, Contest):
        matter.decided, matter.step = result, "narrate"
        results.settle_dispute(table, matter)
    elif isinstance(matter, Test):
        matter.result, matter.step = result, "narrate"
    else:
        session.checks[session.checks.index(matter)] = replace(matter, passed=result == "passed")


def owe_anew(table: Table[Session], number: int) -> None:
    """What the other result brings is owed in place of what the old one brought."""
    matter = matter_of(table.state, number)
    if isinstance(matter, Contest):
        results.owe_everything(table, matter, verdict(matter)[2])
    elif isinstance(matter, Test):
        tests.owe_answer(table, matter)
    else:
        checks.owe_meaning(table, matter)


# ------------------------------------------------------------------ proposals, scenes, the end


def telling_granted(table: Table[Any], proposal: Proposal) -> None:
    """Earned words are canon (ruling.dispute-earned-narration), unless the table lets and-clauses be disputed.

    How far a blanket narration is related to its challenge, the GM judges (ruling.challenge-blanket-direct).
    """
    item = find_item(table.state.story, int(proposal.about))
    tellings.granted(table, proposal)
    if item.kind in GAINS and table.state.rulings.dispute_earned_narration == "and-clauses":
        leave_open(table.state.story, table.state.story.journal[-1].id)


def issue_granted(table: Table[Any], proposal: Proposal) -> None:
    contest = matter_of(table.state, int(proposal.about))
    results.issue_stated(table, contest, proposal.text)


def scene_granted(table: Table[Any], proposal: Proposal) -> None:
    close_scene(table, Speaker(GM, GM))


GRANTED: dict[str, Callable[[Table[Any], Proposal], None]] = {
    "telling": telling_granted,
    "issue": issue_granted,
    "string": strings.granted,
    "edit": sheets.granted,
    "objection": narrative.objection_granted,
    "scene": scene_granted,
}
REFUSED: dict[str, Callable[[Table[Any], Proposal], None]] = {"objection": narrative.objection_refused}


def close_scene(table: Table[Session], speaker: Speaker) -> None:
    """story.scene; after the agreed number of scenes the session is over (story.session-end)."""
    session = table.state
    if not scenes.may_end(table, speaker, unresolved(session), "scene"):
        return
    scenes.close_scene(table, speaker)
    if session.scenes and session.story.scenes_closed >= session.scenes:
        say_the_end(table)
    else:
        scenes.open_scene(table, speaker)


def end_session(table: Table[Session], speaker: Speaker) -> None:
    if scenes.may_end(table, speaker, unresolved(table.state), "session"):
        scenes.close_scene(table, speaker)
        say_the_end(table)


def say_the_end(table: Table[Session]) -> None:
    story = table.state.story
    left = scenes.owed(story, unresolved(table.state))
    rest = f", with {len(left)} things open" if left else ""
    story.ended = f"The session ends after {story.scenes_closed} scene{'s' * (story.scenes_closed != 1)}{rest}"
    table.tell("story.session-end", story.ended)
