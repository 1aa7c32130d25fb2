"""Maryland poker where two rules meet: players who leave while something waits for them, two decks, and the button.

Where revision 4 corrected a rule, the same table is also played by revision 3.
"""

from collections.abc import Callable
from typing import Any

import pytest

from paigow.errors import NotationError
from paigow.money import rack
from paigow.table import Phase
from paigow.table.cards.bonus import HandRearranged
from paigow.table.cards.button import button_position
from paigow.table.cards.card_cut import CutCards, CutOffered, DirectShuffle, OfferCut, PassCut, RequireRecut
from paigow.table.cards.card_deal import DealWithSlip, DrawInError
from paigow.table.cards.decks import DeckTaken, MarkDevice, PlaceDeck, ReportFault
from paigow.table.cards.discards import HandDiscarded
from paigow.table.floor.conduct import ComeBack, WagerAbandoned, WalkAway
from paigow.table.floor.equipment import PassTime, RemoveSet
from paigow.table.floor.irregularities import FindMisdeal, RoundVoided
from paigow.table.script import Plan, TableScript
from paigow.table.steps import mixing
from paigow.table.steps.banking import AcceptBank, OfferBank
from paigow.table.steps.closing import AbandonRound, RoundAbandoned
from paigow.table.steps.opening import DisplaySet, InspectSet, ReceiveSet, TurnSetDown, VerifySet
from paigow.table.steps.seating import BuyIn, LeaveTable, SitDown
from paigow.table.steps.start import StartDetermined
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
Bets = Callable[..., Any]
clause = pytest.mark.clause
BOTH = {"ann": 1000, "bob": 1000}
LOSING = {"readings.abandoned_wager": "losing"}
BUTTON = {
    "dealing.method": "automated-shoe",
    "dealing.shuffler": "automated",
    "start": "button",
    "approvals.button": "yes",
    "banking.offered": False,
    "banking.co_banking": False,
}
TWO_DECKS = {"dealing.shuffler": "automated", "dealing.decks": 2, "dealing.backs": ["red", "blue"]}
HOUR = 3600


