"""Side wagers: published counts, the readable classifiers, envy, limits, meters and rounding."""

import random
from fractions import Fraction

import pytest

from paigow.analysis.dealer_open import ace_high_wager
from paigow.analysis.results import Counts
from paigow.analysis.side import (
    break_even_meter,
    class_counts,
    class_of,
    classes_of_types,
    dealer_jacks,
    envy_per_hand,
    jack_wager,
    payout_limit_effect,
    seven_card_counts,
    side_wager,
)
from paigow.analysis.types import HANDS, RANK_TYPES, TYPES, type_table
from paigow.analysis.vigorish import vigorish_effect
from paigow.errors import PaigowError
from paigow.money import VigorishRounding
from paigow.poker import (
    DECK,
    FortuneClass,
    InsuranceClass,
    Meter,
    ProgressiveClass,
    ThreesOverStraight,
    classify_emperors,
    classify_fortune,
    classify_insurance,
    classify_progressive,
)


def test_every_hand_is_counted_once() -> None:
    assert sum(seven_card_counts().values()) == HANDS


def test_counts_are_the_published_ones() -> None:
    """Wizard of Odds and others, 53 cards: also with straight flushes and royal flushes of all kinds put together."""
    counts = class_counts("fortune")
    assert counts[FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH] == 32
    assert counts[FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER] == 196
    assert counts[FortuneClass.FIVE_ACES] == 1_128
    assert counts[FortuneClass.ROYAL_FLUSH_PLUS_MATCH] == 144
    assert counts[FortuneClass.FOUR_OF_A_KIND] == 307_472
    assert counts[FortuneClass.FULL_HOUSE] == 4_188_528
    assert counts[FortuneClass.FLUSH] == 6_172_088
    assert counts[FortuneClass.THREE_OF_A_KIND] == 7_672_500
    assert counts[FortuneClass.STRAIGHT] == 11_034_204
    assert counts[None] == 124_556_196
    assert counts[FortuneClass.ROYAL_FLUSH] + 144 + 40 == 26_132  # 40 are seven in sequence as well
    assert counts[FortuneClass.STRAIGHT_FLUSH] + 32 + 196 - 40 == 184_832
    insurance = class_counts("insurance")
    assert [insurance[line] for line in InsuranceClass] == [31_080, 248_640, 963_480, 2_719_500, 6_386_940, 14_430_780]
    assert class_counts("progressive")[ProgressiveClass.SEVEN_CARD_STRAIGHT_FLUSH] == 228
    assert class_counts("emperors")[FortuneClass.ROYAL_FLUSH_PLUS_MATCH] == 72


def test_types_are_classified_as_the_readable_code_classifies_their_cards() -> None:
    """Every type that holds a straight flush, and many others, from its cards."""
    types = type_table()
    classes, of_type, _ = classes_of_types()
    rng = random.Random(2)
    straight_flushes = {
        number for number, each in enumerate(classes) if each.progressive is not None and "flush" in each.progressive
    }
    suited = [t for t in range(TYPES) if of_type[t] in straight_flushes and rng.random() < 0.5]
    for t in [*rng.sample(range(RANK_TYPES), 2_000), *rng.sample(range(RANK_TYPES, TYPES), 4_000), *suited]:
        cards = [DECK[card] for card in types.cards[t].tolist()]
        found = classes[of_type[t]]
        assert found.insurance is classify_insurance(cards)
        assert found.progressive is classify_progressive(cards)
        for reading in ThreesOverStraight:
            assert class_of(found, "fortune", reading) is classify_fortune(cards, reading)


def test_match_beside_a_royal_flush() -> None:
    """All hands that hold one royal flush's five cards."""
    royal = [DECK[4 * rank] for rank in (8, 9, 10, 11, 12)]
    rest = [card for card in DECK if card not in royal]
    found: dict[object, int] = {}
    for i, first in enumerate(rest):
        for second in rest[:i]:
            line = classify_fortune([*royal, first, second]), classify_emperors([*royal, first, second])
            found[line] = found.get(line, 0) + 1
    plus, plain = FortuneClass.ROYAL_FLUSH_PLUS_MATCH, FortuneClass.ROYAL_FLUSH
    assert found[plus, plus] == 3  # ace and king of one other suit
    assert found[plus, plain] == 3
    # Four such suits; the joker may stand for one of the five cards.
    assert class_counts("emperors")[plus] == 4 * 3 * (1 + 5)
    assert class_counts("fortune")[plus] == 4 * 6 * (1 + 5)


@pytest.mark.clause("MDP-13.B.1.a", "MDP-13.B.1.k", "MDP-13.C.1.a")
def test_edges_of_the_bonus_tables() -> None:
    percent = {
        (wager, name): round(side_wager(wager, name).edge_percent, 2)
        for wager in ("fortune", "emperors")
        for name in "ABCD"
    }
    assert percent["fortune", "B"] == 7.74
    assert percent["fortune", "A"] < percent["fortune", "B"] < percent["fortune", "D"] < percent["fortune", "C"]
    for name in "ABCD":  # the match is rarer for Emperor's Treasure
        assert percent["emperors", name] > percent["fortune", name]


