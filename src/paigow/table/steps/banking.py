"""A player's turn to bank: the offer, eligibility, co-banking, and the dealer's wager against the bank."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import filterfalse, permutations
from typing import ClassVar

from paigow.money import INVENTORY, Movement, Transfer, bet, format_cents
from paigow.table.boxes.orders import Orders
from paigow.table.core.engine import (
    PLAYERS,
    Command,
    Event,
    Offer,
    PlayerCommand,
    Turn,
    decides,
    evolves,
    offers,
    refuse,
)
from paigow.table.core.log import BOXES, Either, everyone
from paigow.table.core.model import DEALER, DEALER_WAGER, Phase, Player, TableState, WagerKey
from paigow.table.core.values import build, changed
from paigow.table.steps.seating import rack_of
from paigow.table.steps.wagers import has_main_wager, total_against_bank


@dataclass(frozen=True, kw_only=True)
class OfferBank(Command):
    verb: ClassVar[str] = "offer-bank"


@dataclass(frozen=True, kw_only=True)
class AcceptBank(PlayerCommand):
    verb: ClassVar[str] = "accept-bank"
    co: bool = False  # with the dealer, half each
    sharers: tuple[str, ...] = ()  # others on the same box who may put up a share (NZ-5.5)


@dataclass(frozen=True, kw_only=True)
class PassBank(PlayerCommand):
    verb: ClassVar[str] = "pass-bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectDealerWager(PlayerCommand):
    """As the bank, have the dealer wager less, or nothing."""

    verb: ClassVar[str] = "direct-dealer-wager"
    amount: int


@dataclass(frozen=True, kw_only=True)
class BankOffered(Event):
    audience = everyone("player")
    log = "{player} is offered the bank."
    log_you = "You are offered the bank."
    player: str


@dataclass(frozen=True, kw_only=True)
class BankPassed(Event):
    audience = everyone("player")
    log = "{player} passes."
    log_you = "You pass the bank."
    player: str


@dataclass(frozen=True, kw_only=True)
class BankAccepted(Event):
    """The marker goes in front of the player."""

    audience = everyone("player co position sharers")
    log = Either(
        "co",
        Either(
            BOXES,
            "{player} takes the bank as co-banker with the house.",
            "{player} takes the bank and shares it with the house.",
        ),
        "{player} takes the bank.",
    )
    log_you = Either("co", "You take the bank and share it with the house.", "You take the bank.")
    player: str
    co: bool
    position: int
    sharers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseBanks(Event):
    """Nobody takes the bank."""

    audience = everyone()
    log = Either(BOXES, "Nobody takes the bank; the house is the banker.", "Nobody takes the bank; the house banks.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerWagerDirected(Event):
    audience = everyone("amount")
    log = "The bank directs the dealer to wager {amount}."
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerWagered(Event):
    """The dealer takes chips from the inventory, and places them in front of it as a wager against the bank."""

    audience = everyone("amount")
    log = "The dealer wagers {amount} against the bank."
    amount: int


def least_funds(state: TableState, co: bool) -> int:
    """Return the amount that covers the smallest possible wager.

    A co-bank covers only half of it, unless the reading says otherwise.
    """
    least = state.game.options.minimum
    return -(-least // 2) if co and state.game.reading("co_bank_cover", "half") == "half" else least


def why_not_bank(state: TableState, player: Player) -> tuple[str, tuple[str, ...]] | None:
    """Return the reason why a player may not bank this round, with its clause, or None."""
    game, rotation = state.game, state.rotation
    if player.away:
        return f"{player.name} has left the seat", game.cite("wager.seated")
    if rotation.start_of_game or game.reading("start_of_game") == "every-mix":
        return "nobody banks the first round of the game", game.cite("bank.start")
    orders = state.part(Orders)
    if player.name in orders.removed or player.name in orders.barred:
        return f"{player.name} is out of play", game.cite("removed")
    if rotation.held.get(player.name, 0) >= game.banking.limit:
        rounds = {1: "two rounds"}.get(game.banking.limit, f"more than {game.banking.limit} rounds")
        return f"{player.name} may not bank {rounds} in a row", game.cite("bank.consecutive")
    if unproven := game.strategy.not_yet_bank(player):
        return unproven, game.cite("bank.prior")
    if game.strategy.bank_place(state, player) is None:
        return f"{player.name} controls no box", game.cite("bank.controls")
    if rack_of(state, player.name) < least_funds(state, co=game.options.bank.co_bank):
        return f"{player.name} has too few chips to cover any wager", game.cite("bank.cover")
    return None


def candidates(state: TableState) -> tuple[Player, ...]:
    """Return the players who may still be offered the bank this round, in order."""
    return tuple(_candidates(state))


def next_candidate(state: TableState) -> Player | None:
    """Return the first candidate, without checking the others."""
    return next(_candidates(state), None)


def _candidates(state: TableState) -> Iterator[Player]:
    places, place_of = state.game.betting, state.game.strategy.bank_place
    first = places.index(state.rotation.first)
    offered = state.current.bank.offered
    left: list[list[Player]] = [[] for _ in places]  # by how far their places are from the first
    for player in state.players.values():
        if player.name not in offered:
            left[places.index(place_of(state, player) or places[0]) - first].append(player)
    return (player for there in left for player in there if why_not_bank(state, player) is None)


def possible_sharers(state: TableState, player: str) -> tuple[str, ...]:
    """Return the players who may share the bank with this one.

    These are the others who wagered, in the last round, on the box from which the player would bank (NZ-5.5).
    """
    place = state.game.strategy.bank_place(state, state.players[player])
    if not state.game.options.bank.sharing or place is None:
        return ()
    orders = state.part(Orders)
    out = orders.removed | orders.barred | (state.away if state.current.revision > 3 else frozenset())
    return tuple(p.name for p in state.players.values() if place in p.last_positions and p.name not in {player, *out})


@decides(OfferBank)
def offer_bank(turn: Turn, command: OfferBank) -> None:
    state = turn.state
    if state.phase is not Phase.OFFERING:
        raise refuse("the bank is offered before the shuffle", turn.cite("bank.offer"))
    if state.current.bank.offered and state.current.bank.offered[-1] in waiting(state):
        raise refuse("{offered} has not answered yet", turn.cite("bank.offer"), offered=state.current.bank.offered[-1])
    player = next_candidate(state)
    if player is None:  # the remaining candidates have left
        turn.emit(HouseBanks(clauses=turn.cite("bank.nobody")))
        return
    turn.emit(build(BankOffered, player=player.name, clauses=cite_offer(state)))


def cite_offer(state: TableState) -> tuple[str, ...]:
    """Return the clauses for offering the bank: to everybody from the first position, or on from who has held it."""
    rotation, game = state.rotation, state.game
    if not state.current.precise:
        return game.cite("bank.offer")
    elsewhere = rotation.first != game.betting[0]
    held = rotation.held and game.reading("bank_offer") != "far-right"
    if state.current.revision > 1 and (held or elsewhere) and (cited := game.cite_first("bank.offer.next")):
        return cited
    passed_on = rotation.held or elsewhere
    return game.cite_first("bank.offer.passed-on" if passed_on else "bank.offer.first", "bank.offer")


def waiting(state: TableState) -> tuple[str, ...]:
    """Return the player, if any, who has been offered the bank and has not answered."""
    bank = state.current.bank
    return tuple(filterfalse(bank.declined.__contains__, bank.offered))


@evolves(BankOffered)
def offered_bank(state: TableState, event: BankOffered) -> TableState:
    bank = state.current.bank
    return state.put(changed(bank, offered=(*bank.offered, event.player)))


def _require_asked(turn: Turn, player: str) -> None:
    if turn.state.phase is not Phase.OFFERING or player not in waiting(turn.state):
        raise refuse("{player} is not being offered the bank", turn.cite("bank.offer"), player=player)


@decides(PassBank)
def pass_bank(turn: Turn, command: PassBank) -> None:
    _require_asked(turn, command.player)
    turn.emit(build(BankPassed, player=command.player, clauses=turn.cite("bank.pass")))
    if next_candidate(turn.state) is None:
        turn.emit(HouseBanks(clauses=turn.cite("bank.nobody")))


@evolves(BankPassed)
def passed_bank(state: TableState, event: BankPassed) -> TableState:
    bank = state.current.bank
    return state.put(changed(bank, declined=(*bank.declined, event.player)))


@evolves(HouseBanks)
def house_banks(state: TableState, event: HouseBanks) -> TableState:
    return changed(state, phase=Phase.MIXING)


@decides(AcceptBank)
def accept_bank(turn: Turn, command: AcceptBank) -> None:
    _require_asked(turn, command.player)
    if command.co and not turn.state.game.options.bank.co_bank:
        raise refuse("co-banking is not offered at this table", turn.cite("co-bank.offered"))
    taken = ("co-bank.accept", "bank.accept") if command.co else ("bank.accept",)
    cited = list(turn.state.game.cite_first(*taken))
    if command.co:
        cited += turn.cite("co-bank.request")
    if command.sharers:
        strangers = set(command.sharers) - set(possible_sharers(turn.state, command.player))
        if strangers or len(set(command.sharers)) != len(command.sharers):
            said = turn.state.game.cite_first("bank.share", "bank.accept")
            raise refuse("a bank can be shared only by players at one box", said)
        cited += turn.cite("bank.share")
    funds = sum(rack_of(turn.state, name) for name in (command.player, *command.sharers))
    if funds < least_funds(turn.state, command.co):
        raise refuse(
            "{player} cannot cover any wager without the house", turn.cite("bank.cover"), player=command.player
        )
    position = turn.state.game.strategy.bank_place(turn.state, turn.state.players[command.player])
    turn.emit(
        build(
            BankAccepted,
            player=command.player,
            co=command.co,
            position=position or turn.state.game.house,
            sharers=command.sharers,
            clauses=tuple(dict.fromkeys(cited)),
        )
    )


@evolves(BankAccepted)
def accepted_bank(state: TableState, event: BankAccepted) -> TableState:
    bank = state.current.bank
    taken = changed(bank, player=event.player, position=event.position, co_banked=event.co, sharers=event.sharers)
    return state.put(taken, phase=Phase.MIXING)


def bank_position(state: TableState) -> int:
    """Return the position of the bank's hand: the player's seat or box, or the house's position."""
    position = state.current.bank.position
    return state.game.house if position is None else position


