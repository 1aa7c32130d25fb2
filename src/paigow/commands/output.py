"""Printing of answers: as lines, or as one JSON object on a line."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from paigow.columns import columns as table
from paigow.errors import PaigowError


def say(text: str = "") -> None:
    typer.echo(text)


def unicode_output() -> bool:
    """Return whether the output may contain any character."""
    import sys

    return "utf" in (sys.stdout.encoding or "").lower()


def say_json(value: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False))


def in_a_directory(path: Path | None) -> Path | None:
    """Refuse a file that cannot be written before the work begins, which may take hours."""
    if path is not None and not path.absolute().parent.is_dir():
        raise PaigowError(f"{path} cannot be written: there is no directory {path.parent}")
    return path


__all__ = ["in_a_directory", "say", "say_json", "table", "unicode_output"]
