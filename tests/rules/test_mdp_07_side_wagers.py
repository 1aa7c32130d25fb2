"""MDP chapter 7, section E: what the optional wagers are bets on."""

import pytest

from paigow.poker import (
    ThreesOverStraight,
    classify_emperors,
    classify_fortune,
    classify_insurance,
    classify_progressive,
    parse_cards,
)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ks Qd Jh Tc 9s 4d 2h", "straight"),
        ("As 2d 3h 4c 5s Kd Kh", "straight"),
        ("Jk 2d 3h 4c 9s Kd 5h", "straight"),
        ("4s 4d 4h 9c 8s 2d Kc", "three of a kind"),
        ("As Ad Jk 9c 8s 2d Kc", "three of a kind"),
        ("Ks Qs 9s 5s 3s 2d 2c", "flush"),
        ("Ks Kd 9s 9d 3s 3d 2c", None),
        ("Ks Qd 9s 7d 5s 3d 2c", None),
    ],
)
@pytest.mark.clause("MDP-7.E.1", "MDP-7.E.2")
def test_fortune_and_emperors_win_with_a_straight_or_what_pays_more(cards: str, name: str | None) -> None:
    assert classify_fortune(parse_cards(cards)) == name
    assert classify_emperors(parse_cards(cards)) == name


@pytest.mark.clause("MDP-7.E.1", "MDP-7.E.2")
def test_three_of_a_kind_and_a_straight_is_paid_by_the_better_line_unless_the_reading_says_otherwise() -> None:
    both = parse_cards("8s 8d 8h 7c 6s 5d 4h")
    for classify in (classify_fortune, classify_emperors):
        assert classify(both) == "three of a kind"
        assert classify(both, ThreesOverStraight.HIGHEST_RANKING) == "straight"


@pytest.mark.clause("MDP-7.E.3", "MDP-11.H.5.a", "MDP-11.H.5.b")
@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("9s 8d 7h 5c 4s 3d 2h", "nine-high"),
        ("Ts 8d 7h 5c 4s 3d 2h", "ten-high"),
        ("Js 8d 7h 5c 4s 3d 2h", "jack-high"),
        ("Qs 8d 7h 5c 4s 3d 2h", "queen-high"),
        ("Ks 8d 7h 5c 4s 3d 2h", "king-high"),
        ("As 9d 8h 7c 5s 3d 2h", "ace-high"),
        ("Jk Kd 9h 6c 5s 4d 2h", None),  # the joker is the three
        ("Jk Kd 9h 8c 6s 5d 2h", None),  # the joker is the seven
        ("Jk Kd Jh 8c 6s 3d 2h", "ace-high"),
        ("Jk Ad Jh 8c 6s 3d 2h", None),  # a pair of aces
        ("Jk Kd Jd 8d 6d 3h 2h", None),  # a flush
        ("9s 9d 7h 5c 4s 3d 2h", None),
        ("9s 8s 7s 5s 4s 3d 2h", None),
        ("8s 7d 6h 5c 4s 3d 2h", None),
    ],
)
def test_insurance_wins_with_no_pair_straight_or_flush(cards: str, name: str | None) -> None:
    assert classify_insurance(parse_cards(cards)) == name


@pytest.mark.clause("MDP-7.E.4")
@pytest.mark.parametrize(
    ("cards", "wins"),
    [("4s 4d 4h 9s 9d Kc 2d", True), ("Ks Qs 9s 5s 3s 2d 2c", False), ("4s 4d 4h 9s 8d Kc 2d", False)],
)
def test_a_progressive_wager_wins_with_a_full_house_or_higher(cards: str, wins: bool) -> None:
    assert (classify_progressive(parse_cards(cards)) is not None) is wins
