"""Runs every benchmark of this folder, or those named, and writes down what they found.

python -m benchmarks            all of them, into README.md
python -m benchmarks odds rdz   these alone; nothing is written
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from benchmarks import Result

FOLDER = Path(__file__).parent
LIBRARIES = ("icepool", "msgspec", "shapely", "sqlalchemy")
TOLD = ("battles", "loop", "soak", "stage")
"""What takes too long or needs too much to be measured in every run: pages of their own, taken over."""
VERDICTS = {True: "met", False: "**missed**", None: "undecided"}


def main(names: list[str]) -> int:
    """Measures, prints, writes; 1 if a requirement was missed."""
    load = os.getloadavg()[0]
    found: dict[ModuleType, list[Result]] = {}
    for module in modules(names):
        print(f"\n{module.__name__}", flush=True)
        found[module] = module.results()
        for result in found[module]:
            print("  " + spoken(result), flush=True)
    if not names:
        (FOLDER / "README.md").write_text(page(found, load), "utf-8")
    required = [result.met for results in found.values() for result in results if result.required]
    met, missed, undecided = (required.count(verdict) for verdict in (True, False, None))
    print(f"\n{met} requirements met, {missed} missed, {undecided} undecided")
    return 1 if missed else 0


def modules(names: list[str]) -> Iterator[ModuleType]:
    """The benchmarks of this folder in alphabetical order, or those named."""
    known = [module.name for module in iter_modules([str(FOLDER)])]
    for name in names or known:
        if name not in known:
            sys.exit(f"benchmark: {name!r} was given, there are {', '.join(known)}")
        module = None if name == "__main__" else import_module(f"benchmarks.{name}")
        if module and hasattr(module, "results"):
            yield module


def verdict(result: Result) -> str:
    return VERDICTS[result.met] if result.required else ""


def spoken(result: Result) -> str:
    wish = f"; {result.required}: {verdict(result)}" if result.required else ""
    return f"{result.what}: {result.measured}{wish}"


def page(found: dict[ModuleType, list[Result]], load: float) -> str:
    """The page that keeps the last run."""
    tables = "\n".join(table(module, results) for module, results in found.items())
    told = "\n".join((FOLDER / f"{name}.md").read_text("utf-8") for name in TOLD)
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return f"""# Benchmarks

`make bench` measures everything below in one run and writes this page; `make bench ARGS="odds"` measures one part and
writes nothing. Each thing is timed beside its yardstick in turns, and the best of several batches counts, so the ratios
carry over to other machines better than the times do.

The last run: {platform.python_implementation()} {platform.python_version()} on {platform.system()} \
{platform.machine()}, {os.cpu_count()} processors, which had a load of {load:.1f} before; {libraries}.

{tables}
{told}"""


def table(module: ModuleType, results: list[Result]) -> str:
    heading = module.__name__.rpartition(".")[2]
    about = (module.__doc__ or "").strip().partition("\n\n")[0].replace("\n", " ")
    rows = "\n".join(
        f"| {result.what} | {result.measured} | {result.required} | {verdict(result)} |" for result in results
    )
    return f"## {heading}\n\n{about}\n\n| what | measured | required | |\n|---|---|---|---|\n{rows}\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