def bankers(state: TableState) -> tuple[str, ...]:
    """Return the players who hold the bank: none, one, or those who share it."""
    current = state.current
    return () if current.bank.player is None else (current.bank.player, *current.bank.sharers)


def acting_banker(state: TableState) -> str:
    """Return who decides for a player's bank: who took it or, if they have left, who shares it; "" if nobody can.

    Before revision 4, only who took it could (NZ-7.3).
    """
    known = bankers(state) if state.current.revision > 3 else bankers(state)[:1]
    return next((name for name in known if name not in state.away), "")


def cite_banked(state: TableState, name: str) -> tuple[str, ...]:
    """Return the clauses for `name` in the wording for the current bank: the house, a player, or both."""
    current = state.round
    if current is None or current.bank.player is None:
        return state.game.cite(name)
    return state.game.cite_first(*_worded(name, current.bank.co_banked)) or state.game.cite(name)


def cite_also(state: TableState, cited: tuple[str, ...], clause: str) -> tuple[str, ...]:
    """Return the clauses and one more, which is not repeated if it is among them; before revision 3 it was."""
    return cited if clause in cited and state.current.revision > 2 else (*cited, clause)


@lru_cache
def _worded(name: str, co_banked: bool) -> tuple[str, ...]:
    return (name + ".co-bank", name + ".bank") if co_banked else (name + ".bank",)


