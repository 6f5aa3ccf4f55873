"""The `adjudge` command: every door to the umpire from a shell.

Commands turn words into calls and results into tables or JSON; no rule, no odds and no storage is written here. What a
command needs is imported when it runs, so that `adjudge --help` answers at once. Names of commands and keys of JSON
are a contract (`docs/command-line.md`): they only ever grow.
"""


def main() -> None:
    """The console script."""
    import sys

    from adjudge.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without our signs is no error

    app(prog_name="adjudge")
