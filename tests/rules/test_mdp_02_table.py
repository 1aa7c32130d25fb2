"""MDP chapter 2: the table, its markings and its equipment."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from paigow.table import Phase, game_of, legal_commands
from paigow.table.cards.progressive import ProgressiveLocked
from paigow.table.floor.conduct import NoteConduct
from paigow.table.layout import Layout, Lie, Side, hand_lies, layout_of, shaker_lies
from paigow.table.script import Plan, TableScript
from paigow.table.steps.start import ShakeDice, UncoverDice
from paigow.table.steps.wagers import NoMoreBets, PlaceWager, WagerPlaced
from paigow.table.view import view

Poker = Callable[..., TableScript]
Choose = Callable[..., Any]
POKER = "maryland-poker"
NUMBER = {"start": "random-number", "approvals.random_number_generator": "ref 2"}


def layout(choose: Choose, choices: Mapping[str, object] = {}) -> Layout:
    return layout_of(game_of(choose(POKER, choices)))


def positions(found: Layout, kind: str) -> tuple[int | None, ...]:
    return tuple(area.position for area in found.areas_of(kind) if area.side is Side.PLAYERS)


@pytest.mark.clause("MDP-2.A")
@pytest.mark.parametrize("seats", [1, 4, 6])
def test_betting_positions_on_one_side_and_the_dealer_on_the_other(choose: Choose, seats: int) -> None:
    found = layout(choose, {"table.seats": seats})
    assert found.seats == tuple(range(1, seats + 1))
    assert {area.side for area in found.areas_of("main")} == {Side.PLAYERS}
    assert [area.position for area in found.areas_of("high-hand") if area.side is Side.DEALER] == [0]


@pytest.mark.clause("MDP-2.B.1")
def test_the_cloth_bears_the_operators_name(choose: Choose) -> None:
    found = layout(choose, {"operator": "Chesapeake Hall"})
    assert found.inscription == "Chesapeake Hall"
    assert found.inscription_clause == "MDP-2.B.1"


@pytest.mark.clause("MDP-2.B.2")
def test_every_player_has_an_area_for_the_wager(choose: Choose, poker: Poker) -> None:
    found = layout(choose)
    assert positions(found, "main") == (1, 2, 3, 4, 5, 6)
    assert {area.clause for area in found.areas_of("main")} == {"MDP-2.B.2"}
    script = poker({"table.seats": 3})
    script.to(Phase.BETTING, Plan())
    assert script.refusal(PlaceWager(player="ann", position=4, amount=1000)).clause == "MDP-2.B.2"


@pytest.mark.clause("MDP-2.B.3")
def test_every_player_has_an_area_for_each_hand(choose: Choose) -> None:
    found = layout(choose)
    for kind in ("high-hand", "low-hand"):
        assert positions(found, kind) == (1, 2, 3, 4, 5, 6)
        assert {area.clause for area in found.areas_of(kind) if area.side is Side.PLAYERS} == {"MDP-2.B.3"}


@pytest.mark.clause("MDP-2.B.4")
def test_so_has_the_dealer(choose: Choose) -> None:
    found = layout(choose)
    own = [area for area in found.areas if area.side is Side.DEALER and area.kind in ("high-hand", "low-hand")]
    assert [(area.kind, area.position, area.clause) for area in own] == [
        ("high-hand", 0, "MDP-2.B.4"),
        ("low-hand", 0, "MDP-2.B.4"),
    ]


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("fortune", marks=pytest.mark.clause("MDP-2.B.5")),
        pytest.param("emperors", marks=pytest.mark.clause("MDP-2.B.6")),
        pytest.param("insurance", marks=pytest.mark.clause("MDP-2.B.7")),
        pytest.param("progressive", marks=pytest.mark.clause("MDP-2.B.8")),
    ],
)
def test_each_optional_wager_that_is_offered_has_its_areas(
    choose: Choose, request: pytest.FixtureRequest, kind: str
) -> None:
    (clause,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    found = layout(choose)
    assert positions(found, kind) == (1, 2, 3, 4, 5, 6)
    assert {area.clause for area in found.areas_of(kind)} == {clause}
    without = layout(choose, {f"wagers.{kind}.offered": False})
    assert not without.areas_of(kind)


@pytest.mark.clause("MDP-2.B.9")
@pytest.mark.parametrize("where", ["layout", "sign"])
def test_payouts_are_inscribed_or_posted(choose: Choose, where: str) -> None:
    found = layout(choose, {"signs.payouts": where, "wagers.insurance.paytable": "B"})
    signs = {sign.subject: sign for sign in found.signs}
    assert set(signs) == {"main", "fortune", "emperors", "insurance", "progressive"}
    assert all((sign.where, sign.clause) == (where, "MDP-2.B.9") for sign in signs.values())
    assert "queen-high: 7 to 1" in signs["insurance"].lines
    assert "five aces: 400 to 1" in signs["fortune"].lines
    assert "five aces: 10% of the meter" in signs["progressive"].lines


@pytest.mark.clause("MDP-2.B.10")
@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("layout", [("layout", "Payout limit per hand: $60,000.00")]),
        ("sign", [("sign", "Payout limit per hand: $60,000.00")]),
        (
            "generic",
            [
                ("layout", "Payouts are limited; the limit is posted"),
                ("sign", "Payout limit per hand: $60,000.00"),
            ],
        ),
    ],
)
def test_a_payout_limit_is_told(choose: Choose, where: str, expected: list[tuple[str, str]]) -> None:
    found = layout(choose, {"payout_limit": "$60,000.00", "signs.payout_limit": where})
    told = [(sign.where, *sign.lines) for sign in found.signs if sign.subject == "payout-limit"]
    assert told == expected
    assert not [sign for sign in layout(choose).signs if sign.subject == "payout-limit"]


# shaker, number, button


@pytest.mark.clause("MDP-2.C.1.a", "MDP-2.C.1.e")
def test_the_shaker_guards_the_game_and_bears_the_operators_name(choose: Choose) -> None:
    found = layout(choose, {"operator": "Chesapeake Hall"})
    shaker = found.thing("shaker")
    assert {"MDP-2.C.1.a", "MDP-2.C.1.e"} <= set(shaker.clauses)
    assert "protects the integrity of the game" in map(str, shaker.qualities)
    assert shaker.inscription == "Chesapeake Hall"
    assert not layout(choose, NUMBER).has("shaker")


@pytest.mark.clause("MDP-2.C.1.b")
def test_the_dealer_answers_for_the_shaker(choose: Choose, poker: Poker) -> None:
    assert "MDP-2.C.1.b" in layout(choose).thing("shaker").clauses
    script = poker()
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    shakes = (ShakeDice, UncoverDice)
    assert any(isinstance(offer.command, shakes) for offer in legal_commands(script.state, "dealer"))
    for actor in ("ann", "bob", "floor", "system"):
        assert not any(isinstance(offer.command, shakes) for offer in legal_commands(script.state, actor))


@pytest.mark.clause("MDP-2.C.1.b.i")
def test_a_shaker_left_alone_is_noted(poker: Poker) -> None:
    script = poker()
    (noted,) = script.do(NoteConduct(kind="shaker-unattended", reporter="floor"))
    assert noted.clauses[0] == "MDP-2.C.1.b.i"


@pytest.mark.clause("MDP-2.C.1.b.ii")
def test_it_holds_three_dice_and_keeps_them_in_when_not_shaken(choose: Choose, poker: Poker) -> None:
    found = layout(choose)
    assert found.thing("dice").count == 3
    assert "MDP-2.C.1.b.ii" in found.thing("dice").clauses
    script = poker()
    assert shaker_lies(script.state) == ("right", True)
    script.to(Phase.DEALING, Plan(wagers={"ann": 1000}))
    assert shaker_lies(script.state) == ("shaker", False)
    assert len(script.state.current.start.dice or ()) == 3
    script.to(Phase.SETTING)
    assert shaker_lies(script.state) == ("right", True)


@pytest.mark.clause("MDP-2.C.1.d")
def test_nobody_sees_the_dice_in_a_shaker_that_is_covered(choose: Choose, poker: Poker) -> None:
    assert "hides the dice while they are shaken" in map(str, layout(choose).thing("shaker").qualities)
    script = poker()
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    one, other = ShakeDice(dice=(1, 2, 3)), ShakeDice(dice=(6, 6, 6))
    before = script.state
    seen = []
    for shake in (one, other):
        script.state = before
        script.do(shake)
        seen.append([view(script.state, viewer) for viewer in ("ann", "bob", "dealer", "floor")])
    assert seen[0] == seen[1]


@pytest.mark.clause("MDP-2.C.2", "MDP-2.C.3")
def test_a_number_or_a_button_instead(choose: Choose) -> None:
    assert layout(choose, NUMBER).thing("random-number-display").clauses == ("MDP-2.C.2",)
    button = {
        "start": "button",
        "approvals.button": "ref 3",
        "dealing.method": "automated-shoe",
        "dealing.shuffler": "automated",
        "banking.offered": False,
        "banking.co_banking": False,
    }
    found = layout(choose, button)
    assert [*map(str, found.thing("button").qualities)] == ["flat"]
    assert found.approvals["button"] == "ref 3"


@pytest.mark.clause("MDP-5.K.1.b.i")
def test_an_area_for_the_open_shaker_if_there_is_one(choose: Choose) -> None:
    assert [area.side for area in layout(choose).areas_of("shaker")] == [Side.DEALER]
    assert not layout(choose, NUMBER).areas_of("shaker")


# the progressive system


@pytest.mark.clause("MDP-2.D", "MDP-2.D.1")
def test_a_device_at_every_position_accepts_the_progressive_wager(choose: Choose, poker: Poker) -> None:
    found = layout(choose)
    device = found.thing("wagering-device")
    assert (device.side, device.count, device.clauses) == (Side.PLAYERS, 6, ("MDP-2.D.1",))
    assert not layout(choose, {"wagers.progressive.offered": False}).has("wagering-device")
    script = poker()
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="ann", position=1, amount=1000))
    script.do(PlaceWager(player="ann", position=1, kind="progressive", amount=100))
    assert "MDP-2.D.1" in script.last(WagerPlaced).clauses


@pytest.mark.clause("MDP-2.D.2")
def test_after_no_more_bets_the_system_takes_none(choose: Choose, poker: Poker) -> None:
    assert "MDP-2.D.2" in layout(choose).thing("lock-out").clauses
    script = poker()
    script.to(Phase.BETTING, Plan())
    script.do(PlaceWager(player="ann", position=1, amount=1000), NoMoreBets())
    assert script.events(ProgressiveLocked)
    late = PlaceWager(player="ann", position=1, kind="progressive", amount=100)
    assert script.refusal(late).clause == "MDP-2.D.2"


# cards and what serves to deal them


@pytest.mark.clause("MDP-3.A.3.a")
@pytest.mark.parametrize("backs", [["red"], ["red", "blue"]])
def test_every_deck_has_two_cover_cards(choose: Choose, backs: list[str]) -> None:
    device = {"dealing.shuffler": "automated"}
    found = layout(choose, {**device, "dealing.decks": len(backs), "dealing.backs": backs})
    assert found.thing("cover-card").count == 2 * found.thing("deck").count == 2 * len(backs)


@pytest.mark.clause("MDP-8.A", "MDP-10.A.1")
@pytest.mark.parametrize(
    ("method", "shoes"),
    [
        ("manual-shoe", {"manual-shoe": ("MDP-8.A",)}),
        ("hand", {}),
        ("automated-shoe", {"automated-shoe": ("MDP-10.A.1",)}),
    ],
)
def test_the_shoe_is_the_one_that_is_dealt_from(choose: Choose, method: str, shoes: dict[str, object]) -> None:
    found = layout(choose, {"dealing.method": method, "dealing.shuffler": "automated", "equipment.cards_hours": 4})
    places = ("manual-shoe", "hand", "automated-shoe")
    assert {thing.kind: thing.clauses for thing in found.things if thing.kind in places} == shoes


@pytest.mark.clause("MDP-5.B", "MDP-5.I")
@pytest.mark.parametrize(
    ("device", "clauses"),
    [
        ("none", []),
        ("automated", [("MDP-5.B",)]),
        ("into-shoe", [("MDP-5.B",)]),
        ("reshuffling-device", [("MDP-5.I",)]),
    ],
)
def test_a_shuffler_stands_there_if_it_shuffles(choose: Choose, device: str, clauses: list[tuple[str, ...]]) -> None:
    found = layout(choose, {"dealing.shuffler": device, "approvals.reshuffling_device": "ref 1"})
    assert [thing.clauses for thing in found.things if thing.kind == "shuffler"] == clauses


@pytest.mark.clause("MDP-8.C.1")
@pytest.mark.parametrize("fortune", [False, True])
@pytest.mark.parametrize("emperors", [False, True])
def test_an_envy_lammer_for_each_qualifying_wager_there_can_be(choose: Choose, fortune: bool, emperors: bool) -> None:
    offered = {"wagers.fortune.offered": fortune, "wagers.emperors.offered": emperors}
    found = layout(choose, {**offered, "table.seats": 5})
    lammers = [(thing.count, thing.inscription) for thing in found.things if thing.kind == "envy-lammer"]
    assert lammers == ([(10, "Envy")] if fortune or emperors else [])


# boxes and rack


@pytest.mark.clause("MDP-2.E.1", "MDP-2.F")
def test_drop_box_and_tip_box_on_either_side_of_the_dealer_unless_approved(choose: Choose) -> None:
    found = layout(choose)
    assert {found.thing("drop-box").side, found.thing("tip-box").side} == {Side.LEFT, Side.RIGHT}
    elsewhere = layout(
        choose,
        {
            "equipment.tip_box": "alternative",
            "approvals.alternative_tip_box": "ref 9",
            "dealing.shuffler": "automated",
        },
    )
    assert elsewhere.thing("tip-box").side is None
    assert elsewhere.thing("tip-box").clauses == ("MDP-2.F",)


@pytest.mark.clause("MDP-2.E.2")
def test_a_discard_rack_on_the_dealers_side(choose: Choose, poker: Poker) -> None:
    rack = layout(choose).thing("discard-rack")
    assert (rack.side, [*map(str, rack.qualities)], rack.clauses) == (
        Side.DEALER,
        ["securely attached"],
        ("MDP-2.E.2",),
    )
    script = poker()
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    assert hand_lies(script.state, 5).area == "discard-rack"
    assert not hand_lies(script.state, 5).face_up
    assert hand_lies(script.state, 1).area == "hands"
    script.to(Phase.FINISHED)
    assert hand_lies(script.state, 1) == Lie("discard-rack", None, False, "stack")