def cover_left(state: TableState, key: WagerKey) -> int | None:
    """Return the most the bank can still cover for this wager, given all the others; None when the house banks alone.

    A bank covers all wagers against it, a co-bank half of them (MDT-9.D.2 with MDT-9.E.2, NZ-5.3.c), unless the reading
    requires it to cover all.
    """
    current = state.current
    if current.bank.player is None:
        return None
    others = total_against_bank(state) - current.wagers.get(key, 0)
    funds = rack_of(state, current.bank.player)
    half = current.bank.co_banked and state.game.reading("co_bank_cover", "half") == "half"
    return (2 * funds if half else funds) - others


def dealer_wager_limit(state: TableState) -> int:
    """Return the amount the dealer wagers against the bank unless the bank wants less (MDT-9.H.3, MDP-12.G.1)."""
    current = state.current
    if current.bank.player is None or current.bank.co_banked or state.game.dealer is None:
        return 0
    fixed = state.game.options.bank.dealer_wager
    return state.players[current.bank.player].last_main if fixed is None else fixed


@decides(DirectDealerWager)
def direct_dealer_wager(turn: Turn, command: DirectDealerWager) -> None:
    state = turn.state
    if state.phase is not Phase.BETTING or state.current.bank.player != command.player:
        raise refuse(
            "only the bank can direct the dealer's wager, and only before “no more bets”", turn.cite("bank.dealer-less")
        )
    if state.game.dealer is None:
        raise refuse("the house makes no wager against a player's bank", turn.cite("bank.dealer-less"))
    if state.current.bank.co_banked:
        raise refuse("the dealer makes no wager against a co-bank", turn.cite("co-bank.no-wager"))
    limit = dealer_wager_limit(state)
    if not 0 <= command.amount <= limit:
        raise refuse("the dealer can wager at most {limit}", turn.cite("bank.dealer-less"), limit=format_cents(limit))
    turn.emit(DealerWagerDirected(amount=command.amount, clauses=turn.cite("bank.dealer-less")))


