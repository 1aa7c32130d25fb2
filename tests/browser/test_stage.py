"""The stage at four window sizes: everything that counts is in sight without scrolling, and nothing lies on another."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tools.tiers import cases
from tools.visitor import PASS, SETTLED, USUAL, Visitor

Came = Callable[..., Visitor]
SIZES = ((1280, 800), (1920, 1080), (390, 844), (844, 390))
SHORT = ((390, 664), (844, 340), (1366, 650))
"""The same with a browser's own bars."""
TABLET = (820, 1180)
LOOKING = {sign: deed for sign, deed in USUAL.items() if "set" not in sign}
PARTS = (
    ".bar, #dealer-hand .name, #dealer-hand .group, .seat, .say, .money, "
    ".own .slot, .own .mine .group, .own .spot, #rack, #actions button, .seat .named > *, .bet-here, .coach, .weigh"
)
"""What may not lie on another: neither a part of the other, nor across it."""
LOOK = """parts => {
  const boxes = [...document.querySelectorAll(parts)].filter(one => one.checkVisibility()).map(one => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    return {name: one.id || one.className || one.textContent, left, top, right, bottom, one};
  }).filter(box => box.right > box.left && box.bottom > box.top);
  const found = [];
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) found.push('the page scrolls');
  for (const box of boxes)
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(`${box.name} is out of sight`);
  const centre = sign => {
    const {left, right} = document.querySelector(sign).getBoundingClientRect();
    return (left + right) / 2;
  };
  if (Math.abs(centre('.middle') - centre('.middle .say .words')) > 2) found.push('the words are off the middle');
  for (const one of document.querySelectorAll('.bar h1, .bar .about, .seat .does, .seat .bot, .group figcaption'))
    if (one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
      found.push(`cut off: ${one.textContent.trim()}`);
  for (const [place, box] of boxes.entries())
    for (const other of boxes.slice(place + 1)) {
      if (box.one.contains(other.one) || other.one.contains(box.one)) continue;
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      const size = `${Math.round(across)} x ${Math.round(down)}`;
      if (across > 1.5 && down > 1.5) found.push(`${box.name} lies on ${other.name} by ${size}`);
    }
  return found;
}"""

STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const ends = one => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity;
  let moving;
  do {
    await frame();
    await frame();
    moving = document.getAnimations().filter(ends);
    await Promise.allSettled(moving.map(one => one.finished));
  } while (moving.length);
}"""
"""Pieces that slide have arrived."""


def faults(page: Page, *needed: str, sizes: Iterable[tuple[int, int]] = SIZES) -> list[str]:
    """What is wrong at any of the sizes; `needed` has to be in sight."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(STILL)
        for sign in needed:
            if not page.locator(sign).first.is_visible():
                found.append(f"{width} x {height}: no {sign}")
        found += [f"{width} x {height}: {fault}" for fault in page.evaluate(LOOK, PARTS)]
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


def large(piece: Locator) -> bool:
    """At 1280 x 800; tiles are narrower than cards."""
    size = piece.bounding_box()
    return size is not None and size["width"] >= (90 if size["height"] < 2 * size["width"] else 60)


def tap(button: Locator) -> None:
    button.tap()


@pytest.mark.parametrize("standard", cases(("maryland-poker", "new-zealand", "maryland-tiles", "dealer-open"), 2))
def test_the_felt_fits_every_window(visitor: Came, standard: str) -> None:
    """Bet, set and result of each game, by touch: the dealer, your hand, every bet there is and the next action."""
    player = visitor(f"fits-{standard}", seat=6, has_touch=True, viewport={"width": 1280, "height": 800})
    page = player.page
    taps: dict[str, Any] = {sign: tap if "form" not in sign else deed for sign, deed in USUAL.items()}
    looking = {sign: deed for sign, deed in taps.items() if "form" not in sign}
    passing = {sign: deed for sign, deed in looking.items() if "spot" not in sign}
    player.until("[data-act=spot]", passing)
    met = faults(page, "[data-act=spot][data-wager=main]", "[data-act=chip]", "#account", "#prompt")
    circles = page.locator("#own [data-act=spot]")
    for circle in circles.all():
        circle.tap()
    expect(page.locator("#own .spot.has")).to_have_count(circles.count())
    player.until("form.set", {**looking, "[data-act=deal]": tap})  # nobody waits for further bets
    met += faults(
        page, "#dealer-hand .piece", "[data-act=set]", "[data-act=house-way]", "[data-act=piece]", ".spot.main"
    )
    assert large(page.locator("form.set .piece").first)
    assert page.locator(".spot.progressive.lit").count() == (
        standard == "maryland-poker"
    )  # its chip is taken, its light on
    player.until(SETTLED, {**taps, "[data-act=deal]": tap})
    page.evaluate("document.documentElement.dataset.speed = 'none'")
    met += faults(page, "#dealer-hand .piece", "#own .piece", "#prompt")
    player.until("#table.resting [data-act=rebet-deal]", {**passing, "[data-act=skip]:enabled": tap})
    names = [f"{hand} .group.{side} figcaption small" for hand in ("#dealer-hand", "#own") for side in ("low", "high")]
    met += faults(page, *names, "#prompt", "[data-act=rebet-deal]", "[data-act=chip]", sizes=(*SHORT, TABLET, *SIZES))
    assert met == []
    assert large(page.locator("#own .piece").first)


