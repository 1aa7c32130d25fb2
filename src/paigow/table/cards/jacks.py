"""Dealer Open: the dealer's cards are face up, and two or more jacks among them end the round (DO-R4.a)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from paigow.comparison import Result
from paigow.money import INVENTORY, Movement, Transfer, bet
from paigow.poker import count_jacks
from paigow.table.core.engine import Command, Event, Offer, Turn, decides, evolves, offers, refuse
from paigow.table.core.log import everyone
from paigow.table.core.model import DEALER, Phase, TableState
from paigow.table.core.values import build, changed
from paigow.table.steps.settlement import WagerSettled, end_round, settle_side_wagers
from paigow.table.steps.wagers import main_wagers

ENOUGH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareJacks(Command):
    """Declare two or more jacks instead of setting a hand: every main wager loses, and the side wagers are settled."""

    verb: ClassVar[str] = "declare-jacks"


@dataclass(frozen=True, kw_only=True)
class DealerCardsShown(Event):
    """The dealer's cards are turned face up."""

    audience = everyone("position")
    log = "{position}’s cards are face up."
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JacksDeclared(Event):
    audience = everyone("jacks")
    log = "The dealer has {jacks} jacks: the round is over."
    jacks: int


def dealer_jacks(state: TableState) -> int:
    """Return the number of jacks among the dealer's seven cards; the joker is not a jack."""
    return count_jacks(state.current.hands[state.game.house].pieces)  # type: ignore[arg-type]


def show_dealer(turn: Turn) -> None:
    """Turn the dealer's cards face up (DO-R2.s2)."""
    turn.emit(build(DealerCardsShown, position=turn.state.game.house, clauses=turn.cite("deal.dealer-up")))


@evolves(DealerCardsShown)
def dealer_shown(state: TableState, event: DealerCardsShown) -> TableState:
    hand = state.current.hands[event.position]
    up = changed(hand, shown=frozenset(range(len(hand.pieces))))
    return state.put(hands={**state.current.hands, event.position: up})


def refuse_with_jacks(turn: Turn) -> None:
    """Refuse to set a hand if the dealer has two or more jacks."""
    if dealer_jacks(turn.state) >= ENOUGH:
        raise refuse("the dealer has two jacks or more; the round is over", turn.cite("jacks"))


@decides(DeclareJacks)
def declare_jacks(turn: Turn, command: DeclareJacks) -> None:
    state = turn.state
    cited = turn.cite("jacks")
    if state.phase is not Phase.BANKING:
        raise refuse("jacks are declared when the dealer's cards are face up and not yet set", cited)
    jacks = dealer_jacks(state)
    if jacks < ENOUGH:
        raise refuse(
            "the dealer has {jacks} of the {enough} jacks that end the round", cited, jacks=jacks, enough=ENOUGH
        )
    turn.emit(JacksDeclared(jacks=jacks, clauses=cited))
    lost = turn.cite("jacks.lose")
    for key, amount in main_wagers(state).items():
        taken = Transfer(bet(key.position, key.kind, key.player), INVENTORY, amount, Movement.JACKS, lost[0])
        turn.emit(WagerSettled(wager=key, result=Result.LOSE, clauses=lost, transfers=(taken,)))
        settle_side_wagers(turn, key.position)  # by the posted pay tables (DO-R4.a.s2)
    end_round(turn)


@offers(to=(DEALER,), during=(Phase.BANKING,))
def jack_offers(state: TableState, actor: str) -> Iterator[Offer | Command]:
    yield DeclareJacks()
