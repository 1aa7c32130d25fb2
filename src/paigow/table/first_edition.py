"""The rules of this program's first edition, where the current edition follows the documents more closely.

A table keeps the edition it was opened with, and a record keeps the one it was made with, so that old records still
verify and play can continue at old tables. Tables of the current edition use nothing from here.
"""

from collections.abc import Mapping
from types import MappingProxyType

Cites = Mapping[str, tuple[str, ...]]

CITES: Mapping[str, Cites] = MappingProxyType(
    {
        "MDT": {
            "result.push": ("MDT-8.H.1.a", "MDT-8.H.1.b", "MDT-8.H.1.c", "MDT-8.H.2"),
            "collect": ("MDT-8.G.1", "MDT-8.J"),
            "push": ("MDT-8.H.1.a",),
        },
        "MDP": {
            "foul": ("MDP-11.F.1.c", "MDP-11.F.1.d"),
            "envy.discard": ("MDP-11.H.3.c", "MDP-11.H.4.f", "MDP-11.J"),
            "discard": ("MDP-11.G", "MDP-11.I", "MDP-11.J"),
            "misset": ("MDP-14.I", "MDP-12.I.2"),
            "misset.bank": ("MDP-14.I", "MDP-12.I.2"),
        },
        "NZ": {
            "result.win": ("NZ-10.11", "NZ-6.1.a.i", "NZ-1.match"),
            "result.push": ("NZ-10.11", "NZ-10.11.s2", "NZ-6.1.c", "NZ-1.match"),
            "result.lose": ("NZ-10.11", "NZ-6.1.b.i", "NZ-1.match"),
        },
    }
)
"""Names under which the first edition cited every possible ground instead of the one that applied."""

NZ_LOSES = "NZ-6.1.b.i"
"""The clause that the first edition cited for every loss, although a copy loses on another ground."""


def controllers(lines: dict[int, list[str]], wishes: Mapping[str, tuple[int | None, ...]]) -> dict[int, str]:
    """Return the controller of each box: a player entitled to several keeps one; the next in line takes the others."""
    while True:
        first: dict[str, list[int]] = {}
        for box, line in lines.items():
            if line:
                first.setdefault(line[0], []).append(box)
        several = {name: boxes for name, boxes in first.items() if len(boxes) > 1}
        if not several:
            return {box: line[0] if line else "" for box, line in lines.items()}
        for name, boxes in several.items():
            kept = next((wish for wish in wishes[name] if wish in boxes), boxes[0])
            for box in boxes:
                if box != kept:
                    lines[box].remove(name)


def shares(amount: int, stakes: tuple[int, ...]) -> tuple[int, ...]:
    """Divide an amount in proportion to stakes; leftover cents go one each to the largest stakes."""
    found = [amount * stake // sum(stakes) for stake in stakes]
    by_size = sorted(range(len(stakes)), key=lambda index: (-stakes[index], index))
    for index in by_size[: amount - sum(found)]:
        found[index] += 1
    return tuple(found)
