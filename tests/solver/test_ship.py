"""What the package ships of the solutions is what the solutions say."""

import json
from fractions import Fraction
from importlib import resources
from random import Random

import pytest

from paigow.analysis.solved import solved
from paigow.analysis.tiles import tiles_main
from paigow.poker import DECK, parse_cards
from paigow.poker.mixed import equilibrium as of_cards
from paigow.poker.table_way import TYPES
from paigow.solver import Solution, load
from paigow.solver.files import shipped
from paigow.solver.poker.strategy import TypeStrategy
from paigow.solver.tiles.strategy import TileStrategy
from paigow.solver.verify_tiles import verify
from paigow.tiles import TILE_SET, parse_tiles
from paigow.tiles.house_ways import SHORT
from paigow.tiles.mixed import equilibrium as of_tiles
from tools.solved_figures import head, path, tile_ways
from tools.solved_strategies import cards_data, fixed_tables, tiles_data
from tools.tiers import cases


def packaged(game: str, name: str) -> bytes:
    return resources.files(f"paigow.{game}.house_ways").joinpath(name).read_bytes()


def test_the_strategies_of_bots_and_drills_are_those_of_the_solutions() -> None:
    assert json.loads(packaged("tiles", "equilibrium.json")) == tiles_data()
    mixed, tables = cards_data()
    assert json.loads(packaged("poker", "equilibrium.json")) == mixed
    for side, table in tables.items():
        assert packaged("poker", f"equilibrium-{side}.table") == table
    for name, table in fixed_tables().items():
        assert packaged("poker", f"{name}.table") == table


def test_a_tile_strategy_gives_every_hand_the_same_weights() -> None:
    solution, random = load(shipped()["maryland-tiles-5"]), Random(1)
    for side, strategy in (("player", solution.player), ("bank", solution.house)):
        assert isinstance(strategy, TileStrategy)
        way = of_tiles(side)
        hands = [random.sample(TILE_SET, 4) for _ in range(200)] + [text.split() for text in way.examples]
        for hand in hands:
            text = " ".join(map(str, hand))
            assert dict(way.weights(parse_tiles(text))) == dict(strategy.weights(text))


def test_a_card_strategy_gives_every_hand_the_same_weights() -> None:
    solution, random = load(shipped()["maryland-poker-5"]), Random(2)
    for side, strategy in (("player", solution.player), ("bank", solution.house)):
        assert isinstance(strategy, TypeStrategy)
        way = of_cards(side)
        assert len(way.examples) == strategy.mixed_kinds
        assert len(way.likeliest.table) == TYPES
        hands = [" ".join(map(str, random.sample(DECK, 7))) for _ in range(200)] + list(way.examples[:50])
        for text in hands:
            theirs = {(s.low_rank, s.high_rank()): share for s, share in strategy.weights(text)}
            ours = {(s.low_rank, s.high_rank()): share for s, share in way.weights(parse_cards(text))}
            assert ours == theirs


@pytest.mark.parametrize("name", sorted(shipped()))
def test_the_figures_of_pages_and_par_sheets_are_those_of_the_files(name: str) -> None:
    (entry,) = [each for each in json.loads(path().read_bytes())["games"] if each["name"] == name]
    expected = head(name, shipped()[name], load(shipped()[name]))
    assert {key: entry[key] for key in expected} == expected


@pytest.mark.exhaustive
def test_what_house_ways_give_away_is_counted_from_the_solution() -> None:
    (entry,) = [each for each in json.loads(path().read_bytes())["games"] if each["name"] == "maryland-tiles-5"]
    assert tile_ways(load(shipped()["maryland-tiles-5"])) == entry["house_ways"]


def test_no_house_way_keeps_more_than_a_solution_allows() -> None:
    for game in solved().games:
        assert game.lower <= game.upper
        assert game.gap <= Fraction(1, 100_000)
        assert game.edge <= game.at_most
        for way in game.ways:
            assert way.edge <= game.at_most
            if way.unexploitable is not None:  # best play gets at least what the optimal player gets
                assert -way.edge >= way.unexploitable >= game.lower


@pytest.mark.exhaustive
def test_the_curve_of_short_house_ways_is_counted() -> None:
    curve = {each.rules: each.edge for each in solved().short["tiles"]}
    assert set(curve) == set(range(1, SHORT.longest + 1))
    for rules in (1, 7, 13, 40):
        assert curve[rules] == tiles_main(f"short-{rules}", "best").edge


def test_the_shipped_solution_of_tiles_is_the_one_found_here(solution: Solution) -> None:
    kept = load(shipped()["maryland-tiles-5"])
    assert (kept.lower, kept.upper, kept.player, kept.house) == (
        solution.lower, solution.upper, solution.player, solution.house,
    )  # fmt: skip


@pytest.mark.parametrize("name", cases(["maryland-tiles-0", "maryland-tiles-5-player"]))
def test_the_other_shipped_solutions_of_tiles_verify(name: str) -> None:
    checks = verify(shipped()[name])
    assert all(each.passed for each in checks), checks
    assert "none left" in checks[-1].found
