"""Templates without the formatting that only their editors need: a third of a page would be invisible white space.

What a page was drawn from is freed with it.
"""

import re
from typing import Any

from django.http import HttpRequest
from django.template import Origin
from django.template.backends.django import DjangoTemplates, Template
from django.template.context import make_context
from django.template.loaders import filesystem
from django.utils.safestring import SafeString

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
