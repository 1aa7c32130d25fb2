"""For all tests.

The record of asserted clauses (`paigow rules coverage`), submissions to choose and to refuse, and the site's texts
compiled.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from paigow.errors import SubmissionError
from paigow.rules import Submission, build_submission
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
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the long tests first.

    What takes long begins first, else in random order: the workers are done at about the same time.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


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
