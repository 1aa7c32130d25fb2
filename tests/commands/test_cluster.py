"""Where work runs changes nothing: processes, a Dask cluster, and a progress bar where there is a terminal."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import paigow

Run = Callable[..., Any]
COMMAND = ("simulate", "maryland-tiles", "--rounds", "400000", "--seats", "2", "--json")


@pytest.mark.exhaustive
def test_a_dask_cluster_gives_the_same_answer(run: Run) -> None:
    distributed: Any = pytest.importorskip("distributed")
    plain = json.loads(run(*COMMAND).out)
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        spread = json.loads(run(*COMMAND, "--cluster", cluster.scheduler_address).out)
    assert spread | {"seconds": 0} == plain | {"seconds": 0}


@pytest.mark.exhaustive
def test_no_cluster_there_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import paigow.analysis.cluster as cluster

    monkeypatch.setattr(cluster, "TIMEOUT", "1s")
    ran = run(*COMMAND, "--cluster", "tcp://127.0.0.1:9")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "there is no Dask scheduler at 'tcp://127.0.0.1:9'" in ran.err
    assert "there is no Dask scheduler at 'nonsense'" in run(*COMMAND, "--cluster", "nonsense").err


def read_to_the_end(terminal: int) -> bytes:
    shown = b""
    with suppress(OSError):  # the other end is closed
        while part := os.read(terminal, 65536):
            shown += part
    return shown


def test_progress_is_shown_on_a_terminal_and_only_on_the_error_stream() -> None:
    source = Path(paigow.__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": str(source), "TERM": "xterm", "COLUMNS": "100"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "paigow", *COMMAND], stdout=subprocess.PIPE, stderr=theirs, env=environment, text=True
    ) as process:
        os.close(theirs)
        shown = read_to_the_end(ours)  # first: a terminal holds little, and who writes to a full one waits
        out, _ = process.communicate()
    os.close(ours)
    assert process.returncode == 0
    assert json.loads(out)["rounds"] == 400_000
    assert b"rounds" in shown
