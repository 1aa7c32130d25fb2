"""What revision 4 corrected: each test plays a round as it is played now and, where it differs, by revision 3."""

from collections.abc import Callable

import pytest

from paigow.hands.pieces import Setting
from paigow.money import BANKER_AREA, rack
from paigow.table import Command, Phase
from paigow.table.awaited import awaited
from paigow.table.boxes.cutting import CutTiles, TilesCut
from paigow.table.boxes.dealer_sets import AskDealerToSet, HandConfirmed, SetForPlayer
from paigow.table.boxes.discipline import RemovePlayer
from paigow.table.boxes.disturbances import OrderReshuffle
from paigow.table.boxes.staking import StakeBank, StakeReturned, TakeStake
from paigow.table.cards.bonus import HandRearranged
from paigow.table.cards.card_deal import DealWithSlip, FindFaceUp, StubWrong
from paigow.table.cards.envy import EnvyHandAnnounced, EnvyPaid
from paigow.table.floor.conduct import WalkAway
from paigow.table.floor.irregularities import (
    CallNoRoll,
    ExposePiece,
    FindMisdeal,
    NoRollCalled,
    PlayOn,
    ResetHouseHand,
    RoundVoided,
    VoidHand,
)
from paigow.table.script import Plan, TableScript
from paigow.table.steps import mixing
from paigow.table.steps.banking import AcceptBank, OfferBank
from paigow.table.steps.closing import AbandonRound
from paigow.table.steps.delivery import Deliver
from paigow.table.steps.setting import HandSet, HouseHandSet, SetHouseHand
from paigow.table.steps.settlement import BankSettled, ExposeHand
from paigow.table.steps.start import ShakeDice, UncoverDice
from paigow.table.steps.surrender import Surrender, Surrendered
from paigow.table.steps.wagers import NoMoreBets, PlaceWager

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause

TILES, POKER, NZ = "maryland-tiles", "maryland-poker", "new-zealand"


@pytest.fixture(params=[True, False], ids=["now", "revision 3"])
def now(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    if not request.param:
        opened = mixing.OpenRound
        monkeypatch.setattr(mixing, "OpenRound", lambda commitment, revision: opened(commitment=commitment, revision=3))
    return bool(request.param)


def wrong_setting(script: TableScript, position: int) -> Setting:
    kit, pieces = script.state.game.kit, script.state.current.hands[position].pieces
    house = kit.house_set(pieces).setting
    return next(each for each in kit.settings(pieces) if each != house and not kit.is_foul(each))


def reset_after_the_first_hand(table: Table, standard: str) -> TableScript:
    """A round in which ann's hand was compared with a wrong house hand, and bob's was not."""
    hand = {TILES: "66 66 12 24", POKER: "Qs Qd Ks Jc 8h 4d 2c"}[standard]
    script = table(standard)
    script.to(Phase.BANKING, Plan(wagers={"ann": 1000, "bob": 1000}, hands={0: hand}))
    script.do(SetHouseHand(setting=wrong_setting(script, 0)), ExposeHand(), ResetHouseHand(position=0))
    return script


@clause("MDT-8.E.1", "MDP-11.D.1")
@pytest.mark.parametrize(("standard", "ground"), [(TILES, "MDT-8.E"), (POKER, "MDP-11.D")])
def test_a_hand_that_was_opened_cannot_be_surrendered_after_a_reset(
    table: Table, now: bool, standard: str, ground: str
) -> None:
    script = reset_after_the_first_hand(table, standard)
    surrender = Surrender(player="ann", position=1)
    if now:
        assert script.refusal(surrender).clause == ground
        assert "has been opened" in str(script.refusal(surrender))
    else:
        script.do(surrender)
    script.do(Surrender(player="bob", position=2))  # never opened
    assert [event.wager.player for event in script.events(Surrendered)] == (["bob"] if now else ["ann", "bob"])


@clause("MDT-8.E.1")
def test_nor_after_two_resets(table: Table) -> None:
    """The bank has left, and the dealer sets both hands wrong; the second is found before cyd is opened again."""
    script = table(TILES, players={"ann": 1, "bob": 2, "cyd": 3})
    script.play(Plan(wagers={"ann": 1000, "bob": 1000, "cyd": 1000}))
    hands = {0: "66 66 12 24", 2: "44 45 11 13"}
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "cyd": 1000}, bank="bob", hands=hands))
    script.do(WalkAway(player="bob"))
    script.to(Phase.BANKING)
    for position in (0, 2):
        script.do(SetHouseHand(setting=wrong_setting(script, position)))
    script.do(ExposeHand(), ExposeHand(), ResetHouseHand(position=0), ExposeHand(), ResetHouseHand(position=2))
    for player, position in (("ann", 1), ("cyd", 3)):
        assert "has been opened" in str(script.refusal(Surrender(player=player, position=position)))


