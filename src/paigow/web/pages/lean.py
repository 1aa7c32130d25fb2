"""Templates without their indents: a third of what a stream sends would be white space that no browser shows."""

import re

from django.template import Origin
from django.template.loaders import filesystem

BREAK = re.compile(r"\s*\n\s*")


class Loader(filesystem.Loader):
    """Load a template with line breaks, but without the indents and blank lines that only its editors read.

    Text that keeps its white space (`pre`, `textarea`) comes from values, and no message spans lines unless it is
    `trimmed`: a test looks.
    """

    def get_contents(self, origin: Origin) -> str:
        return BREAK.sub("\n", super().get_contents(origin))
