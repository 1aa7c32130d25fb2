"""Dealer Open, steps 4 to 9: the house hand first and in view, two jacks, the players' hands, a hand set wrong."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.errors import PaigowError
from paigow.money import INVENTORY, bet, rack
from paigow.poker import PokerSetting, parse_cards
from paigow.table import Phase, legal_commands
from paigow.table.cards.jacks import DeclareJacks, JacksDeclared
from paigow.table.core.model import WagerKey
from paigow.table.floor.irregularities import HouseHandReset, ResetHouseHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import HandsCompared, HouseHandSet, LookAtHand, SetHand, SetHouseHand
from paigow.table.steps.settlement import ExposeHand, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view

Table = Callable[..., TableScript]
OPEN = "dealer-open"
BOTH = {"ann": 1000, "bob": 2500}
LINES = [{"jacks": 2, "pays": "3 to 1"}, {"jacks": 3, "pays": "25 to 2"}]
POSTED = {
    "wagers.jack_beats.offered": True,
    "wagers.jack_beats.lines": LINES,
    "wagers.chan_chu.offered": True,
    "wagers.chan_chu.lines": LINES[:1],
}
PAIR_OF_KINGS = "Ks Kd Qc 9h 7s 5d 3c"
HOUSE_SET = "Ks Kd 7s 5d 3c / Qc 9h"
WRONG = "Ks Kd Qc 9h 3c / 7s 5d"
ACES = "As Ac Qd Tc 8h 6s 4d"
ACES_SET = "As Ac 8h 6s 4d / Qd Tc"
NINES = "9s 9d Kc 8h 7d 5c 2s"


@pytest.mark.clause("DO-R4.s3", "DO-R9", "DO-R5")
def test_the_house_way_hand_is_set_in_full_view_before_any_player_hand(table: Table) -> None:
    script = table(OPEN)
    state = script.to(Phase.SETTING, Plan(wagers=BOTH, hands={0: PAIR_OF_KINGS}))
    done = script.last(HouseHandSet)
    assert str(done.setting) == HOUSE_SET
    assert {"DO-R4.s3", "DO-R9"} <= set(done.clauses)
    assert script.last(HandsCompared).clauses == ("DO-R5",)
    for viewer in ("ann", "nobody"):
        hands = view(state, viewer)["round"]["hands"]
        assert hands[0]["setting"] == HOUSE_SET
        assert all(hands[seat]["setting"] is None for seat in (1, 2))


@pytest.mark.clause("DO-R4.a", "DO-W")
@pytest.mark.parametrize("jacks", ["Js Jd", "Js Jd Jh", "Js Jd Jh Jc"])
def test_two_jacks_or_more_end_the_round_and_beat_every_main_wager(table: Table, jacks: str) -> None:
    script = table(OPEN)
    dealer = " ".join([*jacks.split(), "9h", "7s", "5d", "3c", "2h"][:7])
    plan = Plan(wagers=BOTH, hands={0: dealer, 1: "As Ac Ad Ah Jk Ks Kd"})
    state = script.to(Phase.BANKING, plan)
    before = state.ledger[INVENTORY]
    house = state.game.kit.house_set(state.current.hands[0].pieces).setting
    for command in (SetHouseHand(), SetHouseHand(setting=house)):
        assert script.refusal(command).clause == "DO-R4.a"
    assert [type(offer.command) for offer in legal_commands(state, "dealer")] == [DeclareJacks]
    script.step()
    declared = script.last(JacksDeclared)
    assert (declared.jacks, declared.clauses) == (len(jacks.split()), ("DO-R4.a",))
    assert script.state.phase is Phase.FINISHED
    assert script.events(HouseHandSet) == []
    for event in script.events(WagerSettled):
        assert event.result is Result.LOSE
        assert {"DO-W", "DO-R11"} == set(event.clauses)
        assert [move.clause for move in event.transfers] == ["DO-W"]
    assert script.state.ledger[INVENTORY] == before + 3500
    assert "when the dealer's cards are face up and not yet set" in str(script.refusal(DeclareJacks()))


@pytest.mark.clause("DO-R4.a")
@pytest.mark.parametrize("dealer", ["Js Jk Ks Qs 9h 4d 2c", "Js Ks Qs 9h 7d 4d 2c"])
def test_one_jack_ends_nothing_and_the_joker_is_none(table: Table, dealer: str) -> None:
    script = table(OPEN)
    script.to(Phase.BANKING, Plan(wagers=BOTH, hands={0: dealer}))
    assert script.refusal(DeclareJacks()).clause == "DO-R4.a"
    script.step()
    assert script.state.phase is Phase.SETTING
    assert script.refusal(DeclareJacks()).clause == "DO-R4.a"


def wager_on_jacks(script: TableScript, dealer: str) -> None:
    bets = [
        PlaceWager(player="ann", position=1, amount=1000),
        PlaceWager(player="ann", position=1, kind="jack-beats", amount=500),
        PlaceWager(player="ann", position=1, kind="chan-chu", amount=200),
        PlaceWager(player="ann", position=1, kind="ace-high", amount=300),
    ]
    script.play(Plan(hands={0: dealer}, before={Phase.BETTING: bets}))


@pytest.mark.clause("DO-R4.a.s2")
def test_the_posted_tables_settle_the_wagers_on_jacks(table: Table) -> None:
    script = table(OPEN, POSTED)
    chips = script.state.ledger[rack("ann")]
    wager_on_jacks(script, "Js Jd 9h 7s 5d 3c 2h")
    paid = {event.wager.kind: event for event in script.events(SideWagerSettled)}
    assert {kind: event.won for kind, event in paid.items()} == {"jack-beats": 1500, "chan-chu": 600, "ace-high": 0}
    assert paid["jack-beats"].clauses == ("DO-R4.a.s2",)
    assert script.state.ledger[rack("ann")] == chips - 1000 + 1500 + 600 - 300


@pytest.mark.clause("DO-R4.a.s2")
def test_a_number_of_jacks_that_a_table_does_not_name_loses_by_it(table: Table) -> None:
    script = table(OPEN, POSTED)
    wager_on_jacks(script, "Js Jd Jh 7s 5d 3c 2h")
    won = {event.wager.kind: event.won for event in script.events(SideWagerSettled)}
    assert won == {"jack-beats": 6250, "chan-chu": 0, "ace-high": 0}


@pytest.mark.clause("DO-R4.a.s2")
def test_without_the_jacks_these_wagers_lose(table: Table) -> None:
    script = table(OPEN, POSTED)
    wager_on_jacks(script, PAIR_OF_KINGS)
    won = {event.wager.kind: event.won for event in script.events(SideWagerSettled)}
    assert won == {"jack-beats": 0, "chan-chu": 0, "ace-high": 0}
    assert script.state.ledger[bet(1, "jack-beats", "ann")] == 0


@pytest.mark.clause("DO-R4.a.s2")
def test_amounts_are_such_that_the_odds_can_be_paid(table: Table) -> None:
    script = table(OPEN, POSTED)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    refused = script.refusal(PlaceWager(player="ann", position=1, kind="jack-beats", amount=501))
    assert "in steps of $0.02" in refused.message
    script.do(PlaceWager(player="ann", position=1, kind="chan-chu", amount=501))


@pytest.mark.clause("DO-R6", "DO-R6.s2")
def test_two_cards_in_front_and_five_behind(table: Table) -> None:
    script = table(OPEN)
    script.to(Phase.SETTING, Plan(wagers=BOTH, hands={0: PAIR_OF_KINGS, 1: ACES}))
    script.do(LookAtHand(player="ann", position=1))
    cards = parse_cards(ACES)
    for low in (1, 3):
        wrong = SetHand(player="ann", position=1, setting=PokerSetting(cards[low:], cards[:low]))
        assert script.refusal(wrong).clause == "DO-R6"
    other = PokerSetting.parse(ACES_SET.replace("As", "Ah"))
    assert script.refusal(SetHand(player="ann", position=1, setting=other)).clause == "DO-R6"
    right = PokerSetting.parse(ACES_SET)
    script.do(SetHand(player="ann", position=1, setting=right))
    hand = script.state.current.hands[1]
    assert hand.setting == right
    assert (len(right.low), len(right.high)) == (2, 5)
    assert script.refusal(SetHand(player="ann", position=1, setting=right)).clause == "DO-R6"


@pytest.mark.clause("DO-R7")
def test_a_front_hand_above_the_back_hand_is_foul_and_loses(table: Table) -> None:
    script = table(OPEN)
    plan = Plan(
        wagers={"ann": 1000}, hands={0: "Kd Qc 9h 7s 5d 3c 2h", 1: ACES}, settings={1: "Qd Tc 8h 6s 4d / As Ac"}
    )
    script.play(plan)
    settled = script.last(WagerSettled)
    assert settled.result is Result.LOSE
    exposed = next(event for _, events in script.history for event in events if "DO-R7" in event.clauses)
    assert getattr(exposed, "foul")  # noqa: B009 - the event is one of several kinds


@pytest.mark.clause("DO-R7")
def test_an_equal_front_hand_is_no_foul(table: Table) -> None:
    script = table(OPEN)
    equal = {1: "Kc Qh 9s 7d 5c / Ks Qs"}
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, hands={0: ACES, 1: "Kc Qh 9s 7d 5c Ks Qs"}, settings=equal))
    script.to(Phase.EXPOSING)
    assert not script.state.current.hands[1].foul


def misset(table: Table, choices: dict[str, object], phase: Phase) -> TableScript:
    """Set the house hand wrong: ann's low hand beats it but loses to the right one; bob loses to both."""
    script = table(OPEN, choices)
    wrong = SetHouseHand(setting=PokerSetting.parse(WRONG))
    plan = Plan(
        wagers=BOTH,
        hands={0: PAIR_OF_KINGS, 1: "As Ac 8d 6h 4s Td 2c", 2: NINES},
        settings={1: "As Ac 6h 4s 2c / Td 8d"},
        before={Phase.BANKING: [wrong]},
    )
    script.to(phase, plan)
    return script


