"""The cut after a manual shuffle (MDP-5.D to MDP-5.G): who is offered it, how deep it goes and what it does."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import TypeVar

from paigow.errors import Refused
from paigow.poker.start import COUNTER_CLOCKWISE, DEALER, POSITIONS

MINIMUM_DEPTH = 10
"""Cards that must lie on either side of the second cover card (MDP-5.F)."""

T = TypeVar("T")


class CoverCard(StrEnum):
    """The two cards that are not for play."""

    FIRST = "first cover card"
    SECOND = "second cover card"


class CoverUse(StrEnum):
    """What becomes of the cover card that is taken out after the cut."""

    DISCARD_RACK = "discard rack"
    """MDP-5.F.3.a"""
    NEAR_BOTTOM = "four from the bottom"
    """MDP-5.F.3.b"""


def cut_offers(players: Collection[int], bank: int = DEALER, first_arrival: int | None = None) -> tuple[int, ...]:
    """The positions that are offered the cut, one after the other; the dealer last, who cuts if nobody else does.

    ``players`` are the occupied betting positions, ``first_arrival`` the player who came first if the game is beginning
    (MDP-5.E.1). A bank comes next (MDP-5.E.2) and then who sits to its right (MDP-5.E.3); without a bank the count
    begins furthest to the dealer's right (MDP-5.E.4).
    """
    first = DEALER + COUNTER_CLOCKWISE if bank == DEALER else bank
    round_the_table = [(first + COUNTER_CLOCKWISE * step) % POSITIONS for step in range(POSITIONS)]
    order = [position for position in round_the_table if position in players and position != DEALER]
    if first_arrival is not None:
        order = [first_arrival, *(position for position in order if position != first_arrival)]
    return (*order, DEALER)


def recutters(offers: Sequence[int], last: int) -> tuple[int, ...]:
    """Who may cut again when a floorperson orders it: who cut last, or who is next in order (MDP-5.G.2)."""
    return tuple(offers[offers.index(last) :][:2])


def cut_stack(cards: Sequence[T], depth: int, use: CoverUse = CoverUse.DISCARD_RACK) -> tuple[T | CoverCard, ...]:
    """The stack after the cut, top first, with the cover cards that are left in it.

    The stack rests on the first cover card (MDP-5.D) and the second goes in below ``depth`` cards (MDP-5.F).
    """
    if not MINIMUM_DEPTH <= depth <= len(cards) - MINIMUM_DEPTH:
        raise Refused(
            "a cut leaves at least ten of {count} cards on either side: {depth} from the top is not possible",
            "MDP-5.F",
            count=len(cards),
            depth=depth,
        )
    lifted, rest = list(cards[:depth]), list(cards[depth:])
    stack: list[T | CoverCard] = [*rest, CoverCard.FIRST, *lifted, CoverCard.SECOND]  # MDP-5.F.1
    stack.remove(CoverCard.FIRST)
    stack.append(CoverCard.FIRST)  # MDP-5.F.2
    stack.remove(CoverCard.SECOND)  # MDP-5.F.3
    if use is CoverUse.NEAR_BOTTOM:
        stack.insert(len(cards) - 4, CoverCard.SECOND)
    return tuple(stack)
