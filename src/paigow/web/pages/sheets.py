"""Par sheets for the math room, cached by submission and package version.

Neither an old submission nor an old version is ever shown for a new one. Cards take a minute.
"""

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings

from paigow.rules import Submission, submission_hash
from paigow.version import __version__
from paigow.web.pages.jobs import Job

SHEET, TABLES = "sheet", "tables"
"""The two kinds of work: a whole par sheet, and how often each line of the optional wagers is reached."""
FORMS = ("html", "json", "csv", *(("pdf",) if find_spec("matplotlib") else ()))
"""The forms of a sheet; one on paper is drawn."""


@dataclass(frozen=True, slots=True)
class Work(Job):
    """Something to be worked out about a submission."""

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
        return "paigow.web.pages.sheet_worker", self.kind

    def prepare(self) -> None:
        self.file("submission.json").write_text(json.dumps(self.submission.data()), encoding="utf-8")
