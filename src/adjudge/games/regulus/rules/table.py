"""The table itself: who may do what now, and one act to a turn (story.floor).

These rules are for play outside of Jobs (scope.outside-jobs); on a Job the GM sets a marker (scope.job-replaces).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from adjudge.engine import ChooseSome, Deed, Outcome, Table, Write, total
from adjudge.games.regulus.data import ventures
from adjudge.games.regulus.rules import checks, contests, narrative, results, sheets, strings, tests
from adjudge.games.regulus.rules.challenges import verdict
from adjudge.games.regulus.rules.results import GAINS
from adjudge.games.regulus.state import RESULTS, Contest, Session, Test
from adjudge.games.regulus.wording import STEPS
from adjudge.story import (
    GM,
    Offer,
    Proposal,
    Speaker,
    narrate,
    powers,
    proposals,
    scenes,
    take_the_floor,
    tellings,
)
from adjudge.story.floor import Do, debts_first, patience, together
from adjudge.story.journal import leave_open
from adjudge.story.ledger import find as find_item
from adjudge.story.ledger import open_items
from adjudge.story.oracle import in_one_go, sentence, spark
from adjudge.story.powers import Result

SILENT = frozenset({"push"})
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
    free = debts_first(story, together(own, {GM: gm_offers(session)}))
    return together(waiting, free, by_dice, patience(waiting, (*session.sheets, GM)))


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
    matters = [(it, it.kind, it.wanted) for it in open_contests] + [(it, "test", it.question) for it in open_tests]
    return [f"{kind} of {story.name(it.seat)}, which waits for {STEPS[it.step]}: {text}" for it, kind, text in matters]


# ------------------------------------------------------------------ the players


def player_offers(session: Session, seat: str) -> list[Offer]:
    """What players may do of their own accord."""
    if seat not in session.sheets:
        return [Offer("now/make", "Make your character", "story.creation", sheets.make_character)]
    found = [
        Offer("do/narrate", "Narrate: tell what you do", "narrative.players-narrate-their-characters", narrative.tell)
    ]
    if seat in free_seats(session):
        found += [
            Offer("do/contest", "Attempt something risky: a contest", "narrative.trigger-contest", attempt),
            Offer("do/ask", "Ask a simple question: a test", "test.when", tests.ask_question),
        ]
    if not any(wish.by == seat and wish.kind in ("string", "edit") for wish in session.story.proposals):
        found += [
            Offer("do/string", "Propose a String: a lasting state", "string.create-ours", strings.player_proposes),
            Offer("do/sheet", "Change your sheet", "story.sheet-edit", sheets.player_edits),
        ]
    found += scenes.suggestion(session.story)
    return [*strings.clause_offers(session, seat, GAINS), *narrative.offers(session, seat), *found]


def free_seats(session: Session) -> list[str]:
    """Whose characters can bear one more resolution."""
    matters: list[Any] = [*session.contests, *session.tests]
    busy = [it.seat for it in matters if not it.is_over]
    return [seat for seat in session.sheets if busy.count(seat) < MOST_OPEN and len(busy) < MOST_IN_ALL]


def attempt(table: Table[Session], speaker: Speaker) -> None:
    """narrative.trigger-contest: what the player wants (contest.outcome-first), then what the character does for it.

    The game has no rolls for non-player characters (contest.npc-ours); among players one roll decides
    (ruling.player-against-player, ruling.group-action).
    """
    hand = speaker.hand
    ideas = ventures().venture
    idea = ideas[len(table.state.contests) % len(ideas)]
    wanted = Write("What do you want? Yes and No answer this sentence", limit=300, suggestion=idea.wanted)
    outcome_wanted = table.ask(hand, "contest.outcome-first", wanted)
    does = Write("What does your character do for it?", limit=300, suggestion=idea.does)
    action = table.ask(hand, "contest.action-type", does)
    along, against = ask_company(table, speaker)
    if against and table.state.rulings.player_against_player == "challenge":
        contests.begin(table, "challenge", against[0], outcome_wanted)
        return
    each = along if table.state.rulings.group_action == "one-each" else []
    contests.begin(table, "contest", speaker.seat, outcome_wanted, action, along=() if each else along)
    for seat in each:
        contests.begin(table, "contest", seat, outcome_wanted, action)


def ask_company(table: Table[Session], speaker: Speaker) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Other player characters in it: who acts along, and who of the rest is acted against."""
    name = table.state.story.name
    others = [seat for seat in table.state.sheets if seat != speaker.seat]
    along = table.ask(speaker.hand, "ruling.group-action", ChooseSome(others, name, prompt="Who acts with you?"))
    rest = [seat for seat in others if seat not in along]
    whom = ChooseSome(rest, name, prompt="Whose character do you act against?")
    return along, table.ask(speaker.hand, "ruling.player-against-player", whom)


# ------------------------------------------------------------------ the GM


