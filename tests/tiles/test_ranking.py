"""The evaluator against both documents, each written out here a second time as a comparison of two hands."""

from collections.abc import Callable
from itertools import combinations_with_replacement, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.comparison import Winner
from paigow.errors import HandError
from paigow.tiles import TILES, HandKind, Tile, TwoTiles, compare_hands, rank_pair
from paigow.tiles.ranking import RANKING_TABLES, strength

ALL_HANDS: list[TwoTiles] = [(a, b) for a, b in combinations_with_replacement(TILES, 2) if a is not b or a.copies == 2]
KINDS = sorted({(min(a.kind, b.kind), max(a.kind, b.kind)) for a, b in ALL_HANDS})
hands = st.sampled_from(ALL_HANDS)


def faces(hand: TwoTiles) -> frozenset[str]:
    return frozenset(map(str, hand))


# Maryland, chapter 3, in its own order.
MARYLAND_PAIRS: list[list[set[str]]] = [
    [{"24", "12"}],
    *([{face}] for face in ["66", "11", "44", "13", "55", "33", "22", "56", "46", "16", "15"]),
    [{"36", "45"}],
    [{"35", "26"}],
    [{"34", "25"}],
    [{"14", "23"}],
    [{"66", "45"}, {"66", "36"}],
    [{"11", "45"}, {"11", "36"}],
    [{"66", "26"}, {"66", "35"}, {"66", "44"}],
    [{"11", "26"}, {"11", "35"}, {"11", "44"}],
]
MARYLAND_TILES = [
    {"66"}, {"11"}, {"44"}, {"13"}, {"55"}, {"33"}, {"22"}, {"56"}, {"46"}, {"16"}, {"15"},
    {"36", "45"}, {"26", "35"}, {"25", "34"}, {"24"}, {"14", "23"}, {"12"},
]  # fmt: skip


def maryland_pair(hand: TwoTiles) -> int | None:
    return next((rank for rank, row in enumerate(MARYLAND_PAIRS, 1) if faces(hand) in row), None)


def maryland_counts(hand: TwoTiles) -> list[tuple[int, int]]:
    """Value and best individual rank for every way to count the Gee Joon tiles (3.D to 3.G)."""
    ways: list[list[tuple[int, int]]] = []
    for tile in hand:
        rank = next(rank for rank, row in enumerate(MARYLAND_TILES, 1) if str(tile) in row)
        ways.append([(3, 17), (6, 15)] if str(tile) in ("24", "12") else [(tile.total, rank)])
    return [(int(str(m + n)[-1]), min(r, s)) for (m, r), (n, s) in product(*ways)]


def maryland_better(mine: TwoTiles, theirs: TwoTiles) -> Winner:
    my_pair, their_pair = maryland_pair(mine), maryland_pair(theirs)
    if my_pair or their_pair:
        if my_pair == their_pair:
            return Winner.COPY
        return Winner.PLAYER if (my_pair or 99) < (their_pair or 99) else Winner.BANK
    my_value, my_top = max(maryland_counts(mine), key=lambda way: (way[0], -way[1]))
    their_value, their_top = max(maryland_counts(theirs), key=lambda way: (way[0], -way[1]))
    if my_value != their_value:
        return Winner.PLAYER if my_value > their_value else Winner.BANK
    if my_value == 0 or my_top == their_top:
        return Winner.COPY
    return Winner.PLAYER if my_top < their_top else Winner.BANK


# New Zealand, appendices 2 and 3, by what the tables call the tiles.
NZ_TILES = ["Teen", "Day", "High 8", "High 4", "High 10", "High 6", "Low 4", "11", "Low 10", "High 7", "Low 6",
            "9", "Low 8", "Low 7", "5", "Gee"]  # fmt: skip


def nz_rank(hand: TwoTiles) -> int | None:
    a, b = (tile.table_name for tile in hand)
    if a == b:
        return 1 if a == "Gee" else NZ_TILES.index(a) + 2
    if a not in ("Teen", "Day"):
        a, b = b, a
    if a in ("Teen", "Day") and b.split()[-1] in ("9", "8", "7"):
        return {"9": 17, "8": 19, "7": 21}[b.split()[-1]] + (a == "Day")
    return None


def nz_better(mine: TwoTiles, theirs: TwoTiles) -> Winner:
    my_rank, their_rank = nz_rank(mine) or 23, nz_rank(theirs) or 23
    if my_rank != their_rank:
        return Winner.PLAYER if my_rank < their_rank else Winner.BANK
    if my_rank < 23:
        return Winner.COPY

    def value(hand: TwoTiles) -> int:
        return max(sum(way) % 10 for way in product(*([3, 6] if t.table_name == "Gee" else [t.total] for t in hand)))

    def top(hand: TwoTiles) -> int:
        return min(NZ_TILES.index(tile.table_name) for tile in hand)

    if value(mine) != value(theirs):
        return Winner.PLAYER if value(mine) > value(theirs) else Winner.BANK
    if value(mine) == 0 or top(mine) == top(theirs):
        return Winner.COPY
    return Winner.PLAYER if top(mine) < top(theirs) else Winner.BANK


