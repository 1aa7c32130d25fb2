"""Who may come in, second factors, and which tables there are: each as the house's log has it (gaming standards L3)."""

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from paigow.house import rekey
from paigow.house.audit.whole import audit
from paigow.house.pages import runs
from paigow.rules import STANDARDS, load_submission
from paigow.web.people import house_log, registration, roles, second_factor
from paigow.web.people.events import Kind, note
from paigow.web.people.log_models import LogHead, SignificantEvent
from paigow.web.people.models import RecoveryCode, SecondFactor, User
from paigow.web.people.passwords import BoundedArgon2
from paigow.web.people.statements import ROWS
from paigow.web.seals.sealing import seal
from paigow.web.service import duplicates, floor, hosting, practice, tokens
from paigow.web.service.dealer import Desk
from paigow.web.store.models import ApiToken, AuditRun, Invited, SharedRound, Table

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


def found() -> list[tuple[str, str, str]]:
    return [(fault.table, fault.row, fault.what) for fault in audit()]


def of(name: str) -> User:
    return User.objects.get(username=name)


def sql(statement: str) -> None:
    """Past the program, as somebody with the database's password would."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        assert cursor.rowcount == 1


def enrol(person: User) -> None:
    key, now = second_factor.key_of(second_factor.begin(person, NOON)), NOON
    assert second_factor.confirm(person, second_factor.hotp(key, second_factor.step_of(now)), now)


@pytest.fixture(autouse=True)
def people(db: None) -> None:
    """Players, one of them shut out and one let in again; a floor with a second factor; a table open, one closed."""
    mei, opal, ann, bob, eve = (
        registration.sign_up(name, "nine brass tiles") for name in ("mei", "opal", "ann", "bob", "eve")
    )
    roles.appoint(opal, roles.OPERATOR)
    roles.appoint(mei, roles.FLOOR)
    mei, opal = of("mei"), of("opal")
    enrol(mei)
    enrol(ann)
    second_factor.remove(ann, ann)
    floor.set_active(bob, False, mei, "a test")
    floor.set_active(eve, False, mei, "a test")
    floor.set_active(eve, True, mei, "a test")
    for slug in ("on", "off"):
        floor.open_table(slug, load_submission("new-zealand"), mei)
    floor.close_table("off", mei, "a test")
    request = RequestFactory().post("/")
    for name in ("one", "two"):
        token = tokens.make(ann, name, request, scopes=[tokens.Scope.READ], days=1)[0]
    tokens.revoke(ann, token.pk, request)
    runs.carry_out(AuditRun.objects.create(person="opal", started_at=NOON, seen_at=NOON))


@pytest.fixture
def company() -> None:
    """A practice table, one by invitation with a guest, a tournament with an entry, and a shared round."""
    ann, eve = of("ann"), of("eve")
    practice.open_for(eve, practice.Wanted("dealer-open", bots=0))
    held = hosting.open_for(eve, hosting.Plan("new-zealand", invitation_only=True))
    hosting.accept(ann, held)
    duplicates.enter(ann, duplicates.create(eve, "maryland-tiles", 5, 24))
    link = SharedRound.objects.create(table=held, number=1, person="ann", token="secret", at=NOON)
    note(Kind.SHARE, ann, rows=(link,))  # as `sharing.share` does, without a round to play first


@pytest.mark.usefixtures("company")
def test_all_is_well() -> None:
    desk = Desk()
    for slug in ("on", "off"):
        desk.take(slug, timezone.now())
        desk.attend(slug, timezone.now())
    assert Table.objects.get(slug="off").closed_at is not None
    desk.release()
    assert found() == []


def reopen() -> None:
    sql("UPDATE store_table SET closing = false, closed_at = NULL WHERE slug = 'off'")


MISSING = "the row is missing"
TAMPERED: dict[str, tuple[Callable[[], Any], tuple[str, str, str]]] = {
    "let in": (
        lambda: sql("UPDATE people_user SET is_active = true WHERE username = 'bob'"),
        ("", "person bob", "is_active is True, False was expected"),
    ),
    "shut out": (
        lambda: sql("UPDATE people_user SET is_active = false WHERE username = 'eve'"),
        ("", "person eve", "is_active is False, True was expected"),
    ),
    "shut out, never noted": (
        lambda: sql("UPDATE people_user SET is_active = false WHERE username = 'opal'"),
        ("", "person opal", "is_active is False, True was expected"),
    ),
    "renamed": (
        lambda: sql("UPDATE people_user SET username = 'somebody' WHERE username = 'eve'"),
        ("", "person eve", MISSING),
    ),
    "factor dropped": (
        lambda: sql("DELETE FROM people_secondfactor"),
        ("", "second factor of mei", f"{MISSING}, or not in force"),
    ),
    "factor not in force": (
        lambda: sql("UPDATE people_secondfactor SET confirmed_at = NULL"),
        ("", "second factor of mei", f"{MISSING}, or not in force"),
    ),
    "factor made": (
        lambda: SecondFactor.objects.create(person=of("ann"), sealed=b"x", made_at=NOON, since=NOON, confirmed_at=NOON),
        ("", "second factor of ann", "no note of it"),
    ),
    "factor of another key": (
        lambda: SecondFactor.objects.update(sealed=b"x" * 40),
        ("", "second factor of mei", "what is sealed at second-factor/"),
    ),
    "admitted": (
        lambda: sql("UPDATE people_user SET is_staff = true WHERE username = 'ann'"),
        ("", "person ann", "is_staff is True, False was expected"),
    ),
    "put in": (lambda: User.objects.create(username="zoe"), ("", "person zoe", "no note of it")),
    "token put in": (
        lambda: ApiToken.objects.create(user=of("ann"), name="another", digest="abc"),
        ("", "token ", "no note that it was made, or one that it was revoked"),
    ),
    "token let in again": (
        lambda: sql("UPDATE store_apitoken SET revoked_at = NULL WHERE revoked_at IS NOT NULL"),
        ("", "token ", "no note that it was made, or one that it was revoked"),
    ),
    "token replaced": (
        lambda: sql("UPDATE store_apitoken SET digest = 'abc' WHERE revoked_at IS NULL"),
        ("", "token ", "sha256 is abc, "),
    ),
    "token widened": (
        lambda: sql('UPDATE store_apitoken SET scopes = \'["read", "run"]\' WHERE revoked_at IS NULL'),
        ("", "token ", "scopes is "),
    ),
    "token prolonged": (
        lambda: sql("UPDATE store_apitoken SET expires_at = NULL WHERE revoked_at IS NULL"),
        ("", "token ", "until is "),
    ),
    "token revoked": (
        lambda: sql("UPDATE store_apitoken SET revoked_at = created_at WHERE revoked_at IS NULL"),
        ("", "token ", "it is revoked or missing: no note of that"),
    ),
    "password replaced": (
        lambda: sql("UPDATE people_user SET password = 'argon2$another' WHERE username = 'opal'"),
        ("", "people.user/", "password is "),
    ),
    "password of another": (
        lambda: sql(
            "UPDATE people_user SET password = (SELECT password FROM people_user WHERE username = 'ann') "
            "WHERE username = 'opal'"
        ),
        ("", "people.user/", "password is "),
    ),
    "shown as another": (
        lambda: sql("UPDATE people_user SET display_name = 'Opal' WHERE username = 'ann'"),
        ("", "people.user/", "display_name is Opal, nothing was expected"),
    ),
    "the key of a name": (
        lambda: sql("UPDATE people_user SET name_key = '' WHERE username = 'ann'"),
        ("", "people.user/", "name_key is nothing, "),
    ),
    "ended sessions brought back": (
        lambda: sql("UPDATE people_user SET stamp = 0 WHERE username = 'mei'"),
        ("", "people.user/", "stamp is 0, "),
    ),
    "recovery code put in": (
        lambda: RecoveryCode.objects.create(person=of("mei"), digest="abc"),
        ("", "people.secondfactor/", "codes is "),
    ),
    "recovery codes used again": (
        lambda: RecoveryCode.objects.filter(person=of("mei")).update(used_at=NOON),
        ("", "people.secondfactor/", "codes is "),
    ),
    "factor of an older copy": (
        lambda: SecondFactor.objects.update(sealed=seal("00" * 20, second_factor.place_of(of("mei")))),
        ("", "people.secondfactor/", "key is "),
    ),
    "practice table opened to all": (
        lambda: sql("UPDATE store_table SET private = false WHERE private"),
        ("", "store.table/", "private is False, True was expected"),
    ),
    "table made private": (
        lambda: sql("UPDATE store_table SET private = true WHERE slug = 'on'"),
        ("", "store.table/", "private is True, False was expected"),
    ),
    "practice table of another": (
        lambda: sql("UPDATE store_table SET opened_by = 'ann' WHERE private"),
        ("practice-", "table", "opened_by is ann, eve was expected"),
    ),
    "another invitation": (
        lambda: sql("UPDATE store_table SET invitation = 'known' WHERE invitation <> ''"),
        ("", "store.table/", "invitation is "),
    ),
    "invited": (
        lambda: Invited.objects.create(table=Table.objects.get(hosted=True), person="bob"),
        ("", "store.invited/", "no note of it"),
    ),
    "invited in place of another": (
        lambda: sql("UPDATE store_invited SET person = 'bob'"),
        ("", "store.invited/", "person is bob, ann was expected"),
    ),
    "no longer invited": (lambda: sql("DELETE FROM store_invited"), ("", "store.invited/", MISSING)),
    "shared by nobody": (
        lambda: sql("UPDATE store_sharedround SET number = 2"),
        ("", "store.sharedround/", "number is 2, 1 was expected"),
    ),
    "shared at another address": (
        lambda: sql("UPDATE store_sharedround SET token = 'known'"),
        ("", "store.sharedround/", "token is "),
    ),
    "entry of another": (
        lambda: sql("UPDATE store_tournamententry SET person = 'bob'"),
        ("", "store.tournamententry/", "person is bob, ann was expected"),
    ),
    "entry scored": (
        lambda: sql("UPDATE store_tournamententry SET scored = '[1]'"),
        ("", "store.tournamententry/", "scored is "),
    ),
    "entry dropped": (lambda: sql("DELETE FROM store_tournamententry"), ("", "store.tournamententry/", MISSING)),
    "tournament of another": (
        lambda: sql("UPDATE store_tournament SET opened_by = 'ann'"),
        ("duplicate-", "tournament", "opened_by is ann, eve was expected"),
    ),
    "tournament of other rules": (
        lambda: sql("UPDATE store_tournament SET submission = '{}'"),
        ("duplicate-", "tournament", "its rules are not those of its submission_hash"),
    ),
    "tournament held back": (
        lambda: sql("UPDATE store_tournament SET revealed_at = deadline"),
        ("duplicate-", "tournament", "its secret is not revealed, but revealed_at says otherwise"),
    ),
    "tournament revealed early": (
        lambda: sql("UPDATE store_tournament SET revealed_at = opened_at, secret = tip"),
        ("duplicate-", "tournament", "its secret was revealed before the deadline"),
    ),
    "audit dropped": (lambda: sql("DELETE FROM store_auditrun"), ("", "audit ", MISSING)),
    "audit altered": (
        lambda: sql("UPDATE store_auditrun SET faults = '[1]'"),
        ("", "audit ", "it is noted as of nothing: holds, 0 faults"),
    ),
    "audit put in": (
        lambda: AuditRun.objects.create(person="opal", started_at=NOON, seen_at=NOON, finished_at=NOON),
        ("", "audit ", "no note of its end"),
    ),
    "table dropped": (
        lambda: sql("DELETE FROM store_table WHERE slug = 'on'"),
        ("on", "table", MISSING),
    ),
    "table renamed": (
        lambda: sql("UPDATE store_table SET slug = 'other' WHERE slug = 'on'"),
        ("on", "table", MISSING),
    ),
    "table reopened": (reopen, ("off", "table", "closing is False, True was expected")),
    "table closing": (
        lambda: sql("UPDATE store_table SET closing = true WHERE slug = 'on'"),
        ("on", "table", "closing is True, False was expected"),
    ),
    "table closed": (
        lambda: sql("UPDATE store_table SET closed_at = opened_at WHERE slug = 'on'"),
        ("on", "table", "closed_at is "),
    ),
}


@pytest.mark.usefixtures("company")
@pytest.mark.parametrize("what", TAMPERED)
def test_what_the_log_says_otherwise_is_named(what: str) -> None:
    deed, (table, row, told) = TAMPERED[what]
    deed()
    assert any(
        each[0].startswith(table) and each[1].startswith(row) and each[2].startswith(told) for each in found()
    ), found()


@pytest.mark.usefixtures("company")
def test_the_rows_of_an_older_house_are_stated_by_the_migration() -> None:
    """What an older version wrote: the same log, without statements."""
    for event in SignificantEvent.objects.all():
        detail = {name: value for name, value in event.detail.items() if name != ROWS}
        SignificantEvent._base_manager.filter(pk=event.pk).update(number=None, hash="", detail=detail)
    LogHead.objects.all().delete()
    house_log.adopt()
    sql("UPDATE people_user SET password = 'argon2$another' WHERE username = 'opal'")
    assert not any(row.startswith("people.user") for _table, row, _what in found()), "it was not noticed"
    assert any(what == "no note of it" for _table, _row, what in found())
    import_module("paigow.web.people.migrations.0011_state_rows").forward(apps, None)
    assert found() == []
    sql("UPDATE people_user SET password = 'argon2$a third' WHERE username = 'opal'")
    assert [what.partition(" is ")[0] for _table, _row, what in found()] == ["password"]


def test_a_password_changed_by_an_older_server_meanwhile_is_not_compared() -> None:
    sql("UPDATE people_user SET password = 'argon2$new' WHERE username = 'ann'")
    note(Kind.PASSWORD, of("ann"))
    assert found() == []
    note(Kind.PASSWORD, of("ann"), rows=(of("ann"),))
    sql("UPDATE people_user SET password = 'argon2$another' WHERE username = 'ann'")
    assert [what.partition(" is ")[0] for _table, _row, what in found()] == ["password"]


def test_statements_hold_under_new_keys_and_tell_no_password() -> None:
    rekey.rekey()
    assert found() == []
    ann = of("ann")
    ann.set_password("eleven brass tiles")
    ann.save()
    note(Kind.PASSWORD, ann, rows=(ann,))
    assert found() == []
    told = json.dumps([event.detail for event in SignificantEvent.objects.all()])
    for person in User.objects.all():
        for digest in (hashlib.sha256, hashlib.sha1, hashlib.md5):
            assert digest(person.password.encode()).hexdigest() not in told
        assert person.password not in told


def test_a_password_hashed_again_is_stated() -> None:
    """An older house hashed otherwise; signing in makes the hash what it is to be today."""
    older = BoundedArgon2()
    older.time_cost += 1
    before = older.encode("nine brass tiles", "some salt")
    sql(f"UPDATE people_user SET password = '{before}' WHERE username = 'ann'")
    ann = of("ann")
    note(Kind.PASSWORD, ann, rows=(ann,))
    assert ann.check_password("nine brass tiles")
    assert of("ann").password != before
    assert found() == []


def test_a_table_dropped_whole_with_all_that_it_kept_is_named() -> None:
    desk = Desk()
    desk.take("on", timezone.now())
    desk.attend("on", timezone.now())
    desk.release()
    table = Table.objects.get(slug="on")
    assert table.sequence
    for rows in (table.events, table.entries, table.meter_changes, table.rounds, table.checkpoints, table.commands):
        rows.all().delete()
    table.delete()
    [(slug, row, what)] = found()
    assert (slug, row) == ("on", "table")
    assert what.startswith("the row is missing: significant event ")


def test_a_guest_who_stays_keeps_what_was_noted() -> None:
    guest = registration.come_as_guest()
    floor.set_active(guest, False, of("mei"), "a test")
    floor.set_active(guest, True, of("mei"), "a test")
    kept = registration.keep_guest(User.objects.get(pk=guest.pk), "kit", "nine brass tiles")
    floor.set_active(kept, False, of("mei"), "a test")
    assert found() == []


def test_tables_to_practise_at_are_noted() -> None:
    for slug in ("on", "off"):
        sql(f"DELETE FROM store_table WHERE slug = '{slug}'")
    practice.open_practice_tables()
    gone = {("on", "table"), ("off", "table")}
    assert {each[:2] for each in found()} == gone
    Table.objects.all().delete()
    assert {each[:2] for each in found()} == gone | {(slug, "table") for slug in STANDARDS}
