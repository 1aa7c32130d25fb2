"""Refusals by the site. Each says what was wrong and what is allowed, and changes nothing."""

from typing import Any, ClassVar

from paigow.errors import PaigowError


class ServiceError(PaigowError):
    """A refusal: `reason` is a code by which clients recognise the case, and `status` the matching HTTP status."""

    reason: ClassVar[str] = "refused"
    status: ClassVar[int] = 422


class NoSuchTable(ServiceError):
    reason = "no-such-table"
    status = 404


class TableExists(ServiceError):
    reason = "table-exists"
    status = 409


class TableClosed(ServiceError):
    reason = "table-closed"
    status = 409


class NotYours(ServiceError):
    """Raised when a command belongs to somebody else."""

    reason = "not-yours"
    status = 403


class Stale(ServiceError):
    """Raised when the table has moved on since the client last saw it."""

    reason = "stale"
    status = 409

    def __init__(self, message: str, sequence: int, /, **fields: Any) -> None:
        super().__init__(message, None, **fields)
        self.sequence = sequence


class KeyReused(ServiceError):
    """Raised when an idempotency key is reused with a different request."""

    reason = "key-reused"
    status = 422


class NoSuchRound(ServiceError):
    reason = "no-such-round"
    status = 404


class NoSuchTournament(ServiceError):
    reason = "no-such-tournament"
    status = 404


class NoSuchRecord(ServiceError):
    reason = "no-such-record"
    status = 404


class KeyRefused(ServiceError):
    """Raised for an invalid idempotency key."""

    reason = "key-refused"
    status = 422


class NoSuchClause(ServiceError):
    reason = "no-such-clause"
    status = 404
