"""The deterministic stream: HMAC-SHA256 in counter mode, and unbiased numbers from its bytes.

Nothing here depends on a stake, a player or a past round. A number below n is taken from the low bits of the next
bytes, as many bits as n - 1 has, and rejected and redrawn if it is n or more: no modulo, no floats, every value equally
likely.
"""

import hmac
from collections.abc import Iterator
from functools import cache
from itertools import chain, count

from paigow.fairness.encoding import Use, natural, text, u32, u64
from paigow.fairness.seeds import RoundSeeds


def stream(seeds: RoundSeeds, use: Use, repetition: int = 0) -> Iterator[int]:
    """Return the bytes for one use of chance in one round, endlessly."""
    natural(repetition, 0, 2**32 - 1, "the repetition")
    return chain.from_iterable(_blocks(seeds.server_seed, seeds.context() + _named(use) + u32(repetition)))


@cache
def _named(use: Use) -> bytes:
    return text(Use(use))


def _blocks(key: bytes, prefix: bytes) -> Iterator[bytes]:
    """Yield blocks of 32 bytes. A whole hash in one call takes less time than copying a keyed one and adding to it."""
    for counter in count():
        yield hmac.digest(key, prefix + u64(counter), "sha256")


def below(source: Iterator[int], n: int) -> int:
    """Return a number from 0 to n - 1."""
    bits = (natural(n, 1, 2**31, "the bound") - 1).bit_length()
    while True:
        word = 0
        for _ in range((bits + 7) // 8):
            word = word << 8 | next(source)
        value = word & (1 << bits) - 1
        if value < n:
            return value


def permutation(source: Iterator[int], n: int) -> tuple[int, ...]:
    """Return an order of 0 to n - 1 by the Fisher-Yates shuffle, from the last position down to the second."""
    order = list(range(natural(n, 1, 256, "the number of pieces")))
    last = n - 1
    while last:
        # below(source, last + 1), inlined because one byte is always enough; bounds down to `half` need as many bits
        mask = (1 << last.bit_length()) - 1
        half = mask >> 1
        for byte in source:
            other = byte & mask
            if other <= last:
                order[last], order[other] = order[other], order[last]
                last -= 1
                if last == half:
                    break
    return tuple(order)