@clause("MDT-8.E.1")
def test_nobody_is_asked_to_surrender_between_hands_after_a_reset(table: Table) -> None:
    script = reset_after_the_first_hand(table, TILES)
    assert not [ask for ask in awaited(script.state) if Surrender in ask.kinds]


@clause("MDT-10.F", "MDP-14.I")
@pytest.mark.parametrize(("standard", "ground"), [(TILES, "MDT-10.C"), (POKER, "MDP-14.B")])
def test_a_round_with_a_reset_hand_is_completed(table: Table, now: bool, standard: str, ground: str) -> None:
    script = reset_after_the_first_hand(table, standard)
    misdeal = FindMisdeal(reason="wrong-positions")
    if now:
        assert script.refusal(misdeal).clause == ground
        script.to(Phase.FINISHED)
        assert not script.state.current.void
    else:
        script.do(misdeal)
        assert script.state.current.void


@clause("MDT-10.E", "MDT-10.F")
def test_a_tile_out_of_play_does_not_void_a_round_with_a_reset_hand(table: Table) -> None:
    script = reset_after_the_first_hand(table, TILES)
    assert "only while hands are being set" in str(script.refusal(ExposePiece(position=7)))


@clause("NZ-12.9", "NZ-11.3.c")
def test_a_stake_that_was_taken_is_returned_when_the_last_wagers_are_removed(table: Table, now: bool) -> None:
    script = table(NZ, players={"ann": 1, "bob": 2})
    everywhere = [PlaceWager(player="ann", position=box, amount=1000) for box in (1, *range(3, 9))]
    script.play(Plan(wagers={"bob": 1000}, before={Phase.BETTING: everywhere[1:]}))
    before = script.state.ledger
    script.to(Phase.BETTING, Plan(bank="bob", co=True))
    script.do(*everywhere, StakeBank(player="bob", amount=5000), TakeStake(), RemovePlayer(player="ann"))
    assert script.state.ledger[BANKER_AREA] == 10_000
    assert script.refusal(NoMoreBets()).clause == "NZ-9.4"
    script.do(AbandonRound(reason="nobody wagers"))
    assert bool(script.events(StakeReturned)) == now
    assert (script.state.ledger == before) == now
    assert script.state.ledger[BANKER_AREA] == (0 if now else 10_000)


@clause("MDP-14.H", "MDP-14.K")
def test_six_cards_and_one_found_face_up_leave_four_but_are_a_misdeal(table: Table, now: bool) -> None:
    """With a face-up card set aside, four cards are left although a hand has only six."""
    script = table(POKER, {"readings.face_up_stub": "four"}, players=["ann"])
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}))
    while not script.state.current.stack.at:
        script.step()
    script.do(FindFaceUp(place=5), DealWithSlip(slip="short", position=1))
    assert len(script.state.current.stack.stub) == 4
    assert not script.events(StubWrong)
    assert bool(script.state.current.void) == now
    if now:
        assert script.last(RoundVoided).clauses == ("MDP-14.H", "MDP-14.K")
        assert script.state.ledger[rack("ann")] == 1_000_000


