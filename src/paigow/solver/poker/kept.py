"""A checkpoint: one SQLite file that survives a killed run, and from which a later run resumes."""

import io
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paigow.analysis.best import Found
from paigow.analysis.results import Counts
from paigow.errors import PaigowError

Arrays = dict[str, npt.NDArray[Any]]


class Checkpoint:
    """Arrays stored by name.

    A checkpoint belongs to one question: the file of another question is refused and left unchanged. Without a path
    nothing is stored.
    """

    def __init__(self, path: Path | None, question: str) -> None:
        self._file, self._path = None, path
        if path is None:
            return
        try:
            file = sqlite3.connect(path, isolation_level=None)
            file.execute("CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, arrays BLOB NOT NULL)")
            row = file.execute("SELECT arrays FROM kept WHERE name = 'question'").fetchone()
        except sqlite3.Error as error:
            raise PaigowError(f"{path} cannot be used as the checkpoint of a solver: {error}") from None
        if row is None:
            file.execute("INSERT INTO kept VALUES ('question', ?)", (question.encode(),))
        elif row[0] != question.encode():
            raise PaigowError(f"{path} is the checkpoint of another question ({row[0].decode()}), not of {question}")
        self._file = file

    def get(self, name: str) -> Arrays | None:
        if self._file is None:
            return None
        row = self._file.execute("SELECT arrays FROM kept WHERE name = ?", (name,)).fetchone()
        if row is None:
            return None
        with np.load(io.BytesIO(row[0]), allow_pickle=False) as archive:
            return dict(archive)

    def put(self, name: str, arrays: Arrays) -> None:
        if self._file is not None:
            buffer = io.BytesIO()
            np.savez(buffer, **arrays)  # type: ignore[arg-type]
            self._file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, buffer.getvalue()))

    def counts(self, name: str) -> Counts | None:
        kept = self.get(name)
        return None if kept is None else Counts(*kept["counts"].tolist())

    def put_counts(self, name: str, counts: Counts) -> None:
        self.put(name, {"counts": np.array([counts.win, counts.push, counts.lose])})

    def finish(self) -> None:
        """Delete the file once everything is done."""
        if self._file is not None and self._path is not None:
            self._file.close()
            self._file = None
            self._path.unlink(missing_ok=True)

    def drop(self, prefix: str) -> None:
        """Delete arrays that are no longer needed."""
        if self._file is not None:
            self._file.execute("DELETE FROM kept WHERE substr(name, 1, length(?1)) = ?1", (prefix,))


@dataclass(frozen=True, slots=True)
class KeptJobs:
    """The jobs of one exact count, stored one by one."""

    checkpoint: Checkpoint
    name: str

    def get(self, number: int) -> Found | None:
        arrays = self.checkpoint.get(f"{self.name}/{number}")
        if arrays is None:
            return None
        types, best, house, choosing, apart, by_question = (arrays[place] for place in "012345")
        return types, best, house, choosing, apart, by_question

    def put(self, number: int, result: Found) -> None:
        self.checkpoint.put(f"{self.name}/{number}", dict(zip("012345", result, strict=True)))
