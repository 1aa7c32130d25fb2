"""Templates without the formatting that only their editors need: a third of a page would be invisible white space."""

import re

from django.template import Origin
from django.template.loaders import filesystem

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
