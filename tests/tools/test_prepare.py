"""Preparing a machine: what is there is used, what is missing is installed, and what cannot be is said."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
APT = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/asked"
case "$*" in
  *update) touch "$(dirname "$0")/updated" ;;
  *install*) test -e "$(dirname "$0")/updated" || exit 100
    for each in chromium initdb postgres; do cp "$(dirname "$0")/sudo" "$(dirname "$0")/$each"; done ;;
esac
"""
SUDO = """#!/bin/sh
shift
exec "$@"
"""


def program(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def prepare(path: Path) -> subprocess.CompletedProcess[str]:
    """On a machine that has the programs of this directory and no others."""
    environment = {**os.environ, "PATH": str(path), "PAIGOW_POSTGRES": str(path)}
    command = [sys.executable, "-m", "tools.prepare"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_nothing_happens_when_everything_is_there(tmp_path: Path) -> None:
    for name in ("chromium", "initdb", "postgres"):
        program(tmp_path / name, "#!/bin/sh\n")
    ran = prepare(tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_a_package_is_installed_after_fetching_the_lists(tmp_path: Path) -> None:
    program(tmp_path / "apt-get", APT)
    program(tmp_path / "sudo", SUDO)
    for name in ("env", "touch", "cp", "true", "dirname"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    ran = prepare(tmp_path)
    assert ran.returncode == 0, ran.stderr
    asked = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert [line.split()[1] for line in asked][:3] == ["install", "update", "install"]
    assert asked[0].endswith("--no-install-recommends chromium")
    assert prepare(tmp_path).stderr == ""


def test_what_cannot_be_installed_is_named(tmp_path: Path) -> None:
    program(tmp_path / "chromium", "#!/bin/sh\n")
    ran = prepare(tmp_path)
    assert ran.returncode == 1
    assert "install the package postgresql" in ran.stderr
