"""One engine for all house ways: a house way is a table of rules, and the first rule that matches a hand sets it.

A rule depends on ranks and on whether five cards can be kept as a straight or flush. It determines the two *ranks* of
the low hand; if several cards have these ranks, those that leave the highest high hand go low. So the order of the
cards does not matter, and their suits matter only if they make a flush.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from itertools import combinations, filterfalse

from paigow.poker.card import ACE, RANK, Card, seven_in_order
from paigow.poker.evaluator import COMPLETE_HANDS, Category, Wheel, rank_ranks
from paigow.poker.keys import (
    CATEGORY_SHIFT,
    LOW_KEYS,
    LOW_RANKS,
    SPLITS,
    high_card_key,
    pair_key,
    rank_counts,
    split_keys,
)
from paigow.poker.setting import PokerSetting

Band = tuple[int, int]
"""A range of ranks, both ends included."""

ANY_RANK: Band = (2, ACE)
ANY_COMPLETE = COMPLETE_HANDS
A_PAIR = pair_key(2)
"""The lowest low hand that is a pair."""


class Holding(StrEnum):
    """The combination of ranks among seven cards, with the joker counted as an ace. Every hand has exactly one."""

    FIVE_ACES = "five aces"
    FOUR_OF_A_KIND = "four of a kind"
    TWO_THREES = "two threes of a kind"
    FULL_HOUSE = "full house"
    THREE_PAIR = "three pair"
    THREE_OF_A_KIND = "three of a kind"
    TWO_PAIR = "two pair"
    ONE_PAIR = "one pair"
    NO_PAIR = "no pair"


class Play(Enum):
    """The choice of the two ranks that go low.

    Groups are the ranks held at least twice, largest first and then highest first.
    """

    FIRST_PAIR = auto()
    """Two cards of the first group."""
    SECOND_PAIR = auto()
    """Two cards of the second group."""
    OTHERS = auto()
    """The two highest cards outside the groups, which stay in the high hand."""
    FIRST_AND_NEXT = auto()
    """One card of the first group and the highest card outside the groups."""
    SECOND_AND_THIRD = auto()
    """The second and third highest of seven different ranks."""
    KEEP_COMPLETE = auto()
    """The highest low hand that leaves any complete hand (straight, flush, straight flush, royal flush) high."""
    KEEP_STRONGEST = auto()
    """The highest low hand that leaves the best kind of complete hand high."""
    BEST_FRONT = auto()
    """The highest low hand that is not a foul."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a house way. It applies if all its conditions are met and its play is not a foul."""

    name: str
    holding: Holding
    play: Play
    first: Band = ANY_RANK
    """The rank of the first group."""
    second: Band | None = None
    """The rank of the second group; if given, there must be one."""
    front: tuple[int, ...] = ()
    """The minimum ranks of the highest cards outside the groups."""
    complete: frozenset[Category] | None = None
    """The best complete hand among the seven cards must be one of these."""
    keeps: bool = False
    """The play must leave a complete hand high."""
    least: int = 0
    """The minimum key of the low hand."""
    improves: bool = False
    """The low hand must be higher than the highest one that leaves a complete hand."""
    joker_ace_high: bool = False
    """The highest low hand that leaves a complete hand must leave an ace-high straight or a royal flush in which the
    joker is used alongside an ace.
    """
    gap: bool = False
    """The source is silent here, and the project's rule for gaps decides."""
    clause: str = ""
    """The clause behind the rule, in the house way of a document that has one for each."""


GAP_RULE = {
    holding: Rule(
        f"{holding}, on which the source is silent: best front, then best back", holding, Play.BEST_FRONT, gap=True
    )
    for holding in Holding
}


