"""What revision 3 corrected, and what it left alone: each test plays a round as it is played now and by revision 2."""

from collections.abc import Callable

import pytest

from paigow.money import rack
from paigow.table import Command, Phase
from paigow.table.boxes.dealer_sets import AskDealerToSet, ConfirmHand
from paigow.table.boxes.staking import BankUncovered
from paigow.table.cards.decks import MarkDevice, ReportFault
from paigow.table.cards.envy import EnvyPaid
from paigow.table.floor.conduct import ConductNoted, NoteConduct
from paigow.table.floor.irregularities import (
    ExposePiece,
    FindMisdeal,
    HouseHandReset,
    PieceExposed,
    ResetHouseHand,
    RoundVoided,
    VoidHand,
)
from paigow.table.games.new_zealand import BankTilesMoved
from paigow.table.script import Plan, TableScript
from paigow.table.steps import mixing
from paigow.table.steps.banking import BankOffered, DealerWagered
from paigow.table.steps.closing import AbandonRound, RoundAbandoned, RoundClosed
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.setting import HouseHandSet, SetHouseHand
from paigow.table.steps.start import ChooseDelivery

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause

STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
BOTH = {"ann": 1000, "bob": 1000}
NINES = "9s 9h 9d 9c 2s 4h 6d"


