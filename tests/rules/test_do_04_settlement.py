"""Dealer Open, steps 8 and 10 to 12, and the Pai Gow wager: who wins, what is paid, and in what order."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import COMMISSION, INVENTORY, bet, rack
from paigow.table import Phase
from paigow.table.core.model import WagerKey
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank, OfferBank
from paigow.table.steps.settlement import ExposeHand, HandExposed, WagerSettled
from paigow.table.steps.surrender import Surrender

Table = Callable[..., TableScript]
OPEN = "dealer-open"
HOUSE = "Ks Kd Qc 9h 7s 5d 3c"  # set Ks Kd 7s 5d 3c / Qc 9h
WINS = "As Ac Kc Td 8h 6s 4d"  # aces over K-T
SPLITS = "As Ac Td 8h 6s 4d 2h"  # aces over T-8
LOSES = "9s 9d Jc 8d 6h 4c 2s"  # nines over J-8
TIES_LOW = "9s 9d Qd 9c 8d 6h 4c"  # nines, and Q-9 ties in front


def settle(table: Table, hand: str, amount: int = 1234, setting: str = "") -> TableScript:
    script = table(OPEN, players=["ann"])
    settings = {1: setting} if setting else {}
    script.play(Plan(wagers={"ann": amount}, hands={0: HOUSE, 1: hand}, settings=settings))
    return script


@pytest.mark.clause("DO-W.s2", "DO-W.s4", "DO-R10")
def test_both_hands_higher_wins_one_to_one_without_commission(table: Table) -> None:
    script = settle(table, WINS)
    exposed, paid = script.last(HandExposed), script.last(WagerSettled)
    assert exposed.result is Result.WIN
    assert {"DO-R10", "DO-W.s4", "DO-W.s2"} <= set(exposed.clauses)
    assert (paid.won, paid.vigorish, paid.clauses) == (1234, 0, ("DO-W.s4",))
    assert script.state.ledger[rack("ann")] == 1_000_000 + 1234
    assert script.state.ledger[COMMISSION] == 0


@pytest.mark.clause("DO-W.s5", "DO-R12", "DO-R10")
def test_one_hand_higher_is_a_push_with_a_tap_and_no_action(table: Table) -> None:
    script = settle(table, SPLITS)
    exposed, back = script.last(HandExposed), script.last(WagerSettled)
    assert exposed.result is Result.PUSH
    assert {"DO-R10", "DO-W.s5"} <= set(exposed.clauses)
    assert (back.won, back.clauses) == (0, ("DO-R12", "DO-W.s5"))
    assert script.state.ledger[rack("ann")] == 1_000_000


@pytest.mark.clause("DO-W.s6", "DO-R11", "DO-R10")
@pytest.mark.parametrize(
    ("hand", "setting"),
    [(LOSES, ""), (TIES_LOW, "9s 9d 8d 6h 4c / Qd 9c"), ("Kh Kc Qd 9d 7h 5c 3s", "Kh Kc 7h 5c 3s / Qd 9d")],
    ids=["beaten twice", "beaten and tied", "tied twice"],
)
def test_beaten_or_tied_in_each_comparison_loses_to_the_tray(table: Table, hand: str, setting: str) -> None:
    script = settle(table, hand, setting=setting)
    exposed, lost = script.last(HandExposed), script.last(WagerSettled)
    assert exposed.result is Result.LOSE
    assert {"DO-R10", "DO-W.s6"} <= set(exposed.clauses)
    assert lost.clauses == ("DO-R11", "DO-W.s6")
    assert [(move.debit, move.credit) for move in lost.transfers] == [(bet(1, "main", "ann"), INVENTORY)]
    assert script.state.ledger[INVENTORY] == 1234


@pytest.mark.clause("DO-W.s5")
def test_winning_one_hand_and_tying_the_other_is_a_push(table: Table) -> None:
    script = settle(table, "As Ac Qd 9d 8h 6s 4d")
    assert script.last(HandExposed).result is Result.PUSH


@pytest.mark.clause("DO-W.s3")
@pytest.mark.parametrize(
    ("hand", "setting", "result"),
    [
        ("6s 5s 4s 2s Jk Ah Tc", "Jk 6s 5s 4s 2s / Ah Tc", Result.WIN),  # completes a flush
        ("6s 5c 4s 2s Jk Ah Tc", "Jk 6s 5c 4s 2s / Ah Tc", Result.WIN),  # completes a straight
        ("8s 6d 4s 2s Jk Ah Tc", "Jk Ah 8s 4s 2s / Tc 6d", Result.PUSH),  # an ace: a pair of aces behind
        ("8s 8d 8c 2s Jk 4h Tc", "8s 8d 8c 4h 2s / Jk Tc", Result.WIN),  # an ace in front, without a suit
    ],
)
def test_the_joker_completes_straights_and_flushes_and_is_an_ace_otherwise(
    table: Table, hand: str, setting: str, result: Result
) -> None:
    assert settle(table, hand, setting=setting).last(HandExposed).result is result


@pytest.mark.clause("DO-R8")
def test_hands_are_exposed_counter_clockwise_from_the_dealers_far_right(table: Table) -> None:
    script = table(OPEN, players={"eve": 5, "bob": 2, "dan": 4, "ann": 1})
    wagers = {"eve": 1000, "bob": 1000, "dan": 1000, "ann": 1000}
    script.to(Phase.SETTING, Plan(wagers=wagers, hands={0: HOUSE}))
    assert script.refusal(ExposeHand()).clause == "DO-R8"
    script.play()
    assert [event.position for event in script.events(HandExposed)] == [1, 2, 4, 5]
    assert all("DO-R8" in event.clauses for event in script.events(HandExposed))


@pytest.mark.clause("DO-R10")
def test_every_result_is_announced_as_it_is_settled(table: Table) -> None:
    script = table(OPEN, players=["ann", "bob", "cyd"])
    hands = {0: HOUSE, 1: "As Ac Kc Td 8h 6s 4d", 2: "9s 9d Jc 8d 6h 4c 2s", 3: "Ad Ah Tc 8c 6d 4s 2h"}
    script.play(Plan(wagers={"ann": 1000, "bob": 1000, "cyd": 1000}, hands=hands))
    announced = [(event.position, event.result) for event in script.events(HandExposed)]
    assert announced == [(1, Result.WIN), (2, Result.LOSE), (3, Result.PUSH)]
    settled = {event.wager: event.result for event in script.events(WagerSettled)}
    assert settled[WagerKey("cyd", 3, "main")] is Result.PUSH


@pytest.mark.clause("DO-R0.s2")
def test_the_dealer_is_always_the_bank(table: Table) -> None:
    script = table(OPEN)
    script.play(Plan(wagers={"ann": 1000}))
    script.to(Phase.MIXING)
    for command in (OfferBank(), AcceptBank(player="ann"), AcceptBank(player="ann", co=True)):
        assert script.refusal(command).clause == "DO-R0.s2"


@pytest.mark.clause("DO-R8")
def test_there_is_no_surrender(table: Table) -> None:
    script = table(OPEN)
    for phase in (Phase.SETTING, Phase.EXPOSING):
        script.to(phase, Plan(wagers={"ann": 1000}, hands={0: HOUSE}))
        assert script.refusal(Surrender(player="ann", position=1)).clause == "DO-R8"
        script.play()
