"""MDP chapter 11, sections A to G: setting the hands, surrender, exposure and the Pai Gow Poker Wager."""

from collections import Counter
from collections.abc import Callable

import pytest
from tests.rules.racks import rack_contents

from paigow.comparison import Result
from paigow.money import COMMISSION, INVENTORY, bet
from paigow.poker import DECK, PokerSetting, parse_cards
from paigow.table import Command, Phase, TableState, legal_commands
from paigow.table.cards.discards import HandDiscarded
from paigow.table.cards.envy import EnvyHandAnnounced, EnvyPaid
from paigow.table.core.model import MAIN, HandStatus, WagerKey
from paigow.table.floor.conduct import NoteConduct
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank
from paigow.table.steps.seating import rack_of
from paigow.table.steps.setting import (
    AskHouseWay,
    HandsCompared,
    HandSet,
    HouseHandSet,
    HouseWayTold,
    LookAtHand,
    SetBankHand,
    SetHand,
    SetHouseHand,
)
from paigow.table.steps.settlement import ExposeHand, HandExposed, WagerSettled
from paigow.table.steps.surrender import Surrender, Surrendered
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import FACE_DOWN, view

Poker = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
PickedUp = Callable[[TableScript], TableState]
BOTH = {"ann": 1000, "bob": 1000}
DEALER = "Qs Qd Ks 8h Jc 4d 2c"  # set Q-Q-8-4-2 / K-J
STRONG = "Ac Ah Kd Kc 7s 6d 4h"
WEAK = "2d 3c 5h 7d 9s Ts Jh"
QUADS = "8s 8c 8d 9h 9c 5c 8h"


def setting(script: TableScript, position: int) -> PokerSetting:
    found = script.state.game.kit.house_set(script.state.current.hands[position].pieces).setting
    assert isinstance(found, PokerSetting)
    return found


# setting


@pytest.mark.clause("MDP-11.A", "MDP-11.A.1")
def test_a_player_looks_at_his_cards_when_the_deal_is_complete_and_sets_them(poker: Poker) -> None:
    script = poker()
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    assert script.refusal(LookAtHand(player="ann", position=1)).clause is not None
    script.to(Phase.SETTING)
    (looked,) = script.do(LookAtHand(player="ann", position=1))
    assert {"MDP-11.A", "MDP-11.A.1"} <= set(looked.clauses)
    assert view(script.state, "ann")["round"]["hands"][1]["pieces"].count(FACE_DOWN) == 0
    assert script.refusal(SetHouseHand()).clause == "MDP-11.C"
    script.do(SetHand(player="ann", position=1, setting=setting(script, 1)))
    assert script.last(HandSet).set_by == "ann"


@pytest.mark.clause("MDP-11.A.2")
def test_nobody_else_touches_a_players_cards(poker: Poker) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(LookAtHand(player="ann", position=1))
    for command in (
        LookAtHand(player="bob", position=1),
        SetHand(player="bob", position=1, setting=setting(script, 1)),
        AskHouseWay(player="bob", position=1),
    ):
        assert script.refusal(command).clause == "MDP-11.A"
    assert view(script.state, "bob")["round"]["hands"][1]["pieces"] == [FACE_DOWN] * 7
    (noted,) = script.do(NoteConduct(kind="touched-cards", player="bob"))
    assert noted.clauses == ("MDP-11.A.2",)


@pytest.mark.clause("MDP-11.A.3")
@pytest.mark.parametrize("house_way", ["foxwoods", "stones"])
def test_on_request_the_dealer_tells_how_the_house_would_set(poker: Poker, house_way: str) -> None:
    script = poker({"house_way": house_way})
    script.to(Phase.SETTING, Plan(wagers=BOTH, hands={1: STRONG}))
    ask = AskHouseWay(player="ann", position=1)
    assert script.refusal(ask).clause == "MDP-11.A.3"
    script.do(LookAtHand(player="ann", position=1), ask)
    told = script.last(HouseWayTold)
    assert "MDP-11.A.3" in told.clauses
    assert told.setting == setting(script, 1)
    assert script.state.current.hands[1].status is HandStatus.DEALT


