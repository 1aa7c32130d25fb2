"""MDP chapter 11, sections E and F: hand against hand."""

import pytest

from paigow.comparison import Match, Result, Winner
from paigow.poker import PokerSetting, compare


def match(player: str, dealer: str) -> Match:
    return compare(PokerSetting.parse(player), PokerSetting.parse(dealer))


DEALER = "Ks Kd 9h 5c 3s / Qd Jh"


@pytest.mark.parametrize(
    ("player", "high", "low", "result", "clause"),
    [
        pytest.param("As Ad 8h 7c 2s / Qc Ts", "player", "bank", "push", "MDP-11.F.2.a"),
        pytest.param("As Ad 8h 7c 2s / Qc Js", "player", "copy", "push", "MDP-11.F.2.a"),
        pytest.param("6s 6d 8h 7c 2s / Ac 4s", "bank", "player", "push", "MDP-11.F.2.b"),
        pytest.param("Kh Kc 9s 5d 3d / Ac 4s", "copy", "player", "push", "MDP-11.F.2.b"),
        pytest.param("As Ad 8h 7c 2s / Ac 4s", "player", "player", "win", "MDP-11.F.3"),
        pytest.param("6s 6d 8h 7c 2s / Qc Ts", "bank", "bank", "lose", "MDP-11.F.1.a"),
        pytest.param("Kh Kc 9s 5d 3d / Qc Js", "copy", "copy", "lose", "MDP-11.F.1.b"),
        pytest.param("Kh Kc 9s 5d 3d / Qc Ts", "copy", "bank", "lose", "MDP-11.F.1.b"),
        pytest.param("6s 6d 8h 7c 2s / Qc Js", "bank", "copy", "lose", "MDP-11.F.1.b"),
        pytest.param("Ah Jc 8h 7c 2s / 9s 9c", "bank", "player", "lose", "MDP-11.F.1.c"),
    ],
)
@pytest.mark.clause(
    "MDP-11.E.1",
    "MDP-11.F.1.a",
    "MDP-11.F.1.b",
    "MDP-11.F.1.c",
    "MDP-11.F.2.a",
    "MDP-11.F.2.b",
    "MDP-11.F.3",
)
def test_both_hands_are_compared_and_a_copy_is_the_banks(
    player: str, high: str, low: str, result: str, clause: str
) -> None:
    outcome = match(player, DEALER)
    assert (outcome.high.winner, outcome.low.winner) == (Winner(high), Winner(low))
    assert (outcome.result, outcome.clause) == (Result(result), clause)


@pytest.mark.parametrize(
    ("player", "dealer", "clause"),
    [
        ("As Ad Ah Ac Jk / 3d 2h", "Ks Qs Js Ts 9s / 4d 2c", "MDP-6.B.1"),
        ("As Ks Qs Js Ts / 3d 2h", "Kd Qd Jd Td 9d / 4d 2c", "MDP-6.B.2"),
        ("5d 4d 3d 2d Ad / 3s 2h", "Ks Qs Js Ts 9s / 4s 2c", "MDP-6.B.3"),
        ("9s 9d 9h 9c 2s / 3d 2h", "8s 8d 8h 8c As / 4d 2c", "MDP-6.B.4"),
        ("9s 9d 9h 8c 8s / 3d 2h", "9c 7d 7h Td Ts / 4d 2c", "MDP-6.B.5"),
        ("Ks 9s 5s 3s 2s / 3d 2h", "Kd 9d 5d 4d 2d / 4h 2c", "MDP-6.B.6.s2"),
        ("9s 8d 7h 6c 5s / 3d 2h", "8s 7d 6h 5c 4s / 4d 2c", "MDP-6.B.7"),
        ("9s 9d 9h 6c 5s / 3d 2h", "8s 7d 7h 5c 4s / 4d 2c", "MDP-6.B.8"),
        ("9s 9d 8h 8c 5s / 3d 2h", "9h 9c 7h 7c As / 4d 2c", "MDP-6.B.9"),
        ("9s 9d 8h 7c 5s / 3d 2h", "6h 6c Ah Kc Qs / 4d 2c", "MDP-6.B.10"),
        ("9s 9d 8h 7c 5s / 3d 2h", "9h 9c 8d 7s 4s / 4d 2c", "MDP-6.C.1"),
        ("Ks Jd 8h 7c 5s / 3d 2h", "Kh Tc 8d 7s 4s / 4d 2c", "MDP-6.C.1"),
        ("9s 9d 8h 7c 5s / 3d 2h", "9h 9c 8d 7s 5d / 4d 2c", "MDP-6.C.2"),
    ],
)
def test_a_comparison_names_the_clause_that_decides(player: str, dealer: str, clause: str) -> None:
    assert match(player, dealer).high.clause == clause


def test_low_hands_name_theirs_too() -> None:
    assert match("As Ad 8h 7c 2s / 9c 9s", "Ks Kd 6h 7d 2d / 8s 8d").low.clause == "MDP-6.B.10"
    assert match("As Ad 8h 7c 2s / Jc 9s", "Ks Kd 6h 7d 2d / Js 8d").low.clause == "MDP-6.C.1"
    assert match("As Ad 8h 7c 2s / Jc 9s", "Ks Kd 6h 7d 2d / Js 9d").low.clause == "MDP-6.C.2"