@clause("MDP-11.H.3.a.iv", "MDP-14.C")
@pytest.mark.parametrize("lammer", [False, True], ids=["own lammer", "another's lammer"])
def test_nobody_envies_a_void_hand(table: Table, bets: Bets, now: bool, lammer: bool) -> None:
    """By the reading that returns only the main wager, so that the Fortune Bonus on the hand is settled."""
    script = table(POKER, {"readings.exposed_hand_void": "main"})
    wagers = {
        "ann": (1, {"main": 1000, "fortune": 500}),
        "bob": (2, {"main": 1000} | ({"fortune": 500} if lammer else {})),
    }
    plan = Plan(hands={1: "9s 9h 9d 9c Kh 5c 2d", 2: "As Qh Jd 8c 6h 4d 3s"}, before=bets(wagers))
    script.to(Phase.SETTING, plan)
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    script.play()
    assert not script.events(EnvyPaid)
    assert bool(script.events(EnvyHandAnnounced)) != now


@clause("MDP-11.H.1")
@pytest.mark.parametrize(("wheel", "best"), [("second", "As 5s 4h 3c 2d"), ("lowest", "6d 5s 4h 3c 2d")])
def test_the_best_of_seven_cards_follows_the_reading_of_the_wheel(
    table: Table, bets: Bets, now: bool, wheel: str, best: str
) -> None:
    script = table(POKER, {"readings.wheel": wheel}, players=["ann"])
    plan = Plan(hands={1: "As 2d 3c 4h 5s 6d Kc"}, before=bets({"ann": (1, {"main": 1000, "fortune": 500})}))
    script.to(Phase.FINISHED, plan)
    found = " ".join(str(card) for card in script.last(HandRearranged).best)
    assert found == (best if now else "As 5s 4h 3c 2d")


@clause("NZ-12.16", "NZ-10.4.c")
def test_the_supervisor_confirms_for_a_banker_who_has_left(table: Table) -> None:
    """The banker asked the dealer to set the hand, and left before it was set or before confirming it."""
    for phase in (Phase.SETTING, Phase.BANKING):
        script = table(NZ, players={"ann": 2, "bob": 3})
        script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
        script.to(Phase.SETTING, Plan(wagers={"ann": 1000}, bank="bob"))
        script.do(AskDealerToSet(player="bob", position=3))
        script.to(phase)
        if phase is Phase.BANKING:
            script.do(SetHouseHand())
        script.do(WalkAway(player="bob"))
        script.to(Phase.FINISHED)
        assert script.last(HandConfirmed).player == ""
        assert script.last(HandConfirmed).clauses == ("NZ-12.16",)


@clause("NZ-12.16", "NZ-12.3.a")
def test_a_choice_of_somebody_who_has_left_does_not_hold_up_the_dealer(table: Table) -> None:
    """The dealer sets the box that ann does not control, and exposed two of its tiles."""
    second = [PlaceWager(player="ann", position=3, amount=1000)]
    script = table(NZ, players={"ann": 2, "bob": 4})
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}, before={Phase.BETTING: second}))
    script.do(ExposePiece(position=3), ExposePiece(position=3, place=1))
    assert script.state.current.choices == {3}
    waiting = script.state
    assert script.refusal(SetForPlayer(position=3)).clause == "NZ-10.4.a"
    script.do(WalkAway(player="ann"), SetForPlayer(position=3))
    assert (script.last(HandSet).position, script.last(HandSet).set_by) == (3, "dealer")
    assert not script.state.current.choices
    script.state = waiting  # present, ann decides first
    script.do(PlayOn(player="ann", position=3))
    assert not script.state.current.choices


