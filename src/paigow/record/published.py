"""The seed chains published by a table, as listed in its `chains.json`, with the house's signatures."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from paigow.errors import PaigowError
from paigow.fairness import Chain


@dataclass(frozen=True, slots=True)
class PublishedChain:
    chain: Chain
    signature: bytes
    key: bytes

    def is_signed(self) -> bool:
        """Return whether the signature was made with the key."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            key = Ed25519PublicKey.from_public_bytes(self.key)
            key.verify(self.signature, self.chain.signed_text().encode())
        except (InvalidSignature, ValueError):
            return False
        return True


def read_published(text: str) -> tuple[PublishedChain, ...]:
    """Parse the response of `/tables/{table}/chains.json`."""
    try:
        return tuple(
            PublishedChain(
                Chain(row["table"], row["first"], row["length"], bytes.fromhex(row["tip"])),
                bytes.fromhex(row["signature"]),
                bytes.fromhex(row["key"]),
            )
            for row in json.loads(text)["chains"]
        )
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise PaigowError(f"these are not the published chains of a table: {error!r}") from None


def require_signed(chains: Iterable[Chain], published: Iterable[PublishedChain], key: str = "") -> None:
    """Refuse chains that were not published, and signatures that are invalid or were made with another key.

    No round may have two published chains: the house could choose its seed.
    """
    by_chain = {each.chain: each for each in published}
    ordered = sorted(by_chain, key=lambda chain: (chain.table, chain.first))
    for one, other in pairwise(ordered):
        if one.table == other.table and other.first <= one.last:
            raise PaigowError(
                f"two chains are published for round {other.first}: tips {one.tip.hex()} and {other.tip.hex()}"
            )
    for chain in chains:
        rounds = f"the chain of rounds {chain.first} to {chain.last}"
        found = by_chain.get(chain)
        if found is None:
            raise PaigowError(f"{rounds}, tip {chain.tip.hex()}, is not among the published ones")
        if key and found.key.hex() != key:
            raise PaigowError(f"{rounds} is signed with the key {found.key.hex()}, not with {key}")
        if not found.is_signed():
            raise PaigowError(f"the signature of {rounds} does not hold")
