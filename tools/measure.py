"""Measure how much source code you have to know: `python -m tools.measure`.

- Files executed: the modules of the package in which a function runs while the site answers one form, "place a bet" and
  "set the hand", from the request to the fragment of the page.
- Import cycles: groups of modules that import one another when they are loaded; imports for types only do not count.
- Longest line of source, templates and style sheets; the class with the most fields; lines of Python.
- Files to touch for a further event and a further document, counted in `tests/documents`, where both are added.
"""

import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
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


def imported(tree: ast.Module, package: str, known: set[str]) -> Iterator[str]:
    """Yield the modules that a module needs when it is loaded."""

    def names(body: list[ast.stmt]) -> Iterator[str]:
        for node in body:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    yield inner if inner in known else str(node.module)
            elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
                yield from names(node.orelse)
            elif isinstance(node, ast.If | ast.Try | ast.With):
                yield from names(node.body)

    yield from (name for name in names(tree.body) if name in known and name != package)


def import_cycles() -> list[set[str]]:
    """Return the groups of modules that import one another (Tarjan's strongly connected components)."""
    paths = {module_of(path): path for path in python_files()}
    graph = {
        name: set(imported(ast.parse(path.read_text(encoding="utf-8")), name, set(paths)))
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
    """Return the dataclass or model of the core with the most fields."""
    found = []
    for path in python_files():
        if "web" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
                plain = [each for each in fields if "ClassVar" not in ast.dump(each.annotation)]
                found.append((len(plain), f"{module_of(path)}.{node.name}"))
    return max(found)


def _declares(path: Path, event: str) -> bool:
    """Return whether a file mentions an event, by its class or by the name it has in records."""
    text = path.read_text(encoding="utf-8")
    return event in text or event_name(event) in text


def event_name(event: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", event).lower()


def source_lines() -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in python_files())


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
    document = ROOT / "tests" / "documents"
    parts = [path.name for path in (document / "kitchen_table.py", document / "kitchen_table.toml") if path.exists()]
    made = [path for path in (*document.glob("kitchen*.*"), *python_files()) if _declares(path, "GraceSaid")]
    return {
        **{f"files executed for “{name}”": str(len(files)) for name, files in runs.items()},
        "import cycles": str(len(import_cycles())),
        "longest line": f"{length} ({where})",
        "largest class by fields": f"{fields} ({largest})",
        "lines of Python": f"{source_lines():,}",
        "modules": str(len(python_files())),
        "files of a further event": str(len(made)) if made else "four changed",
        "files of a further document": str(len(parts)) if parts else "two dozen changed",
    }


def main() -> None:
    if sys.argv[1:] == ["site"]:
        print(json.dumps(site_actions()))
        return
    if sys.argv[1:] == ["files"]:
        for name, files in executed().items():
            print(name, *files, sep="\n  ")
        return
    for name, figure in measured().items():
        print(f"{name}: {figure}")


if __name__ == "__main__":
    main()
