"""Play money in double entry (gaming standards A1-A5)."""

import threading
from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paigow.money import MAX_AMOUNT
from paigow.web.people import wallet
from paigow.web.people.errors import NotAllowed, NotCovered
from paigow.web.people.models import Account, Immutable, SignificantEvent, User, WalletEntry
from paigow.web.people.registration import sign_up
from tools.waiting import run_together

NewPerson = Callable[..., User]
pytestmark = pytest.mark.django_db


def lines(person: User) -> list[tuple[int, int, int, str, str]]:
    entries = WalletEntry.objects.filter(account__owner=person).order_by("number")
    return [(e.number, e.cents, e.balance, e.reason, str(e.counterpart)) for e in entries]


def test_from_grant_to_cash_out(new_person: NewPerson, noon: datetime) -> None:
    mei = new_person("mei")
    bought = wallet.pay_in(mei, 5_000_00, "one", 17, noon)
    assert (bought.table, bought.event, bought.at, str(bought.account)) == ("one", 17, noon, "wallet:mei")
    cashed = wallet.pay_out(mei, 7_000_00, "one", 40, noon)
    assert str(cashed) == "wallet:mei/3"
    assert lines(mei) == [
        (1, 10_000_00, 10_000_00, "grant", "house"),
        (2, -5_000_00, 5_000_00, "buy-in", "cage:one"),
        (3, 7_000_00, 12_000_00, "cash-out", "cage:one"),
    ]
    assert wallet.balance(mei) == 12_000_00
    house = Account.objects.get(kind="house")
    assert house.balance == -12_000_00
    assert [e.reason for e in WalletEntry.objects.filter(account=house)] == ["grant", "fill"]
    assert Account.objects.get(table="one").balance == 0
    assert list(wallet.faults()) == []


def test_never_more_than_there_is(new_person: NewPerson) -> None:
    mei = new_person("mei")
    before = lines(mei)
    with pytest.raises(NotCovered, match=r"holds \$10,000.00, which does not cover \$10,000.01"):
        wallet.pay_in(mei, wallet.GRANT + 1, "one", 1)
    assert lines(mei) == before
    wallet.pay_in(mei, wallet.GRANT, "one", 1)
    assert wallet.balance(mei) == 0


@pytest.mark.parametrize("cents", [0, -1, 1.0, True, "5"])
def test_amounts(new_person: NewPerson, cents: int) -> None:
    mei = new_person("mei")
    for deed in (wallet.pay_in, wallet.pay_out):
        with pytest.raises(NotAllowed, match="whole number of cents"):
            deed(mei, cents, "one", 1)
    assert len(lines(mei)) == 1


