"""`paigow deal`, `paigow replay` and `paigow verify`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from paigow.fairness import Chain, chain_of
from paigow.rules import STANDARDS

Run = Callable[..., Any]


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_table_is_dealt_recorded_verified_and_told(run: Run, tmp_path: Path, standard: str) -> None:
    path = tmp_path / "out.toml"
    arguments = ("deal", standard, "--seats", "5", "--rounds", "8", "--seed", "S", "--record", str(path), "--json")
    dealt = run(*arguments)
    assert dealt.status == 0
    answer = json.loads(dealt.out)
    assert (answer["rounds"], answer["total"], len(answer["players"])) == (8, 0, 5)
    verified = run("verify", str(path), "--hash", answer["hash"], "--json")
    assert verified.status == 0
    found = json.loads(verified.out)
    assert (found["holds"], found["rounds"], found["hash"]) == (True, 8, answer["hash"])
    told = run("replay", str(path))
    assert told.status == 0
    assert told.out.count("\nRound ") == 8
    again = json.loads(run(*arguments).out)
    assert again == answer


def test_the_summary_in_words(run: Run) -> None:
    out = run("deal", "maryland-tiles", "--rounds", "20", "--seed", "words").out
    assert "rounds" in out
    assert "20 of maryland-tiles" in out
    assert "co-bank" in out
    assert "pair-fortunes" in out
    assert "all accounts" in out
    assert "$0.00, as it must be" in out


def test_one_round_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.toml"
    run("deal", "dealer-open", "--rounds", "3", "--record", str(path))
    out = run("replay", str(path), "--round", "2").out
    assert "Round 2" in out
    assert "Round 1" not in out
    assert "Round 3" not in out
    missing = run("replay", str(path), "--round", "9")
    assert (missing.status, missing.err) == (2, f"paigow: {path} has rounds 1 to 3; there is no round 9\n")


def test_a_forged_record_is_one_line_and_status_2(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.toml"
    run("deal", "dealer-open", "--rounds", "2", "--record", str(path))
    path.write_text(path.read_text().replace('result = "push"', 'result = "win"', 1))
    for command in ("verify", "replay"):
        ran = run(command, str(path))
        assert ran.status == 2
        assert ran.err.startswith("paigow: line ")
        assert ran.err.count("\n") == 1


def test_every_seat_is_taken_unless_a_number_is_given(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text('standard = "maryland-poker"\n[table]\nseats = 4\n')
    everyone = json.loads(run("deal", str(path), "--rounds", "1", "--json").out)
    assert len(everyone["players"]) == 4
    two = json.loads(run("deal", str(path), "--rounds", "1", "--seats", "2", "--json").out)
    assert len(two["players"]) == 2


def test_another_hash_than_the_published_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.toml"
    run("deal", "dealer-open", "--rounds", "1", "--record", str(path))
    ran = run("verify", str(path), "--hash", "0" * 64)
    assert ran.status == 2
    assert "is consistent, but its last hash is" in ran.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("deal", "nevada"), "nevada"),
        (("deal", "dealer-open", "--seats", "7"), "this table has 1 to 6 seats, not 7"),
        (("deal", "dealer-open", "--rounds", "0"), "rounds"),
        (("deal", "dealer-open", "--seed", "two words"), "practice seed"),
        (("deal", "dealer-open", "--record", "/nowhere/at/all.toml"), "cannot be written"),
        (("verify", "/nowhere/at/all.toml"), "cannot be read"),
        (("replay", "/nowhere/at/all.toml"), "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    assert reason in ran.err
    assert ran.err.count("\n") == 1


@pytest.fixture
def dealt(run: Run, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A record, and what `paigow verify` says of its chain."""
    path = tmp_path / "out.toml"
    run("deal", "dealer-open", "--rounds", "2", "--record", str(path))
    (chain,) = json.loads(run("verify", str(path), "--json").out)["chains"]
    return path, chain


