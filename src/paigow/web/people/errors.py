"""Why a person may not do a thing with their money or time. Each has a code for the API and a text for the person."""

from datetime import datetime

from paigow.errors import PaigowError


class NotAllowed(PaigowError):
    """The person may not do this."""

    code = "not-allowed"


class NotCovered(NotAllowed):
    """More than the wallet holds."""

    code = "not-covered"


class LimitReached(NotAllowed):
    """The person's own limit or the house's, whichever is stricter."""

    code = "limit-reached"


class Excluded(NotAllowed):
    """The person shut themselves out."""

    code = "excluded"

    def __init__(self, message: str, until: datetime) -> None:
        super().__init__(message)
        self.until = until


class TooOften(NotAllowed):
    """More requests than the rate allows; `retry_after` is in seconds."""

    code = "too-often"

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after
