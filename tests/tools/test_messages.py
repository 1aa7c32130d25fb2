"""The catalogues of the site's texts."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from tools.messages import (
    CALLS,
    CORE,
    LOCALES,
    OWNERS,
    SOURCE,
    catalogue_of,
    compile_catalogues,
    extract_catalogues,
    modules,
    outdated,
)

TEMPLATE = """{% load i18n %}
<h1 title="{% translate 'Table' %}">{{ name|default:_("Nobody") }}</h1>
  {% blocktranslate count n=chips trimmed %}
    One chip
  {% plural %}
    {{ n }} chips
  {% endblocktranslate %}
{% translate "Bank" context "at the table" %} it's "fine" (really
"""
MODULE = """from django.utils.translation import gettext as _, pgettext

def greet(name: str) -> str:
    return _("Welcome, %(name)s") % {"name": name} + pgettext("tiles", "Day")
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "web" / "templates").mkdir(parents=True)
    (tmp_path / "web" / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "web" / "greeting.py").write_text(MODULE, encoding="utf-8")
    return tmp_path


def translate(path: Path, text: str, translation: str) -> None:
    content = path.read_text(encoding="utf-8")
    assert f'msgid "{text}"\nmsgstr ""' in content
    path.write_text(content.replace(f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "{translation}"'), "utf-8")


def test_every_text_is_found_and_translations_stay(source: Path) -> None:
    assert len(outdated(source)) == len(LOCALES)
    extract_catalogues(source)
    assert outdated(source) == []
    path = catalogue_of(source, "zh_Hant")
    content = path.read_text(encoding="utf-8")
    for text in ("Table", "Nobody", "One chip", "Bank", "Welcome, %(name)s", "Day"):
        assert f'msgid "{text}"' in content
    assert 'msgid_plural "%(n)s chips"' in content
    assert 'msgctxt "at the table"' in content
    translate(path, "Table", "牌桌")
    (source / "web" / "greeting.py").write_text(MODULE.replace("Welcome", "Good day"), encoding="utf-8")
    assert len(outdated(source)) == len(LOCALES)
    extract_catalogues(source)
    content = path.read_text(encoding="utf-8")
    assert 'msgid "Table"\nmsgstr "牌桌"' in content
    assert 'msgid "Good day, %(name)s"' in content
    assert outdated(source) == []


def test_a_text_that_comes_back_has_its_translation(source: Path) -> None:
    extract_catalogues(source)
    path = catalogue_of(source, "zh_Hans")
    translate(path, "Table", "牌桌")
    page = source / "web" / "templates" / "page.html"
    page.write_text(TEMPLATE.replace("'Table'", "'Felt'"), encoding="utf-8")
    extract_catalogues(source)
    assert '#~ msgid "Table"' in path.read_text(encoding="utf-8")
    page.write_text(TEMPLATE, encoding="utf-8")
    extract_catalogues(source)
    assert '\nmsgid "Table"\nmsgstr "牌桌"' in path.read_text(encoding="utf-8")


def test_a_text_of_both_is_in_the_catalogue_of_both_and_takes_its_translation_along(source: Path) -> None:
    extract_catalogues(source)
    translate(catalogue_of(source, "zh_Hant"), "Table", "牌桌")
    (source / "terminal").mkdir()
    said = 'from paigow.terminal.text import _\n\nprint(_("Table"), _("Key"))\n'
    (source / "terminal" / "screen.py").write_text(said, encoding="utf-8")
    assert outdated(source) != []
    extract_catalogues(source)
    contents = {owner: catalogue_of(source, "zh_Hant", owner).read_text(encoding="utf-8") for owner in OWNERS}
    assert 'msgid "Table"\nmsgstr "牌桌"' in contents["language"]
    assert 'msgid "Table"' not in contents["web"] + contents["terminal"]
    assert 'msgid "Key"' in contents["terminal"]
    assert 'msgid "Key"' not in contents["web"] + contents["language"]
    compile_catalogues(source)
    for owner in OWNERS:
        assert catalogue_of(source, "zh_Hant", owner).with_suffix(".mo").exists()


def test_compiling(source: Path) -> None:
    extract_catalogues(source)
    path = catalogue_of(source, "zh_Hant")
    translate(path, "Table", "牌桌")
    compile_catalogues(source)
    with path.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Table") == "牌桌"
    made = path.with_suffix(".mo").stat().st_mtime_ns
    compile_catalogues(source)
    assert path.with_suffix(".mo").stat().st_mtime_ns == made


def calls(module: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in CALLS:
            yield node


@pytest.mark.parametrize("package", CORE)
def test_a_message_has_the_fields_that_it_is_given(package: str) -> None:
    wrong = []
    for module in modules(SOURCE / package):
        for call in calls(module):
            given = {each.arg for each in call.keywords}
            match call.args:
                case [ast.Constant(value=str(message)), *_] if None not in given:
                    if given != {name for _text, name, *_rest in Formatter().parse(message) if name is not None}:
                        wrong.append((module.name, call.lineno, message))
    assert wrong == []


def test_no_message_of_the_core_is_put_together_beforehand() -> None:
    """It could not be translated: its values belong into fields."""
    found = [
        (module.name, call.lineno)
        for package in CORE
        for module in modules(SOURCE / package)
        for call in calls(module)
        if call.args and any(isinstance(each, ast.JoinedStr) for each in ast.walk(call.args[0]))
    ]
    assert found == []


def test_a_text_of_several_lines_is_trimmed() -> None:
    """Templates are loaded without their indents, so a message with line breaks of its own would not be found."""
    block = re.compile(r"\{%\s*blocktrans\w*([^%]*)%\}(.*?)\{%\s*endblocktrans", re.DOTALL)
    templates = sorted(SOURCE.glob("*/templates/**/*.html"))
    found = [(path.name, *each.groups()) for path in templates for each in block.finditer(path.read_text("utf-8"))]
    assert any("trimmed" in options for _name, options, _text in found)
    assert [name for name, options, text in found if "\n" in text and "trimmed" not in options] == []
