"""Bots that play the solved game: the best fixed house way, and the strategy nobody can exploit."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import paigow
from paigow.bots import CHOOSERS, USUAL, Bot, equilibrium, optimal
from paigow.comparison import Result
from paigow.errors import PaigowError
from paigow.poker.mixed import equilibrium as of_cards
from paigow.rules import STANDARDS, load_submission
from paigow.table import Command, Phase, game_of
from paigow.table.core.model import Hand, HandStatus, TableState
from paigow.table.driver import TableDriver, new_table
from paigow.tiles import HOUSE_WAYS, parse_tiles
from paigow.tiles.mixed import equilibrium as of_tiles


def setting_phase(standard: str) -> TableState:
    """A table where one player has to set a hand."""
    game = game_of(load_submission(standard))
    bot, seen = Bot("ann", "house-way", "x", banks=False), []

    def watched(state: TableState, name: str) -> Command | None:
        seen.append(state)
        return bot(state, name)

    driver = TableDriver(new_table(game), {"ann": watched}, "seed")
    driver.open_table(500 * game.options.minimum)
    driver.play_round()
    return next(state for state in seen if state.phase is Phase.SETTING)


@pytest.mark.parametrize("style", ["optimal", "equilibrium"])
@pytest.mark.parametrize("standard", STANDARDS)
def test_they_play_every_game_by_its_rules(standard: str, style: str) -> None:
    table = paigow.Game(standard).table({"ann": style, "bob": style}, seed=style).play(3)
    assert table.rounds == 3
    assert sum(table.chips.values()) > 0


def test_an_unknown_style_is_answered_with_those_there_are() -> None:
    with pytest.raises(PaigowError, match="the styles are house-way, best-low, random-legal, optimal, equilibrium"):
        Bot("ann", "perfect")
    assert tuple(USUAL) == ("house-way", "best-low", "random-legal")
    assert set(CHOOSERS) - set(USUAL) == {"optimal", "equilibrium"}


def test_optimal_sets_by_the_best_fixed_house_way() -> None:
    state, random = setting_phase("maryland-tiles"), Random(1)
    for _ in range(100):
        tiles = tuple(random.sample(state.game.kit.full_set, 4))
        assert optimal(state, Hand(tiles), random) == HOUSE_WAYS["optimal"].set(tiles).setting  # type: ignore[arg-type]


@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker"])
def test_equilibrium_mixes_in_the_right_proportions(standard: str) -> None:
    state, random = setting_phase(standard), Random(2)
    strategy: Any = of_tiles("player") if standard == "maryland-tiles" else of_cards("player")
    text = strategy.examples[0]
    pieces = state.game.kit.parse(text)
    shares = dict(strategy.weights(pieces))
    assert len(shares) > 1
    assert sum(shares.values()) == 1
    drawn = Counter(equilibrium(state, Hand(pieces), random) for _ in range(4000))
    assert set(drawn) <= set(shares)
    for setting, share in shares.items():
        assert abs(Fraction(drawn[setting], 4000) - share) < Fraction(1, 25)


def test_the_strategies_that_tables_read_mix_the_hands_of_the_paper() -> None:
    ours = of_tiles("player").weights(parse_tiles("13 56 33 25"))
    assert {str(setting): share for setting, share in ours} == {
        "33 56 / 13 25": Fraction(47, 76),
        "13 56 / 33 25": Fraction(29, 76),
    }


def test_where_the_dealers_hand_lies_open_they_respond_to_it() -> None:
    state = setting_phase("dealer-open")
    kit, dealer = state.game.kit, state.game.dealer
    assert dealer is not None
    shown = state.current.hands[dealer]
    assert shown.status is HandStatus.EXPOSED
    assert shown.setting is not None
    order = (Result.LOSE, Result.PUSH, Result.WIN)
    random = Random(3)
    left = [piece for piece in kit.full_set if piece not in shown.pieces]
    for _ in range(40):
        hand = replace(Hand(tuple(random.sample(left, 7))), viewed=True)
        results = [
            kit.compare(each, shown.setting).result for each in kit.settings(hand.pieces) if not kit.is_foul(each)
        ]
        for style in (optimal, equilibrium):
            found = kit.compare(style(state, hand, random), shown.setting).result
            assert found is max(results, key=order.index)
