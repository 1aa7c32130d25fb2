"""mypy --strict and pyright accept every Python example in the README, the documentation and the notebooks.

Pyright runs as basedpyright, which includes its own program, with pyright's standard rules.
"""

import doctest
import json
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.docs.test_examples import PAGES, ROOT, blocks

pytestmark = pytest.mark.long

SCRIPTS = sysconfig.get_path("scripts")
IGNORED = "@pytest.mark"
"""The start of the one block that is a sketch, not a program."""


def programs() -> Iterator[tuple[str, str]]:
    """Yield the name of each page or notebook and all of its Python as one program, with blank lines for the rest."""
    parser = doctest.DocTestParser()
    for page in PAGES:
        name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_").lower()
        if examples := parser.get_examples(page.read_text(encoding="utf-8")):
            yield name, "".join(example.source for example in examples)
        for number, (_, block) in enumerate(blocks(page, "python")):
            if ">>>" not in block and not block.startswith(IGNORED):
                yield f"{name}_{number}", block
    for notebook in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        yield f"notebook_{notebook.stem}", "\n".join(sources) + "\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    for name, program in programs():
        (folder / f"{name}.py").write_text(program, encoding="utf-8")
    for example in (ROOT / "examples").glob("*.py"):
        (folder / f"example_{example.name}").write_text(example.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def test_there_are_programs() -> None:
    names = {name for name, _ in programs()}
    assert {"readme", "docs_how_to_python", "docs_how_to_write_a_bot", "docs_tutorial_odds", "notebook_bot"} <= names


def test_mypy_accepts_every_example(folder: Path) -> None:
    """With the settings of `make lint`, which are stricter still, so that what it found out is not found out again."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout


def test_pyright_accepts_every_example(folder: Path) -> None:
    config = {
        "typeCheckingMode": "standard",
        "reportUnusedExpression": False,  # an example shows a value by naming it
        "pythonVersion": "3.11",
        "extraPaths": [str(ROOT / "src")],
        "include": [str(folder)],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [
        str(Path(SCRIPTS) / "basedpyright"), "--project", str(folder), "--pythonpath", sys.executable, "--outputjson",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    answer = json.loads(done.stdout)
    wrong = [each for each in answer["generalDiagnostics"] if each["severity"] == "error"]
    assert answer["summary"]["filesAnalyzed"] > 10
    assert not wrong, "\n".join(f"{Path(each['file']).name}: {each['message']}" for each in wrong)
