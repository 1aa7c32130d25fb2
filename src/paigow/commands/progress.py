"""A progress bar on standard error, if that is a terminal; only answers go to standard output."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paigow.analysis.execution import Progress


@contextmanager
def progress_bar(description: str) -> Iterator["Progress"]:
    """Provide a function to call with the amount done and the total."""
    import sys

    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(description, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def compiling_once() -> Iterator[None]:
    """Report when loops are compiled, and the compile time separately from the answer.

    Only the first question of each kind has to wait for it.
    """
    from time import perf_counter

    import typer

    from paigow.analysis.compiling import watched

    def tell(name: str) -> None:
        if len(found.functions) == 1:
            typer.echo("paigow: compiling on first use; this happens only once", err=True)

    start = perf_counter()
    with watched(tell) as found:
        yield
    if found.functions:
        left = max(0.0, perf_counter() - start - found.seconds)
        count = len(found.functions)
        typer.echo(f"paigow: compiled {count} loops in {found.seconds:.1f} s; the answer took {left:.1f} s", err=True)
