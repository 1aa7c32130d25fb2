"""`python -m tools.with_postgres [--no-sync] COMMAND…`: run a command with a temporary PostgreSQL.

`DATABASE_URL` names it. With `--no-sync` the database forces nothing to disk: use it for tests, not for benchmarks.
"""

import os
import subprocess
import sys

from tools.postgres import cluster


def main(command: list[str]) -> int:
    sync = command[:1] != ["--no-sync"]
    command = command if sync else command[1:]
    if not command:
        sys.exit("with_postgres: say which command to run")
    with cluster(sync) as running:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": running.url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
