"""Dealer Open: joker, jacks, comparison and the Push Ace High wager, without a table."""

import pytest

from paigow.comparison import Result
from paigow.hands import open_hands
from paigow.money import ToOne, parse_odds
from paigow.poker import (
    HOUSE_WAYS,
    PAYTABLES,
    PokerSetting,
    classify_ace_high,
    compare,
    count_jacks,
    dealer_wins_outright,
    is_ace_high_pai_gow,
    parse_cards,
    rank_high,
    rank_low,
)
from paigow.rules import STANDARDS


@pytest.mark.clause("DO-W.s3")
@pytest.mark.clause("DO-R4.a", "DO-W")
@pytest.mark.parametrize(
    ("cards", "jacks"),
    [
        ("Js Jd 9h 8c 5s 3d 2h", 2),
        ("Js Jd Jh Jc 5s 3d 2h", 4),
        ("Js Jd As Ks Qs Ts 2h", 2),
        ("Js Qd 9h 8c 5s 3d 2h", 1),
        ("Js Jk Td 9c 8s 3d 2h", 1),  # the joker completes a straight; it is not a jack
        ("Jk Qs Td 9c 8s 3d 2h", 0),
    ],
)
def test_two_jacks_end_the_game_and_the_joker_is_none(cards: str, jacks: int) -> None:
    assert count_jacks(parse_cards(cards)) == jacks
    assert dealer_wins_outright(parse_cards(cards)) is (jacks >= 2)


@pytest.mark.clause("DO-W.s3")
def test_the_joker_completes_straights_and_flushes_and_is_else_an_ace() -> None:
    assert rank_high(parse_cards("Jk 9s 8d 7h 6c")).name == "Straight, ten high"
    assert rank_high(parse_cards("Jk 9s 8s 7s 2s")).name == "Flush, ace high"
    assert rank_high(parse_cards("Jk 9s 8s 7d 2s")).name == "Ace-nine-eight-seven-two"
    assert rank_high(parse_cards("Jk As 8s 7d 2s")).name == "Pair of aces"
    assert rank_low(parse_cards("Jk As")).name == "Pair of aces"


DEALER = "Ks Kd 9h 5c 3s / Qd Jh"


@pytest.mark.parametrize(
    ("player", "result", "clause"),
    [
        pytest.param("As Ad 8h 7c 2s / Ac 4s", "win", "DO-W.s4", marks=pytest.mark.clause("DO-W.s4")),
        pytest.param("As Ad 8h 7c 2s / Qc Ts", "push", "DO-W.s5", marks=pytest.mark.clause("DO-W.s5")),
        pytest.param("As Ad 8h 7c 2s / Qc Js", "push", "DO-W.s5", marks=pytest.mark.clause("DO-W.s5")),
        pytest.param("Kh Kc 9s 5d 3d / Ac 4s", "push", "DO-W.s5", marks=pytest.mark.clause("DO-W.s5")),
        pytest.param("Kh Kc 9s 5d 3d / Qc Js", "lose", "DO-W.s6", marks=pytest.mark.clause("DO-W.s6")),
        pytest.param("6s 6d 8h 7c 2s / Qc Js", "lose", "DO-W.s6", marks=pytest.mark.clause("DO-W.s6")),
        pytest.param("6s 6d 8h 7c 2s / Qc Ts", "lose", "DO-W.s6", marks=pytest.mark.clause("DO-W.s6")),
        pytest.param("Ah Jc 8h 7c 2s / 9s 9c", "lose", "DO-R7", marks=pytest.mark.clause("DO-R7")),
        pytest.param("7s 7d 8h 6c 2s / 7h 7c", "push", "DO-W.s5", marks=pytest.mark.clause("DO-R7")),
    ],
)
@pytest.mark.clause("DO-W.s2")
def test_five_cards_meet_five_and_two_meet_two(player: str, result: str, clause: str) -> None:
    outcome = compare(PokerSetting.parse(player), PokerSetting.parse(DEALER), "DO")
    assert (outcome.result, outcome.clause) == (Result(result), clause)
    assert {outcome.high.clause, outcome.low.clause} == {"DO-W.s2"}


