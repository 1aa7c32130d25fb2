"""`paigow compile`: compile the analysis loops now rather than at the first question."""

import typer

from paigow.commands.progress import progress_bar


def compile_loops() -> None:
    """Compile the loops for odds and simulation. Afterwards the first answers come at once."""
    from time import perf_counter

    from paigow.analysis.compiling import FIRST_QUESTIONS, watched

    start = perf_counter()
    with watched(lambda name: None) as found, progress_bar("compiling") as progress:
        for done, ask in enumerate(FIRST_QUESTIONS):
            progress(done, len(FIRST_QUESTIONS))
            ask()
    rest = perf_counter() - start - found.seconds
    if found.functions:
        typer.echo(f"Compiled {len(found.functions)} loops in {found.seconds:.1f} s; the answers took {rest:.1f} s.")
    else:
        typer.echo("Nothing to compile: all loops are in the cache.")
