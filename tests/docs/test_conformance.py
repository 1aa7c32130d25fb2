"""The conformance page has every item, and the tests it names exist."""

import re
from pathlib import Path

PAGE = Path("docs/reference/conformance.md")
COUNTS = {"R": 16, "G": 17, "A": 7, "L": 6, "P": 13, "S": 8}
ROW = re.compile(r"^\| ([A-Z]\d+) \| .* \| (met|in part|not for play money) \| (.+?) \| ?(.*?) ?\|$", re.M)
TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def rows() -> list[tuple[str, ...]]:
    return ROW.findall(PAGE.read_text(encoding="utf-8"))


def test_every_item_is_answered_once() -> None:
    asked = [f"{letter}{number}" for letter, most in COUNTS.items() for number in range(1, most + 1)]
    assert [row[0] for row in rows()] == asked


def test_what_is_met_names_a_test_that_is_there() -> None:
    for item, status, _how, shown in rows():
        named = TEST.findall(shown)
        assert named or status == "not for play money", item
        for path, name in named:
            assert Path(path).is_file(), (item, path)
            assert not name or f"def {name}(" in Path(path).read_text(encoding="utf-8"), (item, path, name)
