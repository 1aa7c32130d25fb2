"""The published vectors are what the code gives, and a second implementation in another language agrees."""

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from paigow.fairness.chain import Chain, chain_of, chain_seed, derived_seed
from paigow.fairness.draws import redraw
from paigow.fairness.encoding import Use
from paigow.fairness.seeds import RoundSeeds, commit, practice_seed
from paigow.fairness.vectors import vectors
from paigow.poker import DECK
from paigow.tiles import TILE_SET

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "fairness.md"

InNode = Callable[[Sequence[dict[str, Any]]], list[Any]]

# RFC 4231, test cases 1 to 4, 6 and 7: key, message, HMAC-SHA-256.
HMAC_VECTORS = (
    ("0b" * 20, b"Hi There".hex(), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe".hex(),
        b"what do ya want for nothing?".hex(),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    ("aa" * 20, "dd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        bytes(range(1, 26)).hex(),
        "cd" * 50,
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ),
    (
        "aa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First".hex(),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        "aa" * 131,
        (
            b"This is a test using a larger than block-size key and a larger than block-size data. "
            b"The key needs to be hashed before being used by the HMAC algorithm."
        ).hex(),
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
)


def test_the_file_is_what_the_code_gives(published: list[dict[str, Any]]) -> None:
    assert json.loads(json.dumps(vectors())) == published


def test_vectors_by_the_formula_alone(published: list[dict[str, Any]]) -> None:
    """SHA-256 and HMAC straight from the standard library over the published bytes."""
    for vector in published:
        message = bytes.fromhex(vector["commitment_message"])
        assert hashlib.sha256(message).hexdigest() == vector["commitment"]
        for stream in vector["streams"]:
            use = stream["use"].encode()
            head = bytes.fromhex(vector["context"]) + len(use).to_bytes(4, "big") + use + bytes(4)
            key = bytes.fromhex(vector["server_seed"])
            blocks = [hmac.digest(key, head + counter.to_bytes(8, "big"), "sha256") for counter in range(3)]
            assert b"".join(blocks)[:80].hex() == stream["bytes"]


@pytest.mark.parametrize(("key", "message", "digest"), HMAC_VECTORS)
def test_known_answers_of_hmac(key: str, message: str, digest: str) -> None:
    assert hmac.digest(bytes.fromhex(key), bytes.fromhex(message), "sha256").hex() == digest


def test_known_answers_of_hmac_in_javascript(in_node: InNode) -> None:
    answers = in_node([{"hmac_key": key, "hmac_message": message} for key, message, _ in HMAC_VECTORS])
    assert answers == [digest for _, _, digest in HMAC_VECTORS]


def test_javascript_reproduces_the_vectors(in_node: InNode, published: list[dict[str, Any]]) -> None:
    for vector, answer in zip(published, in_node(published), strict=True):
        for key in ("commitment", "context", "streams", "numbers", "draws"):
            assert answer[key] == vector[key], key
        assert answer["derived"] == vector.get("derived", [])


def test_javascript_checks_the_chain_and_what_seats_gave(in_node: InNode) -> None:
    honest, moved, skipped, replaced, none, late, bare = (_chained_round() for _ in range(7))
    moved["chain"]["first"] += 1
    skipped["round"] += 1
    replaced["chain"]["tip"] = "00" * 32
    none["chain"] = None
    late["draws"][0]["early"] = False  # as if the seats' seeds had had a part in the mix
    del bare["draws"][1]  # the mix is no deal
    found = in_node([honest, moved, skipped, replaced, none, late, bare])
    assert found[0]["wrong"] == []
    assert found[0]["seats"] == [
        {"place": 2, "seed": "fresh"},
        {"place": 3, "seed": "derived"},
        {"place": 4, "seed": "missing"},
        {"place": 5, "seed": "reused"},
    ]
    for answer in found[1:5]:
        assert "the revealed seed does not lead to the tip of the published chain" in answer["wrong"]
    for answer in found[5:]:
        assert "what was dealt was drawn before the seats' seeds" in answer["wrong"]


def test_javascript_misses_a_deal_that_the_proof_leaves_out(in_node: InNode) -> None:
    bare, mixed, void = (_chained_round() for _ in range(3))
    bare["draws"] = []
    mixed["draws"], void["draws"] = mixed["draws"][:1], void["draws"][:1]
    void["void"] = "nobody wagers"
    left_out = ["the round is not void, and its deal is missing"]
    assert [answer["wrong"] for answer in in_node([bare, mixed, void])] == [left_out, left_out, []]


def test_javascript_checks_the_signature_under_the_chain(in_node: InNode) -> None:
    honest = _signed(chain_of("t2", 5, bytes(range(32)), 10))
    assert in_node([honest]) == [True]
    stranger = Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex()
    changes = {"table": "t3", "first": 6, "length": 11, "tip": "00" * 32, "key": stranger, "signature": "00" * 64}
    forged = [{**honest, name: value} for name, value in changes.items()]
    cut_short = [{**honest, name: honest[name][:-2]} for name in ("key", "signature")]
    assert in_node([*forged, *cut_short]) == [False] * 8
    unsigned, replaced = _chained_round(), _chained_round()
    del unsigned["chain"]["signature"]
    replaced["chain"]["signature"] = "00" * 64
    for answer in in_node([unsigned, replaced]):
        assert answer["wrong"] == ["the house did not sign the published chain with its key"]


def _signed(chain: Chain) -> dict[str, Any]:
    """What a site publishes of a chain."""
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(50, 82)))
    return {
        "table": chain.table,
        "first": chain.first,
        "length": chain.length,
        "tip": chain.tip.hex(),
        "signature": key.sign(chain.signed_text().encode()).hex(),
        "key": key.public_key().public_bytes_raw().hex(),
    }


