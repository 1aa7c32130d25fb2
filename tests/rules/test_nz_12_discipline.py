"""New Zealand, sections 12.9 to 12.12: boxes and players taken out of the game, and suspected collusion."""

from collections.abc import Callable

import pytest

from paigow.money import rack
from paigow.table import Phase, legal_commands
from paigow.table.boxes.dealer_sets import AskDealerToSet
from paigow.table.boxes.discipline import (
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
from paigow.table.boxes.orders import Orders
from paigow.table.boxes.staking import StakeBank, stakes
from paigow.table.core.model import DEALER, HandStatus
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import LeaveTable, SitDown
from paigow.table.steps.setting import HandSet, LookAtHand, held_back_by
from paigow.table.steps.settlement import HandExposed
from paigow.table.steps.wagers import PlaceWager
from paigow.table.view import view

Table = Callable[..., TableScript]
NZ = "new-zealand"
THREE = {"ann": 2, "bob": 3, "cyd": 4}
ALL = {"ann": 10_000, "bob": 10_000, "cyd": 10_000}
SEVEN = {f"p{box}": box for box in range(2, 9)}


def house(table: Table, phase: Phase) -> TableScript:
    script = table(NZ, players=THREE)
    script.to(phase, Plan(wagers=ALL))
    return script


def full(table: Table, phase: Phase, bank: str | None = None, co: bool = False, **choices: object) -> TableScript:
    """Put all boxes in play: seven players, with the house or one of them as bank."""
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
    drawn = script.draws().removal(script.state)
    assert (len(drawn), set(drawn) <= set(range(1, 7))) == (3, True)
    script.do(RemoveBox(dice=(1, 2, 3)))
    event = script.last(RemovalShaken)
    assert (event.position, event.removed) == (6, True)
    assert {"NZ-12.10", "NZ-12.10.s2"} <= set(event.clauses)
    assert script.state.part(Orders).off == {6}
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


@pytest.mark.clause("NZ-12.9.b", "NZ-12.9.a", "NZ-12.10")
def test_only_where_the_house_banks_alone_or_with_another(table: Table) -> None:
    script = full(table, Phase.FINISHED, bank="p4")
    assert script.refusal(RemoveBox(dice=(1, 2, 3))).clause == "NZ-12.9"
    script = full(table, Phase.FINISHED, bank="p4", co=True)
    script.do(RemoveBox(dice=(1, 2, 3)))
    assert script.state.part(Orders).off == {6}


@pytest.mark.clause("NZ-12.9", "NZ-12.10.s2")
def test_a_stake_on_a_box_that_is_removed_stays(table: Table) -> None:
    """The reading by which only the house's box is safe lets the dice remove the co-banker's."""
    script = full(table, Phase.BETTING, bank="p4", co=True, **{"readings.removed_box": "skip-house"})
    wagers = {**SEVEN, "p2": 1}
    script.do(*(PlaceWager(player=name, position=box, amount=10_000) for name, box in SEVEN.items() if name != "p4"))
    script.do(PlaceWager(player="p2", position=1, amount=10_000), StakeBank(player="p4", amount=50_000))
    script.do(RemoveBox(dice=(1, 1, 2)))
    assert script.state.part(Orders).off == {4}
    assert stakes(script.state) == {"p4": 50_000}
    assert len(script.state.current.wagers) == len(wagers) + 1


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
    assert script.state.part(Orders).off == frozenset()
    script.do(RemoveBox(dice=(6, 6, 6)))
    assert script.state.part(Orders).off == {2}


@pytest.mark.clause("NZ-12.10.s3")
def test_only_the_box_where_the_banks_hand_lies_is_exempt(table: Table) -> None:
    script = full(table, Phase.FINISHED, bank="p4", co=True)
    script.do(RemoveBox(dice=(1, 1, 2)))  # box 4, with the chung
    assert (script.last(RemovalShaken).removed, script.state.part(Orders).off) == (False, frozenset())
    script.do(RemoveBox(dice=(3, 3, 3)))  # box 1 is like any other
    assert script.state.part(Orders).off == {1}


@pytest.mark.clause("NZ-12.10.s3")
@pytest.mark.parametrize(
    ("reading", "box_4", "box_1"), [("bank-box", False, True), ("skip-both", False, False), ("skip-house", True, False)]
)
def test_which_boxes_are_exempt_is_a_matter_of_reading(table: Table, reading: str, box_4: bool, box_1: bool) -> None:
    script = full(table, Phase.FINISHED, bank="p4", co=True, **{"readings.removed_box": reading})
    script.do(RemoveBox(dice=(1, 1, 2)))
    assert (4 in script.state.part(Orders).off) is box_4
    script.do(RemoveBox(dice=(3, 3, 3)))
    assert (1 in script.state.part(Orders).off) is box_1


@pytest.mark.clause("NZ-12.9")
def test_a_player_is_removed_instead_of_a_box(table: Table) -> None:
    script = full(table, Phase.FINISHED)
    assert "not at this table" in str(script.refusal(RemovePlayer(player="nobody")))
    script.do(RemovePlayer(player="p5"))
    assert script.last(PlayerRemoved).clauses == ("NZ-12.9",)
    script.step()
    script.begin(Plan())
    script.to(Phase.BETTING)
    assert "p5" not in script.state.current.bank.offered
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
    assert held_back_by(script.state) == ()
    script.do(DirectSetFirst(player="cyd"))
    assert held_back_by(script.state) == (4,)
    assert script.last(SetFirstDirected).clauses == ("NZ-12.12.a",)
    assert script.refusal(LookAtHand(player="ann", position=2)).clause == "NZ-12.12.a"
    assert not [o for o in legal_commands(script.state, "bob") if isinstance(o.command, LookAtHand)]
    while script.state.current.hands[4].status is not HandStatus.SET:
        script.step()
    assert script.events(HandSet)[0].position == 4
    script.do(LookAtHand(player="ann", position=2))
    script.do(DirectSetFirst(player="cyd", on=False))
    assert script.refusal(DirectSetFirst(player="cyd", on=False)).clause == "NZ-12.12.a"


@pytest.mark.clause("NZ-12.12.a")
def test_one_suspect_after_another_is_directed_to_set_first(table: Table) -> None:
    script = house(table, Phase.SETTING)
    script.do(DirectSetFirst(player="cyd"), DirectSetFirst(player="bob"))
    assert held_back_by(script.state) == (3, 4)
    script.do(DirectSetFirst(player="cyd", on=False))
    assert held_back_by(script.state) == (3,)


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
    assert script.state.part(Orders).english_only
    script.do(DirectEnglish(on=False))
    assert not script.state.part(Orders).english_only
