"""One schema per kind of command and event in the OpenAPI document, in unions discriminated by `do` and `event`.

They are not used to parse requests or write responses: the table itself determines what a command contains. They are
built from the same types, so a generated client knows every field.
"""

from typing import Any

from paigow.record.schema import CLAUSES, TRANSFER, Schema, command_schema, event_schema, every_event
from paigow.table.core.engine import PlayerCommand, commands
from paigow.table.core.model import FLOOR
from paigow.web.api.schemas import verbs

ENVELOPE = ("expected", "as", "why", "contribution")
TRANSFERS: Schema = {"type": "array", "items": {"$ref": "#/components/schemas/Transfer"}}


def add_unions(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with `Command` (offered), `CommandIn` (given) and `Heard` (an event) as unions."""
    schemas = document["components"]["schemas"]
    given, heard = schemas["CommandIn"]["properties"], schemas["Heard"]["properties"]
    offered, sent, events_heard = {}, {}, {}
    for verb in verbs():
        kind = commands()[verb]
        shape = _without_defaults(command_schema(kind, drawn=False))
        offered[verb] = kind.__name__, shape
        for_floor = kind.role == FLOOR and not issubclass(kind, PlayerCommand)
        sent[verb] = f"Give{kind.__name__}", _sent(shape, given, for_floor)
    for name, event in every_event().items():
        shape = event_schema(event, key="event", required=event.audience.public)
        events_heard[name] = event.__name__, _heard(shape, heard)
    for name, members, key, about in (
        ("Command", offered, "do", "A command that the table offers"),
        ("CommandIn", sent, "do", schemas["CommandIn"]["description"]),
        ("Heard", events_heard, "event", schemas["Heard"]["description"]),
    ):
        schemas[name] = _union(schemas, members, key, about)
    schemas["Transfer"] = TRANSFER
    schemas["OfferOut"]["properties"]["command"] = {"$ref": "#/components/schemas/Command"}
    return document


def _union(schemas: dict[str, Any], members: dict[str, tuple[str, Schema]], key: str, about: str) -> Schema:
    for name, shape in members.values():
        if name in schemas and name not in ("Command", "CommandIn", "Heard"):
            raise LookupError(f"two schemas of the document are called {name}")
        schemas[name] = {"title": name, **shape}
    mapping = {value: f"#/components/schemas/{name}" for value, (name, _) in members.items()}
    return {
        "description": about,
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": key, "mapping": mapping},
    }


def _without_defaults(shape: Schema) -> Schema:
    """Drop the defaults: generators treat a field with a default as always present."""
    fields = {
        name: {key: item for key, item in field.items() if key != "default"}
        for name, field in shape["properties"].items()
    }
    return shape | {"properties": fields}


def _sent(shape: Schema, given: Schema, for_floor: bool) -> Schema:
    """Return the schema of a command as it is sent: with the last known event number, and who gives it."""
    added = _without_defaults({"properties": {name: given[name] for name in ENVELOPE}})["properties"]
    if for_floor:
        added["as"] = {"type": "string", "const": "floor"}
    required = [*shape["required"], "expected", *(["as"] if for_floor else [])]
    return shape | {"properties": shape["properties"] | added, "required": required}


def _heard(shape: Schema, heard: Schema) -> Schema:
    """Return the schema of an event as a viewer sees it: with its number, and when and by whom it was caused."""
    added = {name: heard[name] for name in ("sequence", "given_at", "given_by")}
    properties = added | shape["properties"] | {"clauses": CLAUSES, "transfers": TRANSFERS}
    return shape | {"properties": properties, "required": [*added, *shape["required"], "transfers"]}
