"""Tables to practise at: one of each game, with bots already seated, for a house that has none yet."""

from paigow.rules import STANDARDS, load_submission
from paigow.web.service import bots, tables
from paigow.web.store.models import Table

SEATED = 3


def open_practice_tables() -> None:
    """Only in a house without any table, so that nothing an operator has closed comes back."""
    if Table.objects.exists():
        return
    styles = bots.styles(SEATED)
    for name, standard in STANDARDS.items():
        tables.open_table(name, load_submission(name), "the house", title=standard.title, bots=styles)