@evolves(DealerWagerDirected)
def dealer_wager_directed(state: TableState, event: DealerWagerDirected) -> TableState:
    return state.put(changed(state.current.bank, dealer_wager=event.amount))


def dealer_wager_wanted(state: TableState) -> int:
    """Return what the dealer would wager against a player's bank: the rule's amount, or the bank's instruction."""
    directed = state.current.bank.dealer_wager
    return dealer_wager_limit(state) if directed is None else directed


def dealer_wager_due(state: TableState) -> int:
    """Return what the dealer wagers against a player's bank when bets close, if anything.

    If the bank must cover the wager, it is limited to what the bank can cover.
    """
    amount = dealer_wager_wanted(state)
    cover = cover_left(state, WagerKey(DEALER, state.game.house, DEALER_WAGER)) if amount else None
    if cover is not None and state.game.reading("bank_cover", "with-dealer") == "with-dealer":
        amount = min(amount, max(cover, 0))
    return amount


def can_be_dealt(state: TableState) -> bool:
    """Return whether anybody wagers in this round: a player, or the dealer against a bank that is alone at the table.

    See MDT-1.B.1 and MDT-9.I, MDP-1.B.1 and MDP-12.G.2.
    """
    return has_main_wager(state) or bool(dealer_wager_due(state))


def place_dealer_wager(turn: Turn) -> None:
    """Place the dealer's own wager against a player's bank before bets close."""
    state = turn.state
    amount = dealer_wager_due(state)
    if amount:
        directed = state.current.bank.dealer_wager
        less = state.current.precise and directed is not None and directed < dealer_wager_limit(state)
        cited = turn.cite("bank.dealer-wager.less" if less else "bank.dealer-wager")
        if amount < dealer_wager_wanted(state) and state.current.revision > 2:  # all that the bank can still cover
            cited += turn.cite("bank.cover")
        area = bet(state.game.house, DEALER_WAGER, DEALER)
        put = Transfer(INVENTORY, area, amount, Movement.DEALER_WAGER, cited[0])
        turn.emit(DealerWagered(amount=amount, clauses=cited, transfers=(put,)))


@evolves(DealerWagered)
def dealer_wagered(state: TableState, event: DealerWagered) -> TableState:
    current = state.current
    key = WagerKey(DEALER, state.game.house, DEALER_WAGER)
    return state.put(wagers={**current.wagers, key: event.amount})


def dealer_plays(state: TableState) -> bool:
    """Return whether the dealer has a separate hand in play: as the bank, or with a wager against it."""
    current = state.current
    if state.game.dealer is None:
        return False
    return current.bank.player is None or current.dealer_wagers


@offers(to=(DEALER, PLAYERS), during=(Phase.OFFERING, Phase.BETTING))
def banking_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.phase is Phase.OFFERING:
        if actor == DEALER and not waiting(state):
            yield OfferBank()
        if actor in waiting(state):
            others = possible_sharers(state, actor)
            for count in range(len(others) + 1):
                for sharers in permutations(others, count):
                    yield AcceptBank(player=actor, sharers=sharers)
                    yield AcceptBank(player=actor, co=True, sharers=sharers)
            yield PassBank(player=actor)
    elif state.phase is Phase.BETTING and state.round is not None and state.round.bank.player == actor:
        limit = dealer_wager_limit(state)
        yield Offer(DirectDealerWager(player=actor, amount=0), amounts=range(limit + 1))
