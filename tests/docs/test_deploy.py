"""The options in `deploy/` and its guide are ones the command accepts."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from paigow.cli import app

ROOT = Path(__file__).parent.parent.parent
FILES = ("deploy/paigow@.service", "deploy/Containerfile", "docs/how-to/run-the-site.md", "docs/reference/cli.md")


@pytest.mark.parametrize("name", FILES)
def test_options_of_serve_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.search(r"paigow serve|\"serve\"", line)]
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    known = {option for parameter in serve.params for option in parameter.opts}
    named = {option for line in lines for option in re.findall(r"--[a-z]+", line)}
    assert lines
    assert named <= known


def test_every_variable_that_is_read_is_explained() -> None:
    read = {
        name
        for path in [*(ROOT / "src/paigow/web").rglob("*.py"), *(ROOT / "src/paigow/commands").glob("*.py")]
        for name in re.findall(r"[\"'](PAIGOW_[A-Z_]+|DATABASE_URL)[\"']", path.read_text(encoding="utf-8"))
    }
    guide = (ROOT / "docs" / "how-to" / "run-the-site.md").read_text(encoding="utf-8")
    assert {"PAIGOW_DATA", "DATABASE_URL", "PAIGOW_DRAIN"} <= read
    assert {name for name in read if f"`{name}`" not in guide} == set()


def test_the_unit_waits_longer_than_rounds_may_take() -> None:
    unit = (ROOT / "deploy" / "paigow@.service").read_text(encoding="utf-8")
    drain, stop = (int(re.search(pattern, unit)[1]) for pattern in (r"--drain (\d+)", r"TimeoutStopSec=(\d+)"))  # type: ignore[index]
    assert drain < stop
    assert "KillMode=mixed" in unit
