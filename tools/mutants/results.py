"""The outcome of each mutant, kept from run to run, and what it says about the clauses."""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from paigow.rules import CLAUSES
from tools.mutants.aims import Change, Mutant, mutants, sources

RESULTS: Final = Path("build") / "mutants.jsonl"
TRIAGE: Final = Path("tests") / "mutants.toml"
KILLED, SURVIVED, UNREACHED = "killed", "survived", "unreached"
EQUIVALENT, UNTRIED = "equivalent", "untried"


@dataclass(frozen=True, slots=True)
class Result:
    key: str
    tests: str
    """A digest of the tests that were run."""
    outcome: str


def digest(tests: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(tests)).encode()).hexdigest()[:16]


class Results:
    """The results file: one line per result; the last one counts."""

    def __init__(self, path: Path = RESULTS) -> None:
        self.path = path
        self.all: dict[str, Result] = {}
        if path.exists():
            found = (Result(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())
            self.all = {result.key: result for result in found}

    def known(self, mutant: Mutant, tests: str) -> bool:
        """Return whether the mutant was tried before and other tests cannot change the answer."""
        found = self.all.get(mutant.key)
        return found is not None and (found.outcome == KILLED or found.tests == tests)

    def add(self, result: Result) -> None:
        self.all[result.key] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(result)) + "\n")


def triaged(path: Path = TRIAGE) -> dict[Change, str]:
    """Return why some mutants are equivalent to the original, by file, function, and the statement before and after."""
    if not path.exists():
        return {}
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    return {(row["file"], row["function"], row["before"], row["after"]): row["reason"] for row in rows}


def shortened(before: str, after: str, around: int = 30) -> str:
    """Return what differs between two long lines, with a little of what is the same."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    start, end = max(0, same - around), max(0, tail - around)
    return f"{before[start : len(before) - end]}  ->  {after[start : len(after) - end]}"


def current() -> list[Mutant]:
    """Return every mutant of the current code."""
    return [mutant for path in sources() for mutant, _ in mutants(path, frozenset(CLAUSES))]


def report(results: Results, now: Iterable[Mutant], wanted: frozenset[str]) -> str:
    """Return how many mutants were killed, and the survivors by clause."""
    known = triaged()
    survivors: dict[str, list[str]] = {}
    counts = dict.fromkeys((KILLED, EQUIVALENT, SURVIVED, UNREACHED, UNTRIED), 0)
    for mutant in now:
        if aimed := mutant.clauses & wanted:
            outcome = _outcome(mutant, results, known)
            counts[outcome] += 1
            if outcome in (SURVIVED, UNREACHED):
                where = f"{mutant.path}:{mutant.line} {mutant.function}"
                text = f"{outcome}: {where}: {shortened(mutant.before, mutant.after)}"
                survivors.setdefault(", ".join(sorted(aimed)[:6]), []).append(text)
    lines = []
    for clause_id, found in sorted(survivors.items()):
        lines += [clause_id, *(f"  {each}" for each in sorted(found))]
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    return "\n".join([*lines, f"{sum(counts.values())} mutants: {told}"])


def by_clause(results: Results, now: Iterable[Mutant]) -> dict[str, dict[str, int]]:
    """Count each clause's mutants, and how many of them no test noticed or no run has tried."""
    known = triaged()
    clauses: dict[str, dict[str, int]] = {}
    for mutant in now:
        outcome = _outcome(mutant, results, known)
        for clause_id in mutant.clauses:
            row = clauses.setdefault(clause_id, {"mutants": 0, "survivors": 0, "untried": 0})
            row["mutants"] += 1
            row["survivors"] += outcome in (SURVIVED, UNREACHED)
            row["untried"] += outcome == UNTRIED
    return clauses


def _outcome(mutant: Mutant, results: Results, known: Mapping[Change, str]) -> str:
    found = results.all.get(mutant.key)
    outcome = found.outcome if found else UNTRIED
    return EQUIVALENT if outcome != KILLED and mutant.change in known else outcome


def needless(now: Iterable[Mutant]) -> list[str]:
    """Return the triaged changes that nobody can make any more: the code has moved on."""
    there = {mutant.change for mutant in now}
    gone = sorted(triaged().keys() - there)
    return [f"{file} {function}: {shortened(before, after)}" for file, function, before, after in gone]
