"""Every error of the engine. Each docstring gives the cause and the cure.

Messages are one sentence in lower case that carries the offending value and, where there is one, the position.
"""

from __future__ import annotations

from collections.abc import Iterable
from traceback import walk_tb
from typing import Any


class AdjudgeError(Exception):
    """The root of all errors that a caller may want to catch and show.

    Messages quote what came from outside; signs that would break the line or command a terminal are spelled out.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(message if message.isprintable() else "".join(map(_spelled, message)))


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


MISSING = _Missing()
"""What was given where nothing was."""


class BadInput(AdjudgeError):
    """Something from outside does not fit. Cure: give the named field one of the values that the message allows."""

    def __init__(self, field: str, given: object, allowed: str) -> None:
        self.field, self.given, self.allowed = field, given, allowed
        super().__init__(f"{field}: {self.problem}")

    @property
    def problem(self) -> str:
        """What is wrong and what to do instead; the field comes before it."""
        fault = "missing" if self.given is MISSING else f"{_brief(self.given)} doesn't fit"
        return f"{fault}; use {self.allowed}"

    def inside(self, where: str) -> BadInput:
        """The same refusal of a field that stands inside something."""
        return type(self)(f"{where}{self.field}", self.given, self.allowed)


class UnknownField(BadInput):
    """A field is set that nothing reads. Cure: take one of the fields that the message lists."""

    @property
    def problem(self) -> str:
        return f"not a field here; use {self.allowed}"


class UnknownName(BadInput):
    """A game has nothing of that kind by that name. Cure: take one of the names that the message lists."""


class IllegalAnswer(AdjudgeError):
    """An answer is not among those the question allows. Cure: answer with one of the options it lists."""

    def __init__(self, rule: str, given: object, allowed: str) -> None:
        super().__init__(f"illegal answer {_brief(given)} to {rule}; use {allowed}")
        self.rule, self.given, self.allowed = rule, given, allowed


class Refused(AdjudgeError):
    """The rules do not allow it. Cure: do what the sentence says instead; `rule` tells why it is so."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{text} ({rule})")
        self.rule, self.text = rule, text


class IllegalFaces(AdjudgeError):
    """Faces were typed that those dice cannot show. Cure: type one face for each die, from 1 to its sides."""


class StaleAnswer(AdjudgeError):
    """An answer names a position that has passed. Cure: look at the present question and answer that."""


class NotYourTurn(AdjudgeError):
    """A seat answered a question that was put to another. Cure: wait until your seat is asked."""


class DeadEnd(AdjudgeError):
    """A rule asked a question without a single option. Cure: the rule must not ask when nothing can be chosen."""

    def __init__(self, rule: str, seat: str) -> None:
        super().__init__(f"dead end: {rule} asks {seat or 'everyone'} with no option to choose")
        self.rule = rule


class Runaway(AdjudgeError):
    """A turn went on beyond any sensible number of calls. Cure: look for a loop in the rule that never ends."""


class Diverged(AdjudgeError):
    """A replay met another question or roll than the recorded one.

    Cause: the rules are not deterministic, or they changed since the recording. Cure: play the recording with the
    game version that its header names, or open the match anew, which re-asks the open turn only.
    """

    def __init__(self, position: int, asked: object, recorded: object) -> None:
        super().__init__(f"diverged at position {position}: the rules now call for {asked}, recorded was {recorded}")
        self.position, self.asked, self.recorded = position, asked, recorded


class SwallowedSuspension(AdjudgeError):
    """A rule caught the table's suspension and went on. Cure: no bare `except` or `finally` around ask and roll."""


class RuleCrashed(AdjudgeError):
    """A rule raised an error of its own. The match keeps its last good position. Cure: mend the rule."""

    def __init__(self, game: str, position: int, cause: BaseException) -> None:
        super().__init__(f"{authors_line(cause)}a rule of {game} failed at position {position}: {named(cause)}")
        self.position = position


class NeedsConsent(AdjudgeError):
    """An undo would go behind a roll or a reveal. Cure: the named seats have to agree."""

    def __init__(self, seats: Iterable[str]) -> None:
        self.seats = tuple(seats)
        super().__init__(f"taking that back goes behind a roll or a reveal: {', '.join(self.seats)} must agree")


class NothingToUndo(AdjudgeError):
    """The seat has not answered anything that could be taken back."""


class NoPolicy(AdjudgeError):
    """Odds met a choice that nobody decided. Cure: say how the seat would choose; there is no hidden default."""

    def __init__(self, rule: str, seat: str, options: str, question: Any = None) -> None:
        super().__init__(f"the outcome depends on a choice of {seat} ({rule}): give a policy for it: {options}")
        self.rule, self.seat, self.question = rule, seat, question


class DrawsLots(NoPolicy):
    """Exact odds met a policy that draws lots. Cure: name one that does not, or ask for an estimate."""


class OverBudget(AdjudgeError):
    """Exact odds would take more branches than the stated budget. Cure: raise the budget or ask for an estimate."""


class DiceMismatch(AdjudgeError):
    """A script had too few or too many dice or answers. Cure: give just those that the rules call for."""


class UnknownRule(AdjudgeError):
    """A rule id is cited that the rulebook does not hold. Cure: correct the id or add the rule to rulebook.toml."""


class UnknownGame(AdjudgeError):
    """No game of that id is installed."""


class DamagedFile(AdjudgeError):
    """A saved match is cut, edited or of another program. The file is left as it is."""


class Suspended(BaseException):
    """The table has no answer yet and leaves the rule. It is not an error and no rule may catch it."""

    def __init__(self, pending: Any) -> None:
        super().__init__("waiting for an answer")
        self.pending = pending


def named(error: BaseException) -> str:
    """An error with its kind, in one line; what is wrong with Python's grammar is told without its file."""
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {said}".removesuffix(": ")


def authors_line(error: BaseException) -> str:
    """Where an error came up in the author's code, as `hoard.py:12: `, to stand before what is said of it: the last
    line that is not the engine's or a library's. Empty if there is none."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{_short(error.filename)}:{error.lineno}: "
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        if _is_authors(frame.f_code.co_filename.replace("\\", "/")):
            place = f"{_short(frame.f_code.co_filename)}:{line}: "
    return place


def _is_authors(file: str) -> bool:
    if not file.endswith(".py") or "/site-packages/" in file:
        return "/adjudge/games/" in file
    return not file.startswith(_PACKAGE) or file.startswith(f"{_PACKAGE}games/")


def _short(file: str) -> str:
    """A file by its name; what every package has is told by the folder too."""
    folder, _, name = file.replace("\\", "/").rpartition("/")
    return f"{folder.rpartition('/')[2]}/{name}" if name == "__init__.py" else name


_PACKAGE = __file__.replace("\\", "/").removesuffix("engine/errors.py")


def _spelled(sign: str) -> str:
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode()


def _brief(value: object, limit: int = 80) -> str:
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