def test_low_is_left_of_high_everywhere(visitor: Came) -> None:
    """In the slots, on the felt and in the result, for the player and for the dealer."""
    player = visitor("left", seat=3)
    page = player.page

    def left_of(low: str, high: str) -> None:
        one, two = page.locator(low).first.bounding_box(), page.locator(high).first.bounding_box()
        assert one is not None
        assert two is not None
        assert one["x"] + one["width"] <= two["x"]

    player.until("form.set", LOOKING)
    left_of("form.set .slot.low", "form.set .slot.high")
    player.settle()
    left_of("#own .group.low", "#own .group.high")
    left_of("#dealer-hand .group.low", "#dealer-hand .group.high")
    labels = [text.split(":")[0] for text in page.locator("#middle .half .vh").all_inner_texts()]
    assert labels == ["Low", "High"]


def test_tiles_picked_as_low_that_are_better_become_high(visitor: Came) -> None:
    """Whichever two are picked, the names under the slots are those of the tiles in them."""
    player = visitor("better", seat=3)
    player.until("form.set", LOOKING)
    page = player.page
    swapped = page.locator("form.set .made[data-swapped]").first.get_attribute("class") or ""
    places = swapped.split("low-")[1].split()[0].split("-")
    for place in places:
        page.locator(f"label[for='set-3-{place}']").click()
    for place in places:
        expect(page.locator(f"#set-3-{place}")).not_to_be_checked()
    expect(page.locator("form.set .made.shown")).to_have_count(1)
    assert page.locator("form.set .made.shown").get_attribute("data-swapped") is None


def test_the_table_tells_scripts_where_it_stands(visitor: Came) -> None:
    """`data-phase`, `data-round` and `data-awaited` on the table, and the tab's title when it is your turn."""
    player = visitor("told", seat=3)
    page, table = player.page, player.page.locator("#table")
    player.until("[data-act=spot]", PASS)
    expect(table).to_have_attribute("data-phase", "betting")
    expect(table).to_have_attribute("data-awaited", "wager")
    assert page.title().startswith("● Your turn")
    number = int(table.get_attribute("data-round") or 0)
    player.until("form.set", LOOKING)
    expect(table).to_have_attribute("data-awaited", "set")
    assert int(table.get_attribute("data-round") or 0) == number
    for act in ("sort", "house-way", "set"):
        assert page.locator(f"[data-act={act}]").count() == 1
    assert page.locator("[data-act=piece]").count() == 7
    player.settle()
    expect(table).to_have_attribute("data-awaited", "")


def test_clauses_are_folded_until_they_are_asked_for(visitor: Came) -> None:
    player = visitor("folded", seat=3)
    player.settle()
    page = player.page
    page.keyboard.press("m")
    switch = page.get_by_label("Show rule numbers")
    expect(switch).not_to_be_checked()
    folded = "one => getComputedStyle(one).fontSize === '0px'"
    clause = page.locator("#signs .clause").first
    assert clause.evaluate(folded)
    switch.check()
    assert not clause.evaluate(folded)
    page.reload()
    assert not page.locator("#signs .clause").first.evaluate(folded)  # it is remembered


def test_a_round_in_chinese(visitor: Came) -> None:
    player = visitor("chinese", seat=3, locale="zh-TW", viewport={"width": 390, "height": 844}, has_touch=True)
    player.until("form.set", LOOKING)
    expect(player.page.locator("#prompt")).to_have_text("選兩張牌作細手")
    assert faults(player.page, "[data-act=set]") == []
