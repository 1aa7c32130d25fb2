"""Maryland tiles, chapter 9, sections O to S: the dealer against the bank, and settling a bank's and a co-bank's round.

Ann is at 1, cyd at 3 and dan at 4; bob at 2 banks with `BANK`, which is set 7 / 6.
"""

from collections.abc import Callable, Mapping

import pytest

from paigow.comparison import Result
from paigow.money import CENTRE, COMMISSION, INVENTORY, bet, rack
from paigow.table import Phase
from paigow.table.core.engine import Event
from paigow.table.core.model import DEALER, DEALER_WAGER, MAIN, HandStatus, WagerKey
from paigow.table.layout import Lie, Side, dealer_wager_lies, hand_lies, layout_of
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import DirectDealerWager
from paigow.table.steps.seating import rack_of
from paigow.table.steps.setting import (
    BankHandExposed,
    ExposeBankHand,
    HouseHandSet,
    LookAtHand,
    SetHand,
    SetHouseHand,
    open_positions,
    to_set,
)
from paigow.table.steps.settlement import (
    BankSettled,
    DealerHandCompared,
    ExposeHand,
    HandExposed,
    PayWinners,
    WagerSettled,
)
from paigow.table.view import FACE_DOWN, view

Table = Callable[..., TableScript]
clause = pytest.mark.clause
TILES = "maryland-tiles"
FOUR = ["ann", "bob", "cyd", "dan"]
BANK = "13 16 45 24"
WIN_1, WIN_2, WIN_3 = "11 11 44 44", "66 66 15 15", "46 46 22 22"
LOSE_1, LOSE_2 = "35 12 13 25", "16 36 33 23"
PUSH = "55 26 56 14"
DEALERS = WagerKey(DEALER, 0, DEALER_WAGER)
AREA = bet(0, DEALER_WAGER, DEALER)


def banked(
    table: Table,
    wagers: Mapping[str, int],
    hands: Mapping[int, str],
    *,
    co: bool = False,
    dealer: int = 0,
    choices: Mapping[str, object] = {},
) -> TableScript:
    """Let bob bank and the dealer wager this much against him; the wagers are down."""
    script = table(TILES, choices, players=FOUR)
    script.play(Plan(wagers=dict.fromkeys(FOUR, 1000)))
    script.to(Phase.BETTING, Plan(wagers=wagers, bank="bob", co=co, hands={2: BANK, **hands}))
    if not co:
        script.do(DirectDealerWager(player="bob", amount=dealer))
    return script


def moves(event: Event) -> list[tuple[object, object, int]]:
    return [(move.debit, move.credit, move.amount) for move in event.transfers]


def settled(script: TableScript, *key: object) -> WagerSettled:
    """Return the result of a wager in the current round."""
    return next(event for event in reversed(script.events(WagerSettled)) if event.wager == key)


def kinds(script: TableScript) -> list[type[Event]]:
    return [type(event) for _, events in script.history for event in events]


# O: the dealer against the bank


@clause("MDT-9.O")
def test_the_dealer_sets_when_every_player_has_set(table: Table) -> None:
    script = banked(table, {"ann": 1000, "cyd": 1000}, {}, dealer=1000)
    script.to(Phase.SETTING)
    kit = script.state.game.kit
    for name, position in (("ann", 1), ("cyd", 3), ("bob", 2)):
        assert script.refusal(SetHouseHand()).clause == "MDT-9.O"
        assert view(script.state, "dealer")["round"]["hands"][0]["pieces"] == [FACE_DOWN] * 4
        setting = kit.house_set(script.state.current.hands[position].pieces).setting
        script.do(LookAtHand(player=name, position=position))
        script.do(SetHand(player=name, position=position, setting=setting))
    script.do(SetHouseHand())
    event = script.last(HouseHandSet)
    assert (event.position, event.set_by) == (0, DEALER)
    assert "MDT-9.O" in event.clauses
    assert event.setting == kit.house_set(script.state.current.hands[0].pieces).setting


@clause("MDT-9.O")
@pytest.mark.parametrize("co", [False, True])
def test_a_sole_bank_sets_with_the_players_and_a_co_bank_does_not(table: Table, co: bool) -> None:
    script = table(TILES, players=FOUR)
    script.play(Plan(wagers=dict.fromkeys(FOUR, 1000)))
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="bob", co=co))
    assert open_positions(script.state) == ((1,) if co else (1, 2))
    assert to_set(script.state, "bob") == (() if co else (2,))


