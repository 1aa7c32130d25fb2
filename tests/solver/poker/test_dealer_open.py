"""The best way to set an open dealer's hand, next to all settings tried one by one on a small deck."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from tests.solver.poker.small_game import small_game

from paigow.analysis.asked import ask
from paigow.analysis.dealer_open import count_dealer_open
from paigow.analysis.disjoint import Dealer, Deck
from paigow.analysis.house_ways import dealer_of, house_way_settings
from paigow.analysis.ranks import classes_of
from paigow.poker import HOUSE_WAYS, count_jacks
from paigow.solver.model import Bounds, Solution
from paigow.solver.poker.choices import choices
from paigow.solver.poker.dealer_open import open_dealer, solve_open
from paigow.solver.poker.files import save
from paigow.solver.poker.strategy import TypeStrategy
from paigow.solver.verify_cards import verify

DECKS = [(8, 9, 10, 11, 12), (0, 1, 2, 3, 12)]


@pytest.mark.parametrize("ranks", DECKS)
@pytest.mark.clause("DO-W", "DO-W.s4", "DO-W.s5", "DO-W.s6")
def test_the_best_fixed_way_of_an_open_dealer(ranks: tuple[int, ...]) -> None:
    game, lines = small_game(ranks), choices(Deck(ranks))
    found = open_dealer(lines, Fraction(1))
    kinds = len(game.kinds)
    first = np.searchsorted(game.kind, np.arange(kinds))
    better = (np.subtract.outer(game.high, game.high) > 0).astype(int) + (np.subtract.outer(game.low, game.low) > 0)
    most = np.maximum.reduceat(better, first, axis=0)  # what the best of the player's settings reaches
    met = game.pairs[:, game.kind]
    won, lost = (met * (most == 2)).sum(axis=0), (met * (most == 0)).sum(axis=0)
    jacks = np.array([count_jacks(hand) >= 2 for hand in game.kinds])
    worth = np.maximum.reduceat(lost - won, first)
    expected = int(worth[~jacks].sum() + game.pairs[:, jacks].sum())
    assert found.counts.lose - found.counts.win == expected
    assert found.counts.total == game.pairs.sum()
    assert found.by_hand.lose - found.by_hand.win >= expected


@pytest.mark.exhaustive
def test_a_solution_is_the_same_if_it_was_stopped_and_verifies(tmp_path: Path) -> None:
    asked, deck, kept = ask("dealer-open"), Deck(DECKS[0]), tmp_path / "kept"
    whole = solve_open(asked, Fraction(0), deck=deck)

    class Stop(Exception):
        pass

    seen: list[str] = []

    def stop(bounds: Bounds) -> None:
        seen.append(bounds.stage)
        if bounds.stage.startswith("mgm-grand"):
            raise Stop

    with pytest.raises(Stop):
        solve_open(asked, Fraction(0), deck=deck, progress=stop, checkpoint=kept)
    assert any(stage.startswith("foxwoods") for stage in seen)
    seen.clear()
    again = solve_open(asked, Fraction(0), deck=deck, progress=lambda told: seen.append(told.stage), checkpoint=kept)
    assert not any(stage.startswith("foxwoods") for stage in seen)
    assert again.to_dict() | {"seconds": 0} == whole.to_dict() | {"seconds": 0}
    assert not kept.exists()

    def disagrees(solution: Solution) -> list[str]:
        save(solution, tmp_path / "open.npz")
        return [name for name, _, passed in verify(tmp_path / "open.npz", deck.ranks) if not passed]

    assert disagrees(again) == []
    wrong = replace(again, lower=again.lower - Fraction(1, again.total))
    assert disagrees(wrong) == ["no dealer can hold the player to less"]
    flamingo = TypeStrategy.fixed(house_way_settings(HOUSE_WAYS["flamingo"]))
    assert disagrees(replace(again, pure=replace(again.pure, strategy=flamingo))) == [
        "fixed house way, edge against best play",
        "its counts",
        "proved to be the best by type",
    ]


def test_the_counts_are_those_of_the_odds() -> None:
    lines = choices(Deck(DECKS[0]))
    found = open_dealer(lines, Fraction(1))
    high, low = classes_of(lines.settings_of(found.line))
    assert count_dealer_open(Dealer.fixed(high, low), deck=lines.deck) == found.counts
    for name in HOUSE_WAYS:
        usual = count_dealer_open(dealer_of(name), deck=lines.deck)
        assert usual.lose - usual.win <= found.counts.lose - found.counts.win
