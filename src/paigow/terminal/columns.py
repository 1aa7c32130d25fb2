"""Text in columns of the terminal. A Chinese character takes two, so that nothing is counted in characters."""

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from rich.text import Text

CLOSING = "，。；：！？、）」』”’％"
"""What does not begin a line."""


def left(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def centred(text: str, width: int) -> str:
    """Cut off if there is too much of it."""
    if cell_len(text) > width:
        return set_cell_size(text, width)
    before = (width - cell_len(text)) // 2
    return left(" " * before + text, width)


def wrapped(text: Text, width: int) -> list[Text]:
    """Lines of at most this many columns, broken at blanks and between Chinese characters."""
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
    """Yield what stays together: blanks, a word, a Chinese character with the signs that close after it."""
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
