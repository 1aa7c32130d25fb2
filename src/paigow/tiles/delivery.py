"""The delivery of 32 stacked tiles as eight hands: the styles of Maryland's chapters 6 and 7, and the bank's cut.

The dealer's eight stacks are numbered 1 to 8 from the dealer's right, the levels of a stack 1 (top) to 4 (bottom). In
code a place is an index 0 to 31: four times the stack counted from 0, plus the level counted from 0. A delivery is a
table of those places: eight groups of four in the order in which they are delivered.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from paigow.errors import Refused, SubmissionError

T = TypeVar("T")
Group = tuple[int, ...]
Groups = tuple[Group, ...]


class Provenance(StrEnum):
    """The origin of a delivery's table."""

    DOCUMENTED = "documented"
    INFERRED = "inferred"
    OPERATOR = "operator"


def place(stack: int, level: int) -> int:
    """Return the index of a place, stack 1 to 8 from the dealer's right and level 1 (top) to 4."""
    if not (1 <= stack <= 8 and 1 <= level <= 4):
        raise SubmissionError(f"stack {stack}, level {level}: there are stacks 1 to 8 of levels 1 to 4", "MDT-4.E.2")
    return 4 * (stack - 1) + level - 1


def delivery_table(groups: Iterable[Iterable[int]], clause: str = "NZ-1.cut") -> Groups:
    """Check that a table divides the 32 positions into eight groups of four; explain if it does not."""
    table = tuple(tuple(group) for group in groups)
    if len(table) != 8:
        raise SubmissionError(f"a delivery has eight groups, not {len(table)}", clause)
    for number, group in enumerate(table, 1):
        if len(group) != 4:
            raise SubmissionError(f"a group has four tiles; group {number} has {len(group)}", clause)
    places = [index for group in table for index in group]
    if outside := [index for index in places if type(index) is not int or index not in range(32)]:
        raise SubmissionError(f"places are whole numbers 0 to 31; the table has {outside}", clause)
    if missing := sorted(set(range(32)) - set(places)):
        again = sorted(index for index, count in Counter(places).items() if count > 1)
        raise SubmissionError(
            f"each place goes to one group; {again} come more than once and {missing} are missing", clause
        )
    return table


