"""Maryland tiles, chapter 5: wagers."""

from collections.abc import Callable

import pytest

from paigow.comparison import Result
from paigow.errors import HandError, Refused
from paigow.money import CENTRE, INVENTORY, bet, rack
from paigow.table import Phase, legal_commands
from paigow.table.core.model import MAIN, HandStatus, WagerKey
from paigow.table.floor.conduct import ComeBack, ConductNoted, HandAbandoned, NoteConduct, WagerAbandoned, WalkAway
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import LeaveTable, PlayerLeft
from paigow.table.steps.setting import HandSet, LookAtHand, SetHand, SetHouseHand
from paigow.table.steps.settlement import HandExposed, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import BetsClosed, CallWager, PlaceWager, WagerPlaced, WithdrawWager
from paigow.tiles import TileSetting

clause = pytest.mark.clause
Table = Callable[..., TableScript]
TILES = "maryland-tiles"
BONUS = "pair-fortunes"
RICH, POOR = "66 66 11 11", "46 14 35 56"


def wager(player: str, position: int, amount: int, kind: str = MAIN) -> PlaceWager:
    return PlaceWager(player=player, position=position, kind=kind, amount=amount)


@clause("MDT-5.A")
def test_a_wager_is_chips_moved_to_its_area(table: Table) -> None:
    script = table(TILES, chips=3000)
    script.to(Phase.BETTING)
    (placed,) = script.do(wager("ann", 1, 2000))
    assert isinstance(placed, WagerPlaced)
    (move,) = placed.transfers
    assert (move.debit, move.credit, move.amount) == (rack("ann"), bet(1, MAIN, "ann"), 2000)
    assert move.clause == "MDT-5.A"
    assert script.state.ledger[rack("ann")] == 1000


@clause("MDT-5.A")
def test_nobody_wagers_chips_he_has_not_or_less_than_the_table_takes(table: Table) -> None:
    script = table(TILES, {"table.minimum": "$10", "table.maximum": "$20"}, chips=1500)
    script.to(Phase.BETTING)
    for amount in (999, 1501, 2001, 0, -1000):
        assert script.refusal(wager("ann", 1, amount)).clause == "MDT-5.A"
    script.do(wager("ann", 1, 1500))


@clause("MDT-5.B")
def test_a_wager_by_word_with_cash_is_refused(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING)
    before = script.state
    assert script.refusal(CallWager(player="ann", position=1, cash=10_000)).clause == "MDT-5.B"
    assert script.state is before
    assert not any(isinstance(offer.command, CallWager) for offer in legal_commands(script.state, "ann"))


@clause("MDT-5.C")
def test_only_a_seated_player_wagers(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING)
    assert script.refusal(wager("eve", 3, 1000)).clause == "MDT-5.C"
    assert script.do(wager("ann", 1, 1000))


@clause("MDT-2.A", "MDT-5.C", "MDT-5.C.1")
def test_who_has_left_the_seat_wagers_again_when_back(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    script.do(WalkAway(player="ann"))
    script.play()
    script.to(Phase.BETTING)
    assert script.refusal(wager("ann", 1, 1000)).clause == "MDT-5.C"
    assert script.refusal(ComeBack(player="bob")).clause == "MDT-2.A"  # was not away
    (back,) = script.do(ComeBack(player="ann"))
    assert back.clauses[0] == "MDT-2.A"
    script.do(wager("ann", 1, 1000))
    assert script.state.current.wagers[WagerKey("ann", 1, MAIN)] == 1000


@clause("MDT-5.C.1")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING, Phase.FINISHED])
def test_a_player_stays_until_the_round_is_complete(table: Table, phase: Phase) -> None:
    script = table(TILES)
    script.to(phase, Plan(wagers={"ann": 1000}))
    assert script.refusal(LeaveTable(player="ann")).clause == "MDT-5.C.1"
    script.do(LeaveTable(player="bob"))  # a player without a wager is free to leave
    script.play()
    script.do(LeaveTable(player="ann"))
    assert [event.player for event in script.events(PlayerLeft)] == ["bob", "ann"]


@clause("MDT-5.C.1")
def test_leaving_the_seat_is_noted(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.EXPOSING, Plan(wagers={"ann": 1000, "bob": 1000}))
    (noted,) = script.do(NoteConduct(kind="left-seat", player="ann"))
    assert isinstance(noted, ConductNoted)
    assert (noted.player, noted.clauses) == ("ann", ("MDT-5.C.1",))


