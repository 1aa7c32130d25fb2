"""Helpers shared by the staff pages: the person, refusals, paging, and files."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.utils.translation import gettext_lazy as _

from paigow.errors import NotationError, PaigowError
from paigow.rules.fields import printable
from paigow.web.fast.threads import in_thread
from paigow.web.pages.words import phrase

T = TypeVar("T")
PAGE = 100  # rows per page
CHUNK = 1 << 16  # bytes of a file sent at a time


def carried_out(request: HttpRequest, action: Callable[[], object], said: str, back: str) -> HttpResponse:
    """Carry out an action and redirect back, reporting what was done or why not."""
    try:
        action()
    except PaigowError as error:
        clause = f" [{error.clause}]" if error.clause else ""
        messages.error(request, phrase(error.text) + clause)
    else:
        messages.success(request, said)
    return HttpResponseRedirect(back)


def check_printable(text: str) -> None:
    """Validate a form field by the same rule as texts in a submission and in the API."""
    try:
        printable(text)
    except NotationError as error:
        raise forms.ValidationError(phrase(error.text), code="printable") from None


class Span(forms.Form):
    """A span of days, both inclusive, in UTC."""

    first = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Through"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def between(self, field: str) -> dict[str, datetime]:
        """Return a filter for a time field."""
        found = {}
        if first := self.asked("first"):
            found[f"{field}__gte"] = _midnight(first)
        if (last := self.asked("last")) and last < date.max:  # the last day of the calendar
            found[f"{field}__lt"] = _midnight(last) + timedelta(days=1)
        return found

    def asked(self, name: str) -> Any:
        """Return the requested span, if it makes sense; None otherwise."""
        return self.cleaned_data.get(name) if self.is_valid() or name in getattr(self, "cleaned_data", {}) else None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def page_of(rows: Iterable[T], most: int = PAGE) -> tuple[list[T], bool]:
    """Return the first rows, and whether there are more."""
    found = list(islice(rows, most + 1))
    return found[:most], len(found) > most


def query(request: HttpRequest, **more: object) -> str:
    """Return this page's query string with some values changed; empty ones are left out."""
    given = {name: value for name, value in request.GET.dict().items() if value} | more
    return urlencode({name: value for name, value in given.items() if value not in ("", None)})


def sent(request: HttpRequest, path: Path, kind: str, name: str) -> StreamingHttpResponse:
    """Return a file made for this request: streamed, and deleted from disk."""
    file = path.open("rb")
    path.unlink()
    content = _bits(file)
    bits = _read_in_threads(content) if isinstance(request, ASGIRequest) else content
    disposition = f'attachment; filename="{name}"'
    return StreamingHttpResponse(bits, content_type=kind, headers={"Content-Disposition": disposition})


def _bits(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while bit := file.read(CHUNK):
            yield bit


async def _read_in_threads(bits: Iterator[bytes]) -> AsyncIterator[bytes]:
    while (bit := await in_thread(next, bits, None)) is not None:
        yield bit
