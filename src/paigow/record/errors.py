"""Errors in a record, each with a line number and a reason."""

from paigow.errors import PaigowError
from paigow.text import Text


class RecordError(PaigowError):
    """Raised for a file that is damaged, forged or not a record. `line` counts from 1."""

    def __init__(self, line: int, reason: str, clause: str | None = None) -> None:
        super().__init__(Text("line {line}: {reason}", {"line": line, "reason": reason}), clause)
        self.line = line
        self.reason = reason
