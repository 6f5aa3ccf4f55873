"""The `adjudge` command: every door to the umpire from a shell.

Commands turn words into calls and results into tables or JSON; no rule, no odds and no storage is written here. What a
command needs is imported when it runs, so that `adjudge --help` answers at once. Names of commands and keys of JSON
are a contract (`docs/command-line.md`): they only ever grow.
"""


def main() -> None:
    """The console script."""
    import os
    import sys

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed: what is opened next must not be taken for it
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115

    from adjudge.cli.app import app
    from adjudge.cli.plainly import speak_plainly

    speak_plainly()  # a terminal without our signs is no error
    app(prog_name="adjudge")
