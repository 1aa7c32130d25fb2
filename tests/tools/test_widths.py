"""Templates and styles that are read and changed often stay readable: no line is wider than 140 characters."""

from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[2] / "src" / "paigow" / "web"
WIDEST = 140


@pytest.mark.parametrize("pattern", ["templates/table/*.html", "templates/lobby/*.html", "static/paigow/*.css"])
def test_no_line_is_too_wide(pattern: str) -> None:
    found = sorted(WEB.glob(pattern))
    assert found
    wide = [
        f"{path.name}:{number}"
        for path in found
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > WIDEST
    ]
    assert wide == []
