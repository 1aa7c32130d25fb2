"""Executors for work too large for threads: local processes or a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from paigow.errors import PaigowError

TIMEOUT = "10s"


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Spawn processes instead of forking: forking a process that has threads, such as a progress bar's, may hang."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield pool


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Provide the workers of the Dask scheduler at an address such as tcp://10.0.0.5:8786."""
    try:
        import distributed
    except ImportError:
        raise PaigowError("a cluster needs Dask: install paigow[cluster]") from None
    dask: Any = distributed
    try:
        client = dask.Client(address, timeout=TIMEOUT)
    except (OSError, ValueError, TypeError) as error:  # a wrong address, or no scheduler there
        raise PaigowError(f"there is no Dask scheduler at {address!r}: {error}") from None
    with client, client.get_executor() as pool:
        yield pool
