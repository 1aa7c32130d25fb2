"""Files that a hosting site reads name targets, pages and versions that exist."""

import re
import tomllib
from pathlib import Path

import paigow

ROOT = Path(__file__).parent.parent.parent
WORKFLOWS = (ROOT / ".github" / "workflows" / "ci.yml", ROOT / ".gitlab-ci.yml")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_every_workflow_runs_targets_that_there_are_and_all_parts_of_the_tests() -> None:
    for workflow in WORKFLOWS:
        text = workflow.read_text(encoding="utf-8")
        ran = {word for made in re.findall(r"make ([a-z ]+)", text) for word in made.split()}
        parts = set(re.search(r"\[(sqlite, postgresql, browser)\]", text)[1].split(", "))  # type: ignore[index]
        assert ran | parts >= {"lint", "docs", "core", "sqlite", "postgresql", "browser", "exhaustive"}
        assert ran | parts <= TARGETS
        assert re.search(r'\["3.11", "3.12", "3.13", "3.14"\]', text)


def test_the_version_is_written_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    place = ROOT / project["tool"]["hatch"]["version"]["path"]
    assert f'"{paigow.__version__}"' in place.read_text(encoding="utf-8")
    elsewhere = [
        path
        for path in [*ROOT.glob("*"), *(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]
        if path.suffix in (".py", ".toml", ".cff", ".md") and path not in (place, ROOT / "CHANGELOG.md")
        if re.search(rf'(?i)version.{{0,6}}["= ]{re.escape(paigow.__version__)}\b', path.read_text(encoding="utf-8"))
    ]
    assert elsewhere == []


def test_the_list_of_decisions_is_complete() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"\]\((\d\d-[a-z0-9-]+\.md)\)", (folder / "index.md").read_text(encoding="utf-8"))
    assert listed == sorted(path.name for path in folder.glob("[0-9]*.md"))
    assert len(listed) >= 10
    for name in listed:
        text = (folder / name).read_text(encoding="utf-8")
        assert all(f"**{part}.**" in text for part in ("Context", "Decision", "Consequences"))
