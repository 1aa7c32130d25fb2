"""Test vectors for other implementations: `python -m paigow.fairness.vectors` prints them as JSON."""

import json
import sys
from itertools import islice
from typing import Any

from paigow.fairness.chain import chain_of, chain_seed, derived_seed
from paigow.fairness.draws import redraw
from paigow.fairness.encoding import LARGEST_ROUND, PROTOCOLS, Use
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
DEALS = ((Use.DEAL, 0, 32), (Use.DEAL, 0, 53))

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

CHAIN = chain_of("t2", 5, bytes(range(100, 132)), 10)
CHAINED = chain_seed("t2", 8, CHAIN.last, bytes(range(100, 132)))
COMMITTED = {protocol: commit("t2", 8, CHAINED, bytes([0x44] * 32), protocol=protocol) for protocol in PROTOCOLS[1:]}
CHAINED_ROUNDS = tuple(
    RoundSeeds("t2", 8, CHAINED, seats, made.digest, protocol)
    for protocol, made in COMMITTED.items()
    for seats in (
        (),
        ((2, "0123456789abcdef0123456789abcdef"), (3, derived_seed(str(made), 3)), (1000, "standing")),
    )
)


def vectors() -> list[dict[str, Any]]:
    """Return each round's inputs, every intermediate value in hexadecimal, and its draws."""
    chained = [_vector(seeds, COMMITTED[seeds.protocol].submission, b"") | _chained(seeds) for seeds in CHAINED_ROUNDS]
    return [*(_vector(*case) for case in ROUNDS), *chained]


def _chained(seeds: RoundSeeds) -> dict[str, Any]:
    data = {"table": CHAIN.table, "first": CHAIN.first, "length": CHAIN.length, "tip": CHAIN.tip.hex()}
    made = seeds.commitment.hex()
    derived = [{"place": place, "seed": derived_seed(made, place)} for place in (0, 1, 2**32 - 1)]
    return {"protocol": seeds.protocol, "chain": data, "chain_message": CHAIN.message().hex(), "derived": derived}


def _vector(seeds: RoundSeeds, submission: bytes, roster: bytes) -> dict[str, Any]:
    named = (seeds.table, seeds.round_number, seeds.server_seed, submission, roster, seeds.protocol)
    uses = [use for use in Use if use is not Use.DEAL or seeds.protocol > 1]
    sizes = (*DRAWS, *DEALS) if seeds.protocol > 1 else DRAWS
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
        "streams": [
            {"use": use, "repetition": 0, "bytes": bytes(islice(stream(seeds, use), 80)).hex()} for use in uses
        ],
        "numbers": numbers,
        "draws": [
            {"use": use, "repetition": repetition, "size": size, "values": redraw(seeds, use, repetition, size).values}
            for use, repetition, size in sizes
        ],
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(vectors(), indent=1) + "\n")
