"""A person at a table in the terminal, played by Textual's pilot: keys in, screen out."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from textual.pilot import Pilot

from paigow.rules import Submission, load_submission
from paigow.terminal.app import PlayApp
from paigow.terminal.pace import Speed, speed_named
from paigow.terminal.screen import TableScreen
from paigow.terminal.seat import SeatedTable
from paigow.terminal.text import speak

NAME = "guest"
MOST = 400
"""Keys that no test needs more of."""


@dataclass
class Person:
    """Presses keys and reads the screen."""

    app: PlayApp
    pilot: Pilot[Any]
    pressed: int = 0

    @property
    def screen(self) -> TableScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def table(self) -> SeatedTable:
        return self.screen.table

    def seen(self) -> list[str]:
        """The lines on the terminal."""
        return ["".join(segment.text for segment in strip) for strip in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        return " ".join(" ".join(self.seen()).split())

    async def press(self, *keys: str) -> None:
        self.pressed += len(keys)
        assert self.pressed < MOST, "this goes on and on"
        for key in keys:
            await self.pilot.press(key)
        await self.pilot.pause()

    async def bet(self, chip: str = "3") -> None:
        """Until it is time to bet, then one chip on the Pai Gow wager."""
        while not self.screen.moment.spots:
            await self.say_no()
        await self.press(chip, "enter")

    async def say_no(self) -> None:
        """Whatever comes next without wanting anything."""
        await self.press("n" if "n" in self.screen.moment.keys else "enter")

    async def to_setting(self) -> None:
        """Bets, and looks at the hand."""
        await self.bet()
        while self.screen.setter is None:
            await self.say_no()

    async def finish(self) -> None:
        """Sets the house way what is to be set, and goes on to the end of the round."""
        for _ in range(100):
            if self.screen.between:
                return
            if self.screen.setter is not None:
                await self.press("h", "enter")
            else:
                await self.say_no()
        raise AssertionError("the round does not end")

    async def until_bank_offered(self) -> None:
        for _ in range(30):
            while not self.screen.between:
                if "b" in self.screen.moment.keys:
                    return
                if self.screen.moment.spots:
                    await self.bet()
                    await self.press("enter")
                await self.finish() if "b" not in self.screen.moment.keys else None
            await self.press("enter")
            if "b" in self.screen.moment.keys:
                return
        raise AssertionError("the bank is never offered")


Script = Callable[[Person], Awaitable[None]]
Sit = Callable[..., None]


@pytest.fixture
def sit() -> Sit:
    """`sit("maryland-tiles", script)`: has the script played by a person at that table."""

    def run(
        rules: str | Submission,
        script: Script,
        seed: str = "test",
        size: tuple[int, int] = (80, 24),
        speed: Speed | None = None,
        plain: bool = False,
        bots: int | None = None,
    ) -> None:
        submission = load_submission(rules) if isinstance(rules, str) else rules
        table = SeatedTable(submission, NAME, seed=seed, bots=bots)
        table.sit()

        async def played() -> None:
            app = PlayApp(lambda _: table, table, speed or speed_named("none"), plain)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await script(Person(app, pilot))

        asyncio.run(played())

    return run


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """What another test spoke does not stay."""
    yield
    speak("en")
