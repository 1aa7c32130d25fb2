"""Expose the players' hands one after another, and settle each wager.

Three ways of settling share one pass over the hands: if the house banks, each wager is settled at once; if a player
banks, losing wagers are collected in the centre, from which winners are paid; New Zealand takes losers first and pays
when all hands are open. Differences between submissions and documents are part of the game's data.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.comparison import Match, Result
from paigow.hands.pieces import Setting
from paigow.money import (
    COMMISSION,
    INVENTORY,
    Account,
    Halves,
    Movement,
    VigorishRounding,
    bet,
    halves,
    rack,
    transfer,
    vigorish,
)
from paigow.table.cards.awards import Payouts
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import BOXES, OWN_PUSH, By, Either, everyone
from paigow.table.core.model import (
    DEALER,
    DEALER_WAGER,
    MAIN,
    Hand,
    HandStatus,
    Part,
    Phase,
    TableState,
    WagerKey,
    setting_of,
)
from paigow.table.core.values import build, changed
from paigow.table.steps.banking import bank_position, bankers, cite_banked

EXPOSING = Phase.EXPOSING  # see `core.values` on members of enums
WIN, PUSH, LOSE = Result.WIN, Result.PUSH, Result.LOSE
AGAINST_BANK = (MAIN, DEALER_WAGER)
WAITING = frozenset({HandStatus.DEALT, HandStatus.SET})
"""The states of a hand that is still to be exposed."""


@dataclass(frozen=True, kw_only=True)
class ExposeHand(Command):
    """Turn over the next player's hands, compare them and announce the result."""

    verb: ClassVar[str] = "expose"


@dataclass(frozen=True, kw_only=True)
class PayWinners(Command):
    """Make the remaining payouts, now that all hands are open, and give the bank what is left."""

    verb: ClassVar[str] = "pay"


@dataclass(frozen=True, kw_only=True)
class HandExposed(Event):
    audience = everyone("position setting result match foul call")
    log = Either(
        "foul",
        "{position} shows {setting}: foul, so it loses.",
        "{position} shows {setting}: {high}, {low}, {result}.",
    )
    position: int
    setting: Setting
    result: Result
    match: Match
    foul: bool
    call: str = ""  # the dealer's word for the result


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerHandCompared(Event):
    """The dealer's hand, which has a wager against a player's bank, is compared with the bank's."""

    audience = everyone("result match")
    log = "The dealer’s hand against the bank: {result}."
    result: Result
    match: Match


@dataclass(frozen=True, kw_only=True)
class WagerSettled(Event):
    """A wager is taken, returned or paid."""

    audience = everyone("wager result won vigorish")
    log = By(
        "result",
        {
            "win": Either(
                "vigorish",
                Either(
                    BOXES,
                    "{wager} wins {won}, less {vigorish} commission.",
                    "{wager} wins {won}, less {vigorish} vigorish.",
                ),
                "{wager} wins {won}.",
            ),
            "push": Either(OWN_PUSH, "{wager} is a {push}.", "{wager} pushes."),
            "lose": "{wager} loses.",
        },
    )
    wager: WagerKey
    result: Result
    won: int = 0
    vigorish: int = 0


@dataclass(frozen=True, kw_only=True)
class AllExposed(Event):
    """Every hand has been compared."""

    audience = everyone("pay")
    log = "All hands are revealed."
    pay: bool  # something is left to pay


@dataclass(frozen=True, kw_only=True)
class BankSettled(Event):
    """The bank makes up what the centre lacks, or receives what is left in it."""

    audience = everyone("collected surplus vigorish")
    log = Either(
        "collected",
        "The bank is {collected} short and makes it up.",
        Either(
            "vigorish",
            Either(
                BOXES,
                "{surplus} is left over; the banker’s share pays {vigorish} commission.",
                "{surplus} is left over; the bank’s share pays {vigorish} vigorish.",
            ),
            "{surplus} is left over.",
        ),
    )
    collected: int = 0
    surplus: int = 0
    vigorish: int = 0


