"""MDP chapter 13: what each hand is paid, line by line, from the cards to the amount."""

from collections.abc import Callable, Iterable
from enum import StrEnum

import pytest

from paigow.money import ToOne, parse_odds
from paigow.poker import (
    ENVY_TABLES,
    PAYTABLES,
    RESET_MINIMA,
    Card,
    PayUnit,
    classify_emperors,
    classify_fortune,
    classify_insurance,
    classify_progressive,
    parse_cards,
)
from paigow.rules import STANDARDS

LETTERS = "abcdefghijk"

BONUS_HANDS = [
    "9s 8s 7s 6s 5s 4s 3s",
    "As Ks Qs Js Ts Ad Kd",
    "9s 8s 7s Jk 5s 4s 3s",
    "As Ad Ah Ac Jk 3d 2c",
    "As Ks Qs Js Ts 3d 2c",
    "9s 8s 7s 6s 5s 3d 2c",
    "4s 4d 4h 4c 9s 3d 2c",
    "4s 4d 4h 9c 9s 3d 2c",
    "Ks Qs 9s 5s 3s 3d 2c",
    "4s 4d 4h 9c 8s 3d 2c",
    "Ks Qd Jh Tc 9s 3d 2c",
]
INSURANCE_HANDS = [f"{top} 8d 7h 5c 4s 3d 2h" for top in ("9s", "Ts", "Js", "Qs", "Ks")] + ["As 9d 7h 5c 4s 3d 8h"]
PROGRESSIVE_HANDS = [BONUS_HANDS[0], *BONUS_HANDS[3:8]]

BONUS_PAYS = {
    1: ("A", "8000 2000 1000 400 150 50 25 5 4 3 2"),
    3: ("B", "5000 2000 1000 400 150 50 25 5 4 3 2"),
    5: ("C", "5000 1000 750 250 100 50 20 5 4 3 2"),
    7: ("D", "2500 1000 750 250 125 50 25 5 4 3 2"),
}
ENVY_PAYS = {
    2: ("A", "$5,000 $1,000 $500 $250 $50 $20 $5"),
    4: ("B", "$3,000 $1,000 $500 $250 $50 $20 $5"),
    6: ("C", "$1,000 $250 $100 $50 $25 $10 $5"),
    8: ("D", "$1,000 $750 $250 $100 $50 $20 $5"),
}
INSURANCE_PAYS = {1: ("A", "100 25 15 6 5 3"), 2: ("B", "100 25 15 7 5 3")}
PROGRESSIVE_PAYS = {
    2: ("A", "100% of the meter|10% of the meter", "500 100 75 4"),
    3: ("B", "100% of the major meter|100% of the minor meter", "500 100 75 4"),
    4: ("C", "100% of the mega meter|100% of the major meter|100% of the minor meter", "100 75 4"),
    5: ("D", "100% of the mega meter|100% of the major meter|100% of the minor meter", "100 75 4"),
}

Classify = Callable[[Iterable[Card]], StrEnum | None]
WAGERS: list[tuple[str, str, Classify]] = [("fortune", "B", classify_fortune), ("emperors", "C", classify_emperors)]


def lines(section: str, item: int, hands: list[str], pays: list[str], *fixed: object) -> list[object]:
    """One case for each line of a table, marked with its clause."""
    cases: list[object] = []
    for letter, hand, pay in zip(LETTERS, hands, pays, strict=False):
        clause = f"MDP-13.{section}.{item}.{letter}"
        cases.append(pytest.param(*fixed, hand, pay, clause, marks=pytest.mark.clause(clause), id=clause))
    return cases


@pytest.mark.parametrize(
    ("wager", "classify", "table", "cards", "pays", "clause"),
    [
        case
        for wager, section, classify in WAGERS
        for item, (table, pays) in BONUS_PAYS.items()
        for case in lines(section, item, BONUS_HANDS, [f"{pay} to 1" for pay in pays.split()], wager, classify, table)
    ],
)
def test_bonus_wagers(wager: str, classify: Classify, table: str, cards: str, pays: str, clause: str) -> None:
    line = PAYTABLES[wager][table].line(classify(parse_cards(cards)))
    assert line is not None
    assert (str(line), line.clause) == (pays, clause)


