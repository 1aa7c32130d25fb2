"""New Zealand's second settlement pass.

Winners are paid when every hand is open, by the house or from the losing wager area and the banker's stake; then the
bank gets what is left, less commission.
"""

from paigow.comparison import Match, Result
from paigow.money import (
    BANKER_AREA,
    COMMISSION,
    INVENTORY,
    LOSING_AREA,
    Halves,
    Movement,
    Transfer,
    halves,
    pro_rata,
    rack,
    vigorish,
)
from paigow.table import first_edition
from paigow.table.boxes.boxes import box_rules
from paigow.table.boxes.staking import StakeReturned, stake_of_players, stakes
from paigow.table.core.engine import Turn
from paigow.table.core.model import DEALER, TableState, WagerKey
from paigow.table.core.values import build
from paigow.table.steps.banking import bank_position, bankers
from paigow.table.steps.settlement import (
    BankSettled,
    WagerSettled,
    collect_loser,
    pay_winner,
    rounding,
    settled_by,
    unpaid,
)


def order_from_bank(state: TableState) -> tuple[int, ...]:
    """Return the positions in comparison order: counter-clockwise, starting with the box after the bank's."""
    places = state.game.betting
    start = places.index(bank_position(state))
    return places[start + 1 :] + places[: start + 1]


def settle_later(turn: Turn, key: WagerKey, result: Result, match: Match) -> None:
    """Take a losing wager; leave a push in place until the payouts (NZ-11.1.h), when winners are paid too."""
    if result is Result.LOSE:
        collect_loser(turn, key, match)
    elif result is Result.PUSH:
        turn.emit(build(WagerSettled, wager=key, result=result, clauses=settled_by(turn.state, "push", match)))


def pay_boxes(turn: Turn) -> None:
    """Make the payouts (NZ-11.1.i, NZ-11.2.i and j, NZ-11.3.i to l)."""
    state = turn.state
    if state.current.bank.player is None:
        for key in unpaid(state):
            pay_winner(turn, key, INVENTORY, "pay")
        return
    side = "co-bank" if state.current.bank.co_banked else "bank"
    winners = unpaid(state)
    short = sum(state.current.wagers[key] for key in winners) - state.ledger[LOSING_AREA]
    if short > 0:
        cited = turn.cite(side + ".shortfall")
        moves = (Transfer(BANKER_AREA, LOSING_AREA, short, Movement.STAKE_TO_LOSING_AREA, cited[0]),)
        turn.emit(build(BankSettled, collected=short, clauses=cited, transfers=moves))
    for key in winners:
        pay_winner(turn, key, LOSING_AREA, side + ".pay")
    if state.current.bank.co_banked:
        _settle_co_bank(turn, max(0, short))
    else:
        _return_stakes(turn, turn.cite("bank.stake-back"), stake_of_players(state) - max(0, short))
        _surplus(turn, turn.state.ledger[LOSING_AREA], turn.cite("bank.surplus"))


def divide(state: TableState, amount: int) -> Halves:
    """Halve a sum; the reading determines who gets the odd chip (NZ-11.3.j, NZ-11.3.l.s2)."""
    parts = halves(amount, box_rules(state).chip)
    if state.game.reading("odd_half", "house") == "house":
        return parts
    return Halves(house=parts.co_bank, co_bank=parts.house)


def _settle_co_bank(turn: Turn, short: int) -> None:
    """Settle a co-bank.

    With a surplus, the house's half and stake go to the float tray, and the co-banker gets the stake back and then half
    of the surplus, less commission (NZ-11.3.j, k). With a shortfall, what is left of both stakes is divided
    (NZ-11.3.l).
    """
    state = turn.state
    if not short:
        share = divide(state, state.ledger[LOSING_AREA])
        cited = turn.cite("co-bank.surplus")
        if share.house:
            moves = (Transfer(LOSING_AREA, INVENTORY, share.house, Movement.HOUSE_GAIN, cited[0]),)
            turn.emit(build(BankSettled, surplus=share.house, clauses=cited, transfers=moves))
        _return_stakes(turn, turn.cite("co-bank.stake-back"), stake_of_players(state))
        _surplus(turn, share.co_bank, turn.cite("co-bank.share"))
        return
    mine = stake_of_players(state)
    bank_pays = state.game.reading("odd_half", "house") == "house" or state.current.revision < 4
    lost, odd = divmod(short * mine, stakes(state)[DEALER] + mine)  # half, if the house has staked as much
    lost += bool(odd) and bank_pays  # then the house keeps what is odd of what is left
    _return_stakes(turn, turn.cite("co-bank.leftover"), mine - lost)


def _return_stakes(turn: Turn, cited: tuple[str, ...], players: int) -> None:
    """Return the amount `players` from the banker wager area to the players who bank, and the rest to the house."""
    state = turn.state
    house = state.ledger[BANKER_AREA] - players
    moves = [Transfer(BANKER_AREA, INVENTORY, house, Movement.HOUSE_STAKE_BACK, cited[0])] if house else []
    staked = _staked(state)
    losses = _weighed(state, stake_of_players(state) - players)
    for name, stake in staked.items():
        if stake > losses[name]:
            moves.append(Transfer(BANKER_AREA, rack(name), stake - losses[name], Movement.STAKE_BACK, cited[0]))
    if moves:
        turn.emit(build(StakeReturned, clauses=cited, transfers=tuple(moves)))


def _staked(state: TableState) -> dict[str, int]:
    return {name: stake for name, stake in stakes(state).items() if name in bankers(state)}


def _weighed(state: TableState, amount: int) -> dict[str, int]:
    """Divide a loss among those who share the bank, in proportion to stakes or equally up to each stake (NZ-5.5)."""
    staked = _staked(state)
    if state.game.reading("shared_bank", "pro-rata") == "pro-rata":
        return dict(zip(staked, _shares(state, amount, tuple(staked.values())), strict=True))
    losses = dict.fromkeys(staked, 0)
    while amount:
        able = [name for name in staked if losses[name] < staked[name]]
        parts = _shares(state, amount, (1,) * len(able))
        amount = 0
        for name, part in zip(able, parts, strict=True):
            borne = min(part, staked[name] - losses[name])
            losses[name] += borne
            amount += part - borne
    return losses


def _shares(state: TableState, amount: int, stakes: tuple[int, ...]) -> tuple[int, ...]:
    return first_edition.shares(amount, stakes) if state.game.first_edition else pro_rata(amount, stakes)


def gains(state: TableState, amount: int) -> dict[str, int]:
    """Divide a gain among the players who share the bank, in proportion to their stakes or equally (NZ-5.5)."""
    staked = _staked(state)
    equal = state.game.reading("shared_bank", "pro-rata") == "equal"
    parts = _shares(state, amount, (1,) * len(staked) if equal else tuple(staked.values()))
    return {name: part for name, part in zip(staked, parts, strict=True) if part}


def _surplus(turn: Turn, amount: int, cited: tuple[str, ...]) -> None:
    """Pay the bank its surplus, less 5 percent (NZ-6.14)."""
    state = turn.state
    if not amount:
        return
    fee = vigorish(amount, rounding(state))
    charge = turn.cite("vigorish.bank")
    moves = [Transfer(LOSING_AREA, COMMISSION, fee, Movement.GAIN_COMMISSION, charge[0])]
    for name, part in gains(state, amount - fee).items():
        moves.append(Transfer(LOSING_AREA, rack(name), part, Movement.BANK_GAIN, cited[0]))
    turn.emit(build(BankSettled, surplus=amount, vigorish=fee, clauses=(*cited, *charge), transfers=tuple(moves)))
