"""The server's memory is bounded by what it uses, not by the number of its threads."""

import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, threading, xml.etree.ElementTree as tree
from paigow.web.fast import interpreter

libc = ctypes.CDLL(None)
if not hasattr(libc, "malloc_info"):
    raise SystemExit(77)
interpreter.limit_malloc()
done = threading.Barrier(17)

def work():
    block = bytearray(4096)  # too large for Python's own allocator
    done.wait()

threads = [threading.Thread(target=work) for _ in range(16)]
for thread in threads:
    thread.start()
done.wait()
libc.fdopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, file)
libc.fflush(file)
"""


def test_sixteen_threads_share_two_arenas() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("only glibc has arenas")
    assert done.returncode == 0, done.stderr
    assert 1 <= done.stdout.count("<heap nr=") <= 2
