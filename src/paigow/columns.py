"""Rows laid out in columns: as plain text for terminals, as an HTML table for notebooks."""

from collections.abc import Iterable, Sequence
from html import escape


def columns(rows: Sequence[Sequence[str]], indent: str = "") -> str:
    """Lay rows out in columns, each as wide as it needs; the last column is not padded."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)] if rows else []
    lines = (
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]) for row in rows
    )
    return "\n".join(indent + line.rstrip() for line in lines)


def html_table(rows: Sequence[Sequence[str]], caption: str = "", notes: Iterable[str] = ()) -> str:
    """Render rows as an HTML table whose first row is the header, followed by notes as paragraphs."""
    header, *body = rows
    head = "".join(f"<th>{escape(cell.strip())}</th>" for cell in header)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell.strip())}</td>' for cell in row)}</tr>" for row in body)
    below = "".join(f"<p>{escape(note)}</p>" for note in notes)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>{below}"
