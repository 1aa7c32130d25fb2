"""Multisets of ranks, numbered without gaps by three look-ups in a small table.

A rank occurs at most four times, so ranks count in base five: a card adds 5**i to its part of a key without carries,
and the key of a hand is the sum of its cards' keys. The ranks are split into three parts (2 to 6, 7 to 10, jack to ace
with the joker). A numbering stores the start of the multisets with a given first part and the number of cards left; for
that number of cards, the start of those with a given second part; and the index of the third part among those of its
size. All of it fits in the fastest cache.
"""

import numpy as np

from paigow.analysis.kernel import I32, I64, U8, Int, kernel

FIRST_RANKS, MIDDLE_RANKS, LAST_RANKS = 5, 4, 4
MIDDLE_BITS, LAST_BITS, SUITS_AT = 12, 22, 33
FIRST_SIZE, MIDDLE_SIZE, LAST_SIZE = 2876, 576, 1176
"""Exclusive upper bounds of the three parts of a key with seven cards."""
MIDDLE_FROM = FIRST_SIZE
LAST_FROM = MIDDLE_FROM + 8 * MIDDLE_SIZE
JOKER_PART = 5**LAST_RANKS
"""The last part of a key is at least this if and only if the hand contains the joker."""

RANK_KEYS = np.array(
    [5**i for i in range(FIRST_RANKS)]
    + [5**i << MIDDLE_BITS for i in range(MIDDLE_RANKS)]
    + [5**i << LAST_BITS for i in range(LAST_RANKS + 1)],
    dtype=np.int64,
)
"""The amount that each rank, and finally the joker, adds to the key of a multiset of ranks."""


@kernel
def multiset_number(key: Int, numbering: I32) -> Int:
    """Return the number of the multiset with this key, ignoring anything above the ranks in the key."""
    bits = np.uint64(key)
    head = np.uint64(numbering[bits & np.uint64(0xFFF)])
    room = (head & np.uint64(7)) * np.uint64(MIDDLE_SIZE)
    middle = (bits >> np.uint64(MIDDLE_BITS)) & np.uint64(0x3FF)
    last = (bits >> np.uint64(LAST_BITS)) & np.uint64(0x7FF)
    return (
        np.int64(head >> np.uint64(3))
        + numbering[np.uint64(MIDDLE_FROM) + room + middle]
        + numbering[np.uint64(LAST_FROM) + last]
    )


def _part(ranks: int, joker: bool) -> tuple[I64, U8]:
    """Return the keys and counts of all multisets of at most seven cards of some ranks.

    The joker is the last rank; multisets are ordered by size, then key.
    """
    keys = np.arange(5**ranks * (2 if joker else 1))
    counts = np.stack([keys // 5**i % 5 for i in range(ranks + joker)], axis=1)
    size = counts.sum(axis=1)
    order = np.lexsort((keys, size))
    order = order[size[order] <= 7]
    return keys[order], counts[order].astype(np.uint8)


def number_multisets(exactly_seven: bool) -> tuple[I32, U8]:
    """Enumerate all multisets of seven cards, or of at most seven.

    Return the table and the counts of every multiset in order.
    """
    first_keys, first_counts = _part(FIRST_RANKS, joker=False)
    middle_keys, middle_counts = _part(MIDDLE_RANKS, joker=False)
    last_keys, last_counts = _part(LAST_RANKS, joker=True)
    last_sizes = last_counts.sum(axis=1)
    starts = np.searchsorted(last_sizes, np.arange(9))
    numbering = np.zeros(LAST_FROM + LAST_SIZE, dtype=np.int32)
    numbering[LAST_FROM + last_keys] = np.arange(len(last_keys)) - (starts[last_sizes] if exactly_seven else 0)
    rest: list[U8] = []  # counts of the second and third part together, by the number of cards left for them
    for room in range(8):
        blocks = []
        place = 0
        for key, shape in zip(middle_keys.tolist(), middle_counts, strict=True):
            left = room - int(shape.sum())
            if left < 0:
                continue
            block = last_counts[starts[left] if exactly_seven else 0 : starts[left + 1]]
            numbering[MIDDLE_FROM + room * MIDDLE_SIZE + key] = place
            blocks.append(np.hstack([np.broadcast_to(shape, (len(block), MIDDLE_RANKS)), block]))
            place += len(block)
        rest.append(np.concatenate(blocks))
    counts = []
    place = 0
    for key, shape in zip(first_keys.tolist(), first_counts, strict=True):
        room = 7 - int(shape.sum())
        block = rest[room]
        numbering[key] = place << 3 | room
        counts.append(np.hstack([np.broadcast_to(shape, (len(block), FIRST_RANKS)), block]))
        place += len(block)
    return numbering, np.concatenate(counts)
