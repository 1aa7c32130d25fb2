"""MDP chapter 6: what hands are worth."""

from itertools import pairwise

import pytest

from paigow.poker import (
    Card,
    Category,
    HighRank,
    Wheel,
    best_five,
    classify_emperors,
    classify_fortune,
    classify_progressive,
    parse_cards,
    rank_high,
    rank_low,
)


def high(text: str, wheel: Wheel = Wheel.SECOND) -> HighRank:
    return rank_high(parse_cards(text), wheel)


def assert_descending(*hands: str, category: Category | None = None, wheel: Wheel = Wheel.SECOND) -> None:
    ranks = [high(hand, wheel) for hand in hands]
    assert all(better > worse for better, worse in pairwise(ranks)), [str(rank) for rank in ranks]
    if category is not None:
        assert {rank.category for rank in ranks} == {category}


@pytest.mark.clause("MDP-6.A")
def test_cards_rank_from_ace_to_two() -> None:
    ranks = [Card(rank + "s").rank for rank in "AKQJT98765432"]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 13
    lows = [rank_low(parse_cards(f"{rank}s 2d")) for rank in "AKQJT9876543"]
    assert all(better > worse for better, worse in pairwise(lows))


@pytest.mark.clause("MDP-6.A.1")
def test_the_ace_is_low_only_with_2_3_4_5() -> None:
    assert high("As 2d 3h 4c 5s").category is Category.STRAIGHT
    assert high("As 2s 3s 4s 5s").category is Category.STRAIGHT_FLUSH
    for wrapped in ("Ks As 2d 3h 4c", "Qs Ks As 2d 3h", "Js Qs Ks Ad 2h"):
        assert high(wrapped).category is Category.HIGH_CARD
    # nor does the joker, as the missing card, let a straight wrap around
    for wrapped in ("Ks As 2d 3h Jk", "Qs Ks 2d 3h Jk"):
        assert high(wrapped).category in (Category.HIGH_CARD, Category.PAIR)


