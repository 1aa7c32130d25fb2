"""The review of a session: best play costs nothing, anything less costs something, and the money is the ledger's."""

import io
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from paigow.analysis import advise
from paigow.bots.session import Session
from paigow.learning.review import LOST, Review, review
from paigow.money import rack
from paigow.record import Replay, record
from paigow.record.replay import Step
from paigow.rules import STANDARDS, build_submission, load_submission
from paigow.table import Phase, game_of
from paigow.table.core.model import MAIN
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript
from paigow.table.steps.setting import HandSet
from paigow.table.steps.surrender import Surrender

GOLDEN = Path(__file__).parent.parent / "golden"
ROUNDS = 12


@cache
def session(standard: str) -> tuple[Step, ...]:
    """Four bots of different styles, from a record."""
    played = Session(load_submission(standard), 4, "review")
    file = io.StringIO(newline="\n")
    writer = record(played.driver, file)
    played.open()
    for _ in range(ROUNDS):
        played.play_round()
    writer.end(played.driver.state)
    return tuple(Replay(file.getvalue().splitlines(keepends=True)))


@cache
def reviewed(standard: str, player: str) -> Review:
    return review(session(standard), player)


PLAYERS = [(standard, name) for standard in STANDARDS for name in ("ann", "bob", "cyd")]


@pytest.mark.parametrize(("standard", "player"), PLAYERS)
def test_every_hand_of_the_player_is_looked_at(standard: str, player: str) -> None:
    found = {(hand.round, hand.position): hand for hand in reviewed(standard, player).hands}
    for step in session(standard):
        for event in step.events:
            if isinstance(event, HandSet) and event.set_by == player:
                hand = found[step.state.current.number, event.position]
                reset = hand.role == "bank"  # what a bank sets otherwise than the house way, the dealer sets again
                assert hand.own or reset
                assert hand.setting is not None
                assert sorted(str(hand.setting).split()) == sorted(str(event.setting).split())


@pytest.mark.parametrize(("standard", "player"), PLAYERS)
def test_best_play_costs_nothing_and_anything_else_something(standard: str, player: str) -> None:
    result = reviewed(standard, player)
    assert result.hands
    for hand in result.hands:
        bank = "player" if hand.role == "bank" else None
        advice = advise(standard, hand.pieces, bank=bank, dealer=hand.dealer or None)
        assert hand.best_value == advice.best.value
        assert hand.house_value == advice.house_way.value
        assert hand.cost >= 0
        values = {frozenset(each.low.split()): each.value for each in advice.settings}
        values |= {frozenset(each.high.split()): each.value for each in advice.settings}
        if hand.surrendered or hand.setting is None or hand.setting.foul:
            assert hand.value == LOST
        else:
            assert hand.value == values[frozenset(hand.setting.low.split())]
            assert (hand.cost == 0) is (hand.value == advice.best.value)
        assert values[frozenset(hand.best.low.split())] == advice.best.value
    costs = [hand.cost_cents for hand in result.mistakes]
    assert costs == sorted(costs, reverse=True)
    assert all(cost > 0 for cost in costs)
    assert result.cost == sum(costs, Fraction(0))


@pytest.mark.parametrize(("standard", "player"), PLAYERS)
def test_the_sums_of_a_session(standard: str, player: str) -> None:
    result = reviewed(standard, player)
    assert result.best - result.expected == sum((hand.cost_cents for hand in result.hands), Fraction(0))
    assert result.luck == result.net - result.expected
    data = result.data()
    assert data["count"] == len(data["hands"]) == len(result.hands)
    assert data["net"] == result.net
    assert [each["round"] for each in data["mistakes"]] == [hand.round for hand in result.mistakes]
    assert all("{" not in str(hand.explanation) for hand in result.hands)


def test_cents_are_rounded_once() -> None:
    """186.46 cents are 186; by way of 186.5 they could become 187."""
    hand = replace(reviewed(*PLAYERS[0]).hands[0], value=Fraction(0), best_value=Fraction(18646, 100_000), wager=1000)
    hand = replace(hand, own=True)
    assert hand.cost_cents == Fraction(18646, 100)
    assert hand.data()["cost_cents"] == 186
    data = Review("ann", "maryland-tiles", (hand,)).data()
    assert (data["cost_cents"], data["best_cents"], data["expected_cents"]) == (186, 186, 0)
    assert "worth $1.86 more" in str(hand.explanation)