@dataclass(frozen=True, kw_only=True)
class RoundSettled(Event):
    audience = everyone()
    log = "The round is settled."


def settlement_order(state: TableState) -> tuple[int, ...]:
    """Return the positions in the order in which their hands are exposed."""
    return state.game.strategy.settling.compare_order(state)


def waiting_positions(state: TableState) -> tuple[int, ...]:
    """Return the positions of players' hands not yet exposed, in order."""
    hands, played = state.current.hands, state.current.bettors
    return tuple([p for p in settlement_order(state) if p in played and hands[p].status in WAITING])


def bank_hand(state: TableState) -> Hand:
    return state.current.hands[bank_position(state)]


def losing_pot(state: TableState) -> Account:
    """Return the account a losing wager goes to: the house's if it banks, or the centre for a player's bank."""
    return INVENTORY if state.current.bank.player is None else state.game.ending.pot


def compare_with_bank(state: TableState, position: int) -> tuple[Match, Result]:
    """Compare a player's hand with the bank's; a foul hand always loses (MDP-11.F.1.c)."""
    match = state.game.kit.compare(setting_of(state.current.hands[position]), setting_of(bank_hand(state)))
    return match, match.result


def rounding(state: TableState) -> VigorishRounding:
    return state.game.options.vigorish_rounding


def fee_on(state: TableState, won: int) -> int:
    """Return what the house takes from a win, if anything."""
    return vigorish(won, rounding(state)) if state.game.ending.commission else 0


def cite_vigorish(state: TableState, name: str) -> tuple[str, ...]:
    """Return the clauses for a vigorish, including the one that permits rounding if it is rounded."""
    quarters = rounding(state) is VigorishRounding.QUARTER and not state.game.first_edition
    return state.game.cite(name, "vigorish.rounded") if quarters else state.game.cite(name)


def settle_dealer_wager(turn: Turn) -> None:
    """Compare the dealer's hand with the bank's before the players' hands (MDT-9.O.1, MDP-12.I.1).

    A wager that wins stays until the winners are paid (MDT-9.O.2, MDP-12.I.3).
    """
    state = turn.state
    key = next((each for each in state.current.wagers if each.kind == DEALER_WAGER), None)
    if key is None:
        return
    amount = state.current.wagers[key]
    match, result = compare_with_bank(state, key.position)
    names = ("bank.compare-dealer", "bank.dealer-wins") if result is Result.WIN else ("bank.compare-dealer",)
    known = dict.fromkeys(clause for name in names for clause in state.game.cite_first(name))
    turn.emit(DealerHandCompared(result=result, match=match, clauses=tuple(known)))
    area = bet(key.position, DEALER_WAGER, DEALER)
    if result is Result.PUSH:
        cited = turn.cite("bank.dealer-ties")
        back = (transfer(area, INVENTORY, amount, Movement.DEALER_PUSH, cited[0]),)
        turn.emit(WagerSettled(wager=key, result=result, clauses=cited, transfers=back))
    elif result is Result.LOSE:
        cited = turn.cite("bank.dealer-loses")
        lost = (transfer(area, state.game.ending.pot, amount, Movement.DEALER_LOSS, cited[0]),)
        turn.emit(WagerSettled(wager=key, result=result, clauses=cited, transfers=lost))


@evolves(DealerHandCompared)
def dealer_compared(state: TableState, event: DealerHandCompared) -> TableState:
    key = WagerKey(DEALER, state.game.house, DEALER_WAGER)
    current = state.current
    return state.put(results={**current.results, key: event.result})


def grounds(state: TableState, match: Match, result: Result, foul: bool) -> tuple[str, ...]:
    """Return exactly the clauses that decided a comparison. A foul hand is not compared."""
    said = state.game.cite("foul" if foul else f"result.{result}")
    if foul and not state.game.first_edition:
        return (*said, match.clause)
    return (*said, match.clause, match.high.clause, match.low.clause)


