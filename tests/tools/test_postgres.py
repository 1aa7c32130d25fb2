"""The throw-away PostgreSQL."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import psycopg

from tools.postgres import cluster

ROOT = Path(__file__).parent.parent.parent


def test_a_cluster_is_durable_private_and_goes_away() -> None:
    with cluster() as running:
        home = Path(unquote(running.url.partition("host=")[2]))
        first, second = running.new_database(), running.new_database()
        assert first != second
        with psycopg.connect(first) as connection:
            settings = {
                name: connection.execute("SELECT current_setting(%s)", [name]).fetchone()
                for name in ("fsync", "synchronous_commit", "listen_addresses")
            }
            assert settings == {"fsync": ("on",), "synchronous_commit": ("on",), "listen_addresses": ("",)}
        running.drop_database(first)
        assert home.stat().st_mode & 0o077 == 0
    assert not home.exists()


def test_a_command_runs_with_it_and_its_status_is_kept() -> None:
    asked = "psycopg.connect(os.environ['DATABASE_URL']).execute('SHOW fsync').fetchone() == ('on',)"
    code = f"import os, sys, psycopg; sys.exit(3 if {asked} else 4)"
    command = [sys.executable, "-m", "tools.with_postgres", sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (3, "")
