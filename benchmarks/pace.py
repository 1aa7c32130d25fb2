"""How long a round takes beyond the player's own actions, per game, with a player who acts at once.

`python -m benchmarks.pace` starts a real server and plays in a real browser: practice tables at each pace, and a public
table with one person and bots, where Deal and Skip are pressed. A script in the page presses every button as soon as it
appears. It prints the median and the longest round from the bet to the next betting window, and each limit. The time
for which the page delays a set hand is included. `--api` plays through the JSON API instead and subtracts the time of
the player's own requests.
"""

import argparse
import statistics
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

from tools.house import STANDARDS
from tools.inside import inside
from tools.programs import find_browser
from tools.server import SiteServer

LIMITS = {"instant": 1.0, "brisk": 3.0, "public": 8.0}
PATIENCE = 120.0
AT_ONCE = ("pass-bank", "pass-cut", "set", "look", "decline-cut")


IN_PAGE = """rounds => new Promise((done, failed) => {
  const took = [];
  let began = 0, round = "", set = "", pressed = "";
  const end = setTimeout(() => failed(new Error("the table stands still")), 1000 * 120 * rounds);
  const shown = act => [...document.querySelectorAll(`#table [data-act="${act}"]:not(:disabled)`)]
    .find(one => one.checkVisibility());
  const loop = setInterval(() => {
    const table = document.getElementById("table").dataset;
    if (table.phase === "betting" && table.round !== round) {
      const again = shown("rebet-deal"), circle = shown("spot"), deal = shown("deal");
      if (began) { took.push(performance.now() - began); began = 0; }
      if (took.length === rounds) { clearInterval(loop); clearTimeout(end); done(took); return; }
      if (again) { again.click(); began = performance.now(); round = table.round; }
      else if (document.querySelector(".spot.main.has") && deal) {
        deal.click(); began = performance.now(); round = table.round;
      } else if (circle && !document.querySelector(".spot.main.has")) {
        document.querySelector("#own [data-wager=main][data-act=spot]").click();
      }
    } else if (document.querySelector("form.set") && set !== table.round && shown("house-way")) {
      set = table.round;
      shown("house-way").click();
      shown("set").click();
    } else {
      const next = shown("pass-bank") ?? shown("pass-cut") ?? shown("pick-up") ?? shown("skip");
      const at = `${table.sequence} ${next?.dataset.act}`;
      if (next && at !== pressed) { pressed = at; next.click(); }
    }
  }, 10);
})"""
"""Resolves with the milliseconds of each round, from the bet to the next betting window."""


def watch(page: Page, server: SiteServer, standard: str, pace: str, rounds: int) -> list[float]:
    """Play in a guest's page."""
    if pace == "public":
        page.goto(f"{server.address}/")
        page.locator(f"#table-public-{standard} form button").click()
        page.locator("[data-act=sit]").first.click()
        page.locator("#own .place").wait_for()
    else:
        page.goto(f"{server.address}/practise/{standard}/?pace={pace}&bots=3")
        page.locator("#table[data-phase=betting]").wait_for()
    return [milliseconds / 1000 for milliseconds in page.evaluate(IN_PAGE, rounds + 1)[1:]]


def measure_in_browser(server: SiteServer, standard: str, pace: str, rounds: int) -> list[float]:
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        try:
            return watch(page, server, standard, pace, rounds)
        finally:
            browser.close()


