"""The verbs of commands, for front ends that list commands without naming their classes.

A misspelled verb fails when the module that contains it is loaded.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

import paigow.table  # noqa: F401  registers every command
from paigow.table.core.engine import commands

T = TypeVar("T")


def verbs(*names: str) -> tuple[str, ...]:
    """Return the verbs themselves; raise `LookupError` if one is not the verb of a command."""
    if unknown := [name for name in names if name not in commands()]:
        raise LookupError(f"no command has the verb {', '.join(map(repr, unknown))}")
    return names


def by_verb(table: Mapping[str, T]) -> Mapping[str, T]:
    """Return a read-only table whose keys are all verbs; raise `LookupError` if one is not."""
    verbs(*table)
    return MappingProxyType(table)
