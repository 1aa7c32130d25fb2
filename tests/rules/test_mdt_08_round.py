"""Maryland tiles, chapter 8 at the table: setting, surrender, exposing, settling."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.errors import HandError, Refused
from paigow.money import COMMISSION, INVENTORY, bet, rack
from paigow.table import Phase
from paigow.table.core.model import MAIN, HandStatus
from paigow.table.floor.conduct import ConductNoted, NoteConduct
from paigow.table.layout import hand_lies
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import (
    AskHouseWay,
    HandSet,
    HouseHandSet,
    HouseWayTold,
    LookAtHand,
    SetHand,
    SetHouseHand,
)
from paigow.table.steps.settlement import ExposeHand, HandExposed, RoundSettled, WagerSettled
from paigow.table.steps.surrender import Surrender, Surrendered
from paigow.table.view import FACE_DOWN, view
from paigow.tiles import TileSetting

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
RICH, POOR, FIRST_ONLY = "66 66 11 11", "46 14 35 56", "44 44 55 46"
BOTH = {"ann": 1000, "bob": 2000}


@pytest.fixture
def dealt(table: Table) -> TableScript:
    """Two players have their tiles in front of them, and nobody has looked."""
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers=BOTH, hands={0: POOR, 1: RICH, 2: FIRST_ONLY}))
    return script


def pieces(script: TableScript, position: int, viewer: str) -> list[str]:
    shown: list[str] = view(script.state, viewer)["round"]["hands"][position]["pieces"]
    return shown


@clause("MDT-8.A.1", "MDT-8.A.2")
def test_each_player_sets_two_hands_and_lays_them_face_down_behind_the_area(dealt: TableScript) -> None:
    dealt.do(LookAtHand(player="ann", position=1))
    wrong = SetHand(player="ann", position=1, setting=TileSetting.parse("66 44 / 11 11"))
    assert isinstance(dealt.refusal(wrong), HandError)
    (laid,) = dealt.do(SetHand(player="ann", position=1, setting=TileSetting.parse("66 66 / 11 11")))
    assert isinstance(laid, HandSet)
    assert laid.clauses == ("MDT-8.A.1", "MDT-8.A.2")
    lie = hand_lies(dealt.state, 1)
    assert (lie.area, lie.position, lie.face_up, lie.laid) == ("hands", 1, False, "two hands")
    for viewer in ("bob", "dealer", "floor"):
        assert pieces(dealt, 1, viewer) == [FACE_DOWN] * 4
        assert view(dealt.state, viewer)["round"]["hands"][1]["setting"] is None


@clause("MDT-8.B", "MDT-8.B.1")
def test_a_player_sets_the_own_hand_and_no_others_as_he_likes(dealt: TableScript) -> None:
    dealt.do(LookAtHand(player="ann", position=1))
    for command in (
        LookAtHand(player="bob", position=1),
        SetHand(player="bob", position=1, setting=TileSetting.parse("66 66 / 11 11")),
        LookAtHand(player="ann", position=0),
        LookAtHand(player="ann", position=7),
    ):
        assert dealt.refusal(command).clause == "MDT-8.B"
    against_the_house_way = TileSetting.parse("66 11 / 66 11")
    dealt.do(SetHand(player="ann", position=1, setting=against_the_house_way))
    dealt.play()
    (exposed,) = [event for event in dealt.events(HandExposed) if event.position == 1]
    assert exposed.setting == against_the_house_way


@clause("MDT-8.B.1", "MDT-8.B.3", "MDT-8.B.4")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("touched-tiles", "MDT-8.B.1"), ("tiles-out-of-view", "MDT-8.B.3"), ("touched-set-hands", "MDT-8.B.4")],
)
def test_what_players_may_not_do_with_tiles_is_noted(dealt: TableScript, kind: str, rule: str) -> None:
    before = dealt.state
    (noted,) = dealt.do(NoteConduct(kind=kind, player="bob"))
    assert isinstance(noted, ConductNoted)
    assert (noted.clauses, noted.player, noted.reporter) == ((rule,), "bob", "dealer")
    assert dealt.state.round == before.round
    assert isinstance(dealt.refusal(NoteConduct(kind="whistling", player="bob")), Refused)
    assert isinstance(dealt.refusal(NoteConduct(kind=kind, player="bob", reporter="ann")), Refused)


@clause("MDT-8.B.2")
def test_who_asks_is_told_how_the_dealer_would_set(dealt: TableScript) -> None:
    assert dealt.refusal(AskHouseWay(player="ann", position=1)).clause == "MDT-8.B.2"
    dealt.do(LookAtHand(player="ann", position=1))
    (told,) = dealt.do(AskHouseWay(player="ann", position=1))
    assert isinstance(told, HouseWayTold)
    assert told.setting == dealt.state.game.kit.house_set(dealt.state.current.hands[1].pieces).setting
    assert told.clauses[0] == "MDT-8.B.2"
    assert dealt.state.current.hands[1].status is HandStatus.DEALT


@clause("MDT-8.B.3")
def test_pieces_in_hand_are_known_to_lie_before_their_player(dealt: TableScript) -> None:
    dealt.do(LookAtHand(player="ann", position=1))
    assert hand_lies(dealt.state, 1).laid == "held"
    assert pieces(dealt, 1, "ann") == RICH.split()
    assert pieces(dealt, 1, "bob") == [FACE_DOWN] * 4


@clause("MDT-8.B.4")
def test_a_set_hand_is_not_touched_again(dealt: TableScript) -> None:
    dealt.do(LookAtHand(player="ann", position=1))
    dealt.do(SetHand(player="ann", position=1, setting=TileSetting.parse("66 66 / 11 11")))
    for command in (
        SetHand(player="ann", position=1, setting=TileSetting.parse("66 11 / 66 11")),
        LookAtHand(player="ann", position=1),
    ):
        assert dealt.refusal(command).clause == "MDT-8.B.4"


@clause("MDT-8.C.1")
def test_the_dealer_turns_up_his_tiles_when_all_have_set(dealt: TableScript) -> None:
    assert dealt.refusal(SetHouseHand()).clause == "MDT-8.C.1"
    dealt.do(LookAtHand(player="ann", position=1))
    dealt.do(SetHand(player="ann", position=1, setting=TileSetting.parse("66 66 / 11 11")))
    assert dealt.refusal(SetHouseHand()).clause == "MDT-8.C.1"
    dealt.to(Phase.BANKING)
    assert pieces(dealt, 0, "ann") == [FACE_DOWN] * 4
    dealt.do(SetHouseHand())
    assert sorted(pieces(dealt, 0, "bystander")) == sorted(POOR.split())


@clause("MDT-8.C.2", "MDT-8.C.3.a", "MDT-8.C.3.b")
def test_the_dealer_sets_the_house_way_and_lays_the_hands_crosswise(dealt: TableScript) -> None:
    dealt.to(Phase.BANKING)
    shown = dealt.do(SetHouseHand())[0]
    assert isinstance(shown, HouseHandSet)
    assert {"MDT-8.C.1", "MDT-8.C.2", "MDT-8.C.3.a", "MDT-8.C.3.b"} <= set(shown.clauses)
    assert shown.setting == dealt.state.game.kit.house_set(dealt.state.current.hands[0].pieces).setting
    lie = hand_lies(dealt.state, 0)
    assert (lie.area, lie.face_up, lie.laid) == ("dealer-hands", True, "crossed")


@clause("MDT-8.E", "MDT-8.E.1")
def test_surrender_from_the_dealers_setting_to_the_exposing_of_ones_own_hands(dealt: TableScript) -> None:
    give_up = Surrender(player="ann", position=1)
    assert dealt.refusal(give_up).clause == "MDT-8.E"
    dealt.to(Phase.BANKING)
    assert dealt.refusal(give_up).clause == "MDT-8.E"
    dealt.to(Phase.EXPOSING)
    assert dealt.refusal(Surrender(player="bob", position=1)).clause == "MDT-8.E"
    dealt.do(ExposeHand())
    assert dealt.refusal(give_up).clause == "MDT-8.E"
    assert dealt.do(Surrender(player="bob", position=2))


@clause("MDT-8.E.2.a", "MDT-8.E.2.b", "MDT-8.E.2.c")
def test_a_surrendered_wager_is_taken_and_the_tiles_unseen(dealt: TableScript) -> None:
    dealt.to(Phase.EXPOSING)
    (gone,) = dealt.do(Surrender(player="ann", position=1))
    assert isinstance(gone, Surrendered)
    assert {"MDT-8.E.2.a", "MDT-8.E.2.b", "MDT-8.E.2.c"} <= set(gone.clauses)
    (taken,) = gone.transfers
    assert (taken.debit, taken.credit, taken.amount) == (bet(1, MAIN, "ann"), INVENTORY, 1000)
    lie = hand_lies(dealt.state, 1)
    assert (lie.area, lie.face_up, lie.laid) == ("settled", False, "stack")
    dealt.to(Phase.FINISHED)
    assert [event.position for event in dealt.events(HandExposed)] == [2]
    for viewer in ("bob", "dealer", "floor", "bystander"):
        assert pieces(dealt, 1, viewer) == [FACE_DOWN] * 4


@clause("MDT-8.E.2.a")
def test_when_everybody_has_surrendered_the_round_is_over(dealt: TableScript) -> None:
    dealt.to(Phase.EXPOSING)
    dealt.do(Surrender(player="ann", position=1))
    between = dealt.state.phase
    dealt.do(Surrender(player="bob", position=2))
    assert (between, dealt.state.phase) == (Phase.EXPOSING, Phase.FINISHED)
    assert not dealt.events(HandExposed)


@clause("MDT-8.E")
@pytest.mark.parametrize("allowed", [True, False])
def test_surrender_against_a_players_bank_as_the_house_reads_it(table: Table, allowed: bool) -> None:
    script = table(TILES, {"readings.bank_surrender": "allowed" if allowed else "refused"})
    script.play(Plan(wagers=BOTH))
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000}, bank="bob"))
    give_up = Surrender(player="ann", position=1)
    if allowed:
        centre = script.do(give_up)[0].transfers[0].credit
        assert centre == "centre"
    else:
        assert script.refusal(give_up).clause == "MDT-8.E"


@clause("MDT-8.F.1")
def test_hands_are_revealed_from_the_dealers_far_right_counter_clockwise(table: Table) -> None:
    script = table(TILES, players={"f": 6, "c": 3, "a": 1, "d": 4})
    script.to(Phase.EXPOSING, Plan(wagers={"f": 1000, "c": 1000, "a": 1000, "d": 1000}))
    script.do(Surrender(player="c", position=3))
    script.play()
    assert [event.position for event in script.events(HandExposed)] == [1, 4, 6]


@clause("MDT-8.F.2", "MDT-8.F.3")
@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [(RICH, POOR, Result.WIN), (POOR, RICH, Result.LOSE), (FIRST_ONLY, POOR, Result.PUSH)],
)
def test_high_is_compared_with_high_and_low_with_low_and_the_result_announced(
    table: Table, player: str, dealer: str, result: Result
) -> None:
    script = table(TILES, players=["ann"])
    script.play(Plan(wagers={"ann": 1000}, hands={0: dealer, 1: player}))
    (exposed,) = script.events(HandExposed)
    kit = script.state.game.kit
    house = kit.house_set(kit.parse(dealer)).setting
    assert exposed.match == kit.compare(exposed.setting, house)
    assert exposed.result is result
    assert {"MDT-8.F.1", "MDT-8.F.2", "MDT-8.F.3"} <= set(exposed.clauses)


@clause("MDT-8.G.1", "MDT-8.G.2")
def test_a_losing_wager_is_collected_at_once(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.EXPOSING, Plan(wagers=BOTH, hands={0: RICH, 1: POOR}))
    exposed, settled = script.do(ExposeHand())[:2]
    assert isinstance(exposed, HandExposed)
    assert {"MDT-8.G.1", "MDT-8.G.2"} <= set(exposed.clauses)
    (move,) = settled.transfers
    assert (move.debit, move.credit, move.amount) == (bet(1, MAIN, "ann"), INVENTORY, 1000)


@clause("MDT-8.H.1.a", "MDT-8.H.1.b", "MDT-8.H.1.c", "MDT-8.H.2")
@pytest.mark.parametrize(
    ("dealers", "players", "ground"),
    [
        ("56 22 24 25", "12 22 36 55", "MDT-8.H.1.a"),  # the low hands are copies
        ("12 11 15 33", "66 44 35 46", "MDT-8.H.1.b"),  # the low hand is lower
        ("22 24 36 35", "13 33 44 56", "MDT-8.H.1.c"),  # it is worth nothing
        ("16 11 33 13", "22 46 56 12", "MDT-8.H.2"),  # only the low hand is higher
    ],
)
def test_a_tied_wager_goes_back_by_the_ground_that_applied(
    table: Table, dealers: str, players: str, ground: str
) -> None:
    script = table(TILES)
    script.to(Phase.EXPOSING, Plan(wagers=BOTH, hands={0: dealers, 1: players}))
    exposed, settled = script.do(ExposeHand())[:2]
    assert [clause for clause in exposed.clauses if clause.startswith("MDT-8.H")] == [ground]
    assert settled.clauses == (ground,)
    (move,) = settled.transfers
    assert (move.debit, move.credit, move.amount) == (bet(1, MAIN, "ann"), rack("ann"), 1000)


@clause("MDT-8.I.1", "MDT-8.I.2", "MDT-8.K", "MDT-8.K.s2", "MDT-8.K.1", "MDT-8.K.2")
@pytest.mark.parametrize(("rounding", "wager", "fee"), [("cent", 1010, 51), ("quarter", 1010, 75), ("cent", 2000, 100)])
def test_a_winner_is_paid_even_money_less_five_percent_then_and_there(
    table: Table, rounding: str, wager: int, fee: int
) -> None:
    script = table(TILES, {"vigorish.rounding": rounding})
    script.to(Phase.EXPOSING, Plan(wagers={"ann": wager, "bob": 1000}, hands={0: POOR, 1: RICH}))
    settled = script.do(ExposeHand())[1]
    assert isinstance(settled, WagerSettled)
    assert (settled.won, settled.vigorish) == (wager, fee)
    moves = [(move.debit, move.credit, move.amount) for move in settled.transfers]
    assert moves == [
        (INVENTORY, rack("ann"), wager),
        (bet(1, MAIN, "ann"), rack("ann"), wager),
        (rack("ann"), COMMISSION, fee),
    ]
    assert settled.transfers[-1].clause == "MDT-8.K.s2"
    assert "MDT-8.K.2" in settled.clauses
    assert ("MDT-8.K.1" in settled.clauses) is (rounding == "quarter")


@clause("MDT-8.J")
def test_settled_tiles_are_collected_face_up_at_the_dealers_right(dealt: TableScript) -> None:
    dealt.to(Phase.EXPOSING)
    dealt.do(ExposeHand())
    settled, waiting = hand_lies(dealt.state, 1), hand_lies(dealt.state, 2)
    assert (settled.area, settled.face_up) == ("settled", True)
    assert (waiting.area, waiting.face_up) == ("hands", False)
    dealt.to(Phase.FINISHED)
    assert hand_lies(dealt.state, 2) == settled
    assert {"MDT-8.J", "MDT-8.M"} <= set(dealt.last(RoundSettled).clauses)


@clause("MDT-8.M")
def test_every_hand_can_be_reconstructed_from_the_record(dealt: TableScript) -> None:
    dealt.to(Phase.FINISHED)
    hands = dealt.state.current.hands
    told = {event.position: event for event in dealt.events(HandExposed)}
    assert list(told) == [1, 2]
    for position, event in told.items():
        laid = (*event.setting.high, *event.setting.low)
        assert sorted(map(str, laid)) == sorted(map(str, hands[position].pieces))
        assert event.match == dealt.state.game.kit.compare(event.setting, dealt.last(HouseHandSet).setting)
