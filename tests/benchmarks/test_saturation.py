"""The search for the number of tables that is too many, in small."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.crowd import Measures
from benchmarks.saturation import SURVEY, Row, conclude, judge_goal, survey_table
from benchmarks.web import Found

from tools.programs import find_postgres

ROOT = Path(__file__).parents[2]


def found(tables: int, milliseconds: float, late: float = 0.0) -> Found:
    measures = Measures()
    measures.acknowledged = [milliseconds / 1000] * 100
    measures.lag = [late / 1000] * 100
    return Found(tables, tables * 10, 1.0, measures, {})


def test_the_last_step_within_the_limit_is_named() -> None:
    seen = [found(100, 20), found(200, 80), found(300, 400)]
    assert conclude(seen, 150) == "up to 200 tables within 150 ms, 300 tables are too many (400 ms)"
    assert conclude(seen[:2], 150) == "up to 200 tables within 150 ms; the limit was not reached"
    assert conclude(seen[2:], 150).startswith("no step within 150 ms")


def test_lateness_is_explained() -> None:
    late = found(100, 400, late=90)
    for busy, cause in (
        ({"load": 0.9, "servers": 1.0, "whole machine": 2.0}, "the load generator, which is the bottleneck"),
        ({"load": 0.1, "servers": 0.2, "whole machine": 2.0}, "other work on the machine"),
        ({"load": 0.2, "servers": 1.2, "PostgreSQL": 0.5, "whole machine": 2.0}, "a full machine"),
    ):
        said = f"90 ms of lateness (p99) is part of these latencies, because of {cause}"
        assert conclude([replace(late, busy=busy)], 150).endswith(said)
    assert "lateness" not in conclude([found(100, 400, late=1)], 150)


def test_a_step_without_an_answer_is_not_fine() -> None:
    assert conclude([Found(100, 1000, 0.0, Measures(), {})], 150).startswith("no step")


def test_a_survey_is_one_table_for_the_documentation() -> None:
    slow = replace(found(200, 400), busy={"servers": 0.5, "PostgreSQL": 0.1, "load": 0.9})
    header, rule, *rows = survey_table([Row("casino", 5, found(1000, 40)), Row("brisk", 50, slow)], 150).splitlines()
    assert len({line.count("|") for line in (header, rule, *rows)}) == 1
    assert rows[0].startswith("| casino | 5 | 1,000 | 10,000 |")
    assert rows[0].endswith("| yes |")
    assert rows[1].endswith("| 3.00 | no |")  # six tenths of a processor for 200 tables


def test_a_later_measurement_leaves_an_earlier_one_as_it_was() -> None:
    measures = Measures()
    measures.begin()
    measures.acknowledge(0.4, "accepted")
    first = measures.end()
    measures.begin()
    measures.acknowledge(0.1, "accepted")
    assert (first.acknowledged, measures.end().acknowledged) == ([0.4], [0.1])


def test_only_a_thousand_tables_meet_the_goal() -> None:
    assert "not met, because the house did not get that far" in judge_goal([Row("casino", 8, found(900, 40))], 150)
    assert "not met, because" in judge_goal([Row("brisk", 8, found(1000, 40))], 150)
    assert judge_goal([Row("casino", 8, found(1000, 40))], 150).endswith(" met (40 ms)")
    assert judge_goal([Row("casino", 8, found(1000, 400))], 150).endswith("not met (400 ms)")


def test_the_survey_covers_every_crowd_and_only_grows() -> None:
    crowds = {(pace, watchers // tables) for pace, steps in SURVEY for tables, watchers in steps}
    assert crowds >= {(pace, watchers) for pace in ("casino", "brisk") for watchers in (0, 5, 50)}
    for _, steps in SURVEY:
        assert list(steps) == sorted(steps)
        assert [watchers for _, watchers in steps] == sorted(watchers for _, watchers in steps)


@pytest.mark.skipif(find_postgres() is None, reason="needs PostgreSQL: `make prepare` installs it")
@pytest.mark.exhaustive
def test_a_small_house_grows() -> None:
    known = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PAIGOW_DATA")}
    small = ("--pace", "brisk", "--watchers", "12", "--tables", "2", "--settle", "2", "--seconds", "10")
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.saturation", *small, "--limit", "60000"],
        cwd=ROOT, env=known, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    row = done.stdout.splitlines()[2].split()
    assert row[:2] == ["2", "28"], done.stdout  # four people, and twelve watchers at each table
    assert int(row[2]) > 0, done.stdout
    assert "up to 2 tables within 60000 ms; the limit was not reached" in done.stdout
