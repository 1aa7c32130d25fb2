"""Two thousand kills of a process that deals and serves, half of them on SQLite, half on PostgreSQL.

And two hundred of the real server.

python -m benchmarks.soak_crashes [--points 2000] [--servers 200]
"""

import argparse
import os
import subprocess
import sys
import tempfile

from tools.postgres import cluster


def kills(points: int, database: str) -> int:
    with tempfile.TemporaryDirectory() as place:
        known = {"PAIGOW_DATA": place, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "paigow.web.settings"}
        command = [sys.executable, "-m", "benchmarks.crashes", "--points", str(points), "--seed", "soak"]
        return subprocess.run(command, env={**os.environ, **known}, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=2000)
    parser.add_argument("--servers", type=int, default=200)
    chosen = parser.parse_args()
    failed = kills(chosen.points // 2, "")
    with cluster() as running:
        failed |= kills(chosen.points - chosen.points // 2, running.new_database())
    for options in ((), ("--postgres",)):
        command = [sys.executable, "-m", "benchmarks.server_crashes", "--kills", str(chosen.servers // 2), *options]
        failed |= subprocess.run(command, check=False).returncode
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
