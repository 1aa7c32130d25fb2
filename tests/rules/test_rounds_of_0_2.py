"""Rounds that version 0.2 opened, which are not marked as precise: they are played and cited as they were then."""

from collections.abc import Callable

import pytest

from paigow.table import Command, Phase
from paigow.table.boxes.dealer_sets import TurnBankTile
from paigow.table.boxes.laja import LajaPerformed, RequestLaja
from paigow.table.boxes.staking import StakeBank, TakeStake
from paigow.table.cards.discards import HandDiscarded
from paigow.table.floor.irregularities import ExposePiece, HandVoided, PieceExposed, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps import mixing
from paigow.table.steps.banking import AcceptBank, BankOffered
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.setting import HouseHandSet, LookAtHand, SetBankHand
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
Banks = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause

BOTH = {"ann": 1000, "bob": 1000}
QUADS = "9s 9h 9d 9c 2s 4h 6d"


@pytest.fixture(params=[True, False], ids=["precise", "as in 0.2"])
def precise(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    if not request.param:
        opened = mixing.OpenRound
        monkeypatch.setattr(mixing, "OpenRound", lambda commitment, revision: opened(commitment=commitment))
    return bool(request.param)


@clause("NZ-9.1", "NZ-5.2.s2", "NZ-5.4", "MDT-9.C.1.a")
def test_offers_of_the_bank(table: Table, precise: bool) -> None:
    """The first offer goes to box 1; later ones start after the last holder, even if the house banked in between."""
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    script.play(Plan(wagers=BOTH))
    assert not script.last(RoundOpened).offering
    script.play(Plan(wagers={"bob": 1000}, bank="ann"))
    script.play(Plan(wagers=BOTH))
    script.to(Phase.BETTING, Plan())
    opened = script.events(RoundOpened)
    assert [bool(event.revision) for event in opened] == [precise] * 4
    assert [event.offering for event in opened] == [False, True, True, True]
    offers = [event.clauses for event in script.events(BankOffered)]
    if precise:
        assert offers == [("NZ-5.2.s2",)] + [("NZ-5.4",)] * (len(offers) - 1)
    else:
        assert set(offers) == {("NZ-5.2.s2", "NZ-5.4")}


@clause("NZ-11.2.d", "NZ-7.3", "MDP-11.C")
@pytest.mark.parametrize("sharers", [(), ("bob",)])
def test_the_banks_hand(table: Table, precise: bool, sharers: tuple[str, ...]) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 3, "cyd": 4})
    script.to(Phase.BETTING, Plan(wagers={"ann": 10_000, "cyd": 10_000}))
    script.do(PlaceWager(player="bob", position=2, amount=10_000))
    script.play()
    script.begin(Plan(wagers={"cyd": 20_000}))
    script.step()
    script.do(AcceptBank(player="ann", sharers=sharers))
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="cyd", position=4, amount=20_000))
    script.do(*(StakeBank(player=name, amount=20_000) for name in ("ann", *sharers)), TakeStake())
    script.to(Phase.BANKING)
    script.do(LookAtHand(player="ann", position=2))
    setting = script.state.game.kit.settings(script.state.current.hands[2].pieces)[0]
    script.do(SetBankHand(player="ann", setting=setting))
    jointly = () if precise and not sharers else ("NZ-7.3",)
    assert script.last(HouseHandSet).clauses == ("NZ-11.2.d", *jointly)


@clause("NZ-9.2.a", "NZ-1.laja")
def test_a_laja(table: Table, precise: bool) -> None:
    script = table("new-zealand")
    script.to(Phase.BETTING, Plan())
    script.do(RequestLaja(player="ann"))
    script.step()
    assert script.last(LajaPerformed).clauses == ("NZ-1.laja", "NZ-9.2.a" if precise else "NZ-9.2")


@clause("NZ-12.3.a", "NZ-12.3.b", "NZ-12.6")
def test_a_tile_that_a_bank_turned_over(bob_banks: Banks, precise: bool) -> None:
    """It counts as exposed by the dealer only in old rounds, and never for another hand."""
    script = bob_banks()
    script.to(Phase.SETTING)
    script.do(TurnBankTile(player="bob", place=0), ExposePiece(position=3, place=1))
    assert script.last(PieceExposed).choice is not precise
    choices = []
    for place in (0, 1):
        script.do(ExposePiece(position=2, place=place))
        choices.append(script.last(PieceExposed).choice)
    assert choices == [False, True]


@clause("MDT-10.D.2")
@pytest.mark.parametrize("others", [True, False])
def test_a_voided_hand_against_a_bank(table: Table, precise: bool, others: bool) -> None:
    """In old rounds, the dealer's wager goes back with the last hand against the bank."""
    players = ["ann", "bob", "cyd"]
    script = table("maryland-tiles", players=players)
    script.play(Plan(wagers=dict.fromkeys(players, 1000)))
    wagers = {"ann": 1000, "bob": 1000} if others else {"ann": 1000}
    script.to(Phase.SETTING, Plan(wagers=wagers, bank="cyd"))
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    kinds = [key.kind for key in script.last(HandVoided).wagers]
    assert kinds == ["main"] + ["dealer"] * (not others and not precise)


@clause("MDP-11.D.3")
@pytest.mark.parametrize("edition", [1, 2])
def test_cards_that_stayed_on_the_table(table: Table, bets: Bets, precise: bool, edition: int) -> None:
    """Surrendered cards and those of a hand that was envied, put away when the round is over."""
    script = table("maryland-poker", {"edition": edition})
    wagers = bets({"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, "fortune": 500})})
    for given_up in (True, False):
        script.to(Phase.EXPOSING, Plan(before=wagers, hands={1: QUADS}))
        if given_up:
            script.do(Surrender(player="ann", position=1))
        script.play()
        discarded = next(event for event in reversed(script.events(HandDiscarded)) if event.position == 1)
        if edition == 1:
            assert discarded.clauses == ("MDP-11.H.3.c", "MDP-11.H.4.f", "MDP-11.J")
        else:
            why = ("MDP-11.D.3",) if given_up and precise else ()
            assert discarded.clauses == (*why, "MDP-11.H.3.c", "MDP-11.J")
