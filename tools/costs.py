"""Pytest plugin that prints which tests and fixtures cost most processor time, including the processes they start.

`python -m pytest -p tools.costs --costs 50 -n 4 tests/web` prints the first 50 of each. Processor time is about the
same on a busy machine as on an idle one; time on the clock is not, and it includes waiting.
"""

import os
import resource
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

_TICKS = os.sysconf("SC_CLK_TCK")
_FIXTURES = pytest.StashKey[list[tuple[str, float]]]()
_COSTS = "costs"
Seconds = defaultdict[str, float]


def _children(pid: int) -> Iterator[int]:
    tasks = Path(f"/proc/{pid}/task")
    with suppress(OSError):  # it has gone meanwhile, or one of its threads has
        for thread in os.listdir(tasks):
            with suppress(OSError):
                yield from map(int, (tasks / thread / "children").read_text().split())


def _descendants(pid: int) -> float:
    """Return the seconds of processor time of the processes below `pid` that still run, and of those they awaited."""
    spent = 0.0
    for child in _children(pid):
        try:
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        spent += sum(map(int, fields[11:15])) / _TICKS + _descendants(child)
    return spent


def spent() -> float:
    """Return the seconds of processor time of this process and those it started."""
    own = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in own) + _descendants(os.getpid())


def _largest(seconds: Seconds, many: int) -> list[tuple[str, float]]:
    return sorted(seconds.items(), key=lambda each: -each[1])[:many]


@dataclass(eq=False)  # a plugin is looked up by itself
class Costs:
    """Costs by test, by folder and by fixture."""

    shown: int
    tests: Seconds = field(default_factory=lambda: defaultdict(float))
    clock: Seconds = field(default_factory=lambda: defaultdict(float))
    fixtures: Seconds = field(default_factory=lambda: defaultdict(float))
    set_up: Counter[str] = field(default_factory=Counter)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties: dict[str, Any] = dict(report.user_properties)
        if _COSTS not in properties:
            return
        seconds, fixtures = properties[_COSTS]
        self.tests[report.nodeid] += seconds
        self.clock[report.nodeid] += report.duration
        for name, cost in fixtures:
            self.fixtures[name] += cost
            self.set_up[name] += 1

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        write = terminalreporter.write_line
        folders: Seconds = defaultdict(float)
        clock: Seconds = defaultdict(float)
        for test, seconds in self.tests.items():
            folders[folder := "/".join(test.partition("::")[0].split("/")[:-1])] += seconds
            clock[folder] += self.clock[test]
        terminalreporter.section("processor seconds, and seconds on the clock, by folder")
        write(f"{sum(folders.values()):9.1f} {sum(clock.values()):9.1f}  in all")
        for folder, seconds in _largest(folders, len(folders)):
            write(f"{seconds:9.1f} {clock[folder]:9.1f}  {folder}")
        terminalreporter.section("by test")
        for test, seconds in _largest(self.tests, self.shown):
            write(f"{seconds:9.2f} {self.clock[test]:9.2f}  {test}")
        terminalreporter.section("processor seconds to set up fixtures, and how often")
        for name, seconds in _largest(self.fixtures, self.shown):
            write(f"{seconds:9.2f} {self.set_up[name]:9d}  {name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", type=int, default=100, metavar="N", help="print the N most costly tests and fixtures")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Costs(config.getoption("--costs")), "costs")


class _Meter:
    """What was spent since the last reading."""

    def __init__(self) -> None:
        self.last = spent()

    def read(self) -> float:
        """Return it; what a process spent is lost if nobody awaits its end, and then counts as nothing."""
        before, self.last = self.last, spent()
        return max(0.0, self.last - before)


_METER = _Meter()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: pytest.FixtureRequest) -> Generator[None, object, object]:
    before = spent()
    try:
        return (yield)
    finally:
        name = f"{fixturedef.scope} {fixturedef.argname} ({fixturedef.baseid or 'plugin'})"
        request._pyfuncitem.stash.setdefault(_FIXTURES, []).append((name, max(0.0, spent() - before)))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    fixtures = item.stash.get(_FIXTURES, [])
    report.user_properties.append((_COSTS, (_METER.read(), list(fixtures))))
    fixtures.clear()
    return report
