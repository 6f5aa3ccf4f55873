"""The browser's types, made from the protocol: `python -m adjudge.server.typescript > web/src/lib/protocol.ts`."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from adjudge.mind import thoughts
from adjudge.server import minding, protocol, studies

ROOTS: tuple[Any, ...] = (
    protocol.FromServer,
    protocol.FromClient,
    protocol.GameCard,
    protocol.NewMatch,
    protocol.Created,
    protocol.Invited,
    protocol.BattleCard,
    protocol.Opened,
    protocol.LeftToBots,
    protocol.ToldByHand,
    protocol.RuleEntry,
    protocol.ProcedureCard,
    protocol.Situation,
    protocol.FiguresOn,
    protocol.FigureCard,
    protocol.OddsGiven,
    protocol.Ruled,
    protocol.PaperCard,
    protocol.PaperForm,
    protocol.FilledPaper,
    protocol.PaperText,
    protocol.MakePaper,
    protocol.PaperShown,
    protocol.Wanted,
    protocol.TableRules,
    minding.AnalysisShown,
    thoughts.Thought,
    minding.Agreed,
    minding.Allowed,
    studies.NewStudy,
    studies.StudyShown,
    studies.Paged,
    protocol.BriefingShown,
    protocol.Keeping,
    protocol.KeptFor,
    protocol.KeepersList,
    protocol.Awake,
)
NAMED = {"FromServer": protocol.FromServer, "FromClient": protocol.FromClient}


def typescript() -> str:
    """The whole file."""
    roots, components = msgspec.json.schema_components(ROOTS, ref_template="{name}")
    parts = ["// Made from the server's protocol by `make client-types`. Do not edit.\n"]
    parts += [_declare(name, schema) for name, schema in sorted(components.items())]
    parts += [f"export type {name} = {_type(root)};\n" for name, root in zip(NAMED, roots, strict=False)]
    return "\n".join(parts)


def _declare(name: str, schema: dict[str, Any]) -> str:
    note = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    if schema.get("type") != "object" or "properties" not in schema:
        return f"{note}export type {name} = {_type(schema)};\n"
    required = schema.get("required", [])
    fields = [_field(key, it, key in required) for key, it in schema["properties"].items()]
    return f"{note}export interface {name} {{\n" + "".join(fields) + "}\n"


def _field(name: str, schema: dict[str, Any], is_required: bool) -> str:
    return f"  {name}{'' if is_required else '?'}: {_type(schema)};\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    return _plain_type(schema)


def _plain_type(schema: dict[str, Any]) -> str:
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array":
            return _array(schema)
        case "object":
            inner = schema.get("additionalProperties")
            return f"Record<string, {_type(inner)}>" if isinstance(inner, dict) else "Record<string, unknown>"
    return "unknown"


def _array(schema: dict[str, Any]) -> str:
    if schema.get("prefixItems"):
        return "[" + ", ".join(_type(item) for item in schema["prefixItems"]) + "]"
    items = schema.get("items")
    return f"Array<{_type(items)}>" if isinstance(items, dict) else "unknown[]"


if __name__ == "__main__":
    sys.stdout.write(typescript())
