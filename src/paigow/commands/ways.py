"""`paigow house-way`: the rules of a house way, as text, as a printable card or as TOML."""

from html import escape
from pathlib import Path
from typing import Annotated

import typer

from paigow.commands.odds import Rules
from paigow.commands.output import in_a_directory, say
from paigow.errors import PaigowError
from paigow.rules.house_way_files import house_way_text

STYLE = (
    "@page{size:A5;margin:12mm}body{font:11pt/1.35 serif;max-width:40em;margin:2em auto}h1{font-size:15pt}"
    "ol{padding-left:1.6em}li{margin:.25em 0;break-inside:avoid}footer{font-size:9pt}"
)


def house_way(
    rules: Rules,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME|FILE", help="A house way such as short-13, or a file (default: the one in the rules)."
        ),
    ] = None,
    card: Annotated[
        Path | None,
        typer.Option("--card", metavar="FILE", help="Write a printable card as an HTML page.", callback=in_a_directory),
    ] = None,
    toml: Annotated[
        Path | None,
        typer.Option(
            "--toml",
            metavar="FILE",
            help="Write a list such as short-13 to a file that you can edit.",
            callback=in_a_directory,
        ),
    ] = None,
) -> None:
    """Show the rules of a house way in order."""
    from paigow.hands import open_hands

    hands = open_hands(rules)
    text = house_way_text(name or hands.choices.house_way)
    way = hands.with_house_way(text).written_way
    title, source, lines = way.name, way.source, way.rules
    if toml is not None:
        _write(toml, hands.short_ways.toml(text, hands.choices.standard.game), len(lines))
    if card is None and toml is None:
        say(f"{title}, {len(lines)} {'rule' if len(lines) == 1 else 'rules'} ({source})")
        for number, line in enumerate(lines, start=1):
            say(f"{number:3}  {line}")
        return
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
        f"<h1>House way {escape(title)}</h1><p>The first rule that fits sets the hand.</p><ol>{items}</ol>"
        f"<footer>{escape(source)}</footer></html>\n"
    )
    if card is not None:
        _write(card, page, len(lines))


def _write(file: Path, content: str, rules: int) -> None:
    try:
        file.write_text(content, encoding="utf-8")
    except OSError as error:
        raise PaigowError("{file} cannot be written: {error}", file=file, error=error.strerror) from None
    say(f"{file}: {rules} {'rule' if rules == 1 else 'rules'}")
