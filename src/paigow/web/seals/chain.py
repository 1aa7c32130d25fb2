"""The hash chain over a table's events: each link covers the event, its command, and the previous link."""

import hashlib
import json
from datetime import datetime
from json.encoder import encode_basestring as _quoted
from typing import Any

canonical_text = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(data: Any) -> bytes:
    """Return the canonical form of a value."""
    return canonical_text(data).encode()


def fingerprint(data: Any) -> str:
    return hash_text(canonical_text(data))


def hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def genesis(slug: str, submission_hash: str) -> str:
    """Return the value to which the first event is chained: the table and its rules."""
    return fingerprint({"table": slug, "submission": submission_hash})


def link(before: str, number: int, origin: dict[str, Any], event: dict[str, Any]) -> str:
    """Return the next hash. `origin` says who requested what, under which key, and when."""
    return fingerprint({"before": before, "number": number, "origin": origin, "event": event})


def origin(actor: str, person: str, key: str, at: datetime, command: dict[str, Any]) -> dict[str, Any]:
    return {"actor": actor, "person": person, "key": key, "at": at.isoformat(), "command": command}


def origin_text(actor: str, person: str, key: str, at: datetime, command: str) -> str:
    """Return the canonical text of an `origin`, given that of its command."""
    return (
        f'{{"actor":{_quoted(actor)},"at":"{at.isoformat()}","command":{command},'
        f'"key":{_quoted(key)},"person":{_quoted(person)}}}'
    )


def link_text(before: str, number: int, origin: str, event: str) -> str:
    """Return the same hash as `link`, given the canonical texts of the origin and the event."""
    return hash_text(f'{{"before":"{before}","event":{event},"number":{number},"origin":{origin}}}')


def marked(mark: str) -> str:
    """Return the canonical text that stands for a hidden value with this mark."""
    return f'{{"mark":"{mark}"}}'


def head_message(slug: str, sequence: int, head: str) -> str:
    return f"paigow/v1/head {slug} {sequence} {head}"


def checkpoint_message(slug: str, sequence: int, head: str) -> str:
    return f"paigow/v1/checkpoint {slug} {sequence} {head}"
