"""A hand being set: the pieces picked for the low hand, the names of both hands, and whether it is foul."""

from collections import Counter
from dataclasses import dataclass, field

from paigow.hands.interface import LOW_SIZE
from paigow.hands.pieces import Piece, Setting
from paigow.table.core.engine import Command
from paigow.table.core.game import Game
from paigow.terminal.pieces import in_order
from paigow.terminal.text import phrase


@dataclass
class Setter:
    """A hand being set.

    Picks are indexes in `pieces`, which are in a player's order. The setting is always one that the table offers.
    """

    game: Game
    position: int
    pieces: tuple[Piece, ...]
    commands: tuple[Command, ...]
    picked: list[int] = field(default_factory=list)
    cursor: int = 0
    advice: str = ""
    warned: bool = False

    @classmethod
    def begin(cls, game: Game, position: int, commands: tuple[Command, ...]) -> "Setter":
        first = setting_in(commands[0])
        return cls(game, position, in_order((*first.high, *first.low)), commands)

    def move(self, step: int) -> None:
        self.cursor = (self.cursor + step) % len(self.pieces)

    def toggle(self, place: int) -> None:
        """Pick a piece for the low hand, or put it back; a third piece replaces the first."""
        if place >= len(self.pieces):
            return
        self.warned = False
        self.cursor = place
        if place in self.picked:
            self.picked.remove(place)
        else:
            self.picked = [*self.picked, place][-LOW_SIZE:]

    def take(self, setting: Setting) -> None:
        """Pick the pieces of a setting."""
        self.warned = False
        self.picked = []
        wanted = Counter(setting.low)
        for place, piece in enumerate(self.pieces):
            if wanted[piece] > 0:
                wanted[piece] -= 1
                self.picked.append(place)

    @property
    def command(self) -> Command | None:
        """Return the command that sets the hand as picked; None until it is complete."""
        if len(self.picked) != LOW_SIZE:
            return None
        low = Counter(self.pieces[place] for place in self.picked)
        for command in self.commands:
            setting = setting_in(command)
            if low == Counter(setting.low):
                return command
        for command in self.commands:  # with tiles the better two are the high hand, whichever were picked
            setting = setting_in(command)
            if len(setting.high) == LOW_SIZE and low == Counter(setting.high):
                return command
        return None

    @property
    def setting(self) -> Setting | None:
        return None if self.command is None else setting_in(self.command)

    def is_low(self, place: int) -> bool:
        """Return whether the piece would be in the low hand with the current picks."""
        setting = self.setting
        if setting is None:
            return place in self.picked
        picked_low = Counter(self.pieces[at] for at in self.picked) == Counter(setting.low)
        return (place in self.picked) is picked_low

    @property
    def foul(self) -> str:
        """Return the reason why the hand would be foul; empty if it is not."""
        setting = self.setting
        return "" if setting is None else "; ".join(map(phrase, self.game.kit.defects(setting)))


def setting_in(command: Command) -> Setting:
    """Return the setting of a command that sets a hand."""
    setting: Setting = getattr(command, "setting")  # noqa: B009 (several kinds of commands have one)
    return setting
