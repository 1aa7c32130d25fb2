"""Where delivery starts: three dice or a random number, counted around the table from the bank.

A position is its index in the counter-clockwise order of the table, 0 to 7. The count goes over all eight, whoever is
there, so only the remainder by eight matters.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from paigow.errors import Refused

T = TypeVar("T")

MARYLAND_POSITIONS: Final = ("dealer", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "dead hand")
"""Counter-clockwise from the dealer: the seats from the dealer's right, last the Dead Hand at the dealer's left."""

NEW_ZEALAND_POSITIONS: Final = tuple(f"box {number}" for number in range(1, 9))
"""Counter-clockwise from box 1, where the house's tiles go when the house banks (NZ-11.1.a)."""

POSITIONS: Final = 8
ADJUSTMENTS: Final = (0, 4, -4)


def dice_total(dice: Sequence[int]) -> int:
    """The total of three dice (MDT-6.A.2.c, NZ-1.total)."""
    if len(dice) != 3 or not all(1 <= die <= 6 for die in dice):
        raise Refused("{dice} is no roll: three dice show 1 to 6 each", "MDT-2.D.1", dice=list(dice))
    return sum(dice)


def check_random_number(number: int) -> int:
    """A random number names one of the eight positions: 1 to 8 (MDT-6.A.1)."""
    if not 1 <= number <= POSITIONS:
        raise Refused("{number} is no random number of this game: it selects from 1 to 8", "MDT-6.A.1", number=number)
    return number


def adjusted_total(total: int, adjustment: int) -> int:
    """The dice total with the player/banker's +4 or -4: -1 to 22, and the same box for both (NZ-9.6)."""
    if adjustment not in ADJUSTMENTS:
        raise Refused("{adjustment} cannot be nominated: only +4 or -4", "NZ-9.6", adjustment=f"{adjustment:+d}")
    return total + adjustment


def starting_position(number: int, bank: int = 0) -> int:
    """The position at which a count ends that begins with the bank, or the dealer, as number one.

    The count goes counter-clockwise over every position (MDT-6.B, MDT-9.K, NZ-9.9), so the bank is 1, 9 and 17.
    """
    if not 0 <= bank < POSITIONS:
        raise Refused("there is no position {bank}: a table has positions 0 to 7", "MDT-6.B.1", bank=bank)
    return (bank + number - 1) % POSITIONS


def by_position(groups: Sequence[T], start: int) -> tuple[T, ...]:
    """Groups given out counter-clockwise from the starting position, by the position that receives them (MDT-6.C)."""
    if len(groups) != POSITIONS:
        raise Refused("{count} groups: eight positions receive one each", "MDT-6.C.1", count=len(groups))
    return tuple(groups[(position - start) % POSITIONS] for position in range(POSITIONS))
