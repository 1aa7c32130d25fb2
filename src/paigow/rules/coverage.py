"""Coverage of the clauses: those that a passing test asserts, and where the source implements each."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import paigow
from paigow.errors import PaigowError
from paigow.rules.clauses import Clause, clause_id_pattern, clauses, under
from paigow.rules.depicted import DEPICTED, ENFORCED, depicted, nature

RESULTS = Path("build") / "clauses.json"
"""The path of a test run's results, relative to the root of the checkout."""

PACKAGE = Path(paigow.__file__).parent
MUTANTS = PACKAGE / "rules" / "data" / "mutants.json"
"""What `make mutants` found last: how many mutants of each clause were tried, and how many survived."""

_SOURCES = (".py", ".toml", ".csv", ".json")
_IMPLEMENTING = ("tiles", "poker", "money", "fairness", "rules", "hands", "table", "analysis", "comparison.py")
"""The layers that carry out the documents. Those above only show a clause, look it up or use it as an example."""
_INDEX = frozenset(
    {
        "paigow/rules/data/clauses.csv",
        "paigow/rules/data/clause_tests.json",
        "paigow/rules/data/depicted.toml",
        "paigow/rules/data/mutants.json",
        "paigow/rules/clauses.py",
    }
)
"""Files of these layers that list clauses, without implementing them."""


@dataclass(frozen=True, slots=True)
class TestResult:
    """One test marked with clauses."""

    __test__ = False  # not for pytest to collect

    id: str
    clauses: tuple[str, ...]
    outcome: str
    asserts: bool
    seen: bool = False
    """Whether it checks what a person sees, on a page or in the terminal."""

    @property
    def counts(self) -> bool:
        return self.outcome == "passed" and self.asserts

    @property
    def verdict(self) -> str:
        """Return the outcome of the test in words, and whether it proves anything."""
        return self.outcome if self.asserts else f"{self.outcome}, but asserts nothing"

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The clauses, and those that a passing, asserting test checks; `seen` are those checked by what a person sees."""

    index: tuple[Clause, ...]
    covered: frozenset[str]
    seen: frozenset[str] = frozenset()

    @property
    def uncovered(self) -> tuple[str, ...]:
        return tuple(clause.id for clause in self.index if clause.id not in self.covered)

    def by(self, attribute: str) -> dict[str, tuple[int, int]]:
        """Return the number of covered clauses and of all clauses, for each document or kind."""
        total = Counter(getattr(clause, attribute) for clause in self.index)
        good = Counter(getattr(clause, attribute) for clause in self.index if clause.id in self.covered)
        return {name: (good[name], count) for name, count in total.items()}

    def by_nature(self) -> dict[str, tuple[int, int]]:
        """Return the numbers of covered clauses and of all clauses, for the enforced and for the depicted ones."""
        total = Counter(nature(clause.id) for clause in self.index)
        good = Counter(nature(clause.id) for clause in self.index if clause.id in self.covered)
        return {name: (good[name], total[name]) for name in (ENFORCED, DEPICTED)}

    @property
    def unseen(self) -> tuple[str, ...]:
        """Return the depicted clauses for which no test checks what a person sees."""
        return tuple(clause.id for clause in self.index if clause.id in depicted() and clause.id not in self.seen)

    def to_dict(self) -> dict[str, Any]:
        def shares(attribute: str) -> dict[str, dict[str, int]]:
            return {name: {"covered": good, "total": all_} for name, (good, all_) in self.by(attribute).items()}

        return {
            "covered": len(self.index) - len(self.uncovered),
            "total": len(self.index),
            "natures": {name: {"covered": good, "total": all_} for name, (good, all_) in self.by_nature().items()},
            "unseen": list(self.unseen),
            "documents": shares("document"),
            "kinds": shares("kind"),
            "uncovered": list(self.uncovered),
        }


def read_results(path: Path = RESULTS) -> tuple[TestResult, ...]:
    """Return the results of the last test run."""
    try:
        tests = json.loads(path.read_text(encoding="utf-8"))["tests"]
        return tuple(
            TestResult(test["id"], tuple(test["clauses"]), test["outcome"], test["asserts"], test.get("seen", False))
            for test in tests
        )
    except FileNotFoundError:
        raise PaigowError(f"{path} is not there; the tests write it: run them from the checkout first") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PaigowError(f"{path} is not what the tests write: {error}") from None


def read_mutants() -> Mapping[str, Mapping[str, int]]:
    """Return the number of mutants of each clause, of survivors and of untried ones, as `make mutants` found last."""
    text = (files("paigow.rules") / "data" / MUTANTS.name).read_text(encoding="utf-8")
    found: dict[str, dict[str, int]] = json.loads(text)
    return found


def coverage(
    results: Iterable[TestResult], document: str | None = None, kinds: Iterable[str] | None = None
) -> Coverage:
    """Return the coverage of all clauses, or of those of a document or some kinds."""
    wanted = None if kinds is None else frozenset(kinds)
    index = tuple(
        clause
        for clause in clauses().values()
        if document in (None, clause.document, clause.prefix) and (wanted is None or clause.kind in wanted)
    )
    counted = [result for result in results if result.counts]
    covered = frozenset(clause_id for result in counted for clause_id in result.clauses)
    return Coverage(index, covered, frozenset(each for result in counted if result.seen for each in result.clauses))


@dataclass(frozen=True, slots=True)
class Place:
    """A line that names a clause or a parent id."""

    path: str
    line: int
    id: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def implemented(clause_id: str) -> tuple[Place, ...]:
    """Return the places that name the clause or, failing that, its nearest parent, in what carries out the documents.

    A place states the id it names, so that a parent can be told apart. Ids that the source assembles, such as those of
    a pay table's lines, are found by their parts.
    """
    parts = re.split(r"(?=\.)", clause_id)
    while parts:
        if found := _places().get("".join(parts)):
            return found
        parts.pop()
    return ()


@cache
def _places() -> Mapping[str, tuple[Place, ...]]:
    """Return every id spelled out in a source or data file of these layers, with its places."""
    found: dict[str, list[Place]] = {}
    for path in (path for layer in _IMPLEMENTING for path in sorted([PACKAGE / layer, *(PACKAGE / layer).rglob("*")])):
        name = path.relative_to(PACKAGE.parent).as_posix()
        if path.suffix not in _SOURCES or name in _INDEX:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for spelled in clause_id_pattern().finditer(line):
                if under(spelled[0]):
                    found.setdefault(spelled[0], []).append(Place(name, number, spelled[0]))
    return {clause_id: tuple(places) for clause_id, places in found.items()}
