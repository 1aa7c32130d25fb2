"""The house's own log is a chain.

An altered, dropped, inserted or moved event is named, and so is every row that the house goes by and the log does not
tell of (gaming standards L3, A5).
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection, models, transaction
from django.utils import timezone

from paigow.house.audit.house import house
from paigow.web.people import house_log, registration, roles, wallet
from paigow.web.people.events import Kind, note
from paigow.web.people.models import (
    Account,
    Exclusion,
    HouseLimit,
    Limit,
    LogCheckpoint,
    LogHead,
    SignificantEvent,
    User,
    WalletEntry,
)
from paigow.web.store.models import UploadedSubmission

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


def found() -> list[tuple[str, str]]:
    return [(fault.row, fault.what) for fault in house()]


def rows() -> list[str]:
    return [row for row, _what in found()]


def sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def alter(row: models.Model, **values: Any) -> None:
    """Past the program, as somebody with the database's password would."""
    assert type(row)._base_manager.filter(pk=row.pk).update(**values) == 1


def drop(row: models.Model) -> None:
    sql(f"DELETE FROM {connection.ops.quote_name(row._meta.db_table)} WHERE id = %s", row.pk)


@pytest.fixture
def people(db: None) -> None:
    """A house with an operator, a player with limits and an exclusion, and more than two checkpoints of events."""
    boss = User.objects.create_superuser("root", password="nine brass tiles")
    mei, opal = registration.sign_up("mei", "nine brass tiles"), registration.sign_up("opal", "nine brass tiles")
    roles.appoint(opal, roles.OPERATOR, boss)
    opal = User.objects.get(username="opal")
    wallet.set_limits(mei, {"loss": 5000, "time": 3600}, NOON)
    wallet.set_limits(mei, {"loss": 9000}, NOON)
    wallet.set_house_limits({"buy-in": 100_000}, opal)
    wallet.exclude(mei, timedelta(days=7), NOON)
    wallet.exclude(mei, timedelta(days=1), NOON)
    wallet.adjust(mei, -wallet.GRANT + 100, opal, "a test")
    wallet.top_up(mei, NOON + timedelta(days=30))
    for number in range(2 * house_log.EVERY + 5):
        note(Kind.CONFIG, opal, {"number": number, "text": "九", "parts": (1, 2)})


def event(number: int) -> SignificantEvent:
    return SignificantEvent.objects.get(number=number)


@pytest.mark.usefixtures("people")
def test_all_is_well() -> None:
    assert found() == []
    last = SignificantEvent.objects.count()
    assert LogHead.objects.get().entries == last
    assert list(LogCheckpoint.objects.values_list("number", flat=True)) == [100, 200]


ALTERED: dict[str, Any] = {
    "kind": "game",
    "at": NOON,
    "person": "eve",
    "address": "192.0.2.1",
    "detail": {"number": 0},
    "hash": "0" * 64,
}


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("number", [1, 50, 100, 219])
def test_an_altered_event_is_named(number: int) -> None:
    number = min(number, LogHead.objects.get().entries)
    for name, value in ALTERED.items():
        with transaction.atomic():
            alter(event(number), **{name: value})
            named = {row for row in rows() if row.startswith("significant event")}
            assert named == {f"significant event {number}"}, f"{name}: this one, and no other is blamed"
            transaction.set_rollback(True)


@pytest.mark.usefixtures("people")
def test_a_dropped_event_is_named_also_the_last() -> None:
    drop(event(50))
    assert rows() == ["significant event 50"]
    last = LogHead.objects.get().entries
    drop(event(last))
    assert rows() == ["significant event 50", f"significant event {last}"]


@pytest.mark.usefixtures("people")
def test_events_in_another_order_are_named() -> None:
    first, second = event(50), event(51)
    alter(first, number=10_000)
    alter(second, number=50)
    alter(first, number=51)
    assert {"significant event 50", "significant event 51"} <= set(rows())


@pytest.mark.usefixtures("people")
def test_an_inserted_event_is_named() -> None:
    forged = SignificantEvent.objects.create(kind="config", detail={})
    assert found() == [(f"significant event with id {forged.pk}", "it is not in the chain")]
    last = LogHead.objects.get().entries
    alter(forged, number=last + 1, hash="1" * 64)
    assert {f"significant event {last + 1}", "log head"} <= set(rows())


