"""The site's settings for tests: data in a directory of their own, and cheap password hashes."""

import os
import tempfile

os.environ.setdefault("PAIGOW_DATA", tempfile.mkdtemp(prefix="paigow-tests-"))

from paigow.web.settings import *  # noqa: F403
from paigow.web.settings import DATA, DATABASES

PASSWORD_HASHERS = ["tests.hashers.CheapArgon2"]
if "sqlite3" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {
        "NAME": DATA / "test.sqlite3"
    }  # a file, as in service: one in memory does not wait for locks
