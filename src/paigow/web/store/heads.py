"""The current position of a table, with a code that only the house can compute.

So nobody can cut off the end of a log unnoticed between two checkpoints. The code moves with the head. An invalid one
is never repaired: playing on must not heal a truncated log.
"""

from paigow.web.seals.sealing import code, head_message, is_code
from paigow.web.store.models import Table


def code_of(slug: str, sequence: int, head: str) -> str:
    return code(head_message(slug, sequence, head))


def holds(table: Table) -> bool:
    return held(table, table.sequence, table.head)


def held(table: Table, sequence: int, head: str) -> bool:
    """Return whether the code is valid for the table at that position."""
    return is_code(head_message(table.slug, sequence, head), table.head_code)


def renew(table: Table) -> None:
    """Set the code for the table's current position, without saving its row."""
    table.head_code = code_of(table.slug, table.sequence, table.head)