@pytest.mark.clause("MDP-6.A.2")
@pytest.mark.parametrize(
    ("cards", "category", "ranks"),
    [
        ("Jk Ks 9d 5h 2c", Category.HIGH_CARD, (14, 13, 9, 5, 2)),
        ("Jk As 9d 5h 2c", Category.PAIR, (14, 9, 5, 2)),
        ("Jk 9s 9d 5h 2c", Category.PAIR, (9, 14, 5, 2)),
        ("Jk As 9d 9h 2c", Category.TWO_PAIR, (14, 9, 2)),
        ("Jk As Ad 9h 2c", Category.THREE_OF_A_KIND, (14, 9, 2)),
        ("Jk 9s 9d 9h 2c", Category.THREE_OF_A_KIND, (9, 14, 2)),
        ("Jk As Ad 9h 9c", Category.FULL_HOUSE, (14, 9)),
        ("Jk As 9d 9h 9c", Category.FULL_HOUSE, (9, 14)),
        ("Jk As Ad Ah 9c", Category.FOUR_OF_A_KIND, (14, 9)),
        ("Jk 9s 9d 9h 9c", Category.FOUR_OF_A_KIND, (9, 14)),
        ("Jk As Ad Ah Ac", Category.FIVE_ACES, (14,)),
        ("Jk 9s 8d 7h 6c", Category.STRAIGHT, (10,)),
        ("Jk 9s 8d 6h 5c", Category.STRAIGHT, (9,)),
        ("Jk Ks Qd Jh Tc", Category.STRAIGHT, (14,)),
        ("Jk As Kd Qh Tc", Category.STRAIGHT, (14,)),
        ("Jk 5s 4d 3h 2c", Category.STRAIGHT, (5,)),  # A-2-3-4-5 ranks above 2-3-4-5-6
        ("Jk As 4d 3h 2c", Category.STRAIGHT, (5,)),
        ("Jk 6s 5d 4h 3c", Category.STRAIGHT, (7,)),
        ("Jk Ks 9s 5s 2s", Category.FLUSH, (14, 13, 9, 5, 2)),
        ("Jk As 9s 5s 2s", Category.FLUSH, (14, 13, 9, 5, 2)),  # the highest rank missing from the flush
        ("Jk As Ks 5s 2s", Category.FLUSH, (14, 13, 12, 5, 2)),
        ("Jk 9s 8s 7s 6s", Category.STRAIGHT_FLUSH, (10,)),
        ("Jk 5s 4s 3s 2s", Category.STRAIGHT_FLUSH, (5,)),
        ("Jk As Ks Qs Ts", Category.ROYAL_FLUSH, (14,)),
        ("Jk Ks Qs Js 9s", Category.STRAIGHT_FLUSH, (13,)),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush(
    cards: str, category: Category, ranks: tuple[int, ...]
) -> None:
    rank = high(cards)
    assert (rank.category, rank.ranks) == (category, ranks)


@pytest.mark.clause("MDP-6.A.2")
def test_the_joker_in_a_low_hand_is_an_ace() -> None:
    assert rank_low(parse_cards("Jk As")) == rank_low(parse_cards("Ad Ac"))
    assert rank_low(parse_cards("Jk Ks")) == rank_low(parse_cards("Ad Kc"))
    assert rank_low(parse_cards("Jk 2s")) < rank_low(parse_cards("2d 2c"))


@pytest.mark.clause(*(f"MDP-6.B.{number}" for number in range(1, 11)))
def test_the_ten_kinds_of_hand_in_their_order() -> None:
    assert_descending(
        "As Ad Ah Ac Jk",
        "As Ks Qs Js Ts",
        "6s 5s 4s 3s 2s",
        "2s 2d 2h 2c 3s",
        "2s 2d 2h 3c 3s",
        "7s 5s 4s 3s 2s",
        "6s 5d 4s 3s 2s",
        "2s 2d 2h 4c 3s",
        "3s 3d 2h 2c 4s",
        "2s 2d 5h 4c 3s",
        "As Kd Qh Jc 9s",
    )
    for number, cards in enumerate(
        (
            "As Ad Ah Ac Jk", "As Ks Qs Js Ts", "6s 5s 4s 3s 2s", "2s 2d 2h 2c 3s", "2s 2d 2h 3c 3s",
            "7s 5s 4s 3s 2s", "6s 5d 4s 3s 2s", "2s 2d 2h 4c 3s", "3s 3d 2h 2c 4s", "2s 2d 5h 4c 3s",
        ),
        start=1,
    ):  # fmt: skip
        assert high(cards).clause == f"MDP-6.B.{number}"


@pytest.mark.clause("MDP-6.B.1")
def test_five_aces_need_the_joker_and_beat_a_royal_flush() -> None:
    assert high("Jk As Ad Ah Ac").category is Category.FIVE_ACES
    assert_descending("Jk As Ad Ah Ac", "As Ks Qs Js Ts")


@pytest.mark.clause("MDP-6.B.2")
def test_a_royal_flush_with_and_without_the_joker_is_the_same() -> None:
    assert high("As Ks Qs Js Ts") == high("Jk Kd Qd Jd Td")
    assert high("As Ks Qs Js Ts").category is Category.ROYAL_FLUSH


SUITED = [" ".join(rank + "s" for rank in ranks) for ranks in ("5432A", *("KQJT98765432"[i : i + 5] for i in range(8)))]
MIXED = [hand[:1] + "d" + hand[2:] for hand in ["As Ks Qs Js Ts", *SUITED]]


@pytest.mark.clause("MDP-6.B.3")
def test_straight_flushes_from_ace_to_five_down_to_two_to_six() -> None:
    assert_descending(*SUITED, category=Category.STRAIGHT_FLUSH)
    assert len(SUITED) == 9
    assert_descending("As Ks Qs Js Ts", SUITED[0])


@pytest.mark.clause("MDP-6.B.7")
def test_straights_from_ace_high_and_ace_to_five_down_to_two_to_six() -> None:
    assert_descending(*MIXED, category=Category.STRAIGHT)
    assert len(MIXED) == 10


def test_the_wheel_can_be_the_lowest_by_a_switch() -> None:
    assert_descending(*SUITED[1:], SUITED[0], category=Category.STRAIGHT_FLUSH, wheel=Wheel.LOWEST)
    assert_descending(MIXED[0], *MIXED[2:], MIXED[1], category=Category.STRAIGHT, wheel=Wheel.LOWEST)
    # the joker then prefers 2-3-4-5-6
    assert high("Jk 5s 4d 3h 2c", Wheel.LOWEST).ranks == (6,)


@pytest.mark.clause("MDP-6.B.4")
def test_fours_from_aces_to_twos() -> None:
    hands = [f"{rank}s {rank}d {rank}h {rank}c {'3' if rank == '2' else '2'}s" for rank in "AKQJT98765432"]
    assert_descending(*hands, category=Category.FOUR_OF_A_KIND)


@pytest.mark.clause("MDP-6.B.5")
def test_full_houses_from_aces_over_kings_to_twos_over_threes() -> None:
    hands = [
        f"{three}s {three}d {three}h {pair}c {pair}s"
        for three in "AKQJT98765432"
        for pair in "AKQJT98765432"
        if pair != three
    ]
    assert_descending(*hands, category=Category.FULL_HOUSE)
    assert (hands[0][::3], hands[-1][::3]) == ("AAAKK", "22233")


@pytest.mark.clause("MDP-6.B.6", "MDP-6.B.6.s2")
def test_flushes_are_compared_by_the_highest_card_the_other_lacks() -> None:
    assert_descending(
        "As Ks Qs Js 9s",
        "Ad Kd Qd Jd 8d",
        "As Ks Qs Ts 9s",
        "As 7s 4s 3s 2s",
        "Kh Qh Jh Th 8h",
        "Ks Qs Js Ts 7s",
        "7s 5s 4s 3s 2s",
        category=Category.FLUSH,
    )
    assert high("Ks Qs 9s 5s 2s") == high("Kd Qd 9d 5d 2d")


@pytest.mark.clause("MDP-6.B.8")
def test_threes_from_aces_to_twos_whatever_lies_beside() -> None:
    hands = [f"{rank}s {rank}d {rank}h {'4' if rank != '4' else '5'}c 3s" for rank in "AKQJT987654"]
    assert_descending(*hands, "3s 3d 3h Ac Ks", "2s 2d 2h Ac Ks", category=Category.THREE_OF_A_KIND)


@pytest.mark.clause("MDP-6.B.9")
def test_two_pair_from_aces_and_kings_to_threes_and_twos() -> None:
    order = "AKQJT98765432"
    hands = [
        f"{upper}s {upper}d {lower}h {lower}c {next(rank for rank in order if rank not in (upper, lower))}s"
        for place, upper in enumerate(order)
        for lower in order[place + 1 :]
    ]
    assert_descending(*hands, category=Category.TWO_PAIR)
    assert (hands[0][:11:3], hands[-1][:11:3]) == ("AAKK", "3322")


@pytest.mark.clause("MDP-6.B.10")
def test_pairs_from_aces_to_twos_in_either_hand() -> None:
    order = "AKQJT98765432"
    kickers = {rank: [other for other in order if other != rank] for rank in order}
    highs = [f"{rank}s {rank}d " + " ".join(k + "h" for k in (*kickers[rank][:2], kickers[rank][5])) for rank in order]
    assert_descending(*highs, category=Category.PAIR)
    lows = [rank_low(parse_cards(f"{rank}s {rank}d")) for rank in order]
    assert all(better > worse for better, worse in pairwise(lows))
    assert lows[-1] > rank_low(parse_cards("As Kd"))


@pytest.mark.clause("MDP-6.C.1")
def test_the_highest_card_that_the_other_lacks_decides_between_equals() -> None:
    assert_descending("9s 9d Ah 4c 3s", "9h 9c Kh Qc Js", "9s 9d Kd Qd Td")
    assert_descending("9s 9d 5h 5c As", "9h 9c 5s 5d Ks")
    assert_descending("9s 9d 9h Ac 2s", "9s 9d 9h Kc Qs", "9s 9d 9h Kc Js")
    assert_descending("9s 9d 9h 9c As", "9s 9d 9h 9c Ks")
    assert_descending("Ks Qd Jh 9c 3s", "Ks Qd Jh 9c 2s", "Ks Qd Jh 8c 7s", "Ks Qd Th 9c 8s", "Ks Jd Th 9c 8s")
    assert rank_low(parse_cards("Ks 3d")) > rank_low(parse_cards("Kd 2s")) > rank_low(parse_cards("Qs Jd"))
    # the made part comes first: a lower pair does not win by its side cards
    assert_descending("9s 9d 4h 3c 2s", "4s 4d Ah Kc Qs")


@pytest.mark.clause("MDP-6.C.2")
def test_hands_that_differ_only_in_suits_tie() -> None:
    assert high("9s 9d Ah 4c 3s") == high("9h 9c Ad 4s 3d")
    assert high("Ks Qs 9s 5s 2s") == high("Kd Qd 9d 5d 2d")
    assert high("Jk Qs 9s 5s 2s") == high("Ad Qd 9d 5d 2d")
    assert rank_low(parse_cards("Ks 3d")) == rank_low(parse_cards("Kc 3h"))


SEVENS = [
    " ".join(rank + "s" for rank in ranks) for ranks in ("765432A", *("AKQJT98765432"[i : i + 7] for i in range(7)))
]


@pytest.mark.clause("MDP-6.D.1", "MDP-6.E.1")
def test_seven_suited_in_sequence_without_joker() -> None:
    for cards in SEVENS:
        assert classify_fortune(parse_cards(cards)) == "seven-card straight flush"
        assert classify_emperors(parse_cards(cards)) == "seven-card straight flush"
    for almost in ("As Ks Qs Js Ts 9s 7s", "As Ks 2s 3s 4s 5s 6s", "9s 8s 7s 6s 5s 4s 3d"):
        assert classify_fortune(parse_cards(almost)) != "seven-card straight flush"
        assert classify_emperors(parse_cards(almost)) != "seven-card straight flush"


@pytest.mark.clause("MDP-6.D.3", "MDP-6.E.3")
def test_seven_suited_in_sequence_with_the_joker() -> None:
    for cards in SEVENS:
        codes = cards.split()
        for place in range(7):
            hand = parse_cards([*codes[:place], "Jk", *codes[place + 1 :]])
            assert classify_fortune(hand) == "seven-card straight flush with joker"
            assert classify_emperors(hand) == "seven-card straight flush with joker"
    for almost in ("As Ks Js Ts 8s 7s Jk", "9s 8s 7s 6s 5s 3d Jk"):
        assert classify_fortune(parse_cards(almost)) != "seven-card straight flush with joker"


@pytest.mark.parametrize(
    ("cards", "fortune", "emperors"),
    [
        pytest.param("As Ks Qs Js Ts Ad Kd", True, True, marks=pytest.mark.clause("MDP-6.D.2.a", "MDP-6.E.2")),
        pytest.param("Jk Ks Qs Js Ts Ad Kd", True, True, marks=pytest.mark.clause("MDP-6.D.2.a", "MDP-6.E.2")),
        pytest.param("As Ks Jk Js Ts Ad Kd", True, True, marks=pytest.mark.clause("MDP-6.D.2.a", "MDP-6.E.2")),
        pytest.param("As Ks Qs Js Ts Kd Qd", True, False, marks=pytest.mark.clause("MDP-6.D.2.b", "MDP-6.E.2")),
        pytest.param("Jk Ks Qs Js Ts Kd Qd", True, False, marks=pytest.mark.clause("MDP-6.D.2.b", "MDP-6.E.2")),
        pytest.param("As Ks Qs Js Ts Ad Kh", False, False, marks=pytest.mark.clause("MDP-6.D.2.a", "MDP-6.E.2")),
        pytest.param("As Ks Qs Js Ts Kd Qh", False, False, marks=pytest.mark.clause("MDP-6.D.2.b")),
        pytest.param("As Ks Qs Js Ts Ad Qd", False, False, marks=pytest.mark.clause("MDP-6.D.2.b")),
        # the joker may not be one of the two
        pytest.param("As Ks Qs Js Ts Jk Kd", False, False, marks=pytest.mark.clause("MDP-6.D.2.a", "MDP-6.E.2")),
        pytest.param("As Ks Qs Js Ts Jk Qd", False, False, marks=pytest.mark.clause("MDP-6.D.2.b")),
        pytest.param("9s Ks Qs Js Ts Ad Kd", False, False, marks=pytest.mark.clause("MDP-6.D.2.a", "MDP-6.E.2")),
    ],
)
def test_a_royal_flush_with_two_suited_cards(cards: str, fortune: bool, emperors: bool) -> None:
    name = "royal flush plus suited match"
    assert (classify_fortune(parse_cards(cards)) == name) is fortune
    assert (classify_emperors(parse_cards(cards)) == name) is emperors


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        pytest.param("As Ks Qs Js Ts 9s 8s", "seven-card straight flush", marks=pytest.mark.clause("MDP-6.F.1")),
        pytest.param("As Jk Qs Js Ts 9s 8s", "seven-card straight flush", marks=pytest.mark.clause("MDP-6.F.1")),
        pytest.param("As 2s 3s 4s 5s 6s 7s", "seven-card straight flush", marks=pytest.mark.clause("MDP-6.F.1")),
        pytest.param("As Ad Ah Ac Jk 2d 3c", "five aces", marks=pytest.mark.clause("MDP-6.F.2")),
        pytest.param("As Ks Qs Js Ts 9s 2d", "royal flush", marks=pytest.mark.clause("MDP-6.F.3")),
        pytest.param("Jk Ks Qs Js Ts 3h 2d", "royal flush", marks=pytest.mark.clause("MDP-6.F.3")),
        pytest.param("As Ks Qs Js Ts Ad Kd", "royal flush", marks=pytest.mark.clause("MDP-6.F.3")),
        pytest.param("9s 8s 7s 6s 5s 5d 5h", "straight flush", marks=pytest.mark.clause("MDP-6.F.4")),
        pytest.param("As 2s 3s 4s Jk 9d 9h", "straight flush", marks=pytest.mark.clause("MDP-6.F.4")),
        pytest.param("4s 4d 4h 4c 9s 9d 9c", "four of a kind", marks=pytest.mark.clause("MDP-6.F.5")),
        pytest.param("As Ad Ah Jk 9s 9d 9c", "four of a kind", marks=pytest.mark.clause("MDP-6.F.5")),
        pytest.param("4s 4d 4h 9s 9d 9c 2d", "full house", marks=pytest.mark.clause("MDP-6.F.6")),
        pytest.param("As Jk 4h 9s 9d 9c 2d", "full house", marks=pytest.mark.clause("MDP-6.F.6")),
        pytest.param("As Ks 9s 7s 2s 2d 2h", None, marks=pytest.mark.clause("MDP-6.F.6", "MDP-7.E.4")),
    ],
)
def test_what_a_progressive_wager_looks_for(cards: str, name: str | None) -> None:
    assert classify_progressive(parse_cards(cards)) == name


