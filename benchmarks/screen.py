"""Time from sending a command to the change on another person's screen, next to an empty page's round trip.

One person buys a chip, over and over; another watches the table in a browser, where every change of the drawn table is
noted with its time; the commit lies in between. Both clocks are the machine's. An empty page is `/healthz`, asked for
by the same browser.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.timing import line
from tools.house import Opening, furnish
from tools.programs import find_browser
from tools.server import SiteServer
from tools.visitor import Visitor

TIMES = 60
OBSERVE = """() => {
  window.drawn = [];
  const table = document.getElementById("table");
  const note = () => window.drawn.push([Number(table.dataset.sequence), performance.timeOrigin + performance.now()]);
  new MutationObserver(note).observe(table, { attributes: true, attributeFilter: ["data-sequence"] });
}"""
PAINTED = "number => window.drawn.find(([sequence]) => sequence >= number)?.[1] ?? 0"
EMPTY = """async () => {
  const began = performance.now();
  await (await fetch("/healthz", { cache: "no-store" })).text();
  return performance.now() - began;
}"""
BUY = """async () => {
  const form = document.querySelector("#do-buy-in");
  const body = new URLSearchParams(new FormData(form));
  body.set("amount", "1");
  body.set("key", `bench.${performance.now()}`);
  const sent = performance.timeOrigin + performance.now();
  const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
  return [Number(/data-sequence="(\\d+)"/.exec(await answer.text())[1]), sent];
}"""


def main() -> None:
    executable = find_browser()
    if executable is None:
        sys.exit("there is no browser: `python -m tools.prepare` installs one")
    with tempfile.TemporaryDirectory() as data:
        furnish(Path(data), [Opening("maryland-poker", bots=0, pace={"bet": 600.0, "quiet": 600.0, "cut": 0.1})])
        with SiteServer(Path(data), options=("--drain", "0")) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
            delays, empty = measure(browser, site.address)
            browser.close()
    report("a command, committed, to another's screen", delays)
    report("an empty page and back", empty)
    line("ratio of the medians", f"{median(delays) / median(empty):.1f}")


def report(name: str, times: list[float]) -> None:
    line(name, f"{median(times):.1f} ms", f"95 of 100 within {quantiles(times, n=20)[-1]:.1f} ms")


def measure(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """Return the milliseconds of each change and of each empty page."""
    buyer, watcher = (Visitor(browser.new_context(base_url=address).new_page()) for _ in range(2))
    buyer.come("maryland-poker")
    buyer.sit(1)
    buyer.until("#bets .chip-button", {})
    watcher.come("maryland-poker")
    watcher.page.wait_for_timeout(1000)
    watcher.page.evaluate(OBSERVE)
    delays, empty = [], []
    for _ in range(TIMES):
        number, sent = buyer.page.evaluate(BUY)
        delays.append(_painted(watcher.page, number) - sent)
        empty.append(watcher.page.evaluate(EMPTY))
        watcher.page.wait_for_timeout(30)
    return delays, empty


def _painted(page: Page, number: int, patience: float = 5) -> float:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if at := page.evaluate(PAINTED, number):
            return float(at)
        page.wait_for_timeout(2)
    raise AssertionError(f"event {number} was not drawn")


if __name__ == "__main__":
    main()
