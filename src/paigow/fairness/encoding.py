"""The encoding of values as bytes before hashing: every field is prefixed with its length, so no two inputs collide."""

import re
from enum import StrEnum
from functools import cache

from paigow.errors import PaigowError

PROTOCOLS = (1, 2, 3)
"""Versions of the algorithm. The version is part of everything hashed; changing a single byte requires a new one. Under
version 1 each round's seed is drawn separately and seats keep their seeds. Under version 2 the server's seeds come from
a published chain, and every player adds a fresh seed after the commitment. Version 3 ignores the seeds of bots."""

LARGEST_ROUND = 2**53 - 1
"""The largest integer that every language can hold exactly."""

_VISIBLE = re.compile(r"[!-~]{1,64}")


class FairnessError(PaigowError, ValueError):
    """Raised for an input for which the algorithm is not defined."""


class Use(StrEnum):
    """The purpose of a stream. Each use, and each repetition of it, has its own stream."""

    SHUFFLE = "shuffle"
    """The order of the cards or tiles (MDT-4.E, MDP-5.A, NZ-9.1)."""
    RESHUFFLE = "reshuffle"
    """Another mix in the same round, for example after an exposed tile (MDT-4.F, NZ-12.2)."""
    LAJA = "laja"
    """The extra mix of NZ-9.2 and NZ-12.1."""
    DICE = "dice"
    """The roll that decides where the deal starts; a repetition follows a "no roll"."""
    NUMBER = "number"
    """The random number that replaces the shaker."""
    DEAL = "deal"
    """The order that is dealt under version 2, drawn when the last seed has arrived."""
    BOX_REMOVAL = "box-removal"
    """The shake that takes a box out of play (NZ-12.10)."""


def visible(text: str, what: str, *fields: object) -> str:
    """Refuse text that could be read or encoded in two ways.

    Only 1 to 64 visible ASCII characters are allowed, without spaces. The fields belong into the braces of `what`.
    """
    if not _VISIBLE.fullmatch(text):
        named = what.format(*fields)
        raise FairnessError(f"{named} is {text!r}; it must be 1 to 64 visible ASCII characters without spaces")
    return text


def natural(number: int, least: int, most: int, what: str) -> int:
    if type(number) is not int or not least <= number <= most:
        raise FairnessError(f"{what} is {number!r}; it must be a whole number from {least} to {most}")
    return number


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def blob(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


@cache
def label(protocol: int, purpose: str) -> bytes:
    """Return the prefix of everything hashed: the version of the algorithm and the purpose of the hash."""
    if protocol not in PROTOCOLS:
        raise FairnessError(f"there is no version {protocol!r} of the algorithm; there are {PROTOCOLS}")
    return text(f"paigow/{protocol}/{purpose}")


def text(data: str) -> bytes:
    return len(data).to_bytes(4, "big") + data.encode("ascii")
