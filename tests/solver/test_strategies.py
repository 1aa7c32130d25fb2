"""Strategies are values: they print themselves, are saved and loaded, and sit at tables."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from tests.bots.test_styles import setting_phase

import paigow
from paigow.bots import by_strategy
from paigow.errors import PaigowError
from paigow.solver import load
from paigow.solver.files import shipped
from paigow.table.core.model import Hand

FILES = {"maryland-tiles": "maryland-tiles-5", "maryland-poker": "maryland-poker-5"}


def test_a_strategy_of_tiles_prints_what_it_mixes() -> None:
    solution = load(shipped()["maryland-tiles-5"])
    assert str(solution.player).splitlines() == [
        "3,620 kinds of tile hand, 2 of them set at random",
        "  13 56 / 33 25 (29/76) or 33 56 / 13 25 (47/76)",
        "  55 16 / 33 36 (1329/1520) or 55 36 / 33 16 (191/1520)",
    ]
    assert repr(solution.player) == "<TileStrategy: 2 of 3,620 kinds set at random>"
    assert "the player's value is -16612395979/699466950000 = -2.375007994%, exactly" in str(solution)
    assert repr(solution).endswith("the player's value is -2.375008%>")


def test_a_strategy_of_cards_prints_some_of_what_it_mixes() -> None:
    solution = load(shipped()["maryland-poker-5"])
    first, *examples, last = str(solution.house).splitlines()
    assert first == "292,253 types of poker hand, 390 of them set at random"
    assert len(examples) == 10
    assert all(" or " in line for line in examples)
    assert last == "  and 380 more"
    assert repr(solution.house) == "<TypeStrategy: 390 of 292,253 types set at random>"


@pytest.mark.parametrize("standard", FILES)
def test_a_solution_is_saved_and_its_strategy_played(standard: str, tmp_path: Path) -> None:
    game, solution = paigow.Game(standard), load(shipped()[FILES[standard]])
    file = tmp_path / shipped()[FILES[standard]].name
    solution.save(file)
    again = load(file)
    assert (again.lower, again.upper, again.pure.counts) == (solution.lower, solution.upper, solution.pure.counts)
    hand = game.deal("hand")
    for ours, theirs in ((again.player, solution.player), (again.house, solution.house)):
        assert ours is not None
        assert theirs is not None
        assert ours.weights(str(hand)) == theirs.weights(str(hand))
    table = game.table({"ann": again.player, "bob": again.house}, seed="own").play(3)
    assert paigow.verify(table.record()).rounds == 3
    other = next(name for name in FILES if name != standard)
    with pytest.raises(PaigowError, match="ann has a strategy for"):
        paigow.Game(other).table({"ann": again.player})


def test_a_bot_plays_a_strategy_in_its_proportions() -> None:
    strategy = load(shipped()["maryland-tiles-5"]).player
    assert strategy is not None
    state, random = setting_phase("maryland-tiles"), Random(3)
    pieces = state.game.kit.parse("13 56 33 25")
    choose = by_strategy(strategy)
    drawn = Counter(str(choose(state, Hand(cast(Any, pieces)), random)) for _ in range(4000))
    assert set(drawn) == {"13 56 / 33 25", "33 56 / 13 25"}
    assert abs(Fraction(drawn["13 56 / 33 25"], 4000) - Fraction(29, 76)) < Fraction(1, 25)
