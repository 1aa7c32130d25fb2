"""What somebody with the database's password may alter: people, who opened a table, the file itself, the keys."""

import gzip
import os
import shutil
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from argon2 import low_level
from django.contrib.auth.models import Group

from paigow.errors import PaigowError
from paigow.house.audit.whole import audit
from paigow.house.backup import RATIO, BackupError, inspect
from paigow.house.own_key import require_own_django_key
from paigow.rules import load_submission
from paigow.web.people import passwords
from paigow.web.people.models import User
from paigow.web.people.registration import come_as_guest, sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import floor
from paigow.web.serving.environment import kept_secrets
from paigow.web.store.models import Table
from tools import forked
from tools.waiting import PATIENCE


def found() -> list[str]:
    return [str(fault) for fault in audit()]


@pytest.mark.django_db
def test_a_deleted_administrator_is_noticed() -> None:
    root = User.objects.create_superuser("root", password="nine brass tiles")
    assert found() == []
    root.delete()
    assert found() == ["house: person root: the row is missing"]


@pytest.mark.django_db
@pytest.mark.parametrize("was", [True, False])
def test_a_guest_who_is_none_is_noticed(was: bool) -> None:
    """A guest gives no password and cannot work for the house; who is said to be none may."""
    who = come_as_guest() if was else sign_up("ann", "nine brass tiles")
    assert found() == []
    User.objects.filter(pk=who.pk).update(guest=not was)
    assert found() == [f"house: person {who.username}: guest is {not was}, {was} was expected"]


@pytest.mark.django_db
def test_a_player_who_lost_the_role_is_noticed() -> None:
    ann = sign_up("ann", "nine brass tiles")
    assert found() == []
    ann.groups.remove(Group.objects.get(name="player"))
    assert found() == ["house: person ann: roles is [], ['player'] was expected"]


@pytest.mark.django_db
def test_another_who_opened_a_table_is_noticed() -> None:
    mei = sign_up("mei", "nine brass tiles")
    appoint(mei, "floor")
    floor.open_table("t", load_submission("maryland-tiles"), User.objects.get(username="mei"))
    assert found() == []
    Table.objects.update(opened_by="eve")
    assert found() == ["t: table: opened_by is eve, mei was expected by the house's log"]


@pytest.mark.django_db
def test_a_wrong_django_key_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up("ann", "nine brass tiles")
    require_own_django_key()
    assert found() == []
    (right, *_older), wrong = kept_secrets("django-key"), "0" * 64
    monkeypatch.setenv("PAIGOW_DJANGO_KEY", wrong)
    with pytest.raises(PaigowError, match="django-key is not that of this house"):
        require_own_django_key()
    assert [each for each in found() if "django-key" in each]
    monkeypatch.setenv("PAIGOW_DJANGO_KEY", f"{wrong} {right}")  # as one is renewed
    require_own_django_key()
    monkeypatch.setenv("PAIGOW_DJANGO_KEY", wrong)
    require_own_django_key()


@pytest.mark.own_database
def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    """Pages in the middle of the file are overwritten: every command says so in a line, and none with a traceback."""
    data = tmp_path / "data"
    known = {**os.environ, "PAIGOW_DATA": str(data), "DATABASE_URL": "", "PYTHONPATH": os.pathsep.join(sys.path)}
    known["DJANGO_SETTINGS_MODULE"] = "paigow.web.settings"

    run = partial(forked.run, env=known, cwd=tmp_path)
    made = run("-c", "from paigow.house.migrating import prepare_database as p; p(True)")
    assert made.returncode == 0, made.stderr
    assert run("paigow", "audit", "--data", str(data)).returncode == 0
    file = data / "paigow.sqlite3"
    whole = tmp_path / "whole"
    shutil.copy(file, whole)
    size = whole.stat().st_size
    for first in (size // 4, size // 2, 100):
        with file.open("r+b") as raw:
            raw.seek(first)
            raw.write(b"\x07" * (size // 3))
        for command in (("audit",), ("backup", str(tmp_path / "b"))):
            ended = run("paigow", *command, "--data", str(data))
            assert ended.returncode in (1, 2), ended.stdout
            assert "Traceback" not in ended.stderr, ended.stderr
            assert "database" in ended.stdout + ended.stderr or "file" in ended.stdout + ended.stderr
        shutil.copy(whole, file)


def test_forty_who_sign_in_at_once_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a hundred megabytes while it is looked at, so that four gigabytes were taken by forty."""
    looked, most, lock = 0, 0, threading.Lock()
    too_many = threading.Barrier(passwords.BoundedArgon2.AT_ONCE + 1)
    real: Callable[..., bytes] = low_level.hash_secret

    def counted(*args: Any, **kwargs: Any) -> bytes:
        nonlocal looked, most
        with lock:
            looked += 1
            most = max(most, looked)
        try:
            with suppress(threading.BrokenBarrierError):
                too_many.wait(2)  # the first ones give others the time to come in beside them
            return real(*args, **{**kwargs, "memory_cost": 64, "time_cost": 1, "parallelism": 1})
        finally:
            with lock:
                looked -= 1

    monkeypatch.setattr("argon2.low_level.hash_secret", counted)
    hasher = passwords.BoundedArgon2()
    assert hasher.memory_cost >= 100_000, "the site's own costs"
    together = threading.Barrier(40)

    def sign_in(number: int) -> str:
        together.wait(PATIENCE)
        return hasher.encode(f"password {number}", "a salt of many signs")

    with ThreadPoolExecutor(40) as threads:
        assert len(set(threads.map(sign_in, range(40)))) == 40
    assert 0 < most <= passwords.BoundedArgon2.AT_ONCE


def test_a_bomb_is_no_backup(tmp_path: Path) -> None:
    """A few kilobytes that unpack to gigabytes are given up on the way, in one line or in many."""
    endless, many = tmp_path / "endless", tmp_path / "many"
    with gzip.open(endless, "wb") as file:
        for _ in range(40):
            file.write(b"x" * 1_000_000)
    with pytest.raises(BackupError, match="a line of it has more than"):
        inspect(endless)
    head = b'{"format":"paigow-backup","version":1,"keys":{},"software":"x","database":"x","migrations":[]}\n'
    with gzip.open(many, "wb") as file:
        file.write(head)
        for _ in range(110):
            file.write(b"[" + b"0," * 499_000 + b"0]\n")
    with pytest.raises(BackupError, match=f"more than {RATIO} times"):
        inspect(many)