@decides(ExposeHand)
def expose(turn: Turn, command: ExposeHand) -> None:
    state = turn.state
    places = waiting_positions(state) if state.phase is EXPOSING else ()
    if not places:
        raise refuse("players' hands are exposed only once the house's hands are set", cite_banked(state, "expose"))
    if state.part(Payouts).pending:
        raise refuse("the floor must validate the progressive payout first", turn.cite("progressive.validate"))
    if bank_hand(state).foul:
        raise refuse("the house's hand is foul: reset it before comparing hands", turn.cite("misset"))
    position = places[0]
    hand = state.current.hands[position]
    match, result = compare_with_bank(state, position)
    turn.emit(
        build(
            HandExposed,
            position=position,
            setting=setting_of(hand),
            result=result,
            match=match,
            foul=hand.foul,
            call=state.game.ending.calls.get(result, ""),
            clauses=tuple(dict.fromkeys((*cite_banked(state, "expose"), *grounds(state, match, result, hand.foul)))),
        )
    )
    for key in sorted([key for key in state.current.wagers_at(position) if key.kind == MAIN]):
        state.game.strategy.settling.settle(turn, key, result, match)
    settle_side_wagers(turn, position)
    if len(places) == 1:
        finish_exposing(turn)


@evolves(HandExposed)
def hand_exposed(state: TableState, event: HandExposed) -> TableState:
    current = state.current
    hand = changed(current.hands[event.position], status=HandStatus.EXPOSED, match=event.match)
    results = dict(current.results)
    for key in current.wagers_at(event.position):
        if key.kind == MAIN:
            results[key] = event.result
    return state.put(hands={**current.hands, event.position: hand}, results=results)


@dataclass(frozen=True)
class Compared(Part):
    """The hands that were opened and compared before a reset of the house's hand, which has them compared again."""

    positions: frozenset[int] = frozenset()


def settle_at_once(turn: Turn, key: WagerKey, result: Result, match: Match) -> None:
    """Take a losing wager and return a push at once.

    A winner is paid at once by the house, or by a player's bank when all hands are open.
    """
    state = turn.state
    if result is LOSE:
        collect_loser(turn, key, match)
    elif result is PUSH:
        cited = settled_by(state, "push", match)
        area = bet(key.position, key.kind, key.player)
        back = transfer(area, rack(key.player), state.current.wagers[key], Movement.PUSH, cited[0])
        turn.emit(build(WagerSettled, wager=key, result=result, clauses=cited, transfers=(back,)))
    elif state.current.bank.player is None:
        pay_winner(turn, key, INVENTORY, "pay")


def collect_loser(turn: Turn, key: WagerKey, match: Match) -> None:
    state = turn.state
    cited = settled_by(state, "collect", match)
    area = bet(key.position, key.kind, key.player)
    lost = transfer(area, losing_pot(state), state.current.wagers[key], Movement.LOSS, cited[0])
    turn.emit(build(WagerSettled, wager=key, result=Result.LOSE, clauses=cited, transfers=(lost,)))


def settled_by(state: TableState, name: str, match: Match) -> tuple[str, ...]:
    """Return the specific rule, if any, for what happens to the wager, followed by the ground for it."""
    cited = cite_banked(state, name)
    if state.game.first_edition:
        return cited or (match.clause,)
    return tuple(dict.fromkeys((*cited, match.clause)))


