"""`python -m tools.prepare`.

Make sure that the tests have a browser, PostgreSQL's server programs, Pango and the generators of API clients.

What is installed is used. Otherwise the Debian package is installed where that is allowed (as root, or by sudo without
a password), and for the browser Playwright's own is the last resort. When everything is there, nothing happens.
"""

import os
import shutil
import subprocess
import sys

from paigow import pango
from tools import clients
from tools.programs import find_browser, find_postgres


def main() -> None:
    if find_browser() is None:
        tell("no browser is installed")
        if not (install_package("chromium") and find_browser()):
            install_playwrights_own()
        if find_browser() is None:
            sys.exit("prepare: the tests need a browser: install chromium, or name one in PAIGOW_BROWSER")
    if find_postgres() is None:
        tell("PostgreSQL is not installed")
        if not (install_package("postgresql") and find_postgres()):
            sys.exit(
                "prepare: the tests need PostgreSQL's server programs: install the package postgresql, or name "
                "their directory in PAIGOW_POSTGRES"
            )
    if not pango.is_installed():
        tell("Pango is not installed")
        if not install_package("libpangoft2-1.0-0"):
            tell("that failed, so tests of PDF files will be skipped")
    if clients.missing():
        tell("fetching what the tests of API clients need")
        if not clients.install():
            tell("that failed, so those tests will be skipped")


def tell(text: str) -> None:
    print(f"prepare: {text}", file=sys.stderr)


def may_install() -> list[str] | None:
    """Return the prefix with which `apt-get` may install packages, or None if it may not."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    if (
        shutil.which("sudo")
        and subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        return ["sudo", "-n"]
    return None


def install_package(name: str) -> bool:
    """Install the Debian package and return whether that worked; update the lists only if it is unknown."""
    prefix = may_install()
    if prefix is None:
        return False
    tell(f"installing the package {name}")
    quiet = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2"]
    install = [*quiet, "install", "--yes", "--no-install-recommends", name]
    return _ran(install) or (_ran([*quiet, "update"]) and _ran(install))


def install_playwrights_own() -> None:
    tell("fetching Playwright's own Chromium")
    with_libraries = ["--with-deps"] if may_install() is not None else []
    _ran([sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"])


def _ran(command: list[str]) -> bool:
    return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0


if __name__ == "__main__":
    main()