class HandView:
    """The facts about seven cards, given in display order, that rules refer to.

    Most hands have no joker, straight or flush: then only ranks count, no low hand leaves a complete hand, and the 21
    splits are compared only if a rule asks for all of them.
    """

    __slots__ = ("_best", "_splits", "cards", "groups", "holding", "kept", "ranks", "singles", "strongest", "wheel")

    _best: dict[int, int] | None
    _splits: dict[int, tuple[int, int]]
    kept: int
    """The highest low hand that leaves a complete hand, or 0."""
    strongest: int
    """The best kind of complete hand that can be kept, or 0."""

    def __init__(self, cards: Sequence[Card], wheel: Wheel) -> None:
        self.ranks = ranks = list(map(RANK, cards))
        counts, plain = rank_counts(tuple(cards))
        if len(counts) == 7:
            self.groups: list[int] = []
            self.singles = ranks
            self.holding = _NO_PAIR
        else:
            self.groups = groups = [rank for rank, count in counts.items() if count > 1]
            if len(groups) > 1:
                groups.sort(key=lambda rank: (counts[rank], rank), reverse=True)
            self.singles = [rank for rank, count in counts.items() if count == 1]
            self.holding = _HOLDINGS[tuple([counts[rank] for rank in groups])]
        self.cards = cards
        self.wheel = wheel
        self.kept = self.strongest = 0
        self._best = None
        if not plain:
            self._compare_splits()

    def _compare_splits(self) -> dict[int, int]:
        best: dict[int, int] = {}
        splits: dict[int, tuple[int, int]] = {}
        kept = strongest = 0
        lows = [LOW_KEYS[first][second] for first, second in combinations(self.ranks, 2)]
        for split, low, high in zip(SPLITS, lows, split_keys(self.cards, self.wheel), strict=True):
            if high > best.get(low, -1):
                best[low] = high
                splits[low] = split
                category = high >> CATEGORY_SHIFT
                if _IS_COMPLETE[category]:
                    if low > kept:
                        kept = low
                    if category > strongest:
                        strongest = category
        self._best = best
        self._splits = splits
        self.kept = kept
        self.strongest = strongest
        return best

    @property
    def best(self) -> dict[int, int]:
        """Return the highest high hand that each low hand leaves, by the low hand's key."""
        return self._compare_splits() if self._best is None else self._best

    def split(self, low: int) -> tuple[int, int]:
        """Return the positions of a low hand's two cards."""
        if self._best is not None:
            return self._splits[low]
        first, second = LOW_RANKS[low]
        at = self.ranks.index(first)
        return at, at + 1 if first == second else self.ranks.index(second)

    def high(self, low: int) -> int:
        """Return the key of the highest high hand that a play's low hand leaves, or -1 if the play makes none."""
        if not low:
            return -1
        if self._best is not None:
            return self._best.get(low, -1)
        first, second = LOW_RANKS[low]
        left = self.ranks[::-1]
        left.remove(first)
        left.remove(second)
        return rank_ranks(tuple(left), False, self.wheel).key

    def low(self, play: Play) -> int:
        """Return the key of the low hand that a play makes, or 0 if it makes none."""
        return _PLAYS[play](self)

    def fits(self, rule: Rule) -> int:
        """Return the key of the low hand that a rule makes of this hand, or 0 if the rule does not apply."""
        groups = self.groups
        if groups and not rule.first[0] <= groups[0] <= rule.first[1]:
            return 0
        if rule.second and not (len(groups) > 1 and rule.second[0] <= groups[1] <= rule.second[1]):
            return 0
        if rule.front and not self._can_front(rule.front):
            return 0
        if rule.complete is not None and self.strongest not in rule.complete:
            return 0
        low = self.low(rule.play)
        high = self.high(low)
        if high < low or low < rule.least:
            return 0
        if rule.keeps and not _IS_COMPLETE[high >> CATEGORY_SHIFT]:
            return 0
        if rule.improves and low <= self.kept:
            return 0
        if rule.joker_ace_high and not self._spends_joker_and_ace():
            return 0
        return low

    def _can_front(self, least: tuple[int, ...]) -> bool:
        singles = self.singles
        return len(singles) >= len(least) and all(singles[place] >= rank for place, rank in enumerate(least))

    def _spends_joker_and_ace(self) -> bool:
        joker_beside_ace = self.cards[0].is_joker and self.cards[1].rank == ACE
        return joker_beside_ace and self.kept < high_card_key(ACE, 2) and self.best[self.kept] in _ACE_HIGH_STRAIGHTS

    def setting(self, low: int) -> PokerSetting:
        i, j = self.split(low)
        cards = self.cards
        high = (*cards[:i], *cards[i + 1 : j], *cards[j + 1 :])
        return PokerSetting.in_order(high, (cards[i], cards[j]))