def pay_winner(turn: Turn, key: WagerKey, source: Account, cite: str) -> None:
    """Pay even money from `source`, return the wager, and take 5 percent of the win for the house.

    Dealer Open takes none of it (DO-W.s4).
    """
    state = turn.state
    amount = state.current.wagers[key]
    area = bet(key.position, key.kind, key.player)
    cited = turn.cite(cite)
    fee = 0
    if key.kind == DEALER_WAGER:  # the dealer's win carries no vigorish and goes back to the inventory (MDT-9.Q)
        cited = turn.cite("pay.dealer", cite)
        amount = min(amount, state.ledger[source])  # less only if the bank need not cover it (reading bank_cover)
        won = [transfer(source, INVENTORY, amount, Movement.DEALER_WIN, cited[0])] if amount else []
        back = transfer(area, INVENTORY, state.current.wagers[key], Movement.DEALER_WAGER_BACK, cited[0])
        transfers = [*won, back]
    else:
        transfers = [
            transfer(source, rack(key.player), amount, Movement.WIN, cited[0]),
            transfer(area, rack(key.player), amount, Movement.WAGER_BACK, cited[0]),
        ]
        if state.game.ending.commission:  # not by DO-W.s4
            fee = fee_on(state, amount)
            fee_clause = cite_vigorish(state, "vigorish.against-bank" if state.current.bank.player else "vigorish")
            if fee:  # a win of a few cents may leave nothing of it, rounded down
                transfers.append(transfer(rack(key.player), COMMISSION, fee, Movement.VIGORISH, fee_clause[0]))
            cited = cited + fee_clause
    turn.emit(
        build(
            WagerSettled,
            wager=key,
            result=Result.WIN,
            won=amount,
            vigorish=fee,
            clauses=cited,
            transfers=tuple(transfers),
        )
    )


@evolves(WagerSettled)
def wager_settled(state: TableState, event: WagerSettled) -> TableState:
    current, wager = state.current, event.wager
    return state.put(
        results={**current.results, wager: event.result},
        paid=current.paid | {wager},
        settlement=current.settlement + event.transfers,
    )


def settle_side_wagers(turn: Turn, position: int) -> None:
    """Settle the side wagers, which the house pays regardless of who banks; each game has its own."""
    for settle in turn.state.game.strategy.settling.side_wagers:
        settle(turn, position)


def unpaid(state: TableState) -> tuple[WagerKey, ...]:
    """Return the winning wagers still on the layout: the dealer's first, then the others in settlement order."""
    current = state.current
    order = {position: index for index, position in enumerate(settlement_order(state))}
    won = [key for key, result in current.results.items() if result is WIN and key.kind in AGAINST_BANK]
    winners = [key for key in won if key not in current.paid]
    return tuple(sorted(winners, key=lambda k: (order.get(k.position, -1), k.player)))


def finish_exposing(turn: Turn) -> None:
    """Continue to the payouts once the last hand is open, or end the round if nothing is left to do.

    A progressive payout is validated and documented first (MDP-11.H.6.b.iii, MDP-11.H.6.b.vi).
    """
    state = turn.state
    if state.phase is not EXPOSING or waiting_positions(state):
        return
    payouts = state.part(Payouts)
    if payouts.pending or payouts.papers:
        return
    pay = state.game.strategy.settling.pays_last(state)
    turn.emit(build(AllExposed, pay=pay, clauses=cite_banked(state, "expose")))
    if not pay:
        end_round(turn)


@evolves(AllExposed)
def all_exposed(state: TableState, event: AllExposed) -> TableState:
    return changed(state, phase=Phase.PAYING)


def end_round(turn: Turn) -> None:
    """End the settlement.

    The hands stay on the table until the round is closed, so that a wrong house hand can still be found (MDT-10.F,
    MDP-14.I, DO-R9).
    """
    strategy = turn.state.game.strategy
    for step in (*strategy.steps.at_end, *(strategy.steps.at_close if turn.state.game.first_edition else ())):
        step(turn)
    turn.emit(build(RoundSettled, clauses=turn.cite("round.end")))


@evolves(RoundSettled)
def round_settled(state: TableState, event: RoundSettled) -> TableState:
    return changed(state, phase=Phase.FINISHED)


@decides(PayWinners)
def pay_winners(turn: Turn, command: PayWinners) -> None:
    state = turn.state
    if state.phase is not Phase.PAYING:
        raise refuse("winners are paid only once all hands are open", turn.cite("pay"))
    state.game.strategy.settling.pay(turn)
    end_round(turn)


