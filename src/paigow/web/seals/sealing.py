"""Encryption of data that must not be read from the database before its time.

Unrevealed seeds, hidden pieces and snapshots are encrypted (GLI-19 4.4.4). This module also makes the signatures of
checkpoints, the codes of table heads, and the marks that stand for hidden values in hashes. The keys are in the data
directory, not in the database. A house may have had other keys before (`audit.rekey`): new values are sealed and signed
with the first key, and existing ones are opened with the key that fits. Another cipher would simply be one more to try.
"""

import hashlib
import hmac
import json
import os
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache, partial
from json.encoder import encode_basestring as _quoted
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from paigow.errors import PaigowError
from paigow.web.serving.environment import kept_secrets

_NONCE = 12
_BLOCK = 512  # block size in bytes: the length of a sealed value reveals only the number of blocks
_MASTER = re.compile(r"[0-9a-fA-F]{64}")


class SealBroken(PaigowError):
    """Raised for a sealed value that was altered, moved, or sealed with another key."""


def _masters() -> Iterator[bytes]:
    """Yield the master keys of 256 bits each; a truncated key or another secret is refused (NIST SP 800-57, 5.6.1)."""
    for number, text in enumerate(kept_secrets("sealing-key"), 1):
        if not _MASTER.fullmatch(text):
            raise PaigowError(f"a sealing-key is 64 hexadecimal digits; number {number} of those that are given is not")
        yield bytes.fromhex(text)


def _derived(purpose: bytes) -> tuple[bytes, ...]:
    """Return the key for this purpose, followed by earlier ones."""
    masters = _masters()
    info = b"paigow/v1/" + purpose
    return tuple(HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=info).derive(each) for each in masters)


@cache
def _ciphers() -> tuple[AESGCM, ...]:
    return tuple(map(AESGCM, _derived(b"seal")))


_COMPACT = json.JSONEncoder(separators=(",", ":")).encode


def seal(data: Any, place: str) -> bytes:
    """Encrypt a JSON value.

    `place` says where it belongs; it cannot be opened anywhere else. Padding hides its length, which would distinguish
    hands.
    """
    return seal_text(_COMPACT(data), place)