@pytest.mark.clause("DO-R9.s2", "DO-R9.a")
def test_a_house_hand_found_wrong_during_pay_and_take_is_reset_and_settled_again(table: Table) -> None:
    script = misset(table, {"readings.wrong_setting": "dealer"}, Phase.EXPOSING)
    before = script.state.ledger
    script.do(ExposeHand())
    ann = WagerKey("ann", 1, "main")
    assert script.state.current.results[ann] is Result.WIN
    script.do(ResetHouseHand(position=0))
    reset = script.last(HouseHandReset)
    assert str(reset.setting) == HOUSE_SET
    assert {"DO-R9.s2", "DO-R9.a"} <= set(reset.clauses)
    assert script.state.ledger == before  # what was paid is undone
    assert str(script.state.current.hands[1].setting) == "As Ac 6h 4s 2c / Td 8d"  # the player's own setting stands
    script.do(ExposeHand())
    assert script.state.current.results[ann] is Result.PUSH
    assert script.play().rounds == 1


@pytest.mark.clause("DO-R9.s2")
def test_a_hand_misplaced_while_the_players_set_is_put_right_at_once(table: Table) -> None:
    script = misset(table, {}, Phase.SETTING)
    script.do(ResetHouseHand(position=0))
    assert script.state.phase is Phase.SETTING
    assert str(script.state.current.hands[0].setting) == HOUSE_SET
    assert script.refusal(ResetHouseHand(position=0)).clause == "DO-R9.s2"
    assert script.play().rounds == 1


