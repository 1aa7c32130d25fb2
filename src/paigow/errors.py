"""What can be wrong with what was asked for. Each error says what was wrong, what is allowed and by which clause."""


class PaigowError(Exception):
    """Base of all errors that are an answer to the caller rather than a defect of the program."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause

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