_NO_PAIR = Holding.NO_PAIR
_IS_COMPLETE = tuple(category in COMPLETE_HANDS for category in Category)
_ACE_HIGH_STRAIGHTS = {
    category << CATEGORY_SHIFT | high_card_key(ACE, 0) for category in (Category.STRAIGHT, Category.ROYAL_FLUSH)
}

_HOLDINGS = {
    (5,): Holding.FIVE_ACES,
    (5, 2): Holding.FIVE_ACES,
    (4,): Holding.FOUR_OF_A_KIND,
    (4, 2): Holding.FOUR_OF_A_KIND,
    (4, 3): Holding.FOUR_OF_A_KIND,
    (3, 3): Holding.TWO_THREES,
    (3, 2): Holding.FULL_HOUSE,
    (3, 2, 2): Holding.FULL_HOUSE,
    (3,): Holding.THREE_OF_A_KIND,
    (2, 2, 2): Holding.THREE_PAIR,
    (2, 2): Holding.TWO_PAIR,
    (2,): Holding.ONE_PAIR,
}
"""Holdings by the sizes of their groups."""


def _keep_strongest(view: HandView) -> int:
    if not view.strongest:
        return 0
    return max(low for low, high in view.best.items() if high >> CATEGORY_SHIFT == view.strongest)


_PLAYS: Mapping[Play, Callable[[HandView], int]] = {
    Play.FIRST_PAIR: lambda view: pair_key(view.groups[0]),
    Play.SECOND_PAIR: lambda view: pair_key(view.groups[1]),
    Play.OTHERS: lambda view: high_card_key(view.singles[0], view.singles[1]),
    Play.FIRST_AND_NEXT: lambda view: LOW_KEYS[view.groups[0]][view.singles[0]],
    Play.SECOND_AND_THIRD: lambda view: high_card_key(view.singles[1], view.singles[2]),
    Play.KEEP_COMPLETE: lambda view: view.kept,
    Play.KEEP_STRONGEST: _keep_strongest,
    Play.BEST_FRONT: lambda view: max(low for low, high in view.best.items() if high >= low),
}


def _needs_complete(rule: Rule) -> bool:
    """Return whether the rule can apply only to a hand that has a straight or flush."""
    complete = rule.complete is not None and Category.HIGH_CARD not in rule.complete
    return complete or rule.keeps or rule.play is Play.KEEP_COMPLETE


@dataclass(frozen=True, slots=True)
class HouseSetting:
    """A hand as set by a house way, and the reason."""

    setting: PokerSetting
    rule: str
    clause: str
    gap: bool
    """Whether the house way's source is silent on this hand, so that the project's rule for gaps decided."""


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A named table of rules and its source."""

    name: str
    source: str
    rules: tuple[Rule, ...]
    _by_holding: Mapping[Holding, tuple[Rule, ...]] = field(init=False, repr=False, compare=False)
    _without_complete: Mapping[Holding, tuple[Rule, ...]] = field(init=False, repr=False, compare=False)
    """The rules that can apply to a hand that has no straight or flush, which most hands have not."""

    def __post_init__(self) -> None:
        by_holding = {holding: tuple(rule for rule in self.rules if rule.holding is holding) for holding in Holding}
        without = {holding: tuple(filterfalse(_needs_complete, rules)) for holding, rules in by_holding.items()}
        object.__setattr__(self, "_by_holding", by_holding)
        object.__setattr__(self, "_without_complete", without)

    def decide(self, cards: Sequence[Card], wheel: Wheel = Wheel.SECOND) -> tuple[HandView, int, Rule]:
        """Return the first rule that matches seven cards, given highest first, and the key of the low hand it makes."""
        view = HandView(cards, wheel)
        for rule in (self._by_holding if view.strongest else self._without_complete)[view.holding]:
            low = view.fits(rule)
            if low:
                return view, low, rule
        rule = GAP_RULE[view.holding]
        return view, view.low(rule.play), rule

    def set(self, cards: Iterable[Card], wheel: Wheel = Wheel.SECOND) -> HouseSetting:
        """Set seven cards."""
        view, low, rule = self.decide(seven_in_order(cards), wheel)
        return HouseSetting(view.setting(low), rule.name, rule.clause, rule.gap)
