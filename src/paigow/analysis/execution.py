"""Where work runs: here, in threads, in processes or on a Dask cluster. The answer is the same everywhere.

Jobs are plain functions of picklable arguments whose results are added up in a fixed order, and how a question is cut
into jobs depends on the question alone. Any ``concurrent.futures.Executor`` will do; Dask gives one with
``Client.get_executor()``.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")

Progress = Callable[[int, int], None]
"""Told how many jobs are done and how many there are."""


def default_workers() -> int:
    """One for each processor this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def executor_or_threads(executor: Executor | None) -> Iterator[Executor]:
    """The caller's executor, left open, or threads for the time being: kernels run without the interpreter's lock."""
    if executor is not None:
        yield executor
        return
    with ThreadPoolExecutor(default_workers()) as threads:
        yield threads


def run(
    job: Callable[[A], R], arguments: Iterable[A], executor: Executor | None = None, progress: Progress | None = None
) -> list[R]:
    """The results of all jobs, in the order of the arguments."""
    todo = list(arguments)
    with executor_or_threads(executor) as pool:
        futures: list[Future[R]] = [pool.submit(job, argument) for argument in todo]
        results = []
        try:
            for future in futures:
                results.append(future.result())
                if progress is not None:
                    progress(len(results), len(todo))
        except BaseException:
            for future in futures:
                future.cancel()
            raise
    return results
