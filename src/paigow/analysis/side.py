"""Side bets on seven cards: Fortune Bonus, Emperor's Treasure, Insurance, Progressive, and bets on the dealer's jacks.

All of them depend only on a hand's type, except for one line: whether the two cards alongside a royal flush match in
suit, which is the case in a third of the hands of a few types. So one pass over the types counts the hands in each
class of every wager.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from math import comb
from time import perf_counter

import numpy as np

from paigow.analysis.kernel import I64
from paigow.analysis.ranks import rank_table, setting_table
from paigow.analysis.results import Odds, Outcome
from paigow.analysis.types import HANDS, JOKER_BIT, RANK_TYPES, type_table
from paigow.errors import PaigowError
from paigow.poker import (
    ENVY_TABLES,
    PAYTABLES,
    QUALIFYING_WAGER,
    Category,
    FortuneClass,
    InsuranceClass,
    Meter,
    PayTable,
    PayUnit,
    ProgressiveClass,
    ThreesOverStraight,
)

JACK, QUEEN, KING, ACE = 9, 10, 11, 12
SEVENS = (*(0b1111111 << low for low in range(7)), 0b1000000111111)
"""Seven ranks in sequence, with the ace also below the two."""

SIDE_WAGERS = ("fortune", "emperors", "insurance", "progressive")


@dataclass(frozen=True, slots=True)
class SevenCards:
    """The class of a hand in each wager, None if it pays nothing; and whether it has three of a kind and a straight."""

    fortune: FortuneClass | None
    emperors: FortuneClass | None
    insurance: InsuranceClass | None
    progressive: ProgressiveClass | None
    threes_and_straight: bool


_FORTUNE = {
    Category.FIVE_ACES: FortuneClass.FIVE_ACES,
    Category.ROYAL_FLUSH: FortuneClass.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH: FortuneClass.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND: FortuneClass.FOUR_OF_A_KIND,
    Category.FULL_HOUSE: FortuneClass.FULL_HOUSE,
    Category.FLUSH: FortuneClass.FLUSH,
    Category.STRAIGHT: FortuneClass.STRAIGHT,
    Category.THREE_OF_A_KIND: FortuneClass.THREE_OF_A_KIND,
}
_PROGRESSIVE = {
    Category.FIVE_ACES: ProgressiveClass.FIVE_ACES,
    Category.ROYAL_FLUSH: ProgressiveClass.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH: ProgressiveClass.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND: ProgressiveClass.FOUR_OF_A_KIND,
    Category.FULL_HOUSE: ProgressiveClass.FULL_HOUSE,
}


@cache
def classes_of_types() -> tuple[tuple[SevenCards, ...], I64, I64]:
    """Return the different classes, the class of each type, and the match that a third of its hands make.

    Alongside a royal flush, the match is ace and king (1) or king and queen (2) in other suits: three of nine pairs of
    suits are equal.
    """
    types = type_table()
    best = rank_table().category[setting_table().high].max(axis=1).astype(np.int64)
    counts = types.counts[types.rank_type]
    as_aces = counts[:, :13].copy()
    as_aces[:, ACE] += counts[:, 13]
    top = 12 - np.argmax(as_aces[:, ::-1] > 0, axis=1)
    natural = types.mask & (JOKER_BIT - 1)
    whole_suit = np.zeros(len(best), dtype=np.bool_)
    whole_suit[RANK_TYPES:] = (types.off[RANK_TYPES:] < 0).all(axis=1)
    seven = whole_suit & np.any([(natural & sequence) == natural for sequence in SEVENS], axis=0)
    threes = (best == Category.STRAIGHT) & (as_aces == 3).any(axis=1)
    royal = (best == Category.ROYAL_FLUSH) & (types.off[:, 1] >= 0)
    match = np.where(royal & (types.off == (ACE, KING)).all(axis=1), 1, 0)
    match += np.where(royal & (types.off == (KING, QUEEN)).all(axis=1), 2, 0)
    highest = np.where(best == Category.HIGH_CARD, top, 0)
    keys = np.stack([best, counts[:, 13], seven, threes, highest], axis=1)
    rows, inverse = np.unique(keys, axis=0, return_inverse=True)
    classes = tuple(
        _classify(Category(category), bool(joker), bool(in_sequence), bool(both), top_card)
        for category, joker, in_sequence, both, top_card in rows.tolist()
    )
    return classes, inverse.reshape(-1).astype(np.int64), match


@cache
def seven_card_counts() -> Mapping[SevenCards, int]:
    """Return how many of the 154,143,080 hands fall into each combination of classes."""
    classes, of_type, match = classes_of_types()
    hands = type_table().hands
    found: dict[SevenCards, int] = {}
    for number, plain in enumerate(classes):
        for matched in range(3):
            held = int(hands[(of_type == number) & (match == matched)].sum())
            suited = held // 3 if matched else 0
            if suited:
                plus = FortuneClass.ROYAL_FLUSH_PLUS_MATCH
                special = replace(plain, fortune=plus, emperors=plus if matched == 1 else plain.emperors)
                found[special] = found.get(special, 0) + suited
            if held:
                found[plain] = found.get(plain, 0) + held - suited
    return found


def _classify(category: Category, joker: bool, seven: bool, threes_and_straight: bool, top: int) -> SevenCards:
    bonus = _FORTUNE.get(category)
    progressive = _PROGRESSIVE.get(category)
    if seven:
        progressive = ProgressiveClass.SEVEN_CARD_STRAIGHT_FLUSH
        bonus = FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER if joker else FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH
    insurance = list(InsuranceClass)[top - 7] if category is Category.HIGH_CARD else None
    return SevenCards(bonus, bonus, insurance, progressive, threes_and_straight)


def class_of(
    hand: SevenCards, wager: str, reading: ThreesOverStraight = ThreesOverStraight.BETTER_LINE
) -> StrEnum | None:
    """Return the line that counts for a wager, under a reading of three of a kind with a straight (MDP-11.H.1)."""
    found: StrEnum | None = getattr(hand, wager)
    if wager in ("fortune", "emperors") and hand.threes_and_straight and reading is ThreesOverStraight.BETTER_LINE:
        return FortuneClass.THREE_OF_A_KIND
    return found


def class_counts(wager: str, reading: ThreesOverStraight = ThreesOverStraight.BETTER_LINE) -> dict[StrEnum | None, int]:
    """Return the number of hands that reach each line of a wager; None stands for all other hands."""
    if wager not in SIDE_WAGERS:
        raise PaigowError(f"there is no side wager {wager!r} on seven cards; there are {', '.join(SIDE_WAGERS)}")
    counts: dict[StrEnum | None, int] = {}
    for hand, number in seven_card_counts().items():
        line = class_of(hand, wager, reading)
        counts[line] = counts.get(line, 0) + number
    return counts


def pay_table(wager: str, paytable: str) -> PayTable:
    """Return a wager's pay table by name."""
    tables = PAYTABLES.get(wager)
    if tables is None:
        raise PaigowError(f"there is no side wager {wager!r}; there are {', '.join(PAYTABLES)}")
    if paytable not in tables:
        raise PaigowError(f"{wager} has pay tables {', '.join(tables)}, not {paytable!r}")
    return tables[paytable]


