"""Draw a flame graph of a round: `python -m benchmarks.flame round.svg [--engine] [--standard new-zealand]`.

Rounds are played by bots, at the site on SQLite as `benchmarks.unit_costs` does, or with `--engine` by the engine alone
as `benchmarks.rounds` does; then it also prints which part of the engine takes how much of the time. The stack is
sampled by processor time. `--scale 40` makes the picture 40 ms wide, so that pictures of two versions can be compared;
`PYTHONPATH=another/checkout/src` measures another version.
"""

import argparse
import os
import signal
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

EVERY = 0.001  # seconds of processor time between samples, if the system's clock is fine enough
WARM_UP = 5
WIDE, TALL, TOP = 1000, 15, 40  # of the picture, a frame and the margin above
THIN = 1.5  # narrower frames are left out
LETTER = 5.6  # width of a letter
COLOURS = {
    "engine": "#8ec07c",
    "site": "#f2b36b",
    "database": "#83a5d8",
    "other": "#d9d4c7",
}
ENGINE: Mapping[str, tuple[str, ...]] = {
    "driver and bots": ("paigow.table.driver.", "paigow.bots."),
    "commands, events, state, ledger": (
        "paigow.table.core.engine.",
        "paigow.table.core.values.",
        "paigow.table.core.model.TableState.p",  # `part` and `put`
        "paigow.money.ledger.",
    ),
    "hands": ("paigow.poker.", "paigow.tiles.", "paigow.hands.", "paigow.comparison."),
    "chance": ("paigow.fairness.", "paigow.table.chance."),
    "rules of the table": ("paigow.",),
}
"""The parts of the engine, each with how the names of its functions begin; the first that fits counts."""


@dataclass
class Node:
    """A function in a stack: the seconds spent in it and in what it calls."""

    name: str
    part: str = "other"
    seconds: float = 0.0
    calls: dict[str, "Node"] = field(default_factory=dict)

    def add(self, stack: list[tuple[str, str]], seconds: float) -> None:
        """Add a sample: the functions from the outermost to the innermost."""
        node = self
        node.seconds += seconds
        for name, part in stack:
            node = node.calls.setdefault(name, Node(name, part))
            node.seconds += seconds


def part_of(module: str) -> str:
    """Return the part of the program to which a module belongs."""
    if module.startswith("paigow."):
        return "site" if module.startswith(("paigow.web.", "paigow.house.")) else "engine"
    return "database" if module.startswith(("django.db", "sqlite3", "psycopg")) else "other"


class Sampler:
    """Samples the stack of the main thread above the function that asked for it."""

    def __init__(self, name: str) -> None:
        self.root = Node(name)
        self._last = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        before = signal.signal(signal.SIGPROF, self._sample)
        self._last = process_time()
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            signal.signal(signal.SIGPROF, before)

    def _sample(self, number: int, frame: FrameType | None) -> None:
        stack: list[tuple[str, str]] = []
        while frame is not None and frame.f_code is not _play.__code__:
            module = frame.f_globals.get("__name__", "")
            stack.append((f"{module}.{frame.f_code.co_qualname}", part_of(module)))
            frame = frame.f_back
        now = process_time()
        self.root.add(stack[::-1], now - self._last)
        self._last = now


def _play(play: Callable[[], None], rounds: int) -> None:
    for _ in range(rounds):
        play()


def sampled(name: str, play: Callable[[], None], rounds: int) -> Node:
    """Return what this many rounds take."""
    _play(play, WARM_UP)
    sampler = Sampler(name)
    with sampler.running():
        _play(play, rounds)
    return sampler.root


