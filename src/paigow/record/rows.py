"""Records as data tables: one row for each wager of each round, produced while the record is verified."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from paigow.record.replay import Replay, Step
from paigow.table import TableState
from paigow.table.cards.progressive import ProgressivePaid
from paigow.table.core.model import Hand, WagerKey
from paigow.table.steps.banking import bank_position
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.settlement import WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.surrender import Surrendered


@dataclass(frozen=True, slots=True)
class Row:
    """A wager of a finished round.

    Money is in cents; cards, tiles and settings are in text notation, empty if there are none. `hash` is the record's
    hash up to the block before the round.
    """

    standard: str
    table: str
    round: int
    protocol: int
    hash: str
    seed: str
    void: str
    bank: str  # who banks; empty for the house
    player: str
    position: int
    kind: str
    wagered: int
    pieces: str
    high: str
    low: str
    set_by: str
    foul: bool
    bank_pieces: str
    bank_high: str
    bank_low: str
    result: str  # win, push, lose, surrender; empty if the wager was not decided
    line: str  # the pay-table line of a side bet
    won: int
    vigorish: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def rows(lines: Iterable[str]) -> Iterator[Row]:
    """Yield the rows of a record, round by round. Raise `RecordError` at the first invalid line."""
    replay = Replay(lines)
    known = _Round(replay.hash)
    before = replay.state
    for step in replay:
        known.see(before, step)
        for event in step.events:
            if isinstance(event, RoundClosed):
                protocol = step.seeds.protocol if step.seeds else 1
                yield from known.rows(replay, before, event, protocol)
                known = _Round("")
        if not known.hash:
            known.hash = replay.hash
        before = step.state


class _Round:
    """The facts about a round collected so far."""

    def __init__(self, digest: str) -> None:
        self.hash = digest
        self.wagers: dict[WagerKey, int] = {}
        self.ends: dict[WagerKey, tuple[str, str, int, int]] = {}  # result, line, won, vigorish

    def see(self, before: TableState, step: Step) -> None:
        for state in (before, step.state):
            if state.round is not None:
                for key, amount in state.round.wagers.items():
                    self.wagers.setdefault(key, amount)
                    self.wagers[key] = max(amount, self.wagers[key]) if key in self.ends else amount
        for event in step.events:
            match event:
                case WagerSettled():
                    self.ends[event.wager] = event.result.value, "", event.won, event.vigorish
                case SideWagerSettled():
                    self.ends[event.wager] = event.result.value, event.line, event.won, 0
                case ProgressivePaid():
                    self.ends[event.wager] = "win", event.hand, event.amount, 0
                case Surrendered():
                    self.ends[event.wager] = "surrender", "", 0, 0

    def rows(self, replay: Replay, state: TableState, closed: RoundClosed, protocol: int) -> Iterator[Row]:
        current = state.current
        bank = current.hands.get(bank_position(state))
        for key, amount in sorted(self.wagers.items()):
            hand = current.hands.get(key.position)
            high, low = _halves(hand)
            bank_high, bank_low = _halves(bank)
            result, line, won, vigorish = self.ends.get(key, ("", "", 0, 0))
            yield Row(
                standard=state.game.standard,
                table=state.table_id,
                round=closed.number,
                protocol=protocol,
                hash=self.hash,
                seed=closed.seed,
                void=closed.void,
                bank=current.bank.player or "",
                player=key.player,
                position=key.position,
                kind=key.kind,
                wagered=amount,
                pieces=_text(hand),
                high=high,
                low=low,
                set_by=hand.set_by if hand else "",
                foul=bool(hand and hand.foul),
                bank_pieces=_text(bank),
                bank_high=bank_high,
                bank_low=bank_low,
                result=result,
                line=line,
                won=won,
                vigorish=vigorish,
            )


def _text(hand: Hand | None) -> str:
    return " ".join(map(str, hand.pieces)) if hand else ""


def _halves(hand: Hand | None) -> tuple[str, str]:
    if hand is None or hand.setting is None:
        return "", ""
    high, _, low = str(hand.setting).partition(" / ")
    return high, low
