"""What became of each mutant, kept from run to run, and what that says about the clauses."""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from paigow.rules.coverage import PACKAGE
from tools.mutants.aims import Mutant, aims, sources

RESULTS: Final = Path("build") / "mutants.jsonl"
TRIAGE: Final = Path("tests") / "mutants.toml"
KILLED, SURVIVED, UNREACHED = "killed", "survived", "unreached"


@dataclass(frozen=True, slots=True)
class Result:
    key: str
    path: str
    function: str
    line: int
    before: str
    after: str
    clauses: tuple[str, ...]
    tests: str
    """A digest of the tests that were run."""
    outcome: str

    @classmethod
    def of(cls, mutant: Mutant, tests: Sequence[str], outcome: str) -> "Result":
        return cls(
            mutant.key,
            mutant.path,
            mutant.function,
            mutant.line,
            mutant.before,
            mutant.after,
            tuple(sorted(mutant.clauses)),
            digest(tests),
            outcome,
        )


def digest(tests: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(sorted(tests)).encode()).hexdigest()[:16]


class Results:
    """The file of results: one line each, the last one counts."""

    def __init__(self, path: Path = RESULTS) -> None:
        self.path = path
        self.all: dict[str, Result] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                result = Result(**{**row, "clauses": tuple(row["clauses"])})
                self.all[result.key] = result

    def known(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Whether the mutant was tried before, and more tests cannot change the answer."""
        found = self.all.get(mutant.key)
        return found is not None and (found.outcome == KILLED or found.tests == digest(tests))

    def add(self, result: Result) -> None:
        self.all[result.key] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(result)) + "\n")


def triaged(path: Path = TRIAGE) -> dict[tuple[str, str, str, str], str]:
    """Why some mutants are as good as the original, by file, function, and the statement before and after."""
    if not path.exists():
        return {}
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    return {(row["file"], row["function"], row["before"], row["after"]): row["reason"] for row in rows}


def shortened(before: str, after: str, around: int = 30) -> str:
    """What differs between two long lines, with a little of what is the same."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    start, end = max(0, same - around), max(0, tail - around)
    return f"{before[start : len(before) - end]}  ->  {after[start : len(after) - end]}"


def report(results: Iterable[Result], wanted: frozenset[str]) -> tuple[str, dict[str, dict[str, int]]]:
    """Say how many mutants were found, list the survivors by clause, and count by clause."""
    known = triaged()
    clauses: dict[str, dict[str, int]] = {}
    survivors: dict[str, list[str]] = {}
    counts = {KILLED: 0, SURVIVED: 0, UNREACHED: 0, "equivalent": 0}
    there = {(path.relative_to(PACKAGE.parent).as_posix(), name) for path in sources() for _, name, _, _ in aims(path)}
    for result in results:
        aimed = set(result.clauses) & wanted
        if not aimed or (result.path, result.function) not in there:
            continue
        outcome = result.outcome
        if outcome != KILLED and (result.path, result.function, result.before, result.after) in known:
            outcome = "equivalent"
        counts[outcome] += 1
        for clause_id in aimed:
            row = clauses.setdefault(clause_id, {"mutants": 0, "survivors": 0})
            row["mutants"] += 1
            row["survivors"] += outcome in (SURVIVED, UNREACHED)
        if outcome in (SURVIVED, UNREACHED):
            text = f"{result.path}:{result.line} {result.function}: {shortened(result.before, result.after)}"
            survivors.setdefault(", ".join(sorted(aimed)[:6]), []).append(f"{outcome}: {text}")
    lines = []
    for clause_id, found in sorted(survivors.items()):
        lines += [clause_id, *(f"  {each}" for each in sorted(found))]
    total = sum(counts.values())
    full = sum(not row["survivors"] for row in clauses.values())
    lines.append(f"\n{total} mutants: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    lines.append(f"{full} of {len(clauses)} clauses that were tried are fully mutation-tested")
    return "\n".join(lines), clauses
