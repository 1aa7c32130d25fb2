"""Results as values and as plain data."""

import json
import subprocess
import sys
from fractions import Fraction
from math import sqrt

import pytest

import paigow.analysis
from paigow.analysis.results import COMMISSION, Counts, Odds, Outcome, frame


def odds() -> Odds:
    counts = Counts(30, 40, 30)
    return Odds("poker", "main", counts.outcomes(), counts.total, counts=counts, house_way="foxwoods", player="best")


def test_edge_and_deviation_follow_from_the_outcomes() -> None:
    found = odds()
    assert found.edge == Fraction(30 - 30 * 19 / Fraction(20), 100) == Fraction(3, 200)
    assert found.expectation == -found.edge
    second = Fraction(30, 100) * Fraction(19, 20) ** 2 + Fraction(30, 100)
    assert found.variance == second - found.edge**2
    assert found.standard_deviation == pytest.approx(sqrt(found.variance))
    assert found.hit_frequency == Fraction(3, 10)


def test_envy_adds_to_the_expectation_alone() -> None:
    with_envy = Odds("poker", "fortune", (Outcome("lose", 1, Fraction(-1)),), 1, envy=Fraction(1, 4))
    assert with_envy.edge == Fraction(3, 4)
    assert with_envy.variance == 0


def test_plain_data_has_integers_and_fractions_never_floats_for_counts() -> None:
    shown = odds().to_dict()
    again = json.loads(json.dumps(shown))
    assert again["win"] == 30
    assert again["edge"] == "3/200"
    assert again["outcomes"][0] == {"name": "win", "count": 30, "pays": "19/20"}
    assert all(isinstance(again[key], int) for key in ("win", "push", "lose", "total"))
    assert {
        "wager",
        "paytable",
        "house_way",
        "player",
        "edge_percent",
        "standard_deviation",
        "exact",
        "seconds",
    } <= set(again)


def test_frames_where_pandas_is_installed() -> None:
    import pandas as pd  # here, since it takes a while, and all processes of a run load this module

    table = frame(odds().outcomes)
    assert isinstance(table, pd.DataFrame)
    assert table["count"].tolist() == [30, 40, 30]


def test_counts_add_up() -> None:
    assert Counts(1, 2, 3) + Counts(10, 20, 30) == Counts(11, 22, 33)
    assert Fraction(1, 20) == COMMISSION


def test_every_name_of_the_package_leads_somewhere() -> None:
    for name in paigow.analysis.__all__:
        assert getattr(paigow.analysis, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = paigow.analysis.nothing


def test_results_need_no_compiler() -> None:
    code = "import sys, paigow.analysis as a; a.Counts(1, 2, 3); sys.exit('numba' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], check=False, env={"PYTHONPATH": ":".join(sys.path)}).returncode
        == 0
    )
