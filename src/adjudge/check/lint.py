"""What can be seen to be wrong in the code of a game before it is played, with file and line.

Looked at are the functions that the game's identity card leads to: its turn, view, scene, procedures, bots, and all
that those call in the author's own modules. What only shows in play (a leak, a dead end) is the business of the rest
of the kit.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Struct

from adjudge.engine.game import Game

TABLE_CALLS = ("ask", "roll")
CHANCE = {"random", "secrets", "uuid"}
CLOCK = {("time", it) for it in ("time", "monotonic", "perf_counter", "time_ns", "localtime", "gmtime", "sleep")} | {
    ("datetime", "now"), ("datetime", "today"), ("datetime", "utcnow"), ("date", "today"),
}  # fmt: skip
OUTSIDE = {"open", "input"}
READS_FILES = {"read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "glob"}
CLOCK_METHODS = {"datetime.now", "datetime.today", "datetime.utcnow", "date.today"}
MACHINE = {"posix", "nt", "os", "io", "shutil", "subprocess", "socket", "urllib", "tempfile", "glob"}
"""Where functions live that reach for files, processes and the network."""
ENVIRONMENT = {("os", "environ"), ("os", "getenv"), ("sys", "argv")}
MAY_BE_RANDOM = {"start", "bots", "papers"}
"""Parts of a game that are no rules: a paper may be made at random, from a seed that it is given."""


class Fault(NamedTuple):
    """Something that is wrong at a line."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{shown_path(self.file)}:{self.line}: {self.text}"


def shown_path(file: str) -> str:
    """A file as one would name it here: from the present folder if it lies in that, else by its last folder."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else "/".join(path.parts[-2:])


def lint(game: Game[Any]) -> list[Fault]:
    """Everything that is wrong in the code of a game, in the order of its files and lines."""
    found = {fault for function in _rules_of(game) for fault in _faults(function, game)}
    found |= {*_outcome_faults(game), *_procedure_faults(game), *_state_faults(game)}
    return sorted(found)


# ------------------------------------------------------------------ which functions are a game's own


def _rules_of(game: Game[Any]) -> list[FunctionType]:
    """The functions that run at the table, of the author's own modules."""
    roots: list[Any] = []
    for field in fields(game):
        value = getattr(game, field.name)
        if field.name not in MAY_BE_RANDOM:
            roots += [value]
    for procedure in game.procedures:
        roots += [procedure.run, procedure.situate]
    home = _home(game)
    reached: dict[CodeType, FunctionType] = {}
    waiting = [it for root in roots for it in _functions_in(root)]
    while waiting:
        function = waiting.pop()
        if function.__code__ in reached or not _is_at_home(function, home):
            continue
        reached[function.__code__] = function
        waiting += _called_by(function)
    return list(reached.values())


def _home(game: Game[Any]) -> str:
    """The package that the game's turn stands in, or its module if that is in none: engine and libraries are not it."""
    module = game.turn.__module__
    parts = module.split(".")
    for length in range(1, len(parts)):
        package = sys.modules.get(".".join(parts[:length]))
        if package is not None and any(value is game for value in vars(package).values()):
            return ".".join(parts[:length])
    return module


def _is_at_home(function: FunctionType, home: str) -> bool:
    module = function.__module__ or ""
    return module == home or module.startswith(f"{home}.")


def _functions_in(value: Any) -> list[FunctionType]:
    """A function as it was written: what stands behind a cache, a step or a partial."""
    value = getattr(value, "func", value)
    while hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return [value] if isinstance(value, FunctionType) else []


def _called_by(function: FunctionType) -> Iterator[FunctionType]:
    known = function.__globals__
    for name in _names_in(function.__code__):
        value = known.get(name)
        if isinstance(value, ModuleType):
            for other in _names_in(function.__code__):
                yield from _functions_in(getattr(value, other, None))
        else:
            yield from _functions_in(value)
    for cell in function.__closure__ or ():
        yield from _functions_in(_content(cell))


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _names_in(code: CodeType) -> set[str]:
    """The names that a function and those inside it look up."""
    inner = [_names_in(it) for it in code.co_consts if isinstance(it, CodeType)]
    return set(code.co_names).union(*inner)


# ------------------------------------------------------------------ what is wrong in one of them


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text("utf-8"), file)


Written = ast.FunctionDef | ast.Lambda


def _written(function: FunctionType) -> Written | None:
    """The function as it stands in its file."""
    code = function.__code__
    if not Path(code.co_filename).is_file():
        return None
    for node in ast.walk(_tree(code.co_filename)):
        if isinstance(node, ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef):
            assert isinstance(node, (ast.FunctionDef, ast.Lambda))
            if min([node.lineno, *(it.lineno for it in _decorators(node))]) == code.co_firstlineno:
                return node
    return None