@clause("MDT-5.C.2")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.SETTING])
def test_a_hand_left_behind_is_set_the_house_way_and_plays_on(table: Table, phase: Phase) -> None:
    hands = {0: POOR, 1: RICH}
    script = table(TILES)
    script.to(phase, Plan(wagers={"ann": 1000, "bob": 1000}, hands=hands))
    script.do(WalkAway(player="ann"))
    script.to(Phase.EXPOSING)
    (laid,) = [event for event in script.events(HandSet) if event.position == 1]
    house = script.state.game.kit.house_set(script.state.current.hands[1].pieces)
    assert (laid.set_by, laid.setting) == ("dealer", house.setting)
    assert "MDT-5.C.2" in laid.clauses
    script.play()
    (paid,) = [event for event in script.events(WagerSettled) if event.wager.player == "ann"]
    assert (paid.result, paid.won) == (Result.WIN, 1000)


@clause("MDT-5.C.2")
@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING])
def test_or_the_wager_is_abandoned_and_lost(table: Table, phase: Phase) -> None:
    script = table(TILES, {"readings.abandoned_wager": "losing"})
    bonus = wager("ann", 1, 100, BONUS)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000, "bob": 1000}, hands={0: POOR, 1: RICH}))
    script.do(wager("ann", 1, 1000), bonus)
    script.to(phase)
    script.do(WalkAway(player="ann"))
    if phase is not Phase.STARTING:
        script.do(ComeBack(player="ann"))  # too late
    script.play()
    assert script.last(HandAbandoned).position == 1
    lost = script.events(WagerAbandoned)
    assert {event.wager.kind for event in lost} == {MAIN, BONUS}
    assert {event.wager.player for event in lost} == {"ann"}
    assert all(event.clauses == ("MDT-5.C.2",) for event in lost)
    assert sum(move.amount for event in lost for move in event.transfers if move.credit == INVENTORY) == 1100
    assert not [event for event in script.events(HandExposed) if event.position == 1]
    assert script.state.ledger[rack("ann")] == 1_000_000 - 1100


@clause("MDT-5.C.2")
def test_without_a_wager_at_stake_nobody_abandons_one(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    script.do(wager("ann", 1, 1000))
    assert script.refusal(WalkAway(player="ann")).clause == "MDT-5.C.2"
    script.do(WithdrawWager(player="ann", position=1), LeaveTable(player="ann"))
    assert script.refusal(WalkAway(player="bob")).clause == "MDT-5.C.2"
    script = table(TILES)
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    assert script.refusal(WalkAway(player="bob")).clause == "MDT-5.C.2"
    assert "eve is not at this table" in str(script.refusal(WalkAway(player="eve")))


@clause("MDT-5.C.2")
def test_the_round_goes_on_when_the_last_who_was_awaited_has_left(table: Table) -> None:
    script = table(TILES, players=["ann"])
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    script.do(WalkAway(player="ann"))
    assert script.state.phase is Phase.BANKING
    for phase in (Phase.SETTING, Phase.BANKING, Phase.EXPOSING):
        lost = table(TILES, {"readings.abandoned_wager": "losing"}, players=["ann"])
        lost.to(phase, Plan(wagers={"ann": 1000}))
        lost.do(WalkAway(player="ann"))
        if phase is not Phase.EXPOSING:
            lost.do(SetHouseHand())
        assert lost.state.phase is Phase.FINISHED


@clause("MDT-5.C.2")
def test_each_hand_is_abandoned_once(table: Table) -> None:
    script = table(TILES, {"readings.abandoned_wager": "losing"}, players=["ann", "bob", "cyd"])
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000, "cyd": 1000}))
    script.do(WalkAway(player="ann"))
    script.to(Phase.BANKING)
    script.do(WalkAway(player="bob"))
    assert [event.position for event in script.events(HandAbandoned)] == [1, 2]