@clause("MDT-9.O")
def test_a_dealer_whose_tiles_were_collected_sets_nothing(table: Table) -> None:
    script = banked(table, {"ann": 1000}, {}, dealer=0)
    script.to(Phase.EXPOSING)
    hand = script.state.current.hands[0]
    assert (hand.status, hand.setting) == (HandStatus.COLLECTED, None)
    assert DEALERS not in script.state.current.results
    assert script.events(DealerHandCompared) == []


@clause("MDT-9.O.1")
@pytest.mark.parametrize(
    ("tiles", "result"), [(WIN_1, Result.WIN), (PUSH, Result.PUSH), (LOSE_1, Result.LOSE)], ids=str
)
def test_with_the_dealers_hands_up_the_banks_are_exposed_and_compared(table: Table, tiles: str, result: Result) -> None:
    script = banked(table, {"ann": 1000}, {0: tiles}, dealer=1000)
    script.to(Phase.BANKING)
    assert script.refusal(ExposeBankHand()).clause == "MDT-9.O.1"
    assert view(script.state, "ann")["round"]["hands"][2]["pieces"] == [FACE_DOWN] * 4
    script.do(SetHouseHand())
    assert view(script.state, "ann")["round"]["hands"][0]["setting"] is not None
    assert script.refusal(ExposeHand()).clause == "MDT-9.P.1"
    script.do(ExposeBankHand())
    assert script.last(BankHandExposed).clauses == ("MDT-9.O.1",)
    assert view(script.state, "ann")["round"]["hands"][2]["setting"] == str(script.state.current.hands[2].setting)
    compared = script.last(DealerHandCompared)
    assert compared.clauses[0] == "MDT-9.O.1"
    assert compared.result is script.state.current.results[DEALERS] is result


@clause("MDT-9.O.2")
def test_a_dealer_who_wins_puts_tiles_and_wager_aside(table: Table) -> None:
    script = banked(table, {"ann": 3000}, {0: WIN_1, 1: LOSE_1}, dealer=1000)
    script.to(Phase.EXPOSING)
    assert "MDT-9.O.2" in script.last(DealerHandCompared).clauses
    assert script.state.ledger[AREA] == 1000
    assert hand_lies(script.state, 0) == Lie("settled", None, True, "stack")
    assert hand_lies(script.state, 2).area == "dealer-hands"  # the bank's
    assert dealer_wager_lies(script.state) == "on the dealer's pieces"
    (area,) = layout_of(script.state.game).areas_of("settled")
    assert area.side is Side.RIGHT
    script.to(Phase.PAYING)
    assert script.state.ledger[AREA] == 1000  # until the winners are paid


@clause("MDT-8.J")
def test_a_hand_that_has_won_lies_open_until_it_is_paid(table: Table) -> None:
    script = banked(table, {"ann": 3000}, {1: WIN_1})
    script.to(Phase.PAYING)
    assert hand_lies(script.state, 1) == Lie("hands", 1, True, "two hands")
    script.do(PayWinners())
    assert hand_lies(script.state, 1) == Lie("settled", None, True, "two hands")


@clause("MDT-9.O.3")
def test_a_dealers_wager_that_ties_goes_back_into_the_inventory(table: Table) -> None:
    script = banked(table, {"ann": 3000}, {0: PUSH}, dealer=1000)
    inventory = script.state.ledger[INVENTORY]
    script.to(Phase.EXPOSING)
    event = settled(script, *DEALERS)
    assert event.clauses == ("MDT-9.O.3",)
    assert moves(event) == [(AREA, INVENTORY, 1000)]
    assert script.state.ledger[INVENTORY] == inventory
    assert "MDT-9.O.2" not in script.last(DealerHandCompared).clauses
    assert hand_lies(script.state, 0).area == "dealer-hands"


@clause("MDT-9.O.4")
def test_a_dealers_wager_that_loses_goes_to_the_centre(table: Table) -> None:
    script = banked(table, {"ann": 1000}, {0: LOSE_1, 1: WIN_1}, dealer=1000)
    bank = rack_of(script.state, "bob")
    script.to(Phase.EXPOSING)
    event = settled(script, *DEALERS)
    assert event.clauses == ("MDT-9.O.4",)
    assert moves(event) == [(AREA, CENTRE, 1000)]
    assert script.state.ledger[CENTRE] == 1000
    script.play()
    assert rack_of(script.state, "bob") == bank  # ann is paid with it