@pytest.mark.clause("DO-R9.s2")
def test_all_hands_are_set_again(table: Table) -> None:
    script = misset(table, {}, Phase.EXPOSING)
    script.do(ExposeHand(), ResetHouseHand(position=0))
    assert script.state.phase is Phase.SETTING
    assert {script.state.current.hands[seat].status for seat in (1, 2)} == {"dealt"}
    better = PokerSetting.parse("As Ac 8d 6h 4s / Td 2c")
    script.do(SetHand(player="ann", position=1, setting=better))
    assert script.state.current.hands[1].setting == better
    assert script.play().rounds == 1


@pytest.mark.clause("DO-R9.a", "DO-R9")
def test_a_foul_house_hand_never_stands(table: Table) -> None:
    script = table(OPEN)
    foul = SetHouseHand(setting=PokerSetting.parse("Qc 9h 7s 5d 3c / Ks Kd"))
    script.to(Phase.SETTING, Plan(wagers=BOTH, hands={0: PAIR_OF_KINGS}, before={Phase.BANKING: [foul]}))
    assert script.state.current.hands[0].foul
    script.do(ResetHouseHand(position=0))
    assert not script.state.current.hands[0].foul
    assert str(script.state.current.hands[0].setting) == HOUSE_SET


@pytest.mark.clause("DO-R9.a")
def test_a_table_that_runs_by_itself_declares_jacks_and_puts_a_foul_house_hand_right(table: Table) -> None:
    script = table(OPEN)
    script.to(Phase.BANKING, Plan(wagers=BOTH, hands={0: "Js Jd 9h 7s 5d 3c 2h"}))
    script.advance()
    assert script.events(JacksDeclared)
    script = table(OPEN)
    foul = SetHouseHand(setting=PokerSetting.parse("Qc 9h 7s 5d 3c / Ks Kd"))
    script.to(Phase.EXPOSING, Plan(wagers=BOTH, hands={0: PAIR_OF_KINGS}, before={Phase.BANKING: [foul]}))
    script.step()
    assert str(script.last(HouseHandReset).setting) == HOUSE_SET


@pytest.mark.clause("DO-R9.a")
def test_no_hand_is_settled_against_a_foul_house_hand(table: Table) -> None:
    script = table(OPEN)
    foul = SetHouseHand(setting=PokerSetting.parse("Qc 9h 7s 5d 3c / Ks Kd"))
    script.to(Phase.EXPOSING, Plan(wagers=BOTH, hands={0: PAIR_OF_KINGS}, before={Phase.BANKING: [foul]}))
    refused: PaigowError = script.refusal(ExposeHand())
    assert refused.clause == "DO-R9.s2"
    script.do(ResetHouseHand(position=0))
    assert script.state.phase is Phase.SETTING  # everybody's hands are set again
    script.to(Phase.EXPOSING)
    script.do(ExposeHand())
