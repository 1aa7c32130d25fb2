"""Which functions implement which clauses: those that name its id, and those that cite it by a game's key."""

import ast
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from paigow.rules import STANDARDS, load_submission, under
from paigow.rules.clauses import clause_id_pattern
from paigow.rules.coverage import PACKAGE
from paigow.table import game_of
from tools.mutants.operators import functions, mutations

Change = tuple[str, str, str, str]
"""A file, a function, and one of its statements before and after."""
FOLDERS = ("tiles", "poker", "money", "rules", "hands", "table")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A function with one change. `key` is the same as long as the function is, wherever its lines move."""

    path: str
    function: str
    version: str
    """A digest of the function as it is."""
    first_line: int
    line: int
    before: str
    after: str
    number: int
    clauses: frozenset[str]

    @property
    def key(self) -> str:
        return f"{self.path}::{self.function}@{self.version}#{self.number}"

    @property
    def change(self) -> Change:
        """Return what identifies the mutant to a person."""
        return self.path, self.function, self.before, self.after

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.function}: {self.before}  ->  {self.after}"


def sources() -> list[Path]:
    """Return the modules whose lines are broken."""
    found = [path for folder in FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return [
        path
        for path in found
        if path.name not in ("pytest_plugin.py", "clauses.py", "coverage.py", "tested.py", "script.py")
    ]


@cache
def _cited() -> Mapping[str, frozenset[str]]:
    """Return the clauses that the games cite under each key."""
    found: dict[str, set[str]] = {}
    for standard in STANDARDS:
        for key, clauses in game_of(load_submission(standard)).cites.items():
            found.setdefault(key, set()).update(row.id for each in clauses for row in under(each))
    return {key: frozenset(clauses) for key, clauses in found.items()}


@cache
def _clauses_of_key(text: str, by_method: bool) -> frozenset[str]:
    """Return what is cited under a key, under keys that end with it and, on request, under the keys of each method."""
    end = f".{text.lstrip('.')}"
    keys = [key for key in _cited() if key == text or key.endswith(end)]
    if by_method:
        keys += [key for key in _cited() if key.rpartition(".")[0] == text]
    return frozenset().union(*(_cited()[key] for key in keys))


def clauses_of(text: str, node: ast.AST) -> frozenset[str]:
    """Return the clauses that a function implements, by its source."""
    found = {row.id for spelled in clause_id_pattern().finditer(text) for row in under(spelled[0])}
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and "cite" in (name := ast.unparse(call.func)):
            for each in (part for given in call.args for part in ast.walk(given)):
                if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value:
                    found |= _clauses_of_key(each.value, name == "cite_method")
    return frozenset(found)


def first_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the line where the compiled function starts, which is its first decorator."""
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def _called_at_import(tree: ast.Module) -> frozenset[str]:
    """Return the functions that build a module's tables; they have run before any test starts."""
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    calls = (each for node in outside for each in ast.walk(node) if isinstance(each, ast.Call))
    return frozenset(call.func.id for call in calls if isinstance(call.func, ast.Name))


def aims(path: Path) -> Iterator[tuple[ast.Module, str, ast.FunctionDef | ast.AsyncFunctionDef, frozenset[str]]]:
    """Yield the functions of a module that implement clauses, and which."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    early = _called_at_import(tree)
    for function, node in functions(tree):
        clauses = clauses_of(ast.get_source_segment(text, node) or "", node)
        if clauses and function not in early:
            yield tree, function, node, clauses


def mutants(path: Path, wanted: frozenset[str], root: Path = PACKAGE.parent) -> Iterator[tuple[Mutant, ast.Module]]:
    """Yield the mutants of a module that concern these clauses; a tree is valid until the next is requested."""
    name = path.relative_to(root).as_posix()
    for tree, function, node, clauses in aims(path):
        if clauses & wanted:
            version = hashlib.sha256(ast.unparse(node).encode()).hexdigest()[:12]
            for number, each in enumerate(mutations(tree, node)):
                where = (name, function, version, first_line(node), each.line, each.before, each.after)
                yield Mutant(*where, number, clauses), each.tree
