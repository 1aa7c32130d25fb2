"""`python -m tools.static FOLDER`: pages that need no server, in which the package itself runs in WebAssembly.

Each page is one file that holds everything, so it works from a disk: `index.html` has lessons, drills, tile advice,
setting and comparing, and `verify.html` replays and verifies records. Pyodide comes from npm (`python -m
tools.prepare`).
"""

import base64
import gzip
import io
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYODIDE = HERE / "node_modules" / "pyodide"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PAGES = ("index.html", "verify.html")
LEFT_OUT = ("web", "analysis", "solver", "terminal", "commands", "envs", "cli.py", "__main__.py")
"""Modules that need libraries, a server or a terminal."""
EXACT_ADVICE = frozenset(f"{name}.py" for name in ("__init__", "asked", "results", "settings", "weighing"))
"""Analysis modules that need no library."""


def _belongs(place: Path) -> bool:
    _, layer, *rest = place.parts
    return layer not in LEFT_OUT or (layer == "analysis" and rest[0] in EXACT_ADVICE)


def core() -> bytes:
    """Return the part of the package that a page needs, as a reproducible ZIP file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted((ROOT / "src" / "paigow").rglob("*")):
            place = path.relative_to(ROOT / "src")
            if path.is_file() and "__pycache__" not in place.parts and _belongs(place):
                archive.writestr(zipfile.ZipInfo(str(place)), path.read_bytes())
    return packed.getvalue()


def part(name: str, data: bytes) -> str:
    text = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    return f'<script type="text/plain" id="{name}">{text}</script>\n'


def parts() -> str:
    """Return Python, the package and the code that a page calls."""
    files = {name: (PYODIDE / name).read_bytes() for name in PARTS}
    files |= {"paigow.zip": core(), "page.py": (HERE / "page.py").read_bytes()}
    return "".join(part(name, data) for name, data in files.items())


def main(folder: Path) -> None:
    if not PYODIDE.exists():
        sys.exit("static: Pyodide is not installed: `make prepare` fetches it from npm")
    folder.mkdir(parents=True, exist_ok=True)
    inside, loader = parts(), (HERE / "loader.js").read_text(encoding="utf-8")
    for name in PAGES:
        text = (HERE / name).read_text(encoding="utf-8")
        page = folder / name
        page.write_text(text.replace("<!-- parts -->\n", inside).replace("/* loader */\n", loader), encoding="utf-8")
        print(f"{page}: {page.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "static")
