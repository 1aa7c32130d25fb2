"""Printing of answers: as lines, or as one JSON object on a line."""

import json
from collections.abc import Mapping
from typing import Any

import typer

from paigow.columns import columns as table


def say(text: str = "") -> None:
    typer.echo(text)


def unicode_output() -> bool:
    """Return whether the output may contain any character."""
    import sys

    return "utf" in (sys.stdout.encoding or "").lower()


def say_json(value: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False))


__all__ = ["say", "say_json", "table", "unicode_output"]
