""" "Liches & Witches": zeds that need no stimulation and call the others."""

from __future__ import annotations

from adjudge.engine import Choose, Deed, Option, Table
from adjudge.engine.moments import answers
from adjudge.engine.wording import several
from adjudge.games.akula.data import NUMBERS, called
from adjudge.games.akula.places import in_play, is_within, place_of
from adjudge.games.akula.rules import activation, melee, zeds
from adjudge.games.akula.state import UMPIRE_SEAT, Battle, Zed, noise_of
from adjudge.games.akula.voices import Ability

CALL, SILENT = "call", "silent"


class Caller(Ability):
    """A liche or a witch: the same rules, two names, two sounds."""

    rule = "zed.liche-witch-card"

    def __init__(self, sound: str) -> None:
        self.sound = sound

    @answers(activation.never_rests)
    def is_always_active(self) -> bool:
        """liche.always-active."""
        return True

    @answers(zeds.acts_first)
    def goes_before_the_others(self) -> bool:
        """ruling.activation-timing: so that a call counts on this card already."""
        return True

    @answers(zeds.calls)
    def calls(self, table: Table[Battle], zed: Zed) -> bool:
        return call_if_near(table, zed, self.sound)

    @answers(melee.takes_wounds)
    def is_tough(self, state: Battle) -> bool:
        return state.rulings.liche_kills == "wounds"  # ruling.liche-kills


def call_if_near(table: Table[Battle], zed: Zed, sound: str) -> bool:
    """liche.call: with a survivor within 10 inches at any point of its turn it may call; True if it did.

    It costs nothing (ruling.liche-call-details) and counts for the rest of the Round (liche.call-duration). A call is
    neither a move nor an attack, so one that was knocked back calls all the same (ruling.liche-calls).
    """
    state = table.state
    if not is_anybody_near(state, zed) or not does_call(table, zed):
        return False
    heard = tuple(
        other.id
        for other in state.zeds.values()
        if other.id != zed.id and is_within(state, other.stand, zed.stand, NUMBERS.call_heard)
    )
    state.noises.append(noise_of(zed.stand, "a call", call=True, heard=heard))
    who = f"{several(len(heard), 'zed')} {'hears' if len(heard) == 1 else 'hear'}" if heard else "no other zed hears"
    table.tell("liche.call", "{zed} {sound}: {who} it.", on=(zed.id,), zed=called(zed.id), sound=sound, who=who)
    return True


def is_anybody_near(state: Battle, zed: Zed) -> bool:
    return any(is_within(state, zed.stand, place_of(state, it), NUMBERS.call_made) for it in in_play(state))


def does_call(table: Table[Battle], zed: Zed) -> bool:
    """ruling.liche-calls: always when it can, at the first point at which it can; or as the umpire says."""
    if table.state.rulings.liche_calls == "always":
        return True
    question = Choose(
        [CALL, SILENT],
        describe_call,
        prompt=f"{called(zed.id)} has survivors near: does it call?",
        about=lambda key: Deed(key, zed.id),
    )
    return table.ask(UMPIRE_SEAT, "liche.call", question) == CALL


def describe_call(key: str) -> Option:
    label = "call the others" if key == CALL else "stay silent for now"
    return Option(key, label, rule="ruling.liche-calls", hotkey=key[0])
