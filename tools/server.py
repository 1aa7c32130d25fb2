"""The real server as a process of its own, for tests and benchmarks that look at the site from outside."""

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import TracebackType
from typing import Self

from tools.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
ALL_AT_ONCE = {"PAIGOW_CONNECTIONS": "1000000", "PAIGOW_STREAMS": "1000000"}
"""Everybody comes from this machine."""
DRAIN = "2"
"""Seconds that rounds have to end: a test does not wait for what it leaves unfinished."""


class SiteServer:
    """`paigow serve` on a free port, which it keeps. In the `with` statement it may be killed and started again."""

    def __init__(
        self,
        data: Path,
        database_url: str = "",
        options: tuple[str, ...] = (),
        environment: Mapping[str, str] = {},
        enter: tuple[str, ...] = (),
    ) -> None:
        self.data = data
        self.options = options
        self.enter = enter  # what to put before the command, to run it on another host
        self.host = "127.0.0.1"
        # Who starts servers by the hundred does not have each of them read all its libraries.
        self.environment = {**os.environ, "PAIGOW_DRAIN": DRAIN, "PAIGOW_WATCH": "0", **ALL_AT_ONCE, **environment}
        self.environment |= {"PYTHONPATH": str(ROOT / "src"), "DATABASE_URL": database_url}  # an empty one is none
        self.address = ""
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def log(self) -> Path:
        """What the server wrote, over all its starts."""
        return self.data / "log.txt"

    @property
    def complaints(self) -> list[str]:
        """The lines of the log that are more than news."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if not re.search(r'^\{.*"level": "(debug|info)"', line)]

    def start(self, patience: float = PATIENCE) -> None:
        """Start, and wait until requests are answered."""
        self.data.mkdir(parents=True, exist_ok=True)
        options = ["--data", str(self.data), "--port", str(self.port), *self.options]
        with self.log.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [*self.enter, sys.executable, "-m", "paigow", "serve", *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self.environment,
                cwd=self.data,
            )
        assert self.process.stdout is not None
        spoke, _, _ = select.select([self.process.stdout], [], [], patience)
        line = self.process.stdout.readline() if spoke else ""
        if found := re.search(r"http://([^\s/]+):(\d+)", line):
            self.address, self.host, self.port = found[0], found[1], int(found[2])
            connection = HTTPConnection(self.host, self.port, timeout=patience)
            try:
                connection.request("GET", "/healthz")
                connection.getresponse().read()
                return
            except (OSError, HTTPException):  # it ended, or does not answer
                pass
            finally:
                connection.close()
        self.stop(signal.SIGKILL)
        raise RuntimeError(f"the server did not start: {line}{self.log.read_text(encoding='utf-8')}")

    def stop(self, number: signal.Signals = signal.SIGTERM, patience: float = PATIENCE) -> int:
        """Tell it to end, and answer with its exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(number)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            if self.process.stdout is not None:
                self.process.stdout.close()  # reading to its end would wait for whoever else has it open
            self.process = None

    def kill(self) -> None:
        """As a failure of power would end it."""
        self.stop(signal.SIGKILL)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
