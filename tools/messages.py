"""`python -m tools.messages extract|compile|check`: the catalogues of the site's texts.

- `extract` brings the catalogues (.po) up to what the sources say. What no source says any more stays as a comment.
- `compile` makes what the site reads (.mo) wherever it is older than its catalogue.
- `check` fails if a catalogue is not what `extract` would make of it.

Babel does the work, so that no program of the machine is needed; Django turns its templates into what Babel reads.
"""

import os
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "paigow"
LOCALES = ("zh_Hant", "zh_Hans")
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "lazy", "noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "within"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
HEADER = """\
# The texts of the site. `make messages` brings them up to date.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def catalogue_of(source: Path, locale: str) -> Path:
    return source / "web" / "locale" / locale / "LC_MESSAGES" / "django.po"


def phrases_of(source: Path) -> Path:
    return source / "web" / "locale" / "phrases.txt"


def extract_catalogues(source: Path = SOURCE) -> None:
    if source == SOURCE:
        phrases_of(source).write_text(_listed(source), encoding="utf-8")
    for locale in LOCALES:
        path = catalogue_of(source, locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_brought_up(source, locale))


def outdated(source: Path = SOURCE) -> list[Path]:
    """The catalogues that the sources have left behind."""
    if source == SOURCE and phrases_of(source).read_text(encoding="utf-8") != _listed(source):
        return [phrases_of(source)]
    paths = {locale: catalogue_of(source, locale) for locale in LOCALES}
    return [
        path for locale, path in paths.items() if not path.exists() or path.read_bytes() != _brought_up(source, locale)
    ]


def _listed(source: Path) -> str:
    """The phrases of the core, one on a line."""
    from tools.phrases import collect

    return "".join(f"{phrase}\n" for phrase in collect(source))


def compile_catalogues(source: Path = SOURCE) -> None:
    """Each comes to its place whole, so that several processes may do it at a time."""
    for path in (catalogue_of(source, locale) for locale in LOCALES):
        compiled = path.with_suffix(".mo")
        if not path.exists() or (compiled.exists() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns):
            continue
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        with path.open("rb") as file:
            catalogue = read_po(file)
        draft = compiled.with_suffix(f".{os.getpid()}")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(compiled)


def _brought_up(source: Path, locale: str) -> bytes:
    """A catalogue with every text of the sources. It has no dates and no numbers of lines: they change for nothing."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    texts = Catalog()
    for place, text, context in _texts(source):
        texts.add(text, locations=[(place, 0)], context=context)
    catalogue = Catalog(locale)
    if (path := catalogue_of(source, locale)).exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale)
        for forgotten in catalogue.obsolete.values():
            catalogue[forgotten.id] = forgotten  # perhaps a source says it again
        catalogue.obsolete.clear()
    catalogue.update(texts, no_fuzzy_matching=True)
    written = BytesIO()
    write_po(written, catalogue, width=120, sort_output=True, omit_header=True, include_lineno=False)
    header = HEADER.format(language=locale, plurals=catalogue.plural_forms)
    return header.encode() + written.getvalue().strip() + b"\n"


def _texts(source: Path) -> Iterator[tuple[str, str | tuple[str, ...], str | None]]:
    """Where a text is, the text or its forms for one and many, and its context."""
    from babel.messages.extract import extract

    for path in sorted([*source.rglob("*.py"), *(source / "web" / "templates").rglob("*.*")]):
        content = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            content = _as_python(content)
        elif "gettext" not in content:
            continue
        place = path.relative_to(source).as_posix()
        for _, text, _, context in extract("python", BytesIO(content.encode()), KEYWORDS):
            yield place, text, context
    if (listed := phrases_of(source)).exists():
        for text in listed.read_text(encoding="utf-8").splitlines():
            yield "web/locale/phrases.txt", text, None


def _as_python(template: str) -> str:
    """The calls for the texts of a template, without what Django leaves in between, which is not quite Python."""
    from django.conf import settings
    from django.utils.translation.template import templatize

    if not settings.configured:
        settings.configure()
    return "\n".join(line.strip() for line in templatize(template).splitlines())


def main(deed: str) -> None:
    if deed == "extract":
        extract_catalogues()
    elif deed == "compile":
        compile_catalogues()
    elif deed != "check":
        sys.exit(__doc__)
    elif old := outdated():
        sys.exit(f"not every text is in {' and '.join(str(path) for path in old)}: run `make messages`")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
