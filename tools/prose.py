"""`python -m tools.prose [wrap]`: check how the project writes, or wrap the long lines of its Markdown.

The rules are data, in `tools/words.toml`: words that no player should read, how long a button or a headline may be, and
which files may format a date or an amount of money. `make lint` runs the check.
"""

import ast
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WIDEST = 140
"""Maximum characters in a line of a template, style sheet, script or Markdown page (except tables and code)."""
WRAPPED = 120
SOURCES = frozenset({".html", ".css", ".js", ".mjs"})
BUTTON = re.compile(r"<button[^>]*>\s*\{%\s*translate\s+(\"[^\"]+\"|'[^']+')\s*%\}\s*</button>", re.DOTALL)
HEADLINE = re.compile(r"<h[12][^>]*>\s*\{%\s*translate\s+(\"[^\"]+\"|'[^']+')\s*%\}\s*</h[12]>", re.DOTALL)
ITEM = re.compile(r"^(\s*(?:[-*]|\d+\.)\s+)")


def rules() -> dict[str, Any]:
    with (ROOT / "tools" / "words.toml").open("rb") as file:
        return tomllib.load(file)


def faults() -> Iterator[str]:
    """Yield everything that the rules find wrong."""
    told = rules()
    yield from banned(told, _messages())
    yield from too_long(told)
    yield from formatted(told)
    yield from wide()


def banned(told: Mapping[str, Any], messages: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the messages that contain a word no player should read, with their catalogue."""
    for owner, text in messages:
        for rule in told["banned"]:
            if owner not in rule["in"] or text in rule.get("except", ()):
                continue
            if found := re.search(rule["word"], text, re.IGNORECASE):
                yield f"{owner} catalogue: {found[0]!r} in {text!r}: {rule['instead']}"


def too_long(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield buttons and headlines with too many words."""
    for path in sorted((ROOT / "src" / "paigow").glob("*/templates/**/*.html")):
        place = path.as_posix().partition("/templates/")[2]
        content = path.read_text(encoding="utf-8")
        for kind, pattern in (("button", BUTTON), ("headline", HEADLINE)):
            most = next(limit["words"] for limit in told[kind] if fnmatch(place, limit["in"]))
            for found in pattern.finditer(content):
                if len(found[1].strip("\"'").split()) > most:
                    yield f"{place}: a {kind} has at most {most} words: {found[1]}"


def formatted(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield code that formats dates or money itself instead of using the shared functions."""
    source = ROOT / "src" / "paigow"
    for rule in told["format"]:
        pattern = re.compile(rule["code"])
        for path in sorted([*source.rglob("*.py"), *source.rglob("templates/**/*.html")]):
            place = path.relative_to(source).as_posix()
            if place in rule["only"]:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if pattern.search(line):
                    yield f"src/paigow/{place}:{number}: {rule['instead']}"


def wide() -> Iterator[str]:
    """Yield lines that are too wide to review; no formatter breaks a tag of a template or a text."""
    for path in _sources():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if len(line) > WIDEST:
                yield f"{path.relative_to(ROOT)}:{number}: wider than {WIDEST}: break it (`blocktranslate trimmed`)"
    for path in _pages():
        for number, line in _prose(path.read_text(encoding="utf-8")):
            if len(line) > WIDEST and not line.lstrip().startswith(("![", "[")):
                yield f"{path.relative_to(ROOT)}:{number}: wider than {WIDEST}: run `python -m tools.prose wrap`"


def wrap(text: str) -> str:
    """Return Markdown whose long paragraphs and list items are wrapped; everything else stays as it is."""
    lines = text.split("\n")
    prose = {number for number, _line in _prose(text)}
    made: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        if number + 1 not in prose or not line.strip() or line.startswith(("#", "<", "!!!")):
            made.append(line)
            number += 1
            continue
        end = number + 1
        while end < len(lines) and end + 1 in prose and lines[end].strip() and not _starts(lines[end]):
            end += 1
        block = lines[number:end]
        made += block if max(map(len, block)) <= WIDEST else _wrapped(block)
        number = end
    return "\n".join(made)


def _starts(line: str) -> bool:
    return bool(ITEM.match(line)) or line.startswith(("#", "<", "|", ">", "!!!"))


def _wrapped(block: list[str]) -> list[str]:
    found = ITEM.match(block[0])
    first = found[1] if found else re.match(r"\s*", block[0])[0]  # type: ignore[index]
    text = " ".join(" ".join(block)[len(first) :].split())
    hanging = " " * len(first)
    return textwrap.wrap(
        text, WRAPPED, initial_indent=first, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
    )


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither code nor tables, with their numbers."""
    fenced = False
    for number, line in enumerate(text.split("\n"), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("|", "    ")):
            yield number, line


def _sources() -> list[Path]:
    """Return all templates, style sheets and scripts."""
    folders = (ROOT / "src", ROOT / "tools", ROOT / "tests")
    return sorted(path for folder in folders for path in folder.rglob("*") if _is_ours(path))


def _is_ours(path: Path) -> bool:
    """Return whether the file is our own source, not part of an installed package."""
    return path.suffix in SOURCES and "node_modules" not in path.parts


def _pages() -> list[Path]:
    """Return all Markdown pages, the changelog included."""
    return sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})


def _messages() -> Iterator[tuple[str, str]]:
    """Yield every message with the catalogue that it is in."""
    from tools.messages import OWNERS, SOURCE, catalogue_of

    for owner in OWNERS:
        text = catalogue_of(SOURCE, "zh_Hant", owner).read_text(encoding="utf-8")
        for found in re.finditer(r'^msgid(?:_plural)? ((?:".*"\n)+)', text, re.MULTILINE):
            message = "".join(ast.literal_eval(line) for line in found[1].splitlines())
            if message:
                yield owner, message


def main(action: str) -> None:
    if action == "wrap":
        for path in _pages():
            text = path.read_text(encoding="utf-8")
            if (made := wrap(text)) != text:
                path.write_text(made, encoding="utf-8")
    elif found := list(faults()):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "check")