@pytest.fixture(params=[mixing.REVISION, 3, 2], ids=["now", "revision 3", "revision 2"])
def now(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether the rounds are of revision 3 or later."""
    opened, revision = mixing.OpenRound, int(request.param)
    monkeypatch.setattr(mixing, "OpenRound", lambda commitment, **_: opened(commitment=commitment, revision=revision))
    return revision > 2


def set_wrong(script: TableScript, position: int) -> None:
    kit, pieces = script.state.game.kit, script.state.current.hands[position].pieces
    house = kit.house_set(pieces).setting
    wrong = next(each for each in kit.settings(pieces) if each != house and not kit.is_foul(each))
    script.do(SetHouseHand(setting=wrong))


@pytest.mark.parametrize("house_way", ["", "optimal"])
@pytest.mark.parametrize("standard", STANDARDS)
def test_no_event_cites_a_clause_twice(table: Table, standard: str, house_way: str) -> None:
    choices = {"house_way": house_way} if house_way and standard != "new-zealand" else {}
    script = table(standard, choices)
    script.play(Plan(wagers=BOTH))
    for co in (False, True):
        script.play(Plan(wagers={"bob": 1000}, bank="ann", co=co) if standard != "dealer-open" else Plan(wagers=BOTH))
        script.play(Plan(wagers=BOTH))
    if standard != "new-zealand":
        hand = "66 66 12 24" if standard == "maryland-tiles" else "2s 4h 6d 8c Ts Qh As"
        script.to(Phase.BANKING, Plan(wagers=BOTH, hands={0: hand}))
        set_wrong(script, 0)
        script.to(Phase.EXPOSING)
        script.do(ResetHouseHand(position=0))
    events = [event for _, events in script.history for event in events]
    assert not [event for event in events if len(set(event.clauses)) < len(event.clauses)]


@clause("MDT-6.C", "MDT-6.C.1")
def test_a_delivery_from_the_right(table: Table, now: bool) -> None:
    script = table("maryland-tiles")
    script.play(Plan(wagers=BOTH))
    assert script.last(Delivered).clauses == ("MDT-6.C", "MDT-6.C.1", "MDT-6.C")[: 2 if now else 3]


@clause("MDT-6.C.1", "MDT-7.A")
def test_a_delivery_in_another_style_is_not_one_from_the_right(table: Table, now: bool) -> None:
    script = table("maryland-tiles", {"delivery.dealer_may_choose": True})
    script.to(Phase.STARTING, Plan(wagers=BOTH))
    script.do(ChooseDelivery(delivery="pin-say-right"))
    script.play()
    assert script.last(Delivered).clauses == (*(() if now else ("MDT-6.C",)), "MDT-6.C.1", "MDT-7.B.6")


@clause("MDT-9.D.2", "MDP-12.D.2")
@pytest.mark.parametrize(("standard", "cover"), [("maryland-tiles", "MDT-9.D.2"), ("maryland-poker", "MDP-12.D.2")])
def test_a_dealers_wager_that_the_bank_cannot_cover_in_full(table: Table, now: bool, standard: str, cover: str) -> None:
    script = table(standard, chips=50_000)
    script.play(Plan(wagers={"ann": 1000, "bob": 5000}))
    script.do(BuyIn(player="ann", amount=50_000))
    left = 1000
    script.to(Phase.STARTING, Plan(wagers={"ann": script.state.ledger[rack("bob")] - left}, bank="bob"))
    wagered = script.last(DealerWagered)
    assert wagered.amount == left
    assert (cover in wagered.clauses) == now


@clause("MDP-11.C.1", "DO-R9")
@pytest.mark.parametrize(
    ("standard", "once", "again"),
    [
        ("maryland-poker", ("MDP-11.C", "MDP-11.C.1", "MDP-11.C.2"), "MDP-11.C.1"),
        ("dealer-open", ("DO-R4.s3", "DO-R9"), "DO-R9"),
    ],
)
def test_the_dealers_hand(table: Table, now: bool, standard: str, once: tuple[str, ...], again: str) -> None:
    script = table(standard)
    script.play(Plan(wagers=BOTH, hands={0: "2s 4h 6d 8c Ts Qh As"}))
    assert script.last(HouseHandSet).clauses == (once if now else (*once, again))


@clause("MDT-10.F")
def test_a_hand_reset_by_a_table_of_settings(table: Table, now: bool) -> None:
    script = table("maryland-tiles", {"house_way": "optimal"})
    script.to(Phase.BANKING, Plan(wagers=BOTH))
    set_wrong(script, 0)
    script.do(ResetHouseHand(position=0))
    assert script.last(HouseHandReset).clauses == ("MDT-10.F",) * (1 if now else 2)


@clause("MDP-14.C", "MDP-14.D")
def test_a_card_of_a_void_hand_is_neither_the_dealers_nor_the_banks(table: Table, bets: Bets, now: bool) -> None:
    script = table("maryland-poker")
    placed = bets({"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, "fortune": 500})})
    script.to(Phase.SETTING, Plan(hands={1: NINES}, before=placed))
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1), ExposePiece(position=1, place=1))
    assert bool(script.events(RoundVoided)) is not now
    if now:
        assert script.last(PieceExposed).clauses == ("MDP-14.C",)
        assert not script.last(PieceExposed).choice
        script.play()
        assert not script.last(RoundClosed).void
        assert not script.events(EnvyPaid)


@clause("MDT-4.G", "MDT-4.I", "MDT-9.C.2", "MDP-5.A.1", "MDP-5.A.2", "MDP-12.C.2", "NZ-9.1", "NZ-5.4", "DO-R1")
@pytest.mark.parametrize(
    ("standard", "first", "later", "offer"),
    [
        ("maryland-tiles", "MDT-4.I", "MDT-4.G", "MDT-9.C.2"),
        ("maryland-poker", "MDP-5.A.1", "MDP-5.A.2", "MDP-12.C.2"),
        ("new-zealand", "NZ-9.1", "NZ-9.1", "NZ-5.4"),
        ("dealer-open", "DO-R1", "DO-R1", None),
    ],
)
@pytest.mark.usefixtures("now")
def test_openings_and_offers_after_a_bank_have_their_own_grounds_since_revision_2(
    table: Table, standard: str, first: str, later: str, offer: str | None
) -> None:
    script = table(standard, players={"ann": 2, "bob": 3, "cyd": 4})
    script.play(Plan(wagers=BOTH))
    script.play(Plan(wagers={"ann": 1000, "cyd": 1000}, bank="bob" if offer else None))
    script.play(Plan(wagers=BOTH))
    assert [event.clauses[0] for event in script.events(RoundOpened)] == [first, later, later]
    assert [event.clauses[0] for event in script.events(BankOffered)][-1:] == ([offer] if offer else [])


@clause("NZ-5.3.c", "NZ-5.6", "NZ-11.2.b.s2")
@pytest.mark.usefixtures("now")
def test_a_co_banker_without_the_funds_is_cited_as_one_since_revision_2(bob_banks: Table) -> None:
    script = bob_banks(co=True, stake=29_000)
    script.to(Phase.STARTING)
    assert script.last(BankUncovered).clauses == ("NZ-5.3.c", "NZ-5.6")


@clause("NZ-11.2.e", "NZ-12.8.a", "NZ-12.8.s2")
@pytest.mark.usefixtures("now")
def test_a_hand_that_is_reset_before_it_is_confirmed_is_not_moved_yet(table: Table) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    script.play(Plan(wagers=BOTH))
    script.to(Phase.BANKING, Plan(wagers={"bob": 1000}, bank="ann", hands={2: "66 66 36 26"}))
    script.history.clear()
    script.do(AskDealerToSet(player="ann", position=2))
    set_wrong(script, 2)
    script.do(ResetHouseHand(position=2))
    assert script.state.phase is Phase.BANKING
    assert not script.events(BankTilesMoved)


@clause("NZ-11.2.e", "NZ-12.8.a", "NZ-12.8.s2")
def test_resetting_a_hand_does_not_move_it_again(table: Table, now: bool) -> None:
    script = table("new-zealand", players={"ann": 2, "bob": 3})
    script.play(Plan(wagers=BOTH))
    script.to(Phase.BANKING, Plan(wagers={"bob": 1000}, bank="ann", hands={2: "66 66 36 26"}))
    script.history.clear()
    script.do(AskDealerToSet(player="ann", position=2))
    set_wrong(script, 2)
    script.do(ConfirmHand(player="ann"), ResetHouseHand(position=2))
    assert script.state.phase is Phase.EXPOSING
    assert len(script.events(BankTilesMoved)) == (1 if now else 2)
    script.play()


@clause("NZ-12.3.a", "NZ-12.4")
def test_two_tiles_of_a_box_without_a_wager_are_no_players_hand(table: Table, now: bool) -> None:
    script = table("new-zealand")
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(ExposePiece(position=7, place=0), ExposePiece(position=7, place=1))
    one, two = script.events(PieceExposed)
    assert one.clauses == ("NZ-12.4",)
    assert two.clauses == ("NZ-12.4" if now else "NZ-12.3.a",)
    script.do(ExposePiece(position=2, place=0), ExposePiece(position=2, place=1))
    assert script.last(PieceExposed).clauses == ("NZ-12.3.a",)
    assert script.last(PieceExposed).choice


@clause("MDP-8.E.2", "MDP-9.D.2", "MDP-10.D.2")
@pytest.mark.parametrize(
    ("choices", "ground"),
    [
        ({}, "MDP-8.E.2"),
        ({"dealing.method": "hand", "dealing.shuffler": "automated", "equipment.cards_hours": 4}, "MDP-9.D.2"),
        ({"dealing.method": "automated-shoe", "dealing.shuffler": "automated"}, "MDP-10.D.2"),
    ],
)
def test_the_stub_is_hidden_by_the_chapter_that_deals(
    table: Table, now: bool, choices: dict[str, object], ground: str
) -> None:
    script = table("maryland-poker", choices)
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(NoteConduct(kind="stub-exposed"))
    assert script.last(ConductNoted).clauses == ((ground,) if now else ("MDP-8.E.2", "MDP-9.D.2", "MDP-10.D.2"))


@clause("MDP-8.E.2")
def test_a_manual_shoe_that_stands_in_has_its_own_chapter(table: Table) -> None:
    script = table("maryland-poker", {"dealing.method": "automated-shoe", "dealing.shuffler": "automated"})
    script.to(Phase.DEALING, Plan(wagers=BOTH))
    script.do(ReportFault(device="shoe", usable=False), MarkDevice(device="shoe"))
    script.step()
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(NoteConduct(kind="stub-exposed"))
    assert script.last(ConductNoted).clauses == ("MDP-8.E.2",)


@clause("MDT-10.C", "MDP-14.B", "NZ-12.13", "DO-R3")
@clause("MDT-8.J", "MDT-8.M", "MDT-4.G", "MDP-11.J", "MDP-5.A.2", "NZ-1.round", "DO-R10")
@pytest.mark.parametrize(
    ("standard", "reason", "ground", "end"),
    [
        ("maryland-tiles", "wrong-positions", "MDT-10.C", ("MDT-8.J", "MDT-8.M", "MDT-4.G")),
        ("maryland-poker", "wrong-positions", "MDP-14.B", ("MDP-11.J", "MDP-5.A.2")),
        ("new-zealand", "wrong-boxes", "NZ-12.13", ("NZ-1.round",)),
        ("dealer-open", "fewer-cards", "DO-R3", ("DO-R10",)),
    ],
)
def test_a_void_round_ends_on_the_ground_that_voids_it(
    table: Table, now: bool, standard: str, reason: str, ground: str, end: tuple[str, ...]
) -> None:
    """Nothing was settled in it, so the rules for hands that are settled are not why it is over."""
    script = table(standard)
    script.to(Phase.SETTING, Plan(wagers=BOTH))
    script.do(FindMisdeal(reason=reason))
    script.step()
    assert script.last(RoundClosed).clauses == ((ground,) if now else end)
    script.to(Phase.BETTING, Plan())
    script.do(AbandonRound(reason="nobody wagers"))
    script.step()
    assert script.last(RoundClosed).clauses == (script.last(RoundAbandoned).clauses if now else end)
    script.play(Plan(wagers=BOTH))
    assert script.last(RoundClosed).clauses == end
