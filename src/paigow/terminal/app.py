"""`paigow play`: the application around the table."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType

from paigow.errors import PaigowError
from paigow.rules.standards import STANDARDS
from paigow.terminal import pages
from paigow.terminal.pace import SPEEDS, Speed
from paigow.terminal.screen import TableScreen
from paigow.terminal.seat import SeatedTable
from paigow.terminal.text import _
from paigow.terminal.words import standard_name

Open = Callable[[str], SeatedTable]
"""A callable that opens a table under some rules, with the person seated."""


class PlayApp(App[str]):
    """A table under the given rules, or under those the person picks first."""

    TITLE = "paigow"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self, open_table: Open, table: SeatedTable | None = None, speed: Speed = SPEEDS[0], plain: bool = False
    ) -> None:
        super().__init__()
        self._open = open_table
        self._table = table
        self.error: PaigowError | None = None
        self._speed = speed
        self._plain = plain

    def on_mount(self) -> None:
        if self._table is not None:
            self.push_screen(TableScreen(self._table, self._speed, self._plain))
            return
        games = [(standard_name(name), name) for name in STANDARDS]
        self.push_screen(pages.Pick(_("Which game?"), games), self.sit)

    def sit(self, rules: str | None) -> None:
        if rules is None:
            self.exit("")
            return
        try:
            table = self._open(rules)
        except PaigowError as error:
            self.error = error
            self.exit("")
            return
        self.push_screen(TableScreen(table, self._speed, self._plain))
