"""The shortest of several runs: other work on the machine can only make a run longer."""

from collections.abc import Callable
from time import perf_counter, process_time


def shortest(work: Callable[[], object], times: int = 3) -> float:
    """Return the seconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(times):
        began = perf_counter()
        work()
        best = min(best, perf_counter() - began)
    return best


def shortest_on_a_core(work: Callable[[], object], times: int = 3) -> float:
    """Return the processor seconds of the fastest of several runs: fair to a single thread on a busy machine."""
    best = float("inf")
    for _ in range(times):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return best


def line(name: str, figure: str, note: str = "") -> None:
    """One result."""
    print(f"  {name:<52}{figure:>18}  {note}".rstrip())
