"""What the discard rack holds, from what the table noted of it."""

from paigow.hands.pieces import Piece
from paigow.table import TableState


def rack_contents(state: TableState) -> tuple[tuple[int | str, tuple[Piece, ...]], ...]:
    """Return the contents of the rack, from the bottom up.

    Hands are listed under their positions, the stub and single cards by name.
    """
    current = state.current
    single = iter(current.stack.removed)
    found: list[tuple[int | str, tuple[Piece, ...]]] = []
    for entry in current.stack.discards:
        if isinstance(entry, int):
            found.append((entry, current.hands[entry].pieces))
        else:
            found.append((entry, current.stack.stub if entry == "stub" else (next(single),)))
    return tuple(found)