def _decorators(node: Written) -> list[ast.expr]:
    return [] if isinstance(node, ast.Lambda) else node.decorator_list


def _faults(function: FunctionType, game: Game[Any]) -> Iterator[Fault]:
    node = _written(function)
    if node is None:
        return
    found = [
        _world(node, function.__globals__),
        _guarded(node),
        _sets(node, game),
        _captured(node),
        _kept_functions(node),
        _cited(node, game),
    ]
    for line, text in chain.from_iterable(found):
        yield Fault(function.__code__.co_filename, line, text)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (it for it in ast.walk(node) if isinstance(it, ast.Call))


def _world(node: Written, known: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Chance, clock, files and the environment: a turn that is run again would not do the same again."""
    for call in _calls(node):
        called = _called(call.func, known)
        if called is not None and (told := _reach_of(called)):
            yield call.lineno, f"{ast.unparse(call.func)}() {told}"
            continue
        match call.func:
            case ast.Name(name) if name in OUTSIDE:
                yield call.lineno, f"{name}() reaches past the table: a rule asks, rolls and tells, and nothing else"
            case ast.Attribute(ast.Name(module), name) if module in CHANCE:
                yield call.lineno, f"{module}.{name}() draws dice of its own: use table.roll"
            case ast.Attribute(ast.Name(module), name) if (module, name) in CLOCK:
                yield call.lineno, f"{module}.{name}() reads the clock: a turn that is run again would differ"
            case ast.Attribute(_, name) if name in READS_FILES and any(it.arg == "table" for it in node.args.args):
                yield call.lineno, f"{name}() reaches for a file: load data once, when the module is imported"
    for it in ast.walk(node):
        match it:
            case ast.Attribute(ast.Name(module), name) if (module, name) in ENVIRONMENT:
                yield it.lineno, f"{module}.{name} depends on the machine: make it an option of the game"


def _called(node: ast.AST, known: dict[str, Any]) -> Any:
    """What a name, or a chain of names through modules and classes, stands for in the author's module."""
    match node:
        case ast.Name(name):
            return known.get(name)
        case ast.Attribute(inner, name):
            owner = _called(inner, known)
            return getattr(owner, name, None) if isinstance(owner, (ModuleType, type)) else None
    return None


def _reach_of(called: Any) -> str:
    """What a function does that no rule may: told for the sentence that names it."""
    home = _made_in(called)
    module, name = home.partition(".")[0], getattr(called, "__name__", "")
    if module in CHANCE or home.startswith("numpy.random"):
        return "draws dice of its own: use table.roll"
    if (module, name) in CLOCK or getattr(called, "__qualname__", "") in CLOCK_METHODS:
        return "reads the clock: a turn that is run again would differ"
    return "reaches past the table: a rule asks, rolls and tells, and nothing else" if module in MACHINE else ""


def _made_in(value: Any) -> str:
    """The module that a function, or the object it belongs to, comes from."""
    owner = getattr(value, "__self__", None)
    module = getattr(value, "__module__", None) or (type(owner).__module__ if owner is not None else "")
    return module if isinstance(module, str) and callable(value) else ""


def _uses_table(node: ast.AST) -> bool:
    """Whether something in here asks or rolls, or hands the table on to what may."""
    for call in _calls(node):
        if isinstance(call.func, ast.Attribute) and call.func.attr in TABLE_CALLS and _is_table(call.func.value):
            return True
        if any(_is_table(argument) for argument in call.args):
            return True
    return False


def _is_table(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "table"


def _guarded(node: ast.AST) -> Iterator[tuple[int, str]]:
    for it in ast.walk(node):
        if isinstance(it, ast.Try) and any(_uses_table(inner) for inner in it.body):
            yield it.lineno, "try around ask or roll: the table leaves a rule by an exception that has to get through"
        if isinstance(it, ast.With) and any(_uses_table(inner) for inner in it.body):
            yield it.lineno, "with around ask or roll: it would be left, and entered again, at every question"


def _sets(node: ast.AST, game: Game[Any]) -> Iterator[tuple[int, str]]:
    """Walking over a set: its order differs from process to process."""
    aliases = _aliases(node)
    known = {
        target.id
        for it in ast.walk(node)
        if isinstance(it, ast.Assign) and _is_set(it.value, set())
        for target in it.targets
        if isinstance(target, ast.Name)
    }
    walked = [it.iter for it in ast.walk(node) if isinstance(it, ast.For)]
    for it in ast.walk(node):
        if isinstance(it, (ast.ListComp, ast.GeneratorExp, ast.DictComp)) and not _is_unordered(node, it):
            walked += [generator.iter for generator in it.generators]
        match it:
            case ast.Call(ast.Name("list" | "tuple" | "next" | "iter" | "enumerate"), [argument, *_]):
                walked.append(argument)
    for walk in walked:
        if _is_set(walk, known) or _is_set_of_state(walk, game.state, aliases):
            yield walk.lineno, "walks over a set, whose order differs from run to run: sort it, or keep a list"


def _is_set_of_state(node: ast.AST, state: type, aliases: frozenset[str]) -> bool:
    """Whether something is a field of the state that is declared as a set."""
    if not isinstance(node, ast.Attribute) or not (_is_state(node.value) or _is_named(node.value, aliases)):
        return False
    hint = _hints(state).get(node.attr)
    return (get_origin(hint) or hint) in (set, frozenset)


def _is_named(node: ast.AST, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


ORDER_FREE = {"sum", "any", "all", "len", "min", "max", "sorted", "set", "frozenset", "Counter"}


def _is_unordered(node: ast.AST, comprehension: ast.AST) -> bool:
    """Whether a comprehension goes straight into what does not care about an order."""
    for call in _calls(node):
        if comprehension in call.args:
            return isinstance(call.func, ast.Name) and call.func.id in ORDER_FREE
    return False


def _is_set(node: ast.AST, known: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp() | ast.Call(ast.Name("set" | "frozenset")):
            return True
        case ast.Name(name):
            return name in known
        case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.Sub(), right):
            return _is_set(left, known) or _is_set(right, known)
    return False


def _captured(node: Written) -> Iterator[tuple[int, str]]:
    """Figures that a forecast keeps hold of: it runs on a copy, in which they are other objects."""
    aliases = _aliases(node)
    figures = {name for name, source in _bound(node) if _is_of_state(source, aliases)}
    for call in _calls(node):
        for keyword in call.keywords:
            if keyword.arg == "forecast":
                for name, line in _touched(keyword.value):
                    if name in figures:
                        yield line, f"the forecast captures {name}, which belongs to the state: look it up by its id"


def _bound(node: Written) -> Iterator[tuple[str, ast.AST]]:
    """The local names that are given one thing out of several: an element, not a number."""
    for it in ast.walk(node):
        match it:
            case ast.Assign([ast.Name(name)], ast.Subscript() as source):
                yield name, source
            case ast.For(ast.Name(name), source):
                yield name, source


def _aliases(node: ast.AST) -> frozenset[str]:
    """The local names of `table.state` itself."""
    found = (it for it in ast.walk(node) if isinstance(it, ast.Assign) and _is_state(it.value))
    return frozenset(target.id for it in found for target in it.targets if isinstance(target, ast.Name))


def _is_state(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "state" and _is_table(node.value)


def _is_of_state(node: ast.AST, aliases: frozenset[str]) -> bool:
    """Whether something is reached through `table.state`, or through a local name of it."""
    return any(_is_state(it) or _is_named(it, aliases) for it in ast.walk(node))


def _kept_functions(node: Written) -> Iterator[tuple[int, str]]:
    """Functions that are put into the state: a checkpoint is a copy of plain data, and JSON on the disk."""
    aliases = _aliases(node)
    inner = {it.name for it in ast.walk(node) if isinstance(it, ast.FunctionDef) and it is not node}
    for it in ast.walk(node):
        if not isinstance(it, ast.Assign) or not (
            isinstance(it.value, ast.Lambda) or (isinstance(it.value, ast.Name) and it.value.id in inner)
        ):
            continue
        targets = [target for target in it.targets if isinstance(target, (ast.Attribute, ast.Subscript))]
        if any(_is_of_state(target, aliases) for target in targets):
            yield it.lineno, "keeps a function in the state, which is plain data: keep a name, and look it up"


def _functions_kept(kind: Any, seen: frozenset[Any] = frozenset()) -> Iterator[str]:
    """The fields of a state, and of the structs in it, that are declared as functions."""
    if not (isinstance(kind, type) and issubclass(kind, Struct)) or kind in seen:
        return
    for name, hint in _hints(kind).items():
        for part in _parts_of(hint):
            if part is Callable:
                yield name
            yield from _functions_kept(part, seen | {kind})


def _hints(kind: type) -> dict[str, Any]:
    try:
        return get_type_hints(kind)
    except Exception:  # what cannot be read here is told where the state is copied
        return {}


def _parts_of(hint: Any) -> Iterator[Any]:
    """A type and those inside it."""
    origin = get_origin(hint) or hint
    yield origin
    if origin is not Callable:
        for inner in get_args(hint):
            yield from _parts_of(inner)


def _state_faults(game: Game[Any]) -> Iterator[Fault]:
    """A state that is declared to hold functions."""
    file, line = _place_of(game.state)
    for name in _functions_kept(game.state):
        yield Fault(file, line, f"the state's {name} holds a function: a state is plain data, and JSON on the disk")


def _place_of(kind: type) -> tuple[str, int]:
    try:
        return inspect.getsourcefile(kind) or "", inspect.getsourcelines(kind)[1]
    except (OSError, TypeError):
        return kind.__module__, 0


def _touched(node: ast.AST) -> Iterator[tuple[str, int]]:
    """The names of which something is read or changed."""
    for it in ast.walk(node):
        match it:
            case ast.Attribute(ast.Name(name)) if name != "table":
                yield name, it.lineno


def _cited(node: ast.AST, game: Game[Any]) -> Iterator[tuple[int, str]]:
    """Rule ids that do not exist, and sentences with facts that nobody gives."""
    for call in _calls(node):
        if not (isinstance(call.func, ast.Attribute) and _is_table(call.func.value)):
            continue
        position = {"ask": 1, "roll": 1, "tell": 0}.get(call.func.attr)
        if position is None:
            continue
        rule = _text(call.args, position)
        if rule is not None and rule not in game.rule_ids:
            yield call.lineno, f"cites {rule!r}, which the rulebook of {game.id} does not hold"
        if call.func.attr == "tell" and not any(it.arg is None for it in call.keywords):
            given = {it.arg for it in call.keywords}
            for name in _facts_wanted(_text(call.args, 1) or ""):
                if name not in given:
                    yield call.lineno, f"tells of {{{name}}}, but no fact of that name is given"


def _text(arguments: Sequence[ast.expr], position: int) -> str | None:
    if len(arguments) <= position:
        return None
    value = arguments[position]
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _facts_wanted(text: str) -> list[str]:
    try:
        return [name.partition(".")[0].partition("[")[0] for _, name, _, _ in Formatter().parse(text) if name]
    except ValueError:
        return []


def _outcome_faults(game: Game[Any]) -> Iterator[Fault]:
    """An outcome that is a bare text, cites no rule of the book, or names its winner without a tuple."""
    for function in _functions_in(game.outcome):
        node = _written(function)
        for it in ast.walk(node) if node is not None else ():
            for text in _wrong_in_outcome(it, game):
                yield Fault(function.__code__.co_filename, getattr(it, "lineno", 0), text)


def _wrong_in_outcome(node: Any, game: Game[Any]) -> Iterator[str]:
    match node:
        case ast.Return(value) if _is_bare(value):
            yield "outcome must return an Outcome, or None to play on"
        case ast.Call(ast.Name("Outcome"), arguments, keywords):
            given = dict(zip(("text", "rule", "winners"), arguments, strict=False))
            given |= {it.arg: it.value for it in keywords if it.arg}
            rule = given.get("rule")
            if isinstance(rule, ast.Constant) and rule.value not in game.rule_ids:
                yield f"cites {rule.value!r}, which the rulebook of {game.id} does not hold"
            if isinstance(given.get("winners"), (ast.Constant, ast.List)):
                yield 'winners must be a tuple of seats, as ("red",)'


def _procedure_faults(game: Game[Any]) -> Iterator[Fault]:
    """A procedure whose outcome is a list or a dict: odds are counted by outcome, so it has to be hashable."""
    for function in (it for procedure in game.procedures for it in _functions_in(procedure.run)):
        for value in _returned(_written(function)):
            if isinstance(value, (ast.List, ast.Dict, ast.Set)):
                text = "an outcome that is counted must be hashable: return text, a number, a tuple or a frozen struct"
                yield Fault(function.__code__.co_filename, value.lineno, text)


def _returned(node: Written | None) -> list[ast.expr]:
    """What a function gives back."""
    if isinstance(node, ast.Lambda):
        return [node.body]
    found = (it.value for it in ast.walk(node) if isinstance(it, ast.Return)) if node is not None else ()
    return [value for value in found if value is not None]


def _is_bare(value: ast.expr | None) -> bool:
    """Whether a value is written out as text, a number or a tuple."""
    if isinstance(value, ast.Constant):
        return value.value is not None
    return isinstance(value, (ast.JoinedStr, ast.Tuple, ast.List, ast.Dict))
