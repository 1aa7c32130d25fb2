"""What must not be read from the database before its time is encrypted there.

Unrevealed seeds, hidden pieces and snapshots (GLI-19 4.4.4). And the signature under checkpoints, the code under the
head of a table, and the marks that stand for hidden values in hashes. The keys lie in the data directory, not in the
database.

A house may have had other keys before (`house.rekey`): what is new is sealed and signed with the first, and what is
there is opened with whichever fits. Another cipher would be one more that is tried.
"""

import hmac
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from paigow.errors import PaigowError
from paigow.web.serving.environment import kept_secrets

_NONCE = 12
_BLOCK = 512  # bytes; the length of what is sealed tells no more than the number of these
_MASTER = re.compile(r"[0-9a-fA-F]{64}")


class SealBroken(PaigowError):
    """Something sealed was altered, moved, or sealed with another key."""


def _masters() -> Iterator[bytes]:
    """256 bits each: one that was cut short, or is another secret, is not made do with (NIST SP 800-57, 5.6.1)."""
    for number, text in enumerate(kept_secrets("sealing-key"), 1):
        if not _MASTER.fullmatch(text):
            raise PaigowError(f"a sealing-key is 64 hexadecimal digits; number {number} of those that are given is not")
        yield bytes.fromhex(text)


def _derived(purpose: bytes) -> tuple[bytes, ...]:
    """Return the key for this purpose, and after it those that were used before."""
    masters = _masters()
    info = b"paigow/v1/" + purpose
    return tuple(HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=info).derive(each) for each in masters)


@cache
def _ciphers() -> tuple[AESGCM, ...]:
    return tuple(map(AESGCM, _derived(b"seal")))


def seal(data: Any, place: str) -> bytes:
    """Encrypt a JSON value.

    `place` says where it belongs; it opens nowhere else. Blanks behind it hide its length, which would tell one hand
    from another.
    """
    nonce = os.urandom(_NONCE)
    text = json.dumps(data, separators=(",", ":")).encode()
    return nonce + _ciphers()[0].encrypt(nonce, text.ljust(-len(text) // _BLOCK * -_BLOCK), place.encode())


def unseal(sealed: bytes | memoryview, place: str) -> Any:
    raw = bytes(sealed)
    for cipher in _ciphers():
        try:
            return json.loads(cipher.decrypt(raw[:_NONCE], raw[_NONCE:], place.encode()))
        except (InvalidTag, ValueError):  # or too short for a nonce
            continue
    raise SealBroken(f"what is sealed at {place} was altered, or sealed with another key")


@cache
def _signers() -> tuple[Ed25519PrivateKey, ...]:
    return tuple(map(Ed25519PrivateKey.from_private_bytes, _derived(b"sign")))


@cache
def public_keys() -> tuple[str, ...]:
    """Whoever has these can check the checkpoints without any secret."""
    form = serialization.Encoding.Raw, serialization.PublicFormat.Raw
    return tuple(signer.public_key().public_bytes(*form).hex() for signer in _signers())


def public_key() -> str:
    """Return the key of what is signed from now on."""
    return public_keys()[0]


def forget_keys() -> None:
    """They are read anew: there is another."""
    for known in (_ciphers, _signers, public_keys, _codes, _markers):
        known.cache_clear()


@cache
def _codes() -> tuple[bytes, ...]:
    return _derived(b"head")


def code(message: str) -> str:
    """Return a message authentication code: only the house can make it, or check it.

    It costs far less than a signature.
    """
    return hmac.digest(_codes()[0], message.encode(), "sha256").hex()


def is_code(message: str, given: str) -> bool:
    """One that was made with a key that the house had before will do."""
    raw, told = message.encode(), given.encode()
    return any(hmac.compare_digest(hmac.digest(key, raw, "sha256").hex().encode(), told) for key in _codes())


@cache
def _markers() -> tuple[bytes, ...]:
    return _derived(b"mark")


def mark(data: bytes, place: str) -> str:
    """Stand for a hidden value in a hash or a column.

    A plain hash would give it away to whoever tries the few hands there are; this one takes the key, and differs from
    place to place even where the values are the same.
    """
    return _mark(_markers()[0], data, place)


def marks(data: bytes, place: str) -> tuple[str, ...]:
    """Return the marks of a value under every key that the house has had."""
    return tuple(_mark(key, data, place) for key in _markers())


def _mark(key: bytes, data: bytes, place: str) -> str:
    return hmac.digest(key, f"{len(place)} {place} ".encode() + data, "sha256").hex()


def sign(message: str) -> str:
    return _signers()[0].sign(message.encode()).hex()


def is_signed(message: str, signature: str, key: str) -> bool:
    """By that key; or by the house, if it is the house's: then one that it had before will do."""
    keys = public_keys() if key == public_key() else (key,)
    return any(_is_signed(message, signature, each) for each in keys)


def _is_signed(message: str, signature: str, key: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
