"""The database that the tests of this run use is the one that was asked for, and as durable as it should be."""

import os
import threading

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from tests import emptied

from paigow.errors import PaigowError
from paigow.web.serving.environment import database
from tools.waiting import run_together


@pytest.mark.django_db
def test_it_is_the_one_that_was_asked_for() -> None:
    assert connection.vendor == ("postgresql" if os.environ.get("DATABASE_URL") else "sqlite")
    get_user_model().objects.create_user("ann", password="correct horse")
    assert get_user_model().objects.get(username="ann").check_password("correct horse")


@pytest.mark.django_db
def test_every_commit_is_durable() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            answers = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
            assert answers == ["wal", 2]
        else:
            cursor.execute("SHOW synchronous_commit")  # `fsync` is the server's: the tests' own server goes without
            assert cursor.fetchone() == ("on",)


@pytest.mark.django_db(transaction=True)
def test_other_threads_see_what_is_committed() -> None:
    get_user_model().objects.create_user("ben")
    seen: list[bool] = []

    def look() -> None:
        seen.append(get_user_model().objects.filter(username="ben").exists())
        connection.close()

    run_together([threading.Thread(target=look)])
    assert seen == [True]


def test_another_kind_of_database_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://somewhere/paigow")
    with pytest.raises(PaigowError, match="DATABASE_URL names a PostgreSQL database"):
        database()


@pytest.mark.django_db(transaction=True)
def test_what_is_put_back_after_a_test_is_what_the_apps_establish() -> None:
    """`tests.emptied` does what Django does: the same types, permissions and roles."""
    found = []
    for establish in (emit_post_migrate_signal, emptied.establish, emptied.establish):
        call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True)
        assert not Permission.objects.exists()
        establish(0, False, "default")
        held = Group.objects.values_list("name", "permissions__content_type__model", "permissions__codename")
        types = ContentType.objects.values_list("app_label", "model")
        permissions = Permission.objects.values_list("content_type__app_label", "codename", "name")
        found.append([set(held), set(types), set(permissions)])
    assert found[0] == found[1] == found[2]
    assert all(found[0])