def test_the_tip_that_was_published(run: Run, dealt: tuple[Path, dict[str, Any]]) -> None:
    path, chain = dealt
    assert run("verify", str(path), "--tip", chain["tip"]).status == 0
    other = chain_of("table-1", 1, bytes(32)).tip.hex()
    ran = run("verify", str(path), "--tip", other)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"paigow: {path} is consistent, but its seeds come from no chain with the tip {other}\n"


def test_a_house_that_makes_up_another_chain_does_not_have_the_tip(run: Run, tmp_path: Path) -> None:
    """The same table, rules and players; only the seed behind the chain is another."""
    paths = [tmp_path / f"{seed}.toml" for seed in ("honest", "forged")]
    for path in paths:
        run("deal", "dealer-open", "--rounds", "2", "--seed", path.stem, "--record", str(path))
    honest, forged = (json.loads(run("verify", str(path), "--json").out)["chains"][0]["tip"] for path in paths)
    assert [run("verify", str(path), "--tip", honest).status for path in paths] == [0, 2]
    assert [run("verify", str(path), "--tip", forged).status for path in paths] == [2, 0]


def published(chain: dict[str, Any], signer: Ed25519PrivateKey, /, **changes: Any) -> str:
    """A table's `chains.json`; `changes` were made after it was signed."""
    made = Chain("table-1", chain["first"], chain["length"], bytes.fromhex(chain["tip"]))
    row = {
        "table": "table-1",
        **chain,
        "signature": signer.sign(made.signed_text().encode()).hex(),
        "key": signer.public_key().public_bytes_raw().hex(),
    }
    return json.dumps({"chains": [row | changes]})


def test_the_houses_signature_under_a_chain(run: Run, dealt: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    path, chain = dealt
    key, file = Ed25519PrivateKey.generate(), tmp_path / "chains.json"
    own, other = (each.public_key().public_bytes_raw().hex() for each in (key, Ed25519PrivateKey.generate()))
    file.write_text(published(chain, key))
    for options in ((), ("--key", own)):
        ran = run("verify", str(path), "--chains", str(file), *options)
        assert ran.status == 0
        assert f"tip {chain['tip']}, signed by the house\n" in ran.out
    assert json.loads(run("verify", str(path), "--chains", str(file), "--json").out)["chains_signed"] is True
    wrong = {
        f"is signed with the key {own}, not with {other}": (published(chain, key), "--key", other),
        "the signature of the chain of rounds 1 to 1000 does not hold": (published(chain, key, key=other),),
        f"tip {chain['tip']}, is not among the published ones": (published(chain, key, tip="00" * 32),),
        "these are not the published chains of a table": ("{}",),
        "these are not the published chains of a table: RecursionError": ("[" * 100_000,),
    }
    for reason, (text, *more) in wrong.items():
        file.write_text(text)
        ran = run("verify", str(path), "--chains", str(file), *more)
        assert ran.status == 2
        assert reason in ran.err
    assert "--key goes with --chains" in run("verify", str(path), "--key", own).err


def test_a_house_that_publishes_two_chains_for_a_round_is_found(
    run: Run, dealt: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    """It signed both, and could play by either."""
    path, chain = dealt
    key, file = Ed25519PrivateKey.generate(), tmp_path / "chains.json"
    for first in (1, chain["length"]):
        other = {**chain, "tip": "ab" * 32, "first": first}
        rows = [json.loads(published(each, key))["chains"][0] for each in (chain, other)]
        file.write_text(json.dumps({"chains": rows}))
        ran = run("verify", str(path), "--chains", str(file))
        assert (ran.status, f"two chains are published for round {first}: tips " in ran.err) == (2, True)
    later = json.loads(published({**chain, "first": chain["length"] + 1}, key))["chains"][0]
    file.write_text(json.dumps({"chains": [rows[0], later]}))
    assert run("verify", str(path), "--chains", str(file)).status == 0
