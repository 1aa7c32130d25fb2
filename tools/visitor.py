"""Somebody at a table, in a browser: plays by what the page offers, as a person with a mouse does."""

import time
from collections.abc import Callable, Mapping

from playwright.sync_api import Error, Locator, Page, expect

from tools.waiting import PATIENCE

MOMENT = 5000
"""Milliseconds for a thing that was there; if it has gone meanwhile, another is tried."""
Deed = Callable[[Locator], None]


def click(button: Locator) -> None:
    button.click(timeout=MOMENT)


def set_the_house_way(form: Locator) -> None:
    """Lays the suggestion out and sets it."""
    page = form.page
    page.locator("[data-act=house-way]").click(timeout=MOMENT)
    page.locator("[data-act=set]").click(timeout=MOMENT)


SETTLED = ", ".join(f"#table[data-mood='{mood}']:not(.resting)" for mood in ("win", "lose", "push"))
"""The page tells what the round that is on, or just ended, brought; not what the one before did."""
PASS: Mapping[str, Deed] = {
    "#do-pass-bank > button": click,
    "#do-pass-cut > button": click,
    "#do-decline-cut > button": click,
}
"""Turn down what the table would otherwise wait for."""
USUAL: Mapping[str, Deed] = {
    "#do-come-back > button": click,
    **PASS,
    ".spot.main:not(.has) [data-act=spot]": click,
    "#do-look > button": click,
    "form.set >> nth=0": set_the_house_way,
}
"""What one does when the page offers it, by what shows the offer."""


class Visitor:
    """A person with a page of a browser. Without script the page does not change by itself and is looked at anew."""

    def __init__(self, page: Page, script: bool = True) -> None:
        self.page = page
        self.script = script

    def come(self, slug: str) -> None:
        """From the lobby to a table, as a guest."""
        self.page.goto("/")
        self.page.locator(f"#table-{slug} form button").click()
        expect(self.page.locator("#table")).to_be_visible()

    def sit(self, position: int | None = None) -> None:
        """Take a seat with the chips proposed, when the table lets one sit down."""
        wanted = "#sit [data-act=sit]" if position is None else f"#seat-{position} [data-act=sit]"
        self.until("#own .place", {wanted: click})

    def prefer(self, wish: str, slug: str) -> None:
        """Turn on a standing preference and return to the table."""
        self.page.goto("/account/preferences/")
        self.page.locator(f"[name={wish}]").check()
        self.page.locator("main form button").first.click()
        self.page.goto(f"/tables/{slug}/")

    def until(self, sign: str, deeds: Mapping[str, Deed] = USUAL, patience: float = PATIENCE) -> Locator:
        """Do whatever is offered until the sign is there."""
        end = time.monotonic() + patience
        while not self.page.locator(sign).count():
            if time.monotonic() > end:
                raise AssertionError(f"no {sign}: {self.page.locator('#table').get_attribute('data-phase')}")
            if not self.act(deeds):
                self.page.wait_for_timeout(40 if self.script else 200)
                if not self.script:
                    self.page.reload()
        return self.page.locator(sign)

    def act(self, deeds: Mapping[str, Deed]) -> bool:
        """Return the first deed that is possible. The table may move on in the very moment; then another is."""
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
        """Return the text of something, read in the very moment in which it is found: the table does not wait."""
        while True:
            self.until(sign, deeds)
            found = self.page.locator(sign).all_inner_texts()
            if found:
                return found[0]

    def settle(self, deeds: Mapping[str, Deed] = USUAL) -> Locator:
        """Plays on until a round has been settled for this person; gives what the page tells of it."""
        self.until(SETTLED, deeds)
        return self.page.locator("#middle")


def together(*people: tuple[Visitor, Mapping[str, Deed]], until: Callable[[], bool]) -> None:
    """Several people act in turns until something is so."""
    end = time.monotonic() + PATIENCE
    while not until():
        if time.monotonic() > end:
            raise AssertionError("; ".join(person.page.locator("#middle").inner_text() for person, _deeds in people))
        acted = [person.act(deeds) for person, deeds in people]
        if not any(acted):
            people[0][0].page.wait_for_timeout(40)


def sit_down(*people: tuple[Visitor, int]) -> None:
    """Each takes a seat; who has one plays on, should the table not wait for the others."""
    todo = [(person, {f"#seat-{position} [data-act=sit]": click, **USUAL}) for person, position in people]
    together(*todo, until=lambda: all(person.page.locator("#own .place").count() for person, _position in people))


def codes(drawn: Locator) -> tuple[str, ...]:
    """Return the tiles or cards that are drawn there, by their notation: what the eye sees, not what the text says."""
    hrefs = drawn.locator("svg.piece use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    return tuple(str(href).partition("#")[2][1:] for href in hrefs)


def terms(page: Page, names: str, values: str) -> dict[str, str]:
    """Return a list of terms and what each of them comes to."""
    return dict(zip(page.locator(names).all_inner_texts(), page.locator(values).all_inner_texts(), strict=True))
