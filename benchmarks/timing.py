"""The shortest of several runs: what else the machine does can only make a run longer."""

from collections.abc import Callable
from time import perf_counter


def shortest(work: Callable[[], object], times: int = 3) -> float:
    """Seconds of the quickest of some runs."""
    best = float("inf")
    for _ in range(times):
        began = perf_counter()
        work()
        best = min(best, perf_counter() - began)
    return best


def line(name: str, figure: str, note: str = "") -> None:
    """One result."""
    print(f"  {name:<52}{figure:>18}  {note}".rstrip())