@pytest.mark.clause("MDP-11.A.3", "MDP-11.C.3")
def test_a_bank_may_ask_too_when_it_turns_over_its_cards(poker: Poker) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.BANKING, Plan(wagers={"bob": 1000}, bank="ann", hands={1: STRONG}))
    script.step()  # the dealer's own hand
    ask = AskHouseWay(player="ann", position=1)
    assert script.refusal(ask).clause == "MDP-11.A.3"
    script.do(LookAtHand(player="ann", position=1))
    assert any(offer.admits(ask) for offer in legal_commands(script.state, "ann"))
    script.do(ask)
    assert script.last(HouseWayTold).setting == setting(script, 1)
    assert script.refusal(AskHouseWay(player="bob", position=1)).clause == "MDP-11.A.1"
    script.play()


@pytest.mark.clause("MDP-11.A.4")
def test_seven_cards_stay_in_view_of_the_dealer(poker: Poker) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(LookAtHand(player="ann", position=1))
    assert view(script.state, "dealer")["round"]["hands"][1]["pieces"] == [FACE_DOWN] * 7
    script.do(SetHand(player="ann", position=1, setting=setting(script, 1)))
    assert len(view(script.state, "dealer")["round"]["hands"][1]["pieces"]) == 7
    (noted,) = script.do(NoteConduct(kind="cards-out-of-view", player="bob"))
    assert noted.clauses == ("MDP-11.A.4",)


@pytest.mark.clause("MDP-11.A.5")
def test_hands_laid_down_are_not_touched_again(poker: Poker) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(LookAtHand(player="ann", position=1), SetHand(player="ann", position=1, setting=setting(script, 1)))
    for command in (
        SetHand(player="ann", position=1, setting=setting(script, 1)),
        LookAtHand(player="ann", position=1),
        AskHouseWay(player="ann", position=1),
    ):
        assert script.refusal(command).clause == "MDP-11.A.5"
    (noted,) = script.do(NoteConduct(kind="touched-set-hands", player="ann"))
    assert noted.clauses == ("MDP-11.A.5",)


@pytest.mark.clause("MDP-11.B")
def test_seven_cards_become_five_and_two(poker: Poker) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH, hands={1: STRONG}))
    script.do(LookAtHand(player="ann", position=1))
    for text in ("Ac Ah Kd Kc 7s / 6d 5s", "Ac Ah Kd Kc 7s / 6d 4c"):
        wrong = SetHand(player="ann", position=1, setting=PokerSetting.parse(text))
        assert script.refusal(wrong).clause == "MDP-11.A.1"
    script.do(SetHand(player="ann", position=1, setting=PokerSetting.parse("Ac Ah 7s 6d 4h / Kd Kc")))
    assert "MDP-11.B" in script.last(HandSet).clauses
    assert not script.state.current.hands[1].foul


@pytest.mark.clause("MDP-11.C", "MDP-11.C.1", "MDP-11.C.2")
def test_when_all_have_set_the_dealer_shows_and_sets_seven_cards(poker: Poker) -> None:
    script = poker()
    script.to(Phase.SETTING, Plan(wagers=BOTH, hands={0: DEALER}))
    script.do(LookAtHand(player="ann", position=1), SetHand(player="ann", position=1, setting=setting(script, 1)))
    assert script.refusal(SetHouseHand()).clause == "MDP-11.C"
    script.to(Phase.EXPOSING)
    laid = script.last(HouseHandSet)
    assert {"MDP-11.C", "MDP-11.C.1", "MDP-11.C.2"} <= set(laid.clauses)
    assert str(laid.setting) == "Qs Qd 8h 4d 2c / Ks Jc"
    for viewer in ("ann", "bob", "nobody"):
        hand = view(script.state, viewer)["round"]["hands"][0]
        assert hand["setting"] == "Qs Qd 8h 4d 2c / Ks Jc"


@pytest.mark.clause("MDP-11.C.3")
def test_a_bank_sets_its_hands_when_all_others_have(poker: Poker) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="bob"))
    bank = SetBankHand(player="bob", setting=setting(script, 2))
    assert script.refusal(bank).clause == "MDP-11.C.3"
    script.do(LookAtHand(player="ann", position=1), SetHand(player="ann", position=1, setting=setting(script, 1)))
    script.do(SetHouseHand(), LookAtHand(player="bob", position=2), bank)
    assert "MDP-11.C.3" in script.last(HouseHandSet).clauses
    assert script.state.current.hands[2].status is HandStatus.EXPOSED
    assert script.state.phase is Phase.EXPOSING


# surrender


