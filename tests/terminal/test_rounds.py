"""Whole rounds by keyboard in each of the four games, to a settled result."""

from collections.abc import Callable
from typing import Any

import pytest

from paigow.money import format_cents, rack
from paigow.rules import STANDARDS
from paigow.table import Phase
from paigow.table.cards.card_cut import CardsCut
from paigow.table.core.model import MAIN, WagerKey
from paigow.table.steps.banking import BankAccepted
from paigow.table.steps.settlement import WagerSettled
from paigow.table.steps.stacks import StacksCut
from paigow.table.steps.start import DeliveryChosen, DiceShaken
from paigow.table.steps.surrender import Surrendered
from paigow.terminal.outcome import outcome_of

Sit = Callable[..., None]


def happened(person: Any, kind: type) -> list[Any]:
    return [event for event in person.table.rounds[-1].events if isinstance(event, kind)]


def assert_conserved(person: Any) -> None:
    """All accounts add up to nothing, and the result told is what the rack gained."""
    table = person.table
    assert sum(cents for _, cents in table.state.ledger.items()) == 0
    played = table.rounds[-1]
    outcome = outcome_of(table)
    assert outcome is not None
    assert outcome.net == table.state.ledger[rack(table.name)] - played.opening_chips


@pytest.mark.parametrize("rules", STANDARDS)
def test_a_whole_round_by_keys(sit: Sit, rules: str) -> None:
    async def script(person: Any) -> None:
        await person.to_setting()
        assert person.table.state.phase is Phase.SETTING
        wager = person.table.state.current.wagers[WagerKey(person.table.name, person.table.seat, MAIN)]
        assert wager == (1_000_00 // 10 if rules == "new-zealand" else 25_00)
        await person.press("h")
        setting = person.screen.setter.setting
        assert setting == person.table.state.game.kit.house_set(person.screen.setter.pieces).setting
        await person.finish()
        assert person.table.state.round is None
        settled = [e for e in happened(person, WagerSettled) if e.wager.player == person.table.name]
        assert len(settled) == 1
        text = person.text()
        outcome = outcome_of(person.table)
        assert outcome is not None
        assert outcome.headline in text
        push = {"maryland-tiles": "tie (push)", "maryland-poker": "tie (push)"}.get(rules, "push, your")
        assert {"win": "you win", "push": push, "lose": "you lose"}[settled[0].result] in text
        assert settled[0].clauses[0] in text
        if settled[0].vigorish:
            word = "commission" if rules == "new-zealand" else "vigorish"
            assert f"less {format_cents(settled[0].vigorish)} {word}" in text
        assert "High: " in text
        assert "Low: " in text
        assert_conserved(person)

    sit(rules, script)


@pytest.mark.parametrize("rules", STANDARDS)
def test_several_rounds_in_a_row(sit: Sit, rules: str) -> None:
    async def script(person: Any) -> None:
        for number in range(1, 4):
            await person.bet()
            await person.press("enter")
            await person.finish()
            assert len(person.table.rounds) == number
            assert_conserved(person)
            await person.press("enter")

    sit(rules, script)


def test_wagers_in_chips(sit: Sit) -> None:
    async def script(person: Any) -> None:
        key = WagerKey(person.table.name, person.table.seat, MAIN)
        await person.press("3", "2", "enter")
        assert person.table.state.current.wagers[key] == 30_00
        await person.press("down", "1", "1", "enter")
        bonus = key._replace(kind="pair-fortunes")
        assert person.table.state.current.wagers[bonus] == 2_00
        await person.press("4", "backspace", "enter")  # what was not put down stays in the rack, and bets close
        await person.finish()
        assert "Pair Fortunes: " in person.text()
        await person.press("enter")
        while not person.screen.moment.spots:
            await person.say_no()
        if person.table.state.current.bank.player != person.table.name:
            await person.press("r")
            assert person.table.state.current.wagers[key] == 30_00
            assert person.table.state.current.wagers[bonus] == 2_00
            await person.press("x")
            assert key not in person.table.state.current.wagers

    sit("maryland-tiles", script)


def test_chips_are_rounded_up_to_the_step_and_enter_says_what_it_bets(sit: Sit) -> None:
    async def script(person: Any) -> None:
        assert "Enter no more bets" in person.text()
        await person.press("2")  # $25, where bets go up in steps of $10
        assert "Enter bet $30" in person.text()
        await person.press("enter")
        assert person.table.state.current.wagers[WagerKey(person.table.name, person.table.seat, MAIN)] == 30_00
        assert "Enter no more bets" in person.text()

    sit("new-zealand", script)


def test_a_refused_bet_is_shown_with_its_clause(sit: Sit) -> None:
    async def script(person: Any) -> None:
        before = person.table.state
        await person.press("2", "enter")
        assert person.table.state is before
        clause = before.game.cite("wager.chips")[0]
        assert f"Refused [{clause}]: you can wager $10.00 to $5,000.00, not $5.00" in person.text()
        await person.press("2", "enter")
        assert "Refused" not in person.text()
        assert person.table.state.current.wagers[WagerKey(person.table.name, person.table.seat, MAIN)] == 10_00

    sit("maryland-tiles", script)


def test_sitting_out_is_asked_for_twice(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.press("enter")
        assert person.table.state.phase is Phase.BETTING
        assert "Press Enter again to sit this round out" in person.text()
        await person.press("enter")
        await person.finish()
        assert "You did not play this round." in person.text()
        assert_conserved(person)

    sit("dealer-open", script)


def foul_picks(setter: Any) -> tuple[int, int] | None:
    for first in range(7):
        for second in range(first + 1, 7):
            setter.picked = [first, second]
            if setter.foul:
                setter.picked = []
                return first, second
    setter.picked = []
    return None


@pytest.mark.parametrize("rules", ["maryland-poker", "dealer-open"])
def test_a_foul_is_marked_before_it_is_set(sit: Sit, rules: str) -> None:
    async def script(person: Any) -> None:
        await person.to_setting()
        picks = foul_picks(person.screen.setter)
        assert picks is not None
        await person.press(*(str(pick + 1) for pick in picks))
        assert "FOUL" in person.text()
        assert person.table.state.game.cite("foul")[0] in person.text()
        await person.press("enter")
        assert person.table.state.phase is Phase.SETTING
        assert "This is a foul hand" in person.text()
        await person.press("enter")
        assert person.table.shown.current.hands[person.table.seat].foul
        await person.finish()
        assert "Your hand is foul and loses." in person.text()
        assert_conserved(person)

    sit(rules, script, seed="foul")


def test_picking_with_arrows_and_changing_a_suggestion(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.to_setting()
        setter = person.screen.setter
        await person.press("space", "right", "right", "space")
        assert setter.picked == [0, 2]
        await person.press("space")
        assert setter.picked == [0]
        await person.press("enter")
        assert "Pick two for the low hand first" in person.text()
        await person.press("h")
        house = setter.setting
        assert "House way: " in person.text()
        other = next(n for n in range(4) if n not in setter.picked)
        await person.press(str(other + 1))
        assert setter.setting != house
        chosen = setter.setting
        await person.press("enter")
        assert person.table.shown.current.hands[person.table.seat].setting == chosen

    sit("maryland-tiles", script)


def test_surrender(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.to_setting()
        await person.press("h", "enter")
        assert person.table.state.phase is Phase.EXPOSING
        assert "surrender" in person.text()
        await person.press("s")
        await person.finish()
        assert [event.wager.player for event in happened(person, Surrendered)].count(person.table.name) == 1
        assert "$25.00 surrendered." in person.text()
        assert "You lose $25.00." in person.text()
        assert_conserved(person)

    sit("maryland-tiles", script)


def test_conceding_and_having_the_dealer_set(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.bet()
        await person.press("enter")
        assert "have the dealer set it" in person.text()
        await person.press("d")
        assert person.table.shown.current.hands[person.table.seat].set_by == "dealer"
        assert person.table.state.phase is Phase.EXPOSING
        assert "concede" in person.text()
        await person.press("s")
        await person.finish()
        assert "$100.00 conceded." in person.text()

    sit("new-zealand", script)


def test_the_bank_in_maryland_cuts_chooses_and_shakes(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.until_bank_offered()
        assert "You are offered the bank." in person.text()
        assert "co-bank with the house" in person.text()
        await person.press("b")
        table = person.table
        assert table.state.current.bank.player == table.name
        assert "bank: you" in person.text()
        assert "BANK" in person.text()
        await person.press("k", "enter")  # the first of the cuts
        assert len(happened(person, StacksCut)) == 1
        await person.press("enter")
        assert table.state.phase is Phase.STARTING
        await person.press("d", "down", "enter")
        assert happened(person, DeliveryChosen)[0].delivery == list(table.state.game.options.start.deliveries)[1]
        await person.press("s")
        assert happened(person, DiceShaken)[0].player == table.name
        await person.finish()
        assert happened(person, BankAccepted)
        assert_conserved(person)
        await person.press("v")
        assert "everything checks out" in person.text()

    sit("maryland-tiles", script)


def test_the_bank_in_new_zealand_stakes_and_cuts(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.until_bank_offered()
        await person.press("b")
        table = person.table
        if len(person.app.screen_stack) > 2:  # alone or shared
            await person.press("enter")
        assert table.state.current.bank.player == table.name
        await person.press("enter", "enter")
        assert table.state.phase is Phase.BETTING  # no round without a stake
        against = sum(amount for key, amount in table.state.current.wagers.items() if key.kind == MAIN)
        assert f"against you: ${against // 100:,}" in person.text()
        await person.press("w", "enter", "enter")
        assert table.state.current.bank.stake_taken
        assert "choose the cut" in person.text()
        await person.press("d", "enter")
        await person.finish()
        assert table.rounds[-1].last.current.bank.player == table.name
        assert_conserved(person)

    sit("new-zealand", script)


def test_a_co_bank_leaves_the_hand_to_the_dealer(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.until_bank_offered()
        await person.press("c")
        assert person.table.state.current.bank.co_banked
        await person.finish()
        assert person.table.rounds[-1].last.current.hands[person.table.seat].set_by == "dealer"
        assert_conserved(person)

    sit("maryland-poker", script)


def test_cutting_the_cards(sit: Sit) -> None:
    async def script(person: Any) -> None:
        assert "You may cut the cards." in person.text()
        await person.press("c", "enter")
        cut = happened(person, CardsCut)[0]
        assert (cut.player, cut.depth) == (person.table.name, 27)

    sit("maryland-poker", script, bots=0)
