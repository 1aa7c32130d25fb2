"""A further document is one module and one TOML file: everything plays it, and no other file names it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


@pytest.mark.own_database
@pytest.mark.parametrize("document", ["kitchen_table", "garden_poker"])
def test_one_module_and_one_file_play_everywhere(document: str) -> None:
    """In a process of its own: documents are listed when it starts."""
    path = os.pathsep.join(map(str, (ROOT / "src", ROOT)))
    environment = {**os.environ, "PAIGOW_DOCUMENTS": f"tests.documents.{document}", "PYTHONPATH": path}
    for shared in ("DATABASE_URL", "PAIGOW_DATA"):  # the database of these tests is not theirs
        environment.pop(shared, None)
    checks = [str(HERE / f"check_{document}.py"), "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", *checks]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-5000:]


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("nowhere.at_all", "there is no module 'nowhere.at_all', which PAIGOW_DOCUMENTS names: put its folder on"),
        ("paigow.text", "the module 'paigow.text', which PAIGOW_DOCUMENTS names, defines no STANDARD"),
    ],
)
def test_a_document_that_cannot_be_loaded_is_no_traceback(module: str, said: str) -> None:
    environment = {**os.environ, "PAIGOW_DOCUMENTS": module, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "paigow", "set", "maryland-tiles", "66", "45", "12", "23"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert said in run.stderr


def test_no_other_file_names_it() -> None:
    source = [path for path in (ROOT / "src").rglob("*.*") if path.suffix in (".py", ".html", ".js", ".toml", ".csv")]
    assert source
    names = re.compile("kitchen|garden", re.IGNORECASE)
    assert not [path for path in source if names.search(path.read_text(encoding="utf-8"))]
