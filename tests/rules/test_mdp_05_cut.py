"""MDP chapter 5, sections D to G: the cut and the recut, by themselves and at the table."""

from collections.abc import Callable

import pytest

from paigow.table import Phase
from paigow.table.cards.card_cut import (
    CardsCut,
    CutCards,
    CutOffered,
    OfferCut,
    PassCut,
    RecutRequired,
    RequireRecut,
    cut_offers,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Deliver, Delivered
from paigow.table.steps.start import ShakeDice, StartDetermined, UncoverDice

Poker = Callable[..., TableScript]
EVERYBODY = range(1, 7)
FOUR = {"ann": 2, "bob": 3, "cyd": 5, "dan": 6}
WAGERS = dict.fromkeys(FOUR, 1000)


def offered(script: TableScript) -> list[str]:
    return [event.player for event in script.events(CutOffered)]


def second_round(script: TableScript) -> None:
    script.play(Plan(wagers=WAGERS))
    script.history.clear()


# the order of the offers


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


# at the table: who cuts, and where


@pytest.mark.clause("MDP-5.D.1", "MDP-5.E.1")
def test_at_the_start_the_cut_goes_first_to_who_came_first(poker: Poker) -> None:
    script = poker(players={"cyd": 5, "ann": 2, "bob": 3})
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert offered(script) == ["cyd", "ann", "bob"]
    first, *others = script.events(CutOffered)
    assert {"MDP-5.D.1", "MDP-5.E.1"} <= set(first.clauses)
    assert not any("MDP-5.E.1" in event.clauses for event in others)


@pytest.mark.clause("MDP-5.E.4", "MDP-5.E.1")
def test_without_a_bank_it_goes_round_from_the_dealers_far_right(poker: Poker) -> None:
    script = poker(players={"dan": 6, "bob": 3, "ann": 2, "cyd": 5})
    second_round(script)
    script.to(Phase.BETTING, Plan(wagers=WAGERS))
    assert offered(script) == ["ann", "bob", "cyd", "dan"]
    assert all("MDP-5.E.4" in event.clauses for event in script.events(CutOffered))
    assert not any("MDP-5.E.1" in event.clauses for event in script.events(CutOffered))


@pytest.mark.clause("MDP-5.D.1", "MDP-5.E.2", "MDP-5.E.3")
def test_a_bank_is_offered_the_cut_first_and_then_those_to_its_right(poker: Poker) -> None:
    script = poker(players=FOUR)
    second_round(script)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}, bank="cyd"))
    assert offered(script) == ["cyd", "dan", "ann", "bob"]
    bank, *others = script.events(CutOffered)
    assert "MDP-5.E.2" in bank.clauses
    assert all("MDP-5.E.3" in event.clauses for event in others)