def side_wager(
    wager: str,
    paytable: str = "A",
    *,
    reading: ThreesOverStraight = ThreesOverStraight.BETTER_LINE,
    other_players: int = 0,
    bet: int = QUALIFYING_WAGER,
    payout_limit: int | None = None,
    meters: Mapping[Meter, int] | None = None,
) -> Odds:
    """Return the odds of a wager on the player's seven cards.

    ``bet`` and ``payout_limit`` are in cents. They matter only in relation to each other, to the envy bonus, which is a
    fixed sum for each hand of the ``other_players``, and to the progressive wager, which pays what its meters show. The
    expected envy is exact because expectations are additive, and each other hand can be any hand.
    """
    began = perf_counter()
    table = pay_table(wager, paytable)
    counts = class_counts(wager, reading)
    outcomes = []
    for line in table.lines:
        number = counts.pop(line.hand, 0)
        outcomes.append(
            Outcome(str(line.hand), number, _pays(line.amount, line.unit, bet, payout_limit, line.meter, meters))
        )
    outcomes.append(Outcome("lose", sum(counts.values()), Fraction(-1)))
    return Odds(
        game="poker",
        wager=wager,
        outcomes=tuple(outcomes),
        total=HANDS,
        paytable=paytable,
        envy=envy_per_hand(wager, paytable, reading) * other_players / bet if bet >= QUALIFYING_WAGER else Fraction(0),
        seconds=perf_counter() - began,
    )


