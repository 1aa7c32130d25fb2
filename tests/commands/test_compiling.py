"""The first answer says that it compiles, and for how long; the next has nothing to compile."""

import os
import subprocess
import sys
from pathlib import Path


def test_compiling_is_said_once_and_timed_apart(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "paigow", "odds", "maryland-tiles"]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True) for _ in range(2)
    )
    assert first.stderr.startswith("paigow: compiling once")
    assert " s; the answer took " in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout
