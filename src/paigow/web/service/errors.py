"""Refusals by the site. Each says what was wrong and what is allowed, and changes nothing."""

from typing import Any, ClassVar

from paigow.errors import PaigowError


class ServiceError(PaigowError):
    """`reason` is the code by which clients recognise the case; `status` is the matching HTTP status."""

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
    """The command belongs to somebody else."""

    reason = "not-yours"
    status = 403


class Stale(ServiceError):
    """The table has moved on since the client looked."""

    reason = "stale"
    status = 409

    def __init__(self, message: str, sequence: int, /, **fields: Any) -> None:
        super().__init__(message, None, **fields)
        self.sequence = sequence


class KeyReused(ServiceError):
    """The same idempotency key with another request."""

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
    """An invalid idempotency key."""

    reason = "key-refused"
    status = 422


class NoSuchClause(ServiceError):
    reason = "no-such-clause"
    status = 404
