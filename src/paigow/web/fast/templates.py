"""How pages are drawn: lean templates, values that are freed, and parts that are rendered once for equal values.

Templates are loaded without the formatting that only their editors need: a third of a page would be invisible white
space. What a page was drawn from is freed with it.

Little changes on a felt from one event to the next, and most of it looks the same to everyone. A part is a template
that reads nothing but the values it is given, so whatever was rendered from equal values, in the same language, is used
again. The CSRF token, the forms' key and the round differ each time; in their place parts have marks, which `fill`
replaces in the finished page.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.http import HttpRequest
from django.template import Context, Library, Origin
from django.template.backends.django import DjangoTemplates, Template
from django.template.context import make_context
from django.template.loader import get_template
from django.template.loaders import filesystem
from django.utils.safestring import SafeString
from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")
register = Library()
KEPT = 1024  # parts; with the values they are drawn from, each takes a few kilobytes
CSRF_MARK, KEY_MARK, ROUND_MARK = (f"mark-{secrets.token_hex(12)}" for _ in range(3))
"""Random, so that nothing else on a page can contain them."""
COMMON = ("do", "csrf", "key", "rounds")
"""What forms need besides their own values."""
BREAK = re.compile(r"\s*\n\s*")
TAG = re.compile(r"(<[a-z](?:\{%.*?%\}|\{\{.*?\}\}|[^<>])*?)\s*>")
"""An HTML tag; Django code inside it may contain a `>`."""


def lean(template: str) -> str:
    """Return a template without indents and blank lines, each HTML tag on one line.

    Text that keeps its white space (`pre`, `textarea`) comes from values, and no message spans lines unless it is
    `trimmed`; a test checks this.
    """
    return BREAK.sub("\n", TAG.sub(lambda tag: BREAK.sub(" ", tag[1]) + ">", template))


class Loader(filesystem.Loader):
    """Loads the site's templates without their layout."""

    def get_contents(self, origin: Origin) -> str:
        return lean(super().get_contents(origin))


class Page(Template):
    """A template whose values are freed as soon as it is rendered."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        """Render the template.

        Django's context refers to its values, and they refer back to it. Without this, everything on a page, such as
        all tables in the lobby, would stay until a garbage collection.
        """
        values = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(values)
        finally:
            values.dicts.clear()


class Engine(DjangoTemplates):
    """Django's engine, with such pages."""

    def get_template(self, template_name: str) -> Page:
        return Page(super().get_template(template_name).template, self)


@register.simple_tag
def part(name: str, **values: Any) -> SafeString:
    """Render a template that reads only these values, which must be hashable."""
    return _rendered(name, get_language(), tuple(values.items()))


@register.simple_tag
def each_part(name: str, item: str, items: Iterable[Any]) -> SafeString:
    """Render the part once for each of these items."""
    language = get_language()
    return SafeString("".join([_rendered(name, language, ((item, each),)) for each in items]))


@register.simple_tag(takes_context=True)
def form_part(context: Context, name: str, **values: Any) -> SafeString:
    """Render a template with forms: it reads these values, the address of its forms, the round and the marks."""
    common = tuple((each, context[each]) for each in COMMON)
    return _rendered(name, get_language(), (*values.items(), *common))


@lru_cache(maxsize=KEPT)
def _rendered(name: str, language: str | None, values: tuple[tuple[str, Any], ...]) -> SafeString:
    return SafeString(get_template(name).render(dict(values)))


def per_language(function: Callable[P, R]) -> Callable[P, R]:
    """Remember what a function returns for equal arguments in each language."""

    @lru_cache(maxsize=KEPT)
    def kept(language: str | None, *args: Any, **kwargs: Any) -> R:
        return function(*args, **kwargs)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return kept(get_language(), *args, **kwargs)  # type: ignore[arg-type]

    return call


def fill(page: str, csrf: str, key: str, rounds: int) -> str:
    """Return a page with this token, key and round in place of their marks."""
    return page.replace(CSRF_MARK, csrf).replace(KEY_MARK, key).replace(ROUND_MARK, str(rounds))