def _chained_round() -> dict[str, Any]:
    """Round 8 of a chain from round 5 on: a fresh seed, a bot's, one that is missing and one that was used before."""
    chain, secret = chain_of("t2", 5, bytes(range(32)), 10), bytes(range(32))
    server_seed = chain_seed("t2", 8, chain.last, secret)
    made = commit("t2", 8, server_seed, protocol=2)
    seats = ((2, "fresh-one"), (3, derived_seed(str(made), 3)), (5, "old"))
    early = RoundSeeds("t2", 8, server_seed, (), made.digest)
    all_seeds = RoundSeeds("t2", 8, server_seed, seats, made.digest)
    draws = [(early, Use.SHUFFLE, 32), (all_seeds, Use.DEAL, 32), (all_seeds, Use.DICE, 3)]
    return {
        "protocol": 2,
        "table": "t2",
        "round": 8,
        "server_seed": server_seed.hex(),
        "submission": "",
        "seat_seeds": [list(seat) for seat in all_seeds.seat_seeds],
        "seats": [{"place": 4, "seed": "missing"}, {"place": 5, "seed": "reused"}],
        "commitment": str(made),
        "chain": _signed(chain),
        "streams": [],
        "numbers": [],
        "draws": [
            {
                "use": use.value,
                "repetition": 0,
                "size": size,
                "early": seeds is early,
                "values": list(redraw(seeds, use, 0, size).values),
            }
            for seeds, use, size in draws
        ],
    }


def test_javascript_agrees_on_many_rounds(in_node: InNode) -> None:
    rounds = [_round(number) for number in range(1, 201)]
    for told, answer in zip(rounds, in_node(rounds), strict=True):
        assert answer["wrong"] == []
        assert answer["draws"] == told["draws"]


def test_javascript_names_what_is_forged(in_node: InNode) -> None:
    seed, commitment, values, twice = (_round(7) for _ in range(4))
    seed["server_seed"] = "00" * 32
    commitment["commitment"] = "00" * 32
    values["draws"][0]["values"][:2] = reversed(values["draws"][0]["values"][:2])
    twice["draws"].append(twice["draws"][1])
    answers = [answer["wrong"] for answer in in_node([seed, commitment, values, twice])]
    assert answers[0][0].startswith("the revealed seed gives the commitment ")
    assert answers[0][1].startswith("shuffle 0 of 53 must be ")
    honest = _round(7)["commitment"]
    assert answers[1] == [f"the revealed seed gives the commitment {honest}, but {'00' * 32} was published"]
    assert len(answers[2]) == 1
    assert answers[2][0].startswith("shuffle 0 of 53 must be ")
    assert answers[3] == ["dice 0 was drawn twice"]


