"""What is seen: everything fits, nothing leaks, pages open, and the pace is the person's."""

from collections.abc import Callable
from typing import Any

import pytest

from paigow.rules import STANDARDS, load_submission
from paigow.table import Phase
from paigow.table.core.values import changed
from paigow.table.steps.setting import HandLookedAt, HandSet
from paigow.table.view import view
from paigow.terminal.app import PlayApp
from paigow.terminal.felt import Felt
from paigow.terminal.moment import moment_of
from paigow.terminal.pace import speed_named
from paigow.terminal.pieces import Art
from paigow.terminal.proof import proof_of
from paigow.terminal.seat import SeatedTable
from paigow.terminal.story import line, story
from paigow.terminal.words import hand_names

Sit = Callable[..., None]


def play(table: SeatedTable, until: Phase | None = None) -> None:
    """A round without a screen.

    Wagers the least, passes bank and cut, sets as first offered; stops when asked in a phase.
    """
    for moved in table.playing():
        if moved:
            continue
        moment = moment_of(table)
        if table.state.phase is until:
            return
        if moment.spots and not moment.spots[0].now:
            table.do(moment.spots[0].command)
        elif moment.hand is not None:
            table.do(moment.look or moment.settings[0])
        elif moment.done:
            table.go_on()
        else:
            table.do(moment.keys["n"].options[0][1])


def assert_fits(person: Any, width: int, height: int) -> None:
    """Every part of the screen is inside it, as large as what it holds, and below the one before."""
    bottom = 0
    for name in ("title", "felt", "panel", "keys"):
        part = person.screen.query_one(f"#{name}")
        needed = part.get_content_height(part.content_size, part.size, part.content_size.width)
        assert needed <= part.size.height, f"{name} is cut off at {person.table.state.phase}"
        assert part.region.y >= bottom
        assert part.region.bottom <= height
        bottom = part.region.bottom
    assert all(len(line.rstrip()) <= width for line in person.seen())


@pytest.mark.parametrize("rules", STANDARDS)
@pytest.mark.parametrize(("size", "plain"), [((80, 24), False), ((80, 24), True), ((132, 43), False)])
def test_every_moment_fits(sit: Sit, rules: str, size: tuple[int, int], plain: bool) -> None:
    async def script(person: Any) -> None:
        for _ in range(2):
            await person.bet()
            assert_fits(person, *size)
            while not person.screen.between:
                assert_fits(person, *size)
                if plain:
                    assert all(line.isascii() for line in person.seen())
                await person.press("h", "enter") if person.screen.setter else await person.say_no()
            assert_fits(person, *size)
            await person.press("enter")

    sit(rules, script, size=size, plain=plain)


@pytest.mark.parametrize("rules", STANDARDS)
def test_a_small_terminal_shows_the_names_of_both_hands(sit: Sit, rules: str) -> None:
    async def script(person: Any) -> None:
        await person.to_setting()
        await person.press("h")
        shown = person.text()
        setter = person.screen.setter
        for name in hand_names(setter.game.kit, setter.setting):
            assert all(word in shown for word in name.split()), name

    sit(rules, script, size=(60, 20))


def test_a_terminal_that_is_too_small_says_so(sit: Sit) -> None:
    async def script(person: Any) -> None:
        assert "Make the window larger" in person.seen()[0]
        await person.pilot.resize_terminal(60, 20)
        await person.pilot.pause()
        assert "Pai Gow tiles" in person.seen()[0]

    sit("maryland-tiles", script, size=(50, 14))


