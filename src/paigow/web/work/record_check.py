"""A record sent for verification, by the page or the API."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from paigow.errors import PaigowError
from paigow.version import __version__
from paigow.web.work.jobs import Job, discard
from paigow.web.work.lesson_worker import RECORD

MAX_KEPT = 100
"""The number of records kept on disk; beyond that the oldest are deleted."""
KEY = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class RecordCheck(Job):
    """A record to verify, identified by the hash of its text."""

    key: str

    @property
    def folder(self) -> Path:
        return Path(settings.DATA) / "records" / self.key

    @property
    def worker(self) -> tuple[str, ...]:
        return "paigow.web.work.lesson_worker", "record"

    def prepare(self) -> None:
        if not self.is_known:
            raise PaigowError("the record is gone")

    @property
    def is_known(self) -> bool:
        if not KEY.fullmatch(self.key):
            return False
        return self.file(RECORD).exists() or self.file("page.json").exists()

    @classmethod
    def of(cls, text: str) -> "RecordCheck":
        found = cls(hashlib.sha256(f"{__version__}\n{text}".encode()).hexdigest())
        discard(found.folder.parent, 1, MAX_KEPT)
        if not found.is_known:
            found.folder.mkdir(parents=True, exist_ok=True)
            draft = found.file("record.draft")
            draft.write_text(text, encoding="utf-8", newline="")
            draft.replace(found.file(RECORD))
        return found
