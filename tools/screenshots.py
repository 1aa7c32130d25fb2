"""Take screenshots for the docs: every game in mid-round, on a desktop and on a phone, and the other pages.

`make screenshots` plays in a temporary house with bots and saves the pictures in docs/images.
"""

import io
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tools.house import STANDARDS, Opening, furnish
from tools.programs import find_browser
from tools.server import ROOT, SiteServer
from tools.visitor import SETTLED, USUAL, Deed, Visitor

IMAGES = ROOT / "docs" / "images"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}
ACCENTS = (  # small but bright, and lost when colours are counted: chips, pips and hearts, verdicts
    "b86f2d", "6c7480", "c2577d", "b3261e", "1d7a3d", "23242a", "5b2a86", "b8860b", "e2412f", "c8102e", "14602f",
    "97231b", "5c4d10", "ffd35c", "1c6b3a", "a3271f", "8a6414", "c9a24d", "ff6a4d", "d8b25c",
)  # fmt: skip
CALM = {"between": 6.0, "surrender": 1.0, "step": 0.4}
"""A pace that leaves time to take the pictures."""
ROOMS = {
    "lobby": "/",
    "drill": "/drill/house-way/maryland-tiles/maryland/",
    "advice": "/advice/?rules=maryland-tiles&hand=66+11+36+25",
    "math-room": "/math/maryland-tiles/",
    "rule-book": "/rules/maryland-tiles/8/",
}
WITHOUT_SETTING: Mapping[str, Deed] = {sign: deed for sign, deed in USUAL.items() if "set" not in sign}


def take(page: Page, name: str, *, whole: bool = False) -> None:
    """Save with a palette of 256 colours, which is plenty for felt and tiles and takes a third of the space."""
    page.evaluate("document.activeElement?.blur()")
    page.wait_for_timeout(900)  # what moves has arrived
    drawn = Image.open(io.BytesIO(page.screenshot(full_page=whole))).convert("RGB")
    path = IMAGES / f"{name}.png"
    fewer = drawn.quantize(256 - len(ACCENTS), dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    palette.putpalette(
        [*(fewer.getpalette() or [])[: 3 * (256 - len(ACCENTS))], *b"".join(map(bytes.fromhex, ACCENTS))]
    )
    drawn.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} kB")


def at_table(browser: Browser, site: SiteServer, standard: str, **choices: Any) -> Visitor:
    player = Visitor(browser.new_context(base_url=site.address, **choices).new_page())
    player.come(standard)
    player.sit(6)
    return player


def in_mid_round(player: Visitor) -> None:
    """Play until a hand is picked up and previews the house way, not yet set."""
    player.until("form.set", WITHOUT_SETTING)
    player.page.locator("[data-act=house-way]").click()


def picture_tables(browser: Browser, site: SiteServer) -> None:
    for standard in STANDARDS:
        desk = at_table(browser, site, standard, **DESK)
        in_mid_round(desk)
        take(desk.page, f"{standard}-setting")
        desk.page.locator("[data-act=set]").click()
        desk.until(SETTLED)
        take(desk.page, f"{standard}-desk")
        desk.page.context.close()


def picture_phones(browser: Browser, site: SiteServer) -> None:
    for standard in STANDARDS:
        phone = at_table(browser, site, standard, **PHONE)
        in_mid_round(phone)
        take(phone.page, f"{standard}-phone")
        phone.page.context.close()


def picture_the_dark(browser: Browser, site: SiteServer) -> None:
    player = at_table(browser, site, "maryland-poker", color_scheme="dark", **DESK)
    in_mid_round(player)
    take(player.page, "maryland-poker-dark")
    player.page.context.close()


def picture_rooms(browser: Browser, site: SiteServer) -> None:
    page = browser.new_context(base_url=site.address, **DESK).new_page()
    for name, path in ROOMS.items():
        page.goto(path)
        if page.locator("progress").count():
            page.locator("progress").wait_for(state="detached", timeout=300_000)
        if page.get_by_role("button", name="Begin").count():
            page.get_by_role("button", name="Begin").click()
        if page.locator("main figure").count():
            page.locator("main figure").first.scroll_into_view_if_needed()
        take(page, name)
    page.context.close()


def picture_a_round(browser: Browser, site: SiteServer) -> None:
    """Record one round at a practice table as a small animation for the README."""
    page = browser.new_context(base_url=site.address, **DESK).new_page()
    frames: list[tuple[Image.Image, int]] = []

    def shoot(milliseconds: int) -> None:
        page.wait_for_timeout(700)  # what moves has arrived
        drawn = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        frames.append((drawn.resize((960, 600), Image.Resampling.LANCZOS), milliseconds))

    page.goto("/practise/maryland-poker/?pace=brisk&bots=3&coach=1")
    page.locator("[data-act=spot][data-wager=main]").wait_for()
    shoot(1200)
    page.locator("[data-act=spot][data-wager=main]").click()
    page.locator(".spot.main.has").wait_for()
    shoot(1200)
    page.locator("[data-act=deal][data-key=Enter]").click()
    page.locator("form.set").wait_for()
    shoot(1800)
    page.locator("[data-act=house-way]").click()
    shoot(1800)
    page.locator("[data-act=set]").dblclick()
    page.locator("#table[data-mood] .lesson").wait_for(timeout=120_000)
    page.locator("#table.resting").wait_for()
    shoot(3500)
    page.context.close()
    (first, *rest), spans = [frame for frame, _span in frames], [span for _frame, span in frames]
    path = IMAGES / "round.webp"
    first.save(path, save_all=True, append_images=rest, duration=spans, loop=0, quality=60, method=6)
    print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} kB")


PICTURES = {
    "round": picture_a_round,
    "tables": picture_tables,
    "phones": picture_phones,
    "dark": picture_the_dark,
    "rooms": picture_rooms,
}


def main(wanted: list[str]) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        with tempfile.TemporaryDirectory() as data:
            furnish(Path(data), [Opening(standard, bots=4, pace=CALM) for standard in STANDARDS])
            with SiteServer(Path(data), options=("--drain", "0")) as site, sync_playwright() as playwright:
                executable = find_browser()
                browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
                PICTURES[name](browser, site)
                browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(PICTURES))
