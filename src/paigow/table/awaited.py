"""The players a table is waiting for, and the commands it expects from them.

The dealer's next step comes from `game.strategy.dealer`; this module covers the players. Front ends, bots and the
site's clock use it instead of inferring the answer from phases and verbs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paigow.table.boxes import staking
from paigow.table.boxes.cutting import NOMINATIONS, DeclineCut, NominateAdjustment
from paigow.table.boxes.dealer_sets import AskDealerToSet, ConfirmHand, TurnBankTile, ViewUnused, dealer_sets_offers
from paigow.table.boxes.orders import Orders
from paigow.table.boxes.staking import stakes, staking_offers
from paigow.table.cards.card_cut import CutCards, PassCut, waiting_to_cut
from paigow.table.core.engine import Command, Offer, can
from paigow.table.core.model import Phase, TableState
from paigow.table.floor.irregularities import PlayOn, VoidHand
from paigow.table.steps.banking import (
    AcceptBank,
    DirectDealerWager,
    PassBank,
    acting_banker,
    bank_position,
    bankers,
    dealer_wager_limit,
)
from paigow.table.steps.banking import waiting as offered_the_bank
from paigow.table.steps.seating import BuyIn, rack_of
from paigow.table.steps.setting import (
    LookAtHand,
    SetBankHand,
    SetHand,
    awaits_confirmation,
    controller,
    follows_house_way,
    house_positions,
    open_positions,
    to_set,
)
from paigow.table.steps.settlement import Compared, waiting_positions
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ANY_DICE, ChooseDelivery, ShakeDice
from paigow.table.steps.surrender import Surrender
from paigow.table.steps.wagers import PlaceWager, total_against_bank

Kind = type[Command]


@dataclass(frozen=True, slots=True)
class Ask:
    """The kinds of command the table expects from one player, most usual first; any of them will do.

    If `must` is true, the round cannot continue until the player gives one of them or the house decides for the player.
    Otherwise the table only waits to see whether the player wants to act, and continues if not.
    """

    player: str
    kinds: tuple[Kind, ...]
    must: bool

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of these commands, in the same order."""
        return tuple(kind.verb for kind in self.kinds)


def awaited(state: TableState) -> tuple[Ask, ...]:
    """Return the table's requests to all players it is waiting for, in order of arrival."""
    if state.round is None:
        return ()
    return tuple(ask for name in state.players if (ask := ask_of(state, name)) is not None)


def ask_of(state: TableState, name: str) -> Ask | None:
    """Return the table's request to this player; None if there is none or the player has left the seat mid-round."""
    player = state.players.get(name)
    if state.round is None or player is None or player.away:
        return None
    match state.phase:
        case Phase.OFFERING if name in offered_the_bank(state):
            return _ask(name, _legal(state, _bank_answers(name)), must=True)
        case Phase.CUTTING if name == waiting_to_cut(state):
            return _ask(name, (CutCards, PassCut), must=True)
        case Phase.BETTING:
            return _asked_to_bank(state, name) if name in bankers(state) else _asked_to_bet(state, name)
        case Phase.STARTING if name == state.current.bank.player:
            return _ask(name, _legal(state, _bank_starts(state, name)), must=False)
        case Phase.SETTING:
            return _asked_to_set(state, name)
        case Phase.BANKING:
            return _asked_for_bank_hand(state, name)
        case Phase.EXPOSING:
            return _asked_to_surrender(state, name)
        case Phase.FINISHED:
            return _ask(name, _legal(state, (ViewUnused(player=name),)), must=False)
        case _:
            return None


def _ask(name: str, kinds: tuple[Kind, ...], must: bool) -> Ask | None:
    return Ask(name, kinds, must) if kinds else None


def _legal(state: TableState, likely: Iterable[Command]) -> tuple[Kind, ...]:
    """Return the kinds of command for which at least one command would be accepted."""
    found: dict[Kind, None] = {}
    for command in likely:
        if type(command) not in found and can(state, command):
            found[type(command)] = None
    return tuple(found)


def _bank_answers(name: str) -> Iterator[Command]:
    yield AcceptBank(player=name)
    yield AcceptBank(player=name, co=True)
    yield PassBank(player=name)