@pytest.mark.clause("DO-W.s4")
def test_a_win_pays_even_money() -> None:
    standard = STANDARDS["dealer-open"]
    assert parse_odds(standard.main.pays) == ToOne(1)
    assert standard.main.vigorish == 0


@pytest.mark.clause("DO-R9")
@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_the_dealer_has_one_setting_by_the_house_way(name: str) -> None:
    cards = parse_cards("As Kd Qs Js Ts 9h 8d")
    hands = open_hands("dealer-open", name)
    answers = [hands.house_set(order) for order in (cards, cards[::-1], cards[3:] + cards[:3])]
    assert {str(answer.setting) for answer in answers} == {"Qs Js Ts 9h 8d / As Kd"}
    assert {answer.clause for answer in answers} == {"DO-R9"}


ACE_HIGH = "As Qd 9h 7c 5s 3d 2h"
ACE_HIGH_TOO = "Ac Qs 9c 7h 5d 3s 2c"
WITH_JOKER = "Jk Kd Jh 8c 6s 3d 2h"
KING_HIGH = "Kc Qh 9d 7s 5h 4s 2s"
PAIR = "Kh Kc 9d 7s 5h 4s 2s"


@pytest.mark.clause("DO-P.push-ace-high")
@pytest.mark.parametrize(
    ("cards", "ace_high"),
    [
        (ACE_HIGH, True),
        (WITH_JOKER, True),
        (KING_HIGH, False),
        (PAIR, False),
        ("As Ad 9h 7c 5s 3d 2h", False),
        ("As Qd 9h 5c 4s 3d 2h", False),  # a straight
        ("As Qs 9s 7s 5s 3d 2h", False),  # a flush
        ("Jk Qs 9s 7s 5s 3d 2h", False),
    ],
)
def test_ace_high_is_judged_on_all_seven_cards(cards: str, ace_high: bool) -> None:
    assert is_ace_high_pai_gow(parse_cards(cards)) is ace_high


def row(table: int, letter: str, player: str, dealer: str, pays: str) -> object:
    clause = f"DO-P.push-ace-high.{table}.{letter}"
    return pytest.param(
        str(table), player, dealer, pays, clause, marks=pytest.mark.clause(clause, f"DO-P.push-ace-high.{table}")
    )


@pytest.mark.parametrize(
    ("table", "player", "dealer", "pays", "clause"),
    [
        row(1, "a", ACE_HIGH_TOO, ACE_HIGH, "40 to 1"),
        row(1, "a", ACE_HIGH_TOO.replace("3s", "3c"), WITH_JOKER, "40 to 1"),
        row(1, "a", WITH_JOKER.replace("2h", "2c"), ACE_HIGH.replace("3d", "4d"), "40 to 1"),
        row(1, "b", PAIR, WITH_JOKER, "15 to 1"),
        row(1, "c", PAIR, ACE_HIGH, "5 to 1"),
        row(1, "c", KING_HIGH, ACE_HIGH, "5 to 1"),
        row(2, "a", ACE_HIGH_TOO, ACE_HIGH, "40 to 1"),
        row(2, "a", ACE_HIGH_TOO, WITH_JOKER, "40 to 1"),
        row(2, "b", PAIR, WITH_JOKER, "12 to 1"),
        row(2, "c", PAIR, ACE_HIGH, "5 to 1"),
    ],
)
def test_only_the_highest_line_is_paid(table: str, player: str, dealer: str, pays: str, clause: str) -> None:
    line = PAYTABLES["push-ace-high"][table].line(classify_ace_high(parse_cards(player), parse_cards(dealer)))
    assert line is not None
    assert (str(line), line.clause) == (pays, clause)


@pytest.mark.clause("DO-P.push-ace-high", "DO-P.push-ace-high.1", "DO-P.push-ace-high.2")
def test_without_a_dealers_ace_high_the_wager_loses() -> None:
    assert classify_ace_high(parse_cards(ACE_HIGH), parse_cards(KING_HIGH)) is None
    assert classify_ace_high(parse_cards(WITH_JOKER), parse_cards(PAIR)) is None
