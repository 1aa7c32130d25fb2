"""Programs as forks: each is a process like any other."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tools.forked import Forked, run
from tools.waiting import PATIENCE, wait_until

TELL = "import os, sys; print(os.environ['WORD'], os.getcwd()); print('no', file=sys.stderr); sys.exit(3)"
LATE = "import atexit; atexit.register(print, 'last'); print('first')"


def test_a_program_has_its_own_environment_directory_output_and_status(tmp_path: Path) -> None:
    done = run("-c", TELL, env={"WORD": "yes"}, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (3, f"yes {tmp_path}\n", "no\n")
    assert "WORD" not in os.environ


def test_it_ends_like_any_other(tmp_path: Path) -> None:
    assert run("-c", LATE, env={}, cwd=tmp_path).stdout == "first\nlast\n"
    failed = run("-c", "1 / 0", env={}, cwd=tmp_path)
    assert failed.returncode == 1
    assert failed.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_a_module_gets_its_arguments(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text('{"b": 1}')
    assert run("json.tool", "--compact", "data.json", env={}, cwd=tmp_path).stdout == '{"b":1}\n'


def test_no_file_gets_longer_than_there_is_room(tmp_path: Path) -> None:
    done = run("-c", "from pathlib import Path; Path('file').write_text('x' * 4000)", env={}, cwd=tmp_path, room=3000)
    assert "File too large" in done.stderr
    assert (tmp_path / "file").stat().st_size == 3000


@pytest.mark.parametrize(("number", "status"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, -signal.SIGINT)])
def test_it_is_told_to_stop_and_killed(tmp_path: Path, number: signal.Signals, status: int) -> None:
    out = tmp_path / "out"
    waits = "import time; print('here', flush=True); time.sleep(600)"
    program = Forked("-c", waits, env={}, cwd=tmp_path, stdout=out, stderr=tmp_path / "err")
    wait_until(lambda: out.exists() and out.read_text() == "here\n")
    assert program.poll() is None
    assert os.path.realpath(f"/proc/{program.pid}/exe") == os.path.realpath(sys.executable)
    program.send_signal(number)
    assert program.wait(PATIENCE) == status
    program.kill()  # it has gone
