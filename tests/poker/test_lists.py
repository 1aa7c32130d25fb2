"""House ways for cards as lists of rules: read, carried, refused, and the short ones of the package."""

import tracemalloc
import zlib
from base64 import b64encode
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from paigow.errors import PaigowError
from paigow.poker import DECK, find_house_way, parse_cards
from paigow.poker.house_ways import SHORT
from paigow.poker.lists import list_way, read_rules, written, written_list
from paigow.poker.table_way import TYPES
from paigow.rules.house_way_files import house_way_text
from paigow.toml_text import read_toml

RULES: list[dict[str, Any]] = [
    {"holding": "two pair", "first": [2, 6], "second": [2, 5], "front": [14], "play": "others"},
    {"holding": "two pair", "complete": True, "play": "second-pair"},
    {"play": "keep-complete"},
    {"holding": "one pair", "complete": False, "play": "others"},
    {"play": "best-front"},
]


@pytest.mark.parametrize(
    ("hand", "low", "rule"),
    [
        ("As 6d 6c 5h 5s 9c 2d", "As 9c", "two pair of 2 to 6 and 2 to 5 with an ace beside"),
        ("Ks 6d 6c 5h 5s 9c 2d", "5h 5s", "any hand"),  # no ace: the best low hand that is no foul
        ("9s 9d 8s 8c 7s 6s 5s", "8s 8c", "two pair and a straight or flush"),
        ("As Kd Qc Jh Ts 3c 2d", "3c 2d", "keep the straight or flush"),
        ("Qs Qd Kc 9h 7s 3c 2d", "Kc 9h", "one pair and no straight or flush"),
    ],
)
def test_the_first_rule_that_fits_decides(hand: str, low: str, rule: str) -> None:
    found = list_way("mine", "test", read_rules(RULES)).set(parse_cards(hand))
    assert {str(card) for card in found.setting.low} == set(low.split())
    assert found.rule.startswith(rule)
    assert not found.gap


def test_a_list_is_the_same_as_text_and_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(written("mine", RULES, about="Of my own."), encoding="utf-8")
    assert read_toml(path.read_text(encoding="utf-8"))["rule"] == RULES
    text = house_way_text(str(path))
    assert text == written_list("mine", RULES)
    way = find_house_way(text)
    assert way.name == "mine"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([], "write each rule of a house way"),
        ([{"play": "anything"}], "'anything' is not a way to play: choose one of first-pair"),
        ([{"holding": "nothing", "play": "others"}], "'nothing' is not a holding: choose one of five aces"),
        ([{"holding": "no pair", "play": "first-pair"}], "without a pair"),
        ([{"first": [2], "play": "others"}], "a range has two"),
        ([{"front": [15], "play": "others"}], "from 2 to 14"),
        ([{"suit": "s", "play": "others"}], "no key 'suit'"),
        ([{"holding": "one pair", "play": "others"}], "last rule of a list must match every hand"),
    ],
)
def test_a_wrong_list_is_refused(rules: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(PaigowError, match=message):
        find_house_way(written_list("wrong", rules))


def test_short_house_ways_set_every_hand_legally() -> None:
    random = Random(7)
    assert SHORT.longest >= 20
    for length in (1, 8, SHORT.longest):
        way = find_house_way(f"short-{length}")
        assert len(dict.fromkeys(rule.name for rule in way.rules)) == length
        for _ in range(300):
            cards = random.sample(DECK, 7)
            found = way.set(cards)
            assert not found.gap
            assert found.setting.status(hand=cards) == []
    with pytest.raises(PaigowError, match=f"short-1 to short-{SHORT.longest}"):
        find_house_way("short-99")


@pytest.mark.exhaustive
def test_eight_rules_keep_more_than_foxwoods_twenty() -> None:
    """Over all deals, against a player who responds best; the figure is the one that is shipped."""
    from paigow.analysis.questions import odds
    from paigow.analysis.solved import solved

    found = odds("maryland-poker", house_way="short-8", player="best")
    assert found.edge == next(each.edge for each in solved().short["poker"] if each.rules == 8)
    game = solved().of("poker", Fraction(1, 20))
    assert game is not None
    foxwoods = next(way for way in game.ways if way.name == "foxwoods")
    assert foxwoods.rules == 20
    assert found.edge > foxwoods.edge


def test_a_rule_that_keeps_what_is_not_there_does_not_apply() -> None:
    """It used to break off with an error of Python's at the first hand without a straight or flush."""
    way = list_way("x", "test", read_rules([{"play": "keep-strongest", "complete": False}, {"play": "best-front"}]))
    for hand in ("7s 7c 3h 3c 8h 8c Ts", "As 6d 6c 5h 5s 9c 2d", "As Kd Jc 9h 7s 5c 3d"):
        assert way.set(parse_cards(hand)).rule.endswith("the best low hand that is no foul")


def test_a_table_that_unpacks_without_end_is_refused_before_it_fills_the_memory() -> None:
    packing = zlib.compressobj(9)
    packed = b"".join(packing.compress(bytes(1_000_000)) for _ in range(500)) + packing.flush()
    text = f"table:bomb:{b64encode(packed).decode()}"
    assert len(text) < 1_000_000
    tracemalloc.start()
    try:
        with pytest.raises(PaigowError, match="292,253 types"):
            find_house_way(text)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("cut", [1, 100])
def test_a_table_that_breaks_off_is_refused(cut: int) -> None:
    packed = zlib.compress(bytes(TYPES), 9)
    with pytest.raises(PaigowError, match="cannot be read"):
        find_house_way(f"table:short:{b64encode(packed[:-cut]).decode()}")


def test_an_archive_that_unpacks_without_end_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.npz"
    with ZipFile(bomb, "w", ZIP_DEFLATED) as archive, archive.open("table.npy", "w") as file:
        for _ in range(200):
            file.write(b"z" * 1_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(PaigowError, match="292,253 types"):
            house_way_text(str(bomb))
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
