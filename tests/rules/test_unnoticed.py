"""Rules that could be broken without any other test noticing."""

from collections.abc import Callable

import pytest

from paigow.table import Command, Phase, decide, evolve
from paigow.table.boxes.dealer_sets import AskDealerToSet, TurnBankTile
from paigow.table.boxes.discipline import BanPlayer, DirectSetFirst, RemovePlayer
from paigow.table.boxes.disturbances import MixHands
from paigow.table.boxes.laja import PerformLaja, RequestLaja
from paigow.table.boxes.staking import StakeBank, YieldBank, stakes
from paigow.table.cards.card_cut import DirectShuffle
from paigow.table.cards.decks import DeckPlaced, MarkDevice, PlaceDeck, ReportFault
from paigow.table.cards.envy import EnvyPaid
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import (
    ExposeInStacking,
    ExposePiece,
    FindMisdeal,
    PieceExposed,
    ResetHouseHand,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import AcceptBank, OfferBank, possible_sharers
from paigow.table.steps.closing import AbandonRound, RoundAbandoned
from paigow.table.steps.mixing import Mixed
from paigow.table.steps.seating import BuyIn, rack_of
from paigow.table.steps.setting import HandSet, LookAtHand, SetHand, SetHouseHand
from paigow.table.steps.settlement import ExposeHand, PayWinners
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager, WithdrawWager

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
Chips = Callable[[TableScript], dict[str, int]]
clause = pytest.mark.clause


@clause("MDT-8.E.2.a", "MDT-8.L.1.a")
@pytest.mark.parametrize(("choices", "bonus"), [({}, 300 * 100), ({"readings.surrender_bonus": "lost"}, -100)])
def test_a_bonus_is_settled_before_the_wager_is_surrendered(
    table: Table, bets: Bets, choices: dict[str, object], bonus: int
) -> None:
    script = table("maryland-tiles", choices, players=["ann"])
    placed = bets({"ann": (1, {"main": 1000, "pair-fortunes": 100})})
    script.to(Phase.EXPOSING, Plan(hands={1: "12 24 66 66"}, before=placed))
    script.do(Surrender(player="ann", position=1))
    assert rack_of(script.state, "ann") == 1_000_000 - 1000 + bonus


@clause("NZ-12.9", "NZ-5.5")
def test_nobody_who_shares_the_bank_is_removed(table: Table) -> None:
    script = table("new-zealand", {"bank.sharing": True}, players={f"p{box}": box for box in range(2, 9)})
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="p3", position=2, amount=1000))
    for box in range(2, 9):
        script.do(PlaceWager(player=f"p{box}", position=box, amount=1000))
    script.plan = Plan()
    script.play()
    script.begin(Plan(bank="p2"))
    script.step()
    script.do(AcceptBank(player="p2", co=True, sharers=("p3",)))
    script.to(Phase.BETTING)
    for box in (1, *range(3, 9)):
        player = "p4" if box in (1, 3) else f"p{box}"
        script.do(PlaceWager(player=player, position=box, amount=1000))
    for banker in ("p2", "p3"):
        assert "holds the bank" in str(script.refusal(RemovePlayer(player=banker)))
    script.do(RemovePlayer(player="p5"))


@clause("MDT-9.O", "MDT-5.C.2")
def test_a_hand_that_the_bank_set_before_it_left_stands(table: Table) -> None:
    """Under the reading that lets a sole bank set its hand freely."""
    script = table("maryland-tiles", {"readings.bank_setting": "free"})
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="bob", hands={2: "66 66 12 24"}))
    hand = script.state.current.hands[2]
    kit = script.state.game.kit
    other = next(each for each in kit.settings(hand.pieces) if each != kit.house_set(hand.pieces).setting)
    script.do(LookAtHand(player="bob", position=2), SetHand(player="bob", position=2, setting=other))
    script.do(WalkAway(player="bob"))
    script.to(Phase.EXPOSING)
    assert script.state.current.hands[2].setting == other
    assert script.refusal(ResetHouseHand(position=2)).clause == "MDT-10.F"


