"""MDP chapter 13 at the table: every line of every pay table, meters in turn, and the payout limit."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from paigow.comparison import Result
from paigow.money import CAGE, COMMISSION, INVENTORY, Account, rack
from paigow.poker import ENVY_TABLES, PAYTABLES, FortuneClass, InsuranceClass, PayLine, PayUnit
from paigow.table import Command, Phase
from paigow.table.cards.envy import EnvyPaid
from paigow.table.cards.progressive import MetersRaised, ProgressivePaid, ProgressiveReturned, ValidateProgressive
from paigow.table.floor.irregularities import ExposePiece, FindMisdeal, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.seating import rack_of
from paigow.table.steps.settlement import ExposeHand, WagerSettled
from paigow.table.steps.side_wagers import SideWagerSettled
from paigow.table.view import view

Poker = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]

DEALER = "Kd Kc Jd 7d 4c Tc 2d"
HANDS: Mapping[str, str] = {
    FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH: "9h 8h 7h 6h 5h 4h 3h",
    FortuneClass.ROYAL_FLUSH_PLUS_MATCH: "As Ks Qs Js Ts Ah Kh",
    FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER: "9h 8h 7h 6h Jk 4h 3h",
    FortuneClass.FIVE_ACES: "As Ah Ad Ac Jk 9c 4d",
    FortuneClass.ROYAL_FLUSH: "As Ks Qs Js Ts 6d 3c",
    FortuneClass.STRAIGHT_FLUSH: "9s 8s 7s 6s 5s Qd 2c",
    FortuneClass.FOUR_OF_A_KIND: "8s 8h 8d 8c Qd 6h 3c",
    FortuneClass.FULL_HOUSE: "8s 8h 8d Qc Qd 6h 3c",
    FortuneClass.FLUSH: "As Js 8s 6s 3s Qd 4h",
    FortuneClass.THREE_OF_A_KIND: "8s 8h 8d Ac Qd 6h 3c",
    FortuneClass.STRAIGHT: "9s 8h 7c 6c 5s Qd 2c",
    InsuranceClass.NINE_HIGH: "9s 8h 7c 5c 4s 3h 2c",
    InsuranceClass.TEN_HIGH: "Ts 9h 8d 6c 4s 3h 2c",
    InsuranceClass.JACK_HIGH: "Js 9h 8d 7c 4s 3h 2c",
    InsuranceClass.QUEEN_HIGH: "Qs Th 9d 7c 5s 3h 2c",
    InsuranceClass.KING_HIGH: "Ks Jc 9d 7s 5s 3h 2s",
    InsuranceClass.ACE_HIGH: "As Qh Td 8c 6s 4h 3d",
}


def lines(tables: Mapping[str, Mapping[str, Any]], *wagers: str) -> list[Any]:
    """Every line, marked with its own clause."""
    return [
        pytest.param(wager, letter, line, id=line.clause, marks=pytest.mark.clause(line.clause))
        for wager in wagers
        for letter, table in tables[wager].items()
        for line in table.lines
    ]


def single(poker: Poker, bets: Bets, kind: str, letter: str, hand: str, amount: int, **more: object) -> TableScript:
    choices: dict[str, object] = {f"wagers.{kind}.paytable": letter}
    if kind == "progressive":
        choices["wagers.progressive.meters"] = METERS[letter]
    script = poker({**choices, **{name.replace("__", "."): value for name, value in more.items()}}, players=["ann"])
    script.to(
        Phase.FINISHED,
        Plan(before=bets({"ann": (1, {"main": 1000, kind: amount})}), hands={0: DEALER, 1: hand}),
    )
    return script


def meter(name: str, dollars: str, rate: str = "10%", reserve: str = "0%") -> dict[str, str]:
    return {
        "name": name, "rate": rate, "reserve_rate": reserve, "initial": dollars, "reset": dollars, "ceiling": "none",
    }  # fmt: skip


METERS = {
    "A": [meter("progressive", "$10,000.00")],
    "B": [meter("major", "$10,000.00"), meter("minor", "$1,000.00")],
    "C": [meter("mega", "$10,000.00"), meter("major", "$1,000.00"), meter("minor", "$500.00")],
    "D": [meter("mega", "$10,000.00"), meter("major", "$2,500.00"), meter("minor", "$1,000.00")],
}


# the Pai Gow Poker Wager


@pytest.mark.clause("MDP-13.A", "MDP-13.A.s2", "MDP-13.A.2")
@pytest.mark.parametrize(
    ("rounding", "wager", "fee"),
    [("cent", 1000, 50), ("cent", 1010, 51), ("cent-down", 1010, 50), ("quarter", 1000, 50), ("quarter", 1010, 75)],
)
def test_even_money_less_five_percent_taken_with_the_payment(poker: Poker, rounding: str, wager: int, fee: int) -> None:
    script = poker({"vigorish.rounding": rounding}, players=["ann"])
    hands = {0: DEALER, 1: HANDS[FortuneClass.FULL_HOUSE]}
    script.to(Phase.FINISHED, Plan(wagers={"ann": wager}, hands={**hands, 1: "As Ah Ad Qc Qd 6h 3c"}))
    paid = script.last(WagerSettled)
    assert paid.result is Result.WIN
    assert {"MDP-13.A", "MDP-13.A.s2", "MDP-13.A.2"} <= set(paid.clauses)
    assert (paid.won, paid.vigorish) == (wager, fee)
    assert [(move.credit, move.amount) for move in paid.transfers][-1] == (COMMISSION, fee)
    assert rack_of(script.state, "ann") == 1_000_000 + wager - fee


@pytest.mark.clause("MDP-13.A", "MDP-13.A.s2", "MDT-8.K", "MDT-8.K.s2")
@pytest.mark.parametrize(("rounding", "fee"), [("cent", 1), ("cent-down", 0), ("quarter", 19)])
@pytest.mark.parametrize("standard", ["maryland-poker", "maryland-tiles"])
def test_five_percent_of_a_few_cents(table: Poker, standard: str, rounding: str, fee: int) -> None:
    """Rounded down, it may be nothing; a quarter is never more than the win."""
    script = table(standard, {"vigorish.rounding": rounding, "table.minimum": "$0.01"}, players=["ann"])
    wins, loses = {
        "maryland-poker": ("As Ah Ad Qc Qd 6h 3c", DEALER),
        "maryland-tiles": ("66 66 11 11", "13 16 45 14"),
    }[standard]
    script.to(Phase.FINISHED, Plan(wagers={"ann": 19}, hands={0: loses, 1: wins}))
    paid = script.last(WagerSettled)
    assert (paid.result, paid.won, paid.vigorish) == (Result.WIN, 19, fee)
    assert rack_of(script.state, "ann") == 1_000_000 + 19 - fee
    assert script.state.ledger[COMMISSION] == fee


# the optional wagers


@pytest.mark.parametrize(("kind", "letter", "line"), lines(PAYTABLES, "fortune", "emperors", "insurance"))
def test_each_line_is_paid_to_one(poker: Poker, bets: Bets, kind: str, letter: str, line: PayLine) -> None:
    script = single(poker, bets, kind, letter, HANDS[line.hand], 200)
    settled = script.last(SideWagerSettled)
    assert settled.line == line.hand
    assert settled.won == 200 * line.amount
    assert settled.clauses[0] == line.clause
    assert (settled.transfers[0].debit, settled.transfers[0].amount) == (INVENTORY, 200 * line.amount)
    assert sum(move.amount for move in settled.transfers if move.credit == rack("ann")) == 200 * (line.amount + 1)


@pytest.mark.parametrize(("kind", "letter", "line"), lines(ENVY_TABLES, "fortune", "emperors"))
def test_each_envy_bonus_is_a_fixed_sum(poker: Poker, bets: Bets, kind: str, letter: str, line: PayLine) -> None:
    for stake in (500, 7000):
        script = poker({f"wagers.{kind}.paytable": letter})
        wagers = bets({"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, kind: stake})})
        script.to(Phase.FINISHED, Plan(before=wagers, hands={0: DEALER, 1: HANDS[line.hand]}))
        paid = script.last(EnvyPaid)
        assert (paid.player, paid.amount) == ("bob", line.amount)
        assert line.clause in paid.clauses


@pytest.mark.parametrize(("kind", "letter", "line"), lines(PAYTABLES, "progressive"))
def test_each_progressive_line_is_paid_for_one_or_from_its_meter(
    poker: Poker, bets: Bets, kind: str, letter: str, line: PayLine
) -> None:
    script = single(poker, bets, kind, letter, HANDS[line.hand], 100)
    paid = script.last(ProgressivePaid)
    assert line.clause in paid.clauses
    if line.unit is PayUnit.FOR_ONE:
        assert (paid.meter, paid.amount) == ("", 100 * line.amount)
        assert [(move.debit, move.amount) for move in paid.transfers] == [(INVENTORY, 100 * line.amount)]
    else:
        (plan,) = [each for each in METERS[letter] if each["name"] == str(line.meter)]
        shown = int(plan["initial"].strip("$").replace(",", "").replace(".", "")) + 10
        assert (paid.meter, paid.amount) == (plan["name"], shown * line.amount // 100)
        assert paid.transfers[0].debit == Account(f"meter:{line.meter}")


# meters


@pytest.mark.clause("MDP-13.E.6", "MDP-13.E.7.a")
def test_meters_start_at_their_amounts_and_rise_by_their_rates(poker: Poker, bets: Bets) -> None:
    plans = [
        meter("mega", "$20,000.00", "12%", "3%"),
        meter("major", "$3,000.00", "5%"),
        meter("minor", "$500.00", "0.5%"),
    ]
    script = poker({"wagers.progressive.paytable": "C", "wagers.progressive.meters": plans})
    assert {name: each.display for name, each in script.state.meters.items()} == {
        "mega": 2_000_000,
        "major": 300_000,
        "minor": 50_000,
    }
    wagers = bets({"ann": (1, {"main": 1000, "progressive": 100}), "bob": (2, {"main": 1000, "progressive": 100})})
    script.to(Phase.STARTING, Plan(before=wagers))
    assert script.last(MetersRaised).clauses == ("MDP-13.E.6",)
    meters = script.state.meters
    assert (meters["mega"].display, meters["mega"].reserve) == (2_000_024, 6)
    assert (meters["major"].display, meters["minor"].display) == (300_010, 50_001)
    for name, each in meters.items():
        assert script.state.ledger[Account(f"meter:{name}")] == each.display
    assert view(script.state, "ann")["meters"]["mega"] == 2_000_024


TWO_AT_ONCE = {1: "9h 8h 7h 6h 5h 4h 3h", 2: "9s 8s 7s 6s 5s 4s 3s"}


@pytest.mark.clause("MDP-13.F", "MDP-13.E.8", "MDP-13.E.7.a")
def test_two_winners_of_one_round_are_paid_in_turn_and_the_meter_resets_in_between(poker: Poker, bets: Bets) -> None:
    script = poker()
    wagers = bets({"ann": (1, {"main": 1000, "progressive": 100}), "bob": (2, {"main": 1000, "progressive": 100})})
    script.to(Phase.BETTING, Plan(before=wagers, hands={0: DEALER, **TWO_AT_ONCE}))
    when_wagered = script.state.meters["progressive"].display
    script.to(Phase.SETTING)
    when_dealt = script.state.meters["progressive"].display
    script.to(Phase.FINISHED)
    first, second = script.events(ProgressivePaid)
    assert (first.wager.player, second.wager.player) == ("ann", "bob")
    assert first.amount == when_dealt == when_wagered + 40
    assert second.amount == 1_000_000
    assert {"MDP-13.F", "MDP-13.E.8"} <= set(second.clauses)
    assert script.state.meters["progressive"].display == 1_000_000
    assert script.state.meters["progressive"].hits == 2
    assert [move.debit for move in second.transfers][1] == CAGE


@pytest.mark.clause("MDP-13.F", "MDP-13.E.2.b")
def test_ten_percent_come_off_the_meter_before_the_next_is_paid(poker: Poker, bets: Bets) -> None:
    script = poker()
    wagers = bets({"ann": (1, {"main": 1000, "progressive": 100}), "bob": (2, {"main": 1000, "progressive": 100})})
    hands = {0: DEALER, 1: "As Ah Ad Ac Jk 9c 4d", 2: "9h 8h 7h 6h 5h 4h 3h"}
    script.to(Phase.FINISHED, Plan(before=wagers, hands=hands))
    first, second = script.events(ProgressivePaid)
    assert first.amount == 1_000_040 // 10
    assert second.amount == 1_000_040 - 100_004


@pytest.mark.clause("MDP-13.F")
def test_what_counts_is_the_meter_at_the_players_turn(poker: Poker, bets: Bets) -> None:
    script = poker()
    wagers = bets({"ann": (1, {"main": 1000, "progressive": 100})})
    script.to(Phase.EXPOSING, Plan(before=wagers, hands={0: DEALER, 1: TWO_AT_ONCE[1]}))
    script.do(ExposeHand())
    shown = view(script.state, "ann")["meters"]["progressive"]
    script.do(ValidateProgressive(position=1))
    assert script.last(ProgressivePaid).amount == shown == 1_000_020


@pytest.mark.clause("MDP-13.E.6")
@pytest.mark.parametrize(("reading", "left"), [("reversed", 1_000_000), ("kept", 1_000_020)])
def test_a_void_round_takes_its_contributions_back_unless_read_otherwise(
    poker: Poker, bets: Bets, reading: str, left: int
) -> None:
    script = poker({"readings.void_meter": reading})
    script.to(Phase.SETTING, Plan(before=bets({"ann": (1, {"main": 1000, "progressive": 100})})))
    script.do(FindMisdeal(reason="wrong-count"))
    assert script.last(ProgressiveReturned).wagers[0].player == "ann"
    assert script.state.meters["progressive"].display == left
    assert script.state.ledger[Account("meter:progressive")] == left
    assert rack_of(script.state, "ann") == 1_000_000


@pytest.mark.clause("MDP-8.F.1", "MDP-14.C")
def test_where_no_progressive_wager_was_collected_none_is_returned(poker: Poker, bets: Bets) -> None:
    script = poker()
    wagers = {"ann": (1, {"main": 1000}), "bob": (2, {"main": 1000, "progressive": 100})}
    script.to(Phase.SETTING, Plan(before=bets(wagers)))
    script.do(ExposePiece(position=1), VoidHand(player="ann", position=1))
    assert not script.events(ProgressiveReturned)
    script.do(FindMisdeal(reason="wrong-count"))
    assert len(script.events(ProgressiveReturned)) == 1


# the payout limit

LIMIT = 5_500_000


def limited(poker: Poker, bets: Bets, reading: str, hand: str, kinds: Mapping[str, int]) -> TableScript:
    script = poker({"payout_limit": "$55,000.00", "readings.payout_limit": reading}, players=["ann"])
    plan = Plan(before=bets({"ann": (1, {"main": 1000, **kinds})}), hands={0: DEALER, 1: hand})
    script.to(Phase.FINISHED, plan)
    return script


def won(script: TableScript) -> dict[str, int]:
    fixed = {event.wager.kind: event.won for event in script.events(SideWagerSettled)}
    return fixed | {event.wager.kind: event.amount for event in script.events(ProgressivePaid)}


NATURAL = HANDS[FortuneClass.SEVEN_CARD_STRAIGHT_FLUSH]


@pytest.mark.clause("MDP-13.G")
def test_a_limit_caps_what_one_hand_is_paid(poker: Poker, bets: Bets) -> None:
    unlimited = single(poker, bets, "fortune", "A", NATURAL, 1000)
    assert won(unlimited) == {"fortune": 8_000_000}
    script = limited(poker, bets, "fixed-pays", NATURAL, {"fortune": 1000})
    assert won(script) == {"fortune": LIMIT}
    assert "MDP-13.G" in script.last(SideWagerSettled).clauses
    assert rack_of(script.state, "ann") >= 1_000_000 + LIMIT - 1000


@pytest.mark.clause("MDP-13.G")
def test_a_limit_that_is_just_reached_caps_nothing(poker: Poker, bets: Bets) -> None:
    for fortune, cited in ((800, False), (900, True)):
        script = poker({"payout_limit": "$64,000.00"}, players=["ann"])
        plan = Plan(before=bets({"ann": (1, {"main": 1000, "fortune": fortune})}), hands={0: DEALER, 1: NATURAL})
        script.to(Phase.FINISHED, plan)
        assert won(script) == {"fortune": 6_400_000}
        assert ("MDP-13.G" in script.last(SideWagerSettled).clauses) is cited
    lost = limited(poker, bets, "fixed-pays", "Ks Qh 9d 7s 5h 4s 2s", {"fortune": 1000})
    assert won(lost) == {"fortune": 0}
    assert "MDP-13.G" not in lost.last(SideWagerSettled).clauses


@pytest.mark.clause("MDP-13.G")
@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("fixed-pays", {"fortune": 4_800_000, "emperors": 700_000, "progressive": 1_000_020}),
        ("each-wager", {"fortune": 4_800_000, "emperors": 1_600_000, "progressive": 1_000_020}),
        ("all-pays", {"fortune": 4_800_000, "emperors": 700_000, "progressive": 0}),
    ],
)
def test_what_it_caps_is_a_matter_of_reading(poker: Poker, bets: Bets, reading: str, expected: dict[str, int]) -> None:
    script = limited(poker, bets, reading, NATURAL, {"fortune": 600, "emperors": 200, "progressive": 100})
    assert won(script) == expected
    main = script.last(WagerSettled)
    gain = {Result.WIN: main.won - main.vigorish, Result.PUSH: 0, Result.LOSE: -1000}[main.result]
    assert rack_of(script.state, "ann") == 1_000_000 + sum(expected.values()) - 100 + gain


@pytest.mark.clause("MDP-13.G")
def test_each_of_a_players_two_hands_has_a_limit_of_its_own(poker: Poker, bets: Bets) -> None:
    script = poker({"payout_limit": "$55,000.00"}, players=["ann"])
    placed = bets({"ann": (1, {"main": 1000, "fortune": 600})})
    second = bets({"ann": (2, {"main": 1000, "fortune": 600, "emperors": 200})})
    wagers = {Phase.BETTING: [*placed[Phase.BETTING], *second[Phase.BETTING]]}
    script.to(Phase.FINISHED, Plan(before=wagers, hands={0: DEALER, 1: NATURAL, 2: "9s 8s 7s 6s 5s 4s 3s"}))
    paid = {(each.wager.position, each.wager.kind): each.won for each in script.events(SideWagerSettled)}
    assert paid == {(1, "fortune"): 4_800_000, (2, "fortune"): 4_800_000, (2, "emperors"): 700_000}


@pytest.mark.clause("MDP-13.G")
def test_a_progressive_payout_that_is_capped_says_why(poker: Poker, bets: Bets) -> None:
    capped = limited(poker, bets, "all-pays", NATURAL, {"fortune": 600, "emperors": 200, "progressive": 100})
    assert "MDP-13.G" in capped.last(ProgressivePaid).clauses
    whole = limited(poker, bets, "fixed-pays", NATURAL, {"fortune": 600, "emperors": 200, "progressive": 100})
    assert "MDP-13.G" not in whole.last(ProgressivePaid).clauses
    fixed = limited(poker, bets, "fixed-pays", "9h 8h 7h 6h 5h 2s 2c", {"progressive": 100})
    assert "MDP-13.G" not in fixed.last(ProgressivePaid).clauses
    choices = {"payout_limit": "$55,000.00", "wagers.fortune.maximum": "$1,200.00"}
    script = poker(choices, players=["ann"])
    wagers = bets({"ann": (1, {"main": 1000, "fortune": 109_900, "progressive": 100})})
    script.to(Phase.FINISHED, Plan(before=wagers, hands={0: DEALER, 1: "9h 8h 7h 6h 5h 2s 2c"}))
    assert won(script) == {"fortune": 50 * 109_900, "progressive": LIMIT - 50 * 109_900}
    assert "MDP-13.G" in script.last(ProgressivePaid).clauses


@pytest.mark.clause("MDP-13.G")
def test_what_a_limit_leaves_of_a_meter_goes_to_the_cage(poker: Poker, bets: Bets) -> None:
    """By the reading that a limit is of all pays: 5,500,000 less 4,800,000 on the Fortune wager."""
    script = limited(poker, bets, "all-pays", NATURAL, {"fortune": 600, "progressive": 100})
    paid, left = script.last(ProgressivePaid), LIMIT - 4_800_000
    assert paid.amount == left
    to_cage = [(move.debit, move.amount) for move in paid.transfers if move.credit == CAGE]
    assert to_cage == [(rack("ann"), 1_000_020 - left)]


@pytest.mark.clause("MDP-13.G.2")
def test_envy_is_never_capped(poker: Poker, bets: Bets) -> None:
    script = poker({"payout_limit": "$55,000.00"}, players=["ann", "bob", "cyd"])
    wagers = bets(
        {
            "ann": (1, {"main": 1000}),
            "bob": (2, {"main": 1000, "fortune": 1000, "emperors": 500}),
            "cyd": (3, {"main": 1000}),
        }
    )
    hands = {0: DEALER, 1: TWO_AT_ONCE[1], 2: HANDS[FortuneClass.ROYAL_FLUSH_PLUS_MATCH], 3: TWO_AT_ONCE[2]}
    script.to(Phase.FINISHED, Plan(before=wagers, hands=hands))
    bob = [event for event in script.events(EnvyPaid) if event.player == "bob"]
    assert sorted((event.kind, event.amount) for event in bob) == [
        ("emperors", 500_000),
        ("emperors", 500_000),
        ("fortune", 500_000),
        ("fortune", 500_000),
    ]
    assert won(script) == {"fortune": 2_000_000, "emperors": 1_000_000}
