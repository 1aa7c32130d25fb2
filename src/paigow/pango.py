"""Pango, the library of the system that WeasyPrint writes text with."""

from ctypes import CDLL
from functools import cache

NAMES = ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll")


@cache
def is_installed() -> bool:
    for name in NAMES:
        try:
            CDLL(name)
        except OSError:
            continue
        return True
    return False
