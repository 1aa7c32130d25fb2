"""Python programs in processes of their own, without the seconds that an interpreter takes to import what they need.

One process imports them, and each program is a fork of it, with its own environment, directory, output and limits. It
can be signalled, stopped and killed, and ends like any other. The site's code is imported with settings that each
program then drops and reads again from its own environment; if code copied one of them that would be different, the
program starts an interpreter. What is about starting itself, or about memory, does so, too (`SiteServer`).
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
    *("rich._emoji_codes", "rich.console", "rich.progress", "rich.traceback", "servestatic.middleware", "uvloop"),
    *(
        "encodings.idna",
        "uvicorn.lifespan.on",
        "uvicorn.main",
        "uvicorn.protocols.http.httptools_impl",
        "uvicorn.supervisors",
    ),
    *("django.contrib.admin.options", "django.core.management.commands.migrate", "django.core.handlers.asgi"),
    *("django.db.backends.postgresql.base", "django.db.backends.sqlite3.base", "django.template.defaultfilters"),
    *("django.test.client", "django.views.decorators.csrf", "xml.dom.minidom"),
    *("paigow.cli", "paigow.fairness.vectors", "paigow.front", "paigow.learning", "paigow.record.schema"),
    *(f"paigow.table.games.{game}" for game in ("dealer_open", "maryland_poker", "maryland_tiles", "new_zealand")),
)
"""What programs import, directly or not, before they do anything."""
SETTINGS: Final = "paigow.web.settings"
SITE: Final = (
    *("paigow.web.urls", "paigow.web.fast.handler", "paigow.web.serving.server", "paigow.web.service.running"),
    *("paigow.house.audit.whole", "paigow.house.backup", "paigow.house.export", "paigow.house.holding"),
    *("paigow.house.migrating", "paigow.house.rekey", "paigow.house.self_test", "paigow.house.watch"),
    *("django.contrib.auth.middleware", "django.contrib.auth.views", "django.contrib.sessions.middleware"),
    *("django.middleware.common", "django.middleware.locale", "django_htmx.middleware", "paigow.hands.cards"),
    *("paigow.hands.tiles", "paigow.poker.mixed", "paigow.tiles.mixed"),
)
"""What the site's programs import, except for `paigow.web.asgi`, which reads the settings."""
COPIED: Final = {
    *("ABSOLUTE_URL_OVERRIDES", "AUTH_USER_MODEL", "DEFAULT_AUTO_FIELD", "DEFAULT_EXCEPTION_REPORTER"),
    *("DEFAULT_INDEX_TABLESPACE", "DEFAULT_TABLESPACE", "FORCE_SCRIPT_NAME", "INSTALLED_APPS", "LANGUAGES"),
    *("LANGUAGE_CODE", "LOCALE_PATHS", "MIDDLEWARE", "MIGRATION_MODULES", "USE_I18N"),
    "DATABASES",  # only by `connections`, which forgets it
    *("DEBUG", "SESSION_COOKIE_NAME"),  # depend on `COPIED_FROM`
}
"""The settings that the site's code reads while it is imported."""
COPIED_FROM: Final = ("PAIGOW_DEBUG", "PAIGOW_HTTPS")
"""The variables on which they depend."""
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
    if any(env.get(name) for name in COPIED_FROM):
        os.execv(sys.executable, [sys.executable, *(args[:1] if args[0] == "-c" else ("-m", args[0])), *args[1:]])
    sys.argv = args
    if args[0] == "-c":
        exec(args[1], {"__name__": "__main__"})
    else:
        runpy.run_module(args[0], run_name="__main__", alter_sys=True)


def _import_site() -> None:
    """Import the site's code with the settings of an empty house, and then forget them."""
    from django.apps import apps
    from django.conf import settings
    from django.db import connections
    from django.db.migrations.loader import MigrationLoader
    from django.utils.functional import empty

    before = dict(os.environ)
    for name in [*COPIED_FROM, "DATABASE_URL", *(name for name in os.environ if name.startswith("PAIGOW_"))]:
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"PAIGOW_DATA": data, "DJANGO_SETTINGS_MODULE": SETTINGS}
        apps.populate(settings.INSTALLED_APPS)  # `django.setup` without its logging, which each program sets up
        for module in SITE:
            import_module(module)
        MigrationLoader(None)
    os.environ.clear()
    os.environ.update(before)
    if unknown := {name for name in vars(settings) if name.isupper()} - COPIED:
        raise RuntimeError(f"the site's code reads {unknown} while it is imported: see whether the environment sets it")
    del connections["default"], connections.__dict__["settings"]
    setattr(connections, "_settings", None)  # noqa: B010
    settings._wrapped = empty  # drops all that was read, too
    package, _, name = SETTINGS.rpartition(".")
    del sys.modules[SETTINGS]
    delattr(sys.modules[package], name)


def main(number: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the programs
    for library in LIBRARIES:
        import_module(library)
    _import_site()
    gc.freeze()
    sys.stdin = open(os.devnull)  # noqa: SIM115
    _fork_on_demand(socket.socket(fileno=number))


if __name__ == "__main__":
    main(int(sys.argv[1]))
