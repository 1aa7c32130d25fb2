"""Tests in a real Chromium against the real server. Whatever a page complains about fails its test.

A test talks to the server as a visitor does, never to its database. Playwright occupies the thread's event loop while
it runs, so that it runs for one module at a time and leaves the thread to other tests afterwards.
"""

import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from tools.house import STANDARDS, Opening, furnish_once
from tools.programs import find_browser
from tools.server import SiteServer
from tools.visitor import Visitor

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SCREENSHOTS = Path("build") / "browser"
"""What a page showed when its test failed."""
_FAILED = pytest.StashKey[bool]()
PATIENCE = 120_000
"""Milliseconds that anything may take on a busy machine; what is waited for is a state, never a time."""
expect.set_options(timeout=PATIENCE)

NewPage = Callable[..., Page]
SLOW = {"between": 3.0}
"""Time for a second person to sit down."""
ONCE = {"between": 600.0}
"""One round only, whose result stays however long it takes to look at it."""
LONG = {"quiet": 20.0, "between": 20.0, "set": 600.0, "bet": 600.0}
"""Time to look at every phase in every size."""


def brisk(standard: str, slug: str, bots: int = 1, **pace: Any) -> Opening:
    """Return a table whose dealer goes on to the next phase worth a look at once.

    Showing every step costs a browser several times as much, and the tables named after their games do.
    """
    return Opening(standard, slug, bots, {"stride": "phase", **pace})


TABLES = (  # one for each test that plays, so that nobody waits for who has gone
    *(Opening(standard) for standard in STANDARDS),
    brisk("maryland-tiles", "two-people", bots=0, **SLOW),
    brisk("maryland-poker", "talking", bots=0, bet=600.0, quiet=600.0),
    brisk("maryland-tiles", "banking", bots=0, **SLOW),
    brisk("maryland-poker", "co-banking", bots=0, **SLOW),
    brisk("new-zealand", "staking", bots=0, **SLOW),
    brisk("maryland-poker", "foul", bots=0, **ONCE),
    brisk("maryland-tiles", "surrender", surrender=600.0),
    brisk("maryland-tiles", "refusal", quiet=600.0),
    brisk("dealer-open", "reconnect"),
    brisk("maryland-tiles", "unanswered", bet=600.0),
    brisk("maryland-poker", "plain"),
    brisk("maryland-tiles", "keyboard", between=8.0),
    brisk("maryland-poker", "keys"),
    *(Opening(standard, f"fits-{standard}", bots=4, pace=LONG) for standard in STANDARDS),
    brisk("maryland-poker", "left", bots=0, **ONCE),
    brisk("maryland-tiles", "better"),
    brisk("maryland-poker", "told", bots=0, **ONCE),
    brisk("maryland-poker", "folded"),
    brisk("maryland-poker", "chinese"),
    brisk("dealer-open", "drag"),
    brisk("maryland-tiles", "looks", bots=2, surrender=600.0),
    brisk("maryland-poker", "still"),
    brisk("dealer-open", "replayed"),
    brisk("maryland-tiles", "reviewed"),
    brisk("maryland-tiles", "shared"),
    brisk("new-zealand", "verified"),
    brisk("maryland-tiles", "forged"),
    brisk("maryland-tiles", "read"),
    brisk("maryland-poker", "recorded"),
    brisk("maryland-poker", "advised", bots=0, **ONCE),
    brisk("maryland-poker", "rebet", bots=0, quiet=600.0),
    brisk("maryland-poker", "hasty", bots=0, quiet=600.0),
)


CUT = "net::ERR_INCOMPLETE_CHUNKED_ENCODING"


class Watch:
    """What went wrong on the pages of a test."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.faults: list[str] = []
        self.allowed: list[re.Pattern[str]] = []

    def allow(self, pattern: str) -> None:
        """Something that this test means to provoke: a regular expression found in the complaint."""
        self.allowed.append(re.compile(pattern))

    def over(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("request", self._request)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    @property
    def complaints(self) -> list[str]:
        return [fault for fault in self.faults if not any(pattern.search(fault) for pattern in self.allowed)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location['url']})")

    def _error(self, error: Error) -> None:
        self.faults.append(f"script: {error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.address}/", "data:", "blob:")):
            self.faults.append(f"request to elsewhere: {request.url}")

    def _failed(self, request: Request) -> None:
        """What the browser itself gave up (aborted) was still on its way when the page was left or closed.

        And a stream may end at any time.
        """
        stream = "text/event-stream" in request.headers.get("accept", "")
        if request.failure == "net::ERR_ABORTED" or (stream and request.failure == CUT):
            return
        self.faults.append(f"request failed: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"answer {response.status}: {response.request.method} {response.url}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[_FAILED] = item.stash.get(_FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, shared_folder: Path) -> Iterator[SiteServer]:
    """The server, with data and tables of its own; `site.address` is where it is."""
    data = tmp_path_factory.mktemp("site") / "data"
    shutil.copytree(furnish_once(shared_folder / "site", TABLES), data)
    rates = {"PAIGOW_RATES": "guest=1000,sign-up=1000,sign-in=1000"}
    with SiteServer(data, options=("--drain", "0"), environment=rates, forked=True) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    executable = find_browser()
    assert executable is not None, "there is no browser: `python -m tools.prepare` installs one"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def watch(site: SiteServer) -> Watch:
    return Watch(site.address)


@pytest.fixture
def new_page(request: pytest.FixtureRequest, browser: Browser, site: SiteServer, watch: Watch) -> Iterator[NewPage]:
    """`new_page(viewport={"width": 360, "height": 740}, locale="zh-TW")`: another visitor's page, under the watch."""
    pages: list[Page] = []

    def opened(**choices: Any) -> Page:
        choices.setdefault("service_workers", "block")  # but where a test is about it
        context = browser.new_context(base_url=site.address, **choices)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        watch.over(page)
        pages.append(page)
        return page

    yield opened
    if request.node.stash.get(_FAILED, False):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(page for page in pages if not page.is_closed()):
            name = re.sub(r"\W+", "-", f"{request.node.nodeid}-{number}").strip("-")
            page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)
    complaints = watch.complaints  # before the pages are closed on what they are still asking for
    for page in pages:
        page.context.close()
    assert complaints == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A visitor's page."""
    return new_page()


@pytest.fixture
def visitor(new_page: NewPage) -> Callable[..., Visitor]:
    """`visitor("foul", seat=2, viewport=…)`: a guest who has come to that table, and sits down if a seat is named."""

    def came(slug: str, seat: int | None = None, **choices: Any) -> Visitor:
        guest = Visitor(new_page(**choices), script=choices.get("java_script_enabled", True))
        guest.come(slug)
        if seat is not None:
            guest.sit(seat)
        return guest

    return came
