"""How many cases a test tries: enough for `make test`, or all of them for `make exhaustive`."""

import os


def examples(usual: int, exhaustive: int) -> int:
    """Return the first number, or the second in `make exhaustive`."""
    return exhaustive if os.environ.get("PAIGOW_TIER") == "exhaustive" else usual
