"""Awards in progress, which keep a hand on the table and the round open."""

from dataclasses import dataclass

from paigow.table.core.model import Part, TableState, WagerKey


@dataclass(frozen=True)
class Envy(Part):
    lammers: frozenset[WagerKey] = frozenset()
    announced: frozenset[int] = frozenset()  # positions of Envy Bonus Qualifying Hands
    settled: bool = False  # the Envy Bonuses of the round have been paid


@dataclass(frozen=True)
class Payouts(Part):
    """Progressive payouts in progress: the round waits for them, and the hand stays on the table."""

    pending: tuple[WagerKey, ...] = ()  # hands that the floor has yet to validate
    papers: frozenset[int] = frozenset()  # positions whose payout is not yet documented


def awaits_payout(state: TableState, position: int) -> bool:
    payouts = state.part(Payouts)
    return position in payouts.papers or any(key.position == position for key in payouts.pending)


def on_the_table(state: TableState, position: int) -> bool:
    """Return whether the cards must stay: a payout is open, or other players are still owed an Envy Bonus for them."""
    return awaits_payout(state, position) or position in state.part(Envy).announced