@pytest.mark.usefixtures("people")
def test_a_chain_forged_to_the_end_fails_at_the_signatures() -> None:
    """Whoever can write the database, but has not the key, can make every hash right again, and still is found."""
    alter(event(150), person="eve")
    head = house_log.genesis()
    for row in SignificantEvent.objects.order_by("number"):
        assert row.number is not None
        head = house_log.link(head, row.number, row.at, house_log.chained_data(row))
        alter(row, hash=head)
        for kept in LogCheckpoint.objects.filter(number=row.number):
            alter(kept, head=head)
    alter(LogHead.objects.get(), head=head)
    assert found() == [
        ("log checkpoint 200", "the signature does not hold"),
        ("log head", "the signature does not hold"),
    ]


@pytest.mark.usefixtures("people")
def test_a_log_that_was_cut_is_named_by_its_head() -> None:
    for row in SignificantEvent.objects.filter(number__gt=200):
        drop(row)
    alter(LogHead.objects.get(), entries=200, head=event(200).hash, at=event(200).at)
    assert ("log head", "the signature does not hold") in found()
    for _ in range(2):  # nor does it heal by writing on
        note(Kind.CONFIG, "", {"after": "the cut"})
        assert ("log head", "the signature does not hold") in found()


@pytest.mark.usefixtures("people")
def test_checkpoints_and_the_head_themselves() -> None:
    drop(LogCheckpoint.objects.get(number=100))
    assert rows() == ["log checkpoint 100"]
    alter(LogCheckpoint.objects.get(number=200), number=201)
    assert rows() == ["log checkpoint 100", "log checkpoint 200", "log checkpoint 201"]
    sql("DELETE FROM people_loghead")
    assert ("log head", "there are 0 of it") in found()


def of(name: str) -> User:
    return User.objects.get(username=name)


def shorten(row: Any) -> None:
    alter(row, until=row.until - timedelta(days=6))


TAMPERED: dict[str, Any] = {
    "exclusion shortened": lambda: shorten(Exclusion.objects.first()),
    "exclusion backdated": lambda: alter(
        Exclusion.objects.first() or Exclusion(), at=NOON - timedelta(days=30), until=NOON - timedelta(days=23)
    ),
    "exclusion dropped": lambda: drop(Exclusion.objects.first() or Exclusion()),
    "exclusion moved": lambda: alter(Exclusion.objects.first() or Exclusion(), person=of("opal")),
    "exclusion added": lambda: Exclusion.objects.create(person=of("opal"), at=NOON, until=NOON + timedelta(days=1)),
    "limit raised": lambda: alter(Limit.objects.get(kind="time"), value=99_999),
    "limit sooner": lambda: alter(Limit.objects.get(kind="loss"), pending_from=NOON),
    "limit dropped": lambda: drop(Limit.objects.get(kind="time")),
    "limit added": lambda: Limit.objects.create(person=of("opal"), kind="loss", value=1),
    "house limit": lambda: HouseLimit.objects.update(value=1),
    "house limit added": lambda: HouseLimit.objects.create(kind="loss", value=1),
    "role": lambda: of("mei").groups.add(Group.objects.get(name="operator")),
    "role taken": lambda: of("opal").groups.clear(),
    "administrator": lambda: alter(of("mei"), is_superuser=True),
    "permission": lambda: of("mei").user_permissions.add(Permission.objects.get(codename="run_house")),
    "permission of a role": lambda: Group.objects.get(name="player").permissions.add(
        Permission.objects.get(codename="run_house")
    ),
    "submission added": lambda: UploadedSubmission.objects.create(
        name="x", text="x", standard="maryland-tiles", hash="0" * 64, person="opal", at=NOON
    ),
    "grant": lambda: alter(WalletEntry.objects.get(account__owner=of("mei"), reason="grant"), cents=1),
    "top-up": lambda: alter(WalletEntry.objects.get(account__owner=of("mei"), reason="top-up"), balance=1),
    "top-up made": lambda: WalletEntry.objects.create(
        account=Account.objects.get(owner=of("opal")),
        number=2,
        cents=100,
        balance=wallet.GRANT + 100,
        reason="top-up",
        at=NOON,
        counterpart=Account.objects.get(kind="house"),
        counterpart_number=99,
    ),
}
NAMED = {
    "exclusion added": "exclusion",
    "exclusion moved": "exclusion",
    "limit": "limit",
    "house": "house limit",
    "role": "person",
    "administrator": "person mei",
    "permission": "person mei",
    "permission of a role": "role player",
    "submission added": "submission",
    "grant": "wallet entry wallet:mei/1",
    "top-up": "wallet entry wallet:mei/3",
    "top-up made": "wallet entry wallet:opal/2",
}


