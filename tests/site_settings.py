"""The site's settings for tests: data in a directory of their own, and cheap password hashes."""

import os
import tempfile

os.environ.setdefault("PAIGOW_DATA", tempfile.mkdtemp(prefix="paigow-tests-"))

from paigow.web.settings import *  # noqa: F403

PASSWORD_HASHERS = ["tests.hashers.CheapArgon2"]
