"""For all tests.

The record of asserted clauses (`paigow rules coverage`), submissions to choose and to refuse, and the site's texts
compiled.
"""

import gc
import os
import pickle
from collections.abc import Callable, Mapping
from fcntl import LOCK_EX, flock
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from paigow import Game
from paigow.errors import SubmissionError
from paigow.rules import Submission, build_submission
from paigow.solver import Solution
from tools.messages import compile_catalogues

pytest_plugins = ("paigow.rules.pytest_plugin", "pytester")

# The same examples in every run, and no example fails for being slow: what fails here is a defect, never the machine.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Other examples in every run: `make exhaustive` looks for what nobody thought of, from a seed that it prints.
settings.register_profile("hunt", settings.get_profile("steady"), derandomize=False, print_blob=True)
settings.load_profile("steady")

Choose = Callable[..., Any]
Refusal = Callable[..., SubmissionError]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every worker start with long tests, so that nobody waits for one of them in the end.

    With `--dist worksteal` each worker first gets an equal, connected part of the list. The modules marked `long` go to
    the beginnings of these parts; everything else stays in random order.
    """
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    rest = [item for item in items if item.get_closest_marker("long") is None]
    slow = [item for item in items if item.get_closest_marker("long") is not None]
    for _, module in groupby(slow, key=lambda item: item.path):
        min(parts, key=len).extend(module)
    total = len(items)
    for number, part in enumerate(parts, start=1):
        room = max(0, total * number // workers - total * (number - 1) // workers - len(part))
        part += rest[:room]
        del rest[:room]
    items[:] = [*chain(*parts), *rest]


def pytest_collection_finish() -> None:
    """Look for garbage less often, and not among 10,000 tests and all modules: each took a twentieth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20)


def pytest_configure(config: pytest.Config) -> None:
    compile_catalogues()


def _data(standard: str, choices: Mapping[str, object]) -> dict[str, Any]:
    """Dotted keys, as in `{"table.seats": 7}`, as the nested tables of a submission file."""
    data: dict[str, Any] = {"standard": standard}
    for key, value in choices.items():
        *tables, name = key.split(".")
        place = data
        for table in tables:
            place = place.setdefault(table, {})
        place[name] = value
    return data


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new folder that all processes of this run share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def solution(shared_folder: Path) -> Solution:
    """Return the solution of tiles, worked out once for all tests, whichever process runs them."""
    kept = shared_folder / "solution.pickle"
    with (shared_folder / "solution.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(Game("maryland-tiles").solve()))
    found = pickle.loads(kept.read_bytes())
    assert isinstance(found, Solution)
    return found


@pytest.fixture(scope="session")
def choose() -> Choose:
    """`choose(standard, {"table.seats": 5})`: the default submission with these choices."""

    def chosen(standard: str, choices: Mapping[str, object] = {}) -> Submission:
        return build_submission(_data(standard, choices))

    return chosen


@pytest.fixture(scope="session")
def refusal() -> Refusal:
    """`refusal(standard, {"table.seats": 7})`: the error with which these choices are refused."""

    def refused(standard: str, choices: Mapping[str, object]) -> SubmissionError:
        with pytest.raises(SubmissionError) as caught:
            build_submission(_data(standard, choices))
        return caught.value

    return refused
