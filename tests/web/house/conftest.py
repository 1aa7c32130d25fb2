"""A house in which a few rounds were played, made once for a module; what a test does to it is undone."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from paigow.web.people import roles, wallet
from paigow.web.people.models import User
from tools import forked
from tools.played import open_house


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Tables `poker` and `tiles`, two rounds over and one on, and an adjustment of Ann's wallet."""
    with django_db_blocker.unblock(), transaction.atomic():
        open_house({"poker": "maryland-poker", "tiles": "maryland-tiles"}, 3)
        boss = User.objects.create_user("boss")
        roles.appoint(boss, roles.OPERATOR)
        wallet.adjust(User.objects.get(username="ann"), 700, User.objects.get(username="boss"), "a test")
        yield
        transaction.set_rollback(True)


@pytest.fixture
def house(played: None) -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def told_by(database_url: str, tmp_path: Path) -> Callable[[str], list[str]]:
    """`told_by(script)`: the lines that a script prints in a process of its own, in a house that is still empty."""

    def told(script: str) -> list[str]:
        environment = {**os.environ, "PAIGOW_DATA": str(tmp_path / "data"), "DATABASE_URL": database_url}
        environment |= {"PYTHONPATH": os.pathsep.join(sys.path), "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
        ran = forked.run("-c", script, env=environment, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.splitlines()

    return told
