"""Records that were made before there was a chain of seeds verify as they did, byte for byte."""

from pathlib import Path

import pytest

from paigow.record import RecordError, verify

OLD = Path(__file__).parent / "protocol_1"
HASHES = {
    "dealer-open": "adca09a1395d33795f1221feba1952d29ec48b6664f3e5e373a80f0b35445f6b",
    "maryland-poker": "1f435764fb5b01f83bb067ca06e190135c286f1281361f9d2a0c42eca28268aa",
    "maryland-tiles": "fe4c3b778010010a285c4409391d601f246403eab968eb6964de4b87efcd6b02",
    "new-zealand": "b887ee615fde344431c5999dd5681101ec7de08e92ba952fe045cdd0d7a85af2",
}


def lines(standard: str) -> list[str]:
    return (OLD / f"{standard}.toml").read_text(encoding="utf-8").splitlines(keepends=True)


@pytest.mark.parametrize("standard", HASHES)
def test_an_old_record_holds(standard: str) -> None:
    found = verify(lines(standard))
    assert (found.rounds, found.hash, found.chains) == (4, HASHES[standard], ())
    assert found.seeds.protocols == {1: 4}


def test_an_old_round_does_not_pass_for_a_new_one() -> None:
    old = lines("maryland-tiles")
    number = next(place for place, line in enumerate(old) if line.startswith("number = 1"))
    with pytest.raises(RecordError, match="the seed revealed on line"):
        verify([*old[: number + 1], "protocol = 2\n", *old[number + 1 :]])
