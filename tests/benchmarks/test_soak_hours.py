"""The hour's soak, in a few seconds; and its judgement, on samples whose answer is known."""

import csv
import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks.soak_hours import Sample, judge, plot, read

ROOT = Path(__file__).parents[2]
STEADY = [
    Sample(
        minutes=minute,
        memory=200.0,
        handles=120,
        threads=40,
        connections=80,
        database=5 + minute,
        events=1000 * minute,
        rounds=20 * minute,
        commands=10,
        p50=5.0,
        p99=20.0,
        visits=30 * minute,
        processor=float(minute),
    )
    for minute in range(1, 61)
]


def test_a_steady_house_has_not_grown() -> None:
    told, grown = judge(STEADY)
    assert not grown
    assert "database: 1,000 bytes per event in the second quarter, 1,000 in the last" in told


@pytest.mark.parametrize(
    ("name", "said"),
    [("memory", "memory grew"), ("handles", "file handles grew"), ("threads", "threads grew")],
)
def test_what_grows_is_named(name: str, said: str) -> None:
    leaking = [replace(each, **{name: getattr(each, name) * (1 + each.minutes / 60)}) for each in STEADY]
    _, grown = judge(leaking)
    assert [each.startswith(said) for each in grown] == [True]


def test_a_run_without_events_says_nothing_about_rows() -> None:
    idle = [replace(each, events=1_000 if each.minutes < 45 else 2_000) for each in STEADY]
    told, grown = judge(idle)
    assert not grown
    assert any("0 bytes per event in the second quarter" in line for line in told)


def test_rows_that_grow_are_named() -> None:
    growing = [replace(each, database=each.database + each.minutes**2 / 50) for each in STEADY]
    _, grown = judge(growing)
    assert len(grown) == 1
    assert "more bytes in the last quarter" in grown[0]


@pytest.mark.exhaustive
def test_a_short_soak_is_sampled_plotted_and_audited(tmp_path: Path) -> None:
    known = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PAIGOW_DATA")}
    small = ("--tables", "2", "--people", "1", "--minutes", "0.15", "--every", "1.5", "--folder", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak_hours", *small],
        cwd=ROOT, env=known, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "the audit passes" in done.stdout, done.stdout + done.stderr
    assert "warnings in the log: 0" in done.stdout
    samples = read(tmp_path / "soak-sqlite.csv")
    assert len(samples) == 6
    assert samples[-1].events > samples[0].events
    assert samples[-1].connections >= 4  # two followers, a player and an open page at least
    with (tmp_path / "soak-sqlite.csv").open() as file:
        assert next(csv.reader(file)) == [field.name for field in fields(Sample)]
    picture = ElementTree.parse(tmp_path / "soak-sqlite.svg")
    assert len(picture.findall(".//{*}polyline")) == 5


def test_a_plot_has_a_point_for_each_sample() -> None:
    picture = ElementTree.fromstring(plot(STEADY, "steady"))
    for line in picture.findall(".//{*}polyline"):
        points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        assert len(points) == len(STEADY)
        assert [x for x, _ in points] == sorted(x for x, _ in points)
