"""Test vectors for other implementations: `python -m paigow.fairness.vectors` prints them as JSON."""

import json
import sys
from itertools import islice
from typing import Any

from paigow.fairness.draws import redraw
from paigow.fairness.encoding import LARGEST_ROUND, Use
from paigow.fairness.seeds import RoundSeeds, commit, commitment_message
from paigow.fairness.stream import below, stream

BOUNDS = (1, 2, 3, 6, 7, 8, 32, 53, 255, 256, 257, 1000, 65536, 65537, 16777217, 2**31)
DRAWS = (
    (Use.SHUFFLE, 0, 32),
    (Use.SHUFFLE, 0, 53),
    (Use.RESHUFFLE, 1, 32),
    (Use.LAJA, 0, 32),
    (Use.LAJA, 1, 32),
    (Use.DICE, 0, 3),
    (Use.DICE, 1, 3),
    (Use.NUMBER, 0, 7),
    (Use.NUMBER, 0, 8),
    (Use.BOX_REMOVAL, 0, 3),
)

ROUNDS = (
    (RoundSeeds("t1", 1, bytes(range(32)), ((1, "alpha"),)), b"", b""),
    (
        RoundSeeds(
            "maryland-tiles/7", 2_000_000_001, bytes([0xA5] * 32), tuple((seat, f"{seat:032x}") for seat in range(1, 7))
        ),
        bytes([0x11] * 32),
        bytes([0x22] * 32),
    ),
    (
        RoundSeeds("~" * 64, LARGEST_ROUND, bytes([0xFF] * 32), ((0, "!"), (2**32 - 1, "\"#$%&'()*+,-./:;<=>?@" * 3))),
        b"",
        bytes([0x33] * 32),
    ),
)


def vectors() -> list[dict[str, Any]]:
    """Each round's inputs, every intermediate value as hexadecimal, and its draws."""
    return [_vector(*case) for case in ROUNDS]


def _vector(seeds: RoundSeeds, submission: bytes, roster: bytes) -> dict[str, Any]:
    named = (seeds.table, seeds.round_number, seeds.server_seed, submission, roster)
    numbers = []
    for repetition, bound in enumerate(BOUNDS):
        source = stream(seeds, Use.NUMBER, repetition)
        numbers.append({"repetition": repetition, "bound": bound, "values": [below(source, bound) for _ in range(4)]})
    return {
        "table": seeds.table,
        "round": seeds.round_number,
        "server_seed": seeds.server_seed.hex(),
        "submission": submission.hex(),
        "roster": roster.hex(),
        "seat_seeds": [list(seat) for seat in seeds.seat_seeds],
        "commitment_message": commitment_message(*named).hex(),
        "commitment": str(commit(*named)),
        "context": seeds.context().hex(),
        "streams": [{"use": use, "repetition": 0, "bytes": bytes(islice(stream(seeds, use), 80)).hex()} for use in Use],
        "numbers": numbers,
        "draws": [
            {"use": use, "repetition": repetition, "size": size, "values": redraw(seeds, use, repetition, size).values}
            for use, repetition, size in DRAWS
        ],
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(vectors(), indent=1) + "\n")