@pytest.mark.clause("MDT-3.B", "MDT-3.C", "MDT-3.D", "MDT-3.H.1", "MDT-3.H.2", "MDT-3.J", "NZ-4.1", "NZ-4.2", "NZ-4.3")
def test_both_documents_and_the_evaluator_decide_every_two_hands_alike() -> None:
    for mine, theirs in product(ALL_HANDS, repeat=2):
        expected = maryland_better(mine, theirs)
        assert nz_better(mine, theirs) is expected, (mine, theirs)
        assert compare_hands(mine, theirs, "MDT").winner is expected, (mine, theirs)
        assert compare_hands(mine, theirs, "NZ").winner is expected, (mine, theirs)


@pytest.mark.clause("MDT-3.E.1", "MDT-3.E.2", "NZ-4.2.a", "NZ-4.2.b", "NZ-4.2.c", "NZ-4.2.s2")
@pytest.mark.parametrize(("document", "better"), [("MDT", maryland_better), ("NZ", nz_better)])
def test_each_document_places_every_hand_in_its_order(
    document: str, better: Callable[[TwoTiles, TwoTiles], Winner]
) -> None:
    table = RANKING_TABLES[document]
    placed = sorted((strength(table, *hand), number, hand) for number, hand in enumerate(ALL_HANDS))
    for (low, _, lower), (high, _, upper) in pairwise(placed):
        zeroes = not low.row and not high.row and low.points == high.points == 0
        assert better(upper, lower) is (Winner.COPY if zeroes or low == high else Winner.PLAYER), (lower, upper)
    for place, _, hand in placed:
        assert str(place.top) in faces(hand)
        if place.row:
            points = 9 if place.row.kind is HandKind.HIGH_NINE else 0
            assert (place.points, place.top_rank) == (points, 0)


def test_published_counts() -> None:
    assert len(KINDS) == 136
    levels = {rank_pair(a, b).level for a, b in ALL_HANDS}
    assert levels == set(range(106))
    # The five levels of zero count as one at the table.
    assert len({rank_pair(a, b).standing for a, b in ALL_HANDS}) == 102


@given(hands)
def test_both_tables_give_the_same_level(hand: TwoTiles) -> None:
    maryland, new_zealand = rank_pair(*hand, "MDT"), rank_pair(*hand, "NZ")
    assert (maryland.level, maryland.standing, maryland.kind, maryland.points) == (
        new_zealand.level,
        new_zealand.standing,
        new_zealand.kind,
        new_zealand.points,
    )
    assert maryland.clause.startswith("MDT-")
    assert new_zealand.clause.startswith("NZ-")


@given(hands)
def test_rank_does_not_depend_on_the_order_of_the_tiles(hand: TwoTiles) -> None:
    a, b = hand
    assert rank_pair(a, b) == rank_pair(b, a)
    assert rank_pair(a, b).level == rank_pair(b, a).level


@given(hands, hands)
def test_comparison_is_antisymmetric(mine: TwoTiles, theirs: TwoTiles) -> None:
    there, back = compare_hands(mine, theirs).winner, compare_hands(theirs, mine).winner
    opposite = {Winner.PLAYER: Winner.BANK, Winner.BANK: Winner.PLAYER, Winner.COPY: Winner.COPY}
    assert back is opposite[there]


@given(hands, hands, hands)
def test_comparison_is_transitive(a: TwoTiles, b: TwoTiles, c: TwoTiles) -> None:
    low, middle, high = sorted((a, b, c), key=lambda hand: rank_pair(*hand))
    assert compare_hands(low, middle).winner is not Winner.PLAYER
    assert compare_hands(low, high).winner is not Winner.PLAYER


@given(hands, hands)
def test_tiles_of_one_kind_play_alike(mine: TwoTiles, theirs: TwoTiles) -> None:
    if sorted(tile.kind for tile in mine) == sorted(tile.kind for tile in theirs):
        assert compare_hands(mine, theirs).winner is Winner.COPY


@pytest.mark.parametrize("face", ["36", "24", "12", "14"])
def test_a_single_tile_makes_no_hand_with_itself(face: str) -> None:
    with pytest.raises(HandError, match="a set has only 1"):
        rank_pair(Tile(face), Tile(face))


@pytest.mark.parametrize(
    ("hand", "name", "kind", "points"),
    [
        ("24 12", "Gee Joon", HandKind.GEE_JOON, None),
        ("66 66", "Teen pair", HandKind.MATCHED_PAIR, None),
        ("36 45", "Chop Gow pair", HandKind.MIXED_PAIR, None),
        ("11 36", "Day Wong", HandKind.WONG, None),
        ("66 44", "Teen Gong", HandKind.GONG, None),
        ("11 34", "Day High Nine", HandKind.HIGH_NINE, 9),
        ("44 56", "Nine with High 8", HandKind.POINTS, 9),
        ("14 24", "Eight with 5", HandKind.POINTS, 8),
        ("55 46", "Zero", HandKind.POINTS, 0),
    ],
)
def test_names_at_the_table(hand: str, name: str, kind: HandKind, points: int | None) -> None:
    a, b = map(Tile, hand.split())
    for document in ("MDT", "NZ"):
        rank = rank_pair(a, b, "MDT" if document == "MDT" else "NZ")
        assert (rank.name, rank.kind, rank.points) == (name, kind, points)
        assert rank.is_ranked == (points is None)
