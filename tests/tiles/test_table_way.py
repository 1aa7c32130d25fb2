"""House ways that are tables, by name, as text and in files."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from paigow.analysis.tiles import tiles_main
from paigow.errors import PaigowError
from paigow.rules.house_way_files import house_way_text
from paigow.rules.submission import build_submission, load_submission
from paigow.tiles import HOUSE_WAYS, HouseWay, find_house_way, hand_kinds, parse_tiles
from paigow.tiles.table import digits_of, table_way, written_table


@cache
def foxwoods_lines() -> dict[str, str]:
    """Return how Foxwoods sets every kind of hand."""
    return {" ".join(map(str, tiles)): str(HOUSE_WAYS["foxwoods"].set(tiles).setting) for tiles, _ in hand_kinds()}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own way.json"
    path.write_text(json.dumps({"format": "paigow-solution-1", "fixed": foxwoods_lines()}))
    return path


@pytest.mark.clause("MDT-10.F")
def test_a_table_sets_as_the_way_it_was_made_of(file: Path) -> None:
    way = find_house_way(house_way_text(str(file)))
    assert way.name == "ownway"
    for hand in ("66 45 24 13", "66 36 12 13", "24 12 46 15", "26 35 55 56", "14 23 36 45"):
        ours, theirs = way.set(parse_tiles(hand)).setting, HOUSE_WAYS["foxwoods"].set(parse_tiles(hand)).setting
        assert (ours.high_rank, ours.low_rank) == (theirs.high_rank, theirs.low_rank)


def test_a_submission_carries_the_table_of_the_file_it_names(file: Path, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('standard = "maryland-tiles"\nhouse_way = "own way.json"\n')
    loaded = load_submission(tmp_path / "own.toml")
    file.unlink()
    assert build_submission(loaded.data()) == loaded
    assert loaded.data()["house_way"] == written_table("ownway", digits_of(foxwoods_lines()))


def test_a_submission_from_elsewhere_reads_no_file(file: Path) -> None:
    """Only whoever names a file on the command line, or in a file of their own, has it read."""
    with pytest.raises(PaigowError, match="house_way is"):
        build_submission({"standard": "maryland-tiles", "house_way": str(file)})


@pytest.mark.clause("MDT-10.F")
@pytest.mark.parametrize("text", ["table:x:012", "table:x:" + "3" * 3620, "table:"])
def test_a_wrong_table_is_refused(text: str) -> None:
    with pytest.raises(PaigowError, match="3,620 digits"):
        find_house_way(text)
    with pytest.raises(PaigowError, match="3,620 digits"):
        build_submission({"standard": "maryland-tiles", "house_way": text})


def test_a_setting_that_a_hand_does_not_have_is_refused() -> None:
    with pytest.raises(PaigowError, match="66 66 11 11 has settings 0 to 1, not 2"):
        table_way("x", "y", "2" * 3620, clause="MDT-10.F").set(parse_tiles("66 66 11 11"))


def _mixed(lines: dict[str, Any]) -> None:
    lines["66 66 11 11"] = {"66 66 / 11 11": "1/2", "66 11 / 66 11": "1/2"}


def _foreign(lines: dict[str, Any]) -> None:
    lines["66 66 11 11"] = "66 66 / 11 44"


def _missing(lines: dict[str, Any]) -> None:
    del lines["66 66 11 11"]


@pytest.mark.parametrize("change", [_mixed, _foreign, _missing])
def test_a_damaged_table_is_refused(tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    lines: dict[str, Any] = dict(foxwoods_lines())
    change(lines)
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"format": "paigow-solution-1", "fixed": lines}))
    with pytest.raises(PaigowError, match="66 66 11 11"):
        house_way_text(str(path))


def test_a_file_without_a_house_way_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{}")
    with pytest.raises(PaigowError, match="holds no house way"):
        house_way_text(str(path))


RULES = """
[[rule]]
pair = "any"
play = "high"

[[rule]]
holds = ["Teen/Day", "7"]
play = "low"
high = "9"
low = "3"

[[rule]]
play = "low"
"""


@pytest.mark.clause("MDT-10.F")
def test_a_list_of_rules_sets_by_the_first_that_fits(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(RULES)
    way = find_house_way(house_way_text(str(path)))
    assert [rule.name for rule in way.rules] == [
        "with a pair: best high hand",
        "with Teen/Day, 7: best low hand, high at least 9 and low at least 3",
        "best low hand",
    ]
    for hand, rule, setting in (
        ("66 66 11 13", 0, "66 66 / 11 13"),
        ("66 16 13 56", 1, "66 16 / 13 56"),
        ("55 46 16 13", 2, "55 16 / 13 46"),
    ):
        decided = way.set(parse_tiles(hand))
        assert decided.rule == way.rules[rule].name, hand
        assert str(decided.setting) == setting


def test_a_submission_carries_the_rules_of_the_file_it_names(tmp_path: Path) -> None:
    (tmp_path / "way.toml").write_text(RULES)
    (tmp_path / "own.toml").write_text('standard = "maryland-tiles"\nhouse_way = "way.toml"\n')
    loaded = load_submission(tmp_path / "own.toml")
    (tmp_path / "way.toml").unlink()
    assert build_submission(loaded.data()) == loaded


@pytest.mark.clause("MDT-10.F")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "as a \\[\\[rule\\]\\]"),
        ('[[rule]]\nplay = "best"', "must play low or high"),
        ('[[rule]]\nplay = "low"\nholds = ["3"]', "is not a group of tiles"),
        ('[[rule]]\nplay = "low"\nhigh = "ten"', "is not a lowest hand"),
        ('[[rule]]\nplay = "low"\nsuit = "x"', "no key 'suit'"),
        ('[[rule]]\nplay = "low"\nhigh = "9"', "last rule of a list must match every hand"),
    ],
)
def test_a_wrong_list_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(PaigowError, match=message):
        find_house_way(house_way_text(str(path)))


@pytest.mark.parametrize(("rules", "least"), [(13, HOUSE_WAYS["new-zealand"]), (40, Fraction(2, 100))])
def test_short_house_ways_keep_what_they_promise(rules: int, least: HouseWay | Fraction) -> None:
    """Thirteen rules beat New Zealand's fifty; forty keep more than two percent."""
    text = f"short-{rules}"
    assert len(find_house_way(text).rules) == rules < len(HOUSE_WAYS["new-zealand"].rules)
    goal = least if isinstance(least, Fraction) else tiles_main(least, "best").edge
    assert tiles_main(text, "best").edge > goal


def test_a_longer_short_house_way_than_there_is_is_refused() -> None:
    with pytest.raises(PaigowError, match="the short house ways are short-1 to short-"):
        find_house_way("short-99")


@pytest.mark.parametrize("pair", ["", 0, [], {}, False, "Teen or Day"])
def test_a_list_with_a_pair_of_nothing_is_refused(pair: object) -> None:
    """Such a list used to be taken, and broke off with an error of Python's at the first hand."""
    rules = json.dumps([{"pair": pair, "play": "low"}, {"play": "low"}])
    with pytest.raises(PaigowError):
        find_house_way(f"list:x:{rules}")
