"""The 53 cards: notation, order, and errors in hands."""

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import NoReturn

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


class Card:
    """One card, named by rank and suit (``As``, ``Td``, ``9c``) or ``Jk`` for the joker.

    There is one object per card, so cards are equal only if they are the same card. They are ordered by rank alone
    (MDP-6.A): two cards of equal rank are neither smaller nor greater. The joker counts as an ace where ranks are
    counted (MDP-6.A.2) and has no suit.
    """

    __slots__ = ("code", "index", "is_joker", "rank", "suit")
    code: str
    rank: int
    suit: str
    index: int
    is_joker: bool

    def __new__(cls, code: str) -> "Card":
        try:
            return _BY_CODE[code]
        except (KeyError, TypeError):
            raise NotationError(
                "{code} is not a card: write a rank ({ranks}) and a suit ({suits}), such as As; the joker is Jk",
                code=repr(code),
                ranks=RANKS,
                suits=SUITS,
            ) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __reduce__(self) -> tuple[type["Card"], tuple[str]]:
        return Card, (self.code,)

    @property
    def name(self) -> str:
        return "joker" if self.is_joker else f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

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


def _make(code: str) -> Card:
    rank, suit, index = _FACES[code]
    card = object.__new__(Card)
    values = {"code": code, "rank": rank, "suit": suit, "index": index, "is_joker": code == "Jk"}
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return card


_BY_CODE = {code: _make(code) for code in _FACES}

DECK: tuple[Card, ...] = tuple(_BY_CODE.values())
"""All 53 cards by index: 2c 2d 2h 2s 3c ... Ah As, and the joker last (MDP-3.A.3.b)."""

JOKER = DECK[52]

_INDEX = attrgetter("index")
RANK, SUIT = attrgetter("rank"), attrgetter("suit")
"""What is read of many cards in a row, without a step of the interpreter for each."""


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Parse cards separated by blanks, in the order written.

    A card that is named twice is refused, because there is only one deck.
    """
    codes = text.split() if isinstance(text, str) else text
    cards = tuple(map(Card, codes))
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


def seven_in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return a possible hand of seven different cards in display order."""
    return _seven_in_order(tuple(cards))


@lru_cache(maxsize=256)  # one hand is looked at several times: set, compared, and once for each side wager
def _seven_in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return display_order(require_seven(cards))


def display_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in the order in which hands are written.

    That is by rank, with the joker before the aces and suits in a fixed order.
    """
    return tuple(sorted(cards, key=_INDEX, reverse=True))
