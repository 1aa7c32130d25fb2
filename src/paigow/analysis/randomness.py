"""Random numbers inside kernels: a stream for every (seed, chunk), and unbiased shuffling.

The generator is xoshiro256++ (Blackman and Vigna), its state filled by SplitMix64. Four positions of a shuffle are
drawn from one 32-bit number by repeated multiplication, and the number is rejected if it would favour a position (the
batched method of Brackett-Rozinsky and Lemire).
"""

import numpy as np

from paigow.analysis.kernel import U64, Int, kernel

_LOW32 = np.uint64(0xFFFFFFFF)


@kernel
def seeded(seed: int, chunk: int) -> U64:
    """Return the initial state of a chunk's stream: four words, whether half a number is left over, and that half."""
    state = np.zeros(6, dtype=np.uint64)
    word = np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(chunk) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(4):
        word += np.uint64(0x9E3779B97F4A7C15)
        mixed = word
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[i] = mixed ^ (mixed >> np.uint64(31))
    return state


@kernel
def next64(state: U64) -> Int:
    """Return 64 random bits."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    total = a + d
    result = ((total << np.uint64(23)) | (total >> np.uint64(41))) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << np.uint64(45)) | (d >> np.uint64(19))
    state[0], state[1], state[2], state[3] = a, b, c, d
    return result


@kernel
def next32(state: U64) -> Int:
    """Return 32 random bits: the two halves of a number, one after the other."""
    if state[4] == np.uint64(1):
        state[4] = np.uint64(0)
        return state[5]
    word = next64(state)
    state[4] = np.uint64(1)
    state[5] = word & _LOW32
    return word >> np.uint64(32)


@kernel
def shuffle(deck: U64, draws: int, state: U64) -> None:
    """Move ``draws`` random elements, in random order, to the front; ``draws`` is rounded up to a multiple of four."""
    one = np.uint64(1)
    two = np.uint64(2)
    three = np.uint64(3)
    half = np.uint64(32)
    end = np.uint64(draws)
    first = np.uint64(0)
    while first < end:
        size = np.uint64(len(deck)) - first
        while True:
            word = next32(state) * size
            a = word >> half
            word = (word & _LOW32) * (size - one)
            b = word >> half
            word = (word & _LOW32) * (size - two)
            c = word >> half
            word = (word & _LOW32) * (size - three)
            d = word >> half
            left = word & _LOW32
            product = size * (size - one) * (size - two) * (size - three)
            if left >= product or left >= np.uint64(1 << 32) % product:
                break
        _swap(deck, first, first + a)
        _swap(deck, first + one, first + one + b)
        _swap(deck, first + two, first + two + c)
        _swap(deck, first + three, first + three + d)
        first += np.uint64(4)


@kernel
def _swap(deck: U64, here: Int, there: Int) -> None:
    kept = deck[there]
    deck[there] = deck[here]
    deck[here] = kept