def test_the_table_is_recognised(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.to_setting()
        text = person.text()
        for word in ("DEALER", "Dead Hand", "from ", "$10 – $5,000", "ann (bot)", "eve (bot)", "▶ guest"):
            assert word in text
        assert "progressive" not in text
        rows = "\n".join(person.seen())
        assert "╭───┬───╮ ╭───┬───╮ ╭───┬───╮ ╭───┬───╮" in rows
        for piece in person.screen.setter.pieces:
            assert str(piece) in text

    sit("maryland-tiles", script)


def test_meters_and_side_wagers_are_on_the_felt(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.bet()
        await person.press("down", "down", "down", "down", "1", "enter")
        assert "P1" in person.text()
        assert "progressive $10,0" in person.text()

    sit("maryland-poker", script)


@pytest.mark.parametrize("rules", STANDARDS)
def test_the_felt_shows_nothing_hidden(rules: str) -> None:
    """Swapping face-down hands of others changes nothing on the screen."""
    table = SeatedTable(load_submission(rules), "guest", seed="hidden-hands")
    table.sit()
    play(table, Phase.SETTING)
    state = table.state
    hidden = [p for p, hand in state.current.hands.items() if p not in (0, table.seat) and not hand.shown]
    one, other = hidden[1], hidden[2]
    hands = dict(state.current.hands)
    kit = state.game.kit
    first, second = hands[one], hands[other]
    assert first.pieces != second.pieces
    hands[one] = changed(first, pieces=second.pieces, setting=first.setting and kit.house_set(second.pieces).setting)
    hands[other] = changed(second, pieces=first.pieces, setting=second.setting and kit.house_set(first.pieces).setting)
    swapped = changed(state, round=changed(state.current, hands=hands))
    felt = Felt(state.game, "guest", Art())
    assert felt.draw(view(swapped, "guest"), 80) == felt.draw(view(state, "guest"), 80)


@pytest.mark.parametrize("rules", STANDARDS)
def test_the_log_says_you_to_the_person_and_names_the_others(rules: str) -> None:
    table = SeatedTable(load_submission(rules), "guest", seed="log")
    table.sit()
    game = table.state.game
    play(table)
    own = next(
        event for event in table.rounds[-1].events if isinstance(event, HandLookedAt) and event.player == "guest"
    )
    assert line(own, game, "guest").text.startswith(("You", "Your"))
    assert "guest" in line(own, game, "ann").text


@pytest.mark.parametrize("rules", STANDARDS)
def test_the_log_tells_what_is_hidden_only_when_the_seed_is_out(rules: str) -> None:
    table = SeatedTable(load_submission(rules), "guest", seed="log")
    table.sit()
    game = table.state.game
    play(table)
    played = table.rounds[-1]
    order = next(event.order for event in played.events if hasattr(event, "order"))
    told = " ".join(map(str, order))
    hidden = " ".join(line(event, game, "guest").text for event in played.events)
    assert told not in hidden
    assert told in " ".join(each.text for each in story(played, game, "guest"))
    assert all(each.clauses for each in story(played, game, "guest"))
    sets = [event for event in played.events if isinstance(event, HandSet)]
    assert {event.set_by for event in sets} > {"guest"}
    for event in sets:
        if event.set_by == "guest":
            continue
        assert str(event.setting) not in line(event, game, "guest").text
        if event.set_by != "dealer":
            assert str(event.setting) in line(event, game, event.set_by).text


@pytest.mark.parametrize("rules", STANDARDS)
def test_verifying_a_deal(rules: str) -> None:
    table = SeatedTable(load_submission(rules), "guest", seed="proof")
    table.sit()
    play(table, Phase.BETTING)
    assert proof_of(table.rounds[-1], table.state.game) is None
    table = SeatedTable(load_submission(rules), "guest", seed="proof")
    table.sit()
    play(table)
    played = table.rounds[-1]
    proof = proof_of(played, table.state.game)
    assert proof is not None
    assert proof.holds
    assert {check.what for check in proof.checks} >= {"commitment", "order of the set"}
    before, mix = played.draws[0]
    played.draws[0] = (before, type(mix)(order=mix.order[::-1]))  # type: ignore[call-arg, attr-defined]
    tampered = proof_of(played, table.state.game)
    assert tampered is not None
    assert not tampered.holds
    assert [check.holds for check in tampered.checks].count(False) == 1


def test_pages(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.press("?")
        assert "arrows, Space" in person.text()
        await person.press("escape", "i")
        assert "Pair Fortunes: $1 to $100, pay table A" in person.text()
        await person.press("escape", "v")
        assert "its seed is still secret" in person.text()
        await person.press("escape")
        await person.to_setting()
        await person.finish()
        await person.press("v")
        assert "Round 1: everything checks out." in person.text()
        await person.press("escape", "l")
        assert "The seed was" in person.text()
        assert "MDT-8.M" in person.text()
        await person.press("escape")
        assert person.app.screen is person.screen

    sit("maryland-tiles", script)


def test_step_by_step(sit: Sit) -> None:
    async def script(person: Any) -> None:
        steps = 0
        while not person.screen.asked:
            await person.press("space")
            steps += 1
        assert steps > 5
        assert person.table.state.phase is Phase.BETTING
        assert "step by step" in person.text()
        await person.press("f", "f")
        assert "speed: normal" in person.text()

    sit("dealer-open", script, speed=speed_named("step"))


def test_the_table_goes_on_by_itself(sit: Sit) -> None:
    async def script(person: Any) -> None:
        for _ in range(200):
            if person.screen.asked:
                break
            await person.pilot.pause(0.05)
        assert person.screen.moment.spots

    sit("dealer-open", script, speed=speed_named("fast"))


def test_leaving(sit: Sit) -> None:
    async def script(person: Any) -> None:
        await person.bet()
        await person.press("q")
        assert "Press q again to leave" in person.text()
        await person.press("enter")
        await person.finish()
        chips = person.table.rack
        await person.press("m")
        assert person.table.rack == chips + person.table.chips
        await person.press("q")
        assert person.app.return_value.startswith("You leave with $")
        assert person.table.name not in person.table.state.players

    sit("dealer-open", script)


def test_choosing_the_game() -> None:
    import asyncio

    async def played() -> None:
        opened: list[str] = []

        def open_table(rules: str) -> SeatedTable:
            opened.append(rules)
            table = SeatedTable(load_submission(rules), "guest", seed="choose")
            table.sit()
            return table

        app = PlayApp(open_table, None, speed_named("none"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("down", "enter")
            await pilot.pause()
            assert opened == ["maryland-poker"]
            await pilot.press("q")
            await pilot.press("q")
        assert app.return_value is not None

    asyncio.run(played())