@pytest.mark.clause("MDP-5.D.1")
def test_one_at_a_time_and_only_who_is_asked(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    assert script.refusal(CutCards(player="ann", depth=20)).clause == "MDP-5.D.1"
    script.do(OfferCut())
    assert script.refusal(OfferCut()).clause == "MDP-5.D.1"
    assert script.refusal(CutCards(player="bob", depth=20)).clause == "MDP-5.D.1"
    assert script.refusal(PassCut(player="bob")).clause == "MDP-5.D.1"
    script.do(PassCut(player="ann"))
    assert script.refusal(CutCards(player="ann", depth=20)).clause == "MDP-5.D.1"
    script.do(OfferCut(), CutCards(player="bob", depth=20))
    assert script.last(CardsCut).player == "bob"
    assert script.state.phase is Phase.BETTING


@pytest.mark.clause("MDP-5.D.2")
def test_the_dealer_cuts_only_when_nobody_wants_to(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    for name in FOUR:
        assert script.refusal(CutCards(depth=26)).clause == "MDP-5.D.2"
        script.do(OfferCut(), PassCut(player=name))
    assert script.refusal(OfferCut()).clause == "MDP-5.D.2"
    script.do(CutCards(depth=26))
    assert "MDP-5.D.2" in script.last(CardsCut).clauses


@pytest.mark.clause("MDP-5.F")
def test_the_cover_card_goes_in_ten_cards_or_more_from_both_ends(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    script.do(OfferCut())
    for depth in (-1, 0, 9, 44, 53, 54):
        refused = script.refusal(CutCards(player="ann", depth=depth))
        assert str(refused) == "the cover card must go in under 10 to 43 cards [MDP-5.F]"
    before = script.state
    for depth in (10, 43):
        script.state = before
        script.do(CutCards(player="ann", depth=depth))
        assert script.state.current.stack.cut


@pytest.mark.clause("MDP-5.F", "MDP-5.D.1", "MDP-5.D.2")
def test_nobody_cuts_or_passes_out_of_turn(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.BETTING, Plan(wagers=WAGERS))
    for command in (OfferCut(), PassCut(player="ann"), CutCards(player="ann", depth=20), CutCards(depth=20)):
        assert "cut only after they are shuffled by hand" in str(script.refusal(command))


@pytest.mark.clause("MDP-5.F")
def test_by_the_letter_ten_from_one_end_is_enough(poker: Poker) -> None:
    script = poker({"readings.cut_depth": "one-end"}, players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    script.do(OfferCut())
    for depth in (0, 53):
        assert script.refusal(CutCards(player="ann", depth=depth)).clause == "MDP-5.F"
    script.do(CutCards(player="ann", depth=1))
    assert script.state.current.stack.cut


@pytest.mark.clause("MDP-5.F.1", "MDP-5.F.2")
def test_what_lay_on_the_cover_card_goes_to_the_bottom(poker: Poker) -> None:
    script = poker(players=FOUR)
    before = script.to(Phase.CUTTING, Plan(wagers=WAGERS)).current.stack.order
    script.do(OfferCut(), CutCards(player="ann", depth=17))
    after = script.state.current.stack.order
    assert after[:36] == before[17:]
    assert after[36:] == before[:17]
    assert {"MDP-5.F.1", "MDP-5.F.2"} <= set(script.last(CardsCut).clauses)


@pytest.mark.parametrize(
    "use",
    [
        pytest.param("discard-rack", marks=pytest.mark.clause("MDP-5.F.3.a")),
        pytest.param("fourth-from-bottom", marks=pytest.mark.clause("MDP-5.F.3.b")),
    ],
)
def test_one_cover_card_goes_where_the_submission_says(poker: Poker, request: pytest.FixtureRequest, use: str) -> None:
    (clause,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    script = poker({"dealing.cover_card": use}, players=FOUR)
    script.to(Phase.BETTING, Plan(wagers=WAGERS))
    assert script.last(CardsCut).cover_card == use
    assert clause in script.last(CardsCut).clauses


@pytest.mark.clause("MDP-5.F.4", "MDP-5.F.5")
def test_after_the_cut_the_start_is_found_and_then_the_cards_are_dealt(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    for early in (ShakeDice(dice=(1, 2, 3)), UncoverDice()):
        assert script.refusal(early).clause == "MDP-8.D.1"
    assert script.state.game.cite("start") == ("MDP-8.D.1", "MDP-5.F.4")
    script.to(Phase.STARTING)
    assert script.refusal(Deliver()).clause == "MDP-8.D.2"
    script.to(Phase.SETTING)
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(CardsCut) < kinds.index(StartDetermined) < kinds.index(Delivered)


# at the table: recuts


@pytest.mark.clause("MDP-5.G.1")
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.STARTING, Phase.DEALING])
def test_before_the_deal_the_floor_may_require_a_recut(poker: Poker, phase: Phase) -> None:
    script = poker(players=FOUR)
    before = script.to(phase, Plan(wagers=WAGERS)).current.stack.order
    assert RequireRecut().by == "floor"
    script.do(RequireRecut())
    assert "MDP-5.G.1" in script.last(RecutRequired).clauses
    script.do(CutCards(depth=13))
    assert script.state.current.stack.order == before[13:] + before[:13]
    assert script.state.phase is phase
    script.to(Phase.SETTING)
    assert script.refusal(RequireRecut()).clause == "MDP-5.G.1"


@pytest.mark.clause("MDP-5.G.1")
def test_no_recut_before_a_cut(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    assert script.refusal(RequireRecut()).clause == "MDP-5.G.1"


@pytest.mark.clause("MDP-5.G.2")
def test_who_cut_last_cuts_again_or_the_next_in_order(poker: Poker) -> None:
    script = poker(players=FOUR)
    script.to(Phase.CUTTING, Plan(wagers=WAGERS))
    script.do(OfferCut(), PassCut(player="ann"), OfferCut(), CutCards(player="bob", depth=20))
    script.do(RequireRecut())
    assert "MDP-5.G.2" in script.last(RecutRequired).clauses
    for other in ("ann", "cyd"):
        assert script.refusal(CutCards(player=other, depth=30)).clause == "MDP-5.D.1"
    script.do(CutCards(player="bob", depth=30))
    script.do(RequireRecut(next_person=True))
    assert script.refusal(CutCards(player="bob", depth=30)).clause == "MDP-5.D.1"
    script.do(OfferCut(), CutCards(player="cyd", depth=30))
    assert [event.player for event in script.events(CardsCut)] == ["bob", "bob", "cyd"]
