"""The site's settings for tests: data in a directory of their own, a database in a file, and cheap password hashes."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "PAIGOW_DATA" not in os.environ:  # the processes that share the tests share it too
    BUILD = Path(__file__).resolve().parent.parent / "build"
    BUILD.mkdir(exist_ok=True)
    os.environ["PAIGOW_DATA"] = tempfile.mkdtemp(prefix="tests-", dir=BUILD)
    atexit.register(shutil.rmtree, os.environ["PAIGOW_DATA"], ignore_errors=True)

from paigow.web.settings import *  # noqa: F403
from paigow.web.settings import DATA, DATABASES

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": DATA / "test.sqlite3"}  # one in memory would not lock like a file

PASSWORD_HASHERS = ["tests.hashers.CheapArgon2"]
