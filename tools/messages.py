"""`python -m tools.messages extract|compile|check`: update the translation catalogues of the site and the terminal.

- `extract` updates the catalogues (.po) from the sources. Messages that no source uses any more stay as comments.
- `compile` writes the files that programs read (.mo) wherever they are older than their catalogue.
- `check` fails if `extract` would change a catalogue.

No message is translated twice. Messages that only the site uses are in the site's catalogue, those that only the
terminal uses in the terminal's, and all others in that of `paigow.language`, which both read. A message that moves
takes its translation with it.

Babel does the work, so no local gettext programs are needed; Django converts its templates into a form Babel reads.
"""

import ast
import os
import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parent.parent / "src" / "paigow"
OWNERS = {  # each owner's gettext domain, and the folder of the messages that only it uses
    "web": ("django", ("web/", "house/")),
    "terminal": ("terminal", ("terminal/", "commands/")),
    "language": ("django", ()),
}
CORE = (
    "hands",
    "learning/shown.py",
    "money",
    "poker",
    "rules/fields.py",
    "short_ways.py",
    "table",
    "tiles",
    "web/service",
)
"""In the core, a message is the first argument of one of these calls."""
CALLS = frozenset(
    (
        *("text", "refuse", "Refused", "HandError", "NotationError", "PaigowError", "NotYours", "NoSuchTable"),
        *("NoSuchRound", "TableClosed", "TableExists", "Stale", "KeyReused", "KeyRefused"),
    )
)
REASONS = frozenset({"reason", "rule"})
"""Keyword arguments that carry a sentence; a single word is a code, not a message. `void_round` takes one too."""
VALUES = "language/vocabulary.py"
LOCALES = tuple(sorted((path.name for path in (SOURCE / "language" / "locale").iterdir()), reverse=True))
"""The languages of the package; to add one, add its folder."""
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "lazy", "noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "count"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "within"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
HEADER = """\
# Texts of paigow. `make messages` brings them up to date.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


Found = tuple[str, str | tuple[str, ...], str | None]
"""Where a message is, the message or its singular and plural, and its context."""


def catalogue_of(source: Path, locale: str, owner: str = "web") -> Path:
    return source / owner / "locale" / locale / "LC_MESSAGES" / f"{OWNERS[owner][0]}.po"


def catalogues(source: Path = SOURCE) -> dict[Path, tuple[str, str]]:
    """Return the owner and language of each catalogue, by path."""
    return {catalogue_of(source, locale, owner): (owner, locale) for owner in OWNERS for locale in LOCALES}


def extract_catalogues(source: Path = SOURCE) -> None:
    for path, content in _brought_up(source).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def outdated(source: Path = SOURCE) -> list[Path]:
    """Return the catalogues that are out of date."""
    return [path for path, content in _brought_up(source).items() if not path.exists() or path.read_bytes() != content]


def compile_catalogues(source: Path = SOURCE) -> None:
    """Compile each catalogue and move it into place in one step, so that several processes can do so at once."""
    for path in catalogues(source):
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


def _brought_up(source: Path) -> dict[Path, bytes]:
    """Return every catalogue that has messages, with all of its messages in the sources."""
    found: dict[tuple[str | tuple[str, ...], str | None], list[str]] = {}
    for place, text, context in _texts(source):
        found.setdefault((text, context), []).append(place)
    made = {}
    for locale in LOCALES:
        known = _translations(source, locale)
        for owner in OWNERS:
            path = catalogue_of(source, locale, owner)
            own = {key: places for key, places in found.items() if _owner(places) == owner}
            if own or path.exists():
                made[path] = _written(path, locale, own, found, known)
    return made


def _owner(places: Iterable[str]) -> str:
    return next(
        (owner for owner, (_domain, own) in OWNERS.items() if all(p.startswith(own) for p in places)), "language"
    )


def _translations(source: Path, locale: str) -> dict[tuple[str, str | None], Any]:
    """Return the translations in all catalogues, by message and context."""
    from babel.messages.pofile import read_po

    known: dict[tuple[str, str | None], Any] = {}
    for path in filter(Path.exists, (catalogue_of(source, locale, owner) for owner in OWNERS)):
        with path.open("rb") as file:
            catalogue = read_po(file, locale)
        for message in (*catalogue.obsolete.values(), *catalogue):
            if message.id and (any(message.string) if message.pluralizable else message.string):
                known[_key(message.id), message.context] = message.string
    return known


def _key(text: str | Sequence[str]) -> str:
    return text if isinstance(text, str) else text[0]


def _written(
    path: Path,
    locale: str,
    own: Mapping[tuple[str | tuple[str, ...], str | None], list[str]],
    found: Container[tuple[str | tuple[str, ...], str | None]],
    known: Mapping[tuple[str, str | None], Any],
) -> bytes:
    """Return a catalogue as bytes, without dates and line numbers, which change for no reason."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    texts = Catalog()
    for (text, context), places in own.items():
        texts.add(text, locations=[(place, 0) for place in places], context=context)
    catalogue = Catalog(locale)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale)
        for forgotten in catalogue.obsolete.values():
            catalogue[forgotten.id] = forgotten  # a source may use it again later
        catalogue.obsolete.clear()
    catalogue.update(texts, no_fuzzy_matching=True)
    for message in catalogue:
        if message.id and not any(message.string or ()):
            message.string = known.get((_key(message.id), message.context), message.string)
    for name, message in list(catalogue.obsolete.items()):
        kept = tuple(message.id) if message.pluralizable else message.id
        if (kept, message.context) in found:  # it has moved to another catalogue
            del catalogue.obsolete[name]
    written = BytesIO()
    write_po(written, catalogue, width=120, sort_output=True, omit_header=True, include_lineno=False)
    header = HEADER.format(language=locale, plurals=catalogue.plural_forms)
    return header.encode() + written.getvalue().strip() + b"\n"


def _texts(source: Path) -> Iterator[Found]:
    from babel.messages.extract import extract

    for path in sorted([*source.rglob("*.py"), *source.glob("*/templates/**/*.html")]):
        content = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            content = _as_python(content)
        elif "gettext" not in content and "terminal.text" not in content:
            continue
        place = path.relative_to(source).as_posix()
        for _, text, _, context in extract("python", BytesIO(content.encode()), KEYWORDS):
            yield place, text, context
    for package in CORE:
        for path in modules(source / package):
            for message in sorted(_messages(path)):
                yield path.relative_to(source).as_posix(), message, None
    if source == SOURCE:
        from paigow.language.vocabulary import vocabulary

        for message in sorted(vocabulary()):
            yield VALUES, message, None


def modules(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []


def _messages(module: Path) -> Iterator[str]:
    """Yield the messages of a module of the core."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in CALLS:
            yield from _literals(node.args[:1])
        reasons = [each.value for each in node.keywords if each.arg in REASONS]
        if name == "void_round":
            reasons.append(node.args[1])
        yield from (message for message in _literals(reasons) if " " in message)


def _literals(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
            yield node.value


def _as_python(template: str) -> str:
    """Return the gettext calls of a template, without the text that Django leaves in between."""
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
