"""House ways without rules: a table with the low hand of every type of hand, found by computation.

Types are those of `paigow.poker.types`, except that the suits beside a royal flush, which change no setting, are
ignored: 67,600 multisets of ranks that cannot contain a flush, and 224,653 sets of ranks in one suit with at most two
other ranks.
"""

import binascii
import io
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from paigow.errors import PaigowError
from paigow.poker.card import Card
from paigow.poker.evaluator import Wheel
from paigow.poker.house_way import HandView, Holding, HouseWay, Play, Rule
from paigow.poker.keys import high_card_key, pair_key

PREFIX = "table:"
"""Prefix of a house way that contains its own table: `table:NAME:DATA`."""

RANK_TYPES = 67_600
TYPES = 292_253
MOST_OF_A_RANK = 4
MOST_UNPACKED = TYPES + 10_000
"""The longest array that is unpacked from a solution file: a table and the head of its format."""

LOW_KEYS = tuple(high_card_key(a, b) for a in range(2, 15) for b in range(2, a)) + tuple(map(pair_key, range(2, 15)))
"""The keys of the 91 low hands from worst to best; tables contain indexes in this list."""

RULES = tuple(
    Rule("Computed, not a rule: the setting that guarantees the house most", holding, Play.BEST_FRONT)
    for holding in Holding
)


@cache
def _multisets() -> tuple[tuple[int, ...], ...]:
    """Return the numbers of multisets of n cards made of the lowest r ranks: row r, column n."""
    rows: list[tuple[int, ...]] = [(1,) + (0,) * 7]
    for _ in range(13):
        last = rows[-1]
        rows.append(tuple(sum(last[n - k] for k in range(min(n, MOST_OF_A_RANK) + 1)) for n in range(8)))
    return tuple(rows)


@cache
def _first_with_flush() -> tuple[int, ...]:
    """Return the number of the first type with these ranks in the flush suit; the joker counts as one more."""
    others = {5: 91, 6: 13, 7: 1}
    first, place = [], RANK_TYPES
    for mask in range(1 << 14):
        first.append(place)
        place += others.get(mask.bit_count(), 0)
    return tuple(first)


def multiset_number(counts: Sequence[int]) -> int:
    """Return the number of a hand's ranks as if suits did not exist.

    ``counts`` are those of twos to aces, and of the joker.
    """
    rows = _multisets()
    left = 7 - counts[13]
    number = rows[13][7] if counts[13] else 0
    for rank in range(12, -1, -1):
        for fewer in range(counts[rank]):
            number += rows[rank][left - fewer]
        left -= counts[rank]
    return number


def type_number(cards: Sequence[Card]) -> int:
    """Return the type of seven cards as a number from 0 to 292,252."""
    joker = any(card.is_joker for card in cards)
    naturals = [card for card in cards if not card.is_joker]
    for suit in "cdhs":
        held = [card.rank - 2 for card in naturals if card.suit == suit]
        if len(held) + joker >= 5:
            mask = sum(1 << rank for rank in held) | joker << 13
            others = sorted((card.rank - 2 for card in naturals if card.suit != suit), reverse=True)
            number = _first_with_flush()[mask]
            if len(others) == 2:
                return number + others[0] * (others[0] + 1) // 2 + others[1]
            return number + sum(others)
    counts = [0] * 14
    for card in naturals:
        counts[card.rank - 2] += 1
    counts[13] = int(joker)
    return multiset_number(counts)


@lru_cache(maxsize=16)
def _unpacked(packed: bytes) -> bytes:
    """Return a table, and no more of what claims to be one than shows that it is too long."""
    unpacking = zlib.decompressobj()
    table = unpacking.decompress(packed, TYPES + 1)
    if not unpacking.eof and len(table) <= TYPES:
        raise zlib.error("incomplete or truncated stream")
    return table


@dataclass(frozen=True, slots=True)
class TableWay(HouseWay):
    """A house way given by a table; its one rule names the table."""

    packed: bytes = b""

    @classmethod
    def of(cls, name: str, source: str, table: bytes) -> "TableWay":
        """Return a house way from the index in `LOW_KEYS` of every type's low hand."""
        if len(table) != TYPES or max(table) >= len(LOW_KEYS):
            raise PaigowError(
                "a table of a house way has one of {count} low hands for each of {types} types",
                count=len(LOW_KEYS),
                types=f"{TYPES:,}",
            )
        return cls(name, source, RULES, zlib.compress(table, 9))

    @classmethod
    def parse(cls, text: str) -> "TableWay":
        """Return a house way from its `text`."""
        kind, _, rest = text.partition(":")
        name, _, data = rest.partition(":")
        try:
            table = _unpacked(b64decode(data, validate=True))
        except (binascii.Error, zlib.error) as error:
            raise PaigowError(
                "the table of house way {name} cannot be read: {error}", name=repr(name), error=error
            ) from None
        if kind != "table" or not name:
            raise PaigowError("write a house way with a table as table:NAME:DATA")
        return cls.of(name, "a table", table)

    @property
    def text(self) -> str:
        """Return the whole house way as text that can be used in place of a house way's name."""
        return f"{PREFIX}{self.name}:{b64encode(self.packed).decode()}"

    @property
    def table(self) -> bytes:
        return _unpacked(self.packed)

    def decide(self, cards: Sequence[Card], wheel: Wheel = Wheel.SECOND) -> tuple[HandView, int, Rule]:
        """Return the table's rule and low hand for seven cards."""
        view = HandView(cards, wheel)
        low = LOW_KEYS[self.table[type_number(cards)]]
        if view.best.get(low, -1) < low:
            held = " ".join(map(str, cards))
            raise PaigowError(
                "the table of house way {name} has no legal low hand for {held}", name=repr(self.name), held=held
            )
        return view, low, next(rule for rule in RULES if rule.holding is view.holding)


def table_in(solution: bytes) -> bytes:
    """Return the table in the bytes of a solution file, a NumPy archive that is read without NumPy."""
    try:
        with zipfile.ZipFile(io.BytesIO(solution)) as archive, archive.open("table.npy") as file:
            array = file.read(MOST_UNPACKED)
    except (zipfile.BadZipFile, KeyError, EOFError, zlib.error, NotImplementedError, RuntimeError) as error:
        raise PaigowError("this is not a solution of pai gow poker: {error}", error=error) from None
    return array[-TYPES:]