@pytest.mark.clause("MDP-11.D", "MDP-11.D.1")
def test_surrender_from_the_dealers_setting_to_ones_own_exposure(poker: Poker) -> None:
    script = poker()
    give_up = Surrender(player="bob", position=2)
    for phase in (Phase.SETTING, Phase.BANKING):
        script.to(phase, Plan(wagers=BOTH) if phase is Phase.SETTING else None)
        assert script.refusal(give_up).clause == "MDP-11.D"
    script.to(Phase.EXPOSING)
    script.do(ExposeHand())
    assert script.refusal(Surrender(player="ann", position=1)).clause == "MDP-11.D"
    script.do(give_up)
    assert {"MDP-11.D", "MDP-11.D.1"} <= set(script.last(Surrendered).clauses)


@pytest.mark.clause("MDP-11.D")
@pytest.mark.parametrize("kind", ["fortune", "emperors", "insurance", "progressive"])
def test_no_surrender_with_an_optional_wager(poker: Poker, bets: Bets, kind: str) -> None:
    script = poker()
    plan = Plan(before=bets({"ann": (1, {"main": 1000, kind: 100}), "bob": (2, {"main": 1000})}))
    script.to(Phase.EXPOSING, plan)
    assert script.refusal(Surrender(player="ann", position=1)).clause == "MDP-11.D"
    script.do(Surrender(player="bob", position=2))
    assert script.state.current.hands[2].status is HandStatus.SURRENDERED


@pytest.mark.clause("MDP-11.D.2", "MDP-11.D.4")
def test_wager_and_cards_are_taken_at_once_and_the_seven_counted_unseen(poker: Poker) -> None:
    script = poker()
    script.to(Phase.EXPOSING, Plan(wagers=BOTH))
    before = script.state.ledger[INVENTORY]
    surrendered, discarded = script.do(Surrender(player="ann", position=1))
    assert "MDP-11.D.2" in surrendered.clauses
    assert script.state.ledger[bet(1, MAIN, "ann")] == 0
    assert script.state.ledger[INVENTORY] == before + 1000
    assert isinstance(discarded, HandDiscarded)
    assert (discarded.position, discarded.count) == (1, 7)
    assert "MDP-11.D.4" in discarded.clauses
    for viewer in ("ann", "bob", "dealer", "floor"):
        assert view(script.state, viewer)["round"]["hands"][1]["pieces"] == [FACE_DOWN] * 7
    script.to(Phase.FINISHED)
    assert rack_of(script.state, "ann") == 999_000


@pytest.mark.clause("MDP-11.D.3")
def test_while_another_has_a_qualifying_wager_surrendered_cards_stay(
    poker: Poker, bets: Bets, picked_up: PickedUp
) -> None:
    script = poker()
    wagers = bets({"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, "fortune": 500})})
    script.to(Phase.EXPOSING, Plan(before=wagers, hands={1: QUADS}))
    (surrendered,) = script.do(Surrender(player="ann", position=1))
    assert isinstance(surrendered, Surrendered)
    assert 1 not in script.state.current.stack.discards
    assert view(script.state, "bob")["round"]["hands"][1]["pieces"] == [FACE_DOWN] * 7
    script.to(Phase.FINISHED)
    assert script.last(EnvyHandAnnounced).position == 1
    assert (script.last(EnvyPaid).player, script.last(EnvyPaid).amount) == ("bob", 500)
    assert 1 not in script.state.current.stack.discards
    assert 1 in picked_up(script).current.stack.discards
    discarded = next(e for e in script.events(HandDiscarded) if e.position == 1)
    assert discarded.clauses == ("MDP-11.D.3", "MDP-11.H.3.c", "MDP-11.J")


@pytest.mark.clause("MDP-11.D")
@pytest.mark.parametrize(("edition", "barred"), [(1, (1,)), (2, (1, 2))])
def test_an_optional_wager_on_one_hand_bars_surrender_of_the_other(
    poker: Poker, bets: Bets, edition: int, barred: tuple[int, ...]
) -> None:
    """The first edition looked only at the hand that is given up."""
    script = poker({"edition": edition, "wagers.two_adjacent": True}, players={"ann": 1, "bob": 4})
    wagers = bets({"ann": (1, {"main": 1000, "insurance": 500}), "bob": (4, {"main": 1000})})
    wagers[Phase.BETTING].append(PlaceWager(player="ann", position=2, amount=1000))
    script.to(Phase.EXPOSING, Plan(before=wagers))
    for position in barred:
        assert script.refusal(Surrender(player="ann", position=position)).clause == "MDP-11.D"
    if edition == 1:
        script.do(Surrender(player="ann", position=2))
    script.do(Surrender(player="bob", position=4))


@pytest.mark.clause("MDP-11.D")
def test_against_a_players_bank_surrender_is_a_matter_of_reading(poker: Poker) -> None:
    for reading, clause in (("allowed", None), ("refused", "MDP-11.D")):
        script = poker({"readings.bank_surrender": reading})
        script.play(Plan(wagers=BOTH))
        script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000}, bank="bob"))
        give_up = Surrender(player="ann", position=1)
        if clause:
            assert script.refusal(give_up).clause == clause
        else:
            script.do(give_up)
            assert script.state.ledger[bet(1, MAIN, "ann")] == 0


