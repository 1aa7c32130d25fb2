"""For tests of the site: databases of PostgreSQL for those that choose, and the server as a process of its own.

Tests that use Django's database (`db`, `client`…) run on the one that `DATABASE_URL` names, or on SQLite; `make unit`
has them on both, with `python -m tools.with_postgres`. Tests that bring their own databases carry the mark
`own_database` and run once.
"""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management.commands import flush
from django.utils import translation
from tests.emptied import establish

from paigow.web.api import access as api_access
from paigow.web.live import feeds
from paigow.web.pages import play, share
from paigow.web.people import access as people_access
from paigow.web.people import display
from paigow.web.service import bots, duplicates, loading, tables
from paigow.web.store import journal
from tools.house import furnish, furnish_once
from tools.inside import inside
from tools.postgres import Cluster, cluster
from tools.server import SiteServer

NewServer = Callable[..., SiteServer]


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this process draws, deals among it, follows from the test's name: what fails once fails again."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda many=32: chance.randbytes(many or 32))


@pytest.fixture(autouse=True, scope="session")
def established() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "emit_post_migrate_signal", establish)
        yield


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A request leaves its language behind; the next test begins without."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What this process remembers is of tables that are not there any more when a test is over.

    The next may open others in their place.
    """
    yield
    tables.CACHE.clear()
    journal._seed.cache_clear()
    journal._trail.cache_clear()
    bots.bot.cache_clear()
    feeds._FEEDS.clear()
    loading.RECENT.clear()
    display._KNOWN.clear()
    duplicates.PLAYS.clear()
    share._steps.cache_clear()
    play._verifiable.cache_clear()
    people_access._process.clear()
    api_access._seen.clear()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server: `postgres.new_database()` is the address of an empty database."""
    if url := os.environ.get("DATABASE_URL"):
        yield Cluster(url)
        return
    with cluster(sync=False) as running:
        yield running


@pytest.fixture
def postgres_database(postgres: Cluster) -> Iterator[str]:
    """The address of an empty database of PostgreSQL."""
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


@dataclass(frozen=True)
class Prepared:
    """A house before its first table: its data and, on PostgreSQL, the name of its database, which nobody uses.

    A server that starts with a copy skips the migrations, which take longer than the rest of its start.
    """

    data: Path
    database: str = ""


@pytest.fixture(scope="session")
def prepared(shared_folder: Path) -> Prepared:
    return Prepared(furnish_once(shared_folder / "prepared", (), staff=False))


@pytest.fixture(scope="session")
def prepared_postgres(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    data, url = tmp_path_factory.mktemp("prepared") / "data", postgres.new_database()
    furnish(data, (), staff=False, database_url=url)
    return Prepared(data, urlsplit(url).path.lstrip("/"))


@pytest.fixture(params=["sqlite", "postgresql"])
def house_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """`DATABASE_URL` of a prepared house, once on SQLite and once on PostgreSQL: for `new_server`."""
    if request.param == "sqlite":
        yield ""
        return
    postgres = request.getfixturevalue("postgres")
    url = postgres.new_database(request.getfixturevalue("prepared_postgres").database)
    yield url
    postgres.drop_database(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """`DATABASE_URL` of an empty database, once on SQLite and once on PostgreSQL: for tests marked `own_database`."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres_database"))


@pytest.fixture
def new_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewServer]:
    """`new_server(house_url, options=("--processes", "2"))`: a running server; all are stopped in the end.

    Its house is prepared, unless there is one or it is to be `fresh`.
    """
    with ExitStack() as servers:

        def started(
            database_url: str = "",
            data: Path | None = None,
            options: tuple[str, ...] = (),
            environment: Mapping[str, str] = {},
            fresh: bool = False,
            forked: bool = True,
        ) -> SiteServer:
            data = data or tmp_path / "data"
            if not (fresh or data.exists()):
                prepared = request.getfixturevalue("prepared_postgres" if database_url else "prepared")
                shutil.copytree(prepared.data, data)
            return servers.enter_context(SiteServer(data, database_url, options, environment, forked=forked))

        yield started


@dataclass(frozen=True)
class Pair:
    """Two servers of one house."""

    servers: tuple[SiteServer, SiteServer]
    data: Path
    url: str

    def inside(self, what: str, asked: Any = None) -> Any:
        return inside(self.data, self.url, what, asked)


@pytest.fixture(scope="module")
def pair(postgres: Cluster, prepared_postgres: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two processes that share one PostgreSQL, for the tests of a module; each brings its own tables.

    They end with the module: their bots would play on, and take time from all other tests.
    """
    url, data = postgres.new_database(prepared_postgres.database), tmp_path_factory.mktemp("pair") / "data"
    shutil.copytree(prepared_postgres.data, data)
    rates = {"PAIGOW_RATES": "api=1000000,api-wrong=1000000"}
    with (
        SiteServer(data, url, ("--no-practice",), rates, forked=True) as first,
        SiteServer(data, url, ("--no-practice",), rates, forked=True) as second,
    ):
        yield Pair((first, second), data, url)
    postgres.drop_database(url)
