"""A file that `solve` wrote is a house way wherever one can be named."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from paigow.analysis.ways import game_of
from paigow.errors import PaigowError
from paigow.poker import HOUSE_WAYS as CARD_WAYS
from paigow.poker import parse_cards
from paigow.rules import load_submission
from paigow.rules.house_way_files import house_way_text
from paigow.table import game_of as table_game
from paigow.tiles import HOUSE_WAYS as TILE_WAYS
from paigow.tiles import parse_tiles

DATA = Path(str(resources.files("paigow.solver"))) / "data"
TILES, CARDS = DATA / "maryland-tiles-5.json", DATA / "maryland-poker-5.npz"
HAND = {
    "maryland-tiles": "13 56 33 25",
    "maryland-poker": "As Ad Kc Kd 7h 4s 2c",
    "dealer-open": "As Ad Kc Kd 7h 4s 2c",
}


def optimal(standard: str) -> str:
    if standard == "maryland-tiles":
        return str(TILE_WAYS["optimal"].set(parse_tiles(HAND[standard])).setting)
    return str(CARD_WAYS["optimal"].set(parse_cards(HAND[standard])).setting)


@pytest.mark.parametrize(
    ("standard", "file"), [("maryland-tiles", TILES), ("maryland-poker", CARDS), ("dealer-open", CARDS)]
)
def test_set_takes_it(run: Any, standard: str, file: Path) -> None:
    ran = run("set", standard, *HAND[standard].split(), "--house-way", str(file), "--json")
    assert ran.status == 0
    answer = json.loads(ran.out)
    assert f"{answer['high']} / {answer['low']}" == optimal(standard)


def test_odds_of_tiles_take_it(run: Any) -> None:
    ran = run("odds", "maryland-tiles", "--house-way", str(TILES), "--player", "best", "--json")
    answer = json.loads(ran.out)
    told = json.loads(TILES.read_text(encoding="utf-8"))["pure"]
    assert {key: answer[key] for key in ("win", "push", "lose", "edge")} == {
        key: told[key] for key in ("win", "push", "lose", "edge")
    }


@pytest.mark.exhaustive
def test_odds_of_cards_take_it(run: Any) -> None:
    ran = run("odds", "maryland-poker", "--house-way", str(CARDS), "--player", "best", "--json")
    assert json.loads(ran.out)["edge"] == "225673691175767/8250459031214400"


@pytest.mark.parametrize(
    ("first", "second", "game"),
    [("foxwoods", str(CARDS), "poker"), ("foxwoods", str(TILES), "tiles"), ("stones", "short-8", "poker"),
     ("maryland", "short-8", "tiles"), ("short-8", "short-13", "poker")],
)  # fmt: skip
def test_house_ways_to_compare_are_of_one_game(first: str, second: str, game: str) -> None:
    assert game_of(house_way_text(first), house_way_text(second)) == game
    other = "tiles" if game == "poker" else "poker"
    with pytest.raises(PaigowError, match="there is no house way 'no way'"):
        game_of(house_way_text(second), "no way", game)
    if first in ("stones", "maryland"):
        with pytest.raises(PaigowError, match=f"not house ways of {other}"):
            game_of(first, second, other)


def test_compare_house_ways_takes_it(run: Any) -> None:
    ran = run("compare-house-ways", "optimal", str(TILES), "--game", "tiles", "--json")
    assert ran.status == 0, ran.err
    assert json.loads(ran.out)


@pytest.mark.parametrize(("standard", "file"), [("maryland-tiles", TILES), ("maryland-poker", CARDS)])
def test_a_drill_takes_it(run: Any, standard: str, file: Path) -> None:
    ran = run("drill", standard, "--house-way", str(file), "--seed", "x", stdin="\nq\n")
    assert ran.status == 0, ran.err
    assert "table:" not in ran.out


@pytest.mark.parametrize(
    ("standard", "way"),
    [("maryland-tiles", TILES), ("maryland-poker", CARDS), ("dealer-open", CARDS),
     ("maryland-tiles", "short-13"), ("maryland-poker", "short-1")],
)  # fmt: skip
def test_a_submission_takes_it_and_carries_it(tmp_path: Path, standard: str, way: Path | str) -> None:
    """The submission holds the whole house way, so a record of its table needs no file."""
    path = tmp_path / "own.toml"
    path.write_text(f'standard = "{standard}"\nhouse_way = "{way}"\n', encoding="utf-8")
    submission: Any = load_submission(path)
    assert submission.house_way.startswith(("table:", "list:"))
    kit = table_game(submission).kit
    found = kit.house_set(kit.parse(HAND[standard])).setting
    if isinstance(way, Path):
        assert str(found) == optimal(standard)


@pytest.mark.parametrize("name", ["equilibrium", "equilibrium-bank", "short-5"])
@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker"])
def test_strategies_and_short_lists_are_drilled(run: Any, standard: str, name: str) -> None:
    ran = run("drill", standard, "--house-way", name, "--seed", "x", stdin="\nq\n")
    assert ran.status == 0, ran.err


def test_a_house_way_is_shown_and_printed_on_a_card(run: Any, tmp_path: Path) -> None:
    shown = run("house-way", "maryland-tiles", "short-3")
    assert shown.out.startswith("short-3, 3 rules")
    assert len(shown.out.splitlines()) == 4
    card = tmp_path / "card.html"
    assert run("house-way", "maryland-poker", "short-1", "--card", str(card)).status == 0
    assert card.read_text(encoding="utf-8").count("<li>") == 1
    assert run("house-way", "maryland-tiles", "short-99").status == 2


@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker"])
def test_a_short_list_is_written_as_a_file_that_sets_the_same(run: Any, tmp_path: Path, standard: str) -> None:
    file = tmp_path / "short-8.toml"
    assert run("house-way", standard, "short-8", "--toml", str(file)).status == 0
    from_file, named = (run("house-way", standard, way).out.splitlines() for way in (str(file), "short-8"))
    assert from_file[1:] == named[1:]
    assert len(named) == 9
    refused = run("house-way", standard, "foxwoods", "--toml", str(file))
    assert refused.status == 2
    assert "only lists" in refused.err


def test_a_file_is_read_once(tmp_path: Path) -> None:
    copy = tmp_path / "mine.npz"
    copy.write_bytes(CARDS.read_bytes())
    text = house_way_text(str(copy))
    copy.unlink()
    from paigow.poker import find_house_way

    way, optimal_way = find_house_way(text), CARD_WAYS["optimal"]
    hand = parse_cards(HAND["maryland-poker"])
    assert way.set(hand).setting == optimal_way.set(hand).setting
