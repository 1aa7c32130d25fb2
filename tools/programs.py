"""Find the local programs that the tests need."""

import os
import shutil
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")


def find_browser() -> Path | None:
    """Return the browser that `PAIGOW_BROWSER` names, else one that is installed, else Playwright's own."""
    if named := os.environ.get("PAIGOW_BROWSER"):
        return Path(named)
    for name in BROWSERS:
        if found := shutil.which(name):
            return Path(found)
    return _playwrights_own()


def _playwrights_own() -> Path | None:
    from playwright.sync_api import sync_playwright  # slow, so only as a last resort

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


def find_postgres() -> Path | None:
    """Return the directory with PostgreSQL's server programs: what `PAIGOW_POSTGRES` names, else what is installed.

    Debian keeps them off the path; the newest version wins.
    """
    if named := os.environ.get("PAIGOW_POSTGRES"):
        directories = [Path(named)]
    else:
        directories = [Path(found).resolve().parent] if (found := shutil.which("initdb")) else []
        directories += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    return next((each for each in directories if (each / "initdb").exists() and (each / "postgres").exists()), None)


def _version(directory: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in directory.parent.name.split(".") if part.isdigit())
