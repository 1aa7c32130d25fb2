"""The limit on payouts for one hand (MDP-13.G). Envy Bonuses never count towards it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from paigow.table.core.model import Part, TableState


@dataclass(frozen=True)
class BonusPaid(Part):
    """Side-bet payouts so far in a round, counted towards a payout limit."""

    by_position: Mapping[int, int] = field(default_factory=dict)

    def plus(self, position: int, won: int) -> BonusPaid:
        """Return a copy with this amount added to a hand's payouts."""
        return BonusPaid({**self.by_position, position: self.by_position.get(position, 0) + won}) if won else self


def payable(state: TableState, position: int, pay: int, from_meter: bool = False) -> int:
    """Return how much of a payout is paid: all of it, or as much as the limit allows under the chosen reading."""
    limit = state.game.options.payout_limit
    reading = state.game.options.readings.get("payout_limit")
    if limit is None or (from_meter and reading == "fixed-pays"):
        return pay
    if reading == "each-wager":
        return min(pay, limit)
    return min(pay, limit - state.part(BonusPaid).by_position.get(position, 0))
