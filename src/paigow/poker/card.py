"""The 53 cards: notation, order, and errors in hands."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter

from paigow.errors import HandError, NotationError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE = 14

RANK_NAMES = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
    10: "ten", 11: "jack", 12: "queen", 13: "king", 14: "ace",
}  # fmt: skip
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

_FACES = {
    rank + suit: (place + 2, suit, 4 * place + SUITS.index(suit)) for place, rank in enumerate(RANKS) for suit in SUITS
} | {"Jk": (ACE, "", 52)}
"""Rank, suit and index of every card, by its notation."""


def plural(rank: int) -> str:
    """Return the word for several cards of a rank."""
    return "sixes" if rank == 6 else RANK_NAMES[rank] + "s"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One card, named by rank and suit (``As``, ``Td``, ``9c``) or ``Jk`` for the joker.

    Cards are equal only if they are the same card, and ordered by rank alone (MDP-6.A): two cards of equal rank are
    neither smaller nor greater. The joker counts as an ace where ranks are counted (MDP-6.A.2) and has no suit.
    """

    code: str
    rank: int = field(init=False)
    suit: str = field(init=False)
    index: int = field(init=False)

    def __post_init__(self) -> None:
        try:
            rank, suit, index = _FACES[self.code]
        except (KeyError, TypeError):
            raise NotationError(
                "{code} is not a card: write a rank ({ranks}) and a suit ({suits}), such as As; the joker is Jk",
                code=repr(self.code),
                ranks=RANKS,
                suits=SUITS,
            ) from None
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "suit", suit)
        object.__setattr__(self, "index", index)

    @property
    def is_joker(self) -> bool:
        return self.index == 52

    @property
    def name(self) -> str:
        return "joker" if self.is_joker else f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    def __eq__(self, other: object) -> bool:
        return self.index == other.index if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.rank > other.rank if isinstance(other, Card) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.rank <= other.rank if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.rank >= other.rank if isinstance(other, Card) else NotImplemented

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code!r})"


DECK: tuple[Card, ...] = tuple(map(Card, _FACES))
"""All 53 cards by index: 2c 2d 2h 2s 3c ... Ah As, and the joker last (MDP-3.A.3.b)."""

JOKER = DECK[52]

_INDEX = attrgetter("index")
_BY_CODE = {card.code: card for card in DECK}


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Parse cards separated by blanks, in the order written.

    A card that is named twice is refused, because there is only one deck.
    """
    codes = text.split() if isinstance(text, str) else text
    cards = tuple(_BY_CODE.get(code) or Card(code) for code in codes)
    require_distinct(cards)
    return cards


def require_distinct(cards: Iterable[Card]) -> None:
    """Refuse a card that occurs twice."""
    seen: set[Card] = set()
    for each in cards:
        if each in seen:
            raise HandError(
                "{each} appears twice, but a deck has only one {name}", "MDP-3.A.1", each=each, name=each.name
            )
        seen.add(each)


def require_seven(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards as a tuple if they form a possible hand of seven different cards."""
    seven = tuple(cards)
    if len(seven) != 7:
        raise HandError("a hand has seven cards, not {count}", "MDP-1.B.8", count=len(seven))
    if len(set(seven)) != 7:
        require_distinct(seven)
    return seven


def display_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in the order in which hands are written.

    That is by rank, with the joker before the aces and suits in a fixed order.
    """
    return tuple(sorted(cards, key=_INDEX, reverse=True))