def gm_offers(session: Session) -> list[Offer]:
    """What the GM may do for the world."""
    found = narrative.offers(session, GM)
    found.append(Offer("do/narrate", "Narrate: tell what happens", "narrative.gm-narrates-the-world", narrative.tell))
    if free_seats(session):
        befalls = "Something befalls a character: a challenge"
        found += [
            Offer("do/challenge", befalls, "narrative.trigger-challenge", threaten),
            Offer("do/test", "Offer a test", "test.gm-offers", tests.offer_test),
            Offer(
                "do/world/by-dice", "Let the dice move the world", "story.oracle", move_the_world, deed=Deed("world")
            ),
        ]
    if session.sheets and not any(item.kind == "meaning" for item in open_items(session.story)):
        found.append(Offer("do/check", "Call a check", "check.when", checks.call))
    if session.sheets:
        found += [
            powers.submenu("do/string", "Strings", "string.purpose", strings.gm_menu),
            Offer("do/sheet", "Change a sheet", "story.sheet-edit", sheets.gm_edits),
        ]
    return [
        *found,
        powers.submenu("do/screen", "Behind the screen", "story.notes", powers.screen_menu),  # story.secret-roll
        powers.submenu("do/ruling", "Rule on something", "story.override", ruling_menu),
        Offer("do/close", "Close the scene", "story.scene", close_scene, starts=False),
        Offer("do/end", "End the session", "story.session-end", end_session, starts=False),
    ]


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
        tellings.let_all_stand(table, speaker)
        return
    event = spark(table, speaker)
    if fate == "something happens":
        narrate(table, GM, sentence(event), "narrative.gm-narrates-the-world")
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


def ruling_menu(session: Session) -> dict[str, Do]:
    """The GM's rulings: results, what is owed, and how the table is run."""
    menu: dict[str, Do] = {}
    if judged(session):
        menu["Set a result aside"] = set_aside
    if powers.may_put_back(session.story):
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
    return menu | powers.presence_menu(session.story)  # story.absent


def switch_approvals(table: Table[Session], speaker: Speaker) -> None:
    """story.approval."""
    session = table.state
    session.approvals = "ask" if session.approvals == "automatic" else "automatic"
    how = "the GM is asked about outcomes and entries" if session.approvals == "ask" else "everything is approved"
    table.tell("story.approval", how)


def switch_job(table: Table[Session], speaker: Speaker) -> None:
    """scope.job-replaces: the marker; the Job's own rules are not ours to run (ruling.job-rules-missing)."""
    session = table.state
    session.on_a_job = not session.on_a_job
    table.tell("scope.job-replaces", "the Job begins" if session.on_a_job else "the Job is over")


def waive_item(table: Table[Session], speaker: Speaker) -> None:
    """story.ledger; a choice about a Maybe that is waived is a No."""
    item = powers.waive_something(table, speaker)
    if item.kind == "push":
        results.decide(table, table.state.contest(item.matter), "No")


# ------------------------------------------------------------------ overrides


def judged(session: Session) -> dict[int, Result]:
    """Results that can be set aside, by the number of what they decided."""
    closed = tuple(result for result in RESULTS if result not in ("Maybe", "Possibly"))
    found = {it.id: Result(f"{it.kind}: {it.wanted}", it.decided, closed) for it in session.contests if it.decided}
    for check in session.checks:
        found[check.id] = Result(f"check: {check.rating}", checks.in_words(check.passed), ("passed", "failed"))
    for test in session.tests:
        if test.result in ("success", "failure"):
            found[test.id] = Result(f"test: {test.question}", test.result, ("success", "failure"))
    return found


def set_aside(table: Table[Session], speaker: Speaker) -> None:
    """story.override: another result, with a reason."""
    done = powers.set_aside(table, speaker, judged(table.state))
    put_result(table, done.matter, done.now)


def put_back(table: Table[Session], speaker: Speaker) -> None:
    done = powers.put_back(table, speaker)
    put_result(table, done.matter, done.was)


def matter_of(session: Session, number: int) -> Any:
    matters: list[Any] = [*session.contests, *session.checks, *session.tests]
    return next(it for it in matters if it.id == number)


def put_result(table: Table[Session], number: int, result: str) -> None:
    """Another result stands, and what it brings is owed in place of what the one before brought."""
    session, matter = table.state, matter_of(table.state, number)
    if isinstance(matter, Contest):
        matter.decided, matter.step = result, "narrate"
        results.settle_dispute(table, matter)
        results.owe_everything(table, matter, verdict(matter)[2])
    elif isinstance(matter, Test):
        matter.result, matter.step = result, "narrate"
        tests.owe_answer(table, matter)
    else:
        matter = replace(matter, passed=result == "passed")
        session.checks = [matter if it.id == number else it for it in session.checks]
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
    scenes.go_on_or_end(table, speaker, session.scenes, unresolved(session))


def end_session(table: Table[Session], speaker: Speaker) -> None:
    """story.session-end, by the GM's word."""
    if scenes.may_end(table, speaker, unresolved(table.state), "session"):
        scenes.close_scene(table, speaker)
        scenes.say_the_end(table, unresolved(table.state))
