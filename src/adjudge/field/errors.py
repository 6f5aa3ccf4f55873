"""What goes wrong on a battlefield: one class, and every message is one sentence."""

from adjudge.engine.errors import AdjudgeError


class FieldError(AdjudgeError, ValueError):
    """The battlefield was described or asked wrongly.

    Cause: a map, a shape or a typed coordinate that makes no sense. Cure: the message names the file, the entry and
    the field, says what was given and what is allowed.
    """
