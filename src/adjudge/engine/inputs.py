"""The edge: what comes in from a command line, a file or a request becomes typed data here, or a clear refusal."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from adjudge.engine.errors import BadInput

T = TypeVar("T")

_AT = re.compile(r"^(?P<problem>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_KEY = re.compile(r"[A-Za-z0-9_-]+")


MOST_TEXT_FILE = 1_000_000

TextFile = Annotated[str, Meta(max_length=MOST_TEXT_FILE, extra_json_schema={"format": "text-file"})]
"""An option that takes the text of a file. Whoever sits at the file's machine reads it and passes the text on: a game
never opens a path, so that nobody can make a server read one."""


_ENDLESS_KEY = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){200}""")


def parse_toml(text: str) -> dict[str, Any]:
    """The document in a TOML text, or `msgspec.DecodeError`. Keys of very many steps are refused: the parser takes
    minutes over one of some ten thousand."""
    if _ENDLESS_KEY.search(text):
        raise msgspec.DecodeError("a key has more steps than anybody would write")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise msgspec.DecodeError(str(error)) from None


def text_file_fields(kind: type) -> tuple[str, ...]:
    """The options that take the text of a file, or of several."""
    fields = msgspec.json.schema(kind)["$defs"][kind.__name__].get("properties", {})
    return tuple(name for name, schema in fields.items() if _takes_text(schema))


def _takes_text(schema: Mapping[str, Any]) -> bool:
    items = schema.get("items")
    return schema.get("format") == "text-file" or (isinstance(items, dict) and _takes_text(items))


def convert(kind: type[T], data: Any, what: str) -> T:
    """Plain data as a typed value; `what` names the whole in the message."""
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _refusal(kind, str(error), data, what) from None


def _refusal(kind: Any, message: str, data: Any, what: str) -> BadInput:
    match = _AT.match(message)
    problem, path = (match["problem"], match["path"] or "$") if match else (message, "$")
    info = _info_at(msgspec.inspect.type_info(kind), path)
    allowed = _choices(info) or _allowed(problem)
    named = re.search(r"(unknown|missing required) field `([^`]+)`", problem)
    if named:
        path = f"{path}.{named[2]}"
        allowed = _fields(info) if named[1] == "unknown" else _wanted(_inner(info, named[2]))
    field = path.removeprefix("$").removeprefix(".") or what
    return BadInput(field, _dig(data, path), allowed)


_STEP = re.compile(r"\.([A-Za-z0-9_-]+)|\[(\d+|\.\.\.)\]")
"""A step of a path in msgspec's messages: a field, an index, or three dots for a key that it does not tell."""


def _info_at(info: Any, path: str) -> Any:
    """What type is wanted at a path."""
    for key, index in _STEP.findall(path):
        info = _inner(info, key or index)
    return info


def _bare(info: Any) -> Any:
    """A type without what is noted beside it."""
    return info.type if isinstance(info, msgspec.inspect.Metadata) else info


def _inner(info: Any, step: str) -> Any:
    info = _bare(info)
    for member in getattr(info, "types", (info,)):
        fields = {field.encode_name: field.type for field in getattr(member, "fields", ())}
        if step in fields:
            return fields[step]
        if isinstance(member, msgspec.inspect.TupleType) and step.isdigit():
            return member.item_types[int(step)]
        if (item := getattr(member, "item_type", None) or getattr(member, "value_type", None)) is not None:
            return item
    return None


def _fields(info: Any) -> str:
    info = _bare(info)
    members = getattr(info, "types", (info,))
    names = [field.encode_name for member in members for field in getattr(member, "fields", ())]
    return f"one of {', '.join(names)}" if names else "a field that exists"


def _choices(info: Any) -> str:
    """The values of an enumeration; empty for every other type."""
    values: list[Any] = []
    info = _bare(info)
    for member in getattr(info, "types", (info,)):
        if isinstance(member, msgspec.inspect.LiteralType):
            values += member.values
        elif isinstance(member, msgspec.inspect.EnumType):
            values += [choice.value for choice in member.cls]
    return f"one of {', '.join(map(str, values))}" if values else ""


_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    **dict.fromkeys(("array", "list", "tuple"), "a list"),
    **dict.fromkeys(("object", "struct", "dict"), "names with values"),
    "null": "nothing",
}


def _allowed(problem: str) -> str:
    wanted = re.match(r"Expected `([^`]+)`(.*)", problem)
    if not wanted:
        return problem[:1].lower() + problem[1:]
    kind = " or ".join(_WORDS.get(word, word) for word in wanted[1].split(" | "))
    limit = wanted[2].partition(", got")[0].strip()
    return f"{kind} {limit}".strip()


def _wanted(info: Any) -> str:
    """A type in words, for a field that was not given at all."""
    info = _bare(info)
    name = type(info).__name__.removesuffix("Type").lower()
    return _choices(info) or _WORDS.get(name, "a value")


class _Nothing:
    def __repr__(self) -> str:
        return "nothing"


def _dig(data: Any, path: str) -> Any:
    for key, index in _STEP.findall(path):
        if index == "...":
            return data
        try:
            data = data[int(index)] if index else data[key]
        except (KeyError, IndexError, TypeError):
            return _Nothing()
    return data


def nested(settings: Iterable[str], what: str = "--set") -> dict[str, Any]:
    """`["attacker.combat=3", "aimed=true"]` as nested data. Values are JSON where they read as such, else text."""
    result: dict[str, Any] = {}
    for setting in settings:
        path, equals, value = setting.partition("=")
        keys = path.strip().split(".")
        if not equals or not all(_KEY.fullmatch(key) for key in keys):
            raise BadInput(what, setting, "name=value, with dots between the parts of the name")
        if any("\ud800" <= sign <= "\udfff" for sign in value):
            raise BadInput(what, setting, "text in UTF-8")
        _put(result, keys, scalar(value), what, setting)
    return result


def _put(result: dict[str, Any], keys: list[str], value: Any, what: str, setting: str) -> None:
    inner = result
    for key in keys[:-1]:
        inner = inner.setdefault(key, {})
        if not isinstance(inner, dict):
            raise BadInput(what, setting, f"a name whose part {key!r} was not given a value before")
    inner[keys[-1]] = value


def scalar(text: str) -> Any:
    """A value typed by a person: JSON if it is that, else the text itself."""
    try:
        return msgspec.json.decode(text.encode())
    except msgspec.DecodeError:
        return text


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Nested data with other nested data laid over it."""
    result = dict(base)
    for key, value in over.items():
        inner = result.get(key)
        result[key] = merged(inner, value) if isinstance(inner, Mapping) and isinstance(value, Mapping) else value
    return result
