"""The site's settings for tests: data in a directory of their own, a database in a file, and cheap password hashes."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "PAIGOW_DATA" not in os.environ:  # the processes that share the tests share it too
    MEMORY = Path("/dev/shm")  # files that lock like any other, and no disk is waited for
    BUILD = Path(__file__).resolve().parent.parent / "build"
    BUILD.mkdir(exist_ok=True)
    ROOM = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 10**9
    os.environ["PAIGOW_DATA"] = tempfile.mkdtemp(prefix="paigow-tests-", dir=MEMORY if ROOM else BUILD)
    atexit.register(shutil.rmtree, os.environ["PAIGOW_DATA"], ignore_errors=True)

from paigow.web.settings import *  # noqa: F403
from paigow.web.settings import DATA, DATABASES, MIDDLEWARE

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": DATA / "test.sqlite3"}  # one in memory would not lock like a file

PASSWORD_HASHERS = ["tests.hashers.CheapArgon2"]
MIDDLEWARE = [
    "tests.static_files.IndexedOnce" if name == "servestatic.middleware.ServeStaticMiddleware" else name
    for name in MIDDLEWARE
]
ADVICE_SECONDS = 600  # a busy machine may take its time
