"""How commands answer: a line, or a JSON object on a line."""

import json
from collections.abc import Mapping
from typing import Any

import typer


def say(text: str = "") -> None:
    typer.echo(text)


def unicode_output() -> bool:
    """Whether what is said may have any character in it."""
    import sys

    return "utf" in (sys.stdout.encoding or "").lower()


def say_json(value: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False))


def table(rows: list[tuple[str, ...]], indent: str = "") -> str:
    """Rows in columns, each as wide as it needs; the last runs on."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)] if rows else []
    lines = (
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]) for row in rows
    )
    return "\n".join(indent + line.rstrip() for line in lines)
