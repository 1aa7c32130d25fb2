"""The refusals that every route may return, and the errors of other layers as problem details."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation, ValidationError
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError
from ninja.errors import ValidationError as Invalid

from paigow.errors import PaigowError, Refused
from paigow.table.view import view
from paigow.web.api.schemas import Problem
from paigow.web.observe.metrics import reason_of
from paigow.web.people.errors import NotAllowed, TooOften
from paigow.web.seals.sealing import SealBroken
from paigow.web.service import tables
from paigow.web.service.errors import ServiceError, Stale
from paigow.web.serving.problems import MEDIA_TYPE, problem

REFUSALS = (400, 401, 403, 404, 405, 409, 413, 422, 429, 503)


class StaleFor(Exception):
    """A stale command, with the viewer who is to be shown the current table."""

    def __init__(self, stale: Stale, slug: str, viewer: str) -> None:
        super().__init__(str(stale))
        self.stale, self.slug, self.viewer = stale, slug, viewer


def answers(expected: Mapping[int, Any]) -> dict[Any, Any]:
    """Return the value for `response=`: a route's own response, and one refusal that stands for all.

    Ninja would build a model for every status of every route, which took a fifth of a second of each start.
    """
    return {**expected, REFUSALS[0]: Problem}


def document(schema: dict[str, Any]) -> dict[str, Any]:
    """List every refusal, with its own media type and, if applicable, the headers for waiting or allowed methods."""
    for path in schema["paths"].values():
        for operation in path.values():
            refusal = operation["responses"][REFUSALS[0]]
            for status in REFUSALS:
                operation["responses"][status] = {**refusal, "description": HTTPStatus(status).phrase}
            for status, answer in operation["responses"].items():
                if int(status) >= 400 and "application/json" in answer.get("content", {}):
                    answer["content"] = {MEDIA_TYPE: answer["content"]["application/json"]}
                if int(status) in (202, 429, 503):
                    wait = {"description": "Seconds to wait", "schema": {"type": "integer"}}
                    answer["headers"] = {"Retry-After": wait}
                if int(status) == 405:
                    allowed = {"description": "The methods that there are", "schema": {"type": "string"}}
                    answer["headers"] = {"Allow": allowed}
    return schema


def answer_to(error: PaigowError) -> HttpResponse:
    """Return the response to an error caused by the caller or the circumstances, with its reason and clause.

    What the rules do not allow in the current state is a conflict; anything else is an invalid request.
    """
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, TooOften) else None
    match error:
        case ServiceError():
            status = error.status
        case TooOften():
            status = 429
        case NotAllowed():
            status = 403
        case Refused():
            status = 409
        case _:
            status = 422
    return problem(status, error.message, reason_of(error), error.clause, headers=headers)


def _where(place: Sequence[Any]) -> list[Any]:
    """Return the location of the error.

    Ninja names the body twice: as a part of the request and as the parameter that takes it.
    """
    return list(place[1:] if tuple(place[:2]) == ("body", "body") else place)


def add_handlers(api: NinjaAPI) -> None:
    """Register the errors that are answers to the caller. Anything else is a bug, which Django reports."""

    @api.exception_handler(StaleFor)
    def stale(request: HttpRequest, error: StaleFor) -> HttpResponse:
        state = tables.state_of(error.slug)
        details: dict[str, Any] = {"sequence": state.sequence, "view": view(state, error.viewer)}
        return problem(error.stale.status, error.stale.message, error.stale.reason, **details)

    @api.exception_handler(PaigowError)
    def refused(request: HttpRequest, error: PaigowError) -> HttpResponse:
        return answer_to(error)

    @api.exception_handler(SealBroken)
    def damaged(request: HttpRequest, error: SealBroken) -> HttpResponse:
        raise error  # not a refusal: the caller has done nothing wrong, and gets no details

    @api.exception_handler(Invalid)
    def invalid(request: HttpRequest, error: Invalid) -> HttpResponse:
        found = [{"where": _where(each["loc"]), "what": each["msg"]} for each in error.errors]
        first = found[0] if found else {"where": [], "what": ""}
        detail = f"{'.'.join(map(str, first['where']))}: {first['what']}"
        return problem(422, detail, "invalid", errors=found)

    @api.exception_handler(ValidationError)
    def not_valid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return problem(422, " ".join(error.messages), "invalid")

    @api.exception_handler(HttpError)
    def http(request: HttpRequest, error: HttpError) -> HttpResponse:
        headers = {"WWW-Authenticate": 'Bearer realm="paigow"'} if error.status_code == 401 else None
        detail = "" if str(error) == HTTPStatus(error.status_code).phrase else str(error)
        return problem(error.status_code, detail, headers=headers)

    @api.exception_handler(Http404)
    def not_found(request: HttpRequest, error: Http404) -> HttpResponse:
        return problem(404)

    @api.exception_handler(RequestDataTooBig)
    def too_large(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
        return problem(413)

    @api.exception_handler(SuspiciousOperation)
    def suspicious(request: HttpRequest, error: SuspiciousOperation) -> HttpResponse:
        return problem(400)

    @api.exception_handler(OperationalError)
    def busy(request: HttpRequest, error: OperationalError) -> HttpResponse:
        """Answer that the database is unavailable or too busy. Nothing in the request was carried out."""
        return problem(503, "The database does not answer; nothing was changed.", headers={"Retry-After": "1"})
