"""What can be wrong with what was asked for. Each error says what was wrong, what is allowed and by which clause."""

from typing import Any

from paigow.text import Text


class PaigowError(Exception):
    """Base of all errors that are an answer to the caller rather than a defect of the program."""

    def __init__(self, message: str | Text, clause: str | None = None, /, **fields: Any) -> None:
        """Take a template with fields, or a finished text.

        The message is a template with these fields, or a text that is made already.
        """
        super().__init__(message, clause)
        self.text = message if isinstance(message, Text) else Text(message, fields)
        self.clause = clause

    @property
    def message(self) -> str:
        """The text in English."""
        return str(self.text)

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]" if self.clause else self.message


class NotationError(PaigowError, ValueError):
    """Text that names no piece, or a hand that is not written as one."""


class HandError(PaigowError, ValueError):
    """Real pieces that are not a possible hand: too many, too few, or more copies than the set has."""


class SubmissionError(PaigowError, ValueError):
    """A choice that the standard does not leave to the operator, or a key it does not know."""


class Refused(PaigowError):
    """A command that the rules do not allow in this state. The state is unchanged."""
