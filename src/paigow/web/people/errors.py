"""Reasons why a person may not do something with their money or time. Each error has a code for the API and a text."""

from datetime import datetime

from paigow.errors import PaigowError


class NotAllowed(PaigowError):
    """Raised when the person may not do this."""

    code = "not-allowed"


class NotCovered(NotAllowed):
    """Raised for an amount that exceeds the wallet."""

    code = "not-covered"


class LimitReached(NotAllowed):
    """Raised when the tighter of the person's own limit and the house's is reached."""

    code = "limit-reached"


class Excluded(NotAllowed):
    """Raised when the person has excluded themselves."""

    code = "excluded"

    def __init__(self, message: str, until: datetime) -> None:
        super().__init__(message)
        self.until = until


class TooOften(NotAllowed):
    """Raised for more requests than the rate limit allows; `retry_after` is in seconds."""

    code = "too-often"

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after