def test_the_database_itself_holds_no_negative_wallet(new_person: NewPerson) -> None:
    mei = new_person("mei")
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.filter(owner=mei).update(balance=-1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create(kind="house")
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create(kind="wallet")


def test_nothing_goes_between_people(new_person: NewPerson, noon: datetime) -> None:
    one, two = (Account.objects.get(owner=new_person(name)) for name in ("mei", "lin"))
    with pytest.raises(ValueError, match="between two"):
        wallet._move(one, two, 5, WalletEntry.Reason.ADJUSTMENT, noon)


def test_entries_are_only_ever_added(new_person: NewPerson) -> None:
    entry = WalletEntry.objects.get(account__owner=new_person("mei"))
    entry.cents = 1
    for change in (
        entry.save,
        entry.delete,
        WalletEntry.objects.all().delete,
        lambda: WalletEntry.objects.update(cents=1),
        lambda: WalletEntry.objects.bulk_update([entry], ["cents"]),
    ):
        with pytest.raises(Immutable):
            change()
    assert WalletEntry.objects.get(pk=entry.pk).cents == wallet.GRANT


def test_a_rolled_back_command_leaves_nothing(new_person: NewPerson) -> None:
    mei = new_person("mei")

    def refused_later() -> None:
        with transaction.atomic():
            wallet.pay_in(mei, 100, "one", 1)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        refused_later()
    assert wallet.balance(mei) == wallet.GRANT
    assert list(wallet.faults()) == []


def test_top_up_when_low(new_person: NewPerson, noon: datetime) -> None:
    mei = new_person("mei")
    with pytest.raises(NotAllowed, match="less than"):
        wallet.top_up(mei, noon)
    wallet.pay_in(mei, wallet.GRANT - wallet.LOW + 1, "one", 1, noon)
    assert wallet.top_up(mei, noon).balance == wallet.LOW - 1 + wallet.TOP_UP


def test_adjustment_by_an_operator(new_person: NewPerson) -> None:
    mei, boss, floor = new_person("mei"), new_person("boss", "operator"), new_person("pit", "floor")
    wallet.adjust(mei, -2_00, boss, "paid twice in round 7")
    noted = SignificantEvent.objects.get(kind="adjustment")
    assert noted.person == "boss"
    assert noted.detail == {
        "of": "mei",
        "entry": 2,
        "before": wallet.GRANT,
        "after": wallet.GRANT - 2_00,
        "why": "paid twice in round 7",
    }
    wallet.adjust(mei, 2_00, boss, "it was not")
    assert wallet.balance(mei) == wallet.GRANT
    for by, of, cents, why in (
        (floor, mei, 5, "why"),
        (mei, mei, 5, "why"),
        (boss, boss, 5, "why"),
        (boss, mei, 5, " "),
        (boss, mei, 0, "why"),
        (boss, mei, -wallet.GRANT - 1, "why"),
        (boss, mei, MAX_AMOUNT + 1, "why"),
        (boss, mei, 10**22, "why"),
    ):
        with pytest.raises(NotAllowed):
            wallet.adjust(of, cents, by, why)
    assert len(lines(mei)) == 3
    assert list(wallet.faults()) == []


@pytest.mark.parametrize(("kind", "full"), [("wallet", 2**63 - 1), ("house", 1 - 2**63)])
def test_no_account_is_fuller_than_the_database_holds(new_person: NewPerson, kind: str, full: int) -> None:
    mei, boss = new_person("mei"), new_person("boss", "operator")
    rows = Account.objects.filter(owner=mei) if kind == "wallet" else Account.objects.filter(kind="house")
    rows.update(balance=full - (1 if full > 0 else -1))
    with pytest.raises(NotAllowed, match="holds at most"):
        wallet.adjust(mei, 2, boss, "too full")
    wallet.adjust(mei, 1, boss, "full")
    assert rows.get().balance == full


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("UPDATE people_walletentry SET cents = cents + 1 WHERE reason = 'buy-in' AND cents < 0", "the entries sum to"),
        ("UPDATE people_account SET balance = balance + 1 WHERE kind = 'wallet'", "the account says"),
        ("DELETE FROM people_walletentry WHERE reason = 'buy-in' AND cents < 0", "is missing"),
        ("DELETE FROM people_walletentry WHERE reason = 'cash-out' AND cents > 0", "the other half does not match"),
        (
            "UPDATE people_walletentry SET counterpart_number = 9 WHERE reason = 'buy-in'",
            "the other half does not match",
        ),
        ("UPDATE people_account SET balance = balance - 1 WHERE kind = 'house'", "instead of nothing"),
    ],
)
def test_tampering_is_found(new_person: NewPerson, sql: str, found: str) -> None:
    mei = new_person("mei")
    wallet.pay_in(mei, 100, "one", 1)
    wallet.pay_out(mei, 90, "one", 2)
    assert list(wallet.faults()) == []
    with connection.cursor() as cursor:
        cursor.execute(sql)
        assert cursor.rowcount > 0
    assert any(found in fault for fault in wallet.faults())


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=st.lists(st.tuples(st.sampled_from("mln"), st.sampled_from("io"), st.integers(1, 12_000_00)), max_size=8))
def test_books_balance_whatever_happens(db: None, deeds: list[tuple[str, str, int]]) -> None:
    with transaction.atomic():
        people = {name: sign_up(name * 3, "nine brass tiles") for name in "mln"}
        held = dict.fromkeys(people, wallet.GRANT)
        for number, (name, way, cents) in enumerate(deeds):
            if way == "o":
                wallet.pay_out(people[name], cents, "one", number)
                held[name] += cents
            elif cents <= held[name]:
                wallet.pay_in(people[name], cents, "one", number)
                held[name] -= cents
            else:
                with pytest.raises(NotCovered):
                    wallet.pay_in(people[name], cents, "one", number)
        assert {name: wallet.balance(person) for name, person in people.items()} == held
        assert list(wallet.faults()) == []
        transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
def test_racing_on_the_same_accounts() -> None:
    """Two people, two tables, eight threads: nothing is lost, doubled, overdrawn or blocked for good."""
    people = [sign_up(name, "nine brass tiles") for name in ("mei", "lin")]
    refused: list[str] = []
    failed: list[BaseException] = []

    def play(index: int) -> None:
        person, table = people[index % 2], f"table{index // 2 % 2}"
        try:
            for number in range(6):
                try:
                    wallet.pay_in(person, 900_00, table, number)
                except NotCovered as short:
                    refused.append(short.message)
                if number == 3:
                    wallet.pay_out(person, 1_00, table, number)
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=play, args=(index,)) for index in range(8)]
    run_together(threads)
    assert failed == []
    for person in people:
        bought = WalletEntry.objects.filter(account__owner=person, reason="buy-in").count()
        assert bought == 11, "24 tries of $900 out of $10,000"
        assert wallet.balance(person) == wallet.GRANT - 11 * 900_00 + 4 * 1_00
    assert len(refused) == 48 - 22
    assert list(wallet.faults()) == []


@pytest.mark.django_db(transaction=True)
def test_a_wallet_is_opened_once() -> None:
    person = User.objects.create_user("mei")
    balances: list[int] = []

    def look() -> None:
        try:
            balances.append(wallet.balance(person))
        finally:
            connection.close()

    threads = [threading.Thread(target=look) for _ in range(6)]
    run_together(threads)
    assert balances == [wallet.GRANT] * 6
    assert WalletEntry.objects.filter(account__owner=person).count() == 1
