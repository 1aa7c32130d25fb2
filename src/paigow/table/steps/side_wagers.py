"""Side bets on one player's pieces, settled by the house regardless of who banks or how the main wager ended."""

from dataclasses import dataclass

from paigow.comparison import Result
from paigow.money import INVENTORY, Movement, ToOne, Transfer, bet, rack, transfer
from paigow.money.ledger import award_text
from paigow.table.core.engine import Event, Turn, evolves
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import TableState, WagerKey
from paigow.table.core.values import build
from paigow.table.steps.limits import BonusPaid

WIN, LOSE = Result.WIN, Result.LOSE  # see `core.values` on members of enums


@dataclass(frozen=True, kw_only=True)
class SideWagerSettled(Event):
    """A side wager is settled.

    `line` is the pay-table line, empty if the wager loses; `won` is what the house adds to the wager.
    """

    audience = everyone("wager result line won")
    log = Either("won", "{wager} wins {won}: {line}.", "{wager} loses.")
    wager: WagerKey
    result: Result
    line: str
    won: int


def open_side_wagers(state: TableState, position: int, kind: str) -> tuple[tuple[WagerKey, int], ...]:
    """Return wagers of this kind on this position that are not yet settled."""
    current = state.current
    keys = [key for key in current.wagers_at(position) if key.kind == kind and key not in current.paid]
    return tuple([(key, current.wagers[key]) for key in keys])


def settle_to_one(turn: Turn, wager: WagerKey, line: str, to_one: int, clauses: tuple[str, ...]) -> None:
    """Pay `to_one` to 1, or collect the wager if `to_one` is zero."""
    settle_odds(turn, wager, line, ToOne(to_one) if to_one else None, clauses)


def settle_odds(
    turn: Turn, wager: WagerKey, line: str, odds: ToOne | None, clauses: tuple[str, ...], most: int | None = None
) -> None:
    """Pay the odds, up to `most`, and return the wager; collect it if there are no odds."""
    amount = turn.state.current.wagers[wager]
    area = bet(wager.position, wager.kind, wager.player)
    if odds is not None:
        won = odds.pay(amount) if most is None else min(odds.pay(amount), most)
        transfers: tuple[Transfer, ...] = (transfer(area, rack(wager.player), amount, Movement.WAGER_BACK, clauses[0]),)
        if won:
            transfers = (
                transfer(INVENTORY, rack(wager.player), won, Movement.AWARD, clauses[0], award_text(line, odds)),
                *transfers,
            )
    else:
        won = 0
        transfers = (transfer(area, INVENTORY, amount, Movement.LOSS, clauses[0]),)
    result = WIN if odds else LOSE
    turn.emit(
        build(SideWagerSettled, wager=wager, result=result, line=line, won=won, clauses=clauses, transfers=transfers)
    )


@evolves(SideWagerSettled)
def side_wager_settled(state: TableState, event: SideWagerSettled) -> TableState:
    current, wager = state.current, event.wager
    bonus = current.part(BonusPaid).plus(wager.position, event.won)
    return state.put(bonus, results={**current.results, wager: event.result}, paid=current.paid | {wager})