# exposure and results


@pytest.mark.clause("MDP-11.E", "MDP-11.E.1", "MDP-11.E.2")
def test_hands_are_opened_from_the_dealers_far_right_and_announced(poker: Poker) -> None:
    players = {"dan": 6, "ann": 1, "cyd": 4, "bob": 3}
    script = poker(players=players)
    script.to(Phase.FINISHED, Plan(wagers=dict.fromkeys(players, 1000)))
    opened = script.events(HandExposed)
    assert [event.position for event in opened] == [1, 3, 4, 6]
    for event in opened:
        assert {"MDP-11.E", "MDP-11.E.1", "MDP-11.E.2"} <= set(event.clauses)
        assert event.result in Result
        assert event.match.clause in event.clauses
    kinds = [type(event) for _, events in script.history for event in events]
    assert kinds.index(HandsCompared) < kinds.index(HandExposed)


RESULTS = [
    pytest.param("2d 3c 5h 7d 9s Ts Jh", "", "lose", "MDP-11.F.1.a", id="both lower"),
    pytest.param("Qc Qh 8s 4c 2h 7d 6d", "Qc Qh 8s 4c 2h / 7d 6d", "lose", "MDP-11.F.1.b", id="high a copy, low lower"),
    pytest.param("Qc Qh 8s 4c 2h Kd Jd", "", "lose", "MDP-11.F.1.b", id="two copies"),
    pytest.param(STRONG, "7s 6d 4h Kd Kc / Ac Ah", "lose", "MDP-11.F.1.c", id="foul"),
    pytest.param("As Ah 9c 7d 5s 3h 6c", "As Ah 5s 3h 6c / 9c 7d", "push", "MDP-11.F.2.a", id="only high higher"),
    pytest.param("As Ah Kd Jd 5s 3h 6c", "As Ah 5s 3h 6c / Kd Jd", "push", "MDP-11.F.2.a", id="low a copy"),
    pytest.param("As Kh 9c 7d 5s 3h 2d", "Kh 7d 5s 3h 2d / As 9c", "lose", "MDP-11.F.1.c", id="ace over king"),
    pytest.param("As Ah Jd Js 5s 3h 6c", "Jd Js 5s 3h 6c / As Ah", "lose", "MDP-11.F.1.c", id="pairs the wrong way"),
    pytest.param("As Th 9c 9d 5s 3h 6c", "9c 9d 5s 3h 6c / As Th", "push", "MDP-11.F.2.b", id="only low higher"),
    pytest.param("Qc Qh 8s 4c 2h As Td", "Qc Qh 8s 4c 2h / As Td", "push", "MDP-11.F.2.b", id="high a copy"),
    pytest.param(STRONG, "", "win", "MDP-11.F.3", id="both higher"),
]


@pytest.mark.clause("MDP-11.F.1.a", "MDP-11.F.1.b", "MDP-11.F.1.c", "MDP-11.F.2.a", "MDP-11.F.2.b", "MDP-11.F.3")
@pytest.mark.parametrize(("hand", "laid", "result", "clause"), RESULTS)
def test_what_becomes_of_the_wager(poker: Poker, hand: str, laid: str, result: str, clause: str) -> None:
    script = poker(players=["ann"])
    chosen = {1: laid} if laid else {}
    script.to(Phase.FINISHED, Plan(wagers={"ann": 2000}, hands={0: DEALER, 1: hand}, settings=chosen))
    assert script.last(HandExposed).result == result
    assert clause in script.last(HandExposed).clauses
    net = {"lose": -2000, "push": 0, "win": 2000 - 100}[result]
    assert rack_of(script.state, "ann") == 1_000_000 + net
    assert script.state.ledger[bet(1, MAIN, "ann")] == 0
    if result != "win":
        assert script.last(WagerSettled).clauses == (clause,)