@dataclass(frozen=True, slots=True)
class Delivery:
    """A way to deliver the stacked tiles. The table is validated; its author is part of the value."""

    key: str
    name: str
    groups: Groups
    provenance: Provenance
    clause: str
    indication: str = ""
    """The dealer's gesture that indicates this style."""
    reason: str = ""
    """The basis of the table, if the document itself does not give it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", delivery_table(self.groups))

    @property
    def enabled(self) -> bool:
        """Return whether it may be used without further approval.

        Only documented deliveries and those of an operator may.
        """
        return self.provenance is not Provenance.INFERRED

    def deliver(self, stacked: Sequence[T]) -> tuple[tuple[T, ...], ...]:
        """Return the eight groups of tiles in the order of delivery; the first goes to the starting position."""
        if len(stacked) != 32:
            raise SubmissionError(f"{len(stacked)} tiles: eight stacks of four are 32", "MDT-4.E.2")
        return tuple(tuple(stacked[index] for index in group) for group in self.groups)


# Patterns. Stacks are given in the order in which the dealer reaches for them: "from the left" is the mirror image.

RIGHT: Final = (1, 2, 3, 4, 5, 6, 7, 8)
LEFT: Final = RIGHT[::-1]


def stack_by_stack(order: Sequence[int]) -> Groups:
    """Deal a whole stack to each position."""
    return tuple(tuple(place(stack, level) for level in (1, 2, 3, 4)) for stack in order)


def halves(order: Sequence[int], top_first: bool = True) -> Groups:
    """Deal stacks two by two: the upper halves of both make one group, the lower halves the next."""
    ends = ((1, 2), (3, 4)) if top_first else ((3, 4), (1, 2))
    return tuple(
        tuple(place(stack, level) for stack in pair for level in levels)
        for pair in zip(order[::2], order[1::2], strict=True)
        for levels in ends
    )


def layers(near: Sequence[int], far: Sequence[int]) -> Groups:
    """Deal level by level: the top tile of four stacks makes a group, then the top tile of the other four."""
    return tuple(tuple(place(stack, level) for stack in side) for level in (1, 2, 3, 4) for side in (near, far))


def dragon_and_phoenix(near: Sequence[int], far: Sequence[int]) -> Groups:
    """Alternate dragon heads (the halves of two stacks) with phoenix tails (one level of the four far stacks)."""
    heads = halves(near)
    tails = [tuple(place(stack, level) for stack in far) for level in (1, 2, 3, 4)]
    return tuple(group for pair in zip(heads, tails, strict=True) for group in pair)


ENDS: Final = (1, 8, 2, 7, 3, 6, 4, 5)
CENTRE: Final = (4, 5, 3, 6, 2, 7, 1, 8)


def _style(key: str, name: str, groups: Groups, clause: str, indication: str) -> Delivery:
    return Delivery(key, name, groups, Provenance.DOCUMENTED, clause, indication)


MARYLAND_DELIVERIES: Final[Mapping[str, Delivery]] = MappingProxyType(
    {
        style.key: style
        for style in (
            _style("house-way-right", "House Way From the Right", stack_by_stack(RIGHT), "MDT-6.C", ""),
            _style(
                "house-way-left",
                "House Way From the Left",
                stack_by_stack(LEFT),
                "MDT-7.B.1",
                "the first stack on the dealer's left is pushed forward",
            ),
            _style(
                "cup-say-right",
                "Cup Say From the Right",
                halves(RIGHT),
                "MDT-7.B.2",
                "the first two stacks on the dealer's right are pushed forward",
            ),
            _style(
                "cup-say-left",
                "Cup Say From the Left",
                halves(LEFT),
                "MDT-7.B.3",
                "the first two stacks on the dealer's left are pushed forward",
            ),
            _style("jung-quat", "Jung Quat", halves(CENTRE), "MDT-7.B.4", "the two centre stacks are pushed forward"),
            _style(
                "chee-yee", "Chee Yee", halves(ENDS), "MDT-7.B.5", "the first and the last stack are pushed forward"
            ),
            _style(
                "pin-say-right",
                "Pin Say From the Right",
                layers(RIGHT[:4], LEFT[:4]),
                "MDT-7.B.6",
                "the top tile of the first stack on the dealer's right lies across the next three",
            ),
            _style(
                "pin-say-left",
                "Pin Say From the Left",
                layers(LEFT[:4], RIGHT[:4]),
                "MDT-7.B.7",
                "the top tile of the first stack on the dealer's left lies across the next three",
            ),
            _style(
                "dragon-head-phoenix-tail-right",
                "Dragon Head and Phoenix Tail From the Right",
                dragon_and_phoenix(RIGHT[:4], RIGHT[4:]),
                "MDT-7.B.8",
                "the first two stacks on the dealer's right go on top of the next two; their top two tiles forward",
            ),
            _style(
                "dragon-head-phoenix-tail-left",
                "Dragon Head and Phoenix Tail From the Left",
                dragon_and_phoenix(LEFT[:4], LEFT[4:]),
                "MDT-7.B.9",
                "the first two stacks on the dealer's left go on top of the next two; their top two tiles forward",
            ),
        )
    }
)
"""Chapter 6's own delivery, from the right, and the nine styles of chapter 7."""


@dataclass(frozen=True, slots=True)
class BankCut:
    """The bank's one cut (MDT-9.G.3): adjacent stacks, numbered from the dealer's right, go to one end or to both.

    Stacks that move together keep their order.
    """

    to_right: tuple[int, ...] = ()
    to_left: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        moved = sorted((*self.to_right, *self.to_left))
        if not moved:
            raise Refused("a cut moves at least one stack", "MDT-9.G.3.a")
        if moved[0] < 1 or moved[-1] > 8:
            raise Refused("stacks are numbered 1 to 8 from the dealer's right, not {moved}", self.clause, moved=moved)
        if moved != list(range(moved[0], moved[0] + len(moved))):
            raise Refused(
                "only adjacent stacks may be moved, each to one end; {moved} are not adjacent", self.clause, moved=moved
            )

    @property
    def clause(self) -> str:
        return "MDT-9.G.3.b" if self.to_right and self.to_left else "MDT-9.G.3.a"

    def apply(self, stacks: Sequence[T]) -> tuple[T, ...]:
        """Return the eight stacks after the cut, from the dealer's right."""
        if len(stacks) != 8:
            raise Refused("the bank cuts eight stacks, not {count}", self.clause, count=len(stacks))
        moved = {*self.to_right, *self.to_left}
        order = (*sorted(self.to_right), *(n for n in RIGHT if n not in moved), *sorted(self.to_left))
        return tuple(stacks[number - 1] for number in order)
