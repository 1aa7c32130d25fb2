"""`python -m tools.notebooks [NAME...]`: rerun the notebooks of the docs and save their output.

The docs render the saved output; a test reruns the notebooks and compares.
"""

import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"
TIMEOUT = 600
"""Time limit for one cell in seconds: a busy machine makes it slow, not wrong."""
VARYING = re.compile(r"in \d+\.\d+ s|0x[0-9a-f]+")


def notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def load(path: Path) -> Any:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)  # type: ignore[no-untyped-call]


def run(path: Path) -> Any:
    """Return the notebook with its current output; raise if a cell fails."""
    book = load(path)
    place = {"metadata": {"path": str(FOLDER)}}
    # A kernel may send what a cell prints in one part or in several, so the parts are put together.
    NotebookClient(book, timeout=TIMEOUT, kernel_name="python3", resources=place, coalesce_streams=True).execute()
    for cell in book.cells:
        cell.metadata.pop("execution", None)  # when it ran is of no interest
    book.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return book


def shown(book: Any) -> list[list[tuple[tuple[str, ...], str]]]:
    """Return each cell's output: the kinds of display and the text, without what varies from run to run."""
    found = []
    for cell in book.cells:
        outputs = [each for each in cell.get("outputs", ()) if each.get("name") != "stderr"]
        kinds = (tuple(sorted(each.get("data", ()))) for each in outputs)
        texts = (each.get("text") or each.get("data", {}).get("text/plain", "") for each in outputs)
        found.append([(kind, VARYING.sub("…", text)) for kind, text in zip(kinds, texts, strict=True)])
    return found


def main(names: list[str]) -> None:
    for path in notebooks():
        if not names or path.stem in names:
            nbformat.write(run(path), path)  # type: ignore[no-untyped-call]
            print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