# P: a bank's round


@clause("MDT-9.P.1", "MDT-9.P.2")
def test_hands_are_exposed_in_order_after_the_dealers_wager_is_decided(table: Table) -> None:
    wagers = {"dan": 1000, "cyd": 1000, "ann": 1000}
    script = banked(table, wagers, {0: WIN_3, 1: LOSE_1, 3: PUSH, 4: WIN_1}, dealer=1000)
    script.to(Phase.BANKING)
    assert script.refusal(ExposeHand()).clause == "MDT-9.P.1"
    before = len(script.events(HandExposed))
    script.to(Phase.PAYING)
    exposed = script.events(HandExposed)[before:]
    assert [event.position for event in exposed] == [1, 3, 4]
    assert [event.result for event in exposed] == [Result.LOSE, Result.PUSH, Result.WIN]
    kit, bank = script.state.game.kit, script.state.current.hands[2].setting
    assert bank is not None
    for event in exposed:
        assert {"MDT-9.P.1", "MDT-9.P.2"} <= set(event.clauses)
        assert event.match == kit.compare(event.setting, bank)
    done = kinds(script)
    assert done.index(DealerHandCompared) < done.index(HandExposed, done.index(BankHandExposed))


@clause("MDT-9.P.3")
def test_losing_wagers_go_to_the_centre_at_once(table: Table) -> None:
    script = banked(table, {"ann": 1500, "cyd": 2000, "dan": 4000}, {1: LOSE_1, 3: LOSE_2, 4: WIN_1})
    script.to(Phase.EXPOSING)
    for name, position, amount, centre in (("ann", 1, 1500, 1500), ("cyd", 3, 2000, 3500)):
        script.do(ExposeHand())
        event = settled(script, name, position, MAIN)
        assert event.clauses == ("MDT-9.P.3", "MDT-8.G")
        assert moves(event) == [(bet(position, MAIN, name), CENTRE, amount)]
        assert script.state.ledger[CENTRE] == centre
    assert script.state.current.hands[4].status is HandStatus.SET  # not yet exposed


@clause("MDT-9.P.4", "MDT-9.Q")
def test_winners_and_the_dealer_are_paid_from_the_centre(table: Table) -> None:
    script = banked(table, {"ann": 5000, "cyd": 1500}, {0: WIN_1, 1: LOSE_1, 3: WIN_2}, dealer=1000)
    script.to(Phase.PAYING)
    inventory, bank = script.state.ledger[INVENTORY], rack_of(script.state, "bob")
    dealers, cyds = (event for event in script.do(PayWinners()) if isinstance(event, WagerSettled))
    assert (dealers.wager, cyds.wager) == (DEALERS, WagerKey("cyd", 3, MAIN))
    assert {"MDT-9.P.4", "MDT-9.Q"} <= set(dealers.clauses)
    assert moves(dealers) == [(CENTRE, INVENTORY, 1000), (AREA, INVENTORY, 1000)]
    assert dealers.vigorish == 0
    assert script.state.ledger[INVENTORY] == inventory + 2000
    assert "MDT-9.P.4" in cyds.clauses
    assert moves(cyds)[0] == (CENTRE, rack("cyd"), 1500)
    assert [event.surplus for event in script.events(BankSettled)] == [2500]
    assert rack_of(script.state, "bob") == bank + 2500 - 125


@clause("MDT-9.P.4", "MDT-9.P.5", "MDT-9.P.6", "MDT-9.R")
def test_a_bank_makes_up_what_the_centre_lacks_when_it_is_exhausted(table: Table) -> None:
    script = banked(table, {"ann": 2000, "cyd": 1500, "dan": 3000}, {1: LOSE_1, 3: WIN_1, 4: WIN_2})
    racks = {name: rack_of(script.state, name) for name in FOUR}
    script.to(Phase.PAYING)
    assert script.state.ledger[CENTRE] == 2000
    first, short, rest = script.do(PayWinners())[:3]
    assert first.clauses == ("MDT-9.P.4", "MDT-9.R")
    assert moves(first)[0] == (CENTRE, rack("cyd"), 1500)
    assert short.clauses == ("MDT-9.P.5",)
    assert moves(short) == [(rack("bob"), CENTRE, 2500)]  # 3000 is due and 500 is left
    assert rest.clauses == ("MDT-9.P.6", "MDT-9.R")
    assert moves(rest)[0] == (CENTRE, rack("dan"), 3000)
    assert script.state.ledger[CENTRE] == 0
    after = {name: rack_of(script.state, name) for name in FOUR}
    won = {"ann": -2000, "bob": -2500, "cyd": 1500 - 75, "dan": 3000 - 150}
    assert after == {name: racks[name] + won[name] for name in FOUR}


@clause("MDT-9.P.5")
def test_a_bank_pays_nothing_while_the_centre_lasts(table: Table) -> None:
    script = banked(table, {"ann": 3000, "cyd": 3000}, {1: LOSE_1, 3: WIN_1})
    bank = rack_of(script.state, "bob")
    script.play()
    assert settled(script, "cyd", 3, MAIN).clauses == ("MDT-9.P.4", "MDT-9.R")
    assert script.events(BankSettled) == []
    assert rack_of(script.state, "bob") == bank


@clause("MDT-9.P.7", "MDT-9.P.8", "MDT-8.K.1")
@pytest.mark.parametrize(("rounding", "fee", "rounded"), [("cent", 101, ()), ("quarter", 125, ("MDT-8.K.1",))])
def test_a_surplus_less_vigorish_is_the_banks(table: Table, rounding: str, fee: int, rounded: tuple[str, ...]) -> None:
    wagers = {"ann": 3001, "cyd": 1000, "dan": 2000}
    script = banked(table, wagers, {1: LOSE_1, 3: WIN_1, 4: PUSH}, choices={"vigorish.rounding": rounding})
    bank = rack_of(script.state, "bob")
    script.to(Phase.PAYING)
    commission = script.state.ledger[COMMISSION]
    script.do(PayWinners())
    (event,) = script.events(BankSettled)
    assert event.clauses == ("MDT-9.P.7", "MDT-9.P.8", *rounded)
    assert (event.surplus, event.vigorish) == (2001, fee)
    taxed, paid = event.transfers
    assert (taxed.debit, taxed.credit, taxed.amount, taxed.clause) == (CENTRE, COMMISSION, fee, "MDT-9.P.7")
    assert (paid.debit, paid.credit, paid.amount, paid.clause) == (CENTRE, rack("bob"), 2001 - fee, "MDT-9.P.8")
    assert rack_of(script.state, "bob") == bank + 2001 - fee
    assert script.state.ledger[COMMISSION] == commission + fee + settled(script, "cyd", 3, MAIN).vigorish


# Q, R


@clause("MDT-9.Q")
@pytest.mark.parametrize("centre", [True, False], ids=["from the centre", "from the bank"])
def test_the_dealers_win_goes_into_the_inventory_as_soon_as_it_is_paid(table: Table, centre: bool) -> None:
    script = banked(table, {"ann": 3000}, {0: WIN_1, 1: LOSE_1 if centre else WIN_2}, dealer=1000)
    inventory = script.state.ledger[INVENTORY]
    script.to(Phase.PAYING)
    script.do(PayWinners())
    event = settled(script, *DEALERS)
    assert event.clauses == ("MDT-9.Q", "MDT-9.P.4" if centre else "MDT-9.P.6")
    assert [move for move in event.transfers if move.credit == INVENTORY] == list(event.transfers)
    assert [(move.amount, move.clause) for move in event.transfers] == [(1000, "MDT-9.Q")] * 2
    assert script.state.ledger[INVENTORY] == inventory + 1000
    assert script.state.ledger[AREA] == 0


@clause("MDT-9.R")
@pytest.mark.parametrize("co", [True, False])
@pytest.mark.parametrize(("amount", "fee"), [(1000, 50), (1001, 51), (4020, 201)])
def test_who_beats_the_bank_pays_5_percent_of_the_win(table: Table, amount: int, fee: int, co: bool) -> None:
    script = banked(table, {"ann": amount}, {1: WIN_1}, co=co)
    before = rack_of(script.state, "ann")
    script.to(Phase.PAYING)
    script.do(PayWinners())
    event = settled(script, "ann", 1, MAIN)
    assert "MDT-9.R" in event.clauses
    assert (event.won, event.vigorish) == (amount, fee)
    charged = event.transfers[-1]
    assert (charged.debit, charged.credit, charged.amount) == (rack("ann"), COMMISSION, fee)
    assert rack_of(script.state, "ann") == before + amount - fee


# S: a co-bank's round


