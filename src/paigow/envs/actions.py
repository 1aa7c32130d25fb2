"""A fixed list of actions for a whole table: what number n means to a player at a given state."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from paigow.errors import PaigowError, Refused
from paigow.table import Command, TableState, can
from paigow.table.awaited import Ask, ask_of
from paigow.table.boxes.staking import AgreeToCoBank, StakeBank, YieldBank
from paigow.table.cards.card_cut import CutCards, PassCut, depths
from paigow.table.core.game import Game
from paigow.table.core.model import MAIN, WagerKey
from paigow.table.steps.banking import AcceptBank, PassBank
from paigow.table.steps.setting import SetBankHand, SetHand, house_positions, to_set
from paigow.table.steps.settlement import waiting_positions
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager, total_against_bank, wager_range

Build = Callable[[TableState, str], Command | None]
"""Returns the command that an action stands for now, or None if it makes no sense."""

MAIN_BETS = (1, 2, 5, 10)
"""Main bets on offer, in table minimums."""


@dataclass(frozen=True)
class Action:
    """One entry of the list: its name, and how to build its command."""

    name: str
    build: Build


def actions_of(game: Game) -> tuple[Action, ...]:
    """Return everything a player can choose at this game's table; `wait` is always first."""
    return tuple(_actions(game))


def _actions(game: Game) -> Iterator[Action]:
    yield Action("wait", lambda state, name: None)
    for times in MAIN_BETS:
        yield Action(f"bet {times}", _bet(MAIN, times))
    for kind in game.options.side_wagers:
        yield Action(f"bet {kind}", _bet(kind, 1))
    if game.options.bank.player_bank:
        yield Action("bank", lambda state, name: AcceptBank(player=name))
        if game.options.bank.co_bank:
            yield Action("co-bank", lambda state, name: AcceptBank(player=name, co=True))
        yield Action("pass the bank", lambda state, name: PassBank(player=name))
    yield Action("stake all", lambda state, name: StakeBank(player=name, amount=total_against_bank(state)))
    yield Action("stake half", lambda state, name: AgreeToCoBank(player=name))
    yield Action("give up the bank", lambda state, name: YieldBank(player=name))
    yield Action("cut", _cut)
    yield Action("pass the cut", lambda state, name: PassCut(player=name))
    yield Action("house way", _house_way)
    for number in range(len(game.kit.settings(game.kit.hand(game.kit.full_set[: game.kit.hand_size])))):
        yield Action(f"set {number}", _setting(number))
    yield Action("surrender", _surrender)


def legal(state: TableState, name: str, actions: tuple[Action, ...]) -> tuple[Command | None, ...]:
    """Return the command of every action that is legal now, None for the others; waiting is not a command."""
    ask = ask_of(state, name)
    return tuple(_command(state, name, action, ask) for action in actions)


def may_wait(state: TableState, name: str) -> bool:
    """Return whether the round continues if this player does nothing."""
    ask = ask_of(state, name)
    return ask is None or not ask.must


def _command(state: TableState, name: str, action: Action, ask: Ask | None) -> Command | None:
    if ask is None:
        return None
    try:
        command = action.build(state, name)
    except (PaigowError, LookupError):
        return None
    if command is None or type(command) not in ask.kinds or not can(state, command):
        return None
    return command


def _bet(kind: str, times: int) -> Build:
    def build(state: TableState, name: str) -> Command | None:
        position = state.players[name].position
        if position is None:
            return None
        key = WagerKey(name, position, kind)
        if key in state.current.wagers:
            return None
        try:
            amounts = wager_range(state, key)
        except Refused:
            return None
        amount = amounts.start * times
        return PlaceWager(player=name, position=position, kind=kind, amount=amount) if amount in amounts else None

    return build


def _cut(state: TableState, name: str) -> Command:
    every = tuple(depths(state))
    return CutCards(player=name, depth=every[len(every) // 2])


def _setting(number: int) -> Build:
    def build(state: TableState, name: str) -> Command | None:
        mine = to_set(state, name)
        place = mine[0] if mine else house_positions(state)[0]
        settings = state.game.kit.settings(state.current.hands[place].pieces)
        if number >= len(settings):
            return None
        if mine:
            return SetHand(player=name, position=place, setting=settings[number])
        return SetBankHand(player=name, setting=settings[number])

    return build


def _house_way(state: TableState, name: str) -> Command | None:
    mine = to_set(state, name)
    place = mine[0] if mine else house_positions(state)[0]
    setting = state.game.kit.house_set(state.current.hands[place].pieces).setting
    if mine:
        return SetHand(player=name, position=place, setting=setting)
    return SetBankHand(player=name, setting=setting)


def _surrender(state: TableState, name: str) -> Command | None:
    position = state.players[name].position
    return Surrender(player=name, position=position) if position in waiting_positions(state) else None
