"""A limit on what one hand is paid (MDP-13.G). Envy Bonuses never count towards it."""

from paigow.table.core.model import TableState


def payable(state: TableState, position: int, pay: int, from_meter: bool = False) -> int:
    """Return what of a payout is paid: all of it, or as much as the limit leaves by the reading that is played."""
    limit = state.game.options.payout_limit
    reading = state.game.options.readings.get("payout_limit")
    if limit is None or (from_meter and reading == "fixed-pays"):
        return pay
    if reading == "each-wager":
        return min(pay, limit)
    return min(pay, limit - state.current.bonus_paid.get(position, 0))
