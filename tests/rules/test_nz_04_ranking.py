"""New Zealand, section 4 and appendices 2 and 3: ranking of the tiles."""

from itertools import pairwise

import pytest

from paigow.comparison import Winner
from paigow.tiles import TILES, HandKind, Tile, TwoTiles, compare_hands, rank_pair

clause = pytest.mark.clause

APPENDIX_2 = [
    ("Gee Jun", ["24 12"]),
    ("Teen", ["66 66"]),
    ("Day", ["11 11"]),
    ("Yun", ["44 44"]),
    ("Ngor", ["13 13"]),
    ("Mooy", ["55 55"]),
    ("Cheong Sum", ["33 33"]),
    ("Ban Tang", ["22 22"]),
    ("Foo Tau", ["56 56"]),
    ("Hoong Tau Sap", ["46 46"]),
    ("Ko Kiok Chaat", ["16 16"]),
    ("Lim Lum Lok", ["15 15"]),
    ("Chap Gow", ["36 45"]),
    ("Chap Paat", ["26 35"]),
    ("Chap Chaat", ["25 34"]),
    ("Chap Ng", ["14 23"]),
    ("Teen", ["66 36", "66 45"]),
    ("Day", ["11 36", "11 45"]),
    ("Teen", ["66 44", "66 26", "66 35"]),
    ("Day", ["11 44", "11 26", "11 35"]),
    ("Teen", ["66 16", "66 25", "66 34"]),
    ("Day", ["11 16", "11 25", "11 34"]),
]

APPENDIX_3 = ["Teen", "Day", "High 8", "High 4", "High 10", "High 6", "Low 4", "11", "Low 10", "High 7", "Low 6", "9",
              "Low 8", "Low 7", "5", "Gee"]  # fmt: skip
FACES = ["66", "11", "44", "13", "55", "33", "22", "56", "46", "16", "15", "36 45", "26 35", "25 34", "14 23", "24 12"]


def hand(text: str) -> TwoTiles:
    a, b = map(Tile, text.split())
    return a, b


def decide(player: str, bank: str) -> tuple[Winner, str]:
    comparison = compare_hands(hand(player), hand(bank), "NZ")
    return comparison.winner, comparison.clause


@pytest.mark.parametrize(
    ("number", "name", "examples"),
    [
        pytest.param(number, name, examples, marks=clause(f"NZ-A2.{number}"), id=f"NZ-A2.{number}")
        for number, (name, examples) in enumerate(APPENDIX_2, 1)
    ],
)
def test_appendix_2(number: int, name: str, examples: list[str]) -> None:
    for example in examples:
        rank = rank_pair(*hand(example), "NZ")
        assert rank.clause == f"NZ-A2.{number}"
        assert rank.level == 106 - number
        assert rank.top.gazette_name == name


@clause("NZ-4.1")
def test_pairs_wongs_gongs_and_high_nines_rank_as_listed() -> None:
    for (_, better), (_, worse) in pairwise(APPENDIX_2):
        assert decide(better[0], worse[0]) == (Winner.PLAYER, "NZ-4.1")
        assert decide(worse[-1], better[-1]) == (Winner.BANK, "NZ-4.1")
    # The lowest of them is above every hand that is counted.
    assert decide("11 34", "44 56") == (Winner.PLAYER, "NZ-4.1")


@clause("NZ-A2.note")
def test_any_nine_eight_or_seven_will_do() -> None:
    for top in ("66", "11"):
        for kind, points in ((HandKind.WONG, 9), (HandKind.GONG, 8), (HandKind.HIGH_NINE, 7)):
            ranks = {rank_pair(Tile(top), tile, "NZ") for tile in TILES if tile.total == points}
            assert len(ranks) == 1
            assert ranks.pop().kind is kind


@clause("NZ-4.2.a", "NZ-4.2.b")
@pytest.mark.parametrize(("text", "value"), [("13 14", 9), ("22 11", 6), ("13 22", 8), ("11 14", 7)])
def test_value_is_the_total_up_to_nine(text: str, value: int) -> None:
    a, b = hand(text)
    rank = rank_pair(a, b, "NZ")
    assert rank.points == a.total + b.total == value
    assert rank.clause == "NZ-4.2.a"


@clause("NZ-4.2.a")
def test_of_counted_hands_the_value_decides() -> None:
    assert decide("26 56", "66 33") == (Winner.PLAYER, "NZ-4.2.a")
    assert decide("66 33", "26 56") == (Winner.BANK, "NZ-4.2.a")


@clause("NZ-4.2.c")
@pytest.mark.parametrize(("text", "value"), [("55 46", 0), ("55 56", 1), ("66 56", 3), ("36 26", 7)])
def test_value_from_ten_up_is_the_right_digit(text: str, value: int) -> None:
    a, b = hand(text)
    assert a.total + b.total >= 10
    assert rank_pair(a, b, "NZ").points == value


@clause("NZ-4.2.s2", "NZ-A3.note.s2")
@pytest.mark.parametrize("gee", ["24", "12"])
def test_a_gee_jun_tile_counts_three_or_six(gee: str) -> None:
    for other in TILES:
        if not other.is_gee:
            points = rank_pair(Tile(gee), other, "NZ").points
            assert points == max((other.total + 3) % 10, (other.total + 6) % 10)
    assert rank_pair(Tile(gee), Tile("33"), "NZ").points == 9
    assert rank_pair(Tile(gee), Tile("66"), "NZ").points == 8


@pytest.mark.parametrize(
    ("number", "name", "faces"),
    [
        pytest.param(number, name, faces, marks=clause(f"NZ-A3.{number}"), id=f"NZ-A3.{number}")
        for number, (name, faces) in enumerate(zip(APPENDIX_3, FACES, strict=True), 1)
    ],
)
def test_appendix_3(number: int, name: str, faces: str) -> None:
    for face in faces.split():
        tile = Tile(face)
        assert (tile.kind, tile.table_name) == (number, name)


@clause("NZ-4.3")
def test_single_tiles_rank_as_in_appendix_3() -> None:
    """Of two hands of equal points, the one whose higher tile comes first in the appendix is better."""
    tiles = [Tile(faces.split()[0]) for faces in FACES]
    for first in tiles:
        for second in tiles:
            counted = [
                ((first, x), (second, y))
                for x in tiles
                for y in tiles
                if x.kind > first.kind and y.kind > second.kind
                and rank_pair(first, x).kind is rank_pair(second, y).kind is HandKind.POINTS
                and rank_pair(first, x).points == rank_pair(second, y).points != 0
            ]  # fmt: skip
            for mine, theirs in counted:
                winner = compare_hands(mine, theirs, "NZ").winner
                order = (first.kind > second.kind) - (first.kind < second.kind)
                assert winner is {-1: Winner.PLAYER, 0: Winner.COPY, 1: Winner.BANK}[order]


@clause("NZ-A3.note")
def test_gee_jun_tiles_are_the_lowest() -> None:
    for gee in ("24", "12"):
        for other in TILES:
            if not other.is_gee:
                assert rank_pair(Tile(gee), other, "NZ").top is other
