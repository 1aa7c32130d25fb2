"""The real server in a separate process, for tests and benchmarks that use the site from outside."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import TracebackType
from typing import Self

from tools.forked import Forked
from tools.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
ALL_AT_ONCE = {"PAIGOW_CONNECTIONS": "1000000", "PAIGOW_STREAMS": "1000000"}
"""Limits for tests, where all clients connect from this machine."""
DRAIN = "2"
"""Seconds to let rounds finish on shutdown: a test doesn't wait for rounds it leaves unfinished."""


class SiteServer:
    """`paigow serve` on a free port, which it keeps. Within a `with` statement it can be killed and started again.

    If `forked`, it starts in half the time, but shares memory with other processes (`tools.forked`).
    """

    def __init__(
        self,
        data: Path,
        database_url: str = "",
        options: tuple[str, ...] = (),
        environment: Mapping[str, str] = {},
        enter: tuple[str, ...] = (),
        forked: bool = False,
    ) -> None:
        self.data = data
        self.options = options
        self.enter = enter  # prefix of the command, to run it on another host
        self.host = "127.0.0.1"
        # Tests that start hundreds of servers should not have each one check all its libraries.
        self.environment = {**os.environ, "PAIGOW_DRAIN": DRAIN, "PAIGOW_WATCH": "0", **ALL_AT_ONCE, **environment}
        self.environment |= {"PYTHONPATH": str(ROOT / "src"), "DATABASE_URL": database_url}  # empty means unset
        self.address = ""
        self.port = 0
        self.forked = forked
        self.process: subprocess.Popen[bytes] | Forked | None = None

    @property
    def log(self) -> Path:
        """Return the path of the server's log, which covers all its starts."""
        return self.data / "log.txt"

    @property
    def complaints(self) -> list[str]:
        """Return the log lines above the level of information."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if not re.search(r'^\{.*"level": "(debug|info)"', line)]

    def start(self, patience: float = PATIENCE) -> None:
        """Start, and wait until requests are answered."""
        self.data.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(prefix="paigow-") as file:
            said = Path(file.name)
            self.process = self._launch(said)
            end = time.monotonic() + patience
            while b"\n" not in said.read_bytes() and self.process.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
            line = said.read_text(encoding="utf-8")
        if found := re.search(r"http://([^\s/]+):(\d+)", line):
            self.address, self.host, self.port = found[0], found[1], int(found[2])
            connection = HTTPConnection(self.host, self.port, timeout=patience)
            try:
                connection.request("GET", "/healthz")
                connection.getresponse().read()
                return
            except (OSError, HTTPException):  # it exited, or doesn't answer
                pass
            finally:
                connection.close()
        self.stop(signal.SIGKILL)
        raise RuntimeError(f"the server did not start: {line}{self.log.read_text(encoding='utf-8')}")

    def _launch(self, said: Path) -> "subprocess.Popen[bytes] | Forked":
        command = ["paigow", "serve", "--data", str(self.data), "--port", str(self.port), *self.options]
        if self.forked:
            return Forked(*command, env=self.environment, cwd=self.data, stdout=said, stderr=self.log)
        command = [*self.enter, sys.executable, "-m", *command]
        with said.open("a") as stdout, self.log.open("a") as log:
            return subprocess.Popen(command, stdout=stdout, stderr=log, env=self.environment, cwd=self.data)

    def stop(self, number: signal.Signals = signal.SIGTERM, patience: float = PATIENCE) -> int:
        """Tell it to stop, and return its exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(number)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.process = None

    def kill(self) -> None:
        """Kill it, like a power failure."""
        self.stop(signal.SIGKILL)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