def engine_shares(root: Node) -> Mapping[str, float]:
    """Return each part's share of the time, without what its functions call in other parts.

    A function from elsewhere, such as a library, counts with the part that called it.
    """
    own = dict.fromkeys(ENGINE, 0.0)

    def visit(node: Node, part: str) -> None:
        part = next((name for name, starts in ENGINE.items() if node.name.startswith(starts)), part)
        own[part] += node.seconds - sum(each.seconds for each in node.calls.values())
        for each in node.calls.values():
            visit(each, part)

    for each in root.calls.values():
        visit(each, "driver and bots")
    whole = sum(own.values())
    return {part: seconds / whole for part, seconds in own.items()}


def draw(root: Node, rounds: int, scale: float, title: str) -> str:
    """Return the picture: frames as wide as their milliseconds per round, each above its caller."""
    per_round = root.seconds / rounds * 1000
    full = scale or per_round
    boxes: list[tuple[float, int, float, Node]] = []

    def place(node: Node, left: float, level: int) -> None:
        wide = node.seconds / rounds * 1000 / full * WIDE
        if wide < THIN:
            return
        boxes.append((left, level, wide, node))
        for each in sorted(node.calls.values(), key=lambda each: each.name):
            place(each, left, level + 1)
            left += each.seconds / rounds * 1000 / full * WIDE

    place(root, 0.0, 0)
    height = TOP + (max(level for _, level, _, _ in boxes) + 1) * TALL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" width="{WIDE}" height="{height}" '
        f'role="img" font-family="DejaVu Sans Mono, monospace" font-size="9">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDE}" height="{height}" fill="white"/>',
        f'<text x="4" y="14" font-size="12" font-weight="bold">{escape(title)}: {per_round:.1f} ms a round</text>',
    ]
    for number, (name, colour) in enumerate(COLOURS.items()):
        x = 4 + number * 90
        parts.append(f'<rect x="{x}" y="22" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{x + 14}" y="31">{name}</text>')
    for left, level, wide, node in boxes:
        y = height - (level + 1) * TALL
        shade = 0.8 + zlib.crc32(node.name.encode()) % 5 / 25  # neighbours differ
        label = f"{node.name} {node.seconds / rounds * 1000:.2f} ms"
        short = node.name.rpartition(".")[2][: int(wide / LETTER)]
        parts.append(
            f'<g><title>{escape(label)}</title><rect x="{left:.1f}" y="{y}" width="{wide:.1f}" height="{TALL - 1}" '
            f'fill="{COLOURS[node.part]}" opacity="{shade:.2f}"/>'
            + (f'<text x="{left + 2:.1f}" y="{y + 10}">{escape(short)}</text></g>' if len(short) > 2 else "</g>")
        )
    return "\n".join([*parts, "</svg>", ""])


def engine(standard: str) -> Callable[[], None]:
    from benchmarks.rounds import SEATS, table

    play: Callable[[], Any] = table(standard, SEATS).play_round
    return play


def site(standard: str) -> Callable[[], None]:
    """Return what plays a round at a table of a new house."""
    import django
    from django.core.management import call_command

    from benchmarks.unit_costs import Played

    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    return Played(standard).round


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--engine", action="store_true", help="the engine alone")
    parser.add_argument("--standard", default="maryland-poker")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--scale", type=float, default=0.0, help="milliseconds from side to side; default: the round")
    parser.add_argument("--title", default="")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PAIGOW_DATA": folder, "DJANGO_SETTINGS_MODULE": "paigow.web.settings", "DATABASE_URL": ""}
        os.environ["PAIGOW_LOG_LEVEL"] = "ERROR"
        play = (engine if chosen.engine else site)(chosen.standard)
        root = sampled(chosen.standard, play, chosen.rounds)
    chosen.picture.write_text(draw(root, chosen.rounds, chosen.scale, chosen.title or chosen.standard), "utf-8")
    print(f"{root.seconds / chosen.rounds * 1000:.1f} ms a round; {chosen.picture}")
    for part, share in engine_shares(root).items() if chosen.engine else ():
        print(f"  {share:4.0%} {part}")


if __name__ == "__main__":
    main()
