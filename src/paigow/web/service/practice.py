"""Tables to practise at: one of each game, with bots already seated, for a house that has none yet."""

from paigow.rules import STANDARDS, load_submission
from paigow.web.service import bots, tables
from paigow.web.store.models import Table

SEATED = 3
TITLES = {
    "maryland-tiles": "Pai Gow tiles, Maryland",
    "maryland-poker": "Pai Gow poker, Maryland",
    "new-zealand": "Pai Gow, New Zealand",
    "dealer-open": "Dealer Open Pai Gow poker",
}


def open_practice_tables() -> None:
    """Only in a house without any table, so that nothing an operator has closed comes back."""
    if Table.objects.exists():
        return
    styles = bots.styles(SEATED)
    for name in STANDARDS:
        tables.open_table(name, load_submission(name), "the house", title=TITLES[name], bots=styles)
