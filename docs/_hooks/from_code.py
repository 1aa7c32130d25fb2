"""MkDocs hook: the parts of a page that are generated from the code.

A line `<!-- readings -->` becomes the list of readings, `<!-- glossary -->` the glossary, a line
`<!-- submission: maryland-tiles -->` the keys of that standard's submission, and a line
`<!-- file: tests/documents/kitchen_table.py -->` that file as a block of code.
"""

import gettext
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args, get_origin

from paigow.language.glossary import GLOSSARY
from paigow.rules import READINGS, STANDARDS, Reading
from paigow.rules.fields import clauses_of, read_dealer_wager, read_limit, read_money, read_odds, read_rate
from paigow.rules.packaged import packaged_data
from paigow.rules.prices import prices
from paigow.rules.submission import model_of

ROOT = Path(__file__).resolve().parent.parent.parent


def on_page_markdown(markdown: str, **_: Any) -> str:
    markdown = markdown.replace("<!-- readings -->", readings())
    markdown = markdown.replace("<!-- glossary -->", glossary())
    markdown = re.sub(r"<!-- file: (\S+) -->", lambda found: file(found[1]), markdown)
    return re.sub(r"<!-- submission: ([a-z-]+) -->", lambda found: submission(found[1]), markdown)


def file(name: str) -> str:
    """Return a file of the repository as a block of code."""
    path = ROOT / name
    kind = {".py": "python", ".toml": "toml"}[path.suffix]
    return f"```{kind}\n{path.read_text(encoding='utf-8').strip()}\n```"


def glossary() -> str:
    """Return every term with its meaning and what each document calls it, in all languages."""
    rows = ["| term | 中文 | meaning | in the documents |", "|---|---|---|---|"]
    for term in GLOSSARY.values():
        own = "; ".join(f"{each.standard}: *{each.word}* ({each.clause})" for each in term.own)
        rows.append(f"| **{term.word}** | {' / '.join(_chinese(term.word))} | {term.meaning} | {own} |")
    return "\n".join(rows)


def _chinese(word: str) -> tuple[str, ...]:
    """Return the word in traditional and in simplified characters, once if they are the same."""
    domain = ROOT / "src" / "paigow" / "language" / "locale"
    found = (gettext.translation("django", str(domain), [code]).gettext(word) for code in ("zh_Hant", "zh_Hans"))
    return tuple(dict.fromkeys(found))


def readings() -> str:
    """Return every switch: its question, its values and where it applies."""
    sections = []
    for reading in READINGS.values():
        values = ", ".join(
            f"`{value}`" + (" (default)" if value == reading.default else "") for value in reading.values
        )
        sections.append(
            f"### {reading.name}\n\n{reading.text}\n\n"
            f"- Values: {values}\n"
            f"- Standards: {', '.join(reading.standards)}\n"
            f"- Clauses: {', '.join(reading.clauses)}\n\n{_priced(reading)}"
        )
    return "\n".join(sections)


def _priced(reading: Reading) -> str:
    """Return what each value other than the default does to the edge, in every standard that has the switch."""
    rows, still = [], []
    for standard in reading.standards:
        for value, moved in prices(standard, reading.name).items():
            rows += [
                f"| {standard} | `{value}` | {each.wager} | {_percent(each.usual)} | {_percent(each.edge)} "
                f"| {_signed(each.change)} |\n"
                for each in moved
            ]
            if not moved:
                still.append(f"`{value}` ({standard})")
    table = "".join(
        ("| standard | value | wager | edge by default | edge | points |\n|---|---|---|---:|---:|---:|\n", *rows)
    )
    quiet = f"No effect on the edge of any wager: {', '.join(still)}.\n"
    return "\n".join(part for part, there in ((table, rows), (quiet, still)) if there)


def _signed(change: Fraction) -> str:
    return f"{float(change) * 100:+.4f}".replace("-", "\u2212")


def _percent(edge: Fraction) -> str:
    return f"{float(edge) * 100:.4f}%".replace("-", "\u2212")


def submission(standard: str) -> str:
    """Return a table of the keys of a standard's submission, with the default value of each."""
    rows = "".join(_rows(model_of(standard), packaged_data(standard), "", STANDARDS[standard].prefix))
    return f"| key | default | may be | meaning | clauses |\n|---|---|---|---|---|\n{rows}"


def _rows(model: Any, data: Any, path: str, prefix: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        below, key = _model(field.annotation), f"{path}{name}"
        value = data.get(name) if isinstance(data, dict) else None
        if below is not None:
            is_list = get_origin(field.annotation) is tuple
            inner = (value[0] if value else None) if is_list else value
            yield from _rows(below, inner, f"{key}[]." if is_list else f"{key}.", prefix)
            continue
        clauses = ", ".join(clauses_of(field, prefix))
        yield f"| `{key}` | {_written(value)} | {_allowed(field)} | {field.description or ''} | {clauses} |\n"


def _model(annotation: Any) -> Any:
    candidates = (annotation, *get_args(annotation))
    return next((each for each in candidates if hasattr(each, "model_fields")), None)


def _allowed(field: Any) -> str:
    annotation = field.annotation
    if get_origin(annotation) is tuple:
        inner = get_args(get_args(annotation)[0])
        return "a list of " + (", ".join(map(_written, inner)) if inner and isinstance(inner[0], str) else "values")
    values = get_args(annotation)
    if values and all(isinstance(each, str | int) for each in values):
        return ", ".join(map(_written, values))
    if annotation is bool:
        return "true or false"
    if field.reads.read in _KINDS:
        return _KINDS[field.reads.read]
    bounds = {
        name: bound for each in field.bounds for name in ("ge", "le") if (bound := getattr(each, name)) is not None
    }
    return " ".join(f"{word} {bounds[name]}" for name, word in (("ge", "from"), ("le", "to")) if name in bounds)


_KINDS = {
    read_money: "an amount",
    read_limit: 'an amount or `"none"`',
    read_dealer_wager: '`"last-wager"` or an amount',
    read_rate: "a share",
    read_odds: "odds",
}


def _written(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_written, value)) or "`[]`"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return "" if value is None else f'`"{value}"`' if isinstance(value, str) else f"`{value}`"
