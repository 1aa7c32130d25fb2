"""Measure how much source code you have to know: `python -m tools.measure`.

- Files executed: the modules of the package in which a function runs while the site answers one form, "place a bet" and
  "set the hand", from the request to the fragment of the page.
- Import cycles: groups of modules that import one another when they are loaded; the same with imports inside functions,
  and with imports for types only.
- Longest line of source, templates and style sheets; the class and the database row with the most fields; lines of
  Python.
- Files to touch for a further event and a further document, counted in `tests/documents`, where both are added.

    python -m tools.measure files            # which files were executed
    python -m tools.measure cycles           # which modules are in a cycle
    python -m tools.measure lines [COMMIT]   # lines and statements by folder, now and before; what is new
    python -m tools.measure tiers [TARGET]   # how long `make check` and `make test` take; run it on an idle machine
"""

import ast
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(os.environ.get("PAIGOW_ROOT") or Path(__file__).resolve().parent.parent)
SOURCE = ROOT / "src" / "paigow"
PACE = {"between": 0, "offer": 0, "cut": 0, "bet": 600, "quiet": 600, "seeds": 0, "choose": 0, "set": 600, "step": 0}


def python_files() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if "migrations" not in path.parts]


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


LOADED, CALLED, TYPED = "when loaded", "in a function", "for types only"


def imported(tree: ast.AST, known: set[str], when: str = LOADED) -> Iterator[tuple[str, str]]:
    """Yield the modules of the package that a module imports, each with the time at which it does."""
    if isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.dump(tree.test):
        yield from (each for node in tree.body for each in imported(node, known, TYPED))
        yield from (each for node in tree.orelse for each in imported(node, known, when))
        return
    if isinstance(tree, ast.Import):
        yield from ((alias.name, when) for alias in tree.names if alias.name in known)
    elif isinstance(tree, ast.ImportFrom) and not tree.level:
        for alias in tree.names:
            inner = f"{tree.module}.{alias.name}"
            name = inner if inner in known else str(tree.module)
            yield from ((each, when) for each in (name,) if each in known)
    if isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        when = CALLED
    for node in ast.iter_child_nodes(tree):
        yield from imported(node, known, when)


def import_cycles(*kinds: str) -> list[set[str]]:
    """Return the groups of modules that import one another at these times (Tarjan's strongly connected components)."""
    paths = {module_of(path): path for path in python_files()}
    graph = {
        name: {other for other, when in imported(parsed(path), set(paths)) if when in kinds and other != name}
        for name, path in paths.items()
    }
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph[name]:
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            group = set()
            while name not in group:
                group.add(stack.pop())
            if len(group) > 1:
                found.append(group)

    sys.setrecursionlimit(10_000)
    for name in graph:
        if name not in index:
            visit(name)
    return found


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def longest_line() -> tuple[int, str]:
    kinds = ("*.py", "*.html", "*.css")
    written_by_others = {"vendor", "migrations"}
    paths = [path for kind in kinds for path in SOURCE.rglob(kind) if not written_by_others & set(path.parts)]
    lengths = (
        (len(line), f"{path.relative_to(ROOT)}:{number}")
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    )
    return max(lengths)


def largest_class() -> tuple[int, str]:
    """Return the class with the most fields, rows of the database aside."""
    return max(_fields(lambda node: isinstance(node, ast.AnnAssign) and "ClassVar" not in ast.dump(node.annotation)))


def largest_row() -> tuple[int, str]:
    """Return the row of the database with the most columns."""
    return max(_fields(_is_column))


def _fields(counts: Callable[[ast.stmt], bool]) -> Iterator[tuple[int, str]]:
    for path in python_files():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef):
                yield sum(map(counts, node.body)), f"{module_of(path)}.{node.name}"


def _is_column(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return False
    function = node.value.func
    return isinstance(function, ast.Attribute) and function.attr.endswith(("Field", "ForeignKey"))


def _declares(path: Path, event: str) -> bool:
    """Return whether a file mentions an event, by its class or by the name it has in records."""
    text = path.read_text(encoding="utf-8")
    return event in text or event_name(event) in text


def event_name(event: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", event).lower()


def source_lines() -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in python_files())


BEFORE = "79abf7ad"
"""The last commit before the redesign."""
NEW: dict[str, tuple[str, ...]] = {
    "solvers": ("solver/", "analysis/solved.py", "commands/solve.py", "web/pages/solved.py"),
    "environments": ("envs/",),
    "public API": ("front/",),
    "hosted tables, tournaments, shared rounds, quick phrases": (
        *("web/service/hosting.py", "web/service/duplicates.py", "web/service/sharing.py", "web/service/seats.py"),
        *("web/pages/host.py", "web/pages/duplicate.py", "web/pages/share.py", "web/api/hosting.py"),
        *(
            "web/api/tournaments.py",
            "web/work/duplicate_scores.py",
            "learning/duplicate.py",
            "house/audit/duplicates.py",
        ),
    ),
    "coach, first steps, practice, profiles": (
        *("web/pages/coach.py", "web/pages/learn.py", "web/pages/practise.py", "web/pages/profile.py"),
        *("web/people/display.py", "learning/first_steps.py", "learning/shown.py"),
    ),
    "formats and typed schemas": (
        *("record/phh.py", "record/plain_form.py", "record/published.py", "record/schema.py", "web/api/documents.py"),
        *("web/api/figure_schemas.py", "web/api/unions.py", "web/api/view_schemas.py"),
    ),
    "speed and protection under load": ("web/fast/", "web/serving/guard.py", "web/serving/pulse.py"),
}
"""What this version can do and that one could not, by the files that do nothing else."""


def sizes(source: Path) -> dict[str, tuple[int, int]]:
    """Return the lines and the statements, docstrings aside, of each file of a package."""
    found = {}
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for path in sorted(source.rglob("*.py")):
        if "migrations" not in path.parts:
            nodes = list(ast.walk(parsed(path)))
            docstrings = sum(isinstance(node, documented) and ast.get_docstring(node) is not None for node in nodes)
            statements = sum(isinstance(node, ast.stmt) for node in nodes) - docstrings
            lines = len(path.read_text(encoding="utf-8").splitlines())
            found[path.relative_to(source).as_posix()] = lines, statements
    return found


def compare_lines(commit: str) -> None:
    """Print lines and statements by folder, of a commit and now, and how much of it is new."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "src/paigow"], cwd=ROOT, capture_output=True, check=True)
        subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
        before = sizes(Path(folder) / "src" / "paigow")
    now = sizes(SOURCE)
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    fresh: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for offset, files in ((0, before), (2, now)):
        for name, (lines, statements) in files.items():
            group = name.partition("/")[0] if "/" in name else "(top)"
            rows = [totals["web, house" if group in ("web", "house") else group], totals["total"]]
            what = next((each for each, places in NEW.items() if offset and name.startswith(places)), "the rest")
            rows += [fresh[what]]
            for row in rows:
                row[offset] += lines
                row[offset + 1] += statements
    print(f"{'':58}{commit:>20}{'now':>20}\n{'':58}{'lines':>10}{'statements':>10}{'lines':>10}{'statements':>10}")
    names = [*sorted(set(totals) - {"total"}), "total"]
    for name, figures in [
        *((each, totals[each]) for each in names),
        *((each, fresh[each]) for each in (*NEW, "the rest")),
    ]:
        print(f"{name:<58}" + "".join(f"{figure:>10,}" for figure in figures))


TIERS = ("check", "test")


def time_tiers(targets: Sequence[str]) -> None:
    """Print how long each tier of tests takes, on the clock and on the processors."""
    subprocess.run(["make", "prepare"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    for target in targets:
        used, began = _processor_time(), time.monotonic()
        status = subprocess.run(["make", target], cwd=ROOT, check=False).returncode
        clock, processor = time.monotonic() - began, _processor_time() - used
        passed = "passed" if status == 0 else f"FAILED with {status}"
        print(f"make {target}: {clock / 60:.1f} minutes, {processor / 60:.1f} of processor time; {passed}", flush=True)


def _processor_time() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def executed_files(action: Callable[[], Any]) -> set[str]:
    """Return the files of the package in which a function was called."""
    seen: set[str] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            seen.add(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    start = str(SOURCE)
    return {module_of(Path(name)) for name in seen if name.startswith(start)}


def site_actions() -> dict[str, list[str]]:
    """Return what runs when the site answers the two forms, in this process, in a temporary house."""
    import django

    django.setup()
    from django.test import Client, override_settings
    from django.utils import timezone

    from paigow.house.migrating import prepare_database
    from paigow.rules import load_submission
    from paigow.table import Phase
    from paigow.table.steps.seating import BuyIn, SitDown
    from paigow.table.steps.setting import LookAtHand
    from paigow.web.people.registration import sign_up
    from paigow.web.service import tables
    from paigow.web.service.attendance import Pace
    from paigow.web.service.dealer import Desk

    prepare_database(practice=False)
    slug = "measured"
    tables.open_table(slug, load_submission("maryland-tiles"), "tools", pace=Pace.of(PACE), bots={})
    person = sign_up("ann", "nine brass tiles")
    now = timezone.now()
    desk = Desk("tools")
    desk.take(slug, now)

    def attend(phase: Phase) -> None:
        nonlocal now
        for _ in range(200):
            if tables.state_of(slug).phase is phase:
                return
            desk.attend(slug, now)
            now += timedelta(seconds=1)
        raise RuntimeError(f"the table stands at {tables.state_of(slug).phase}")

    for _ in range(8):
        desk.attend(slug, now)
    for number, command in enumerate((SitDown(player="ann", position=1), BuyIn(player="ann", amount=100_000))):
        tables.submit(slug, command, person="ann", key=f"k{number}")
    attend(Phase.BETTING)
    client = Client(headers={"HX-Request": "true"})
    client.force_login(person)

    def post(**fields: Any) -> Callable[[], None]:
        def act() -> None:
            answer = client.post(f"/tables/{slug}/do/", fields)
            if answer.status_code != 200:
                raise RuntimeError(f"{fields}: {answer.status_code} {answer.content.decode()[:500]}")

        return act

    found = {}
    with override_settings(ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False):
        post(verb="wager", position="1", kind="main", amount="10.00", key="first")()  # warm up
        act = post(verb="wager", position="1", kind="main", amount="25.00", key="wager")
        found["place a bet"] = sorted(executed_files(act))
        now += timedelta(seconds=700)
        attend(Phase.SETTING)
        if not tables.state_of(slug).current.hands[1].viewed:
            tables.submit(slug, LookAtHand(player="ann", position=1), person="ann", key="look")
        act = post(verb="set", position="1", low=["2", "3"], key="set")
        found["set the hand"] = sorted(executed_files(act))
    return found


def executed() -> dict[str, list[str]]:
    """Return the same from a separate process: a process can load the site's settings only once."""
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "PAIGOW_DATA": data, "DATABASE_URL": "", "PAIGOW_LOG_LEVEL": "CRITICAL"}
        environment |= {
            "DJANGO_SETTINGS_MODULE": "paigow.web.settings",
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
        }
        command = [sys.executable, __file__, "site"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def measured() -> dict[str, str]:
    runs = executed()
    length, where = longest_line()
    fields, largest = largest_class()
    columns, row = largest_row()
    document = ROOT / "tests" / "documents"
    parts = [path.name for path in (document / "kitchen_table.py", document / "kitchen_table.toml") if path.exists()]
    made = [path for path in (*document.glob("kitchen*.*"), *python_files()) if _declares(path, "GraceSaid")]
    return {
        **{f"files executed for “{name}”": str(len(files)) for name, files in runs.items()},
        "import cycles when modules are loaded": str(len(import_cycles(LOADED))),
        "import cycles, imports inside functions included": str(len(import_cycles(LOADED, CALLED))),
        "import cycles, imports for types included, too": str(len(import_cycles(LOADED, CALLED, TYPED))),
        "longest line": f"{length} ({where})",
        "largest class by fields": f"{fields} ({largest})",
        "largest row of the database": f"{columns} ({row})",
        "lines of Python": f"{source_lines():,}",
        "modules": str(len(python_files())),
        "files of a further event": str(len(made)) if made else "four changed",
        "files of a further document": str(len(parts)) if parts else "two dozen changed",
    }


def main() -> None:
    if sys.argv[1:] == ["site"]:
        print(json.dumps(site_actions()))
        return
    match sys.argv[1:]:
        case ["files"]:
            for name, files in executed().items():
                print(name, *files, sep="\n  ")
            return
        case ["cycles"]:
            for group in import_cycles(LOADED, CALLED, TYPED):
                print(len(group), *sorted(group), sep="\n  ")
            return
        case ["lines", *rest]:
            compare_lines(*rest or [BEFORE])
            return
        case ["tiers", *rest]:
            time_tiers(rest or TIERS)
            return
    for name, figure in measured().items():
        print(f"{name}: {figure}")


if __name__ == "__main__":
    main()
