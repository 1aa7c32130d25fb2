"""Tiles, solved: equal to an independent linear program where that is small, and certified in integers everywhere."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import highspy
import numpy as np
import pytest

from paigow.analysis.tiles import tile_house_settings, tiles_main
from paigow.comparison import Result
from paigow.errors import PaigowError
from paigow.solver import Solution, solve
from paigow.solver.model import Banker, Bounds, read_commission
from paigow.solver.tiles.exact import lower_bound, most, upper_bound
from paigow.solver.tiles.fixed import best_fixed
from paigow.solver.tiles.game import Terms, TileGame
from paigow.solver.tiles.optimum import optimum
from paigow.solver.tiles.regret import Iteration
from paigow.solver.tiles.strategy import TileStrategy
from paigow.tiles import HOUSE_WAYS, TILE_SET, Tile, TileSetting, compare, settings
from tools.tiers import cases

pytestmark = pytest.mark.long


def independent_value(tiles: list[Tile], commission: float, player_banks: bool) -> float:
    """The player's value of a small game: all hands one by one, all their settings, by the readable comparison.

    The house's strategy minimises the sum of the player's best answers, which is the dual of what the solver does.
    """
    hands: dict[tuple[Tile, ...], list[TileSetting]] = {}
    deals: Counter[tuple[tuple[Tile, ...], tuple[Tile, ...]]] = Counter()
    for ours in combinations(range(len(tiles)), 4):
        hand = tuple(sorted((tiles[i] for i in ours), key=lambda tile: tile.index))
        hands.setdefault(hand, list(settings(hand)))
        rest = [i for i in range(len(tiles)) if i not in ours]
        for others in combinations(rest, 4):
            deals[hand, tuple(sorted((tiles[i] for i in others), key=lambda tile: tile.index))] += 1
    total = sum(deals.values())
    pays = {Result.WIN: 1 - commission, Result.PUSH: 0.0, Result.LOSE: -1.0}
    column: dict[tuple[tuple[Tile, ...], TileSetting], int] = {}
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    for hand, options in hands.items():
        for option in options:
            column[hand, option] = len(column)
            solver.addCol(0.0, 0.0, highspy.kHighsInf, 0, [], [])
    worst = {hand: len(column) + place for place, hand in enumerate(hands)}
    for _ in hands:
        solver.addCol(1.0, -highspy.kHighsInf, highspy.kHighsInf, 0, [], [])
    for hand, options in hands.items():
        places = [column[hand, option] for option in options]
        solver.addRow(1.0, 1.0, len(places), places, [1.0] * len(places))
    result = {}
    for hand, options in hands.items():
        for option in options:
            entries = {worst[hand]: 1.0}
            for other, theirs in hands.items():
                count = deals[hand, other]
                for their in theirs if count else ():
                    if (option, their) not in result:
                        if player_banks:
                            mirrored = compare(their, option).result
                            swap = {Result.WIN: Result.LOSE, Result.LOSE: Result.WIN, Result.PUSH: Result.PUSH}
                            result[option, their] = swap[mirrored]
                        else:
                            result[option, their] = compare(option, their).result
                    pay = pays[result[option, their]]
                    if pay:
                        entries[column[other, their]] = entries.get(column[other, their], 0.0) - pay * count / total
            solver.addRow(0.0, highspy.kHighsInf, len(entries), list(entries), list(entries.values()))
    solver.run()
    return float(solver.getInfo().objective_function_value)


def solved(game: TileGame, iterations: int = 300) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    steps = Iteration(game)
    for _ in range(iterations):
        steps.step()
    return optimum(game, *steps.averages())


SMALL = [
    ("12 tiles", (0, 2, 5, 10, 11, 15)),
    ("12 tiles with Teen and Day", (0, 1, 8, 11, 12, 13)),
    ("14 tiles", (0, 3, 6, 9, 12, 14, 15)),
]


TERMS = [("1/20", "house"), ("0", "house"), ("1/20", "player")]
EACH_ONCE = [(kinds, *terms) for (_, kinds), terms in zip(SMALL, TERMS, strict=True)]
OTHERS = [(kinds, *terms) for _, kinds in SMALL for terms in TERMS if (kinds, *terms) not in EACH_ONCE]


@pytest.mark.parametrize(("kinds", "commission", "banker"), cases([*EACH_ONCE, *OTHERS], len(SMALL)))
def test_small_games_equal_an_independent_program(kinds: tuple[int, ...], commission: str, banker: Banker) -> None:
    tiles = [tile for tile in TILE_SET if tile.kind - 1 in kinds]
    game = TileGame.build(Terms(Fraction(commission), banker), kinds)
    assert game.total == comb(len(tiles), 4) * comb(len(tiles) - 4, 4)
    player, house = solved(game)
    lower, upper = lower_bound(game, player), upper_bound(game, house)
    assert lower == upper
    assert float(lower) == pytest.approx(
        independent_value(tiles, float(Fraction(commission)), banker == "player"), abs=1e-9
    )


@pytest.mark.parametrize("kinds", [kinds for _, kinds in SMALL], ids=[name for name, _ in SMALL])
def test_the_best_fixed_way_of_a_small_game_is_no_worse_than_any_single_change(kinds: tuple[int, ...]) -> None:
    game = TileGame.build(Terms(Fraction(1, 20)), kinds)
    player, house = solved(game)
    found = best_fixed(game, player, house)
    assert found.proved
    assert upper_bound(game, house) <= found.value
    assert found.counts.value(Fraction(1, 20)) == found.value
    for kind in range(len(game.kinds)):
        for place in game.places(kind):
            way = found.places.copy()
            way[kind] = place
            assert int(most(game, game.player_worth(way)).sum()) >= found.value * game.unit


def test_the_best_fixed_way_of_a_tiny_game_is_the_best_of_all() -> None:
    """Ten tiles: few enough kinds with a choice that every fixed way can be tried."""
    game = TileGame.build(Terms(Fraction(1, 20)), (0, 5, 10, 11, 12))
    found = best_fixed(game, *solved(game))
    open_kinds = [kind for kind in range(len(game.kinds)) if len(game.places(kind)) > 1]
    ways = np.array([found.places])
    for kind in open_kinds:
        ways = np.concatenate([ways_with(ways, kind, place) for place in game.places(kind)])
    assert len(ways) > 100
    values = [int(most(game, game.player_worth(way)).sum()) for way in ways]
    assert min(values) == found.value * game.unit


def ways_with(ways: np.ndarray, kind: int, place: int) -> np.ndarray:
    changed = ways.copy()
    changed[:, kind] = place
    return changed


@pytest.mark.parametrize("name", cases(HOUSE_WAYS))
@pytest.mark.parametrize(("commission", "banker"), TERMS)
def test_best_responses_equal_the_odds(name: str, commission: str, banker: Banker) -> None:
    numbers = tile_house_settings(HOUSE_WAYS[name])
    game = TileGame.build(Terms(Fraction(commission), banker), including=[numbers])
    way = game.way(numbers)
    worth = game.player_worth(way)
    odds = tiles_main(name, "best", player_banks=banker == "player", commission=Fraction(commission))
    assert game.counts(game.best(worth), way) == odds.counts
    assert Fraction(int(most(game, worth).sum()), game.unit) == -odds.edge


def test_the_value_is_exact_and_no_house_way_beats_it(solution: Solution) -> None:
    assert solution.total == 736_281_000
    assert solution.lower == solution.upper
    assert solution.pure.proved
    assert (solution.pure.settled, solution.pure.open) == (3_620, 0)
    assert solution.pure.edge <= -solution.value
    assert solution.pure.edge == solution.pure.at_most
    assert solution.pure.counts.value(solution.commission) == -solution.pure.edge
    assert {each.name for each in solution.house_ways} == set(HOUSE_WAYS)
    assert all(each.edge <= solution.pure.edge for each in solution.house_ways)


def test_the_packaged_house_way_is_this_solution(solution: Solution) -> None:
    assert isinstance(solution.pure.strategy, TileStrategy)
    for line in solution.pure.strategy.lines:
        ((setting, _),) = line
        packaged = HOUSE_WAYS["optimal"].set(setting.tiles).setting
        assert (packaged.high_rank, packaged.low_rank) == (setting.high_rank, setting.low_rank)


@pytest.mark.exhaustive
def test_two_runs_give_the_same_fractions_one_of_them_resumed(solution: Solution, tmp_path: Path) -> None:
    kept = tmp_path / "part"

    class Stop(Exception):
        pass

    def stop(bounds: Bounds) -> None:
        if bounds.iteration >= 50:
            raise Stop

    with pytest.raises(Stop):
        solve("maryland-tiles", progress=stop, checkpoint=kept)
    seen: list[Bounds] = []
    again = solve("maryland-tiles", progress=seen.append, checkpoint=kept)
    assert seen[0].iteration == 50
    assert again == solution
    assert not kept.exists()


def test_a_foreign_checkpoint_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "part"
    kept.write_text("nothing")
    with pytest.raises(PaigowError, match="is not a checkpoint"):
        solve("maryland-tiles", checkpoint=kept)
    game = TileGame.build(Terms(Fraction(0)), SMALL[0][1])
    Iteration(game).state.save(kept, "tiles, commission 0, house banks")
    with pytest.raises(
        PaigowError, match="is a checkpoint of tiles, commission 0, house banks, not of tiles, commission 1/20"
    ):
        solve("maryland-tiles", checkpoint=kept)


@pytest.mark.parametrize(
    ("text", "rate"), [("5%", "1/20"), ("0", "0"), ("0.05", "1/20"), ("1/25", "1/25"), ("2.5%", "1/40")]
)
def test_a_commission_is_read(text: str, rate: str) -> None:
    assert read_commission(text) == Fraction(rate)


@pytest.mark.parametrize("text", ["", "five", "100%", "-1%", "5%%", "1/0", "1/1000003"])
def test_a_wrong_commission_is_refused(text: str) -> None:
    with pytest.raises(PaigowError, match="commission"):
        read_commission(text)