@clause("MDT-5.C.2")
def test_against_a_bank_the_abandoned_main_wager_goes_to_the_centre(table: Table) -> None:
    players = ["ann", "bob", "cyd"]
    script = table(TILES, {"readings.abandoned_wager": "losing"}, players=players)
    script.play(Plan(wagers=dict.fromkeys(players, 1000)))
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000, "cyd": 1000}, bank="bob"))
    script.do(wager("ann", 1, 1000), wager("ann", 1, 100, BONUS))
    script.to(Phase.SETTING)
    script.do(WalkAway(player="ann"))
    script.to(Phase.EXPOSING)
    went = {event.wager.kind: event.transfers[0].credit for event in script.events(WagerAbandoned)}
    assert went == {MAIN: CENTRE, BONUS: INVENTORY}


@clause("MDT-5.D", "MDT-5.D.s2")
def test_after_no_more_bets_nothing_is_made_raised_or_withdrawn(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING)
    script.do(wager("ann", 1, 1000), wager("ann", 1, 3000), wager("ann", 1, 2000), wager("bob", 2, 1000))
    script.do(WithdrawWager(player="bob", position=2))
    assert script.state.current.wagers == {WagerKey("ann", 1, MAIN): 2000}
    script.to(Phase.STARTING)
    assert script.last(BetsClosed).clauses == ("MDT-5.D",)
    for phase in (Phase.STARTING, Phase.DEALING, Phase.SETTING, Phase.BANKING, Phase.EXPOSING):
        script.to(phase)
        late = [wager("bob", 2, 1000), wager("ann", 1, 3000), wager("ann", 1, 1000), wager("ann", 1, 100, BONUS)]
        for command in (*late, WithdrawWager(player="ann", position=1)):
            assert script.refusal(command).clause == "MDT-5.D"
    assert script.state.current.wagers == {WagerKey("ann", 1, MAIN): 2000}


@clause("MDT-5.E")
def test_two_adjacent_areas_where_the_submission_has_it(table: Table) -> None:
    script = table(TILES, players={"ann": 1, "bob": 3})
    script.to(Phase.BETTING)
    script.do(wager("ann", 1, 1000))
    assert script.refusal(wager("ann", 4, 1000)).clause == "MDT-5.E"
    assert script.refusal(wager("bob", 5, 1000)).clause == "MDT-5.E"
    script.do(wager("bob", 3, 1000), wager("bob", 4, 1000))
    for taken in (wager("bob", 2, 1000), wager("ann", 3, 1000)):
        assert script.refusal(taken).clause == "MDT-5.E"
    script.do(wager("ann", 2, 1000))
    single = table(TILES, {"wagers.two_adjacent": False}, players=["ann"])
    single.to(Phase.BETTING)
    assert single.refusal(wager("ann", 2, 1000)).clause == "MDT-5.E"


def adjacent(table: Table, first: int, second: int, readings: str = "main", bonus: int = 0) -> TableScript:
    """Let one player wager on positions 1 and 2, and deal the tiles."""
    script = table(TILES, {"readings.larger_wager": readings}, players=["ann"])
    script.to(Phase.BETTING, Plan(wagers={"ann": first}, hands={0: POOR, 1: RICH, 2: "44 44 13 13"}))
    script.do(wager("ann", 1, first), wager("ann", 2, second))
    if bonus:
        script.do(wager("ann", 1, bonus, BONUS))
    script.to(Phase.SETTING)
    return script


def looks(position: int) -> LookAtHand:
    return LookAtHand(player="ann", position=position)


def sets(script: TableScript, position: int) -> SetHand:
    house = script.state.game.kit.house_set(script.state.current.hands[position].pieces)
    return SetHand(player="ann", position=position, setting=house.setting)


@clause("MDT-5.E.1")
def test_each_of_two_hands_is_played_and_settled_by_itself(table: Table) -> None:
    script = adjacent(table, 1000, 2000)
    mixed = SetHand(player="ann", position=2, setting=TileSetting.parse("66 44 / 11 13"))
    script.do(looks(2))
    assert isinstance(script.refusal(mixed), HandError)
    script.do(sets(script, 2), looks(1), sets(script, 1))
    script.play()
    exposed = script.events(HandExposed)
    assert [event.position for event in exposed] == [1, 2]
    won = {event.wager.position: event.won for event in script.events(WagerSettled)}
    assert won == {1: 1000, 2: 2000}


@clause("MDT-5.E.2")
def test_the_hand_with_the_larger_wager_is_set_first(table: Table) -> None:
    """It is ranked and set before the player even looks at the other hand."""
    script = adjacent(table, 1000, 2000)
    assert script.refusal(looks(1)).clause == "MDT-5.E.2"
    script.do(looks(2))
    assert script.refusal(looks(1)).clause == "MDT-5.E.2"
    script.do(sets(script, 2), looks(1), sets(script, 1))
    assert script.state.phase is Phase.BANKING


