"""What is built and installed: the wheel, the extras, the locks, the manual page and the container."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import man

ROOT = Path(__file__).parents[2]
PIN = r"^([\w.-]+)(?:\[[\w,-]+\])?==(\S+)"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    [found] = folder.glob("*.whl")
    return found


def test_the_wheel_has_no_source_that_nothing_reads(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.endswith((".po", ".pot", ".pyc")) or "node_modules" in name]
    assert [name for name in names if name.endswith(".mo")]
    assert [name for name in names if name.endswith("share/man/man1/paigow.1")]
    assert not [name for name in names if name.startswith(("tests/", "tools/", "docs/"))]


def test_the_wheel_says_who_it_is_for(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [each for each in archive.namelist() if each.endswith(".dist-info/METADATA")]
        told = Parser().parsestr(archive.read(name).decode())
    assert told["License-Expression"] == "MIT"
    assert told["Requires-Python"] == ">=3.11"
    assert {f"Programming Language :: Python :: 3.{n}" for n in range(11, 15)} <= set(told.get_all("Classifier", ()))
    assert told["Keywords"]
    assert "four official rule documents" in told.get_payload()


def test_coverage_works_where_only_the_wheel_is(wheel: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "paigow", "rules", "coverage"]
    environment = {"PYTHONPATH": str(wheel), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "Results of this release's own tests" in ran.stdout
    found = re.search(r"(\d+) of (\d+) clauses have a passing test", ran.stdout)
    assert found
    assert int(found[1]) > 1_000


def closure(extra: str) -> set[str]:
    """The packages that an extra names, those of the extras it includes among them."""
    found: set[str] = set()
    for requirement in map(Requirement, EXTRAS[extra]):
        found |= {requirement.name} if requirement.name != "paigow" else set()
        for inner in requirement.extras if requirement.name == "paigow" else ():
            found |= closure(inner)
    return found


def test_nobody_gets_plots_or_a_cluster_who_did_not_ask() -> None:
    for extra in ("analysis", "web", "envs", "terminal"):
        assert not {"matplotlib", "weasyprint", "dask", "pyarrow", "highspy"} & closure(extra), extra
    assert closure("all") == set().union(*(closure(extra) for extra in EXTRAS))
    assert not {"pytest", "ruff", "mypy", "mkdocs"} & closure("all")
    assert {"dev", "docs", "bench"} <= set(PROJECT["dependency-groups"])


@pytest.mark.parametrize("name", ["requirements.lock", "deploy/requirements.lock"])
def test_a_lock_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for block in blocks(text):
        assert re.match(r"[\w.-]+(?:\[[\w,-]+\])?==\S+ \\\n    --hash=sha256:[0-9a-f]{64}", block), (
            f"{block}: run tools.lock missing"
        )
    assert "://" not in text


def test_the_lock_of_developers_leaves_nothing_out() -> None:
    """Where hashes are asked for, pip refuses whatever the lock does not name."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = {canonicalize_name(re.split(r"[=\[]", block)[0]) for block in blocks(text)}
    for name in locked:
        try:
            needed = map(Requirement, distribution(name).requires or ())
        except PackageNotFoundError:
            continue  # make install comes first where it matters
        for each in needed:
            if each.marker is None or each.marker.evaluate({"extra": ""}):
                assert canonicalize_name(each.name) in locked, f"{name} needs {each.name}"


def blocks(text: str) -> list[str]:
    """A pinned package of a lock with its hashes, each."""
    return re.split(r"\n(?=[a-z])", text.strip(), flags=re.IGNORECASE)


def test_the_lock_of_the_site_is_part_of_that_of_developers() -> None:
    text = (ROOT / "deploy" / "requirements.lock").read_text(encoding="utf-8")
    pinned = {re.split(r"[=\[]", block)[0] for block in blocks(text)}
    assert {"django", "numpy", "uvicorn", "typer"} <= pinned
    versions = dict(re.findall(PIN, (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE))
    known = {name.lower().replace("_", "-"): version for name, version in versions.items()}
    for name, version in re.findall(PIN, text, re.MULTILINE):
        assert known[name] == version, f"{name}: run make lock"


def test_no_lock_of_npm_has_an_address() -> None:
    for path in (ROOT / "examples" / "typescript", ROOT / "tools" / "static"):
        assert "://" not in (path / "package-lock.json").read_text(encoding="utf-8"), path


def test_the_manual_page_is_up_to_date() -> None:
    assert man.PAGE.read_text(encoding="utf-8") == man.page(), "run python -m tools.man"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands(shell: str) -> None:
    """As the script that `--install-completion` installs asks, whichever shell runs the tests."""
    words = {"COMP_WORDS": "paigow od", "COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "paigow od"}
    answers = []
    for step in ("source", "complete"):
        asked = {"_PAIGOW_COMPLETE": f"{step}_{shell}", "_TYPER_COMPLETE_FISH_ACTION": "get-args", **words}
        command = [sys.executable, "-m", "paigow"]
        ran = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **asked})
        answers.append(ran.stdout)
    script, offered = answers
    assert "_PAIGOW_COMPLETE" in script
    assert "odds" in offered


def test_a_house_of_containers_has_a_database_two_workers_and_a_proxy() -> None:
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(services) == {"database", "site", "proxy"}
    command = services["site"]["command"]
    assert command[command.index("--processes") + 1] == "2"
    assert services["site"]["depends_on"]["database"]["condition"] == "service_healthy"
    container = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    assert "HEALTHCHECK" in container
    assert "--require-hashes" in container
    assert ".git\n" in (ROOT / ".dockerignore").read_text(encoding="utf-8")