@clause("MDT-5.D", "MDP-7.D.2", "NZ-9.4", "DO-R1")
@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker", "new-zealand", "dealer-open"])
def test_a_round_with_a_wager_is_dealt_and_not_abandoned(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.BETTING, Plan())
    position = script.state.players["bob"].position or 0
    script.do(PlaceWager(player="bob", position=position, amount=1000))
    assert "with no wager down" in str(script.refusal(AbandonRound(reason="a slow night")))
    script.play()
    assert not script.events(RoundAbandoned)


@clause("NZ-12.12.a", "NZ-10.4.a")
def test_who_has_to_set_first_may_ask_the_dealer_and_then_holds_up_nobody(table: Table) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(DirectSetFirst(player="ann"))
    assert script.refusal(LookAtHand(player="bob", position=3)).clause == "NZ-12.12.a"
    script.do(AskDealerToSet(player="ann", position=2), LookAtHand(player="bob", position=3))
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HandSet)] == [3, 2]


@clause("NZ-12.16", "NZ-12.3.b")
def test_a_banker_who_leaves_does_not_choose_about_exposed_tiles(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(ExposePiece(position=3), ExposePiece(position=3, place=1), WalkAway(player="bob"))
    assert script.state.current.choices == {3}
    script.to(Phase.BANKING)
    script.do(SetHouseHand())
    assert not script.state.current.choices
    script.to(Phase.FINISHED)
    assert not script.state.current.void


@clause("NZ-5.5", "NZ-12.12.b")
def test_nobody_shares_a_bank_who_is_banned(table: Table) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    on_bobs_box = [PlaceWager(player="ann", position=3, amount=1000)]
    script.play(Plan(wagers={"ann": 1000, "bob": 2000}, before={Phase.BETTING: on_bobs_box}))
    banned = evolve(script.state, decide(script.state, BanPlayer(player="ann"))[0])
    for state, sharers in ((script.state, ("ann",)), (banned, ())):
        script.state = state
        script.begin(Plan(bank="bob"))
        while script.state.current.bank.offered[-1:] != ("bob",):
            script.step()
        assert possible_sharers(script.state, "bob") == sharers


@clause("DO-R1.s2")
def test_a_wager_at_three_to_two_is_even_from_the_minimum_on(table: Table) -> None:
    posted = {"offered": True, "minimum": "$1.01", "lines": [{"jacks": 2, "pays": "3 to 2"}]}
    script = table("dealer-open", {"wagers.jack_beats": posted}, players=["ann"])
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    said = str(script.refusal(PlaceWager(player="ann", position=1, kind="jack-beats", amount=101)))
    assert "$1.02 to $100.00 in steps of $0.02" in said


@clause("MDT-5.E", "MDP-7.F")
@pytest.mark.parametrize(("standard", "ground"), [("maryland-tiles", "MDT-5.E"), ("maryland-poker", "MDP-7.F")])
def test_a_neighbours_area_is_taken_even_before_the_neighbour_wagers(table: Table, standard: str, ground: str) -> None:
    script = table(standard)
    script.to(Phase.BETTING, Plan())
    refused = script.refusal(PlaceWager(player="ann", position=2, amount=1000))
    assert (refused.clause, "another player's" in str(refused)) == (ground, True)


@clause("MDP-7.D", "MDP-7.F")
def test_a_wager_is_withdrawn_with_the_optional_wagers_on_its_own_area(table: Table) -> None:
    script = table("maryland-poker", players=["ann"])
    script.to(Phase.BETTING, Plan())
    for position in (1, 2):
        script.do(PlaceWager(player="ann", position=position, amount=1000))
        script.do(PlaceWager(player="ann", position=position, kind="fortune", amount=500))
    script.do(WithdrawWager(player="ann", position=2))
    assert [(key.position, key.kind) for key in script.state.current.wagers] == [(1, "main"), (1, "fortune")]
    assert rack_of(script.state, "ann") == 1_000_000 - 1500


@clause("MDP-4.F", "MDP-5.A.3")
def test_preshuffled_cards_that_have_to_be_shuffled_again_are_cut(table: Table) -> None:
    script = table("maryland-poker", {"dealing.preshuffled": True}, players=["ann"])
    script.to(Phase.BETTING, Plan())
    assert not script.last(Mixed).to_cut
    script.do(DirectShuffle())
    script.step()
    assert script.last(Mixed).to_cut
    assert "MDP-4.F" not in script.last(Mixed).clauses


@clause("MDP-14.L", "MDP-4.F")
def test_preshuffled_cards_that_jam_are_shuffled_again(table: Table) -> None:
    choices = {"dealing.preshuffled": True, "dealing.shuffler": "automated"}
    script = table("maryland-poker", choices, players=["ann"])
    script.to(Phase.MIXING, Plan())
    script.do(ReportFault(device="shuffler"))
    script.step()
    assert "MDP-5.C.1" in script.last(Mixed).clauses
    assert "MDP-4.F" not in script.last(Mixed).clauses


@clause("MDP-11.H.3.b", "MDP-11.H.4.e")
def test_the_higher_of_two_envy_bonuses_may_be_emperors(table: Table, bets: Bets) -> None:
    """A straight flush is worth $10 in Fortune's table C and $20 in Emperor's table A."""
    choices = {"readings.envy_tables": "higher", "wagers.fortune.paytable": "C", "wagers.emperors.paytable": "A"}
    placed = bets({"ann": (1, {"main": 1000, "fortune": 500, "emperors": 500}), "bob": (2, {"main": 1000})})
    script = table("maryland-poker", choices)
    script.play(Plan(hands={2: "9s 8s 7s 6s 5s Kd 2c"}, before=placed))
    assert [(paid.kind, paid.amount) for paid in script.events(EnvyPaid)] == [("emperors", 2000)]


@clause("MDP-9.A.1", "MDP-14.N")
def test_without_a_shuffler_cards_are_not_dealt_from_the_hand(table: Table) -> None:
    choices = {"dealing.method": "hand", "dealing.shuffler": "automated", "equipment.cards_hours": 4}
    script = table("maryland-poker", choices)
    script.to(Phase.MIXING, Plan(wagers={"ann": 1000}))
    script.do(ReportFault(device="shuffler", usable=False), MarkDevice(device="shuffler"))
    script.to(Phase.STARTING)
    assert "not held" in str(script.refusal(PlaceDeck(hand="left")))
    script.to(Phase.SETTING)
    assert script.last(DeckPlaced).at == "shoe"


@clause("NZ-12.3.b", "NZ-12.6")
def test_a_tile_that_the_banker_turned_is_not_one_of_two_exposed(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(TurnBankTile(player="bob", place=0))
    for place, choice in ((1, False), (2, True)):
        script.do(ExposePiece(position=3, place=place))
        assert script.last(PieceExposed).choice is choice


@clause("MDT-5.C.2")
def test_who_has_been_paid_has_no_wager_to_abandon(table: Table) -> None:
    script = table("maryland-tiles")
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(ExposeHand())
    assert "with nothing at stake" in str(script.refusal(WalkAway(player="ann")))
    script.do(WalkAway(player="bob"))


@clause("NZ-11.2.b.s2")
def test_a_stake_that_was_returned_is_no_longer_at_stake(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.BETTING)
    script.do(StakeBank(player="bob", amount=5000))
    assert stakes(script.state) == {"bob": 5000}
    script.do(YieldBank(player="bob"))
    assert stakes(script.state) == {}


@clause("NZ-12.15", "NZ-12.3.a")
def test_tiles_that_were_mixed_up_leave_nothing_to_choose(table: Table) -> None:
    players = {"ann": 2, "bob": 3, "cyd": 4}
    script = table("new-zealand", players=players)
    script.to(Phase.SETTING, Plan(wagers=dict.fromkeys(players, 1000)))
    script.do(ExposePiece(position=2), ExposePiece(position=2, place=1), MixHands(position=2, other=3))
    assert not script.state.current.choices
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"


@clause("MDT-10.C", "MDT-8.E")
def test_in_a_void_round_nobody_has_lost(table: Table) -> None:
    script = table("maryland-tiles")
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(Surrender(player="bob", position=2), FindMisdeal(reason="wrong-positions"))
    assert not script.state.current.results
    assert rack_of(script.state, "bob") == 1_000_000


@clause("NZ-12.15", "NZ-11.1.i")
def test_when_the_last_two_hands_are_mixed_up_the_winners_are_paid(table: Table, chips: Chips) -> None:
    """Nothing is left to expose, so the round goes on to the payouts by itself."""
    script = table("new-zealand", players={"ann": 2, "bob": 3, "cyd": 4})
    before = chips(script)
    hands = {1: "46 14 35 56", 2: "66 66 12 24"}
    script.to(Phase.EXPOSING, Plan(wagers=dict.fromkeys(("ann", "bob", "cyd"), 1000), hands=hands))
    script.do(ExposeHand(), MixHands(position=3, other=4))
    assert script.state.phase is Phase.PAYING
    script.do(PayWinners())
    paid = script.state
    assert paid.phase is Phase.FINISHED
    assert chips(script) == {**before, "ann": before["ann"] + 950}


@clause("NZ-5.3.c", "NZ-5.5")
def test_chips_of_all_who_share_a_bank_cover_the_wagers_together(table: Table) -> None:
    """Alone, ann could cover half of the smallest wager as a co-banker, but not all of it."""
    script = table("new-zealand", {"bank.sharing": True}, players={"ann": 2, "bob": 3}, chips=0)
    least = script.state.game.options.minimum
    script.do(BuyIn(player="ann", amount=least + least // 2), BuyIn(player="bob", amount=3 * least))
    wagers = [PlaceWager(player=name, position=2, amount=least) for name in ("ann", "bob")]
    lost = {1: "66 66 12 24", 2: "46 14 35 56"}
    script.play(Plan(hands=lost, before={Phase.BETTING: wagers}))
    assert rack_of(script.state, "ann") == least // 2
    script.to(Phase.OFFERING, Plan())
    script.do(OfferBank())
    assert script.refusal(AcceptBank(player="ann")).clause == "NZ-5.3.c"
    assert script.refusal(AcceptBank(player="ann", sharers=("bob", "bob"))).clause == "NZ-5.5"
    script.do(AcceptBank(player="ann", sharers=("bob",)))
    assert script.state.current.bank.sharers == ("bob",)


@clause("NZ-12.15", "NZ-10.13.s3")
def test_a_conceded_hand_is_out_of_play_and_not_mixed_up(table: Table, chips: Chips) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 3, "cyd": 4})
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers=dict.fromkeys(("ann", "bob", "cyd"), 1000)))
    script.do(Surrender(player="ann", position=2))
    for mixed in (MixHands(position=2, other=3), MixHands(position=3, other=2)):
        assert script.refusal(mixed).clause == "NZ-12.15"
    script.do(MixHands(position=3, other=4))
    assert script.play().rounds == 1
    assert chips(script) == {**before, "ann": before["ann"] - 1000}


@clause("NZ-9.3", "NZ-12.1")
def test_a_laja_after_an_accident_gives_nobody_a_second_request(table: Table) -> None:
    script = table("new-zealand", players={"ann": 2})
    script.to(Phase.BETTING, Plan())
    full = script.state.game.kit.full_set
    script.do(RequestLaja(player="ann"), PerformLaja(order=full), ExposeInStacking(), PerformLaja(order=full))
    assert script.refusal(RequestLaja(player="ann")).clause == "NZ-9.3"
