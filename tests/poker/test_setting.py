"""Settings: the 21 ways, what is wrong with one, and comparison."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.comparison import Result, Winner
from paigow.errors import HandError, NotationError
from paigow.poker import (
    DECK,
    Card,
    DefectKind,
    PokerSetting,
    Wheel,
    compare,
    legal_settings,
    parse_cards,
    settings,
)

SEVEN = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)
FOURTEEN = st.lists(st.sampled_from(DECK), min_size=14, max_size=14, unique=True)


@given(SEVEN)
def test_there_are_21_settings_and_each_prints_and_parses_back(cards: list[Card]) -> None:
    ways = settings(cards)
    assert len(set(ways)) == 21
    for way in ways:
        assert set(way.cards) == set(cards)
        assert PokerSetting.parse(str(way)) == way


@given(SEVEN)
def test_every_hand_has_a_legal_setting(cards: list[Card]) -> None:
    legal = legal_settings(cards)
    assert legal
    assert all(not way.status(hand=cards) for way in legal)
    assert all(way.is_foul for way in set(settings(cards)) - set(legal))


@given(SEVEN)
def test_a_foul_does_not_depend_on_the_wheel_rule(cards: list[Card]) -> None:
    for way in settings(cards):
        assert bool(way.status(Wheel.SECOND)) == bool(way.status(Wheel.LOWEST))


def test_order_of_cards_makes_no_other_setting() -> None:
    assert PokerSetting.parse("2c Ks Qs Js Ts / 9h 9d") == PokerSetting.parse("Ts Js Qs Ks 2c / 9d 9h")
    assert str(PokerSetting.parse("2c Ks Jk Js Ts / 9h 9d")) == "Jk Ks Js Ts 2c / 9h 9d"


@pytest.mark.clause("MDP-1.B.8")
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("As Ks Qs Js Ts 9h 9d", NotationError),
        ("As Ks Qs Js Ts / 9h / 9d", NotationError),
        ("As Ks Qs Js / 9h 9d", HandError),
        ("As Ks Qs Js Ts / 9h 9d 8c", HandError),
        ("As Ks Qs Js Ts / As 9d", HandError),
        ("As Ks Qs Js Tx / Ah 9d", NotationError),
    ],
)
def test_what_is_no_setting_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        PokerSetting.parse(text)


@pytest.mark.clause("MDP-1.B.5", "MDP-1.B.6", "MDP-1.B.8", "MDP-3.A.1", "MDP-11.F.1.c")
def test_status_names_every_defect() -> None:
    setting = PokerSetting(parse_cards("As Ks Qs Js"), parse_cards("As 9h 9d"))
    hand = parse_cards("As Ks Qs Js Ts 9h 8d")
    assert [defect.kind for defect in setting.status(hand=hand)] == [
        DefectKind.WRONG_COUNT,
        DefectKind.WRONG_COUNT,
        DefectKind.DUPLICATE,
        DefectKind.NOT_IN_HAND,
    ]
    messages = [str(defect) for defect in setting.status(hand=hand)]
    assert messages == [
        "the high hand has 4 cards instead of 5",
        "the low hand has 3 cards instead of 2",
        "As is used more than once",
        "9d is not in the hand dealt",
    ]
    foul = PokerSetting.parse("As Ks Qs Js 9d / 8h 8d").status()
    assert [(defect.kind, defect.clause) for defect in foul] == [(DefectKind.FOUL, "MDP-11.F.1.c")]
    assert "Pair of eights" in str(foul[0])


@given(FOURTEEN)
def test_a_comparison_is_the_mirror_of_the_other(cards: list[Card]) -> None:
    one, other = legal_settings(cards[:7])[0], legal_settings(cards[7:])[-1]
    here, there = compare(one, other), compare(other, one)
    mirror = {Winner.PLAYER: Winner.BANK, Winner.BANK: Winner.PLAYER, Winner.COPY: Winner.COPY}
    assert (mirror[here.high.winner], mirror[here.low.winner]) == (there.high.winner, there.low.winner)
    wins = [here.high.winner, here.low.winner].count(Winner.PLAYER)
    assert here.result is (Result.LOSE, Result.PUSH, Result.WIN)[wins]


@pytest.mark.clause("MDP-3.A.1")
def test_both_cannot_hold_the_same_card() -> None:
    with pytest.raises(HandError, match="both hold As"):
        compare(PokerSetting.parse("As Ks Qs Js 9d / 8h 7d"), PokerSetting.parse("As Kd Qd Jd 9c / 8c 7s"))


@pytest.mark.clause("MDP-11.F.1.c")
def test_a_foul_of_the_bank_cannot_be_compared() -> None:
    with pytest.raises(HandError, match="bank"):
        compare(PokerSetting.parse("As Ks Qs Js 9d / 8h 7d"), PokerSetting.parse("Ac Kd Qd Jd 9c / 8c 8s"))


@pytest.mark.clause("MDP-1.B.8", "MDP-3.A.1", "MDP-11.F.1.c")
@pytest.mark.parametrize("high", ["Ks Qs Js 9d", "Ks Qs Js 9d 6h 5h"])
@pytest.mark.parametrize("low", ["8h 7d", "8h", "8h 7d 4s"])
def test_only_five_cards_and_two_can_be_compared(high: str, low: str) -> None:
    wrong, whole = PokerSetting(parse_cards(high), parse_cards(low)), PokerSetting.parse("Ac Kd Qd Jd 9c / 8c 7s")
    with pytest.raises(HandError, match="the player's setting cannot be compared"):
        compare(wrong, whole)
    with pytest.raises(HandError, match="the bank's setting cannot be compared"):
        compare(whole, wrong)
    five = PokerSetting(parse_cards("Ks Qs Js 9d 5h"), parse_cards("8h 7d 4s"))
    with pytest.raises(HandError, match="the player's setting cannot be compared"):
        compare(five, whole)
