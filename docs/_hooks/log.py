"""MkDocs hook: what the log of a record can contain, generated from the code.

A line `<!-- actions -->` becomes the table of actions, a line `<!-- events -->` that of events.
"""

from dataclasses import MISSING, fields
from typing import Any, get_args, get_origin, get_type_hints

from paigow.comparison import Match, Result
from paigow.record.toml import value
from paigow.record.wire import event_name, plain
from paigow.rules import STANDARDS, load_submission
from paigow.table import game_of
from paigow.table.core.engine import PlayerCommand, commands
from paigow.table.core.engine import events as kinds_of_events
from paigow.table.core.model import WagerKey

PLAIN = {int: "number", str: "text", bool: "truth value", WagerKey: "wager", Result: "text", Match: "table"}


def on_page_markdown(markdown: str, **_: Any) -> str:
    if "<!-- actions -->" not in markdown:
        return markdown
    for standard in STANDARDS:
        game_of(load_submission(standard))  # a game may have events of its own
    return markdown.replace("<!-- actions -->", actions()).replace("<!-- events -->", events())


def actions() -> str:
    """Return every command by its verb: who gives it, and its fields with types and defaults."""
    rows = ["| do | by | fields | |", "|---|---|---|---|"]
    for verb, kind in sorted(commands().items()):
        who = "player" if issubclass(kind, PlayerCommand) else kind.role
        hints = get_type_hints(kind)
        told = []
        for each in fields(kind):
            if who != "player" or each.name != "player":
                default = "" if each.default is MISSING else f", default {_default(each.default)}"
                told.append(f"`{each.name}` {_type(hints[each.name])}{default}")
        rows.append(f"| `{verb}` | {who} | {'; '.join(told)} | {_says(kind)} |")
    return "\n".join(rows)


def events() -> str:
    """Return every event by its name, with its fields."""
    rows = ["| was | fields | |", "|---|---|---|"]
    for kind in sorted(kinds_of_events(), key=event_name):
        hints = get_type_hints(kind)
        names = [each.name for each in fields(kind) if each.name not in ("clauses", "transfers")]
        told = "; ".join(f"`{name}` {_type(hints[name])}" for name in names)
        rows.append(f"| `{event_name(kind)}` | {told} | {_says(kind)} |")
    return "\n".join(rows)


def _says(kind: type) -> str:
    """Return the docstring, unless a dataclass generated it."""
    text = " ".join((kind.__doc__ or "").split())
    return "" if text.startswith(f"{kind.__name__}(") else text


def _default(item: Any) -> str:
    return "none" if item is None else f"`{value(plain(item))}`"


def _type(hint: Any) -> str:
    """Return a type as it appears in the file."""
    if hint in PLAIN:
        return PLAIN[hint]
    text = str(hint)
    if "Setting" in text:
        return "setting"
    parts = [each for each in get_args(hint) if each not in (type(None), ...)]
    listed = get_origin(hint) in (tuple, frozenset)
    if "Tile" in text and get_origin(parts[0]) is not tuple:
        return "pieces" if listed else "piece"
    if listed:
        return f"list of {_type(parts[0])}" if len(set(parts)) == 1 else f"list ({', '.join(map(_type, parts))})"
    return _type(parts[0]) if parts else "text"
