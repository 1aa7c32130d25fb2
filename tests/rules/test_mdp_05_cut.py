"""MDP chapter 5, sections D to G: the cut."""

import pytest

from paigow.errors import PaigowError
from paigow.poker import DECK
from paigow.poker.cut import CoverCard, CoverUse, cut_offers, cut_stack, recutters

EVERYBODY = range(1, 7)


@pytest.mark.clause("MDP-5.E.1")
def test_when_a_game_begins_the_first_arrival_is_asked_first() -> None:
    assert cut_offers(EVERYBODY, first_arrival=4) == (4, 1, 2, 3, 5, 6, 0)
    assert cut_offers(EVERYBODY, bank=2, first_arrival=4) == (4, 2, 3, 5, 6, 1, 0)


@pytest.mark.clause("MDP-5.E.2", "MDP-5.E.3")
def test_the_bank_is_asked_first_and_then_its_right() -> None:
    assert cut_offers(EVERYBODY, bank=5) == (5, 6, 1, 2, 3, 4, 0)
    assert cut_offers([1, 3, 5], bank=3) == (3, 5, 1, 0)


@pytest.mark.clause("MDP-5.E.4")
def test_without_a_bank_the_furthest_right_of_the_dealer_is_asked_first() -> None:
    assert cut_offers(EVERYBODY) == (1, 2, 3, 4, 5, 6, 0)
    assert cut_offers([6, 2]) == (2, 6, 0)


@pytest.mark.clause("MDP-5.D.2")
def test_the_dealer_cuts_if_nobody_does() -> None:
    assert all(cut_offers(range(1, count), bank=0)[-1] == 0 for count in range(1, 8))
    assert cut_offers([]) == (0,)


@pytest.mark.clause("MDP-5.F")
def test_ten_cards_stay_on_either_side() -> None:
    for depth in range(10, 44):
        assert len(cut_stack(DECK, depth)) == 54
    for depth in (0, 9, 44, 53):
        with pytest.raises(PaigowError, match="at least ten") as refused:
            cut_stack(DECK, depth)
        assert refused.value.clause == "MDP-5.F"


@pytest.mark.clause("MDP-5.D", "MDP-5.F.1", "MDP-5.F.2", "MDP-5.F.3.a")
def test_what_lay_above_goes_below_and_the_first_cover_card_to_the_bottom() -> None:
    stack = cut_stack(DECK, 20)
    assert stack == (*DECK[20:], *DECK[:20], CoverCard.FIRST)


@pytest.mark.clause("MDP-5.F.3.b")
def test_the_other_cover_card_may_go_in_four_from_the_bottom() -> None:
    stack = cut_stack(DECK, 20, CoverUse.NEAR_BOTTOM)
    assert stack == (*DECK[20:], *DECK[:16], CoverCard.SECOND, *DECK[16:20], CoverCard.FIRST)


@pytest.mark.clause("MDP-5.G.2")
def test_a_recut_is_for_the_last_cutter_or_the_next() -> None:
    offers = cut_offers(EVERYBODY, bank=5)
    assert recutters(offers, 6) == (6, 1)
    assert recutters(offers, 4) == (4, 0)
    assert recutters(offers, 0) == (0,)