@clause("NZ-9.5", "NZ-12.7")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.DEALING])
def test_tiles_reshuffled_after_the_cut_are_cut_again(table: Table, now: bool, phase: Phase) -> None:
    script = table(NZ)
    script.to(Phase.STARTING, Plan(wagers={"bob": 1000}))
    while not script.events(TilesCut) or script.state.phase is not phase:
        script.step()
    start = script.state.current.start
    script.do(OrderReshuffle(reason="tile-tracking"))
    assert script.refusal(CutTiles()).clause == "NZ-9.5"  # not while they are being shuffled
    script.to(phase)
    assert script.state.current.start == start
    ahead = UncoverDice() if phase is Phase.STARTING else Deliver()
    if now:
        assert script.refusal(ahead).clause == "NZ-9.5"
        script.step()
        assert script.last(TilesCut).clauses[0] == "NZ-9.5"
    assert len(script.events(TilesCut)) == 1 + now
    assert script.refusal(CutTiles()).clause == "NZ-9.5"
    script.do(ahead)
    script.play()
    assert not script.state.round


@clause("NZ-11.3.l", "NZ-11.3.l.s2")
@pytest.mark.parametrize(("odd_half", "lost"), [("house", 13_334), ("bank", 13_333)])
def test_the_odd_cent_of_a_loss_in_proportion_to_the_stakes(
    bob_banks: Table, now: bool, odd_half: str, lost: int
) -> None:
    """20 000 are short, and bob has staked 60 000 of 90 000. The odd cent left is the house's, or the bank's."""
    hands = {2: "56 36 46 55", 4: "26 25 16 23", 6: "66 66 44 44"}
    choices = {"readings.co_bank_losses": "pro-rata", "readings.odd_half": odd_half}
    script = bob_banks(co=True, hands=hands, stake=60_000, choices=choices)
    held = script.state.ledger
    script.to(Phase.FINISHED)
    assert script.last(BankSettled).collected == 20_000
    assert held[rack("bob")] - script.state.ledger[rack("bob")] == (lost if now else 13_334)


@clause("NZ-7.3", "NZ-12.16")
def test_who_shares_the_bank_decides_about_its_hand_when_the_other_has_left(table: Table, now: bool) -> None:
    script = table(NZ, players={"ann": 2, "bob": 3, "cyd": 4})
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    script.play()
    script.begin(Plan(wagers={"cyd": 20_000}, stake=20_000))
    script.do(OfferBank(), AcceptBank(player="ann", sharers=("bob",)))
    script.to(Phase.BANKING)
    script.do(WalkAway(player="ann"))
    script.to(Phase.EXPOSING)
    assert script.last(HouseHandSet).set_by == ("bob" if now else "dealer")


@clause("MDT-6.A.2", "MDT-9.J.5")
def test_no_lid_is_lifted_by_a_bank_that_left_the_shaking_to_the_dealer(table: Table, now: bool) -> None:
    script = table(TILES)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="bob"))
    script.do(WalkAway(player="bob"), ShakeDice(dice=(1, 2, 3)))
    lifted = CallNoRoll(reason="lid-lifted")
    if now:
        assert script.refusal(lifted).clause == "MDT-9.J.5"
    else:
        script.do(lifted)
        assert script.last(NoRollCalled).clauses == ("MDT-9.J.5",)


@clause("MDP-8.D.2", "MDP-14.H")
def test_cards_are_not_counted_before_they_are_dealt(table: Table, now: bool) -> None:
    script = table(POKER)
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}))
    found = FindMisdeal(reason="wrong-count")
    if now:
        assert script.refusal(found).clause == "MDP-14.H"
    else:
        script.do(found)
        assert script.last(RoundVoided).clauses == ("MDP-14.H", "MDP-14.K")


@clause("NZ-5.5")
def test_nobody_shares_the_bank_who_has_left(table: Table, now: bool) -> None:
    script = table(NZ, {"bank.sharing": True}, players={"ann": 2, "bob": 3})
    both = [PlaceWager(player=name, position=2, amount=1000) for name in ("ann", "bob")]
    script.to(Phase.SETTING, Plan(before={Phase.BETTING: both}))
    script.do(WalkAway(player="bob"))
    script.play()
    script.to(Phase.OFFERING, Plan())
    script.do(OfferBank())
    shared = AcceptBank(player="ann", sharers=("bob",))
    if now:
        assert script.refusal(shared).clause == "NZ-5.5"
    else:
        script.do(shared)
        assert script.state.current.bank.sharers == ("bob",)