@pytest.mark.clause("MDP-11.H.1")
@pytest.mark.parametrize(
    ("dealt", "left"),
    [
        ("8s 8d 8h 7c 6s 5d 4h", "8s 8d"),
        ("8h 8d 7c 8s 6s 5d 4h", "8h 8d"),
        ("4h 5d 8d 6s 7c 8s 8h", "8d 8s"),
        ("5s 9h 8d 7c 6s 5h 2d", "5s 2d"),
        ("5h 9h 8d 7c 6s 5s 2d", "5h 2d"),
        ("9h 9s Ks Kh Qs Qh 2d", "9h 2d"),
        ("9s 9h Ks Kh Qs Qh 2d", "9s 2d"),
        ("Qh Qd Ks Kh Kd Kc Qs", "Qh Qd"),
        ("Qs Ks Kh Kd Kc Qd Qh", "Qs Qd"),
        ("Ks Kh Kd Kc Qd Qs Qh", "Qd Qs"),
        ("Ks Kh Kd Kc Qd Qs 2h", "Qd 2h"),
        ("Ks Kh Kd Kc Qd Qs Ah", "Qd Qs"),
        ("9h 9s Ks Kh Qs Qh Ad", "9h 9s"),
        ("4s 4d 4h 9s 9d 9c 2d", "4s 2d"),
    ],
)
def test_of_cards_that_make_no_difference_those_dealt_first_are_left_over(dealt: str, left: str) -> None:
    cards = parse_cards(dealt)
    assert set(cards) - set(best_five(cards)[1]) == set(parse_cards(left))


@pytest.mark.clause("MDP-11.H.1")
def test_the_seven_cards_are_rearranged_into_the_highest_hand() -> None:
    for cards, name, used in (
        ("4s 4d 4h 9s 9d 9c 2d", "Full house, nines over fours", [4, 4, 9, 9, 9]),
        ("As Jk 5s 9s 9d 9c 2s", "Full house, nines over aces", [9, 9, 9, 14, 14]),
        ("8s 8d 8h 7c 6s 5d 4h", "Straight, eight high", [4, 5, 6, 7, 8]),
    ):
        rank, five = best_five(parse_cards(cards))
        assert rank.name == name
        assert sorted(card.rank for card in five) == used
