"""Two thousand kills: half of them on SQLite, half on PostgreSQL.

python -m benchmarks.soak_crashes [--points 2000]
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
    points = parser.parse_args().points
    failed = kills(points // 2, "")
    with cluster() as running:
        return failed | kills(points - points // 2, running.new_database())


if __name__ == "__main__":
    raise SystemExit(main())
