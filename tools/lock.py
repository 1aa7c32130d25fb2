"""`python -m tools.lock`: write both locks anew from what is installed, without an address in either.

`requirements.lock` has the names and versions of all that developers use. `deploy/requirements.lock` has what runs on a
server (`paigow[web]`), each with the SHA-256 of every file it may come as, so that pip refuses any other.
"""

import subprocess
import sys
from pathlib import Path

from tools.sbom import ROOT as PACKAGE
from tools.sbom import closure, version

ROOT = Path(__file__).resolve().parents[1]
ALL, SITE = ROOT / "requirements.lock", ROOT / "deploy" / "requirements.lock"
OLDEST = "3.11.9"
"""The Python for which files are looked up; hashes are those of every platform."""


def freeze() -> str:
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "freeze", "--exclude-editable"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return "".join(f"{line}\n" for line in sorted(listed, key=str.lower))


def hashed() -> str:
    pinned = "".join(f"{name}=={version(name)}\n" for name in sorted(closure()) if name != PACKAGE)
    plain = ["--no-deps", "--no-header", "--no-annotate", "--no-emit-index-url", "--quiet"]
    return subprocess.run(
        [sys.executable, "-m", "uv", "pip", "compile", "--generate-hashes", *plain, "--python-version", OLDEST, "-"],
        input=pinned,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def main() -> None:
    if sys.argv[1:] != ["site"]:
        ALL.write_text(freeze(), encoding="utf-8")
    SITE.write_text(hashed(), encoding="utf-8")


if __name__ == "__main__":
    main()