def test_reading_of_threes_with_a_straight() -> None:
    readings = (ThreesOverStraight.BETTER_LINE, ThreesOverStraight.HIGHEST_RANKING)
    better, ranking = (side_wager("fortune", "A", reading=reading) for reading in readings)
    moved = (ranking.edge - better.edge) * HANDS
    straight = class_counts("fortune", ThreesOverStraight.HIGHEST_RANKING)[FortuneClass.STRAIGHT]
    assert moved == straight - 11_034_204 > 0  # each such hand is paid 2 instead of 3


@pytest.mark.clause("MDP-13.B.2.a", "MDP-13.B.2.g")
def test_envy_grows_with_every_other_player_and_needs_a_qualifying_wager() -> None:
    alone = side_wager("fortune", "A", bet=500)
    for others in range(1, 6):
        odds = side_wager("fortune", "A", bet=500, other_players=others)
        assert alone.edge - odds.edge == envy_per_hand("fortune", "A") * others / 500
    assert side_wager("fortune", "A", bet=400, other_players=5).edge == alone.edge
    counts = class_counts("fortune")
    dollars = (5000, 1000, 500, 250, 50, 20, 5)
    expected = sum(counts[line] * sum_ for line, sum_ in zip(FortuneClass, dollars, strict=False))
    assert envy_per_hand("fortune", "A") == Fraction(100 * expected, HANDS)
    assert envy_per_hand("insurance", "A") == 0


@pytest.mark.clause("MDP-13.G", "MDP-13.G.1.a")
def test_payout_limit() -> None:
    limited = side_wager("fortune", "A", bet=2_500, payout_limit=5_000_000)
    free = side_wager("fortune", "A", bet=2_500)
    assert limited.outcomes[0].pays == 2_000  # 8,000 to 1 on $25 would be $200,000
    assert limited.edge - free.edge == Fraction(6_000 * 32, HANDS)
    effect = payout_limit_effect({"fortune": ("A", 2_500)}, 5_000_000)
    assert effect.expected_loss == (limited.edge - free.edge) * 2_500
    assert effect.capped_hands == 32
    both = payout_limit_effect({"fortune": ("A", 2_500), "emperors": ("A", 2_500)}, 5_000_000)
    assert both.expected_loss > 2 * effect.expected_loss  # the limit is on their sum


@pytest.mark.clause("MDP-13.E.2.a", "MDP-13.E.2.b", "MDP-13.E.3.a")
def test_progressive_breaks_even_where_it_says() -> None:
    meter = break_even_meter("A", Meter.SINGLE, 100)
    assert round(float(meter) / 100, 2) == 243_011.06
    lower, upper = int(meter), int(meter) + 1
    assert side_wager("progressive", "A", bet=100, meters={Meter.SINGLE: lower}).edge > 0
    assert side_wager("progressive", "A", bet=100, meters={Meter.SINGLE: upper}).edge < 0
    major = break_even_meter("B", Meter.MAJOR, 100, {Meter.MINOR: 100_000})
    shown = {Meter.MAJOR: int(major) + 1, Meter.MINOR: 100_000}
    assert side_wager("progressive", "B", bet=100, meters=shown).edge < 0
    with pytest.raises(PaigowError, match="minor"):
        break_even_meter("B", Meter.MAJOR, 100)
    with pytest.raises(PaigowError, match="meter"):
        side_wager("progressive", "A")


@pytest.mark.clause("DO-R4.a.s2")
def test_wagers_on_jacks_by_a_supplied_table() -> None:
    assert sum(dealer_jacks().values()) == HANDS
    odds = jack_wager("chan-chu", {2: 3, 3: 20, 4: 200})
    assert odds.edge == Fraction(85_900_584 + 55_935_264 - 3 * 11_441_304 - 20 * 847_504 - 200 * 18_424, HANDS)
    with pytest.raises(PaigowError, match="0 to 4"):
        jack_wager("jack-beats", {5: 1})


@pytest.mark.exhaustive
@pytest.mark.clause(
    "DO-P.push-ace-high.1.a", "DO-P.push-ace-high.1.b", "DO-P.push-ace-high.1.c", "DO-P.push-ace-high.2.b"
)
def test_ace_high() -> None:
    first, second = ace_high_wager("1"), ace_high_wager("2")
    assert [each.count for each in first.outcomes][:3] == [71_700_086_682_780, 71_129_751_630_408, 629_573_043_337_212]
    assert [each.pays for each in second.outcomes] == [40, 12, 5, -1]
    assert round(first.edge_percent, 4) == 4.7905
    # All dealer's hands that are ace-high: as published for the insurance wager.
    assert sum(each.count for each in first.outcomes[:3]) * HANDS == 14_430_780 * first.total


@pytest.mark.clause("MDP-13.A.1", "MDT-8.K.1")
def test_rounding_of_vigorish_by_bet() -> None:
    counts = Counts(29, 41, 30)
    ten, seven = vigorish_effect(counts, 1_000), vigorish_effect(counts, 700)
    assert (ten.vigorish, ten.added) == (50, Fraction(29, 100) * (Fraction(50, 1_000) - Fraction(1, 20)))
    assert (seven.vigorish, seven.added) == (50, Fraction(29, 100) * (Fraction(50, 700) - Fraction(1, 20)))
    assert vigorish_effect(counts, 700, VigorishRounding.CENT).added == 0


def test_unknown_wagers_and_tables_are_refused() -> None:
    with pytest.raises(PaigowError, match="fortune"):
        side_wager("dragon")
    with pytest.raises(PaigowError, match="A, B"):
        side_wager("insurance", "C")