class Player:
    """Acts as soon as it may."""

    def __init__(self, client: httpx.Client, slug: str) -> None:
        self.client, self.slug = client, slug

    def get(self, what: str) -> Any:
        return self.client.get(f"/api/tables/{self.slug}/{what}").raise_for_status().json()

    def do(self, command: dict[str, Any], expected: int) -> bool:
        body = {**command, "expected": expected}
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        answer = self.client.post(f"/api/tables/{self.slug}/commands", json=body, headers=headers)
        return answer.status_code == 200

    def sit(self) -> None:
        """Sit down as soon as no round is in progress."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            now = self.get("legal")
            free = [offer["command"] for offer in now["offers"] if offer["command"]["do"] == "sit"]
            if free and self.do({**free[-1], "seed": "s"}, now["sequence"]):
                return
            time.sleep(0.05)
        raise RuntimeError(f"no seat is free at {self.slug}")

    def press(self, act: str) -> None:
        self.client.post(f"/api/tables/{self.slug}/pace", json={"act": act}).raise_for_status()

    def play(self, rounds: int, public: bool) -> list[float]:
        """Return the time of each round beyond the player's own requests."""
        took: list[float] = []
        began, own, last, pressed = 0.0, 0.0, 0, (0, "")
        end = time.monotonic() + PATIENCE * rounds
        while len(took) < rounds and time.monotonic() < end:
            now = self.get("legal")
            verbs: dict[str, dict[str, Any]] = {}
            for offer in now["offers"]:
                verbs.setdefault(offer["command"]["do"], offer["command"])
            view = self.get("view")
            number, phase = view["rounds"], view["phase"]
            started = time.monotonic()
            if phase == "betting" and number != last:
                if last:
                    took.append(started - began - own)
                last, began, own = number, started, 0.0
            if phase == "betting" and pressed != (number, "deal"):
                wager = next((offer for offer in now["offers"] if offer["command"].get("kind") == "main"), None)
                fresh = {"seed": uuid.uuid4().hex, "commitment": view["round"]["commitment"]}
                if wager is None or self.do({**wager["command"], "contribution": fresh}, now["sequence"]):
                    self.press("deal")
                    pressed = (number, "deal")
            elif verb := next(
                (each for each in ("pass-bank", "pass-cut", "set", "look", "decline-cut") if each in verbs), ""
            ):
                self.do(verbs[verb], now["sequence"])
            elif public and phase in ("banking", "exposing", "paying", "finished") and pressed != (number, "skip"):
                self.press("skip")
                pressed = (number, "skip")
            else:
                time.sleep(0.01)
                continue
            own += time.monotonic() - started
        return took


def measure(server: SiteServer, token: str, standard: str, pace: str, rounds: int) -> list[float]:
    with httpx.Client(base_url=server.address, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
        public = pace == "public"
        if public:
            slug = f"public-{standard}"
            player = Player(client, slug)
            player.sit()
            player.do({"do": "buy-in", "amount": 200_000}, player.get("view")["sequence"])
        else:
            asked = {"standard": standard, "pace": pace, "bots": 3}
            slug = client.post("/api/practice", json=asked).raise_for_status().json()["slug"]
            player = Player(client, slug)
        return player.play(rounds + 1, public)[1:]  # the first includes opening the table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--api", action="store_true", help="play through the JSON API instead of a browser")
    parser.add_argument("--game", choices=STANDARDS, action="append")
    parser.add_argument("--pace", choices=[*LIMITS], action="append")
    given = parser.parse_args()
    people = {f"{pace}-{standard}"[:30]: "player" for pace in LIMITS for standard in STANDARDS}
    tables = {f"public-{standard}": {"standard": standard, "pace": {}, "bots": 3} for standard in STANDARDS}
    with tempfile.TemporaryDirectory() as folder:
        environment = {"PAIGOW_RATES": "api=100000,practise=1000,guest=1000"}
        with SiteServer(Path(folder), options=("--no-practice",), environment=environment) as server:
            tokens = inside(server.data, "", "open", {"people": people, "tables": tables})
            print(f"{'':9}{'game':16}{'rounds':>7}{'median':>9}{'longest':>9}{'limit':>8}")
            for pace in given.pace or LIMITS:
                for standard in given.game or STANDARDS:
                    if given.api:
                        took = measure(server, tokens[f"{pace}-{standard}"[:30]], standard, pace, given.rounds)
                    else:
                        took = measure_in_browser(server, standard, pace, given.rounds)
                    found = f"{statistics.median(took):8.2f}s{max(took):8.2f}s" if took else "       -        -"
                    print(f"{pace:9}{standard:16}{len(took):7}{found}{LIMITS[pace]:7.0f}s", flush=True)


if __name__ == "__main__":
    main()
