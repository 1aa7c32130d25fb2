"""MDP chapter 1: the definitions that cards alone can show."""

import pytest

from paigow.poker import (
    ENVY_CLASSES,
    ENVY_TABLES,
    QUALIFYING_WAGER,
    PayUnit,
    PokerSetting,
    classify_fortune,
    legal_settings,
    parse_cards,
    settings,
)


@pytest.mark.clause("MDP-1.B.4")
@pytest.mark.parametrize(
    ("cards", "envy"),
    [
        ("As Ks Qs Js Ts 9s 8s", True),
        ("As Ks Qs Js Ts Ad Kd", True),
        ("9s 8s 7s 6s 5s 4s Jk", True),
        ("As Ad Ah Ac Jk 2d 3c", True),
        ("As Ks Qs Js Ts 2d 3c", True),
        ("9s 8s 7s 6s 5s 2d 3c", True),
        ("4s 4d 4h 4c 9s 2d 3c", True),
        ("As Ad Ah Ks Kd Kh Qc", False),
        ("Ks Qs 9s 5s 3s 2d 3c", False),
        ("4s 4d 4h 9c 8s 2d 3c", False),
    ],
)
def test_an_envy_hand_is_four_of_a_kind_or_better_out_of_seven(cards: str, envy: bool) -> None:
    hand = classify_fortune(parse_cards(cards))
    assert hand is not None
    assert hand.is_envy is envy
    assert (hand in ENVY_CLASSES) is envy
    assert all((table.line(hand) is not None) is envy for tables in ENVY_TABLES.values() for table in tables.values())


@pytest.mark.clause("MDP-1.B.5", "MDP-1.B.6", "MDP-11.B")
@pytest.mark.parametrize(
    ("setting", "legal"),
    [
        ("Ks Qd 9h 5c 3s / Kd Qh", True),  # equal in the two highest cards
        ("Ks Jd 9h 5c 3s / Kd Qh", False),
        ("Ks Qd 9h 5c 3s / Kd Jh", True),
        ("As 9d 8h 5c 3s / Kd Qh", True),
        ("As 9d 8h 5c 3s / 2d 2h", False),
        ("7s 7d 9h 5c 3s / 7h 7c", True),  # equal pairs
        ("7s 7d 9h 5c 3s / 8h 8c", False),
        ("7s 7d 9h 9c 3s / 8h 8c", True),
        ("2s 3d 4h 5c 6s / Ah Ac", True),
        ("Ah Kd 9h 5c 3s / Jk Kc", True),  # the joker low is an ace: equal
        ("Ah Qd 9h 5c 3s / Jk Kc", False),
        ("Jk Qd 9h 5c 3s / Kh Kc", False),
        ("Jk Ad 9h 5c 3s / Kh Kc", True),
    ],
)
def test_the_high_hand_ranks_at_least_as_high_as_the_low(setting: str, legal: bool) -> None:
    parsed = PokerSetting.parse(setting)
    assert parsed.is_foul is not legal
    assert (parsed in legal_settings(parsed.cards)) is legal


@pytest.mark.clause("MDP-1.B.8")
def test_setting_makes_one_high_and_one_low_hand_of_all_seven_cards() -> None:
    seven = parse_cards("As Kd 9h 5c 3s Jk 2d")
    for way in settings(seven):
        assert (len(way.high), len(way.low)) == (5, 2)
        assert sorted(map(str, way.cards)) == sorted(map(str, seven))
    strange = PokerSetting.parse("As Kd 9h 5c 3s / Jk 2h")
    assert [defect.clause for defect in strange.status(hand=seven)] == ["MDP-1.B.8"]


@pytest.mark.clause("MDP-1.B.7")
def test_a_qualifying_wager_is_five_dollars_and_opens_fixed_sums() -> None:
    assert QUALIFYING_WAGER == 5_00
    assert set(ENVY_TABLES) == {"fortune", "emperors"}
    units = {line.unit for tables in ENVY_TABLES.values() for table in tables.values() for line in table.lines}
    assert units == {PayUnit.CENTS}
