"""New Zealand, section 10: delivery, setting, conduct, concession, and replacing tiles."""

from collections import Counter
from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import INVENTORY, LOSING_AREA, bet, rack
from paigow.table import Phase, legal_commands
from paigow.table.boxes.damage import DamageFound, FindDamage, PieceReplaced, ReplacePiece
from paigow.table.boxes.dealer_sets import (
    AskDealerToSet,
    ConcededViewed,
    ConfirmHand,
    DealerAsked,
    HandConfirmed,
    SetForPlayer,
    ShowHand,
    TilesShown,
    ViewConceded,
    ViewUnused,
)
from paigow.table.core.model import DEALER, MAIN, HandStatus
from paigow.table.floor.conduct import ConductNoted, NoteConduct
from paigow.table.floor.equipment import RemoveSet, SetLaidOut, SetRemoved
from paigow.table.floor.irregularities import ResetHouseHand
from paigow.table.games.new_zealand import EmptyLaidTogether
from paigow.table.script import Plan, TableScript
from paigow.table.steps.delivery import Delivered, EmptyCollected
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.opening import DisplaySet, InspectSet, ReceiveSet, TurnSetDown, VerifySet
from paigow.table.steps.setting import (
    HandSet,
    HouseHandSet,
    LookAtHand,
    PlayersReady,
    SetBankHand,
    SetHand,
    SetHouseHand,
)
from paigow.table.steps.settlement import ExposeHand, HandExposed
from paigow.table.steps.surrender import Surrender, Surrendered
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view
from paigow.tiles import TILE_SET

Table = Callable[..., TableScript]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
OTHERS = {"ann": 10_000, "cyd": 10_000}
BANK, WINS, LOSES, LOSING = "22 22 13 15", "44 44 33 33", "56 36 46 55", "56 36 / 46 55"
PUSHES, PUSHING = "26 25 16 23", "26 25 / 16 23"
WRONG = "22 13 / 22 15"  # the bank's four tiles set against the house way
HIDDEN = ["?"] * 4


def seen(script: TableScript, viewer: str, box: int) -> list[str]:
    pieces: list[str] = view(script.state, viewer)["round"]["hands"][box]["pieces"]
    return pieces


def banked(table: Table, phase: Phase, plan: Plan, **choices: object) -> TableScript:
    script = table(NZ, choices, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(phase, plan)
    return script


@pytest.mark.clause("NZ-10.1", "NZ-10.1.s2", "NZ-10.1.s3", "NZ-1.hand")
def test_four_tiles_face_down_to_every_box_from_the_first_one_announced(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000}, dice=(1, 2, 2), order=TILE_SET))
    event = script.last(Delivered)
    assert event.start == 5  # "first tiles to box 5"
    assert [box for box, _ in event.hands] == [5, 6, 7, 8, 1, 2, 3, 4]  # counter-clockwise
    assert event.hands[0][1] == TILE_SET[:4]
    assert all(len(tiles) == 4 for _, tiles in event.hands)
    assert Counter(tile for _, tiles in event.hands for tile in tiles) == Counter(TILE_SET)
    assert {"NZ-10.1", "NZ-10.1.s2", "NZ-10.1.s3"} <= set(event.clauses)
    for viewer in (*THREE, "dealer", "floor", "nobody"):
        assert all(seen(script, viewer, box) == HIDDEN for box in range(1, 9))


@pytest.mark.clause("NZ-10.2")
def test_groups_for_empty_boxes_side_by_side_lie_together(table: Table) -> None:
    script = table(NZ, players={"ann": 2, "bob": 5})
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000, "bob": 10_000}))
    assert script.last(EmptyLaidTogether).groups == ((3, 4), (6, 7, 8))
    assert script.last(EmptyLaidTogether).clauses == ("NZ-10.2",)
    script = table(NZ, players={"ann": 2, "bob": 4, "cyd": 6, "dan": 8})
    script.to(Phase.SETTING, Plan(wagers=dict.fromkeys(("ann", "bob", "cyd", "dan"), 10000)))
    assert not script.events(EmptyLaidTogether)


