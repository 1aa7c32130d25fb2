"""The plots of a par sheet, as SVG; the PDF is printed from the HTML that contains them.

The colours work for people with red-green colour blindness, and the figures of every plot are also in a table next to
it.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from paigow.analysis.par.sheet import Case, Curve, WagerSheet

Axes = Any
"""Matplotlib's axes, which have no type annotations."""

WIN, PUSH, LOSE, INK, QUIET = "#0072b2", "#b8bec4", "#d55e00", "#1b1f24", "#57606a"
ROUNDS = tuple(round(10 ** (2 + step / 10)) for step in range(41))
"""Numbers of rounds from a hundred to a million, evenly spaced on a logarithmic scale."""
STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "svg.fonttype": "path",
    "svg.hashsalt": "paigow",  # so that the same sheet gives the same bytes
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot that can be drawn on any axes: its title, a description in words, and its size in inches."""

    title: str
    words: str
    draw: Callable[[Axes], None]
    width: float = 7.0
    height: float = 2.4


def pictures(sheet: WagerSheet) -> list[Picture]:
    """Return the plots of one wager."""
    found = [_results(sheet) if sheet.wager == "main" else _outcomes(sheet.cases[0]), _range(sheet)]
    return found + [_curve(curve) for curve in sheet.curves]


def _results(sheet: WagerSheet) -> Picture:
    """Plot how often each case wins, pushes and loses."""
    parts = (("win", WIN, "white"), ("push", PUSH, INK), ("lose", LOSE, "white"))
    shares = [
        [sum(each.count for each in case.odds.outcomes if each.name == name) / case.odds.total for name, _, _ in parts]
        for case in sheet.cases
    ]

    def draw(axes: Axes) -> None:
        for row, share in enumerate(shares):
            left = 0.0
            for (_, colour, ink), part in zip(parts, share, strict=True):
                axes.barh(row, part, left=left, color=colour, height=0.62)
                axes.text(left + part / 2, row, f"{part:.2%}", ha="center", va="center", color=ink, fontsize=8)
                left += part
        axes.set_yticks(range(len(shares)), [case.name for case in sheet.cases])
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.tick_params(axis="y", length=0)
        for name, colour, _ in parts:
            axes.plot([], [], color=colour, linewidth=7, label=name)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3, frameon=False)

    words = "; ".join(
        f"{case.name}: " + ", ".join(f"{name} {part:.2%}" for (name, _, _), part in zip(parts, share, strict=True))
        for case, share in zip(sheet.cases, shares, strict=True)
    )
    return Picture("How the main wager ends", words, draw, height=1.1 + 0.42 * len(shares))


def _outcomes(case: Case) -> Picture:
    """Plot the probability of every outcome, on a logarithmic scale, since the best are rare."""
    rows = [(each.name, each.count / case.odds.total, each.pays) for each in case.odds.outcomes if each.count]

    def draw(axes: Axes) -> None:
        least = min(chance for _, chance, _ in rows)
        for row, (_, chance, pays) in enumerate(rows):
            colour = WIN if pays > 0 else PUSH if pays == 0 else LOSE
            axes.barh(row, chance, color=colour, height=0.62)
            axes.text(chance * 1.15, row, _rarity(chance), va="center", fontsize=8)
        axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
        axes.invert_yaxis()
        axes.set_xscale("log")
        axes.set_xlim(least / 3, 12)
        axes.set_xticks([10.0**power for power in range(0, -10, -2) if 10.0**power >= least / 3])
        axes.minorticks_off()
        axes.xaxis.set_major_formatter(lambda chance, _: f"1 in {1 / chance:,.0f}" if chance < 1 else "always")
        axes.tick_params(axis="y", length=0)
        axes.tick_params(axis="x", labelsize=7)

    words = "; ".join(f"{name}: {_rarity(chance)}" for name, chance, _ in rows)
    return Picture("How likely each outcome is", words, draw, height=0.9 + 0.26 * len(rows))


def _rarity(chance: float) -> str:
    return f"1 in {1 / chance:,.0f}" if chance < 0.01 else f"{chance:.2%}"


def _range(sheet: WagerSheet) -> Picture:
    """Plot the range of the return over a number of rounds, which is what volatility means."""
    case = sheet.cases[0]
    low, high = zip(*(case.range_of_return(rounds) for rounds in ROUNDS), strict=True)
    middle = float(case.return_to_player)

    def draw(axes: Axes) -> None:
        axes.fill_between(ROUNDS, [100 * each for each in low], [100 * each for each in high], color=WIN, alpha=0.22)
        axes.axhline(100 * middle, color=WIN, linewidth=1.5)
        axes.axhline(100, color=QUIET, linewidth=0.8, linestyle=":")
        axes.set_xscale("log")
        axes.set_xlim(ROUNDS[0], ROUNDS[-1])
        axes.minorticks_off()
        axes.xaxis.set_major_formatter(lambda rounds, _: f"{rounds:,.0f}")
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0f}%")
        axes.set_xlabel("rounds played")
        axes.set_ylabel("return")

    first, last = case.range_of_return(1_000), case.range_of_return(1_000_000)
    words = (
        f"the return tends to {middle:.2%}; nine times in ten it lies between {first[0]:.1%} and {first[1]:.1%} after "
        f"1,000 rounds, and between {last[0]:.2%} and {last[1]:.2%} after 1,000,000"
    )
    return Picture(f"Range of the return, nine times in ten ({case.name})", words, draw)


def _curve(curve: Curve) -> Picture:
    across = [float(x) for x, _ in curve.points]
    up = [float(y) * 100 for _, y in curve.points]

    def draw(axes: Axes) -> None:
        axes.plot(across, up, "o" if curve.dots else "-", color=WIN, markersize=3, linewidth=1.5)
        axes.axhline(0, color=QUIET, linewidth=0.8, linestyle=":")
        if curve.mark:
            place, name = curve.mark
            if across[0] <= place <= across[-1]:
                axes.axvline(float(place), color=LOSE, linewidth=1.2)
                axes.annotate(
                    name, (float(place), max(up) / 2), (6, 0), textcoords="offset points", fontsize=8, color=LOSE
                )
        axes.xaxis.set_major_formatter(lambda amount, _: f"${amount:,.0f}")
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:g}%")
        axes.set_xlabel(curve.x_label)
        axes.set_ylabel("house edge")

    first, last = curve.points[0], curve.points[-1]
    words = (
        f"from {float(first[1]):.2%} at ${float(first[0]):,.2f} to {float(last[1]):.2%} at ${float(last[0]):,.2f}"
        + (f"; {curve.mark[1]}" if curve.mark else "")
    )
    return Picture(curve.title, words.replace(" -", " −"), draw)


def edges(title: str, rows: Sequence[tuple[str, Fraction]], marked: str | None = None) -> Picture:
    """Plot the house edge in several cases, optionally marking the one in use."""
    shown = [(name, float(edge) * 100) for name, edge in rows]

    def draw(axes: Axes) -> None:
        reach = max(abs(edge) for _, edge in shown) or 1.0
        for row, (name, edge) in enumerate(shown):
            axes.barh(
                row, edge, color=LOSE if edge < 0 else WIN if name == marked or marked is None else PUSH, height=0.62
            )
            place, side = (edge + reach / 60, "left") if edge >= 0 else (reach / 60, "left")
            axes.text(place, row, f"{edge:.4f}%".replace("-", "−"), ha=side, va="center", fontsize=8)
        axes.axvline(0, color=QUIET, linewidth=0.8)
        axes.set_yticks(range(len(shown)), [name for name, _ in shown])
        axes.invert_yaxis()
        axes.set_xlim(
            min(0.0, min(edge for _, edge in shown)) * 1.1, max(0.0, max(edge for _, edge in shown)) * 1.2 + reach / 5
        )
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:g}%")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("house edge")

    words = "; ".join(f"{name}: {edge:.4f}%" for name, edge in shown).replace(": -", ": −")
    return Picture(title, words, draw, height=0.9 + 0.3 * len(shown))


def svg(picture: Picture) -> str:
    """Return the plot as an SVG document."""
    plotting = pyplot()
    with plotting.rc_context(STYLE):
        figure, axes = plotting.subplots(figsize=(picture.width, picture.height), layout="constrained")
        picture.draw(axes)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
        plotting.close(figure)
    return text.getvalue()


def can_draw() -> bool:
    """Return whether matplotlib is installed; it is part of the `plots` extra."""
    return find_spec("matplotlib") is not None


def pyplot() -> Any:
    """Return matplotlib's pyplot without a display."""
    try:
        import matplotlib
    except ImportError:
        from paigow.errors import PaigowError

        raise PaigowError("pictures need matplotlib: install paigow[plots]") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plotting

    return plotting