def _pays(
    amount: int, unit: PayUnit, bet: int, limit: int | None, meter: Meter | None, meters: Mapping[Meter, int] | None
) -> Fraction:
    """Return the gain of a line per unit staked."""
    if unit is PayUnit.PERCENT:
        if meters is None or meter is None or meter not in meters:
            raise PaigowError(f"say what the {meter} meter shows: this line pays {amount} percent of it")
        return Fraction(amount * meters[meter], 100 * bet) - 1  # meter awards are outside the limit
    if unit is PayUnit.FOR_ONE:
        return Fraction(amount) - 1 if limit is None else Fraction(min(amount * bet, limit), bet) - 1
    return Fraction(amount) if limit is None else Fraction(min(amount * bet, limit), bet)


def envy_per_hand(wager: str, paytable: str, reading: ThreesOverStraight = ThreesOverStraight.BETTER_LINE) -> Fraction:
    """Return the expected envy bonus in cents for each other player's hand (MDP-13.B, MDP-13.C).

    It is zero for wagers without an envy bonus.
    """
    tables = ENVY_TABLES.get(wager)
    if tables is None:
        return Fraction(0)
    counts = class_counts(wager, reading)
    return Fraction(sum(line.amount * counts.get(line.hand, 0) for line in tables[paytable].lines), HANDS)


def break_even_meter(paytable: str, meter: Meter, bet: int, others: Mapping[Meter, int] | None = None) -> Fraction:
    """Return the meter amount, in cents, at which the progressive wager is fair, with the other meters as given."""
    table = pay_table("progressive", paytable)
    counts = class_counts("progressive")
    fixed = Fraction(-bet * HANDS)
    share = Fraction(0)
    shown = dict(others or {})
    for line in table.lines:
        number = counts.get(line.hand, 0)
        if line.unit is not PayUnit.PERCENT:
            fixed += number * line.amount * bet
        elif line.meter is meter:
            share += Fraction(number * line.amount, 100)
        elif line.meter in shown:
            fixed += Fraction(number * line.amount * shown[line.meter], 100)
        else:
            raise PaigowError(f"say what the {line.meter} meter shows as well: table {paytable} has several")
    if share == 0:
        raise PaigowError(f"progressive table {paytable} has no {meter} meter")
    return -fixed / share


@dataclass(frozen=True, slots=True)
class LimitEffect:
    """The amount by which a payout limit reduces several fixed-odds wagers on one hand, in cents per round."""

    limit: int
    capped_hands: int
    total: int
    expected_loss: Fraction


def payout_limit_effect(
    bets: Mapping[str, tuple[str, int]],
    limit: int,
    reading: ThreesOverStraight = ThreesOverStraight.BETTER_LINE,
) -> LimitEffect:
    """Return the effect of the limit on the sum of a hand's fixed-odds side payouts (MDP-13.G).

    ``bets`` maps each wager to (pay table, cents).
    """
    capped = 0
    lost = 0
    for hand, number in seven_card_counts().items():
        pays = 0
        for wager, (name, bet) in bets.items():
            line = pay_table(wager, name).line(class_of(hand, wager, reading))
            if line is not None and line.unit in (PayUnit.TO_ONE, PayUnit.FOR_ONE):
                pays += line.amount * bet
        if pays > limit:
            capped += number
            lost += number * (pays - limit)
    return LimitEffect(limit, capped, HANDS, Fraction(lost, HANDS))


def dealer_jacks() -> dict[int, int]:
    """Return the number of hands with 0 to 4 jacks; the joker never counts as a jack (DO-W.s3)."""
    return {jacks: comb(4, jacks) * comb(49, 7 - jacks) for jacks in range(5)}


def jack_wager(wager: str, pays: Mapping[int, Fraction | int]) -> Odds:
    """Return the odds of Jack Beats or Chan Chu under an operator's table.

    The table is keyed by the dealer's number of jacks; any number not listed loses.
    """
    began = perf_counter()
    unknown = sorted(set(pays) - set(range(5)))
    if unknown or not pays:
        raise PaigowError(
            f"a table of {wager} says what 0 to 4 dealer's jacks pay, not {unknown or 'nothing'}", "DO-R4.a.s2"
        )
    counts = dealer_jacks()
    outcomes = tuple(
        Outcome(f"{jacks} jacks" if jacks != 1 else "1 jack", counts[jacks], Fraction(pays.get(jacks, -1)))
        for jacks in sorted(counts, reverse=True)
    )
    return Odds(game="dealer-open", wager=wager, outcomes=outcomes, total=HANDS, seconds=perf_counter() - began)