@pytest.mark.clause("NZ-10.3.a")
@pytest.mark.parametrize("bank", [None, "bob"])
def test_tiles_of_boxes_without_wagers_are_retrieved_unseen(table: Table, bank: str | None) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000}, bank=bank))
    kept = {2, 3} if bank else {1, 2}  # never the bank's own
    event = script.last(EmptyCollected)
    assert event.clauses == ("NZ-10.3.a",)
    assert set(event.positions) == set(range(1, 9)) - kept
    script.to(Phase.FINISHED)
    for box in event.positions:
        assert script.state.current.hands[box].status is HandStatus.COLLECTED
        assert seen(script, "ann", box) == HIDDEN


@pytest.mark.clause("NZ-10.3.b", "NZ-1.set")
def test_players_set_their_own_tiles_as_two_hands_of_two(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL, hands={2: WINS}))
    script.do(LookAtHand(player="ann", position=2))
    assert seen(script, "ann", 2) == WINS.split()
    setting = script.state.game.kit.parse_setting("44 33 / 44 33")
    other = script.state.game.kit.parse_setting("66 33 / 44 33")
    assert script.refusal(SetHand(player="ann", position=2, setting=other)).clause == "NZ-10.3.b"
    script.do(SetHand(player="ann", position=2, setting=setting))
    assert script.last(HandSet).clauses == ("NZ-10.3.b", "NZ-1.set")
    hand = script.state.current.hands[2]
    assert (len(setting.high), len(setting.low)) == (2, 2)
    assert (hand.setting, hand.status) == (setting, HandStatus.SET)
    assert seen(script, "bob", 2) == HIDDEN


@pytest.mark.clause("NZ-10.4.a")
def test_the_dealer_sets_on_request_after_the_others_and_before_the_bank(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    script.do(AskDealerToSet(player="ann", position=2))
    assert script.last(DealerAsked).clauses[0] == "NZ-10.4.a"
    assert script.refusal(SetForPlayer(position=2)).clause == "NZ-10.4.a"
    for name, box in (("bob", 3), ("cyd", 4)):
        hand = script.state.current.hands[box]
        script.do(LookAtHand(player=name, position=box))
        script.do(SetHand(player=name, position=box, setting=script.state.game.kit.settings(hand.pieces)[0]))
    assert script.refusal(SetHouseHand()).clause == "NZ-11.1.c"  # the bank's comes after
    script.do(SetForPlayer(position=2))
    hand = script.state.current.hands[2]
    assert hand.set_by == DEALER
    assert hand.setting == script.state.game.kit.house_set(hand.pieces).setting
    assert script.last(HandSet).clauses[0] == "NZ-10.4.a"
    assert script.state.phase is Phase.BANKING


@pytest.mark.clause("NZ-10.4.a")
def test_a_request_is_made_once_by_who_controls_the_box(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    assert script.refusal(AskDealerToSet(player="ann", position=3)).clause == "NZ-10.4.a"
    script.do(AskDealerToSet(player="ann", position=2))
    assert script.refusal(AskDealerToSet(player="ann", position=2)).clause == "NZ-10.4.a"
    assert script.refusal(LookAtHand(player="ann", position=2)).clause == "NZ-10.4.a"


@pytest.mark.clause("NZ-10.4.b")
def test_the_dealer_sets_a_co_bankers_hand(table: Table) -> None:
    script = banked(table, Phase.BANKING, Plan(wagers=OTHERS, bank="bob", co=True, hands={3: BANK}))
    setting = script.state.game.kit.parse_setting(WRONG)
    assert script.refusal(SetBankHand(player="bob", setting=setting)).clause == "NZ-10.4.b"
    assert script.refusal(AskDealerToSet(player="bob", position=3)).clause == "NZ-10.4.b"
    script.do(SetHouseHand())
    event = script.last(HouseHandSet)
    assert (event.set_by, str(event.setting)) == (DEALER, "22 22 / 13 15")
    assert event.clauses[0] == "NZ-10.4.b"


@pytest.mark.clause("NZ-10.4.c")
def test_a_player_banker_may_have_the_dealer_set_and_confirms(table: Table) -> None:
    script = banked(table, Phase.BANKING, Plan(wagers=OTHERS, bank="bob", hands={3: BANK}))
    assert script.refusal(SetHouseHand()).clause == "NZ-11.2.d"
    script.do(AskDealerToSet(player="bob", position=3))
    wrong = script.state.game.kit.parse_setting(WRONG)
    assert script.refusal(SetBankHand(player="bob", setting=wrong)).clause == "NZ-10.4.c"
    script.do(SetHouseHand())
    event = script.last(HouseHandSet)
    assert (event.set_by, str(event.setting), event.clauses[0]) == (DEALER, "22 22 / 13 15", "NZ-10.4.c")
    assert script.state.phase.value == "banking"
    assert script.refusal(ConfirmHand()).clause == "NZ-11.1.e"  # not for the floor
    script.do(ConfirmHand(player="bob"))
    assert script.last(HandConfirmed).clauses == ("NZ-10.4.c",)
    assert script.state.phase.value == "exposing"


@pytest.mark.clause("NZ-10.5")
def test_a_hand_returned_is_not_touched_again(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    script.step()
    while script.state.current.hands[2].status is HandStatus.DEALT:
        script.step()
    for setting in script.state.game.kit.settings(script.state.current.hands[2].pieces):
        assert script.refusal(SetHand(player="ann", position=2, setting=setting)).clause == "NZ-10.5"
    assert script.refusal(AskDealerToSet(player="ann", position=2)).clause == "NZ-10.5"


@pytest.mark.clause("NZ-10.6")
def test_the_player_answers_for_a_hand_the_dealer_set_wrong(table: Table) -> None:
    script = table(NZ, players={"ann": 2})
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000}, hands={1: BANK, 2: "66 66 11 11"}))
    script.do(AskDealerToSet(player="ann", position=2))
    mistaken = script.state.game.kit.parse_setting("66 11 / 66 11")
    script.do(SetForPlayer(position=2, setting=mistaken))
    assert "NZ-10.6" in script.last(HandSet).clauses
    assert script.refusal(ResetHouseHand(position=2)).clause == "NZ-12.8.a"  # not a hand of the house
    script.to(Phase.PAYING)
    exposed = script.last(HandExposed)
    assert (exposed.setting, exposed.result) == (mistaken, Result.PUSH)  # and not the win it would have been


