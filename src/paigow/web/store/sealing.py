"""What must not be read from the database before its time is encrypted there: unrevealed seeds, hidden pieces and
snapshots (GLI-19 4.4.4). And the signature under checkpoints. The keys lie in the data directory, not in the database.
"""

import json
import os
from functools import cache
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from paigow.errors import PaigowError
from paigow.web.environment import kept_secret

_NONCE = 12


class SealBroken(PaigowError):
    """Something sealed was altered, moved, or sealed with another key."""


@cache
def _derived(purpose: bytes) -> bytes:
    master = bytes.fromhex(kept_secret("sealing-key"))
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"paigow/v1/" + purpose).derive(master)


@cache
def _cipher() -> AESGCM:
    return AESGCM(_derived(b"seal"))


def seal(data: Any, place: str) -> bytes:
    """Encrypts a JSON value. `place` says where it belongs; it opens nowhere else."""
    nonce = os.urandom(_NONCE)
    return nonce + _cipher().encrypt(nonce, json.dumps(data, separators=(",", ":")).encode(), place.encode())


def unseal(sealed: bytes | memoryview, place: str) -> Any:
    raw = bytes(sealed)
    try:
        return json.loads(_cipher().decrypt(raw[:_NONCE], raw[_NONCE:], place.encode()))
    except InvalidTag:
        raise SealBroken(f"what is sealed at {place} was altered, or sealed with another key") from None


@cache
def _signer() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(_derived(b"sign"))


@cache
def public_key() -> str:
    """Whoever has this can check the checkpoints without any secret."""
    raw = _signer().public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return raw.hex()


def sign(message: str) -> str:
    return _signer().sign(message.encode()).hex()


def is_signed(message: str, signature: str, key: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
