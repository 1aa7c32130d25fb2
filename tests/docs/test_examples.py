"""The examples in the README and the documentation do what they say."""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from paigow.cli import main
from tools.waiting import without_compiling

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yield the text after the language on the first line of each block, and the block."""
    for found in BLOCK.finditer(page.read_text(encoding="utf-8")):
        if found[1] == language:
            yield found[2], found[3]


def commands(page: Path) -> list[tuple[str, str]]:
    """Yield each command on a page and its expected output."""
    parts = [part for _, block in blocks(page, "console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts) if command]


WITH_COMMANDS = [page for page in PAGES if commands(page)]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for title, block in blocks(page, "toml"):
        if name := re.search(r'title="([\w.-]+)"', title):
            (tmp_path / name[1]).write_text(block, encoding="utf-8")
    for command, output in commands(page):
        program, *arguments = shlex.split(command)
        assert program == "paigow"
        with pytest.raises(SystemExit):
            main(arguments)
        captured = capsys.readouterr()
        checker = doctest.OutputChecker()
        printed = captured.out + without_compiling(captured.err)
        assert checker.check_output(output, printed, doctest.ELLIPSIS), f"{command}\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_does_what_the_page_says(page: Path) -> None:
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert results.failed == 0


def test_there_are_examples() -> None:
    assert {"README.md", "first-hand.md", "submission.md", "cli.md"} <= {page.name for page in WITH_COMMANDS}


def test_the_pages_fetch_nothing_from_elsewhere() -> None:
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "font: false" in config
    assert "http" not in config
    for page in PAGES:
        assert not re.search(r"<(?:script|link|img|iframe)[^>]*https?:", page.read_text(encoding="utf-8")), page
