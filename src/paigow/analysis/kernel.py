"""A decorator for the compiled loops, typed so that callers see the original signature."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

P = ParamSpec("P")
R = TypeVar("R")

Int = Any
"""A machine integer inside a kernel, where Python's and NumPy's integers are the same."""

I8 = npt.NDArray[np.int8]
I16 = npt.NDArray[np.int16]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U64 = npt.NDArray[np.uint64]
Bool = npt.NDArray[np.bool_]


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function to machine code.

    It is cached on disk and releases the interpreter lock, so that threads run in parallel.
    """
    return cast(Callable[P, R], numba.njit(cache=True, nogil=True)(function))
