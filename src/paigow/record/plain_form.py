"""The JSON format of a record: the same keys and values as its TOML, convertible back to the identical text.

Only the form is checked here. The hashes are those of the TOML text: to verify a JSON record, convert it with `text_of`
and verify the text.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from paigow.record.errors import RecordError
from paigow.record.format import FORMAT, VERSION, block_lines
from paigow.record.schema import TRANSFER, Schema, command_schema, event_schema, every_command, every_event
from paigow.record.toml import inline, tables, value
from paigow.rules import STANDARDS
from paigow.toml_text import read_toml

HEAD = ("format", "version", "standard", "standard_version", "table", "chance", "submission_hash")
_HEX: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def data_of(lines: Iterable[str]) -> dict[str, Any]:
    """Return a record as plain data, ready for JSON."""
    return read_toml("".join(lines))


def text_of(data: Mapping[str, Any]) -> str:
    """Return the canonical text of a record's data."""
    for name, due in (("format", FORMAT), ("version", VERSION)):
        if data.get(name) != due:
            raise RecordError(1, f"{name} is {data.get(name)!r}; this program writes {due!r}")
    lines = [f"{name} = {value(data[name])}" for name in HEAD]
    lines += tables("submission", data["submission"])
    for block in (*data.get("round", ()), *((data["end"],) if "end" in data else ())):
        keys = {name: item for name, item in block.items() if name not in ("seats", "log", "hash")}
        lines += block_lines(keys, block["seats"], [inline(entry) for entry in block["log"]])
        lines.append(f"hash = {value(block['hash'])}")
    return "".join(f"{line}\n" for line in lines)


def schema() -> Schema:
    """Return the JSON Schema (2020-12) of a record's data."""
    entries: dict[str, Schema] = {"transfer": TRANSFER}
    for verb, kind in every_command().items():
        shape = command_schema(kind)
        by = {"type": "string", "description": "A player's name, dealer, floor or system"}
        entries[f"do-{verb}"] = shape | {
            "properties": {"by": by} | shape["properties"],
            "required": ["by", *shape["required"]],
        }
    for name, event in every_event().items():
        entries[f"was-{name}"] = event_schema(event, key="was")
    entries["entry"] = {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in entries]}
    entries["seat"] = _object(position={"type": "integer"}, player={"type": "string"}, seed={"type": "string"})
    common: dict[str, Schema] = {
        "seats": {"type": "array", "items": {"$ref": "#/$defs/seat"}},
        "log": {"type": "array", "items": {"$ref": "#/$defs/entry"}},
        "hash": _HEX,
    }
    played: dict[str, Schema] = {
        "number": {"type": "integer", "minimum": 1},
        "protocol": {"type": "integer", "minimum": 2, "description": "Missing means 1"},
        "previous": _HEX,
        "commitment": _HEX,
        "seed": _HEX,
        "void": {"type": "string"},
    }
    entries["round"] = _object("protocol", **played, **common)
    entries["end"] = _object(previous=_HEX, **common)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:paigow:record:{VERSION}",
        "title": "A paigow record",
        "$defs": entries,
        **_object(
            "round", "end",
            format={"const": FORMAT},
            version={"const": VERSION},
            standard={"enum": list(STANDARDS)},
            standard_version={"type": "string"},
            table={"type": "string"},
            chance={"enum": ["seeds", "chosen"]},
            submission_hash=_HEX,
            submission={"type": "object", "description": "Every key of the submission, as its own page has them"},
            round={"type": "array", "items": {"$ref": "#/$defs/round"}},
            end={"$ref": "#/$defs/end"},
        ),
    }  # fmt: skip


def _object(*optional: str, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }
