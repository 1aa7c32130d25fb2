"""New Zealand, section 5: who holds the bank, and for how long."""

from collections.abc import Callable, Mapping

import pytest

from paigow.money import COMMISSION, INVENTORY, Movement, rack
from paigow.table import Phase, legal_commands
from paigow.table.boxes.boxes import chung, controlled_box
from paigow.table.boxes.discipline import RemoveBox
from paigow.table.boxes.staking import StakeBank, StakeReturned, TakeStake, stakes
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import (
    AcceptBank,
    BankAccepted,
    BankOffered,
    HouseBanks,
    PassBank,
    candidates,
    waiting,
    why_not_bank,
)
from paigow.table.steps.seating import BuyIn, LeaveTable, SitDown, StandBehind
from paigow.table.steps.settlement import BankSettled, HandExposed
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
BANK, WINS, LOSES, LOSING = "22 22 13 15", "44 44 33 33", "56 36 46 55", "56 36 / 46 55"


def offered(script: TableScript) -> list[str]:
    """Return who has been offered the bank in the current round."""
    return list(script.state.current.bank.offered)


@pytest.mark.clause("NZ-5.1.a", "NZ-5.2", "NZ-1.bank.a", "NZ-1.house")
def test_the_house_banks_first(table: Table) -> None:
    script = table(NZ, players=THREE)
    state = script.to(Phase.BETTING, Plan(wagers=ALL))
    assert state.current.bank.player is None
    assert not script.events(BankOffered)
    script.play()
    exposed = script.events(HandExposed)
    assert [event.position for event in exposed] == [2, 3, 4]
    moved = {t.debit for _, events in script.history for e in events for t in e.transfers if t.kind is Movement.WIN}
    assert moved <= {INVENTORY}


@pytest.mark.clause("NZ-5.2")
def test_the_house_banks_first_after_the_table_was_vacant(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    for name in THREE:
        script.do(LeaveTable(player=name))
    script.sit({"dan": 5}, 100_000)
    assert script.state.rotation.start_of_game
    script.to(Phase.BETTING, Plan())
    assert not script.events(BankOffered)


@pytest.mark.clause("NZ-5.2.s2", "NZ-5.6")
def test_then_it_is_offered_counter_clockwise_from_box_1(table: Table) -> None:
    script = table(NZ, players={"cyd": 7, "ann": 2, "bob": 5})
    script.play(Plan(wagers=ALL))
    script.to(Phase.BETTING, Plan(wagers=ALL))
    assert offered(script) == ["ann", "bob", "cyd"]
    assert script.last(HouseBanks).clauses[0] == "NZ-5.6"
    assert script.state.current.bank.player is None


@pytest.mark.clause("NZ-5.1.b", "NZ-1.bank.b", "NZ-1.player-banker", "NZ-1.banker", "NZ-1.chung")
def test_a_player_banks_alone_against_all_others(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    hands = {3: BANK, 2: WINS, 4: LOSES}
    others = {"ann": 10_000, "cyd": 20_000}
    before = script.state.ledger[INVENTORY]
    state = script.to(Phase.SETTING, Plan(wagers=others, bank="bob", hands=hands, settings={4: LOSING}))
    assert state.current.bank.player == "bob"
    assert chung(state) == (3, "Banker")
    assert script.last(BankAccepted).clauses[0] == "NZ-5.1.b"
    script.play()
    assert {event.position for event in script.events(HandExposed)[-2:]} == {2, 4}
    assert script.state.ledger[INVENTORY] == before  # the house takes no part


@pytest.mark.clause("NZ-5.1.c", "NZ-5.3.s2", "NZ-1.co-banker")
def test_a_player_and_the_house_bank_by_halves(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(Phase.STARTING, Plan(wagers={"ann": 10_000, "cyd": 20_000}, bank="bob", co=True))
    assert script.last(BankAccepted).clauses == ("NZ-5.1.c", "NZ-11.3.a", "NZ-5.3.s2")
    assert stakes(script.state) == {"bob": 15_000, "dealer": 15_000}
    assert chung(script.state) == (3, "Co-banker")


@pytest.mark.clause("NZ-5.1.c", "NZ-6.6")
def test_a_co_banker_covers_wagers_up_to_the_displayed_maximum(table: Table) -> None:
    script = table(NZ, {"table.maximum": "$100.00"}, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(Phase.BETTING, Plan(bank="bob", co=True))
    assert script.refusal(PlaceWager(player="ann", position=2, amount=11_000)).clause == "NZ-6.6"
    script.do(PlaceWager(player="ann", position=2, amount=10_000))


@pytest.mark.clause("NZ-5.3.a")
def test_only_who_played_the_last_round_may_bank(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    script.to(Phase.BETTING, Plan())
    assert offered(script) == ["ann", "cyd"]
    told = "bob did not play in the last round", ("NZ-5.3.a",)
    assert why_not_bank(script.state, script.state.players["bob"]) == told
    script.do(PlaceWager(player="bob", position=3, amount=10_000))
    script.play()
    script.to(Phase.BETTING, Plan())
    assert offered(script) == ["bob"]


@pytest.mark.clause("NZ-5.3.b")
def test_only_who_controls_a_box_may_bank(table: Table) -> None:
    script = table(NZ, players={"ann": 2})
    script.do(StandBehind(player="zed"), BuyIn(player="zed", amount=50_000))
    script.begin(Plan(wagers={"ann": 10_000}))
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="zed", position=2, amount=50_000))
    script.play()
    assert script.state.players["zed"].played_last_round
    assert script.state.players["zed"].controlled is None
    script.begin(Plan())
    assert [player.name for player in candidates(script.state)] == ["ann"]


@pytest.mark.clause("NZ-5.3.b")
def test_a_bank_controls_its_own_box(table: Table) -> None:
    script = table(NZ, players={"ann": 2, "bob": 5})
    script.play(Plan(wagers={"ann": 10_000, "bob": 10_000}))
    assert {name: player.controlled for name, player in script.state.players.items()} == {"ann": 2, "bob": 5}
    script.play(Plan(wagers={"bob": 10_000}, bank="ann"))
    assert {name: player.controlled for name, player in script.state.players.items()} == {"ann": 2, "bob": 5}


@pytest.mark.clause("NZ-5.3.b")
def test_nobody_banks_from_a_box_that_was_removed_from_play(table: Table) -> None:
    seven = {name: box for box, name in enumerate(("ann", "bob", "cyd", "dan", "eve", "fay", "gus"), 2)}
    script = table(NZ, players=seven)
    script.to(Phase.FINISHED, Plan(wagers=dict.fromkeys(seven, 10_000)))
    script.do(RemoveBox(dice=(1, 1, 1)))  # box 3
    script.play()
    script.begin(Plan())
    assert "bob" not in {player.name for player in candidates(script.state)}
    bob, ann = script.state.players["bob"], script.state.players["ann"]
    assert (controlled_box(script.state, bob), controlled_box(script.state, ann)) == (None, 2)


@pytest.mark.clause("NZ-5.3.b")
def test_a_player_without_a_seat_may_bank_the_box_he_controls_until_somebody_sits_there(table: Table) -> None:
    script = table(NZ, players={"ann": 2})
    script.do(StandBehind(player="zed"), BuyIn(player="zed", amount=50_000))
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000}))
    script.do(PlaceWager(player="zed", position=6, amount=10_000))
    script.play()
    script.to(Phase.MIXING, Plan(bank="zed"))
    assert chung(script.state) == (6, "Banker")
    script = table(NZ, players={"ann": 2})
    script.do(StandBehind(player="zed"), BuyIn(player="zed", amount=50_000))
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000}))
    script.do(PlaceWager(player="zed", position=6, amount=10_000))
    script.play()
    script.do(SitDown(player="eve", position=6, seed="eve"))
    script.begin(Plan())
    assert [player.name for player in candidates(script.state)] == ["ann"]


@pytest.mark.clause("NZ-5.3.c")
def test_only_who_can_cover_a_wager_is_offered_the_bank(table: Table) -> None:
    script = table(NZ, players=THREE, chips=10_000)
    hands = {1: BANK, 2: LOSES, 3: WINS, 4: "66 66 11 11"}
    script.play(Plan(wagers=ALL, hands=hands, settings={2: LOSING}))
    assert script.state.ledger[rack("ann")] == 0
    script.to(Phase.BETTING, Plan())
    assert offered(script) == ["bob", "cyd"]


@pytest.mark.clause("NZ-5.3.c")
@pytest.mark.parametrize(("co", "enough"), [(False, 30_000), (True, 15_000)])
def test_funds_are_tested_against_the_wagers_made(table: Table, co: bool, enough: int) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    plan = Plan(wagers={"ann": 10_000, "cyd": 20_000}, bank="bob", co=co, stake=enough)
    assert script.to(Phase.STARTING, plan).current.bank.player == "bob"
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    plan = Plan(wagers={"ann": 10_000, "cyd": 20_000}, bank="bob", co=co, stake=enough - 50)
    assert script.to(Phase.STARTING, plan).current.bank.player is None


@pytest.mark.clause("NZ-5.4")
def test_two_rounds_running_and_then_on_to_the_right(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    others = {"ann": 10_000, "cyd": 10_000}
    script.play(Plan(wagers=others, bank="bob"))
    script.to(Phase.STARTING, Plan(wagers=others, bank="bob"))
    assert offered(script) == ["bob"]
    script.play()
    script.to(Phase.BETTING, Plan())
    assert offered(script) == ["cyd", "ann"]
    assert script.refusal(AcceptBank(player="bob")).clause == "NZ-5.2.s2"


@pytest.mark.clause("NZ-5.4")
def test_a_bank_passed_on_after_one_round_goes_to_the_right(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    others = {"ann": 10_000, "cyd": 10_000}
    script.play(Plan(wagers=others, bank="bob"))
    script.play(Plan(wagers=ALL))
    assert script.state.rotation.first == 4
    script.to(Phase.BETTING, Plan(bank="bob"))
    assert offered(script) == ["cyd", "ann", "bob"]


@pytest.mark.clause("NZ-5.6")
def test_a_player_may_pass(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.begin(Plan())
    script.step()
    assert waiting(script.state) == ("ann",)
    assert script.refusal(PassBank(player="bob")).clause == "NZ-5.2.s2"
    script.do(PassBank(player="ann"))
    assert script.state.current.bank.player is None


def shared(table: Table, choices: Mapping[str, object], stake: dict[str, int], **hands: str) -> TableScript:
    """Let ann and bob wager on box 2, ann take the bank and bob share it, and cyd play against them."""
    script = table(NZ, choices, players=THREE)
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    script.play()
    dealt = {int(box[-1]): tiles for box, tiles in hands.items()}
    script.begin(Plan(wagers={"cyd": 30_000}, hands=dealt, settings={4: LOSING} if hands.get("box4") == LOSES else {}))
    script.step()
    script.do(AcceptBank(player="ann", sharers=("bob",)))
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="cyd", position=4, amount=30_000))
    for name, amount in stake.items():
        script.do(StakeBank(player=name, amount=amount))
    script.do(TakeStake())
    return script


@pytest.mark.clause("NZ-5.5")
@pytest.mark.parametrize(("reading", "gain"), [("pro-rata", (9_500, 19_000)), ("equal", (14_250, 14_250))])
def test_players_of_a_box_share_the_bank_and_its_gain(table: Table, reading: str, gain: tuple[int, int]) -> None:
    choices = {"readings.shared_bank": reading}
    script = shared(table, choices, {"ann": 10_000, "bob": 20_000}, box2=WINS, box4=LOSES)
    assert "NZ-5.5" in script.last(BankAccepted).clauses
    before = {name: script.state.ledger[rack(name)] for name in ("ann", "bob")}
    script.play()
    won = script.last(BankSettled)
    assert (won.surplus, won.vigorish) == (30_000, 1_500)
    after = script.state.ledger
    assert after[rack("ann")] - before["ann"] == 10_000 + gain[0]
    assert after[rack("bob")] - before["bob"] == 20_000 + gain[1]


@pytest.mark.clause("NZ-5.5")
@pytest.mark.parametrize(("reading", "loss"), [("pro-rata", (10_000, 20_000)), ("equal", (15_000, 15_000))])
def test_players_of_a_box_share_the_banks_loss(table: Table, reading: str, loss: tuple[int, int]) -> None:
    choices = {"readings.shared_bank": reading}
    script = shared(table, choices, {"ann": 20_000, "bob": 40_000}, box2=BANK, box4=WINS)
    before = {name: script.state.ledger[rack(name)] for name in ("ann", "bob")}
    commission = script.state.ledger[COMMISSION]
    script.play()
    assert script.last(StakeReturned).clauses == ("NZ-6.14.c",)
    after = script.state.ledger
    assert after[rack("ann")] - before["ann"] == 20_000 - loss[0]
    assert after[rack("bob")] - before["bob"] == 40_000 - loss[1]
    assert after[COMMISSION] - commission == 1_500  # on what cyd won; none on a loss


@pytest.mark.clause("NZ-5.5")
def test_an_equal_share_of_a_loss_goes_no_further_than_the_stake(table: Table) -> None:
    choices = {"readings.shared_bank": "equal"}
    script = shared(table, choices, {"ann": 5_000, "bob": 25_000}, box2=BANK, box4=WINS)
    before = {name: script.state.ledger[rack(name)] for name in ("ann", "bob")}
    script.play()
    assert {name: script.state.ledger[rack(name)] for name in before} == before


@pytest.mark.clause("NZ-5.5")
def test_of_three_who_share_a_loss_nobody_bears_more_than_the_stake(table: Table) -> None:
    script = table(NZ, {"readings.shared_bank": "equal"}, players={**THREE, "dan": 6})
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    for name in ("bob", "dan"):
        script.do(PlaceWager(player=name, position=2, amount=10_000))
    script.play()
    script.begin(Plan(wagers={"cyd": 30_000}, hands={2: BANK, 4: WINS}))
    script.step()
    script.do(AcceptBank(player="ann", sharers=("bob", "dan")))
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="cyd", position=4, amount=30_000))
    staked = {"ann": 2_000, "bob": 12_000, "dan": 20_000}
    for name, amount in staked.items():
        script.do(StakeBank(player=name, amount=amount))
    script.do(TakeStake())
    before = {name: script.state.ledger[rack(name)] for name in staked}
    script.play()
    lost = {name: staked[name] - (script.state.ledger[rack(name)] - before[name]) for name in staked}
    assert lost == {"ann": 2_000, "bob": 12_000, "dan": 16_000}


@pytest.mark.clause("NZ-5.5")
def test_sharing_is_at_the_operators_discretion_and_among_players_of_one_box(table: Table) -> None:
    script = table(NZ, {"bank.sharing": False}, players=THREE)
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    script.play()
    script.begin(Plan())
    script.step()
    assert script.refusal(AcceptBank(player="ann", sharers=("bob",))).clause == "NZ-5.5"
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.begin(Plan())
    script.step()
    assert script.refusal(AcceptBank(player="ann", sharers=("bob",))).clause == "NZ-5.5"
    verbs = {offer.command for offer in legal_commands(script.state, "ann")}
    assert AcceptBank(player="ann") in verbs
    assert AcceptBank(player="ann", sharers=("bob",)) not in verbs


@pytest.mark.clause("NZ-5.5", "NZ-6.1")
def test_who_shares_the_bank_does_not_wager_against_it(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    script.play()
    script.begin()
    script.step()
    script.do(AcceptBank(player="ann", sharers=("bob",)))
    script.to(Phase.BETTING)
    for name in ("ann", "bob"):
        assert script.refusal(PlaceWager(player=name, position=3, amount=10_000)).clause == "NZ-6.1"
    script.do(PlaceWager(player="cyd", position=3, amount=10_000))


@pytest.mark.clause("NZ-5.5", "NZ-5.4")
def test_who_shares_the_bank_counts_as_holding_it(table: Table) -> None:
    script = shared(table, {}, {"ann": 10_000, "bob": 20_000})
    script.play()
    assert script.state.rotation.held == {"ann": 1, "bob": 1}
