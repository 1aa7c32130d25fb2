"""The cut of the cards: the order of offers, the limits for the cover card, and the floor's recut (MDP chapter 5)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import filterfalse
from typing import ClassVar

from paigow.table.core.engine import Command, Event, Offer, PlayerCommand, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import Either, everyone
from paigow.table.core.model import DEALER, FLOOR, Part, Phase, TableState
from paigow.table.core.values import build, changed
from paigow.table.steps.banking import bank_position

MINIMUM_DEPTH = 10
"""The number of cards required on each side of the second cover card (MDP-5.F)."""


@dataclass(frozen=True, kw_only=True)
class OfferCut(Command):
    """Offer the stack, with the backs of the cards facing away from the dealer, to the next person in order."""

    verb: ClassVar[str] = "offer-cut"


@dataclass(frozen=True, kw_only=True)
class CutCards(Command):
    """Insert the second cover card under `depth` cards.

    The player who is offered the cut does this, or the dealer if nobody wants it.
    """

    verb: ClassVar[str] = "cut"
    depth: int
    player: str = ""

    @property
    def by(self) -> str:
        return self.player or DEALER


@dataclass(frozen=True, kw_only=True)
class PassCut(PlayerCommand):
    verb: ClassVar[str] = "pass-cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequireRecut(Command):
    """Reject the cut and have the same person, or the next in order, cut again."""

    verb: ClassVar[str] = "recut"
    role: ClassVar[str] = FLOOR
    next_person: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectShuffle(Command):
    """As the floor, have the cards reshuffled before they are dealt."""

    verb: ClassVar[str] = "direct-shuffle"
    role: ClassVar[str] = FLOOR


@dataclass(frozen=True, kw_only=True)
class CutOffered(Event):
    audience = everyone("player")
    log = "{player} is offered the cut."
    log_you = "You are offered the cut."
    player: str


@dataclass(frozen=True, kw_only=True)
class CutPassed(Event):
    audience = everyone("player")
    log = "{player} does not cut."
    log_you = "You do not cut."
    player: str


@dataclass(frozen=True, kw_only=True)
class CardsCut(Event):
    """The cards above the second cover card are now at the bottom; one cover card goes where the submission says."""

    audience = everyone("player depth cover_card")
    log = Either("player", "{player} cuts at {depth} cards.", "The dealer cuts at {depth} cards.")
    log_you = "You cut at {depth} cards."
    player: str  # empty for the dealer
    depth: int
    cover_card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecutRequired(Event):
    audience = everyone("next_person")
    log = "The cut is too close to one end and must be made again."
    next_person: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleDirected(Event):
    audience = everyone()
    log = "The cards must be shuffled again."


@dataclass(frozen=True)
class CutOffers(Part):
    """The players who have been offered the cut since the last shuffle, and whether the floor ordered that shuffle."""

    offered: tuple[str, ...] = ()  # the current one last
    declined: tuple[str, ...] = ()
    last_cutter: str = ""
    directed: bool = False


@dataclass(frozen=True)
class DealBegun(Part):
    """Whether a card was drawn in error: it is the next to be dealt, so the cards are not cut or shuffled any more."""

    by_error: bool = False


def _has_begun(state: TableState) -> bool:
    return bool(state.current.stack.removed) or state.part(DealBegun).by_error


def depths(state: TableState) -> range:
    """Return the allowed depths.

    The cover card goes at least ten cards from both ends or, on the literal reading, from either end, which allows any
    depth.
    """
    cards = len(state.current.stack.order)
    least = MINIMUM_DEPTH if state.game.options.readings.get("cut_depth") == "both-ends" else 1
    return range(least, cards - least + 1)


def cut_offers(players: Collection[int], bank: int = 0, first_arrival: int | None = None) -> tuple[int, ...]:
    """Return the positions that are offered the cut, in order; the dealer (0) comes last and cuts if nobody else does.

    `players` are the occupied betting positions, and `first_arrival` is the player who came first if the game is just
    starting (MDP-5.E.1). A bank comes next (MDP-5.E.2), then the players to its right (MDP-5.E.3); without a bank, the
    order starts at the dealer's far right (MDP-5.E.4).
    """
    first = bank or 1
    places = sorted(players)
    order = [position for position in places if position >= first] + [place for place in places if place < first]
    if first_arrival is not None:
        order = [first_arrival, *(position for position in order if position != first_arrival)]
    return (*order, 0)


def cut_order(state: TableState) -> tuple[str, ...]:
    """Return everybody in the order of MDP-5.E.

    At the start of a game the first arrival comes first. Then come the bank and the players to its right or, without a
    bank, all players counter-clockwise from the dealer's far right.
    """
    at = state.arrivals
    first = next(iter(at), None) if state.rotation.start_of_game else None
    return tuple([at[position] for position in _offers(tuple(at), bank_position(state), first) if position in at])


_offers = lru_cache(maxsize=256)(cut_offers)  # the same players are asked in the same order, round after round


def next_to_cut(state: TableState) -> str:
    """Return the player to be offered the cut next, or "" if the dealer cuts."""
    asked = state.part(CutOffers).offered
    return next(filterfalse(asked.__contains__, cut_order(state)), "")


def waiting_to_cut(state: TableState) -> str:
    """Return the player who has been offered the cut and has not answered; nobody waits for one who has left."""
    if state.phase is not CUTTING:
        return ""
    asked = state.part(CutOffers)
    last = asked.offered[-1] if asked.offered else ""
    return last if last not in asked.declined and last in state.arrivals.values() else ""


def _require_cutting(turn: Turn) -> None:
    if turn.state.phase is not Phase.CUTTING:
        raise refuse("cards are cut only after they are shuffled by hand", turn.cite("cut"))


@decides(OfferCut)
def offer_cut(turn: Turn, command: OfferCut) -> None:
    _require_cutting(turn)
    state = turn.state
    if waiting := waiting_to_cut(state):
        raise refuse("{waiting} has not answered yet", turn.cite("cut.offer"), waiting=waiting)
    player = next_to_cut(state)
    if not player:
        raise refuse("everybody has been offered the cut, so the dealer cuts", turn.cite("cut.dealer"))
    if state.current.bank.player is not None:
        name = "cut.bank" if player == state.current.bank.player else "cut.after-bank"
    else:
        first = state.rotation.start_of_game and not state.part(CutOffers).offered
        name = "cut.first-arrival" if first else "cut.far-right"
    turn.emit(build(CutOffered, player=player, clauses=turn.cite("cut.offer", name)))


@evolves(CutOffered)
def cut_offered(state: TableState, event: CutOffered) -> TableState:
    offers = state.part(CutOffers)
    return state.put(changed(offers, offered=(*offers.offered, event.player)))


@decides(PassCut)
def pass_cut(turn: Turn, command: PassCut) -> None:
    _require_cutting(turn)
    if waiting_to_cut(turn.state) != command.player:
        raise refuse("the cut is not offered to {player}", turn.cite("cut.offer"), player=command.player)
    turn.emit(build(CutPassed, player=command.player, clauses=turn.cite("cut.offer")))


@evolves(CutPassed)
def cut_passed(state: TableState, event: CutPassed) -> TableState:
    offers = state.part(CutOffers)
    return state.put(changed(offers, declined=(*offers.declined, event.player)))


@decides(CutCards)
def cut_cards(turn: Turn, command: CutCards) -> None:
    _require_cutting(turn)
    state = turn.state
    waiting = waiting_to_cut(state)
    if command.player:
        if waiting != command.player:
            raise refuse("the cut is not offered to {player}", turn.cite("cut.offer"), player=command.player)
    elif waiting or next_to_cut(state):
        raise refuse("the dealer cuts only if no player wants to", turn.cite("cut.dealer"))
    allowed = depths(state)
    if command.depth not in allowed:
        raise refuse(
            "the cover card must go in under {least} to {most} cards",
            turn.cite("cut"),
            least=allowed[0],
            most=allowed[-1],
        )
    cover_card = state.game.options.cards.cover_card
    names = ("cut", f"cut.{cover_card}") if command.player else ("cut", "cut.dealer", f"cut.{cover_card}")
    turn.emit(
        build(CardsCut, player=command.player, depth=command.depth, cover_card=cover_card, clauses=turn.cite(*names))
    )


@evolves(CardsCut)
def cards_cut(state: TableState, event: CardsCut) -> TableState:
    stack = state.current.stack
    order = stack.order[event.depth :] + stack.order[: event.depth]
    places = stack.places
    if state.chain is not None and state.chain.cuts and not state.current.seeds.closed:
        places = places or tuple(range(len(order)))
        places = places[event.depth :] + places[: event.depth]
    after = changed(state, phase=stack.resume or state.game.course.after_mix)
    return after.put(
        changed(stack, order=order, places=places, cut=True, resume=None),
        changed(state.part(CutOffers), last_cutter=event.player),
    )


CUTTING = Phase.CUTTING
BEFORE_THE_DEAL = (Phase.BETTING, Phase.SEEDING, Phase.STARTING, Phase.DEALING)


@decides(RequireRecut)
def require_recut(turn: Turn, command: RequireRecut) -> None:
    state = turn.state
    cited = turn.cite("recut")
    if state.phase not in BEFORE_THE_DEAL or not state.current.stack.cut:
        raise refuse("a recut can be ordered only after the cut and before the deal", cited)
    if _has_begun(state):
        raise refuse("the deal has begun", cited)
    turn.emit(RecutRequired(next_person=command.next_person, clauses=cited))


@evolves(RecutRequired)
def recut_required(state: TableState, event: RecutRequired) -> TableState:
    offers = state.part(CutOffers)
    passed = (offers.last_cutter,) if event.next_person and offers.last_cutter else ()
    return state.put(
        changed(state.current.stack, cut=False, resume=state.phase, at=""),
        changed(offers, declined=(*offers.declined, *passed)),
        phase=Phase.CUTTING,
    )


@decides(DirectShuffle)
def direct_shuffle(turn: Turn, command: DirectShuffle) -> None:
    state = turn.state
    cited = turn.cite("mix.directed")
    if state.phase not in (Phase.CUTTING, *BEFORE_THE_DEAL) or _has_begun(state):
        raise refuse("the floor can order a reshuffle only before the deal", cited)
    turn.emit(ShuffleDirected(clauses=cited))


@evolves(ShuffleDirected)
def shuffle_directed(state: TableState, event: ShuffleDirected) -> TableState:
    stack = state.current.stack
    resume = stack.resume if state.phase is Phase.CUTTING else state.phase
    again = changed(stack, order=(), cut=False, at="", remixes=stack.remixes + 1, resume=resume)
    return state.put(again, CutOffers(directed=True), phase=Phase.MIXING)


@offers()
def card_cut_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    if state.round is None:
        return
    if actor == FLOOR:
        yield RequireRecut()
        yield RequireRecut(next_person=True)
        yield DirectShuffle()
    if state.phase is not Phase.CUTTING:
        return
    if actor == DEALER:
        yield OfferCut()
    if actor == DEALER or actor == waiting_to_cut(state):
        player = "" if actor == DEALER else actor
        if player:
            yield PassCut(player=player)
        for depth in depths(state):
            yield CutCards(player=player, depth=depth)
