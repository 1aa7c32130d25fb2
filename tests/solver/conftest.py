"""The solution of tiles, worked out once for all tests of this folder, whichever process runs them."""

import pickle
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

from paigow.solver import Solution, solve


@pytest.fixture(scope="session")
def solution(shared_folder: Path) -> Solution:
    kept = shared_folder / "solution.pickle"
    with (shared_folder / "solution.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(solve("maryland-tiles")))
    found = pickle.loads(kept.read_bytes())
    assert isinstance(found, Solution)
    return found
