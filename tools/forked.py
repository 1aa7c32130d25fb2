"""Python programs in processes of their own, without the second that an interpreter takes to import the libraries.

One process imports them, and each program is a fork of it, with its own environment, directory, output and limits. It
can be signalled, stopped and killed, and ends like any other. Nothing that depends on the environment is imported
before the fork: no settings, no models. What is about starting itself, or about memory, starts an interpreter instead.
"""

import atexit
import gc
import json
import os
import resource
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LIBRARIES: Final = (
    *("argon2", "cryptography.hazmat.primitives.ciphers.aead", "psycopg_pool", "pydantic.networks", "structlog"),
    *("rich.console", "rich.progress", "rich.traceback", "servestatic.middleware"),
    *("uvicorn.lifespan.on", "uvicorn.main", "uvicorn.protocols.http.httptools_impl", "uvicorn.supervisors"),
    *("django.contrib.admin.options", "django.core.management.commands.migrate", "django.core.handlers.asgi"),
    *("django.db.backends.postgresql.base", "django.db.backends.sqlite3.base", "django.template.defaultfilters"),
    *("django.test.client", "django.views.decorators.csrf", "xml.dom.minidom"),
    *("paigow.cli", "paigow.fairness.vectors", "paigow.front", "paigow.learning", "paigow.record.schema"),
    *(f"paigow.table.games.{game}" for game in ("dealer_open", "maryland_poker", "maryland_tiles", "new_zealand")),
)
"""What programs import, directly or not, before they do anything."""
LONGEST: Final = 1 << 17
"""The most bytes of a request: environment and arguments."""


class Forked:
    """`python -m MODULE ARGUMENTS` as a fork, with the methods of `subprocess.Popen`; output is added to files.

    The module `-c` is code, as for Python itself. No file that the program writes gets longer than there is room.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        env: Mapping[str, str],
        cwd: Path,
        stdout: Path,
        stderr: Path,
        room: int = resource.RLIM_INFINITY,
    ) -> None:
        self.args = [module, *arguments]
        places = {"cwd": str(cwd), "stdout": str(stdout.absolute()), "stderr": str(stderr.absolute())}
        asked = json.dumps({"args": self.args, "env": dict(env), "room": room, **places}).encode()
        answers, theirs = os.pipe()
        socket.send_fds(_mother(), [asked], [theirs])
        os.close(theirs)
        self._answers = os.fdopen(answers, "rb", buffering=0)
        self.pid = int(self._answers.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._status(0)

    def wait(self, timeout: float | None = None) -> int:
        status = self._status(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return status

    def _status(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._answers], [], [], timeout)[0]:
            self.returncode = int(self._answers.readline())
            self._answers.close()
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run(
    module: str, *arguments: str, env: Mapping[str, str], cwd: Path, room: int = resource.RLIM_INFINITY
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end."""
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        ended = Forked(module, *arguments, env=env, cwd=cwd, stdout=out, stderr=err, room=room)
        status = ended.wait()
        return subprocess.CompletedProcess(ended.args, status, *(path.read_text("utf-8") for path in (out, err)))


@cache
def _mother() -> socket.socket:
    """Start the process that forks the programs; it ends when this one does. Return the line to it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tools.forked", str(theirs.fileno())]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with theirs:
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=ROOT, env=env)

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _fork_on_demand(line: socket.socket) -> None:
    """Fork twice for each request: one process becomes the program, the other waits for its end and reports it."""
    running = 0
    while True:
        asked, passed, _, _ = socket.recv_fds(line, LONGEST, 1)
        if not asked:
            return  # nobody is left to ask
        (answers,) = passed
        while running and os.waitpid(-1, os.WNOHANG)[0]:
            running -= 1
        if os.fork():
            running += 1
            os.close(answers)
            continue
        line.close()
        if pid := os.fork():
            os.write(answers, b"%d\n" % pid)
            os.write(answers, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            os._exit(0)
        os.close(answers)
        _become(**json.loads(asked))
        return


def _become(args: list[str], env: dict[str, str], cwd: str, stdout: str, stderr: str, room: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    for path, number in ((stdout, 1), (stderr, 2)):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    if room != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    sys.argv = args
    if args[0] == "-c":
        exec(args[1], {"__name__": "__main__"})
    else:
        runpy.run_module(args[0], run_name="__main__", alter_sys=True)


def main(number: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the programs
    for library in LIBRARIES:
        import_module(library)
    gc.freeze()
    sys.stdin = open(os.devnull)  # noqa: SIM115
    _fork_on_demand(socket.socket(fileno=number))


if __name__ == "__main__":
    main(int(sys.argv[1]))