def seal_text(text: str, place: str) -> bytes:
    """Encrypt a JSON value that is already written."""
    nonce, plain = os.urandom(_NONCE), text.encode()
    return nonce + _ciphers()[0].encrypt(nonce, plain.ljust(-len(plain) // _BLOCK * -_BLOCK), place.encode())


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
    """Return the keys with which anyone can check the checkpoints without a secret."""
    form = serialization.Encoding.Raw, serialization.PublicFormat.Raw
    return tuple(signer.public_key().public_bytes(*form).hex() for signer in _signers())


def public_key() -> str:
    """Return the key for new signatures."""
    return public_keys()[0]


def forget_keys() -> None:
    """Reload the keys, because there is a new one."""
    for known in (_ciphers, _signers, public_keys, _codes, _markers):
        known.cache_clear()


@cache
def _codes() -> tuple[bytes, ...]:
    return _derived(b"head")


def code(message: str) -> str:
    """Return a message authentication code: only the house can make or check it. It costs far less than a signature."""
    return hmac.digest(_codes()[0], message.encode(), "sha256").hex()


def is_code(message: str, given: str) -> bool:
    """Return whether the code is valid, also with one of the house's earlier keys."""
    raw, given_bytes = message.encode(), given.encode()
    return any(hmac.compare_digest(hmac.digest(key, raw, "sha256").hex().encode(), given_bytes) for key in _codes())


@cache
def _markers() -> tuple[bytes, ...]:
    return _derived(b"mark")


def mark(data: bytes, place: str) -> str:
    """Return a keyed digest that stands for a hidden value in a hash or column.

    A plain hash would reveal it to anyone who tries the few possible hands; this one requires the key, and differs from
    place to place even for equal values.
    """
    return _mark(_markers()[0], data, place)


def marks(data: bytes, place: str) -> tuple[str, ...]:
    """Return the marks of a value under every key the house has had."""
    return tuple(marker(data, place) for marker in markers())


Marker = Callable[[bytes, str], str]


def markers() -> tuple[Marker, ...]:
    """Return functions that mark values, one for every key the house has had, the current one first."""
    return tuple(partial(_mark, key) for key in _markers())


def _mark(key: bytes, data: bytes, place: str) -> str:
    return hmac.digest(key, f"{len(place)} {place} ".encode() + data, "sha256").hex()


def sign(message: str) -> str:
    return _signers()[0].sign(message.encode()).hex()


def is_signed(message: str, signature: str, key: str) -> bool:
    """Return whether the signature is valid for that key or, if it is the house's, for one of its earlier keys."""
    keys = public_keys() if key == public_key() else (key,)
    return any(_is_signed(message, signature, each) for each in keys)


def _is_signed(message: str, signature: str, key: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


canonical_text = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(data: Any) -> bytes:
    """Return the canonical form of a value."""
    return canonical_text(data).encode()


def fingerprint(data: Any) -> str:
    return hash_text(canonical_text(data))


def hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def genesis(slug: str, submission_hash: str) -> str:
    """Return the value to which the first event is chained: the table and its rules."""
    return fingerprint({"table": slug, "submission": submission_hash})


def link(before: str, number: int, origin: dict[str, Any], event: dict[str, Any]) -> str:
    """Return the next hash. `origin` says who requested what, under which key, and when."""
    return fingerprint({"before": before, "number": number, "origin": origin, "event": event})


def origin(actor: str, person: str, key: str, at: datetime, command: dict[str, Any]) -> dict[str, Any]:
    return {"actor": actor, "person": person, "key": key, "at": at.isoformat(), "command": command}


def origin_text(actor: str, person: str, key: str, at: datetime, command: str) -> str:
    """Return the canonical text of an `origin`, given that of its command."""
    return (
        f'{{"actor":{_quoted(actor)},"at":"{at.isoformat()}","command":{command},'
        f'"key":{_quoted(key)},"person":{_quoted(person)}}}'
    )


def link_text(before: str, number: int, origin: str, event: str) -> str:
    """Return the same hash as `link`, given the canonical texts of the origin and the event."""
    return hash_text(f'{{"before":"{before}","event":{event},"number":{number},"origin":{origin}}}')


def marked(mark: str) -> str:
    """Return the canonical text that stands for a hidden value with this mark."""
    return f'{{"mark":"{mark}"}}'


def head_code(slug: str, sequence: int, head: str) -> str:
    """Return the code of a table's current position, which only the house can compute.

    So nobody can cut off the end of a log unnoticed between two checkpoints. The code moves with the head. An invalid
    one is never repaired: playing on must not heal a truncated log.
    """
    return code(_head_message(slug, sequence, head))


def is_head_code(given: str, slug: str, sequence: int, head: str) -> bool:
    """Return whether the code is valid for the table at that position."""
    return is_code(_head_message(slug, sequence, head), given)


def _head_message(slug: str, sequence: int, head: str) -> str:
    return f"paigow/v1/head {slug} {sequence} {head}"


def checkpoint_message(slug: str, sequence: int, head: str) -> str:
    return f"paigow/v1/checkpoint {slug} {sequence} {head}"


# The places of sealed values and marks; `duplicates` has its own.


def factor_place(person: int) -> str:
    return f"second-factor/{person}"


def event_place(slug: str, number: int) -> str:
    return f"{slug}/event/{number}"


def command_place(slug: str, first: int) -> str:
    return f"{slug}/command/{first}"


def seed_place(slug: str, number: int) -> str:
    return f"{slug}/seed/{number}"


def chain_place(slug: str, first: int) -> str:
    return f"{slug}/chain/{first}"


def before_place(slug: str, number: int, software: str, form: int) -> str:
    """Return the sealing location.

    It includes the version that played the round and the format it wrote, so that neither can be changed later. The
    first format predates the second.
    """
    place = f"{slug}/before/{number}/{software}"
    return place if form == 1 else f"{place}/{form}"


def snapshot_place(slug: str, sequence: int) -> str:
    return f"{slug}/snapshot/{sequence}"


def asked_place(slug: str, key: str) -> str:
    return f"{slug}/asked/{key}"
