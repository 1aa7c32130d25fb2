"""The movement of each transfer, in a database from before it was stored."""

from collections.abc import Callable

import pytest

pytestmark = pytest.mark.own_database

SCRIPT = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from paigow.house.audit.whole import audit
from paigow.web.store.models import LedgerEntry
from tools.played import open_house
open_house({"poker": "maryland-poker", "boxes": "new-zealand"}, 3)

def movements():
    return list(LedgerEntry.objects.order_by("pk").values_list("pk", "movement", "reason"))

before = movements()
call_command("migrate", "store", "0014", verbosity=0)
call_command("migrate", "store", verbosity=0)
print(movements() == before, len(before) > 20, "" in {movement for _pk, movement, _reason in before})
print({movement for _pk, movement, reason in before if movement != reason} <= {"award", "envy"})
print(*audit())
"""


def test_a_database_without_it_is_migrated_and_passes_the_audit(told_by: Callable[[str], list[str]]) -> None:
    assert told_by(SCRIPT) == ["True True False", "True", ""]


READING = """
import django
django.setup()
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from importlib import import_module
call_command("migrate", verbosity=0)
from paigow.money import Movement
from paigow.web.service import tables
from paigow.rules import load_submission
from paigow.web.store.models import LedgerEntry
table = tables.open_table("t", load_submission("maryland-poker"), "the house")
LedgerEntry.objects.all().delete()
reasons = ["push", "the house's half of what the centre lacks", "three of a kind, 3 to 1", "Envy Bonus, royal flush"]
for line, reason in enumerate(reasons):
    LedgerEntry.objects.create(
        table=table, number=1, line=line, debit="a", credit="b", cents=1, debit_balance=0, credit_balance=0,
        movement="", reason=reason,
    )
import_module("paigow.web.store.migrations.0015_ledger_movement").read_reasons(apps, connection.schema_editor())
for movement in LedgerEntry.objects.order_by("line").values_list("movement", flat=True):
    print(Movement(movement).name)
"""


def test_a_line_of_a_pay_table_is_an_award(told_by: Callable[[str], list[str]]) -> None:
    assert told_by(READING) == ["PUSH", "HOUSE_SHORTFALL", "AWARD", "ENVY"]