def test_javascript_lets_the_house_choose_no_repetition_no_size_and_no_order_of_the_set(in_node: InNode) -> None:
    """Every draw here follows from the seeds: the house picked the one it liked, and the proof must not hold."""

    def drawn(*asked: tuple[str, int, int]) -> dict[str, Any]:
        made = _chained_round()
        seats = tuple((place, seed) for place, seed in made["seat_seeds"])
        given = RoundSeeds("t2", 8, bytes.fromhex(made["server_seed"]), seats, bytes.fromhex(made["commitment"]))
        late = [
            {"use": use, "repetition": repetition, "size": size, "early": False, "values": list(found.values)}
            for use, repetition, size in asked
            for found in [redraw(given, Use(use), repetition, size)]
        ]
        return {**made, "draws": [made["draws"][0], *late]}

    deal = ("deal", 0, 32)
    later, smaller, larger = (drawn(each) for each in (("deal", 5, 32), ("deal", 0, 31), ("deal", 0, 53)))
    twice = drawn(deal, ("deal", 1, 32))
    dice, four, number, laja = (
        drawn(deal, each) for each in (("dice", 2, 3), ("dice", 0, 4), ("number", 0, 7), ("laja", 4, 32))
    )
    failed = drawn(deal)
    failed["draws"].append({"use": "reshuffle", "repetition": 1, "size": 32, "early": False, "values": []})
    hidden = drawn(deal, ("reshuffle", 9, 32))
    hidden["draws"].insert(2, {"use": "reshuffle", "repetition": "x", "size": 32, "early": False, "values": []})
    other, pieces, right = drawn(deal), drawn(deal), drawn(deal)
    tiles = [str(tile) for tile in TILE_SET]
    other["set"] = [tiles[-1], *tiles[1:-1], tiles[0]]
    right["set"] = tiles
    for made, order in ((other, other["set"]), (pieces, tiles[::-1]), (right, tiles)):
        made["draws"][1]["pieces"] = [order[place] for place in made["draws"][1]["values"]]
    cards = [str(card) for card in DECK]
    poker = _round(1)
    poker["draws"][0]["pieces"] = [cards[place] for place in poker["draws"][0]["values"]]
    rounds = [later, twice, smaller, larger, dice, four, number, laja, hidden, other, pieces, right, poker, failed]
    misplaced = "deal 0 lays out other pieces than it drew"
    assert in_node([{"proof": each} for each in rounds]) == [
        ["deal 5 stands where deal 0 is due"],
        ["deal 1 stands where deal 0 is due"],
        ["deal 0 has the size 31; it must be 32"],
        ["deal 0 has the size 53; it must be 32"],
        ["dice 2 stands where dice 0 is due"],
        ["dice 0 has the size 4; it must be 3"],
        ["number 0 has the size 7; it must be 8"],
        ["laja 4 stands where laja 0 is due"],
        ["reshuffle x stands where reshuffle 1 is due", "reshuffle 9 stands where reshuffle x1 is due"],
        ["the set is not in the protocol's order", misplaced],
        [misplaced],
        [],
        [],
        [],
    ]


def test_javascript_does_not_follow_a_chain_for_ever(in_node: InNode) -> None:
    endless = _chained_round()
    endless["round"] = 2**53 - 1
    endless["chain"] |= {"first": 1, "length": 2**53 - 1}
    text = _chained_round()
    text["chain"] |= {"first": "5"}
    for answer in in_node([endless, text]):
        assert "the revealed seed does not lead to the tip of the published chain" in answer["wrong"]


def test_javascript_makes_seat_seeds(in_node: InNode) -> None:
    seeds = [answer["seat_seed"] for answer in in_node([_round(1), _round(2)])]
    assert len(set(seeds)) == 2
    for seed in seeds:
        assert len(bytes.fromhex(seed)) == 16
        RoundSeeds("t", 1, bytes(32), ((1, seed),))


def _round(number: int) -> dict[str, Any]:
    server_seed = practice_seed("javascript", "table-9", number)
    seats = tuple((seat, f"seat{seat}x{number}") for seat in range(1 + number % 7))
    seeds = RoundSeeds("table-9", number, server_seed, seats)
    digest = hashlib.sha256(b"submission").digest() if number % 2 else b""
    draws = [(Use.SHUFFLE, 0, 53 if number % 2 else 32), (Use.DICE, 0, 3), (Use.NUMBER, 0, 8 - number % 2)]
    return {
        "table": seeds.table,
        "round": number,
        "server_seed": server_seed.hex(),
        "submission": digest.hex(),
        "roster": "",
        "seat_seeds": [list(seat) for seat in seeds.seat_seeds],
        "commitment": str(commit(seeds.table, number, server_seed, digest)),
        "streams": [],
        "numbers": [],
        "draws": [
            {
                "use": use.value,
                "repetition": repetition,
                "size": size,
                "values": list(redraw(seeds, use, repetition, size).values),
            }
            for use, repetition, size in draws
        ],
    }


def test_the_worked_example_of_the_reference_page(published: list[dict[str, Any]]) -> None:
    """Every value the page shows is the first vector's."""
    example = PAGE.read_text().split("## Worked example")[1].split("```")[1]
    shown = {}
    for paragraph in example.strip().split("\n\n"):
        title, *lines = paragraph.splitlines()
        shown[title] = " ".join(re.split(" {4,}", line.strip())[0] for line in lines)
    vector = published[0]
    draws = {(draw["use"], draw["repetition"], draw["size"]): draw["values"] for draw in vector["draws"]}
    assert shown.pop("commitment") == vector["commitment"]
    assert shown.pop("commitment message").replace(" ", "") == vector["commitment_message"]
    assert shown.pop("context").replace(" ", "") == vector["context"]
    assert shown.pop("stream(shuffle, 0), first 64 bytes").replace(" ", "") == vector["streams"][0]["bytes"][:128]
    drawn = {
        "shuffle of 32": ("shuffle", 0, 32),
        "shuffle of 53": ("shuffle", 0, 53),
        "dice 0": ("dice", 0, 3),
        "dice 1": ("dice", 1, 3),
        "number up to 7": ("number", 0, 7),
    }
    assert {title: [int(value) for value in text.split()] for title, text in shown.items()} == {
        title: draws[key] for title, key in drawn.items()
    }


def test_the_python_of_the_reference_page_runs() -> None:
    exec(PAGE.read_text().split("```python")[1].split("```")[0], {})