@pytest.mark.usefixtures("people")
def test_a_row_that_the_log_does_not_tell_of_is_named() -> None:
    for what, tamper in TAMPERED.items():
        with transaction.atomic():
            tamper()
            label = NAMED.get(what) or NAMED.get(what.split(maxsplit=1)[0]) or what.split(maxsplit=1)[0]
            assert any(row.startswith(label) for row in rows()), (what, found())
            transaction.set_rollback(True)


def test_a_guest_who_stays_takes_what_was_noted_along() -> None:
    guest = registration.come_as_guest()
    wallet.set_limits(guest, {"loss": 5000}, NOON)
    wallet.exclude(guest, timedelta(days=1), NOON)
    registration.keep_guest(guest, "mei", "nine brass tiles")
    assert found() == []


def test_what_another_version_wrote_meanwhile_is_chained_and_told() -> None:
    note(Kind.CONFIG, "", {"a": 1})
    for _ in range(2):
        SignificantEvent.objects.create(kind="config", detail={"b": 1})
    assert len(found()) == 2
    assert house_log.adopt() == 2
    assert house_log.adopt() == 0
    assert found() == []
    assert SignificantEvent.objects.get(kind="data").detail["events"] == 2


def test_a_clock_set_back_is_an_event() -> None:
    """Gaming standards L1."""
    note(Kind.CONFIG)
    ahead = timezone.now() + timedelta(minutes=10)
    LogHead.objects.update(at=ahead)
    note(Kind.CONFIG)
    told = SignificantEvent.objects.get(kind="clock").detail
    assert (ahead - timezone.now()).total_seconds() - 1 <= told["seconds"] <= 600


def test_a_note_falls_with_its_deed() -> None:
    note(Kind.CONFIG)
    with transaction.atomic():
        note(Kind.CONFIG)
        transaction.set_rollback(True)
    note(Kind.CONFIG)
    assert list(SignificantEvent.objects.values_list("number", flat=True)) == [1, 2]
    assert found() == []


@pytest.mark.django_db(transaction=True)
def test_many_at_once() -> None:
    """Threads with connections of their own: no number twice, none left out, and the chain holds."""

    def one(number: int) -> None:
        try:
            for each in range(10):
                note(Kind.CONFIG, f"p{number}", {"each": each})
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(8)))
    assert list(SignificantEvent.objects.order_by("pk").values_list("number", flat=True)) == list(range(1, 81))
    assert found() == []


MIGRATED = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", "people", "0002", verbosity=0)
call_command("migrate", "store", verbosity=0)
from django.db import connection
def sql(text): connection.cursor().execute(text)
columns = ("password, is_superuser, first_name, last_name, email, is_staff, is_active, date_joined, username, guest,"
    "language")
for name, above in (("root", "true"), ("mei", "false")):
    sql(f"INSERT INTO people_user ({columns}) VALUES "
        f"('x', {above}, '', '', '', {above}, true, '2026-01-01 00:00:00+00:00', '{name}', false, '')")
for number in range(130):
    kind = "config" if number else "sign-up"
    sql("INSERT INTO people_significantevent (kind, at, person, detail) VALUES "
        f"('{kind}', '2026-01-01 00:00:{number % 60:02d}.5+00:00', 'mei', '{{\\"b\\": {number}, \\"a\\": [1, null]}}')")
call_command("migrate", verbosity=0)
from paigow.house.audit.house import house
from paigow.web.people.models import LogHead, SignificantEvent
found = [str(each) for each in house()]
print(found, LogHead.objects.get().entries, SignificantEvent.objects.filter(kind="role").count())
sql("UPDATE people_significantevent SET person = 'eve' WHERE number = 70")
print([each.row for each in house()])
"""


@pytest.mark.own_database
def test_what_is_there_is_chained_by_the_migration(told_by: Callable[[str], list[str]]) -> None:
    assert told_by(MIGRATED) == ["[] 132 1", "['significant event 70']"]
