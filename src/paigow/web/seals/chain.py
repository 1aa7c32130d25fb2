"""The hash chain over a table's events: each link covers the event, its command, and the previous link."""

import hashlib
import json
from datetime import datetime
from typing import Any

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(data: Any) -> bytes:
    """Return the canonical form of a value."""
    return _CANONICAL(data).encode()


def fingerprint(data: Any) -> str:
    return hashlib.sha256(canonical(data)).hexdigest()


def genesis(slug: str, submission_hash: str) -> str:
    """Return the value to which the first event is chained: the table and its rules."""
    return fingerprint({"table": slug, "submission": submission_hash})


def link(before: str, number: int, origin: dict[str, Any], event: dict[str, Any]) -> str:
    """Return the next hash. `origin` says who requested what, under which key, and when."""
    return fingerprint({"before": before, "number": number, "origin": origin, "event": event})


def origin(actor: str, person: str, key: str, at: datetime, command: dict[str, Any]) -> dict[str, Any]:
    return {"actor": actor, "person": person, "key": key, "at": at.isoformat(), "command": command}


def head_message(slug: str, sequence: int, head: str) -> str:
    return f"paigow/v1/head {slug} {sequence} {head}"


def checkpoint_message(slug: str, sequence: int, head: str) -> str:
    return f"paigow/v1/checkpoint {slug} {sequence} {head}"