@pytest.mark.clause("NZ-10.7")
def test_only_the_controller_handles_the_tiles(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    assert script.refusal(LookAtHand(player="bob", position=2)).clause == "NZ-10.7"
    for name, box in THREE.items():
        own = [o.command for o in legal_commands(script.state, name) if isinstance(o.command, LookAtHand)]
        assert own == [LookAtHand(player=name, position=box)]


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        pytest.param("tile-marked", "NZ-10.8.a", marks=pytest.mark.clause("NZ-10.8.a")),
        pytest.param("tile-handled", "NZ-10.8.b", marks=pytest.mark.clause("NZ-10.8.b")),
        pytest.param("handling-permitted", "NZ-10.8.s2", marks=pytest.mark.clause("NZ-10.8.s2")),
        pytest.param("tiles-out-of-view", "NZ-10.9", marks=pytest.mark.clause("NZ-10.9")),
        pytest.param("tiles-exchanged", "NZ-10.9.a", marks=pytest.mark.clause("NZ-10.9.a")),
        pytest.param("information", "NZ-10.9.b.i", marks=pytest.mark.clause("NZ-10.9.b.i")),
        pytest.param("communication", "NZ-10.9.b.ii", marks=pytest.mark.clause("NZ-10.9.b.ii")),
    ],
)
def test_what_nobody_may_do_with_tiles_or_words_is_recorded(table: Table, kind: str, clause: str) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    before = script.state
    script.do(NoteConduct(kind=kind, player="bob", reporter="floor"))
    noted = script.last(ConductNoted)
    assert (noted.player, noted.reporter, noted.clauses) == ("bob", "floor", (clause,))
    assert script.state.round == before.round  # and it changes no hand
    assert script.state.ledger == before.ledger


@pytest.mark.clause("NZ-10.9.b.ii")
def test_the_chung_is_off_the_banks_tiles_when_the_players_are_done(table: Table) -> None:
    script = banked(table, Phase.BANKING, Plan(wagers=OTHERS, bank="bob"))
    assert "NZ-11.2.d" in script.last(PlayersReady).clauses


