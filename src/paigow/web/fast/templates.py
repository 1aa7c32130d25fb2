"""Templates without the layout that only their editors read: a third of a page would be white space nobody sees."""

import re

from django.template import Origin
from django.template.loaders import filesystem

BREAK = re.compile(r"\s*\n\s*")
TAG = re.compile(r"(<[a-z](?:\{%.*?%\}|\{\{.*?\}\}|[^<>])*?)\s*>")
"""An HTML tag; what Django puts into it may hold a `>` of its own."""


def lean(template: str) -> str:
    """Return a template without indents and blank lines, each HTML tag on one line.

    Text that keeps its white space (`pre`, `textarea`) comes from values, and no message spans lines unless it is
    `trimmed`: a test looks.
    """
    return BREAK.sub("\n", TAG.sub(lambda tag: BREAK.sub(" ", tag[1]) + ">", template))


class Loader(filesystem.Loader):
    """Load the site's templates lean."""

    def get_contents(self, origin: Origin) -> str:
        return lean(super().get_contents(origin))
