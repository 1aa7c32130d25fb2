"""Figures formatted for pages, par sheets and the terminal."""

from fractions import Fraction


def percent(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value) * 100:.{places}f}%"


def signed_percent(value: Fraction | float, places: int = 4) -> str:
    return f"{float(value) * 100:+.{places}f}%".replace("-", "−")


def points(value: Fraction) -> str:
    """Return the difference between two edges in percentage points."""
    return f"{float(value) * 100:.4f}"


def one_in(count: int, total: int) -> str:
    """Return how rare an outcome is ("1 in ..."), or "never"."""
    return f"1 in {total / count:,.2f}" if count else "never"


def decimal(value: Fraction) -> str:
    """Return a value to ten decimal places, or to a few significant figures if it is tiny."""
    number = float(value)
    return f"{number:.10f}" if number == 0 or abs(number) >= 1e-5 else f"{number:.4e}"
