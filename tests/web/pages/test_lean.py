"""Templates are loaded without their layout: nothing but white space differs, and every template compiles."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

from paigow.web.fast.templates import lean

FOLDERS = [Path(str(each)) for each in settings.TEMPLATES[0]["DIRS"]]
TEMPLATES = {path.relative_to(folder).as_posix(): path for folder in FOLDERS for path in sorted(folder.rglob("*.html"))}
DJANGO = re.compile(r"\{[%{#].*?[%}#]\}")


@pytest.mark.parametrize("name", TEMPLATES)
def test_only_white_space_outside_of_djangos_tags_differs(name: str) -> None:
    written = TEMPLATES[name].read_text(encoding="utf-8")
    loaded = lean(written)
    assert DJANGO.findall(loaded) == DJANGO.findall(written)
    assert "".join(loaded.split()) == "".join(written.split())
    assert len(loaded) <= len(written)
    get_template(name)


@pytest.mark.parametrize(
    ("written", "loaded"),
    [
        ("<p>\n    one\n\n  </p>", "<p>\none\n</p>"),
        ('<a\n  href="x"\n  {% if a > 1 %}hidden{% endif %}\n>', '<a href="x" {% if a > 1 %}hidden{% endif %}>'),
        ("{% if a > 1 %}\n  b\n{% endif %}", "{% if a > 1 %}\nb\n{% endif %}"),
    ],
)
def test_layout_goes_and_meaning_stays(written: str, loaded: str) -> None:
    assert lean(written) == loaded
