"""Edge cases of hands where a change of one operator or number used to slip past every test of the clause."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from paigow.comparison import Winner
from paigow.errors import HandError, PaigowError
from paigow.poker import Category, PokerSetting, compare, parse_cards, rank_high, rank_low
from paigow.poker.card import require_seven
from paigow.poker.setting import DefectKind
from paigow.rules import STANDARDS
from paigow.rules.poker_wagers import card_outcomes
from paigow.rules.tile_wagers import tile_outcomes
from paigow.rules.wagers import SideBetResult
from paigow.tiles import (
    DELIVERIES,
    HOUSE_WAYS,
    TILE_SET,
    TileSetting,
    find_house_way,
    operator_delivery,
    parse_tiles,
)
from paigow.tiles import compare as compare_tiles
from paigow.tiles.tile import four_tiles

Choose = Callable[..., Any]
clause = pytest.mark.clause


@clause("MDT-10.F")
def test_a_house_way_has_the_name_of_one_that_there_is() -> None:
    assert find_house_way("maryland") is HOUSE_WAYS["maryland"]
    with pytest.raises(PaigowError, match="there is no tile house way 'nevada'"):
        find_house_way("nevada")


@clause("MDT-8.G", "MDT-8.H.1.b", "MDT-8.H.2", "MDT-8.I", "NZ-6.1")
@pytest.mark.parametrize(
    ("player", "bank", "maryland", "new_zealand"),
    [
        ("66 66 / 11 11", "44 44 / 55 56", "MDT-8.I", "NZ-6.1.a.i"),
        ("44 44 / 55 56", "66 66 / 11 11", "MDT-8.G", "NZ-6.1.b.i"),
        ("66 66 / 55 56", "44 44 / 11 11", "MDT-8.H.1.b", "NZ-6.1.c"),
        ("44 44 / 11 11", "66 66 / 55 56", "MDT-8.H.2", "NZ-6.1.c"),
    ],
)
def test_a_match_cites_how_it_came_out(player: str, bank: str, maryland: str, new_zealand: str) -> None:
    hands = TileSetting.parse(player), TileSetting.parse(bank)
    assert compare_tiles(*hands).clause == maryland
    assert compare_tiles(*hands, "NZ").clause == new_zealand


@clause("MDP-6.A.1")
@pytest.mark.parametrize(
    ("cards", "category", "first"),
    [
        ("As Kd Qh Jc Ts", Category.STRAIGHT, 14),
        ("Ks Qd Jh Tc 9s", Category.STRAIGHT, 13),
        ("6s 5d 4h 3c 2s", Category.STRAIGHT, 6),
        ("As 2d 3h 4c 5s", Category.STRAIGHT, 5),
        ("7s 5d 4h 3c 2s", Category.HIGH_CARD, 7),
        ("6s 4d 3h 2c 2s", Category.PAIR, 2),  # four apart, but only four ranks
    ],
)
def test_five_ranks_in_a_row_are_a_straight(cards: str, category: Category, first: int) -> None:
    rank = rank_high(parse_cards(cards))
    assert (rank.category, rank.ranks[0]) == (category, first)


@clause("MDP-1.B.5", "MDP-1.B.6")
def test_a_hand_that_is_ranked_has_its_number_of_different_cards() -> None:
    four, three = parse_cards("As Kd Qh Jc"), parse_cards("As Kd Qh")
    with pytest.raises(HandError) as refused:
        rank_high(four)
    assert refused.value.clause == "MDP-1.B.5"
    with pytest.raises(HandError) as refused:
        rank_low(three)
    assert refused.value.clause == "MDP-1.B.6"
    with pytest.raises(HandError, match="twice"):
        rank_high((*four, four[0]))
    with pytest.raises(HandError, match="twice"):
        rank_low(three[:1] * 2)


LOWS = "5s 4d", "5c 4h"


@clause("DO-W.s2")
@pytest.mark.parametrize(
    ("player", "dealer", "winner"),
    [
        ("As Qd 9h 7c 3s", "Ac Qs 9c 7h 2c", Winner.PLAYER),
        ("As Qd 9h 7c 3s", "Ac Qs 9c 7h 3c", Winner.COPY),
        ("As Qd 9h 7c 2s", "Ac Qs 9c 7h 3c", Winner.BANK),
    ],
)
def test_one_step_in_the_last_card_decides(player: str, dealer: str, winner: Winner) -> None:
    mine, theirs = (PokerSetting.parse(f"{high} / {low}") for high, low in zip((player, dealer), LOWS, strict=True))
    match = compare(mine, theirs, "DO")
    assert (match.high.winner, match.low.winner) == (winner, Winner.COPY)


@clause("MDP-6.B.6.s2", "MDP-6.C.1", "MDP-6.C.2")
@pytest.mark.parametrize(
    ("player", "bank", "cited"),
    [
        ("As Qd 9h 7c 3s", "Ac Qs 9c 7h 3c", "MDP-6.C.2"),
        ("As Qd 9h 7c 3s", "Ac Qs 9c 7h 2c", "MDP-6.C.1"),
        ("Ks Kd 9h 7c 3s", "Ac Qs 9c 7h 2c", "MDP-6.B.10"),
        ("As Qd 9h 7c 3s", "Kc Kh 9c 7h 2c", "MDP-6.B.10"),
        ("Ks Kd 9h 7c 3s", "Qc Qh 9c 7h 2c", "MDP-6.B.10"),
        ("Ks Kd 9h 7c 3s", "Kc Kh 9c 8h 2c", "MDP-6.C.1"),
        ("Ks Kd 9h 9s 3s", "Kc Kh 8c 8h 2c", "MDP-6.B.9"),
        ("Ks Kd 9h 9s 3s", "Kc Kh 9c 9d 2c", "MDP-6.C.1"),
        ("As Ks 9s 7s 3s", "Ac Kc 9c 8c 2c", "MDP-6.B.6.s2"),
        ("Ts 9d 8h 7c 6s", "9c 8d 7h 6c 5d", "MDP-6.B.7"),
    ],
)
def test_a_comparison_cites_what_tells_the_hands_apart(player: str, bank: str, cited: str) -> None:
    mine, theirs = (PokerSetting.parse(f"{high} / {low}") for high, low in ((player, "2s 4d"), (bank, "2h 4s")))
    assert compare(mine, theirs).high.clause == cited


def told(outcomes: tuple[SideBetResult, ...]) -> list[tuple[str, str | None, str]]:
    return [(each.wager, each.pays, each.clause) for each in outcomes]


@clause("MDP-11.H.3.a.i", "MDP-11.H.4.a", "MDP-11.H.5.a", "MDP-11.H.6.a")
def test_what_each_optional_wager_on_seven_cards_comes_to(choose: Choose) -> None:
    data, bets = choose("maryland-poker").data(), STANDARDS["maryland-poker"].side_bets
    royal = card_outcomes(bets, data, parse_cards("As Ks Qs Js Ts 9h 2d"))
    assert told(royal) == [
        ("fortune", "150 to 1", "MDP-13.B.1.e"),
        ("emperors", "150 to 1", "MDP-13.C.1.e"),
        ("insurance", None, "MDP-11.H.5.a"),
        ("progressive", "500 for 1", "MDP-13.E.2.c"),
    ]
    assert [each.envy for each in royal] == ["$50", "$50", None, None]
    nothing = card_outcomes(bets, data, parse_cards("Ks Qh 9d 7s 5h 4s 2s"))
    assert told(nothing) == [
        ("fortune", None, "MDP-11.H.3.a.i"),
        ("emperors", None, "MDP-11.H.4.a"),
        ("insurance", "5 to 1", "MDP-13.D.1.e"),
        ("progressive", None, "MDP-11.H.6.a"),
    ]
    assert [each.envy for each in nothing] == [None] * 4
    for kind in ("fortune", "emperors", "insurance", "progressive"):
        without = choose("maryland-poker", {f"wagers.{kind}.offered": False}).data()
        left = [each.wager for each in card_outcomes(bets, without, parse_cards("As Ks Qs Js Ts 9h 2d"))]
        assert left == [each.wager for each in royal if each.wager != kind]


@clause("DO-P.push-ace-high", "DO-R4.a.s2")
def test_what_the_wagers_on_the_dealers_cards_come_to(choose: Choose) -> None:
    lines = [{"jacks": 2, "pays": "3 to 1"}, {"jacks": 3, "pays": "10 to 1"}]
    choices: Mapping[str, object] = {"wagers.jack_beats.offered": True, "wagers.jack_beats.lines": lines}
    data, bets = choose("dealer-open", choices).data(), STANDARDS["dealer-open"].side_bets
    ace_high, with_joker, own = "As Qd 9h 7c 5s 3d 2h", "Jk Kd Jh 8c 6s 3d 2h", "Ac Qs 9c 7h 5d 3s 2c"
    for dealt, player, expected in (
        (ace_high, None, [("ace_high", "5 to 1", "DO-P.push-ace-high.1.c"), ("jack_beats", None, "DO-R4.a.s2")]),
        (
            with_joker,
            None,
            [("ace_high", "15 to 1", "DO-P.push-ace-high.1.b"), ("jack_beats", None, "DO-R4.a.s2")],
        ),
        (
            with_joker,
            own,
            [("ace_high", "40 to 1", "DO-P.push-ace-high.1.a"), ("jack_beats", None, "DO-R4.a.s2")],
        ),
        (
            "Js Jd 9h 7c 5s 3d 2h",
            own,
            [("ace_high", None, "DO-P.push-ace-high"), ("jack_beats", "3 to 1", "DO-R4.a.s2")],
        ),
    ):
        found = card_outcomes(bets, data, parse_cards(dealt), parse_cards(player) if player else None)
        assert told(found) == expected
    without = choose("dealer-open", {"wagers.ace_high.offered": False}).data()
    assert card_outcomes(bets, without, parse_cards(ace_high)) == ()


@clause("MDT-5.F.1")
def test_what_pair_fortunes_makes_of_four_tiles(choose: Choose) -> None:
    data = choose("maryland-tiles").data()
    for tiles, pays, cited in (
        ("24 12 66 11", "8 to 1", "MDT-8.L.1.c"),
        ("66 66 11 11", "25 to 1", "MDT-8.L.1.b"),
        ("66 56 13 25", None, "MDT-5.F.1"),
    ):
        assert told(tile_outcomes(("pair_fortunes",), data, parse_tiles(tiles))) == [("pair_fortunes", pays, cited)]
    for without in (choose("maryland-tiles", {"wagers.pair_fortunes.offered": False}), choose("new-zealand")):
        assert tile_outcomes(without.rules.side_bets, without.data(), parse_tiles("66 66 11 11")) == ()


@clause("MDP-1.B.8")
def test_a_hand_of_cards_is_seven_different_ones() -> None:
    seven = parse_cards("As Kd Qh Jc 9s 8d 7h")
    assert require_seven(seven) == seven
    with pytest.raises(HandError) as refused:
        require_seven(seven[:6])
    assert refused.value.clause == "MDP-1.B.8"
    with pytest.raises(HandError, match="twice"):
        require_seven((*seven[:6], seven[0]))
    foul = PokerSetting.parse("As Ks Qs Js 9d / 8h 8d").status(hand=parse_cards("As Ks Qs Js 9d 8h 7c"))
    assert [defect.kind for defect in foul] == [DefectKind.NOT_IN_HAND, DefectKind.FOUL]


@clause("MDT-1.B.8", "MDT-4.E.2", "MDT-10.F", "NZ-1.approved-cut.a")
def test_a_set_of_tiles_has_only_so_many_of_each_and_is_delivered_whole() -> None:
    teen, day, gee, low = parse_tiles("66 11 24 13")
    with pytest.raises(HandError):
        TileSetting((gee, teen), (gee, day))
    with pytest.raises(HandError):
        four_tiles((teen, teen, teen, low))
    groups = DELIVERIES["cup-say-right"].deliver(TILE_SET)
    assert [len(group) for group in groups] == [4] * 8
    plain = [list(range(4 * stack, 4 * stack + 4)) for stack in range(8)]
    assert operator_delivery("harbour-bridge", plain).clause == "NZ-A5.harbour-bridge"
    assert find_house_way.__wrapped__("maryland") is HOUSE_WAYS["maryland"]