@pytest.mark.clause("MDP-11.F.1.a")
def test_a_losing_wager_is_collected_before_the_next_hand_is_opened(poker: Poker) -> None:
    script = poker()
    script.to(Phase.EXPOSING, Plan(wagers=BOTH, hands={0: DEALER, 1: WEAK}))
    script.do(ExposeHand())
    assert script.state.ledger[bet(1, MAIN, "ann")] == 0
    assert script.state.ledger[bet(2, MAIN, "bob")] == 1000


@pytest.mark.clause("MDP-11.F.1.c")
def test_a_foul_hand_loses_what_it_would_win_by_that_ground_alone(poker: Poker) -> None:
    script = poker(players=["ann"])
    foul = Plan(
        wagers={"ann": 1000}, hands={0: DEALER, 1: "As Ah Ad Kc Kh 7s 6d"}, settings={1: "Ad Kc Kh 7s 6d / As Ah"}
    )
    script.to(Phase.FINISHED, foul)
    opened = script.last(HandExposed)
    assert opened.foul
    assert opened.clauses == ("MDP-11.E", "MDP-11.E.1", "MDP-11.E.2", "MDP-11.F.1.c")  # it is not compared
    assert script.last(WagerSettled).clauses == ("MDP-11.F.1.c",)
    assert script.state.current.results[WagerKey("ann", 1, MAIN)] is Result.LOSE
    assert rack_of(script.state, "ann") == 999_000


@pytest.mark.clause("MDP-11.F.1.d")
@pytest.mark.parametrize(
    ("high", "low"), [("As Ah Ad Kc", "Kh 7s 6d"), ("As Ah Ad Kc Kh 7s", "6d"), ("As Ah Ad Kc Kh", "7s 7s")]
)
def test_what_would_be_set_incorrectly_otherwise_cannot_be_laid_down(poker: Poker, high: str, low: str) -> None:
    script = poker(players=["ann"])
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, hands={0: DEALER, 1: "As Ah Ad Kc Kh 7s 6d"}))
    script.do(LookAtHand(player="ann", position=1))
    wrong = PokerSetting(parse_cards(high), tuple(card for text in low.split() for card in parse_cards(text)))
    assert script.refusal(SetHand(player="ann", position=1, setting=wrong)).clause == "MDP-11.A.1"
    assert script.state.current.hands[1].setting is None


@pytest.mark.clause("MDP-11.F.4")
def test_a_winning_wager_is_paid_by_chapter_13(poker: Poker) -> None:
    script = poker(players=["ann"])
    before = script.state.ledger
    script.to(Phase.FINISHED, Plan(wagers={"ann": 2000}, hands={0: DEALER, 1: STRONG}))
    paid = script.last(WagerSettled)
    assert {"MDP-11.F.4", "MDP-13.A"} <= set(paid.clauses)
    assert (paid.won, paid.vigorish) == (2000, 100)
    assert script.state.ledger[INVENTORY] == before[INVENTORY] - 2000
    assert script.state.ledger[COMMISSION] == before[COMMISSION] + 100


@pytest.mark.clause("MDP-11.G", "MDP-11.J")
def test_settled_cards_are_racked_hand_by_hand_so_that_each_can_be_found_again(
    poker: Poker, picked_up: PickedUp
) -> None:
    players = {"ann": 1, "bob": 3}
    script = poker(players=players)
    script.to(Phase.EXPOSING, Plan(wagers=dict.fromkeys(players, 1000)))
    script.do(ExposeHand())
    gone = script.last(HandDiscarded)
    assert (gone.position, gone.count) == (1, 7)
    assert {"MDP-11.G", "MDP-11.J"} <= set(gone.clauses)
    assert gone.clauses == ("MDP-11.G", "MDP-11.J")  # without an optional wager
    script.to(Phase.FINISHED)
    settled = picked_up(script)
    racked = rack_contents(settled)
    assert script.last(HandDiscarded).clauses == ("MDP-11.J",)  # the dealer's
    assert [entry for entry, _ in racked] == ["stub", 2, 4, 5, 6, 1, 3, 0]
    for entry, cards in racked[1:]:
        assert isinstance(entry, int)
        assert cards == settled.current.hands[entry].pieces
    assert Counter(card for _, cards in racked for card in cards) == Counter(DECK)


@pytest.mark.clause("MDP-11.C.3")
def test_a_bank_takes_no_other_part(poker: Poker) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.OFFERING, Plan(wagers={"bob": 1000}, bank="ann"))
    assert script.refusal(AcceptBank(player="ann")).clause == "MDP-12.C.1.a"
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HandExposed)][-1] == 2
