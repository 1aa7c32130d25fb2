"""Text in terminal columns. A Chinese character takes two, so nothing is counted in characters."""

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from rich.text import Text

CLOSING = "，。；：！？、）」』”’％"
"""Characters that must not start a line."""


def left(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def centred(text: str, width: int) -> str:
    """Return centred text, truncated if it is too long."""
    if cell_len(text) > width:
        return set_cell_size(text, width)
    before = (width - cell_len(text)) // 2
    return left(" " * before + text, width)


def wrapped(text: Text, width: int) -> list[Text]:
    """Return lines of at most this many columns, broken at spaces and between Chinese characters."""
    lines = [Text()]
    for piece in _pieces(text):
        if lines[-1].cell_len and lines[-1].cell_len + piece.cell_len > width and piece.plain.strip():
            lines[-1].rstrip()
            lines.append(Text())
        if lines[-1].cell_len or piece.plain.strip() or len(lines) == 1:
            lines[-1].append_text(piece)
    lines[-1].rstrip()
    return lines


def _pieces(text: Text) -> Iterator[Text]:
    """Yield text that must stay together: spaces, a word, or a Chinese character with its closing punctuation."""
    plain = text.plain
    start = 0
    for place in range(1, len(plain) + 1):
        if place == len(plain) or _breaks(plain[place - 1], plain[place]):
            yield text[start:place]
            start = place


def _breaks(before: str, after: str) -> bool:
    if after in CLOSING:
        return False
    return (before == " ") != (after == " ") or cell_len(before) > 1 or cell_len(after) > 1