def _asked_to_bet(state: TableState, name: str) -> Ask | None:
    """Ask everybody to bet until the dealer calls “no more bets”; players without enough chips buy some first."""
    if state.current.bank.stake_taken or name in state.part(Orders).removed:
        return None
    betting = any(key.player == name for key in state.current.wagers)
    affordable = betting or rack_of(state, name) >= state.game.options.minimum
    return Ask(name, (PlaceWager,) if affordable else (BuyIn,), must=False)


def _asked_to_bank(state: TableState, name: str) -> Ask | None:
    """Ask a player who banks to put up a stake, without which they lose the bank (NZ-11.2.b).

    In other games, ask whether they want to cut the stacks or limit the dealer's wager (MDT-9.I.1, MDP-12.G.3).
    """
    cover = _legal(state, map(_command, staking_offers(state, name))) if state.game.has(staking) else ()
    if cover and total_against_bank(state):
        return Ask(name, cover, must=name == state.current.bank.player and name not in stakes(state))
    if name != state.current.bank.player:
        return None
    may: list[Command] = [CutStacks(player=name, to_right=(1,))]
    if dealer_wager_limit(state):
        may.append(DirectDealerWager(player=name, amount=0))
    return _ask(name, _legal(state, may), must=False)


def _command(offered: Offer | Command) -> Command:
    return offered if isinstance(offered, Command) else offered.command


def _bank_starts(state: TableState, name: str) -> Iterator[Command]:
    """Yield the commands a bank may give here: delivery style, declined cut, dice and last adjustment."""
    for delivery in state.game.options.start.deliveries:
        yield ChooseDelivery(delivery=delivery, player=name)
    yield DeclineCut(player=name)
    yield ShakeDice(dice=ANY_DICE, player=name)
    yield NominateAdjustment(player=name, value=NOMINATIONS[0])


def _asked_to_set(state: TableState, name: str) -> Ask | None:
    """Ask the player to set the next of their hands, or first to decide whether to play it if a piece was exposed."""
    exposed = (position for position in open_positions(state) if position in state.current.choices)
    mine = (position for position in exposed if can(state, PlayOn(player=name, position=position)))
    for position in (*mine, *to_set(state, name)):
        return _asked_about(state, name, position, SetHand)
    return None


def _asked_about(state: TableState, name: str, position: int, setting: Kind) -> Ask:
    if position in state.current.choices:
        return Ask(name, (PlayOn, VoidHand), must=True)
    kind: Kind = setting if state.current.hands[position].viewed else LookAtHand
    wish = AskDealerToSet(player=name, position=position)
    offered = (command for command in map(_command, dealer_sets_offers(state, name)) if command == wish)
    return Ask(name, (kind, *_legal(state, offered)), must=True)


def _asked_for_bank_hand(state: TableState, name: str) -> Ask | None:
    """Ask a bank that sets last for its hand.

    It sets the hand, confirms the one the dealer set for it or, as a co-bank, first turns over some of the tiles
    (NZ-11.2.d, NZ-10.4.c, NZ-11.3.e). If the dealer exposed two of them, it first decides whether to play (NZ-12.3.b).
    """
    places = house_positions(state)
    if not places:
        return Ask(name, (ConfirmHand,), must=True) if awaits_confirmation(state) == name else None
    position = places[0]
    if name not in bankers(state) or position != bank_position(state):
        return None
    hand = state.current.hands[position]
    if hand.setting is not None:
        return None
    if position in state.current.choices:
        return Ask(name, (PlayOn, VoidHand), must=True) if name == acting_banker(state) else None
    if not follows_house_way(state, position):
        return _asked_about(state, name, position, SetBankHand)
    turning = (TurnBankTile(player=name, place=place) for place in range(len(hand.pieces)))
    return _ask(name, _legal(state, turning), must=False)


def _asked_to_surrender(state: TableState, name: str) -> Ask | None:
    """Ask about surrender only before the first hand is compared; after that, players may surrender between hands."""
    if state.part(Compared).positions or any(hand.match is not None for hand in state.current.hands.values()):
        return None
    mine = (position for position in waiting_positions(state) if controller(state, position) == name)
    return _ask(name, _legal(state, (Surrender(player=name, position=position) for position in mine)), must=False)