@clause("MDT-9.S.1", "MDT-9.S.2", "MDT-9.S.3")
def test_with_a_co_bank_hands_are_exposed_once_its_hand_is_set(table: Table) -> None:
    wagers = {"dan": 1000, "cyd": 2000, "ann": 1000}
    script = banked(table, wagers, {1: LOSE_1, 3: LOSE_2, 4: WIN_1}, co=True)
    script.to(Phase.BANKING)
    assert script.refusal(ExposeHand()).clause == "MDT-9.S.1"
    before = len(script.events(HandExposed))
    script.do(SetHouseHand())
    for centre in (1000, 3000, 3000):
        script.do(ExposeHand())
        assert script.state.ledger[CENTRE] == centre
    exposed = script.events(HandExposed)[before:]
    assert [event.position for event in exposed] == [1, 3, 4]
    assert [event.result for event in exposed] == [Result.LOSE, Result.LOSE, Result.WIN]
    kit, bank = script.state.game.kit, script.state.current.hands[2].setting
    assert bank is not None
    for event in exposed:
        assert {"MDT-9.S.1", "MDT-9.S.2"} <= set(event.clauses)
        assert event.match == kit.compare(event.setting, bank)
    for name, position, amount in (("ann", 1, 1000), ("cyd", 3, 2000)):
        lost = settled(script, name, position, MAIN)
        assert lost.clauses == ("MDT-9.S.3", "MDT-8.G")
        assert moves(lost) == [(bet(position, MAIN, name), CENTRE, amount)]


@clause("MDT-9.S.4", "MDT-9.S.5", "MDT-9.S.6", "MDT-9.S.7")
@pytest.mark.parametrize(("odd_half", "half", "house"), [("house", 1250, 1251), ("bank", 1251, 1250)])
def test_co_bank_and_house_make_up_half_each(table: Table, odd_half: str, half: int, house: int) -> None:
    wagers = {"ann": 2000, "cyd": 1500, "dan": 3001}
    choices = {"readings.odd_half": odd_half}
    script = banked(table, wagers, {1: LOSE_1, 3: WIN_1, 4: WIN_2}, co=True, choices=choices)
    bank, inventory = rack_of(script.state, "bob"), script.state.ledger[INVENTORY]
    script.to(Phase.PAYING)
    first, short, rest = script.do(PayWinners())[:3]
    assert first.clauses == ("MDT-9.S.4", "MDT-9.R")
    assert moves(first)[0] == (CENTRE, rack("cyd"), 1500)
    assert short.clauses == ("MDT-9.S.5", "MDT-9.S.6")
    assert moves(short) == [(rack("bob"), CENTRE, half), (INVENTORY, CENTRE, house)]
    assert [move.clause for move in short.transfers] == ["MDT-9.S.5", "MDT-9.S.6"]
    assert rest.clauses == ("MDT-9.S.7", "MDT-9.R")
    assert moves(rest)[0] == (CENTRE, rack("dan"), 3001)
    assert script.state.ledger[CENTRE] == 0
    assert rack_of(script.state, "bob") == bank - half
    assert script.state.ledger[INVENTORY] == inventory - house


@clause("MDT-9.S.8", "MDT-9.S.9", "MDT-9.S.10")
@pytest.mark.parametrize(("odd_half", "house", "half", "fee"), [("house", 1501, 1500, 75), ("bank", 1500, 1501, 76)])
def test_a_surplus_is_halved_and_the_co_banks_half_pays_vigorish(
    table: Table, odd_half: str, house: int, half: int, fee: int
) -> None:
    choices = {"readings.odd_half": odd_half}
    script = banked(table, {"ann": 5001, "cyd": 2000}, {1: LOSE_1, 3: WIN_1}, co=True, choices=choices)
    bank, inventory = rack_of(script.state, "bob"), script.state.ledger[INVENTORY]
    script.to(Phase.PAYING)
    script.do(PayWinners())
    (event,) = script.events(BankSettled)
    assert event.clauses == ("MDT-9.S.8", "MDT-9.S.9", "MDT-9.S.10")
    assert event.surplus == 3001
    assert moves(event) == [(CENTRE, INVENTORY, house), (CENTRE, COMMISSION, fee), (CENTRE, rack("bob"), half - fee)]
    assert [move.clause for move in event.transfers] == ["MDT-9.S.8", "MDT-9.S.9", "MDT-9.S.10"]
    assert rack_of(script.state, "bob") == bank + half - fee
    assert script.state.ledger[INVENTORY] == inventory + house
