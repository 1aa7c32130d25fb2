"""A command is carried out once, entirely or not at all."""

from typing import Any

import pytest
from django.db import connection, transaction

from paigow.errors import PaigowError, Refused
from paigow.table import Phase
from paigow.table.steps.seating import BuyIn, LeaveTable
from paigow.table.steps.wagers import PlaceWager
from paigow.web.people import wallet
from paigow.web.people.errors import NotCovered
from paigow.web.people.models import User
from paigow.web.service import tables
from paigow.web.service.errors import KeyReused, NoSuchTable, Stale
from paigow.web.store.models import LedgerEntry, StoredCommand, StoredEvent, Table

pytestmark = pytest.mark.django_db(transaction=True)


def counts() -> tuple[int | str, ...]:
    rows = StoredCommand.objects.count(), StoredEvent.objects.count(), LedgerEntry.objects.count()
    return (*rows, *Table.objects.values_list("sequence", "head").get(slug="t"))


def test_a_key_makes_asking_again_harmless(open_house: Any) -> None:
    house = open_house("maryland-tiles")
    house.seat("ann", chips=0)
    command = BuyIn(player="ann", amount=5_000)
    first = house.do(command, key="k1")
    before = counts()
    again = house.do(command, key="k1")
    assert (again.first, again.last) == (first.first, first.last)
    assert again.repeated
    assert not first.repeated
    assert counts() == before
    assert wallet.balance(User.objects.get(username="ann")) == wallet.GRANT - 5_000


def test_a_key_stands_for_one_command_only(open_house: Any) -> None:
    house = open_house("maryland-tiles")
    house.seat("ann", chips=0)
    house.do(BuyIn(player="ann", amount=5_000), key="k1")
    before = counts()
    with pytest.raises(KeyReused):
        house.do(BuyIn(player="ann", amount=6_000), key="k1")
    with pytest.raises(KeyReused):  # even by who has seen the last event
        house.do(BuyIn(player="ann", amount=6_000), key="k1", expected=house.state.sequence)
    assert counts() == before


def test_who_has_not_seen_the_last_event_is_told_so(open_house: Any) -> None:
    house = open_house("maryland-tiles")
    house.seat("ann", chips=0)
    last = house.state.sequence
    with pytest.raises(Stale) as refused:
        house.do(BuyIn(player="ann", amount=5_000), expected=last - 1)
    assert refused.value.sequence == last
    assert house.do(BuyIn(player="ann", amount=5_000), expected=last).first == last + 1


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (PlaceWager(player="ann", position=6, amount=1_000), Refused),
        (BuyIn(player="ann", amount=wallet.GRANT + 1), NotCovered),
        (BuyIn(player="ann", amount=0), Refused),
    ],
)
def test_what_is_refused_changes_nothing(open_house: Any, command: Any, error: type[PaigowError]) -> None:
    house = open_house("maryland-tiles")
    house.seat("ann", chips=0)
    before, state = counts(), house.state
    with pytest.raises(error):
        house.do(command)
    assert counts() == before
    assert house.state == state
    assert list(wallet.faults()) == []


def test_there_is_no_such_table(open_house: Any) -> None:
    with pytest.raises(NoSuchTable, match="no table 'nowhere'"):
        tables.submit("nowhere", BuyIn(player="ann", amount=1), person="ann", key="k")


def test_a_transaction_that_fails_late_leaves_nothing(open_house: Any) -> None:
    house = open_house("maryland-tiles")
    house.seat("ann", chips=0)
    before, state = counts(), house.state
    with transaction.atomic():
        house.do(BuyIn(player="ann", amount=5_000))
        transaction.set_rollback(True)  # the lights go out
    assert counts() == before
    tables.CACHE.clear()
    assert house.state == state


def test_chips_come_from_the_wallet_and_go_back(open_house: Any, unhurried: Any) -> None:
    house = open_house("dealer-open", unhurried)
    house.seat("ann", chips=40_000)
    ann = User.objects.get(username="ann")
    assert wallet.balance(ann) == wallet.GRANT - 40_000
    house.deal_until(lambda: house.state.phase is Phase.BETTING)
    house.do(LeaveTable(player="ann"))
    assert wallet.balance(ann) == wallet.GRANT
    assert list(wallet.faults()) == []


def test_the_database_is_durable_at_every_commit() -> None:
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone()[0] == "on"
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone()[0] == "wal"
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2  # FULL
