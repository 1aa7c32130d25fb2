"""The panel with the result of a round."""

from paigow.terminal.felt import DIM
from paigow.terminal.outcome import Line, RoundResult
from paigow.terminal.panels import result


def test_only_the_clauses_are_dimmed() -> None:
    """A bracket in a sentence is part of it."""
    shown = result(RoundResult(500, (Line("ann [guest]: you win $5.00.", ("MDT-9.G.2", "MDT-9.G.2")),)), 7)
    assert shown.plain.splitlines()[1] == "ann [guest]: you win $5.00. [MDT-9.G.2]"
    assert [shown.plain[span.start : span.end] for span in shown.spans if span.style == DIM] == ["[MDT-9.G.2]"]


def test_a_long_result_ends_with_a_hint() -> None:
    shown = result(RoundResult(0, tuple(Line(f"line {number}") for number in range(9))), 5)
    assert [line.rstrip() for line in shown.plain.splitlines()[1:]] == [
        "line 0",
        "line 1",
        "line 2",
        "… press l for the rest",
    ]
