"""Wagers that cannot be paid exactly in chips: refused or, if accepted by mistake, reduced (NZ-6.13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.errors import Refused
from paigow.money import Movement, Transfer, bet, format_cents, rack
from paigow.table.boxes.boxes import box_rules
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import everyone
from paigow.table.core.model import DEALER, MAIN, Phase, TableState, WagerKey
from paigow.table.steps.seating import rack_of
from paigow.table.steps.wagers import main_wagers, put_down, wager_range


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInexact(Command):
    """Accept, by mistake, a wager that cannot be paid exactly."""

    verb: ClassVar[str] = "accept-inexact"
    player: str
    position: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCutDown(Event):
    """`amount` stays as a valid wager; the rest is void and returned."""

    audience = everyone("wager amount")
    log = "{wager} cannot be paid exactly in chips and is reduced to {amount}."
    wager: WagerKey
    amount: int


def _within_limits(state: TableState, key: WagerKey) -> range:
    """Return the amounts that the chips and limits allow, whether or not they can be paid exactly."""
    exact = wager_range(state, key)
    held = rack_of(state, key.player) + state.current.wagers.get(key, 0)
    return range(exact.start, min(held + 1, exact[-1] + exact.step), box_rules(state).chip)


@decides(AcceptInexact)
def accept_inexact(turn: Turn, command: AcceptInexact) -> None:
    state, cited = turn.state, turn.cite("wager.inexact")
    key = WagerKey(command.player, command.position, MAIN)
    if command.amount not in _within_limits(state, key) or command.amount in wager_range(state, key):
        raise refuse(
            "{amount} is not a wager within the limits that chips cannot pay exactly",
            cited,
            amount=format_cents(command.amount),
        )
    put_down(turn, key, command.amount, cited)


def cut_inexact(turn: Turn) -> None:
    """Reduce wagers, before bets close, to amounts that can be paid exactly; the rest of each is void."""
    options = turn.state.game.options
    for key, amount in main_wagers(turn.state).items():
        left = amount % options.unit
        if left:
            cited = turn.cite("wager.inexact")
            back = (
                Transfer(bet(key.position, MAIN, key.player), rack(key.player), left, Movement.VOID_PART, cited[0]),
            )
            turn.emit(WagerCutDown(wager=key, amount=amount - left, clauses=cited, transfers=back))


@evolves(WagerCutDown)
def wager_cut_down(state: TableState, event: WagerCutDown) -> TableState:
    wagers = {**state.current.wagers, event.wager: event.amount}
    return state.put(wagers=wagers)


@offers(to=(DEALER,), during=(Phase.BETTING,))
def inexact_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    unit, chip = state.game.options.unit, box_rules(state).chip
    for player in state.players:
        for position in state.game.betting:
            try:
                amounts = _within_limits(state, WagerKey(player, position, MAIN))
            except Refused:
                continue
            least = AcceptInexact(player=player, position=position, amount=amounts.start + chip)
            yield Offer(least, amounts=amounts, no_multiples_of=unit)
