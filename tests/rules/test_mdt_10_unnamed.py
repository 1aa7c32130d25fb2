"""Maryland tiles: irregularities that chapter 10 does not name, as we read it, and rounds and tables that stop."""

from collections.abc import Callable

import pytest

from paigow.errors import Refused
from paigow.money import rack
from paigow.table import Phase
from paigow.table.floor.floor import ResumeTable, StopTable
from paigow.table.floor.irregularities import ExposePiece, FindMisdeal, PieceExposed, RoundVoided, ShowPiece, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.closing import AbandonRound, CloseRound, RoundAbandoned, RoundClosed
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.setting import LookAtHand, SetHand
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import FACE_DOWN, view

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
CHIPS = 1_000_000
BOTH = {"ann": 1000, "bob": 2000}


def all_back(script: TableScript) -> bool:
    return all(script.state.ledger[rack(name)] == CHIPS for name in script.state.players)


@clause("MDT-10.D")
def test_when_the_only_hand_is_voided_the_round_is_over(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    assert script.state.phase is Phase.FINISHED
    assert script.state.current.void
    assert all_back(script)


@clause("MDT-10.C", "MDT-6.C")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.DEALING, Phase.SETTING])
def test_a_generator_that_fails_voids_the_round(table: Table, phase: Phase) -> None:
    """The document is silent; we read it to mean that every wager is returned."""
    script = table(TILES, {"start": "random-number", "approvals.random_number_generator": "yes"})
    script.to(phase, Plan(wagers=BOTH))
    script.do(FindMisdeal(reason="number-fault"))
    assert script.last(RoundVoided).reason == "number-fault"
    assert all_back(script)
    with_dice = table(TILES)
    with_dice.to(phase, Plan(wagers=BOTH))
    assert isinstance(with_dice.refusal(FindMisdeal(reason="number-fault")), Refused)


@clause("MDT-10.C", "MDT-6.C")
def test_a_set_that_proves_incomplete_voids_the_round(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING, Plan(wagers=BOTH))
    assert isinstance(script.refusal(FindMisdeal(reason="wrong-positions")), Refused)
    script.to(Phase.SETTING)
    assert "wrong-count" in str(script.refusal(FindMisdeal(reason="a bad feeling")))
    script.do(FindMisdeal(reason="wrong-count"))
    assert all_back(script)


@clause("MDT-10.D", "MDT-8.B")
def test_what_a_player_shows_himself_is_seen_and_played_on(table: Table) -> None:
    dealt = table(TILES)
    dealt.to(Phase.SETTING, Plan(wagers=BOTH, hands={1: "66 66 11 11"}))
    assert isinstance(dealt.refusal(ShowPiece(player="ann", position=1, place=3)), Refused)
    dealt.do(LookAtHand(player="ann", position=1))
    (shown,) = dealt.do(ShowPiece(player="ann", position=1, place=3))
    assert isinstance(shown, PieceExposed)
    assert not shown.choice
    assert view(dealt.state, "bob")["round"]["hands"][1]["pieces"] == [FACE_DOWN] * 3 + ["11"]
    for wrong in (
        ShowPiece(player="bob", position=1, place=0),
        ShowPiece(player="ann", position=3, place=0),
        ShowPiece(player="ann", position=1, place=3),  # it is open already
        ShowPiece(player="ann", position=1, place=4),
        ShowPiece(player="ann", position=9, place=0),
    ):
        assert dealt.refusal(wrong).clause == "MDT-8.B"
    house = dealt.state.game.kit.house_set(dealt.state.current.hands[1].pieces).setting
    assert dealt.do(SetHand(player="ann", position=1, setting=house))
    assert dealt.refusal(ShowPiece(player="ann", position=1, place=0)).clause == "MDT-8.B"
    dealt.to(Phase.BANKING)
    assert dealt.refusal(ShowPiece(player="ann", position=1, place=0)).clause == "MDT-8.B"
    assert table(TILES).refusal(ShowPiece(player="ann", position=1, place=0)).clause == "MDT-8.B"


@clause("MDT-4.G", "MDT-5.D")
def test_a_round_that_nobody_plays_is_abandoned_and_its_number_stays_used(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING)
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    assert isinstance(script.refusal(AbandonRound(reason="nobody wagers")), Refused)
    script.play()
    script.to(Phase.BETTING)
    assert isinstance(script.refusal(AbandonRound(reason=" ")), Refused)
    script.do(AbandonRound(reason="nobody wagers"))
    assert script.last(RoundAbandoned).reason == "nobody wagers"
    assert isinstance(script.refusal(CloseRound(seed="0" * 64)), Refused)
    script.play()
    closed = script.events(RoundClosed)
    assert [(event.number, event.void) for event in closed] == [(1, ""), (2, "nobody wagers")]
    assert closed[1].seed == script.server_seed.hex()
    assert script.play(Plan(wagers=BOTH)).rounds == 3


@clause("MDT-4.H", "MDT-4.I")
def test_the_floor_stops_a_table_and_lets_it_go_on(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    assert isinstance(script.refusal(StopTable(reason=" ")), Refused)
    script.do(StopTable(reason="a dispute"))
    assert "a dispute" in str(script.refusal(StopTable(reason="again")))
    script.play()
    assert "a dispute" in str(script.refusal(OpenRound(commitment="0" * 64)))
    script.do(ResumeTable())
    assert isinstance(script.refusal(ResumeTable()), Refused)
    assert script.play(Plan(wagers=BOTH)).rounds == 2
