"""The database that the tests of this run use is the one that was asked for, and as durable as it should be."""

import os
import threading

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

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