@pytest.mark.clause("NZ-10.10")
def test_no_hand_is_exposed_before_all_are_set_and_the_bank_is_open(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    assert script.refusal(ExposeHand()).clause == "NZ-11.1.f"
    assert script.refusal(ShowHand(player="ann", position=2)).clause == "NZ-10.14"
    script.to(Phase.BANKING)
    assert "NZ-10.10" in script.last(PlayersReady).clauses
    assert script.refusal(ExposeHand()).clause == "NZ-11.1.f"
    assert all(seen(script, "nobody", box) == HIDDEN for box in range(1, 9))
    script.to(Phase.EXPOSING)
    assert seen(script, "nobody", 1) != HIDDEN
    script.do(ExposeHand())


@pytest.mark.clause("NZ-10.11", "NZ-10.11.s2")
@pytest.mark.parametrize(
    ("tiles", "setting", "call"), [(WINS, "", "Jung"), (LOSES, LOSING, "Che"), (PUSHES, PUSHING, "Jowl")]
)
def test_the_dealer_declares_jung_che_or_jowl(table: Table, tiles: str, setting: str, call: str) -> None:
    script = table(NZ, players={"ann": 2})
    settings = {2: setting} if setting else {}
    script.to(Phase.PAYING, Plan(wagers={"ann": 10_000}, hands={1: BANK, 2: tiles}, settings=settings))
    event = script.last(HandExposed)
    assert event.call == call
    assert "NZ-10.11" in event.clauses
    assert ("NZ-10.11.s2" in event.clauses) is (call == "Jowl")  # a push is also tapped


@pytest.mark.clause("NZ-10.12")
def test_unused_tiles_may_be_viewed_when_all_is_paid(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.PAYING, Plan(wagers=ALL))
    assert script.refusal(ViewUnused(player="ann")).clause == "NZ-10.12"
    script.to(Phase.FINISHED)
    script.do(ViewUnused(player="ann"))
    assert {event.position for event in script.events(TilesShown)} == {5, 6, 7, 8}
    assert seen(script, "ann", 8) == [str(tile) for tile in script.state.current.hands[8].pieces]


@pytest.mark.clause("NZ-10.13", "NZ-10.13.s2", "NZ-10.13.s3")
@pytest.mark.parametrize("phase", [Phase.SETTING, Phase.BANKING, Phase.EXPOSING])
def test_a_lone_bettor_concedes_until_the_hand_is_exposed(table: Table, phase: Phase) -> None:
    script = table(NZ, players=THREE)
    script.to(phase, Plan(wagers=ALL))
    before = script.state.ledger
    script.do(Surrender(player="bob", position=3))
    event = script.last(Surrendered)
    assert set(event.clauses) == {"NZ-10.13", "NZ-10.13.s2", "NZ-10.13.s3"}
    assert script.state.ledger[INVENTORY] - before[INVENTORY] == 10_000
    assert script.state.ledger[bet(3, MAIN, "bob")] == 0
    assert script.refusal(Surrender(player="bob", position=3)).clause == "NZ-10.13"  # it never comes back
    assert script.refusal(LookAtHand(player="bob", position=3)).clause in ("NZ-10.5", "NZ-10.3.b")
    script.to(Phase.FINISHED)
    assert {event.position for event in script.events(HandExposed)} == {2, 4}
    assert seen(script, "bob", 3) == HIDDEN


@pytest.mark.clause("NZ-10.13")
def test_nobody_concedes_for_others_on_the_box_or_when_the_hand_is_open(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan(wagers=ALL))
    script.do(PlaceWager(player="cyd", position=3, amount=10_000))
    script.to(Phase.EXPOSING)
    assert script.refusal(Surrender(player="bob", position=3)).clause == "NZ-10.13"
    script.do(ExposeHand())
    assert script.refusal(Surrender(player="ann", position=2)).clause == "NZ-10.13"


@pytest.mark.clause("NZ-10.13", "NZ-7.2.s2")
def test_a_lone_bettor_concedes_a_box_whose_tiles_the_dealer_sets(table: Table) -> None:
    """The rule asks only who else has wagered on the box, not who controls it."""
    script = table(NZ, players=THREE)
    script.to(Phase.BETTING, Plan(wagers=ALL))
    script.do(PlaceWager(player="bob", position=6, amount=10_000))
    script.to(Phase.SETTING)
    assert script.refusal(LookAtHand(player="bob", position=6)).clause == "NZ-10.7"
    script.do(Surrender(player="bob", position=6))
    assert script.state.current.hands[6].status is HandStatus.SURRENDERED
    assert script.state.current.hands[3].status is not HandStatus.SURRENDERED


@pytest.mark.clause("NZ-10.13.s2")
def test_a_wager_conceded_to_a_player_banker_goes_to_the_losing_wager_area(table: Table) -> None:
    script = banked(table, Phase.SETTING, Plan(wagers=OTHERS, bank="bob"))
    script.do(Surrender(player="ann", position=2))
    assert script.state.ledger[LOSING_AREA] == 10_000
    script.do(Surrender(player="cyd", position=4))
    before = script.state.ledger[rack("bob")]
    script.play()
    assert script.state.ledger[rack("bob")] - before == 20_000 + 19_000


@pytest.mark.clause("NZ-10.13.s4")
def test_the_supervisor_may_view_conceded_tiles(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL, hands={3: WINS}))
    assert script.refusal(ViewConceded(position=3)).clause == "NZ-10.13.s4"
    script.do(Surrender(player="bob", position=3), ViewConceded(position=3))
    assert script.last(ConcededViewed).clauses == ("NZ-10.13.s4",)
    assert seen(script, "floor", 3) == WINS.split()
    assert seen(script, "dealer", 3) == seen(script, "ann", 3) == HIDDEN


