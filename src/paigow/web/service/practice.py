"""Tables to practise at: one of each game, with bots already seated, for a house that has none yet."""

from django.db import transaction

from paigow.rules import STANDARDS, load_submission, submission_hash
from paigow.version import __version__
from paigow.web.people.events import Kind, note
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
        submission = load_submission(name)
        about = {"table": name, "open": True, "submission": submission_hash(submission), "software": __version__}
        with transaction.atomic():
            tables.open_table(name, submission, "the house", title=TITLES[name], bots=styles)
            note(Kind.DEACTIVATION, "", about)
