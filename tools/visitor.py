"""A person at a table in a browser, who plays with whatever the page offers, like somebody with a mouse."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from playwright.sync_api import Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as TimedOut

from tools.waiting import PATIENCE

MOMENT = 5000
"""Milliseconds to wait for an element that was there; if it has gone, another is tried."""
Deed = Callable[[Locator], None]


def click(button: Locator) -> None:
    button.click(timeout=MOMENT)


def set_the_house_way(form: Locator) -> None:
    """Preview the house way and set it."""
    page = form.page
    page.locator("[data-act=house-way]").click(timeout=MOMENT)
    page.locator("[data-act=set]").click(timeout=MOMENT)


SETTLED = ", ".join(f"#table[data-mood='{mood}']:not(.resting)" for mood in ("win", "lose", "push"))
"""The page shows the result of the current or just finished round, not of an earlier one."""
PASS: Mapping[str, Deed] = {
    "#do-pass-bank > button": click,
    "#do-pass-cut > button": click,
    "#do-decline-cut > button": click,
}
"""Decline what the table would otherwise wait for."""
USUAL: Mapping[str, Deed] = {
    "#do-come-back > button": click,
    **PASS,
    ".spot.main:not(.has) [data-act=spot]": click,
    "#do-look > button": click,
    "form.set >> nth=0": set_the_house_way,
}
"""Actions to take when the page offers them, by the selector of the offer."""


class Visitor:
    """A person with a browser page. Without JavaScript the page does not change by itself and has to be reloaded."""

    def __init__(self, page: Page, script: bool = True) -> None:
        self.page = page
        self.script = script

    def come(self, slug: str) -> None:
        """Go from the lobby to a table, as a guest."""
        self.page.goto("/")
        self.page.locator(f"#table-{slug} form button").click()
        expect(self.page.locator("#table")).to_be_visible()

    def sit(self, position: int | None = None) -> None:
        """Take a seat with the suggested chips as soon as the table allows it."""
        wanted = "#sit [data-act=sit]" if position is None else f"#seat-{position} [data-act=sit]"
        self.until("#own .place", {wanted: click})

    def prefer(self, wish: str, slug: str) -> None:
        """Turn on a standing preference and return to the table."""
        self.page.goto("/account/preferences/")
        self.page.locator(f"[name={wish}]").check()
        self.page.locator("main form button").first.click()
        self.page.goto(f"/tables/{slug}/")

    def until(self, sign: str, deeds: Mapping[str, Deed] = USUAL, patience: float = PATIENCE) -> Locator:
        """Take every action offered until this selector appears."""
        end = time.monotonic() + patience
        while not self.page.locator(sign).count():
            if time.monotonic() > end:
                raise AssertionError(f"no {sign}: {self.page.locator('#table').get_attribute('data-phase')}")
            if not self.act(deeds):
                self._wait_for((sign, *deeds))
        return self.page.locator(sign)

    def _any(self, signs: Iterable[str]) -> Locator:
        """Return what there is of several selectors: asking a browser for each of them takes much of its time."""
        return self.page.locator(", ".join(sign.partition(" >> ")[0] for sign in signs))

    def _wait_for(self, signs: Iterable[str]) -> None:
        """Wait for one of these selectors, though not for long."""
        if not self.script:
            self.page.wait_for_timeout(200)
            self.page.reload()
            return
        with suppress(TimedOut):
            self._any(signs).first.wait_for(state="attached", timeout=MOMENT)

    def act(self, deeds: Mapping[str, Deed]) -> bool:
        """Take the first possible action and return it. If the table moves on at that moment, try another."""
        if not deeds or not self._any(deeds).count():
            return False
        for selector, deed in deeds.items():
            found = self.page.locator(selector)
            if found.count():
                try:
                    deed(found)
                    found.first.wait_for(state="detached", timeout=MOMENT)  # not done twice
                except Error as error:
                    if "Timeout" not in error.message and "detached" not in error.message:
                        raise
                return True
        return False

    def read(self, sign: str, deeds: Mapping[str, Deed] = USUAL) -> str:
        """Return an element's text, read at the moment it is found: the table does not wait."""
        while True:
            self.until(sign, deeds)
            found = self.page.locator(sign).all_inner_texts()
            if found:
                return found[0]

    def last_hand(self, deeds: Mapping[str, Deed] = USUAL) -> Locator:
        """Open the result of the last hand as soon as the table shows it; it stays until it is closed."""
        closed = "body:not(:has(#last:popover-open)) [data-act=last]:visible"
        return self.until("#last:popover-open:has(.proofs)", {closed: click, **deeds})

    def settle(self, deeds: Mapping[str, Deed] = USUAL) -> Locator:
        """Play on until a round has been settled for this person; return what the page says about it."""
        self.until(SETTLED, deeds)
        return self.page.locator("#middle")


def together(*people: tuple[Visitor, Mapping[str, Deed]], until: Callable[[], bool]) -> None:
    """Let several people act in turn until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not until():
        if time.monotonic() > end:
            raise AssertionError("; ".join(person.page.locator("#middle").inner_text() for person, _deeds in people))
        acted = [person.act(deeds) for person, deeds in people]
        if not any(acted):
            people[0][0].page.wait_for_timeout(100)


def sit_down(*people: tuple[Visitor, int]) -> None:
    """Seat everybody; those already seated play on in case the table does not wait for the others."""
    todo = [(person, {f"#seat-{position} [data-act=sit]": click, **USUAL}) for person, position in people]
    together(*todo, until=lambda: all(person.page.locator("#own .place").count() for person, _position in people))


def codes(drawn: Locator) -> tuple[str, ...]:
    """Return the tiles or cards that are drawn there, in notation: what a person sees, not what the text says."""
    hrefs = drawn.locator("svg.piece use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    return tuple(str(href).partition("#")[2][1:] for href in hrefs)


def terms(page: Page, names: str, values: str) -> dict[str, str]:
    """Return a definition list as terms and their values."""
    return dict(zip(page.locator(names).all_inner_texts(), page.locator(values).all_inner_texts(), strict=True))
