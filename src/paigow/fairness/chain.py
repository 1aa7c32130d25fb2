"""The server's seeds for many rounds, fixed in advance by a hash chain whose tip is published before its first round.

The seed of a round hashes to the seed of the round before it, and the first one to the tip. Chains are built from the
end, by anyone who knows the secret, and revealed from the front, so a published tip leaves no seed to choose and no
round to skip. The round's number is part of every link, so a seed fits only its own round.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from paigow.fairness.encoding import LARGEST_ROUND, FairnessError, blob, label, natural, text, u32, u64, visible

CHAIN_LENGTH = 1000
"""The number of rounds that one chain covers; then the next chain is published."""
MAX_CHAIN_LENGTH = 100_000
"""Upper bound for a chain, so that checking one seed against its tip stays cheap."""
SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Chain:
    """The published part of a chain: its table, its rounds and its tip."""

    table: str
    first: int
    length: int
    tip: bytes

    def __post_init__(self) -> None:
        visible(self.table, "the table id")
        natural(self.length, 1, MAX_CHAIN_LENGTH, "the length of a chain")
        natural(self.first, 1, LARGEST_ROUND - self.length, "the first round of a chain")
        _require_seed(self.tip, "the tip of a chain")

    @property
    def last(self) -> int:
        """Return the last round that the chain covers."""
        return self.first + self.length - 1

    def holds(self, round_number: int, server_seed: bytes) -> bool:
        """Return whether the seed is the one that the tip fixed for the round."""
        if not self.first <= round_number <= self.last:
            return False
        for number in range(round_number, self.first - 1, -1):
            server_seed = link(self.table, number, server_seed)
        return server_seed == self.tip

    def message(self) -> bytes:
        """Return everything that is published, in canonical form."""
        return label(2, "chain") + text(self.table) + u64(self.first) + u32(self.length) + blob(self.tip)

    def signed_text(self) -> str:
        """Return the text that the house signs."""
        return f"paigow/v1/seed-chain {self.message().hex()}"


def link(table: str, round_number: int, server_seed: bytes) -> bytes:
    """Return the hash of a round's seed: the seed of the round before, or the tip."""
    message = label(2, "link") + text(table) + u64(round_number) + blob(_require_seed(server_seed, "the server seed"))
    return hashlib.sha256(message).digest()


def chain_of(table: str, first: int, secret: bytes, length: int = CHAIN_LENGTH) -> Chain:
    """Return the chain whose last seed is the secret."""
    return Chain(table, first, length, link(table, first, chain_seed(table, first, first + length - 1, secret)))


def chain_seed(table: str, round_number: int, last: int, secret: bytes) -> bytes:
    """Return the seed of one round of the chain whose secret is the seed of round `last`."""
    seed = _require_seed(secret, "the secret of a chain")
    for number in range(last, round_number, -1):
        seed = link(table, number, seed)
    return seed


def chain_seeds(table: str, first: int, secret: bytes, length: int = CHAIN_LENGTH) -> tuple[bytes, ...]:
    """Return the seeds of all rounds of a chain, in order."""
    seeds = [_require_seed(secret, "the secret of a chain")]
    for number in range(first + length - 1, first, -1):
        seeds.append(link(table, number, seeds[-1]))
    return tuple(reversed(seeds))


class Trail:
    """The seeds of a chain for somebody who needs them one after the other, first round first.

    A chain can only be computed from its end. Keeping every 32nd seed makes a seed cost at most 31 hashes instead of
    as many as there are rounds left.
    """

    EVERY = 32

    def __init__(self, table: str, first: int, last: int, secret: bytes) -> None:
        self._table = table
        self._first, self._last = first, last
        self._kept = {last: secret}
        seed = _require_seed(secret, "the secret of a chain")
        for number in range(last, first, -1):
            seed = link(table, number, seed)
            if (number - 1) % self.EVERY == 0:
                self._kept[number - 1] = seed

    def seed(self, round_number: int) -> bytes:
        """Return the seed of one round of the chain."""
        natural(round_number, self._first, self._last, "a round of the chain")
        after = min(-(-round_number // self.EVERY) * self.EVERY, self._last)
        return chain_seed(self._table, round_number, after, self._kept[after])


@lru_cache(maxsize=256)  # given once, and left out of every stream of its round
def derived_seed(commitment: str, place: int) -> str:
    """Return the seed of a seat without a person: it is derived from the commitment, so nobody chooses it.

    It makes no deal harder for the house to predict; it only keeps bots from being used to influence one.
    """
    return hashlib.sha256(_of_bots(commitment) + u32(place)).hexdigest()[:32]


@lru_cache(maxsize=4)  # one round has one commitment and a seed for every bot
def _of_bots(commitment: str) -> bytes:
    return label(2, "bot") + text(visible(commitment, "the commitment"))


def _require_seed(seed: bytes, what: str) -> bytes:
    if len(seed) != SEED_BYTES:
        raise FairnessError(f"{what} has {len(seed)} bytes; it must have {SEED_BYTES}")
    return seed