@clause("MDT-5.E.2")
def test_by_the_other_reading_all_wagers_on_a_position_count(table: Table) -> None:
    main_only = adjacent(table, 1000, 1050, "main", 100)
    assert main_only.refusal(looks(1)).clause == "MDT-5.E.2"
    everything = adjacent(table, 1000, 1050, "all", 100)
    assert everything.refusal(looks(2)).clause == "MDT-5.E.2"
    assert everything.do(looks(1), sets(everything, 1))


@clause("MDT-5.E.3")
def test_of_equal_wagers_the_first_counter_clockwise_is_set_first(table: Table) -> None:
    script = adjacent(table, 1000, 1000)
    assert script.refusal(looks(2)).clause == "MDT-5.E.3"
    assert script.do(looks(1), sets(script, 1), looks(2), sets(script, 2))


@clause("MDT-5.E.4")
def test_a_hand_that_lies_face_down_is_not_changed(table: Table) -> None:
    script = adjacent(table, 2000, 1000)
    script.do(looks(1), sets(script, 1))
    refused = script.refusal(SetHand(player="ann", position=1, setting=TileSetting.parse("66 11 / 66 11")))
    assert refused.clause in ("MDT-8.B.4", "MDT-5.E.4")
    assert script.state.current.hands[1].status is HandStatus.SET


@clause("MDT-5.F")
def test_the_bonus_is_for_who_has_a_pai_gow_wager(table: Table) -> None:
    script = table(TILES)
    script.to(Phase.BETTING)
    assert script.refusal(wager("ann", 1, 100, BONUS)).clause == "MDT-5.F"
    script.do(wager("ann", 1, 1000), wager("ann", 1, 100, BONUS))
    script.do(WithdrawWager(player="ann", position=1))
    assert script.state.current.wagers == {}
    without = table(TILES, {"wagers.pair_fortunes.offered": False})
    without.to(Phase.BETTING)
    without.do(wager("ann", 1, 1000))
    assert without.refusal(wager("ann", 1, 100, BONUS)).clause == "MDT-5.F"


@clause("MDT-5.F.1")
@pytest.mark.parametrize(
    ("tiles", "reading", "setting", "won"),
    [
        ("66 66 46 55", "four-tiles", "", 300),
        ("66 66 46 55", "four-tiles", "66 55 / 66 46", 300),
        ("66 66 46 55", "hands-as-set", "66 66 / 55 46", 300),
        ("66 66 46 55", "hands-as-set", "66 55 / 66 46", 0),
        ("36 45 12 24", "hands-as-set", "", 2500),
        ("66 11 45 56", "four-tiles", "", 0),
    ],
)
def test_the_bonus_wins_with_a_pair_among_the_four_tiles(
    table: Table, tiles: str, reading: str, setting: str, won: int
) -> None:
    script = table(TILES, {"readings.pair_fortunes": reading}, players=["ann"])
    plan = Plan(wagers={"ann": 1000}, hands={1: tiles}, settings={1: setting} if setting else {})
    script.to(Phase.BETTING, plan)
    script.do(wager("ann", 1, 1000), wager("ann", 1, 100, BONUS))
    script.play()
    settled = script.last(SideWagerSettled)
    assert (settled.won, settled.result) == (won, Result.WIN if won else Result.LOSE)


@clause("MDT-5.F.1", "MDT-8.E")
@pytest.mark.parametrize(("reading", "won"), [("settled", 2500), ("lost", 0)])
def test_a_surrendered_hand_still_has_its_bonus_settled(table: Table, reading: str, won: int) -> None:
    script = table(TILES, {"readings.surrender_bonus": reading}, players=["ann"])
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}, hands={1: RICH}))
    script.do(wager("ann", 1, 1000), wager("ann", 1, 100, BONUS))
    script.to(Phase.EXPOSING)
    script.do(Surrender(player="ann", position=1))
    assert script.last(SideWagerSettled).won == won
    assert script.state.ledger[rack("ann")] == 1_000_000 - 1000 + (won or -100)
    assert isinstance(script.refusal(Surrender(player="ann", position=1)), Refused)
