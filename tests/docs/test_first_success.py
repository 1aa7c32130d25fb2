"""The first steps on the pages for developers work as written."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOW_TO = ROOT / "docs" / "how-to"
BUILDERS = ("clients", "environments", "static", "data")


def first_block(page: str) -> str:
    """Return the first code block of a page."""
    found = re.search(r"^```(?:sh|python)\n(.*?)^```", (HOW_TO / f"{page}.md").read_text(encoding="utf-8"), re.M | re.S)
    assert found, page
    return found[1]


def test_every_kind_of_builder_has_a_first_success_in_few_lines() -> None:
    for page in BUILDERS:
        assert len(first_block(page).strip().splitlines()) <= 7, page


def test_rows_of_a_verified_record(tmp_path: Path) -> None:
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": tools, "PYTHONPATH": str(ROOT / "src")}
    script = first_block("data")
    ran = subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"^main +lose", ran.stdout, re.MULTILINE), ran.stdout