@pytest.mark.clause("NZ-10.14")
def test_a_single_player_against_the_house_may_show_the_tiles(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers={"ann": 10_000}, hands={2: WINS}))
    script.do(ShowHand(player="ann", position=2))
    assert script.last(TilesShown).clauses == ("NZ-10.14",)
    assert seen(script, "nobody", 2) == WINS.split()
    script.to(Phase.FINISHED)
    script = banked(table, Phase.SETTING, Plan(wagers={"ann": 10_000}, bank="bob"))
    assert script.refusal(ShowHand(player="ann", position=2)).clause == "NZ-10.14"


@pytest.mark.clause("NZ-10.15")
def test_a_damaged_tile_is_replaced_or_the_whole_set(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    script.do(FindDamage(piece="24"))
    assert script.last(DamageFound).clauses == ("NZ-10.15",)
    assert script.refusal(ReplacePiece(piece="24")).clause == "NZ-10.15"  # not in the middle of a round
    script.play()
    assert script.refusal(OpenRound(commitment="0" * 64)).clause == "NZ-10.15"
    assert script.refusal(FindDamage(piece="24")).clause == "NZ-10.15"  # there is only one
    script.do(ReplacePiece(piece="24"))
    assert script.last(PieceReplaced).clauses == ("NZ-10.15",)
    script.play(Plan(wagers=ALL))
    script.do(FindDamage(piece="66"), FindDamage(piece="66"), FindDamage(piece="11"), ReplacePiece(piece="66"))
    assert script.state.equipment.damaged == ("66", "11")
    script.do(RemoveSet(reason="damaged"))
    _new_set(script)
    script.play(Plan(wagers=ALL))


def _new_set(script: TableScript) -> None:
    script.do(ReceiveSet(set_id="set-2", pieces=TILE_SET), InspectSet(), DisplaySet(), VerifySet(), TurnSetDown())


@pytest.mark.clause("NZ-10.16", "NZ-10.16.s2")
def test_a_set_may_be_replaced_after_any_round_and_the_new_one_is_checked_and_shown(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    assert script.refusal(RemoveSet()).clause == "NZ-10.16"
    script.play()
    script.do(RemoveSet(reason="by direction"))
    assert script.last(SetRemoved).clauses == ("NZ-10.16",)
    assert script.refusal(OpenRound(commitment="0" * 64)).clause == "NZ-9.1"
    script.do(ReceiveSet(set_id="set-2", pieces=TILE_SET), InspectSet(), DisplaySet())
    assert script.state.phase is Phase.DISPLAY
    assert script.refusal(TurnSetDown()).clause == "NZ-8.s3"
    script.do(VerifySet(), TurnSetDown())
    assert not script.state.rotation.start_of_game  # play goes on where it was


@pytest.mark.clause("NZ-10.17")
def test_before_a_set_leaves_it_is_checked_and_laid_out_by_rank(table: Table) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    events = script.do(RemoveSet())
    assert [type(event) for event in events] == [SetLaidOut, SetRemoved]
    laid = events[0]
    assert isinstance(laid, SetLaidOut)
    assert laid.clauses == ("NZ-10.17",)
    assert laid.pieces == TILE_SET
    assert [tile.rank for tile in TILE_SET] == sorted(tile.rank for tile in TILE_SET)
