"""Par sheets for the math room, cached by submission and package version.

An old submission or version is never shown for a new one. Cards take a minute; the package includes the sheets of the
packaged rules (made by `python -m tools.par_sheets`).
"""

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.conf import settings

from paigow import pango
from paigow.rules import Submission, submission_hash
from paigow.version import __version__
from paigow.web.work.jobs import Job, put

SHEET, TABLES = "sheet", "tables"
"""The two kinds of work: a whole par sheet, and the frequencies of the side bets' lines."""
SHIPPED = Path(__file__).parent / "par"
"""An archive for each standard, whose comment is the key of the sheet in it."""
PRINTS = find_spec("weasyprint") is not None and pango.is_installed()
"""Whether a sheet can be printed as a PDF: the extra `plots` and the library it needs are installed."""
FORMS = ("html", "json", "csv", *(("pdf",) if PRINTS else ()))


@dataclass(frozen=True, slots=True)
class Work(Job):
    """A calculation about a submission."""

    submission: Submission
    kind: str = SHEET

    @property
    def key(self) -> str:
        return f"{submission_hash(self.submission)}-{__version__.replace('.', '_')}"

    @property
    def folder(self) -> Path:
        return Path(settings.DATA) / "par" / self.key / self.kind

    @property
    def worker(self) -> tuple[str, ...]:
        return "paigow.web.work.sheet_worker", self.kind

    def found(self) -> dict[str, Any] | None:
        """Return the result, computed here or shipped with the package."""
        if self.kind == SHEET and not self.file("page.json").exists():
            self._unpack(SHIPPED / f"{self.submission.standard}.zip")
        return Job.found(self)

    def _unpack(self, archive: Path) -> None:
        """Unpack the sheet shipped with the package, if it matches these rules and this version."""
        if not archive.exists():
            return
        with ZipFile(archive) as shipped:
            if shipped.comment.decode() != self.key:
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            for name in sorted(shipped.namelist(), key="page.json".__eq__):  # the page last, when the rest is there
                put(self.file(name), shipped.read(name))

    def prepare(self) -> None:
        self.file("submission.json").write_text(json.dumps(self.submission.data()), encoding="utf-8")
