"""The edge: what comes in from a command line, a file or a request becomes typed data here, or a clear refusal."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, TypeVar, cast
from unicodedata import category

import msgspec
from msgspec import Meta

from adjudge.engine.errors import MISSING, BadInput, UnknownField

T = TypeVar("T")

_AT = re.compile(r"^(?P<problem>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_KEY = re.compile(r"[A-Za-z0-9_-]+")


MOST_TEXT_FILE = 1_000_000

TextFile = Annotated[str, Meta(max_length=MOST_TEXT_FILE, extra_json_schema={"format": "text-file"})]
"""An option that takes the text of a file. Whoever sits at the file's machine reads it and passes the text on: a game
never opens a path, so that nobody can make a server read one."""


def words(titles: Mapping[str, str], description: str = "") -> Meta:
    """What stands beside a `TextFile` that also takes words instead of a file, each with its title: screens offer them
    in a list."""
    return Meta(description=description or None, extra_json_schema={"x-words": dict(titles)})


_STEPS = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')\."""
_LONG_KEY = re.compile(rf"""(?<![\w"'.-])(?:{_STEPS}){{50}}""")
_BLANKS_AT_DOTS = re.compile(r"[ \t]*+\.[ \t]*+")


def parse_toml(text: str) -> dict[str, Any]:
    """The document in a TOML text, or `msgspec.DecodeError`. Keys of very many steps are refused: the parser takes
    minutes over one of some ten thousand. The search for them reads each sign once, for it cannot be interrupted."""
    if _LONG_KEY.search(_BLANKS_AT_DOTS.sub(".", text)):
        raise msgspec.DecodeError("a key has more steps than anybody would write")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise msgspec.DecodeError(str(error)) from None
    if (words := _commanding(document)) is not None:
        raise msgspec.DecodeError(f"{words!r} holds control characters, which command a terminal")
    return document


def _commanding(value: Any) -> str | None:
    """The first text with characters that a terminal would obey instead of showing them."""
    if isinstance(value, str):
        return value if any(category(sign) == "Cc" and sign not in "\n\r\t" for sign in value) else None
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return next(
        (found for key, item in inner for part in (key, item) if (found := _commanding(part)) is not None), None
    )


def text_file_fields(kind: type) -> tuple[str, ...]:
    """The options that take the text of a file, or of several."""
    fields = msgspec.json.schema(kind)["$defs"][kind.__name__].get("properties", {})
    return tuple(name for name, schema in fields.items() if _takes_text(schema))


def _takes_text(schema: Mapping[str, Any]) -> bool:
    items = schema.get("items")
    return schema.get("format") == "text-file" or (isinstance(items, dict) and _takes_text(items))


def known(names: Sequence[str] | Mapping[str, str], description: str = "") -> Meta:
    """What stands beside a text that has to be one of some names: `Annotated[str, known(WEAPONS)]`.

    Each name is understood in any case and spelling that is clear, and by its title if `names` maps names to titles;
    everything else is refused with the nearest.
    """
    titles = dict(names) if isinstance(names, Mapping) else {name: name for name in names}
    schema: dict[str, Any] = {"enum": list(titles)}
    if any(name != title for name, title in titles.items()):
        schema["x-titles"] = list(titles.values())
    return Meta(description=description or None, extra_json_schema=schema)


def spelled(name: str) -> str:
    """A name as far as it matters: letters and digits, whatever the case, spaces and hyphens."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def nearest(name: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names that look most like one that is not known."""
    by_spelling = {spelled(known): known for known in names}
    close = get_close_matches(spelled(name), by_spelling, most, cutoff=0.7)
    return tuple(by_spelling[it] for it in close)


def meant(name: str, names: Mapping[str, str] | Iterable[str]) -> str | None:
    """The known name that is meant, by its spelling or its title, if that is clear."""
    titles = names if isinstance(names, Mapping) else {it: it for it in names}
    if name in titles:
        return name
    wanted = spelled(name)
    found = [it for it, title in titles.items() if wanted in (spelled(it), spelled(title))]
    return found[0] if len(found) == 1 else None


def understood(name: str, names: Mapping[str, str], field: str) -> str:
    """The known name that is meant, by its spelling or its title; or a refusal that names the nearest."""
    found = meant(name, names)
    if found is None:
        raise BadInput(field, name, one_of(name, tuple(names)))
    return found


MOST_LISTED = 12


def one_of(name: str, names: Sequence[str]) -> str:
    """What is allowed: the nearest names first; all of them if they are few."""
    close = nearest(name, names)
    if len(names) == 1:
        return names[0]
    if len(names) <= MOST_LISTED:
        return f"one of {', '.join(names)}" + (f" (did you mean {close[0]}?)" if close else "")
    if close:
        return f"one of {len(names)} names (did you mean {' or '.join(close)}?)"
    return f"one of {', '.join(names[:MOST_LISTED])} and {len(names) - MOST_LISTED} more"


@cache
def _info_of(kind: Any) -> Any:
    """What msgspec knows of a type: it takes a while to find out."""
    return msgspec.inspect.type_info(kind)


def _named(info: Any, data: Any, field: str) -> Any:
    """The data with each name as it is known, wherever the type says which names there are."""
    names = _names_of(info)
    if names is not None:
        return understood(data, names, field) if isinstance(data, str) else data
    if isinstance(data, str):
        return _listed(info, data, field)
    if isinstance(data, Mapping):
        return _group(info, data, field)
    if isinstance(data, (list, tuple)):
        return [_named(_inner(info, str(at)), value, f"{field}[{at}]") for at, value in enumerate(data)]
    return data