def test_somebody_who_is_not_there_has_no_hands() -> None:
    assert review(session("maryland-tiles"), "zoe") == Review("zoe", "maryland-tiles", ())


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_money_is_what_the_ledger_says(standard: str) -> None:
    """Without optional wagers, what the wagers and the bank brought is what the chips changed by."""
    script, steps = scripted(standard)
    names = tuple(script.state.players)
    before = {name: script.state.ledger[rack(name)] for name in names}
    wagers = {name: 2000 + 1000 * number for number, name in enumerate(names)}
    for _ in range(3):
        script.play(Plan(wagers=wagers))
    if standard != "dealer-open":
        bank, others = names[1], {name: cents for name, cents in wagers.items() if name != names[1]}
        script.play(Plan(wagers=others, bank=bank))
        script.play(Plan(wagers=wagers))
        script.play(Plan(wagers=others, bank=bank, co=True))
    for name in names:
        assert review(steps, name).net == script.state.ledger[rack(name)] - before[name]
    banked = [hand for hand in review(steps, names[1]).hands if hand.role == "bank"]
    assert [hand.wager for hand in banked] == ([] if standard == "dealer-open" else banked_wagers(standard))


def banked_wagers(standard: str) -> list[int]:
    """What lies against the bank: the others' wagers, and the dealer's in Maryland; half of the others' as co-bank."""
    return [6000, 3000] if standard == "new-zealand" else [6000 + 3000, 3000]


def scripted(standard: str) -> tuple[TableScript, list[Step]]:
    script = TableScript(new_table(game_of(build_submission({"standard": standard}))), {}, seed="money")
    steps: list[Step] = []
    seats = dict(zip(("ann", "bob", "cyd"), script.state.game.seats, strict=False))
    script.open(seats, 10_000_000)
    script.on_command = lambda command, events: steps.append(Step(0, command, events, script.state))
    return script, steps


def test_a_hand_given_up_is_worth_a_lost_wager() -> None:
    script, steps = scripted("maryland-tiles")
    give_up = {Phase.EXPOSING: [Surrender(player="ann", position=1)]}
    script.play(Plan(wagers={"ann": 2000}, hands={1: "12 24 66 66", 0: "13 34 46 55"}, before=give_up))
    (hand,) = review(steps, "ann").hands
    assert (hand.result, hand.net, hand.value, hand.is_mistake) == ("surrender", -2000, LOST, True)
    assert hand.cost == hand.best_value + 1
    assert "was surrendered" in str(hand.explanation)


def test_a_foul_hand_is_worth_a_lost_wager() -> None:
    script, steps = scripted("maryland-poker")
    hands, settings = {1: "As Ac Qd Tc 8h 6s 4d"}, {1: "Qd Tc 8h 6s 4d / As Ac"}
    script.play(Plan(wagers={"ann": 2000}, hands=hands, settings=settings))
    (hand,) = review(steps, "ann").hands
    assert (hand.result, hand.net, hand.value) == ("lose", -2000, LOST)
    assert hand.setting is not None
    assert hand.setting.foul == "MDP-11.F.1.c"
    assert "was set foul" in str(hand.explanation)


def test_a_known_mistake_and_its_price() -> None:
    """Aces and nothing else, kept together or split: the difference is that of the advice, times the wager."""
    script, steps = scripted("maryland-poker")
    cards = "As Ac Qd Tc 8h 6s 4d"
    script.play(Plan(wagers={"ann": 10_000}, hands={1: cards}, settings={1: "As Ac Qd Tc 8h / 6s 4d"}))
    (mistake,) = review(steps, "ann").mistakes
    values = {each.low: each.value for each in advise("maryland-poker", cards).settings}
    assert str(mistake.best) == "As Ac 8h 6s 4d / Qd Tc"
    assert mistake.cost_cents == 10_000 * (values["Qd Tc"] - values["6s 4d"]) > 0


@pytest.mark.parametrize("name", ["10-exposed-tile-of-a-player", "11-void-rounds", "13-house-hand-set-wrong"])
def test_void_hands_count_nothing_and_a_reset_counts_once(name: str) -> None:
    lines = (GOLDEN / "maryland-tiles" / f"{name}.toml").read_text(encoding="utf-8").splitlines(keepends=True)
    steps = tuple(Replay(lines))
    for player in ("ann", "bob"):
        result = review(steps, player)
        wagered = {
            (step.state.rounds, key.position)
            for step in steps
            if step.state.round is not None and step.state.phase is Phase.FINISHED and not step.state.current.void
            for key in step.state.current.wagers
            if key.player == player and key.kind == MAIN
        }
        assert {(hand.round, hand.position) for hand in result.hands} == wagered
        last = steps[-1].state
        bought = 100_000
        assert last.ledger[rack(player)] - bought == result.net