@pytest.fixture(params=[True, False], ids=["now", "revision 3"])
def now(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    if not request.param:
        opened = mixing.OpenRound
        monkeypatch.setattr(mixing, "OpenRound", lambda commitment, revision: opened(commitment=commitment, revision=3))
    return bool(request.param)


# the cut


@clause("MDP-5.E.4", "MDP-5.D.2")
def test_nobody_waits_for_the_cut_of_a_player_who_has_left(poker: Table) -> None:
    script = poker()
    script.to(Phase.CUTTING, Plan(wagers={"bob": 1000}))
    script.do(OfferCut(), LeaveTable(player="ann"))
    assert script.refusal(CutCards(player="ann", depth=20)).clause == "MDP-5.D.1"
    assert script.refusal(PassCut(player="ann")).clause == "MDP-5.D.1"
    assert script.refusal(CutCards(depth=20)).clause == "MDP-5.D.2"  # bob has not been asked yet
    script.do(OfferCut())
    assert script.last(CutOffered).player == "bob"
    script.do(LeaveTable(player="bob"), CutCards(depth=20))  # nobody is left to be asked
    assert script.state.phase is Phase.BETTING


@clause("MDP-5.G.2")
def test_a_recut_passes_to_the_next_person_if_the_one_who_cut_has_left(poker: Table) -> None:
    script = poker()
    script.to(Phase.CUTTING, Plan(wagers=BOTH))
    script.do(OfferCut(), CutCards(player="ann", depth=20))
    script.to(Phase.DEALING)
    script.do(WalkAway(player="ann"), RequireRecut())
    back = script.state
    script.do(OfferCut(), CutCards(player="bob", depth=30))
    assert script.state.phase is Phase.DEALING
    script.state = back
    script.do(ComeBack(player="ann"), CutCards(player="ann", depth=30))
    assert script.state.phase is Phase.DEALING


@clause("MDP-14.G", "MDP-5.G.1")
def test_a_card_drawn_in_error_stays_the_next_one(poker: Table, now: bool) -> None:
    script = poker()
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    script.do(RequireRecut(), CutCards(depth=20), PlaceDeck(), DrawInError())
    if now:
        assert script.refusal(RequireRecut()).clause == "MDP-5.G.1"
        assert script.refusal(DirectShuffle()).clause == "MDP-5.A.3"
    else:
        script.do(RequireRecut())


# a player who leaves in the middle of the round


@clause("MDP-14.H", "MDP-7.C.2")
@pytest.mark.parametrize(("kind", "amount"), [("fortune", 500), ("insurance", 100), ("progressive", 100)])
def test_a_void_round_returns_every_abandoned_wager(
    poker: Table, bets: Bets, now: bool, kind: str, amount: int
) -> None:
    script = poker(LOSING)
    chips = {name: script.state.ledger[rack(name)] for name in BOTH}
    meters = script.state.meters
    before = bets({"bob": (2, {"main": 1000, kind: amount})})
    script.to(Phase.SETTING, Plan(wagers=BOTH, before=before))
    script.do(WalkAway(player="bob"))
    script.to(Phase.EXPOSING)
    assert [event.wager.kind for event in script.events(WagerAbandoned)] == ["main", kind]
    if now:
        script.do(FindMisdeal(reason="wrong-count"))
        assert {name: script.state.ledger[rack(name)] for name in BOTH} == chips
        assert script.state.meters == meters
        assert script.state.current.results == {}
    else:
        assert script.refusal(FindMisdeal(reason="wrong-count")).clause == "MDP-14.H"


@clause("MDP-7.C.2", "MDP-11.D.3", "MDP-11.H.3.c")
@pytest.mark.parametrize("envied", [False, True])
def test_an_abandoned_hand_is_not_put_away_as_a_surrendered_one(
    poker: Table, bets: Bets, now: bool, envied: bool
) -> None:
    script = poker(LOSING)
    before = bets({"ann": (1, {"main": 1000, "fortune": 500})}) if envied else {}
    script.to(Phase.SETTING, Plan(wagers=BOTH, before=before))
    script.do(WalkAway(player="bob"))
    script.play()
    (put_away,) = [event for event in script.events(HandDiscarded) if event.position == 2]
    kept = () if now else ("MDP-11.D.3",)
    assert put_away.clauses == (*kept, *(("MDP-11.H.3.c",) if envied else ()), "MDP-11.J")
    assert [event.position for event in script.events(HandRearranged)] == ([1, 2] if envied else [])


# a dealing method that another replaces


@clause("MDP-14.N.1", "MDP-8.C")
def test_a_round_that_nobody_plays_is_abandoned_by_the_method_in_use(poker: Table, now: bool) -> None:
    choices = {"dealing.method": "automated-shoe", "dealing.shuffler": "automated"}
    script = poker(choices)
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    script.step()
    script.do(ReportFault(device="shoe", usable=False), MarkDevice(device="shoe"))
    script.step()
    script.to(Phase.BETTING, Plan())
    script.do(AbandonRound(reason="nobody wagers"))
    used = "MDP-8.C" if now else "MDP-10.A.2"
    assert script.last(RoundAbandoned).clauses == (used, "MDP-7.D.1")


# a wrong count


@clause("MDP-14.H")
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.STARTING, Phase.DEALING])
def test_no_hand_has_a_wrong_count_before_the_deal(poker: Table, now: bool, phase: Phase) -> None:
    script = poker()
    script.to(phase, Plan(wagers=BOTH))
    if now:
        assert script.refusal(FindMisdeal(reason="wrong-count")).clause == "MDP-14.H"
    else:
        script.do(FindMisdeal(reason="wrong-count"))
        assert script.last(RoundVoided).reason == "wrong-count"


# two decks


