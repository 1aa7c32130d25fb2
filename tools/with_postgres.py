"""`python -m tools.with_postgres COMMAND…`: run a command with `DATABASE_URL` naming a throw-away PostgreSQL."""

import os
import subprocess
import sys

from tools.postgres import cluster


def main(command: list[str]) -> int:
    if not command:
        sys.exit("with_postgres: say which command to run")
    with cluster() as running:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": running.url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
