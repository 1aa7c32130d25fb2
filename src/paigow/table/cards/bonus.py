"""Fortune Bonus, Emperor's Treasure and Insurance: settled on the seven cards, regardless of the Pai Gow wager."""

from dataclasses import dataclass
from functools import cache

from paigow.hands.pieces import Piece
from paigow.money import ToOne
from paigow.poker import PAYTABLES, HighRank, PayLine, Wheel, best_five, classify_insurance
from paigow.table.cards.awards import Envy, awaits_payout
from paigow.table.cards.discards import discard, discard_when_done
from paigow.table.cards.envy import CLASSIFY, EMPERORS, FORTUNE, announce, bonus_class, envy_hands, holder
from paigow.table.cards.progressive import PROGRESSIVE, settle_progressive
from paigow.table.core.engine import Event, Turn, evolves
from paigow.table.core.log import everyone
from paigow.table.core.model import HandStatus, Part, TableState, WagerKey
from paigow.table.core.values import build, changed
from paigow.table.floor.conduct import Abandoned
from paigow.table.steps.limits import payable
from paigow.table.steps.side_wagers import settle_odds

INSURANCE = "insurance"
OPTIONAL = (FORTUNE, EMPERORS, INSURANCE, PROGRESSIVE)
OPEN = (HandStatus.EXPOSED, HandStatus.VOID)


@dataclass(frozen=True, kw_only=True)
class HandRearranged(Event):
    """A player's seven cards are arranged as the highest-ranking hand they make."""

    audience = everyone("position best name")
    log = "{position}’s seven cards make {name}: {best}."
    position: int
    best: tuple[Piece, ...]
    name: str


def bonus_line(state: TableState, kind: str, position: int) -> PayLine | None:
    """Return the pay-table line that the seven cards reach, if any."""
    table = PAYTABLES[kind][state.game.options.side_wagers[kind].paytable]
    if kind in CLASSIFY:
        return table.line(bonus_class(state, kind, position))
    return table.line(classify_insurance(state.current.hands[position].pieces))  # type: ignore[arg-type]


def settle_optional(turn: Turn, position: int) -> None:
    """Settle all optional wagers on an exposed hand, and discard its cards once nothing is left open."""
    state = turn.state
    current = state.current
    if current.hands[position].status not in OPEN:
        return
    wagered = [key for key in current.wagers_at(position) if key.kind in OPTIONAL and key not in current.paid]
    if wagered or state.part(Envy).lammers:
        rearrange(turn, position, "rearrange" if wagered else "rearrange.all")
    if len(wagered) > 1:
        wagered.sort(key=lambda key: OPTIONAL.index(key.kind))
    for key in wagered:
        if key.kind == PROGRESSIVE:
            settle_progressive(turn, key)
        else:
            _settle(turn, key, current.wagers[key])
    announce(turn, position)
    discard_when_done(turn, position)


def rearrange(turn: Turn, position: int, cite: str) -> None:
    state = turn.state
    if position not in state.part(Rearranged).positions:
        wheel = Wheel(state.game.reading("wheel", "second")) if state.current.revision > 3 else Wheel.SECOND
        pieces = state.current.hands[position].pieces
        best: tuple[HighRank, tuple[Piece, ...]] = best_five(pieces, wheel)  # type: ignore[arg-type]
        turn.emit(build(HandRearranged, position=position, best=best[1], name=best[0].name, clauses=turn.cite(cite)))


@cache
def _all_of(count: int) -> frozenset[int]:
    return frozenset(range(count))


@dataclass(frozen=True)
class Rearranged(Part):
    positions: frozenset[int] = frozenset()  # positions arranged as their best hand


@evolves(HandRearranged)
def hand_rearranged(state: TableState, event: HandRearranged) -> TableState:
    current, lying = state.current, state.part(Rearranged)
    hand = current.hands[event.position]
    seen = changed(hand, shown=_all_of(len(hand.pieces)))
    arranged = changed(lying, positions=lying.positions | {event.position})
    return state.put(arranged, hands={**current.hands, event.position: seen})


def _settle(turn: Turn, key: WagerKey, amount: int) -> None:
    line = bonus_line(turn.state, key.kind, key.position)
    if line is None:
        settle_odds(turn, key, "", None, turn.cite(f"{key.kind}.lose"))
        return
    odds = ToOne(line.amount)
    most = payable(turn.state, key.position, odds.pay(amount))
    clauses = (line.clause, *turn.cite(f"{key.kind}.win"))
    if most < odds.pay(amount):
        clauses += turn.cite("limit")
    settle_odds(turn, key, line.hand, odds, clauses, most)


def after_surrender(turn: Turn, position: int) -> None:
    """Discard the cards face down (MDP-11.D.4), or leave them while a Qualifying Wager on them is open (MDP-11.D.3)."""
    if not turn.state.part(Envy).lammers:
        discard(turn, position, "surrender.discard")


def settle_rest(turn: Turn) -> None:
    """Settle optional wagers on void hands, and announce hands that others may envy, before the Envy Bonuses."""
    for position in sorted({key.position for key in turn.state.current.wagers if key.kind in OPTIONAL}):
        if turn.state.current.hands[position].status is HandStatus.VOID:
            settle_optional(turn, position)
    for position in envy_hands(turn.state) if turn.state.part(Envy).lammers else ():
        if position not in turn.state.current.stack.discards:  # a hand is discarded only once nobody is owed for it
            rearrange(turn, position, "rearrange.all")
            announce(turn, position)


def collect_rest(turn: Turn) -> None:
    """Move the cards still on the table to the rack: hands that were envied, and the dealer's and the bank's."""
    current = turn.state.current
    for position, hand in current.hands.items():
        if position not in current.stack.discards and not awaits_payout(turn.state, position):
            announced = position in current.part(Envy).announced or hand.status is HandStatus.SURRENDERED
            discard(turn, position, *(_why_kept(turn.state, position) if announced else ("discard",)))


def _why_kept(state: TableState, position: int) -> tuple[str, ...]:
    """Return the names to cite for discarding a hand that was kept for Envy Bonuses.

    Other players' lammers determine which tables count.
    """
    if state.game.first_edition:
        return ("envy.discard",)
    owner = holder(state, position)
    kinds = {key.kind for key in state.part(Envy).lammers if key.player != owner}
    surrendered = state.current.hands[position].status is HandStatus.SURRENDERED
    if state.current.revision > 3:  # its player may have left instead
        surrendered = surrendered and position not in state.part(Abandoned).positions
    kept = ("surrender.kept",) if surrendered and state.current.precise else ()  # MDP-11.D.3
    return (*kept, *(f"envy.{kind}.discard" for kind in CLASSIFY if kind in kinds), "discard")


def has_optional(state: TableState, player: str) -> bool:
    """Return whether the player has placed an optional wager on any hand (MDP-11.D)."""
    return any(key.player == player and key.kind in OPTIONAL for key in state.current.wagers)
