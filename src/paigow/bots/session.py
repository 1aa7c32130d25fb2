"""A whole table of bots, from its opening, and its results."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from paigow.bots import USUAL, Bot
from paigow.money import CAGE, COMMISSION, INVENTORY, rack
from paigow.rules import Submission
from paigow.table import Command, Event, Phase, game_of
from paigow.table.driver import TableDriver, new_table
from paigow.table.floor.irregularities import RoundVoided
from paigow.table.steps.banking import BankAccepted
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.settlement import WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.surrender import Surrendered

NAMES = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal")


@dataclass
class Tally:
    """Counts of what happened, taken from the events."""

    banks: Counter[str] = field(default_factory=Counter)  # player, co-bank
    results: Counter[tuple[str, str]] = field(default_factory=Counter)  # (kind of wager, result)
    wagered: Counter[str] = field(default_factory=Counter)  # cents by kind of wager
    bought: Counter[str] = field(default_factory=Counter)  # cents by player
    voids: int = 0

    def count(self, command: Command, events: tuple[Event, ...]) -> None:
        for event in events:
            match event:
                case BankAccepted():
                    self.banks["co-bank" if event.co else "player"] += 1
                case WagerSettled() | SideWagerSettled():
                    self.results[event.wager.kind, event.result.value] += 1
                case Surrendered():
                    self.results[event.wager.kind, "surrender"] += 1
                case RoundVoided():
                    self.voids += 1
            for move in event.transfers:
                if move.credit.kind == "bet":
                    self.wagered[move.credit.part("wager")] += move.amount
                elif move.credit.kind == "rack" and move.debit == CAGE:
                    self.bought[move.credit.part("player")] += move.amount


class Session:
    """Bots of several styles at one table, in every seat unless told how many.

    The seed determines everything: the deals and the bots' choices.
    """

    def __init__(
        self, submission: Submission, seats: int | None, seed: str, chips: int = 0, table_id: str = "table-1"
    ) -> None:
        game = game_of(submission)
        if seats is None:
            seats = len(game.seats)
        if not 1 <= seats <= len(game.seats):
            raise ValueError(f"this table has 1 to {len(game.seats)} seats, not {seats}")
        self.chips = chips or 500 * game.options.minimum
        self.styles = {name: list(USUAL)[n % len(USUAL)] for n, name in enumerate(NAMES[:seats])}
        bots = {name: Bot(name, style, seed) for name, style in self.styles.items()}
        self.tally = Tally()
        self.driver = TableDriver(new_table(game, table_id), bots, seed, self.tally.count)

    def open(self) -> None:
        self.driver.open_table(self.chips)

    def play_round(self) -> None:
        """Play a round. Bots that run low buy chips first, and a removed set is replaced."""
        if self.driver.state.phase is Phase.CLOSED:
            self.driver.reopen()
        state = self.driver.state
        for name in self.styles:
            player = state.players.get(name)
            if player is not None and not player.away and state.ledger[rack(name)] < self.chips // 4:
                self.driver.do(BuyIn(player=name, amount=self.chips))
        self.driver.play_round()

    def summary(self) -> dict[str, Any]:
        """Return the results in whole cents; `total` is the sum of all accounts, which must be zero."""
        state, tally = self.driver.state, self.tally
        ledger = state.ledger
        players = {}
        for name, style in self.styles.items():
            chips, bought = ledger[rack(name)], tally.bought[name]
            players[name] = {"style": style, "bought": bought, "chips": chips, "net": chips - bought}
        kinds = sorted({kind for kind, _ in tally.results})
        return {
            "standard": state.game.standard,
            "submission": state.game.submission_hash,
            "rounds": state.rounds,
            "void": tally.voids,
            "banks": {"house": state.rounds - sum(tally.banks.values()), **tally.banks},
            "wagered": dict(tally.wagered),
            "results": {kind: {r: n for (k, r), n in sorted(tally.results.items()) if k == kind} for kind in kinds},
            "commission": ledger[COMMISSION],
            "inventory": ledger[INVENTORY],
            "meters": {name: meter.display for name, meter in state.meters.items()},
            "players": players,
            "total": sum(cents for _, cents in ledger.items()),
        }
