"""The sources of chance: a server seed from the operating system, and a seed from every seat."""

import hashlib
import secrets
from dataclasses import dataclass

from paigow.fairness.chain import derived_seed
from paigow.fairness.encoding import LARGEST_ROUND, FairnessError, blob, label, natural, text, u32, u64, visible

SEED_BYTES = 32


def new_server_seed() -> bytes:
    """Return fresh bytes from the operating system's generator, for a round or a chain.

    This is the only place where chance enters.
    """
    return secrets.token_bytes(SEED_BYTES)


def practice_seed(seed: str, table: str, round_number: int) -> bytes:
    """Return a repeatable server seed for simulations and tests. Anyone who knows `seed` knows every deal."""
    _checked_round(table, round_number)
    practice = label(1, "practice") + text(visible(seed, "the practice seed"))
    return hashlib.sha256(practice + text(table) + u64(round_number)).digest()


def _checked_round(table: str, round_number: int) -> None:
    visible(table, "the table id")
    natural(round_number, 1, LARGEST_ROUND, "the round number")


def _checked_hash(digest: bytes, what: str) -> bytes:
    if len(digest) not in (0, 32):
        raise FairnessError(f"the {what} hash has {len(digest)} bytes; it must have 32, or none when it is left out")
    return digest


@dataclass(frozen=True, slots=True)
class Commitment:
    """The published commitment, which fixes the server seed before betting opens without revealing it.

    `submission` and `roster` are SHA-256 digests that also bind the rules and the seats; empty if left out.
    """

    table: str
    round_number: int
    digest: bytes
    submission: bytes = b""
    roster: bytes = b""
    protocol: int = 1

    def __post_init__(self) -> None:
        _checked_round(self.table, self.round_number)
        _checked_hash(self.submission, "submission")
        _checked_hash(self.roster, "roster")
        if len(self.digest) != 32:
            raise FairnessError(f"the commitment has {len(self.digest)} bytes; it must have 32")

    def __str__(self) -> str:
        return self.digest.hex()


def commitment_message(
    table: str,
    round_number: int,
    server_seed: bytes,
    submission: bytes = b"",
    roster: bytes = b"",
    protocol: int = 1,
) -> bytes:
    """Return the bytes to hash.

    They are the version, the round, the seed and the digests bound to them, each prefixed with its length.
    """
    _checked_round(table, round_number)
    return (
        label(protocol, "commitment")
        + text(table)
        + u64(round_number)
        + blob(_checked_seed(server_seed))
        + blob(_checked_hash(submission, "submission"))
        + blob(_checked_hash(roster, "roster"))
    )


def commit(
    table: str,
    round_number: int,
    server_seed: bytes,
    submission: bytes = b"",
    roster: bytes = b"",
    protocol: int = 1,
) -> Commitment:
    """Fix a seed before betting opens."""
    message = commitment_message(table, round_number, server_seed, submission, roster, protocol)
    return Commitment(table, round_number, hashlib.sha256(message).digest(), submission, roster, protocol)


def _checked_seed(server_seed: bytes) -> bytes:
    if len(server_seed) != SEED_BYTES:
        raise FairnessError(f"the server seed has {len(server_seed)} bytes; it must have {SEED_BYTES}")
    return server_seed


@dataclass(frozen=True, slots=True)
class RoundSeeds:
    """The round, the server seed and the seats' seeds, which determine all chance once betting is closed.

    Under version 1 every seat contributes. Since version 2 (with the `commitment` that the seats' seeds followed) only
    the players contribute; while the seeds are open nobody has contributed yet, and anything drawn then is not dealt.
    Since version 3 the seeds of bots, which follow from the commitment, are listed but not used, so the house cannot
    change a deal by letting a bot play or not. Stakes, players and earlier rounds cannot change a deal either.
    """

    table: str
    round_number: int
    server_seed: bytes
    seat_seeds: tuple[tuple[int, str], ...]
    commitment: bytes = b""
    protocol: int = 0
    """Version of the algorithm; if left out, 2 with a commitment and 1 without."""

    def __post_init__(self) -> None:
        if not self.protocol:
            object.__setattr__(self, "protocol", 2 if self.commitment else 1)
        if (self.protocol > 1) is not bool(self.commitment):
            raise FairnessError(f"version {self.protocol} needs {'a' if self.protocol > 1 else 'no'} commitment here")
        _checked_round(self.table, self.round_number)
        _checked_seed(self.server_seed)
        _checked_hash(self.commitment, "commitment")
        positions = [natural(position, 0, 2**32 - 1, "a position") for position, _ in self.seat_seeds]
        if (not positions and self.protocol == 1) or positions != sorted(set(positions)):
            raise FairnessError(f"seat seeds at positions {positions}; there must be one or more, each once, rising")
        for position, seed in self.seat_seeds:
            visible(seed, "the seed of position {}", position)

    def used(self) -> tuple[tuple[int, str], ...]:
        """Return the seats' seeds that the draws depend on."""
        if self.protocol < 3:
            return self.seat_seeds
        named = self.commitment.hex()
        return tuple([(place, seed) for place, seed in self.seat_seeds if seed != derived_seed(named, place)])

    def context(self) -> bytes:
        """Return the prefix of every block of every stream of this round."""
        used = self.used()
        seats = b"".join([u32(position) + text(seed) for position, seed in used])
        bound = blob(self.commitment) if self.commitment else b""
        named = label(self.protocol, "stream") + text(self.table) + u64(self.round_number) + bound
        return named + u32(len(used)) + seats
