"""New Zealand, appendix 4: the house way. Every row of its lists, and its rules over all hands to which they apply."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from paigow.tiles import (
    HOUSE_WAYS,
    TILE_SET,
    HandKind,
    HouseSetting,
    Tile,
    TileSetting,
    hand_kinds,
    parse_tiles,
    rank_pair,
    settings,
)
from paigow.tiles.house_ways.new_zealand import HARMONY_3

clause = pytest.mark.clause
HOUSE = HOUSE_WAYS["new-zealand"]
TEEN, DAY = Tile("66"), Tile("11")
TILES_OF = {
    "4": ["13", "22"], "5": ["14", "23"], "6": ["33", "15"], "7": ["16", "25", "34"], "8": ["44", "26", "35"],
    "9": ["36", "45"], "10": ["55", "46"], "11": ["56"], "teen": ["66"], "day": ["11"], "td": ["66", "11"],
    "gee": ["24", "12"],
}  # fmt: skip


def house(text: str) -> HouseSetting:
    return HOUSE.set(parse_tiles(text))


def points(setting: TileSetting) -> tuple[int, int]:
    """Return the points of the low and high hands; a Gong or better counts as more than nine."""
    low, high = setting.low_rank.points, setting.high_rank.points
    return 10 if low is None else low, 10 if high is None else high


def levels(setting: TileSetting) -> tuple[int, int]:
    return setting.low_rank.level, setting.high_rank.level


def reaches_harmony(setting: TileSetting) -> bool:
    return setting.low_rank >= HARMONY_3


def hands_of(clause_id: str) -> Iterator[tuple[tuple[Tile, ...], HouseSetting]]:
    for tiles, _ in hand_kinds():
        answer = HOUSE.set(tiles)
        if answer.clause == clause_id:
            yield tiles, answer


@clause("NZ-A4.1.a", "NZ-A4.1.b")
def test_harmony_3() -> None:
    assert HARMONY_3.points == 3
    assert HARMONY_3.top is Tile("13")
    assert rank_pair(Tile("44"), Tile("14")) > HARMONY_3  # three with High 8
    assert rank_pair(Tile("33"), Tile("16")) < HARMONY_3  # three with High 6
    assert rank_pair(Tile("15"), Tile("44")) > HARMONY_3  # four
    assert rank_pair(TEEN, Tile("55")) < HARMONY_3  # two


# Section 2.


@clause("NZ-A4.2.1")
def test_two_pairs_are_two_hands() -> None:
    count = 0
    for tiles, hands in hand_kinds():
        kinds = [tile.kind for tile in tiles]
        if len(set(kinds)) == 2:
            answer = HOUSE.set(tiles)
            assert answer.clause == "NZ-A4.2.1"
            assert answer.setting.high_rank.is_pair
            assert answer.setting.low_rank.is_pair
            count += hands
    assert count == 120


@pytest.mark.parametrize(
    ("row", "name"),
    [
        pytest.param(row, name, marks=clause(f"NZ-A4.2.2.{row}"), id=row)
        for row, name in (("fours", "4"), ("fives", "5"), ("sixes", "6"), ("tens", "10"), ("elevens", "11"))
    ],
)
def test_pairs_never_split(row: str, name: str) -> None:
    kinds = {Tile(face).kind for face in TILES_OF[name]}
    seen = 0
    for tiles, _ in hand_kinds():
        held = [tile.kind for tile in tiles]
        pairs = {kind for kind in held if held.count(kind) == 2}
        if len(pairs) == 1 and pairs <= kinds:
            answer = HOUSE.set(tiles)
            assert answer.clause == f"NZ-A4.2.2.{row}"
            assert answer.setting.high_rank.is_pair
            seen += 1
    assert seen == len(kinds) * 105


PAIRS = {
    "gee-jun": ["24 12"],
    "teen-day": ["66 66", "11 11"],
    "nines": ["36 45"],
    "eights": ["44 44", "26 35"],
    "sevens": ["16 16", "25 34"],
}
LISTS = {
    "gee-jun": ["6-6", "6-5", "6-4"],
    "teen-day": [
        "9-11", "9-8", "9-7", "9-6", "9-5", "9-4", "8-8", "8-7", "8-6", "8-5", "8-4", "7-7", "7-6", "7-5", "7-4", "6-6",
        "6-5", "6-4",
    ],
    "nines": ["teen-day", "td-10", "10-10"],
    "eights": ["teen-day", "td-11", "td-10", "11-10", "11-9", "10-10"],
    "sevens": ["teen-day", "td-11", "td-10", "11-10", "10-10"],
}  # fmt: skip


def companions(pair_name: str, row: str) -> list[tuple[Tile, Tile]]:
    """Return the pairs of single tiles that a row names; a lone Gee Jun tile is a six by 9, 8 or 7 with Teen or Day."""
    first, second = row.split("-")
    sixes = TILES_OF["6"] + (TILES_OF["gee"] if pair_name == "teen-day" and first in "987" and second == "6" else [])
    return [
        (Tile(a), Tile(b))
        for a in TILES_OF[first]
        for b in (sixes if second == "6" else TILES_OF[second])
        if Tile(a).kind != Tile(b).kind
    ]


@pytest.mark.parametrize(
    ("pair_name", "row"),
    [
        pytest.param(name, row, marks=clause(f"NZ-A4.2.3.{name}.{row}"), id=f"{name}.{row}")
        for name, rows in LISTS.items()
        for row in rows
    ],
)
def test_split_list(pair_name: str, row: str) -> None:
    checked = 0
    for pair in PAIRS[pair_name]:
        for x, y in companions(pair_name, row):
            tiles = (*parse_tiles(pair), x, y)
            if any(tiles.count(tile) > tile.copies for tile in tiles) or {x.kind, y.kind} & {tiles[0].kind}:
                continue
            answer = HOUSE.set(tiles)
            assert answer.clause == f"NZ-A4.2.3.{pair_name}.{row}"
            assert not answer.setting.high_rank.is_pair
            checked += 1
    assert checked


@clause("NZ-A4.2.3.teen-day.9-9")
def test_nine_and_nine_is_a_dead_entry() -> None:
    """The two nines make a pair, so with Teen or Day there are two pairs."""
    for pair in ("66 66", "11 11"):
        answer = house(f"{pair} 36 45")
        assert answer.clause == "NZ-A4.2.1"
    assert "NZ-A4.2.3.teen-day.9-9" in {rule.clause for rule in HOUSE.rules}
    assert not list(hands_of("NZ-A4.2.3.teen-day.9-9"))


@clause("NZ-A4.2.3")
def test_what_is_not_listed_is_kept() -> None:
    listed = {
        frozenset({Tile(pair.split()[0]).kind, x.kind, y.kind})
        for name, rows in LISTS.items()
        for row in rows
        for pair in PAIRS[name]
        for x, y in companions(name, row)
    }
    kept = list(hands_of("NZ-A4.2.3"))
    assert sum(hands for tiles, hands in hand_kinds() if HOUSE.set(tiles).clause == "NZ-A4.2.3") == 2_756
    for tiles, answer in kept:
        assert answer.setting.high_rank.is_pair
        pair = next(tile for tile in tiles if [t.kind for t in tiles].count(tile.kind) == 2)
        others = {tile.kind for tile in tiles} - {pair.kind}
        same_pair = {
            frozenset({Tile(p.split()[0]).kind, x.kind, y.kind})
            for name, rows in LISTS.items()
            for row in rows
            for p in PAIRS[name]
            if Tile(p.split()[0]).kind == pair.kind
            for x, y in companions(name, row)
        }
        assert frozenset({pair.kind, *others}) not in same_pair
    assert listed


@pytest.mark.parametrize("rest", ["24 33", "12 14", "24 13"])
def test_a_lone_gee_is_no_six_beside_six_five_or_four(rest: str) -> None:
    answer = house(f"66 66 {rest}")
    assert answer.clause == "NZ-A4.2.3"
    split = next(setting for setting in settings(answer.setting.tiles) if not setting.high_rank.is_pair)
    assert answer.setting.low_rank > split.low_rank  # keeping gives two better hands


# Section 3.


@clause("NZ-A4.3.1")
def test_without_a_pair_wong_gong_or_high_nine_is_played() -> None:
    strong = {HandKind.WONG, HandKind.GONG, HandKind.HIGH_NINE}
    for tiles, _ in hand_kinds():
        if len({tile.kind for tile in tiles}) == 4:
            ways = settings(tiles)
            possible = any({way.high_rank.kind, way.low_rank.kind} & strong for way in ways)
            chosen = HOUSE.set(tiles)
            played = {chosen.setting.high_rank.kind, chosen.setting.low_rank.kind} & strong
            assert bool(played) == possible
            assert (chosen.clause in ("NZ-A4.3.2", "NZ-A4.3.3")) == possible


def _first_kind(order: tuple[HandKind, ...], ways: list[TileSetting]) -> HandKind:
    return next(kind for kind in order if any(kind in (way.high_rank.kind, way.low_rank.kind) for way in ways))


@clause("NZ-A4.3.2")
def test_high_nine_gong_wong_with_harmony_3() -> None:
    assert str(house("66 36 26 33").setting) == "66 26 / 33 36"  # Gong and five
    for tiles, answer in hands_of("NZ-A4.3.2"):
        ways = [way for way in settings(tiles) if reaches_harmony(way)]
        kind = _first_kind((HandKind.HIGH_NINE, HandKind.GONG, HandKind.WONG), ways)
        assert kind in (answer.setting.high_rank.kind, answer.setting.low_rank.kind)
        assert reaches_harmony(answer.setting)
        rivals = [way for way in ways if kind in (way.high_rank.kind, way.low_rank.kind)]
        assert points(answer.setting)[0] == max(points(way)[0] for way in rivals)


@clause("NZ-A4.3.3")
def test_wong_gong_high_nine_without_harmony_3() -> None:
    assert str(house("66 16 36 22").setting) == "66 36 / 22 16"  # Wong and one: three with Low 4 is not a Harmony 3
    for tiles, answer in hands_of("NZ-A4.3.3"):
        ways = list(settings(tiles))
        kind = _first_kind((HandKind.WONG, HandKind.GONG, HandKind.HIGH_NINE), ways)
        assert kind in (answer.setting.high_rank.kind, answer.setting.low_rank.kind)
        strong = {HandKind.HIGH_NINE, HandKind.GONG, HandKind.WONG}
        assert not any(reaches_harmony(way) and strong & {way.high_rank.kind, way.low_rank.kind} for way in ways)


def test_a_gee_jun_tile_makes_no_strong_hand() -> None:
    assert house("66 24 55 33").clause == "NZ-A4.4.1"


# Section 4.


@clause("NZ-A4.4.1")
def test_low_hand_is_maximised_with_harmony_3() -> None:
    for tiles, answer in hands_of("NZ-A4.4.1"):
        reaching = [way for way in settings(tiles) if reaches_harmony(way)]
        assert answer.setting in reaching
        assert points(answer.setting) == max(points(way) for way in reaching)


@clause("NZ-A4.4.2")
def test_else_high_hand_is_maximised_if_eight_or_better() -> None:
    for tiles, answer in hands_of("NZ-A4.4.2"):
        ways = settings(tiles)
        assert not any(reaches_harmony(way) for way in ways)
        assert points(answer.setting)[1] == max(points(way)[1] for way in ways) >= 8
    exactly_eight = house("11 15 33 22")
    assert (str(exactly_eight.setting), exactly_eight.clause) == ("11 15 / 33 22", "NZ-A4.4.2")


@clause("NZ-A4.4.3")
def test_else_low_hand_is_maximised() -> None:
    for tiles, answer in hands_of("NZ-A4.4.3"):
        ways = settings(tiles)
        assert not any(reaches_harmony(way) for way in ways)
        assert max(points(way)[1] for way in ways) < 8
        assert points(answer.setting) == max(points(way) for way in ways)
    seven = house("13 55 33 16")  # 55 16 would make seven high, but leave no point low
    assert (str(seven.setting), seven.clause) == ("13 55 / 33 16", "NZ-A4.4.3")


# Section 5: among settings still equal.


def equals(tiles: tuple[Tile, ...], answer: HouseSetting) -> list[TileSetting]:
    return [way for way in settings(tiles) if points(way) == points(answer.setting)]


def apart(tiles: tuple[Tile, ...], way: TileSetting) -> bool:
    return (tiles[0] in way.high) is not (tiles[1] in way.high)


def open_choices(strong_low: bool) -> Iterator[tuple[tuple[Tile, ...], HouseSetting, list[TileSetting], int]]:
    """Yield hands of general play that the points leave open, without Teen and Day together."""
    for tiles, hands in hand_kinds():
        answer = HOUSE.set(tiles)
        if answer.clause in ("NZ-A4.4.1", "NZ-A4.4.3") and not {TEEN, DAY} <= set(tiles):
            ways = equals(tiles, answer)
            if (points(answer.setting)[0] >= 8) is strong_low and len({levels(way) for way in ways}) > 1:
                yield tiles, answer, ways, hands


@clause("NZ-A4.5.1")
def test_with_a_low_hand_of_seven_or_less_the_top_tile_goes_low() -> None:
    seen = 0
    for tiles, answer, ways, _ in open_choices(strong_low=False):
        assert apart(tiles, answer.setting) or not any(apart(tiles, way) for way in ways)
        rivals = [way for way in ways if apart(tiles, way)] or ways
        assert tiles[0] in answer.setting.low or not any(tiles[0] in way.low for way in rivals)
        seen += tiles[0] in answer.setting.low
    assert seen


@clause("NZ-A4.5.2")
def test_with_a_low_hand_of_eight_or_better_the_top_tile_goes_high() -> None:
    seen = 0
    for tiles, answer, ways, _ in open_choices(strong_low=True):
        assert apart(tiles, answer.setting) or not any(apart(tiles, way) for way in ways)
        rivals = [way for way in ways if apart(tiles, way)] or ways
        assert tiles[0] in answer.setting.high or not any(tiles[0] in way.high for way in rivals)
        seen += tiles[0] in answer.setting.high
    assert seen


@clause("NZ-A4.5.1", "NZ-A4.5.2")
def test_the_halves_of_both_rules_conflict_in_480_hands_and_the_second_wins() -> None:
    conflicts = 0
    for strong_low in (False, True):
        for tiles, answer, ways, hands in open_choices(strong_low):
            placed = [way for way in ways if (tiles[0] in way.high) is strong_low]
            separate = [way for way in ways if apart(tiles, way)]
            if placed and separate and not set(placed) & set(separate):
                conflicts += hands
                assert answer.setting in separate
    assert conflicts == 480


@clause("NZ-A4.5.3")
def test_maximising_the_high_hand_takes_the_top_tile() -> None:
    seen = 0
    for tiles, answer in hands_of("NZ-A4.4.2"):
        ways = equals(tiles, answer)
        if len({levels(way) for way in ways}) > 1 and any(tiles[0] in way.high for way in ways):
            assert tiles[0] in answer.setting.high
            seen += answer.tie_break == "NZ-A4.5.3"
    assert seen


@pytest.mark.parametrize(
    ("rest", "in_high", "tie_break"),
    [
        pytest.param("13 33", True, "NZ-A4.5.4", marks=clause("NZ-A4.5.4")),
        pytest.param("15 23", True, "NZ-A4.5.4", marks=clause("NZ-A4.5.4")),
        pytest.param("13 14", False, "NZ-A4.5.4.a", marks=clause("NZ-A4.5.4.a")),
        pytest.param("22 23", False, "NZ-A4.5.4.a", marks=clause("NZ-A4.5.4.a")),
        pytest.param("55 56", False, "NZ-A4.5.4.b", marks=clause("NZ-A4.5.4.b")),
        pytest.param("46 56", False, "NZ-A4.5.4.b", marks=clause("NZ-A4.5.4.b")),
    ],
)
def test_teen_and_day_apart(rest: str, in_high: bool, tie_break: str) -> None:
    answer = house(f"66 11 {rest}")
    assert (TEEN in answer.setting.high) is in_high
    assert DAY in (answer.setting.low if in_high else answer.setting.high)
    assert answer.tie_break == tie_break


@clause("NZ-A4.5.4")
def test_teen_goes_high_by_default_wherever_there_is_a_choice() -> None:
    for tiles, _ in hand_kinds():
        if {TEEN, DAY} <= set(tiles) and len(set(tiles)) == 4:
            answer = HOUSE.set(tiles)
            if answer.tie_break == "NZ-A4.5.4":
                assert TEEN in answer.setting.high
                assert DAY in answer.setting.low


# Section 6.


@clause("NZ-A4.6.1")
def test_six_seven_eleven() -> None:
    held = 0
    for tiles, hands in hand_kinds():
        totals = {tile.total for tile in tiles if not tile.is_gee}
        strong = {TEEN, DAY} & set(tiles)
        if {6, 7, 11} <= totals and len({tile.kind for tile in tiles}) == 4 and not strong:
            answer = HOUSE.set(tiles)
            assert answer.clause == "NZ-A4.6.1"
            assert points(answer.setting) == max(points(way) for way in settings(tiles))
            held += hands
    assert held == 640
    assert house("66 33 16 56").clause == "NZ-A4.3.2"  # not general play
    for two in ("33 16 22 24", "33 56 22 24", "16 56 22 24"):
        assert house(two).clause != "NZ-A4.6.1"


@clause("NZ-A4.6.2")
def test_seven_nine_over_eight_eight_unless_low_10() -> None:
    seen = 0
    for hand in combinations(TILE_SET, 4):
        answer = HOUSE.set(hand)
        if answer.clause == "NZ-A4.6.2":
            results = {points(way) for way in settings(hand)}
            assert {(8, 8), (7, 9)} <= results
            assert points(answer.setting) == ((8, 8) if Tile("46") in hand else (7, 9))
            seen += 1
        elif len({tile.kind for tile in hand}) == 4 and answer.clause.startswith("NZ-A4.4"):
            assert not {(8, 8), (7, 9)} <= {points(way) for way in settings(hand)}
    assert seen == 208
