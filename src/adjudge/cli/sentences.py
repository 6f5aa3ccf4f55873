"""Bad input costs one sentence on standard error and exit code 2, never a traceback.

The sentence names the field, what was given and what is allowed. Only what nobody foresaw may trace.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

BAD_INPUT = 2
PIPE_CLOSED = 141
"""As a shell counts it: 128 and the number of the signal."""


class Commands(TyperGroup):
    """The commands, with every foreseen error told in a sentence."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except TyperException as error:
            _refuse(_usage(error))
        except typer.Abort:
            sys.exit(1)
        except Exception as error:
            if not _is_foreseen(error):
                raise
            _refuse(str(error))
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except OSError as error:  # here, since Typer has an exit code of its own for a closed pipe
            _refuse_file(error)
        return result

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise TyperException(f"command: {args[0]!r} isn't one; use {_one_of(args[0], list(self.commands))}")
        return super().resolve_command(ctx, args)


def _is_foreseen(error: Exception) -> bool:
    from adjudge.engine.errors import AdjudgeError  # only now: it loads the engine, and `--help` needs none

    return isinstance(error, AdjudgeError)


def _refuse(sentence: str) -> NoReturn:
    print(" ".join(sentence.split()), file=sys.stderr)
    sys.exit(BAD_INPUT)


def _refuse_file(error: OSError) -> NoReturn:
    if error.errno == errno.EPIPE:  # whoever read our output has gone: nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PIPE_CLOSED)
    _refuse(f"{error.filename or 'input or output'}: {(error.strerror or str(error)).lower()}")


def _usage(error: TyperException) -> str:
    """The sentence for words that do not fit the command."""
    unknown, parameter = getattr(error, "option_name", None), getattr(error, "param", None)
    if unknown and "such option" in error.message:
        return f"option: {unknown} isn't one here; use {_one_of(unknown, _options_of(error))}"
    if parameter is not None and not error.message:
        return f"{_name(parameter)}: missing; use {_purpose(parameter)}"
    if parameter is not None:
        return _misfit(_name(parameter), error)
    if unknown:
        return f"{unknown}: needs a value after it"
    return error.format_message()


def _one_of(given: str, allowed: list[str]) -> str:
    """All that is allowed, and what was probably meant."""
    from adjudge.engine.inputs import nearest

    close = nearest(given, allowed, 1)
    return f"one of {', '.join(allowed)}" + (f" (did you mean {close[0]}?)" if close else "")


def _misfit(name: str, error: TyperException) -> str:
    """A value of the wrong kind; what was given is known to the conversion that failed."""
    details: list[Any] = getattr(error.__cause__, "errors", list)()
    given = repr(details[0]["input"]) if details else "something else"
    allowed = error.message.removeprefix("Input should be ").partition(", unable")[0]
    return f"{name}: {given} doesn't fit; use {allowed}"


def _options_of(error: TyperException) -> list[str]:
    command = getattr(getattr(error, "ctx", None), "command", None)
    parameters = getattr(command, "params", ())
    return [name for parameter in parameters for name in parameter.opts if name.startswith("--")] + ["--help"]


def _name(parameter: Any) -> str:
    return str(parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.metavar or parameter.name.upper())


def _purpose(parameter: Any) -> str:
    purpose = (getattr(parameter, "help", "") or "a value").partition(". ")[0].rstrip(".")
    return purpose[:1].lower() + purpose[1:]
