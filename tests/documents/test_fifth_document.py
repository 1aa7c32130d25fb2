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


def test_no_other_file_names_it() -> None:
    source = [path for path in (ROOT / "src").rglob("*.*") if path.suffix in (".py", ".html", ".js", ".toml", ".csv")]
    assert source
    names = re.compile("kitchen|garden", re.IGNORECASE)
    assert not [path for path in source if names.search(path.read_text(encoding="utf-8"))]