def halved(state: TableState, amount: int) -> Halves:
    """Return the house's and the co-bank's halves; a reading determines who gets or pays the odd cent."""
    share = halves(amount)
    return share if state.game.reading("odd_half", "house") == "house" else Halves(share.co_bank, share.house)


def pay_through_centre(turn: Turn) -> None:
    """Pay a player's bank through the centre.

    Winners are paid from the centre, any shortfall comes from the bank (half from the house if co-banked), and what is
    left, less vigorish, goes to the bank (MDT-9.P, MDT-9.S, MDP-12.J, MDP-12.L).
    """
    state = turn.state
    current, pot = state.current, state.game.ending.pot
    (bank,) = bankers(state)
    winners = unpaid(state)
    if state.game.reading("bank_cover", "with-dealer") != "with-dealer":  # then the dealer's own win comes last
        winners = tuple(sorted(winners, key=lambda key: key.kind == DEALER_WAGER))
    side = "co-bank" if current.bank.co_banked else "bank"
    pay = side + ".pay"
    for number, key in enumerate(winners):
        if turn.state.ledger[pot] < current.wagers[key]:
            _make_up(turn, bank, sum(current.wagers[k] for k in winners[number:]), side)
            pay = side + ".pay-rest"
        pay_winner(turn, key, pot, pay)
    surplus = turn.state.ledger[pot]
    if surplus:
        _surplus_to_bank(turn, bank, surplus, side)


def _make_up(turn: Turn, bank: str, due: int, side: str) -> None:
    """Make up the shortfall in the centre for the remaining payouts; a co-bank and the house pay half each.

    A bank that need not cover the dealer's wager pays no more than it has.
    """
    state = turn.state
    pot, funds = state.game.ending.pot, state.ledger[rack(bank)]
    short = due - state.ledger[pot]
    share = halved(state, short) if state.current.bank.co_banked else Halves(0, min(short, funds))
    cited = turn.cite(side + ".shortfall")
    parts = (
        (rack(bank), share.co_bank, Movement.BANK_SHORTFALL, cited[0]),
        (INVENTORY, share.house, Movement.HOUSE_SHORTFALL, cited[-1]),
    )
    moves = tuple(transfer(source, pot, amount, why, clause) for source, amount, why, clause in parts if amount)
    if moves:
        turn.emit(build(BankSettled, collected=share.house + share.co_bank, clauses=cited, transfers=moves))


def _surplus_to_bank(turn: Turn, bank: str, surplus: int, side: str) -> None:
    state = turn.state
    cited = turn.cite(side + ".surplus")
    transfers = []
    left = surplus
    if state.current.bank.co_banked:
        share = halved(state, surplus)
        if share.house:
            half = transfer(state.game.ending.pot, INVENTORY, share.house, Movement.HOUSE_SURPLUS, cited[0])
            transfers.append(half)
        left = share.co_bank
    fee = fee_on(state, left)
    if fee:
        clause = cited[-2:][0]
        transfers.append(transfer(state.game.ending.pot, COMMISSION, fee, Movement.SURPLUS_VIGORISH, clause))
    if left - fee:
        transfers.append(transfer(state.game.ending.pot, rack(bank), left - fee, Movement.BANK_SURPLUS, cited[-1]))
    if fee and state.current.revision > 3:
        cited = cite_vigorish(state, side + ".surplus")
    turn.emit(build(BankSettled, surplus=surplus, vigorish=fee, clauses=cited, transfers=tuple(transfers)))


@evolves(BankSettled)
def bank_settled(state: TableState, event: BankSettled) -> TableState:
    current = state.current
    return state.put(settlement=current.settlement + event.transfers)


@offers(to=(DEALER,), during=(Phase.EXPOSING, Phase.PAYING))
def settlement_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.phase is Phase.EXPOSING:
        yield ExposeHand()
    elif state.phase is Phase.PAYING:
        yield PayWinners()
