"""The API as a whole, and its URLs."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from paigow.version import __version__
from paigow.web.api import (
    answers,
    documents,
    figures,
    hosting,
    links,
    practice,
    rounds,
    stream,
    tables,
    tokens,
    tournaments,
    unions,
)
from paigow.web.api.access import Token


def only_read(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Skip the CSRF check: there is nothing to forge, and any other method is wrong for everybody."""
    return csrf_exempt(require_safe(view))


def _with_text_keys(schema: Any) -> Any:
    """Key responses by text alone: 200 and "200" would both be written, and most parsers refuse duplicate keys."""
    for methods in schema["paths"].values():
        for operation in methods.values():
            operation["responses"] = {str(status): answer for status, answer in operation["responses"].items()}
    return schema


class Api(NinjaAPI):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._tokens: dict[str, Token] = {}  # by operation

    def get_openapi_operation_id(self, operation: Any) -> str:
        name = str(operation.view_func.__name__)
        for each in operation.auth_callbacks:
            if isinstance(each, Token):
                self._tokens[name] = each
        return name

    def _with_scopes(self, schema: Any) -> Any:
        """Name the scope that a token needs, and mark operations that need no token."""
        for methods in schema["paths"].values():
            for operation in methods.values():
                if token := self._tokens.get(operation["operationId"]):
                    operation["security"] = [{"Token": [token.scope.value]}, *([{}] if token.open_to_all else [])]
        return schema

    def get_openapi_schema(self, **kwargs: Any) -> Any:
        schema = super().get_openapi_schema(**kwargs)
        refusals = schema["paths"]["/api/tables/{slug}/view"]["get"]["responses"]
        responses = {status: answer for status, answer in refusals.items() if int(status) >= 400}
        for where, operation in ((stream.PATH, stream.OPERATION), (stream.FEED_PATH, stream.FEED_OPERATION)):
            schema["paths"][where] = {"get": operation | {"responses": responses | operation["responses"]}}
        return unions.add_unions(self._with_scopes(links.added(_with_text_keys(answers.document(schema)))))


api = Api(
    title="Pai Gow",
    version=__version__,
    description="Tables of Pai Gow, tiles and poker. Every refusal is a problem (RFC 9457) with a reason and a clause.",
    servers=[{"url": "/", "description": "This house"}],
    openapi_extra={"info": {"license": {"name": "MIT", "identifier": "MIT"}}},
    docs_url=None,
    docs_decorator=only_read,
    auth=Token(),
    urls_namespace="api",
)
answers.add_handlers(api)
api.add_router("/tables", tables.router)
api.add_router("/tables", rounds.router)
api.add_router("/verification", rounds.verification)
api.add_router("/tokens", tokens.router)
api.add_router("", figures.router)
api.add_router("", documents.router)
api.add_router("", practice.router)
api.add_router("", hosting.router)
api.add_router("/tournaments", tournaments.router)

urlpatterns = [
    path("tables/<slug:slug>/stream", stream.stream, name="stream"),
    path("tables/<slug:slug>/feed", stream.feed, name="feed"),
    path("", api.urls),
]