@pytest.mark.parametrize(
    ("wager", "classify", "table", "cards", "pays", "clause"),
    [
        case
        for wager, section, classify in WAGERS
        for item, (table, pays) in ENVY_PAYS.items()
        for case in lines(section, item, BONUS_HANDS[:7], pays.split(), wager, classify, table)
    ],
)
def test_envy_bonuses(wager: str, classify: Classify, table: str, cards: str, pays: str, clause: str) -> None:
    line = ENVY_TABLES[wager][table].line(classify(parse_cards(cards)))
    assert line is not None
    assert (str(line), line.unit, line.clause) == (pays, PayUnit.CENTS, clause)


@pytest.mark.parametrize(
    ("table", "cards", "pays", "clause"),
    [
        case
        for item, (table, pays) in INSURANCE_PAYS.items()
        for case in lines("D", item, INSURANCE_HANDS, [f"{pay} to 1" for pay in pays.split()], table)
    ],
)
def test_insurance(table: str, cards: str, pays: str, clause: str) -> None:
    line = PAYTABLES["insurance"][table].line(classify_insurance(parse_cards(cards)))
    assert line is not None
    assert (str(line), line.clause) == (pays, clause)


@pytest.mark.parametrize(
    ("table", "cards", "pays", "clause"),
    [
        case
        for item, (table, meters, odds) in PROGRESSIVE_PAYS.items()
        for case in lines(
            "E", item, PROGRESSIVE_HANDS, [*meters.split("|"), *(f"{pay} for 1" for pay in odds.split())], table
        )
    ],
)
def test_progressive(table: str, cards: str, pays: str, clause: str) -> None:
    line = PAYTABLES["progressive"][table].line(classify_progressive(parse_cards(cards)))
    assert line is not None
    assert (str(line), line.clause) == (pays, clause)


@pytest.mark.clause("MDP-13.E.1")
def test_there_are_four_progressive_tables() -> None:
    assert list(PAYTABLES["progressive"]) == ["A", "B", "C", "D"]
    assert all(len(table.lines) == 6 for table in PAYTABLES["progressive"].values())


@pytest.mark.parametrize("wager", ["fortune", "emperors"])
def test_hands_below_a_straight_and_three_of_a_kind_are_not_paid(wager: str) -> None:
    nothing = classify_fortune(parse_cards("Ks Kd 9s 9d 3s 3d 2c"))
    assert all(table.line(nothing) is None for table in PAYTABLES[wager].values())
    assert all(len(table.lines) == 11 for table in PAYTABLES[wager].values())
    assert all(len(table.lines) == 7 for table in ENVY_TABLES[wager].values())


@pytest.mark.parametrize(
    ("table", "minima"),
    [
        pytest.param("A", {"progressive": 10_000}, marks=pytest.mark.clause("MDP-13.E.7.b")),
        pytest.param("B", {"major": 10_000, "minor": 1_000}, marks=pytest.mark.clause("MDP-13.E.7.c")),
        pytest.param("C", {"mega": 10_000, "major": 1_000, "minor": 500}, marks=pytest.mark.clause("MDP-13.E.7.d")),
        pytest.param("D", {"mega": 10_000, "major": 2_500, "minor": 1_000}, marks=pytest.mark.clause("MDP-13.E.7.e")),
    ],
)
def test_each_meter_has_its_least_reset(table: str, minima: dict[str, int]) -> None:
    assert {minimum.meter: minimum.cents for minimum in RESET_MINIMA[table]} == {
        meter: 100 * dollars for meter, dollars in minima.items()
    }
    paid_from = {line.meter for line in PAYTABLES["progressive"][table].lines if line.meter}
    assert {str(meter) for meter in paid_from} == set(minima)
    assert {minimum.clause for minimum in RESET_MINIMA[table]} == {f"MDP-13.E.7.{'bcde'['ABCD'.index(table)]}"}


@pytest.mark.clause("MDP-13.A")
def test_the_main_wager_pays_even_money() -> None:
    assert parse_odds(STANDARDS["maryland-poker"].main.pays) == ToOne(1)
