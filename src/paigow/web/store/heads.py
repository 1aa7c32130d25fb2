"""Where a table stands, under a code that only the house can make.

Between two checkpoints nobody cuts off the end of a log unseen.

The code moves with the head. One that does not hold is never made to: what was cut off does not heal by playing on.
"""

from paigow.web.seals.chain import head_message
from paigow.web.seals.sealing import code, is_code
from paigow.web.store.models import Table


def code_of(slug: str, sequence: int, head: str) -> str:
    return code(head_message(slug, sequence, head))


def holds(table: Table) -> bool:
    return held(table, table.sequence, table.head)


def held(table: Table, sequence: int, head: str) -> bool:
    """Whether the code is that of the table when it stood there."""
    return is_code(head_message(table.slug, sequence, head), table.head_code)


def renew(table: Table) -> None:
    """For where the table stands now; its row is not saved yet."""
    table.head_code = code_of(table.slug, table.sequence, table.head)
