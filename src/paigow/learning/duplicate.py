"""Duplicate Pai Gow: everybody plays the same deals against the house way and is ranked by expected value, not luck.

An entry is a real engine table with one player, whose seeds all come from one chain. The chain's tip, published before
anybody plays, fixes every deal; the player's seat is always the same and its seed is derived from each commitment, so
two entries have the same deals no matter what the players do. An entry's record verifies like any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from paigow.errors import PaigowError
from paigow.fairness import Chain, chain_of, chain_seeds
from paigow.hands.pieces import Setting
from paigow.learning.review import Review, review
from paigow.record import record
from paigow.rules import Submission
from paigow.table import Command, Event, Game, Phase, TableState, can, game_of
from paigow.table.cards.card_cut import PassCut
from paigow.table.core.model import MAIN
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps.banking import PassBank
from paigow.table.steps.seeds import PublishChain
from paigow.table.steps.setting import LookAtHand, SetHand, to_set
from paigow.table.steps.wagers import PlaceWager

PLAYER = "player"
"""The only player at every entry's table, with a fixed name, since a real one would be part of the record."""
STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand")
"""Games with a hidden house hand. In Dealer Open the dealer's cards are open, so there is no expectation to compare."""
MAX_DEALS = 50
STAKES = 20  # the bet on every hand, in table minimums
BUY_IN = 100 * MAX_DEALS  # the buy-in, in table minimums: nobody runs out


def commitment(table: str, secret: bytes, deals: int) -> Chain:
    """Return the chain that fixes all deals; its tip is published before the first entry."""
    if not 1 <= deals <= MAX_DEALS:
        raise PaigowError(f"a tournament has 1 to {MAX_DEALS} deals, not {deals}")
    return chain_of(table, 1, secret, deals)


@dataclass(frozen=True, slots=True)
class Moment:
    """One action's events, and the table after it."""

    events: tuple[Event, ...]
    state: TableState


class _Driver(TableDriver):
    """A table whose seeds come from the tournament's chain instead of a practice seed."""

    secret: bytes = b""
    length: int = 0

    def publish_chain(self) -> None:
        table = self.state.table_id
        self.seeds = chain_seeds(table, 1, self.secret, self.length)
        self.do(PublishChain(tip=chain_of(table, 1, self.secret, self.length).tip.hex(), length=self.length))


@dataclass(frozen=True, slots=True)
class Progress:
    """An entry as it stands: at a hand to be set, or after the last one. It stays the same when the entry goes on."""

    deals: int
    state: TableState
    settings: tuple[str, ...]
    moments: tuple[Moment, ...]
    text: str

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def position(self) -> int:
        return _position(self.state)

    @property
    def played(self) -> int:
        """Return the number of hands set and settled."""
        return len(self.settings)

    @property
    def is_over(self) -> bool:
        return self.played >= self.deals

    def review(self) -> Review:
        """Return the exact value of every hand as it was set, the house way and best play."""
        return review(self.moments, PLAYER)

    def record(self) -> str:
        """Return the record of the finished rounds, for `paigow verify`.

        It reveals the seeds, so it is only for use afterwards.
        """
        return self.text


def _position(state: TableState) -> int:
    place = state.players[PLAYER].position
    assert place is not None
    return place


class Entry:
    """One player's progress through the deals.

    Everything is derived from the tournament's secret and the settings, which are all that has to be stored.
    """

    def __init__(
        self, submission: Submission, table: str, secret: bytes, deals: int, settings: Sequence[str] = ()
    ) -> None:
        if submission.standard not in STANDARDS:
            raise PaigowError(f"duplicate is played with {', '.join(STANDARDS)}, not {submission.standard}")
        if len(settings) > deals:
            raise PaigowError(f"this tournament has {deals} deals, not {len(settings)}")
        commitment(table, secret, deals)
        self.deals = deals
        self.moments: list[Moment] = []
        self._settings: list[str] = []
        self._file = StringIO(newline="\n")
        self._driver = _Driver(new_table(game_of(submission), table), {PLAYER: self._act}, on_command=self._saw)
        self._driver.secret, self._driver.length = secret, deals
        record(self._driver, self._file)
        self._driver.open_table(BUY_IN * self.game.options.minimum)
        self._deal()
        for setting in settings:
            self.set(setting)

    @property
    def state(self) -> TableState:
        """Return the current table: at a hand to be set, or after the last one."""
        return self._driver.state

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def position(self) -> int:
        return _position(self.state)

    @property
    def played(self) -> int:
        """Return the number of hands set and settled."""
        return len(self._settings)

    @property
    def is_over(self) -> bool:
        return self.played >= self.deals

    @property
    def settings(self) -> tuple[str, ...]:
        return tuple(self._settings)

    @property
    def progress(self) -> Progress:
        """Return the entry as it stands, for reading."""
        return Progress(self.deals, self.state, self.settings, tuple(self.moments), self._file.getvalue())

    def set(self, setting: str | Setting) -> tuple[Event, ...]:
        """Set the current hand, play the round to its end and deal the next; return the round's events."""
        if self.is_over:
            raise PaigowError("every hand of this tournament is played")
        number, kit = self.state.rounds, self.game.kit
        chosen = kit.parse_setting(setting) if isinstance(setting, str) else setting
        before = len(self.moments)
        self._driver.do(SetHand(player=PLAYER, position=self.position, setting=chosen))
        self._settings.append(str(chosen))
        while self.state.round is not None:
            self._driver.step()
        events = tuple(event for moment in self.moments[before:] for event in moment.events)
        assert self.state.rounds == number
        self._deal()
        return events

    def review(self) -> Review:
        return self.progress.review()

    def record(self) -> str:
        return self.progress.record()

    def _deal(self) -> None:
        """Open the next round and play on until the player has to set the hand."""
        if self.is_over:
            return
        self._driver.open_round()
        while not (self.state.phase is Phase.SETTING and self._looked()):
            before = self.state.sequence
            self._driver.step()
            if self.state.sequence == before or self.state.round is None:
                raise PaigowError("the deal cannot be played")

    def _looked(self) -> bool:
        waiting = to_set(self.state, PLAYER)
        return bool(waiting) and not can(self.state, LookAtHand(player=PLAYER, position=self.position))

    def _act(self, state: TableState, name: str) -> Command | None:
        """Return the player's action other than setting: pass the bank and the cut, bet, or pick up the hand."""
        wanted: list[Command] = []
        match state.phase:
            case Phase.OFFERING:
                wanted = [PassBank(player=name)]
            case Phase.CUTTING:
                wanted = [PassCut(player=name)]
            case Phase.BETTING if not any(key.kind == MAIN for key in state.current.wagers):
                amount = STAKES * state.game.options.minimum
                wanted = [PlaceWager(player=name, position=self.position, amount=amount)]
            case Phase.SETTING if to_set(state, name):
                wanted = [LookAtHand(player=name, position=self.position)]
        return next((command for command in wanted if can(state, command)), None)

    def _saw(self, command: Command, events: tuple[Event, ...]) -> None:
        self.moments.append(Moment(events, self.state))