def _listed(info: Any, text: str, field: str) -> Any:
    """`hero, savage` where a list of names is wanted; any other text as it is."""
    items = [getattr(it, "item_type", None) for it in _members(info)]
    if not any(item is not None and _names_of(item) is not None for item in items):
        return text
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return [_named(_inner(info, str(at)), part, f"{field}[{at}]") for at, part in enumerate(parts)]


def _group(info: Any, data: Mapping[Any, Any], field: str) -> dict[Any, Any]:
    """A group with its fields by their own names."""
    names = [it.encode_name for member in _members(info) for it in getattr(member, "fields", ())]
    keys = next((_names_of(it.key_type) for it in _members(info) if getattr(it, "key_type", None) is not None), None)
    is_closed = _is_closed(info)
    result: dict[Any, Any] = {}
    for key, value in data.items():
        called = understood(key, keys, field) if keys else (meant(str(key), names) or key)
        if is_closed and called not in names:
            raise UnknownField(
                f"{field}.{key}".strip("."), value, one_of(str(key), names) if names else "a field that exists"
            )
        if called in result:
            raise BadInput(f"{field}.{key}".strip("."), value, f"{called} only once")
        result[called] = _named(_inner(info, str(called)), value, f"{field}.{called}".strip("."))
    return result


def _is_closed(info: Any) -> bool:
    """Whether all fields are known: those of one struct. What nobody knows is a slip of the pen, also where the struct
    itself would pass it over."""
    members = [it for it in _members(info) if not isinstance(it, msgspec.inspect.NoneType)]
    return len(members) == 1 and isinstance(members[0], msgspec.inspect.StructType) and members[0].tag is None


def _members(info: Any) -> Sequence[Any]:
    """The types that a value may have: several for a union."""
    info = _bare(info)
    return [_bare(it) for it in getattr(info, "types", (info,))]


def _names_of(info: Any) -> dict[str, str] | None:
    """The names that a text may have, with their titles; None if any text will do, or none."""
    if isinstance(info, msgspec.inspect.Metadata):
        extra = info.extra_json_schema or {}
        names = extra.get("enum")
        return dict(zip(names, extra.get("x-titles", names), strict=True)) if names else _names_of(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return _names_of_several([it for it in info.types if not isinstance(it, msgspec.inspect.NoneType)])
    values: Iterable[Any] = ()
    if isinstance(info, msgspec.inspect.LiteralType):
        values = info.values
    elif isinstance(info, msgspec.inspect.EnumType):
        values = [choice.value for choice in info.cls]
    return {value: value for value in values} if values and all(isinstance(it, str) for it in values) else None


def _names_of_several(infos: Sequence[Any]) -> dict[str, str] | None:
    """The names that any of several types allows; None if one of them takes any text."""
    takes_text = any(isinstance(_bare(it), msgspec.inspect.StrType) and _names_of(it) is None for it in infos)
    found = {name: title for it in infos for name, title in (_names_of(it) or {}).items()}
    return found if found and not takes_text else None


def convert(kind: type[T], data: Any, what: str) -> T:
    """Plain data as a typed value, with names as they are known; `what` names the whole in the message."""
    data = _named(_info_of(cast(Hashable, kind)), data, "")
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _refusal(kind, str(error), data, what) from None


def _refusal(kind: Any, message: str, data: Any, what: str) -> BadInput:
    match = _AT.match(message)
    problem, path = (match["problem"], match["path"] or "$") if match else (message, "$")
    info = _info_at(_info_of(kind), path)
    allowed = _choices(info) or _allowed(problem)
    named = re.search(r"(unknown|missing required) field `([^`]+)`", problem)
    if named:
        path = f"{path}.{named[2]}"
        allowed = _fields(info, named[2]) if named[1] == "unknown" else _wanted(_inner(info, named[2]))
    field = path.removeprefix("$").removeprefix(".") or what
    refusal = UnknownField if named and named[1] == "unknown" else BadInput
    return refusal(field, _dig(data, path), allowed)


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
            return member.item_types[int(step)] if int(step) < len(member.item_types) else None
        if (item := getattr(member, "item_type", None) or getattr(member, "value_type", None)) is not None:
            return item
    return None


def _fields(info: Any, given: str) -> str:
    info = _bare(info)
    members = getattr(info, "types", (info,))
    names = [field.encode_name for member in members for field in getattr(member, "fields", ())]
    return one_of(given, names) if names else "a field that exists"


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
    told = wanted[2].partition(", got")[0].strip()
    limit = _LIMIT.match(told)
    if not limit:
        return f"{kind} {told}".strip()
    bound = {"<=": "at most", ">=": "at least", "<": "below", ">": "above"}[limit["sign"]]
    unit = "" if not limit["of"] else " characters" if wanted[1] == "str" else " entries"
    return f"{kind}, {bound} {float(limit['number']):g}{unit}"


_LIMIT = re.compile(r"(of )?(?P<of>length )?(?P<sign>[<>]=?) (?P<number>-?[\d.]+(?:e[+-]?\d+)?)$")


def _wanted(info: Any) -> str:
    """A type in words, for a field that was not given at all."""
    info = _bare(info)
    name = type(info).__name__.removesuffix("Type").lower()
    return _choices(info) or _WORDS.get(name, "a value")


def _dig(data: Any, path: str) -> Any:
    for key, index in _STEP.findall(path):
        if index == "...":
            return data
        try:
            data = data[int(index)] if index else data[key]
        except (KeyError, IndexError, TypeError):
            return MISSING
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
