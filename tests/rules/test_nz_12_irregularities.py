"""New Zealand, section 12: irregularities."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.money import BANKER_AREA, LOSING_AREA, bet, rack
from paigow.table import Phase, legal_commands
from paigow.table.conduct import PlayerWalkedAway, WalkAway
from paigow.table.dealer_sets import AskDealerToSet, ConfirmHand, TurnBankTile
from paigow.table.discipline import (
    BanPlayer,
    BoxRestored,
    DirectEnglish,
    DirectSetFirst,
    EnglishDirected,
    PlayerBanned,
    PlayerRemoved,
    PlayerRestored,
    RemovalShaken,
    RemoveBox,
    RemovePlayer,
    RestoreBox,
    RestorePlayer,
    SetFirstDirected,
)
from paigow.table.disturbances import HandDisturbed, HandsMixed, KnockOver, MixHands, OrderReshuffle
from paigow.table.irregularities import (
    ExposeInStacking,
    ExposePiece,
    FindMisdeal,
    HandVoided,
    HouseHandReset,
    PieceExposed,
    PlayOn,
    ResetHouseHand,
    RoundVoided,
    VoidHand,
)
from paigow.table.laja import LajaCalled, PerformLaja, ReshuffleCalled
from paigow.table.mixing import Mix
from paigow.table.model import DEALER, MAIN, HandStatus
from paigow.table.script import Plan, TableScript
from paigow.table.seating import LeaveTable, SitDown
from paigow.table.setting import HandSet, LookAtHand, SetBankHand, SetHouseHand, controller
from paigow.table.settlement import ExposeHand, HandExposed
from paigow.table.surrender import Surrender
from paigow.table.view import view
from paigow.table.wagers import PlaceWager
from paigow.tiles import TILE_SET

Table = Callable[..., TableScript]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
OTHERS = {"ann": 10_000, "cyd": 10_000}
BANK, RIGHT, WRONG = "22 22 13 15", "22 22 / 13 15", "13 22 / 22 15"
WINS, LOSES, LOSING = "44 44 33 33", "56 36 46 55", "56 36 / 46 55"
ORDER = TILE_SET[::-1]


def house(table: Table, phase: Phase, plan: Plan | None = None, **choices: object) -> TableScript:
    script = table(NZ, choices, players=THREE)
    script.to(phase, plan or Plan(wagers=ALL))
    return script


def banked(table: Table, phase: Phase, co: bool = False, **choices: object) -> TableScript:
    """Bob banks box 3 and holds BANK."""
    script = table(NZ, choices, players=THREE)
    script.play(Plan(wagers=ALL))
    script.to(phase, Plan(wagers=OTHERS, bank="bob", co=co, hands={3: BANK}))
    return script


def everything_returned(script: TableScript, before: dict[str, int]) -> bool:
    """Every chip that was wagered or staked in this round is back."""
    layout = [account for account, _ in script.state.ledger.items() if account.startswith(("bet:", "banker", "losing"))]
    return not layout and {name: script.state.ledger[rack(name)] for name in before} == before


def chips(script: TableScript) -> dict[str, int]:
    return {name: script.state.ledger[rack(name)] for name in script.state.players}


@pytest.mark.clause("NZ-12.1")
def test_a_tile_exposed_in_stacking_calls_for_a_laja(table: Table) -> None:
    script = house(table, Phase.BETTING, Plan())
    script.do(ExposeInStacking())
    assert script.last(LajaCalled).clauses == ("NZ-12.1",)
    assert script.refusal(Mix(order=ORDER)).clause == "NZ-1.laja"  # a laja, not a shuffle
    script.do(PerformLaja(order=ORDER))
    assert script.state.phase is Phase.BETTING
    assert script.state.current.order == ORDER


@pytest.mark.clause("NZ-12.2")
@pytest.mark.parametrize(("shown", "again"), [(0, False), (2, False), (3, True)])
def test_more_than_two_tiles_exposed_in_a_laja_cause_a_reshuffle(table: Table, shown: int, again: bool) -> None:
    script = house(table, Phase.BETTING, Plan())
    script.do(ExposeInStacking(), PerformLaja(order=ORDER, shown=shown))
    assert bool(script.events(ReshuffleCalled)) is again
    if again:
        assert script.last(ReshuffleCalled).clauses == ("NZ-12.2",)
        assert script.state.phase is Phase.MIXING
        script.do(Mix(order=TILE_SET))
    assert script.state.phase is Phase.BETTING


@pytest.mark.clause("NZ-12.3.a")
def test_a_player_may_void_a_hand_of_which_two_tiles_were_exposed(table: Table) -> None:
    script = house(table, Phase.SETTING)
    before = {name: amount + (10_000 if name == "ann" else 0) for name, amount in chips(script).items()}
    script.do(ExposePiece(position=2, place=0))
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"  # one is not enough
    script.do(ExposePiece(position=2, place=3))
    assert script.last(PieceExposed).clauses == ("NZ-12.3.a",)
    assert script.refusal(LookAtHand(player="ann", position=2)).clause == "NZ-12.3"  # first the choice
    assert script.refusal(VoidHand(player="bob", position=2)).clause == "NZ-12.3"
    script.do(VoidHand(player="ann", position=2))
    assert script.last(HandVoided).clauses == ("NZ-12.3.a",)
    assert chips(script) == before
    assert script.state.current.hands[2].status is HandStatus.VOID
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HandExposed)] == [3, 4]


@pytest.mark.clause("NZ-12.3.a")
def test_or_play_on_and_not_once_the_rest_was_viewed(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(ExposePiece(position=2, place=0), ExposePiece(position=2, place=1), PlayOn(player="ann", position=2))
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"
    script.to(Phase.FINISHED)
    assert 2 in [event.position for event in script.events(HandExposed)]
    script = house(table, Phase.SETTING)
    script.do(LookAtHand(player="ann", position=2))
    script.do(ExposePiece(position=2, place=0), ExposePiece(position=2, place=1))
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"


@pytest.mark.clause("NZ-12.3.a")
def test_where_nobody_controls_the_box_its_bettor_has_the_choice(table: Table) -> None:
    script = house(table, Phase.BETTING, Plan(wagers=ALL))
    script.do(PlaceWager(player="ann", position=6, amount=10_000))
    script.to(Phase.SETTING)
    assert controller(script.state, 6) == ""
    script.do(ExposePiece(position=6, place=0), ExposePiece(position=6, place=1), VoidHand(player="ann", position=6))
    assert script.state.ledger[bet(6, MAIN, "ann")] == 0


@pytest.mark.clause("NZ-12.3.b", "NZ-12.3.b.s2")
@pytest.mark.parametrize("co", [False, True])
def test_a_player_banker_may_void_the_hand_and_with_it_the_round(table: Table, co: bool) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers=OTHERS, bank="bob", co=co))
    script.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1))
    assert script.last(PieceExposed).clauses == ("NZ-12.3.b",)
    assert script.refusal(VoidHand(player="ann", position=3)).clause == "NZ-12.3"
    script.do(VoidHand(player="bob", position=3))
    assert script.last(RoundVoided).clauses == ("NZ-12.3.b.s2",)
    assert everything_returned(script, before)
    script.step()
    script.to(Phase.BETTING, Plan())  # and the tiles are shuffled again
    assert script.state.rotation.held == {}


@pytest.mark.clause("NZ-12.3.b")
def test_the_banks_choice_comes_before_its_hand_is_set(table: Table) -> None:
    script = banked(table, Phase.SETTING)
    script.do(ExposePiece(position=3, place=0), ExposePiece(position=3, place=1))
    while script.state.phase is Phase.SETTING:
        script.step()
    setting = script.state.game.kit.parse_setting(RIGHT)
    assert script.refusal(LookAtHand(player="bob", position=3)).clause == "NZ-12.3"
    assert script.refusal(SetBankHand(player="bob", setting=setting)).clause == "NZ-12.3"
    script.do(PlayOn(player="bob", position=3), LookAtHand(player="bob", position=3))
    script.do(SetBankHand(player="bob", setting=setting))


@pytest.mark.clause("NZ-12.3.a", "NZ-10.13.s3")
def test_a_hand_that_was_conceded_is_not_voided_afterwards(table: Table) -> None:
    script = banked(table, Phase.SETTING)
    script.do(ExposePiece(position=2, place=0), ExposePiece(position=2, place=1))
    script.do(Surrender(player="ann", position=2))
    assert script.refusal(VoidHand(player="ann", position=2)).clause == "NZ-12.3"
    assert not any(isinstance(offer.command, VoidHand | PlayOn) for offer in legal_commands(script.state, "ann"))


@pytest.mark.clause("NZ-12.3.b.s2", "NZ-12.7", "NZ-12.13", "NZ-12.15")
@pytest.mark.parametrize("cause", ["bank", "misdeal", "reshuffle", "mixed"])
def test_a_void_round_gives_back_a_conceded_wager_too(table: Table, cause: str) -> None:
    script = banked(table, Phase.SETTING)
    script.do(Surrender(player="ann", position=2))
    exposed = [ExposePiece(position=3, place=place) for place in (0, 1)]
    command = {
        "bank": (*exposed, VoidHand(player="bob", position=3)),
        "misdeal": (FindMisdeal(reason="wrong-boxes"),),
        "reshuffle": (OrderReshuffle(reason="exposed-tiles"),),
        "mixed": (MixHands(position=3, other=4),),
    }[cause]
    before = chips(script)["ann"]
    script.do(*command)
    assert script.state.current.void
    assert chips(script)["ann"] == before + 10_000
    assert not script.state.ledger[LOSING_AREA]
    assert not script.state.current.results


@pytest.mark.clause("NZ-12.4")
@pytest.mark.parametrize("box", [2, 8])
def test_one_exposed_tile_is_turned_over_and_play_goes_on(table: Table, box: int) -> None:
    script = house(table, Phase.SETTING)
    script.do(ExposePiece(position=box, place=1))
    event = script.last(PieceExposed)
    assert (event.choice, event.clauses) == (False, ("NZ-12.4",))
    assert not script.state.current.void
    script.to(Phase.FINISHED)
    assert len(script.events(HandExposed)) == 3


@pytest.mark.clause("NZ-12.5")
def test_the_house_plays_its_hand_whatever_shows(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(*(ExposePiece(position=1, place=place) for place in range(4)))
    assert all(event.clauses == ("NZ-12.5",) and not event.choice for event in script.events(PieceExposed))
    script.to(Phase.FINISHED)
    assert len(script.events(HandExposed)) == 3
    assert not script.state.current.void


@pytest.mark.clause("NZ-12.6")
def test_a_player_banker_who_exposes_his_own_tiles_plays_them(table: Table) -> None:
    script = banked(table, Phase.SETTING)
    script.do(*(TurnBankTile(player="bob", place=place) for place in range(4)))
    assert all("NZ-12.6" in event.clauses for event in script.history[-1][1])
    assert view(script.state, "ann")["round"]["hands"][3]["pieces"] == BANK.split()
    assert script.refusal(VoidHand(player="bob", position=3)).clause == "NZ-12.3"
    script.to(Phase.FINISHED)
    assert not script.state.current.void


@pytest.mark.clause("NZ-12.7")
@pytest.mark.parametrize("reason", ["exposed-tiles", "tile-tracking"])
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.STARTING, Phase.DEALING])
def test_the_supervisor_may_have_stacked_tiles_reshuffled(table: Table, phase: Phase, reason: str) -> None:
    script = house(table, phase)
    order, wagers = script.state.current.order, script.state.current.wagers
    script.do(OrderReshuffle(reason=reason))
    assert script.last(ReshuffleCalled).clauses == ("NZ-12.7",)
    script.step()
    assert script.state.phase is phase
    assert script.state.current.order != order
    assert script.state.current.wagers == wagers
    assert script.refusal(OrderReshuffle(reason="boredom")).clause == "NZ-12.7"


@pytest.mark.clause("NZ-12.7")
def test_of_dealt_tiles_the_round_is_void(table: Table) -> None:
    script = table(NZ, players=THREE)
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    script.do(OrderReshuffle(reason="exposed-tiles"))
    assert script.last(RoundVoided).clauses == ("NZ-12.7",)
    assert everything_returned(script, before)
    script = house(table, Phase.EXPOSING)
    script.do(ExposeHand())
    assert script.refusal(OrderReshuffle(reason="exposed-tiles")).clause == "NZ-12.7"


@pytest.mark.clause("NZ-12.8.a")
@pytest.mark.parametrize("bank", [None, "co"])
def test_a_house_hand_set_wrong_is_set_again_before_the_first_players_hand(table: Table, bank: str | None) -> None:
    if bank:
        script, box = banked(table, Phase.BANKING, co=True), 3
    else:
        script, box = house(table, Phase.BANKING, Plan(wagers=ALL, hands={1: BANK})), 1
    script.do(SetHouseHand(setting=script.state.game.kit.parse_setting(WRONG)))
    script.do(ResetHouseHand(position=box))
    event = script.last(HouseHandReset)
    assert (event.clauses[0], str(event.setting)) == ("NZ-12.8.a", RIGHT)
    assert script.refusal(ResetHouseHand(position=box)).clause == "NZ-12.8.a"  # it is right now
    script.to(Phase.FINISHED)
    assert str(script.state.current.hands[box].setting) == RIGHT


@pytest.mark.clause("NZ-12.8.b")
@pytest.mark.parametrize("bank", [None, "co"])
def test_afterwards_it_stands(table: Table, bank: str | None) -> None:
    if bank:
        script, box = banked(table, Phase.BANKING, co=True), 3
        script.do(SetHouseHand(setting=script.state.game.kit.parse_setting(WRONG)))
    else:
        script, box = house(table, Phase.BANKING, Plan(wagers=ALL, hands={1: BANK})), 1
        script.do(SetHouseHand(setting=script.state.game.kit.parse_setting(WRONG)), ConfirmHand())
    script.do(ExposeHand())
    assert script.refusal(ResetHouseHand(position=box)).clause == "NZ-12.8.b"
    script.to(Phase.FINISHED)
    assert str(script.state.current.hands[box].setting) == WRONG


@pytest.mark.clause("NZ-12.8.s2")
def test_the_same_for_a_banks_hand_that_the_dealer_set_by_request(table: Table) -> None:
    script = banked(table, Phase.BANKING)
    wrong = script.state.game.kit.parse_setting(WRONG)
    script.do(AskDealerToSet(player="bob", position=3), SetHouseHand(setting=wrong), ConfirmHand(player="bob"))
    assert script.state.phase is Phase.EXPOSING
    script.do(ResetHouseHand(position=3))
    assert script.last(HouseHandReset).clauses[:2] == ("NZ-12.8.a", "NZ-12.8.s2")
    script = banked(table, Phase.BANKING)
    script.do(LookAtHand(player="bob", position=3))
    script.do(SetBankHand(player="bob", setting=wrong))  # his own choice is no mistake of the dealer's
    assert script.refusal(ResetHouseHand(position=3)).clause == "NZ-12.8.a"


SEVEN = {f"p{box}": box for box in range(2, 9)}


def full(table: Table, phase: Phase, bank: str | None = None, co: bool = False, **choices: object) -> TableScript:
    """All boxes in play: seven players, and the house or one of them as bank."""
    script = table(NZ, choices, players=SEVEN)
    wagers = dict.fromkeys(SEVEN, 10_000)
    if bank is None:
        script.to(phase, Plan(wagers=wagers))
        if phase is Phase.BETTING:
            script.do(*(PlaceWager(player=name, position=box, amount=10_000) for name, box in SEVEN.items()))
        return script
    script.play(Plan(wagers=wagers))
    script.begin(Plan(wagers={name: 10_000 for name in SEVEN if name != bank}, bank=bank, co=co))
    script.to(Phase.BETTING)
    other = next(name for name in SEVEN if name != bank)
    script.do(PlaceWager(player=other, position=1, amount=10_000))
    script.to(phase)
    return script


@pytest.mark.clause("NZ-12.9", "NZ-12.9.c", "NZ-12.10", "NZ-12.10.s2", "NZ-3.3.e")
def test_a_box_is_removed_by_dice_counted_from_box_1(table: Table) -> None:
    script = full(table, Phase.FINISHED)
    script.do(RemoveBox(dice=(1, 2, 3)))
    event = script.last(RemovalShaken)
    assert (event.position, event.removed) == (6, True)
    assert {"NZ-12.10", "NZ-12.10.s2"} <= set(event.clauses)
    assert script.state.off == {6}
    assert view(script.state, "nobody")["off"] == [6]  # the "Off" button lies there
    script.step()
    script.to(Phase.BETTING, Plan())
    assert script.refusal(PlaceWager(player="p6", position=6, amount=10_000)).clause == "NZ-12.10.s2"


@pytest.mark.clause("NZ-12.9", "NZ-12.10.s2")
def test_while_wagers_are_open_those_on_the_box_are_returned(table: Table) -> None:
    script = full(table, Phase.BETTING)
    before = script.state.ledger[rack("p6")]
    script.do(RemoveBox(dice=(1, 2, 3)))
    assert script.state.ledger[rack("p6")] == before + 10_000
    script.plan = Plan()
    script.play()
    assert 6 not in [event.position for event in script.events(HandExposed)]


@pytest.mark.clause("NZ-12.9.a")
def test_only_when_all_boxes_are_in_play(table: Table) -> None:
    script = house(table, Phase.FINISHED)
    assert script.refusal(RemoveBox(dice=(1, 2, 3))).clause == "NZ-12.9"
    assert script.refusal(RemovePlayer(player="ann")).clause == "NZ-12.9"
    assert full(table, Phase.FINISHED).refusal(RemoveBox(dice=(0, 2, 3))).clause == "NZ-12.10"


@pytest.mark.clause("NZ-12.9.b")
def test_only_where_the_house_banks_alone_or_with_another(table: Table) -> None:
    script = full(table, Phase.FINISHED, bank="p4")
    assert script.refusal(RemoveBox(dice=(1, 2, 3))).clause == "NZ-12.9"
    script = full(table, Phase.FINISHED, bank="p4", co=True)
    script.do(RemoveBox(dice=(1, 2, 3)))
    assert script.state.off == {6}


@pytest.mark.clause("NZ-12.9")
def test_not_while_tiles_are_out(table: Table) -> None:
    script = full(table, Phase.SETTING)
    assert script.refusal(RemoveBox(dice=(1, 2, 3))).clause == "NZ-12.9"


@pytest.mark.clause("NZ-12.10.s3")
def test_the_houses_box_is_not_taken_and_the_dice_are_shaken_again(table: Table) -> None:
    script = full(table, Phase.FINISHED)
    script.do(RemoveBox(dice=(3, 3, 3)))  # 9 is box 1
    event = script.last(RemovalShaken)
    assert (event.position, event.removed, event.clauses) == (1, False, ("NZ-12.10.s3",))
    assert script.state.off == frozenset()
    script.do(RemoveBox(dice=(6, 6, 6)))
    assert script.state.off == {2}


@pytest.mark.clause("NZ-12.10.s3")
@pytest.mark.parametrize(("reading", "off"), [("skip-both", frozenset()), ("skip-house", frozenset({4}))])
def test_nor_the_bankers_unless_read_otherwise(table: Table, reading: str, off: frozenset[int]) -> None:
    script = full(table, Phase.FINISHED, bank="p4", co=True, **{"readings.removed_box": reading})
    script.do(RemoveBox(dice=(1, 1, 2)))
    assert script.state.off == off


@pytest.mark.clause("NZ-12.9")
def test_a_player_is_removed_instead_of_a_box(table: Table) -> None:
    script = full(table, Phase.FINISHED)
    script.do(RemovePlayer(player="p5"))
    assert script.last(PlayerRemoved).clauses == ("NZ-12.9",)
    script.step()
    script.begin(Plan())
    script.to(Phase.BETTING)
    assert "p5" not in script.state.current.offered
    assert script.refusal(PlaceWager(player="p5", position=5, amount=10_000)).clause == "NZ-12.9"
    script.do(PlaceWager(player="p6", position=5, amount=10_000))


@pytest.mark.clause("NZ-12.11")
def test_the_operator_decides_when_they_come_back(table: Table) -> None:
    script = full(table, Phase.FINISHED)
    script.do(RemoveBox(dice=(1, 2, 3)), RemovePlayer(player="p5"))
    assert script.refusal(RestoreBox(position=5)).clause == "NZ-12.11"
    script.do(RestoreBox(position=6), RestorePlayer(player="p5"))
    assert script.last(BoxRestored).clauses == script.last(PlayerRestored).clauses == ("NZ-12.11",)
    script.step()
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="p5", position=6, amount=10_000))


@pytest.mark.clause("NZ-12.12.a")
def test_suspects_set_their_hands_before_the_others_handle_theirs(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(DirectSetFirst(player="cyd"))
    assert script.last(SetFirstDirected).clauses == ("NZ-12.12.a",)
    assert script.refusal(LookAtHand(player="ann", position=2)).clause == "NZ-12.12.a"
    assert not [o for o in legal_commands(script.state, "bob") if isinstance(o.command, LookAtHand)]
    while script.state.current.hands[4].status is not HandStatus.SET:
        script.step()
    assert script.events(HandSet)[0].position == 4
    script.do(LookAtHand(player="ann", position=2))
    script.do(DirectSetFirst(player="cyd", on=False))
    assert script.refusal(DirectSetFirst(player="cyd", on=False)).clause == "NZ-12.12.a"


@pytest.mark.clause("NZ-12.12.a", "NZ-10.4.a")
def test_a_suspect_who_leaves_the_hand_to_the_dealer_holds_nobody_up(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(DirectSetFirst(player="cyd"), AskDealerToSet(player="cyd", position=4))
    script.to(Phase.FINISHED)
    assert {event.position: event.set_by for event in script.events(HandSet)}[4] == DEALER


@pytest.mark.clause("NZ-12.12.b")
def test_players_suspected_of_collusion_are_banned_from_the_table(table: Table) -> None:
    script = house(table, Phase.FINISHED)
    assert script.refusal(BanPlayer(player="bob")).clause == "NZ-12.12.b"
    script.step()
    script.do(BanPlayer(player="bob"))
    assert script.last(PlayerBanned).clauses == ("NZ-12.12.b",)
    script.to(Phase.BETTING, Plan())
    assert script.refusal(PlaceWager(player="bob", position=3, amount=10_000)).clause == "NZ-12.12.b"
    script.do(PlaceWager(player="ann", position=2, amount=10_000))
    script.play()
    script.do(LeaveTable(player="bob"))
    assert script.refusal(SitDown(player="bob", position=5, seed="x")).clause == "NZ-12.12.b"


@pytest.mark.clause("NZ-12.12.c")
def test_players_may_be_told_to_speak_english_only(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(DirectEnglish())
    assert script.last(EnglishDirected).clauses == ("NZ-12.12.c",)
    assert script.state.english_only
    script.do(DirectEnglish(on=False))
    assert not script.state.english_only


@pytest.mark.clause("NZ-12.13")
@pytest.mark.parametrize("bank", [None, "bob"])
def test_tiles_distributed_wrongly_void_the_round(table: Table, bank: str | None) -> None:
    script = table(NZ, players=THREE)
    script.play(Plan(wagers=ALL))
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers={n: a for n, a in ALL.items() if n != bank}, bank=bank))
    script.step()
    assert script.state.current.hands[2].viewed  # handled or not
    script.do(FindMisdeal(reason="wrong-boxes"))
    assert script.last(RoundVoided).clauses == ("NZ-12.13",)
    assert everything_returned(script, before)
    assert script.state.ledger[BANKER_AREA] == 0
    script.step()
    script.to(Phase.BETTING, Plan())
    assert len(script.state.current.order) == 32


@pytest.mark.clause("NZ-12.14")
def test_tiles_the_dealer_knocks_over_are_set_the_house_way(table: Table) -> None:
    foolish = "44 33 / 44 33"
    plan = Plan(wagers=ALL, hands={1: BANK, 2: WINS}, settings={2: foolish})
    script = house(table, Phase.EXPOSING, plan)
    script.do(KnockOver())
    event = script.last(HandDisturbed)
    assert (event.position, str(event.setting), event.clauses[0]) == (2, "44 44 / 33 33", "NZ-12.14")
    script.do(ExposeHand())
    assert str(script.last(HandExposed).setting) == "44 44 / 33 33"
    assert script.last(HandExposed).result is Result.WIN
    assert house(table, Phase.SETTING).refusal(KnockOver()).clause == "NZ-12.14"


@pytest.mark.clause("NZ-12.15")
@pytest.mark.parametrize("phase", [Phase.SETTING, Phase.EXPOSING])
def test_hands_mixed_beyond_reconstruction_are_void(table: Table, phase: Phase) -> None:
    script = house(table, phase)
    before = script.state.ledger
    script.do(MixHands(position=2, other=4))
    event = script.last(HandsMixed)
    assert (event.positions, event.clauses) == ((2, 4), ("NZ-12.15",))
    for name in ("ann", "cyd"):
        assert script.state.ledger[rack(name)] == before[rack(name)] + 10_000
    script.to(Phase.FINISHED)
    assert [event.position for event in script.events(HandExposed)] == [3]


@pytest.mark.clause("NZ-12.15")
def test_with_the_banks_hand_the_whole_round_is_void(table: Table) -> None:
    script = table(NZ, players=THREE)
    before = chips(script)
    script.to(Phase.SETTING, Plan(wagers=ALL))
    assert script.refusal(MixHands(position=2, other=7)).clause == "NZ-12.15"  # nobody plays box 7
    script.do(MixHands(position=2, other=1))
    assert script.last(RoundVoided).clauses == ("NZ-12.15",)
    assert everything_returned(script, before)


@pytest.mark.clause("NZ-12.16")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.SETTING])
def test_the_dealer_sets_the_tiles_of_a_player_who_is_not_there(table: Table, phase: Phase) -> None:
    script = house(table, phase, Plan(wagers=ALL, hands={1: BANK, 2: WINS}))
    before = script.state.ledger[rack("ann")]
    script.do(WalkAway(player="ann"))
    assert script.last(PlayerWalkedAway).clauses == ("NZ-12.16",)
    script.to(Phase.FINISHED)
    setting = next(event for event in script.events(HandSet) if event.position == 2)
    assert (setting.set_by, str(setting.setting)) == (DEALER, "44 44 / 33 33")
    assert setting.clauses[0] == "NZ-12.16"
    assert script.state.ledger[rack("ann")] == before + 19_500  # the result is the player's


@pytest.mark.clause("NZ-12.16")
def test_also_the_banks(table: Table) -> None:
    script = banked(table, Phase.SETTING)
    script.do(WalkAway(player="bob"))
    script.to(Phase.FINISHED)
    assert str(script.state.current.hands[3].setting) == RIGHT
    assert script.state.current.hands[3].set_by == DEALER
