"""Two players who both pay commission: the deviation gains are exact, and without commission there is a value."""

from fractions import Fraction

import pytest

from paigow.analysis.best import play_best
from paigow.analysis.disjoint import Deck
from paigow.analysis.house_ways import house_way_classes
from paigow.poker import HOUSE_WAYS
from paigow.solver.between import between_data
from paigow.solver.poker.between import solve_between as solve_cards
from paigow.solver.poker.strategy import TypeStrategy
from paigow.solver.tiles.between import _parts, evaluate, games, solve_between
from paigow.solver.tiles.exact import lower_bound, upper_bound
from paigow.solver.tiles.regret import Iteration

SMALL = (0, 2, 5, 10, 11, 15)


def test_without_commission_it_is_the_zero_sum_game() -> None:
    game, paid = games(Fraction(0), SMALL)
    steps = Iteration(game, house=paid)
    for _ in range(200):
        steps.step()
    player, bank = (_parts(game, side) for side in steps.averages())
    ours, theirs, player_gains, bank_gains = evaluate(game, paid, player, bank)
    assert ours == -theirs
    assert ours + player_gains == upper_bound(game, bank)
    assert ours - bank_gains == lower_bound(game, player)


def test_what_either_could_gain_is_what_the_best_change_brings() -> None:
    """Every kind changed alone, one by one, adds up to the whole gain, for kinds do not depend on one another."""
    game, paid = games(Fraction(1, 20), SMALL)
    steps = Iteration(game, house=paid)
    for _ in range(60):
        steps.step()
    player, bank = (_parts(game, side) for side in steps.averages())
    ours, theirs, player_gains, bank_gains = evaluate(game, paid, player, bank)
    assert ours + theirs < 0  # the house takes its share from both
    best_player, best_bank = Fraction(0), Fraction(0)
    for kind in range(len(game.kinds)):
        changes = []
        for place in game.places(kind):
            others = {key: weight for key, weight in player.items() if game.hand[key] != kind}
            changes.append(evaluate(game, paid, {**others, place: Fraction(1)}, bank)[0] - ours)
        best_player += max(changes)
        changes = []
        for place in game.places(kind):
            others = {key: weight for key, weight in bank.items() if game.hand[key] != kind}
            changes.append(evaluate(game, paid, player, {**others, place: Fraction(1)})[1] - theirs)
        best_bank += max(changes)
    assert best_player == player_gains
    assert best_bank == bank_gains


@pytest.mark.exhaustive
def test_the_whole_set_is_close_to_an_equilibrium() -> None:
    found = solve_between(Fraction(1, 20), iterations=150)
    assert 0 <= found.player_gains < Fraction(1, 10_000)
    assert 0 <= found.bank_gains < Fraction(1, 10_000)
    assert found.bank_value > found.player_value  # copies go to the bank
    assert between_data(found)["commission"] == "1/20"


@pytest.mark.parametrize("commission", ["1/20", "1/25"])
def test_the_bank_pays_what_it_wins_less_commission(commission: str) -> None:
    game, paid = games(Fraction(commission), SMALL)
    won, lost = game.worth > 0, game.worth < 0
    deals = game.worth[won] // game.terms.gain
    assert (paid.worth[won] == deals * game.terms.cost).all()
    assert (paid.worth[lost] == game.worth[lost] // game.terms.cost * game.terms.gain).all()


def test_cards_on_a_small_deck_come_close_too() -> None:
    """The gains by deviating are those of responses counted anew, and the house takes its share from both."""
    deck, rate = Deck((8, 9, 10, 11, 12)), Fraction(1, 20)
    found = solve_cards(rate, deck=deck, loops=1, turns=200)
    assert found.player_value + found.bank_value < 0
    for strategy, banks, value, gains in (
        (found.bank, False, found.player_value, found.player_gains),
        (found.player, True, found.bank_value, found.bank_gains),
    ):
        assert isinstance(strategy, TypeStrategy)
        best = play_best(
            strategy.dealer, house_way_classes(HOUSE_WAYS["foxwoods"]), player_banks=banks, commission=rate, deck=deck
        )
        assert value + gains == best.counts.value(rate)
        assert 0 <= gains < Fraction(1, 1000)  # hands of one type may still choose apart
