"""What one may not see makes no difference to what one gets.

Change only hidden pieces, and every byte for everyone who may not see them stays as it was - in the view, in what is
offered, in what is refused, and in what a bot does.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from paigow.bots import CHOOSERS, Bot
from paigow.errors import PaigowError
from paigow.hands.pieces import Piece, Setting
from paigow.table import Command, Event, Game, Phase, TableState, legal_commands, perform
from paigow.table.core.model import DEALER, FLOOR, Hand
from paigow.table.core.values import changed
from paigow.table.driver import TableDriver, new_table
from paigow.table.view import may_see, view

ROUNDS = 8
PLAYERS = ("ann", "bob", "cho", "dee")


def hidden_hands(state: TableState, viewer: str) -> list[int]:
    return [p for p, hand in state.current.hands.items() if not may_see(state, p, hand, viewer)]


def rearranged(state: TableState, viewer: str, random: Random) -> TableState:
    """The same table with the pieces that the viewer may not see dealt otherwise."""
    current = state.current
    order = list(current.stack.order)
    random.shuffle(order)
    dice = current.start.dice
    if dice is not None and current.start.position is None:
        dice = (random.randint(1, 6), random.randint(1, 6), random.randint(1, 6))
    positions = hidden_hands(state, viewer)
    places = [
        (position, place)
        for position in positions
        for place in range(len(current.hands[position].pieces))
        if place not in current.hands[position].shown
    ]
    pool: list[Piece] = [current.hands[position].pieces[place] for position, place in places]
    pool += current.stack.stub
    random.shuffle(pool)
    fresh = dict(zip(places, pool, strict=False))
    hands = {
        position: relaid(hand, tuple(fresh.get((position, n), piece) for n, piece in enumerate(hand.pieces)))
        for position, hand in current.hands.items()
    }
    stub = tuple(pool[len(places) :])
    return changed(state, round=changed(current, hands=hands)).put(
        changed(current.stack, order=tuple(order), stub=stub), changed(current.start, dice=dice)
    )


def relaid(hand: Hand, pieces: tuple[Piece, ...]) -> Hand:
    """The hand with other pieces, set in the same places."""
    if pieces == hand.pieces:
        return hand
    setting = hand.setting
    if setting is not None:
        left = list(enumerate(hand.pieces))
        new: dict[str, list[Piece]] = {"high": [], "low": []}
        for part, old in (("high", setting.high), ("low", setting.low)):
            for piece in old:
                at = next(index for index, (_, held) in enumerate(left) if held == piece)
                place, _ = left.pop(at)
                new[part].append(pieces[place])
        setting = _setting(type(setting), new)
    return changed(hand, pieces=pieces, setting=setting)


def _setting(kind: type[Setting], new: dict[str, list[Piece]]) -> Setting:
    return kind(tuple(new["high"]), tuple(new["low"]))  # type: ignore[arg-type]


def states(game: Game, seed: str) -> Iterator[tuple[TableState, Command]]:
    """Every state of some rounds played by bots of all kinds, with the command that left it."""
    styles = list(CHOOSERS)
    bots = {name: Bot(name, styles[n % len(styles)], seed) for n, name in enumerate(PLAYERS)}
    met: list[tuple[TableState, Command]] = []
    driver = TableDriver(new_table(game), bots, seed)
    before = [driver.state]

    def note(command: Command, events: tuple[Event, ...]) -> None:
        met.append((before[0], command))
        before[0] = driver.state

    driver.on_command = note
    driver.open_table(500_000)
    for _ in range(ROUNDS):
        driver.play_round()
    return iter(met)


def answer(state: TableState, command: Command) -> str:
    """What the one who gives a command is told: a refusal word for word, or that it was accepted."""
    try:
        perform(state, command)
    except PaigowError as error:
        return f"{type(error).__name__}: {error}"
    return "accepted"


@pytest.fixture(scope="module")
def played(game: Game) -> list[tuple[TableState, Command]]:
    return [(state, command) for state, command in states(game, "non-interference") if state.round is not None]


def test_views_hold_nothing_hidden(played: list[tuple[TableState, Command]]) -> None:
    random = Random("views")
    different = 0
    for state, _ in played:
        for viewer in (*PLAYERS, DEALER, FLOOR, "bystander"):
            other = rearranged(state, viewer, random)
            different += other != state
            assert json.dumps(view(state, viewer)) == json.dumps(view(other, viewer))
    assert different > len(played)


def test_offers_to_players_hold_nothing_hidden(played: list[tuple[TableState, Command]]) -> None:
    random = Random("offers")
    for state, _ in played[::3]:
        for viewer in PLAYERS:
            other = rearranged(state, viewer, random)
            assert repr(legal_commands(state, viewer)) == repr(legal_commands(other, viewer))


def test_answers_to_players_hold_nothing_hidden(played: list[tuple[TableState, Command]]) -> None:
    """Every command that a player gave in the game is tried in every state, mostly to be refused."""
    random = Random("answers")
    asked: dict[str, list[Command]] = {}
    for _, command in played:
        asked.setdefault(command.by, []).append(command)
    for state, _ in played:
        for viewer in PLAYERS:
            if viewer not in asked:
                continue
            other = rearranged(state, viewer, random)
            for command in random.sample(asked[viewer], min(8, len(asked[viewer]))):
                assert answer(state, command) == answer(other, command), command


def test_bots_act_on_nothing_hidden(played: list[tuple[TableState, Command]]) -> None:
    random = Random("bots")
    acted = 0
    for style in CHOOSERS:
        for state, _ in played:
            for name in PLAYERS:
                bot = Bot(name, style, "same")
                twin = deepcopy(bot)
                command = bot(state, name)
                acted += command is not None
                assert command == twin(rearranged(state, name, random), name)
    assert acted


def test_a_hand_is_seen_by_its_holder_and_nobody_else(played: list[tuple[TableState, Command]]) -> None:
    seen = 0
    for state, _ in played:
        if state.phase is not Phase.SETTING:
            continue
        for position, hand in state.current.hands.items():
            shown = {v for v in (*PLAYERS, "bystander") if may_see(state, position, hand, v)}
            holder = state.at(position)
            if position != state.game.dealer:
                assert shown <= ({holder.name} if holder else set())
                assert bool(shown) == (hand.viewed and holder is not None)
            seen += len(shown)
    assert seen