@clause("MDP-3.C.2", "MDP-3.B.3")
def test_no_round_opens_while_the_stored_deck_is_overdue(empty_table: Table, now: bool) -> None:
    script = empty_table("maryland-poker", TWO_DECKS)
    for deck in ("old", "new"):
        box = script.state.game.box
        script.do(ReceiveSet(set_id=deck, pieces=box), InspectSet(), VerifySet(), PassTime(now=HOUR))
    script.do(DisplaySet())
    script.sit({"ann": 1}, 100_000)
    script.do(TurnSetDown())
    for _ in range(2):
        script.play(Plan(wagers={"ann": 1000}))
    assert script.state.equipment.in_play == "new"
    script.do(PassTime(now=8 * HOUR))
    if now:
        assert script.refusal(mixing.OpenRound(commitment="0" * 64, revision=4)).clause == "MDP-3.C.2"
        script.do(RemoveSet())
        script.reopen()
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert (script.state.equipment.in_play == "old") is not now


@clause("MDP-3.B", "MDP-3.B.1", "MDP-8.F.2")
def test_a_deck_keeps_its_colour_when_the_other_is_replaced(poker: Table, now: bool) -> None:
    script = poker(TWO_DECKS)
    for _ in range(2):
        script.play(Plan(wagers=BOTH))
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    script.step()
    script.do(DealWithSlip(slip="lost"))
    script.step()
    script.reopen()
    for _ in range(3):
        script.play(Plan(wagers=BOTH))
    taken = [(event.deck, event.back) for event in script.events(DeckTaken)]
    assert taken[:3] == [("set-1", "red"), ("set-2", "blue"), ("set-1", "red")]
    kept, replaced = ("blue", "red") if now else ("red", "blue")
    assert taken[3:] == [("set-2", kept), (taken[4][0], replaced), ("set-2", kept)]


# the button


@clause("MDP-5.K.3.a")
def test_a_new_game_starts_with_the_button_in_front_of_the_dealer(poker: Table, now: bool) -> None:
    script = poker(BUTTON)
    for _ in range(2):
        script.play(Plan(wagers=BOTH))
    script.do(LeaveTable(player="ann"), LeaveTable(player="bob"))
    script.do(SitDown(player="cyd", position=3, seed="cyd"), BuyIn(player="cyd", amount=100_000))
    starts = []
    for _ in range(2):
        script.play(Plan(wagers={"cyd": 1000}))
        starts.append(script.last(StartDetermined).start)
    assert starts == ([0, 6] if now else [5, 4])
    assert button_position(script.state) == (5 if now else 3)


@clause("MDP-5.K.3.b")
def test_a_new_deck_does_not_bring_the_button_back(poker: Table, now: bool) -> None:
    script = poker(BUTTON)
    for _ in range(2):
        script.play(Plan(wagers=BOTH))
    script.do(RemoveSet())
    script.reopen()
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    found = script.last(StartDetermined)
    assert "MDP-5.K.3.b" in found.clauses
    assert found.start == (5 if now else 0)


# commands that are not well-formed


@clause("MDP-12.C.1.b")
def test_a_bank_is_not_shared_among_players(poker: Table) -> None:
    script = poker()
    script.play(Plan(wagers=BOTH))
    script.to(Phase.OFFERING, Plan(wagers=BOTH))
    script.do(OfferBank())
    refused = script.refusal(AcceptBank(player="ann", sharers=("bob",)))
    assert "can be shared only by players at one box" in str(refused)


@pytest.mark.parametrize("amount", [1000.0, 1000.5, True, "1000", None])
def test_no_command_takes_a_number_that_is_not_whole(amount: Any) -> None:
    with pytest.raises(NotationError, match=r"amount of wager is .*; it must be a whole number"):
        PlaceWager(player="ann", position=1, amount=amount)
    with pytest.raises(NotationError, match=r"depth of cut is .*; it must be a whole number"):
        CutCards(depth=amount)
