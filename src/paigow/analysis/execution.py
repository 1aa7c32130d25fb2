"""Execution of jobs: in this thread, in threads, in processes or on a Dask cluster.

The answer is always the same.

Jobs are plain functions of picklable arguments whose results are added up in a fixed order, and how a question is split
into jobs depends on the question alone. Any ``concurrent.futures.Executor`` works; Dask provides one with
``Client.get_executor()``.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol, TypeVar

A = TypeVar("A")
R = TypeVar("R")

Progress = Callable[[int, int], None]
"""A callable that receives the number of finished jobs and the total."""


class KeptResults(Protocol[R]):
    """Results that outlive a run: those of an earlier run, by job number, and a place for new ones."""

    def get(self, number: int) -> R | None: ...

    def put(self, number: int, result: R) -> None: ...


def default_workers() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def executor_or_threads(executor: Executor | None) -> Iterator[Executor]:
    """Provide the caller's executor, left open, or a temporary thread pool. Kernels release the interpreter lock."""
    if executor is not None:
        yield executor
        return
    with ThreadPoolExecutor(default_workers()) as threads:
        yield threads


def run(
    job: Callable[[A], R],
    arguments: Iterable[A],
    executor: Executor | None = None,
    progress: Progress | None = None,
    kept: KeptResults[R] | None = None,
) -> list[R]:
    """Return the results of all jobs, in the order of the arguments, running only those without a stored result."""
    todo = list(arguments)
    found = [None if kept is None else kept.get(number) for number in range(len(todo))]
    with executor_or_threads(executor) as pool:
        futures: list[Future[R] | None] = [
            pool.submit(job, argument) if old is None else None for argument, old in zip(todo, found, strict=True)
        ]
        results: list[R] = []
        try:
            for number, (future, old) in enumerate(zip(futures, found, strict=True)):
                if future is None:
                    assert old is not None
                    results.append(old)
                else:
                    results.append(future.result())
                    if kept is not None:
                        kept.put(number, results[-1])
                if progress is not None:
                    progress(len(results), len(todo))
        except BaseException:
            for future in futures:
                if future is not None:
                    future.cancel()
            raise
    return results
