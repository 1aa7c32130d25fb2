"""Where dealing begins: seven positions, counted from the dealer or the bank.

Position 0 is the dealer, 1 the betting position furthest to the dealer's right, and so on counter-clockwise to 6. All
seven are counted, whether or not there is a wager (MDP-5.K.1.d).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from paigow.errors import Refused
from paigow.poker.setting import Document

DEALER = 0
POSITIONS = 7

COUNTER_CLOCKWISE = 1
CLOCKWISE = -1

_DEALING_DIRECTION: Mapping[Document, int] = MappingProxyType({"MDP": CLOCKWISE, "DO": COUNTER_CLOCKWISE})
"""MDP-8.D.2 and its like deal clockwise although the count goes the other way; DO-R2 deals counter-clockwise."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where dealing begins, the number that was counted to and the clause that says how."""

    position: int
    count: int
    clause: str


def start_by_dice(dice: Sequence[int], bank: int = DEALER, document: Document = "MDP") -> Start:
    """Count to the sum of three dice (MDP-5.K.1.d, DO-R0.s4), from the bank if a player is the bank (MDP-5.K.1.e)."""
    if len(dice) != 3 or not all(1 <= die <= 6 for die in dice):
        raise Refused("three dice of one to six are shaken, not {dice}", "MDP-5.K.1.b.ii", dice=list(dice))
    if document == "DO":
        return _count(sum(dice), bank, "DO-R0.s4", document)
    return _count(sum(dice), bank, "MDP-5.K.1.d" if bank == DEALER else "MDP-5.K.1.e", document)


def start_by_number(number: int, bank: int = DEALER, document: Document = "MDP") -> Start:
    """Count to a random number of one to seven (MDP-5.K.2, DO-R0.s3)."""
    if not 1 <= number <= POSITIONS:
        clause = "MDP-5.K.2" if document == "MDP" else "DO-R0.s2"
        raise Refused("the random number is one to seven, not {number}", clause, number=number)
    if document == "DO":
        return _count(number, bank, "DO-R0.s3", document)
    return _count(number, bank, "MDP-5.K.2.a" if bank == DEALER else "MDP-5.K.2.b", document)


def start_by_button(button: int) -> Start:
    """Begin where the flat button lies (MDP-5.K.3)."""
    return Start(_position(button), 1, "MDP-5.K.3")


BUTTON_AT_FIRST = DEALER
"""Where the button lies when play begins (MDP-5.K.3.a)."""


def next_button(button: int) -> int:
    """Where the button goes after a round: one position clockwise, the dealer's among them (MDP-5.K.3.b)."""
    return (_position(button) + CLOCKWISE) % POSITIONS


def deal_order(start: int, document: Document = "MDP") -> tuple[int, ...]:
    """All seven positions in the order in which they receive cards."""
    direction = _DEALING_DIRECTION[document]
    return tuple((_position(start) + direction * step) % POSITIONS for step in range(POSITIONS))


def _count(count: int, bank: int, clause: str, document: Document) -> Start:
    if document == "DO" and bank != DEALER:
        raise Refused("the dealer is always the bank in Dealer Open", "DO-R0.s2")
    return Start((_position(bank) + COUNTER_CLOCKWISE * (count - 1)) % POSITIONS, count, clause)


def _position(position: int) -> int:
    if not 0 <= position < POSITIONS:
        raise Refused("a position is 0 (the dealer) to 6, not {position}", "MDP-2.A", position=position)
    return position
