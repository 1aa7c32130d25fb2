"""Work out the par sheets of the packaged rules, which come with the site: `python -m tools.par_sheets [STANDARD ...]`.

Needed after a change of a packaged submission, of the analysis, or of the version; a test tells. Two minutes.
"""

import json
import sys
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from paigow.rules import STANDARDS, load_submission
from paigow.web.work.sheet_worker import sheet_page
from paigow.web.work.sheets import SHIPPED, Work

DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same sheet gives the same archive."""


def pack(standard: str, target: Path) -> None:
    submission = load_submission(standard)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        page = sheet_page(submission, folder, lambda done, total: None)
        (folder / "page.json").write_text(json.dumps(page, ensure_ascii=False), encoding="utf-8")
        with ZipFile(target, "w") as archive:
            archive.comment = Work(submission).key.encode()
            for path in sorted(folder.iterdir()):
                archive.writestr(ZipInfo(path.name, DATE), path.read_bytes(), ZIP_DEFLATED, 9)


if __name__ == "__main__":
    SHIPPED.mkdir(exist_ok=True)
    for name in sys.argv[1:] or STANDARDS:
        pack(name, SHIPPED / f"{name}.zip")
        print(f"{name}: {(SHIPPED / f'{name}.zip').stat().st_size} bytes")
