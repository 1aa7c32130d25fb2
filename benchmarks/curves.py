"""Curves over time as one small SVG picture, a panel for each quantity."""

from collections.abc import Mapping, Sequence
from html import escape

WIDE, TALL = 720, 150  # of one panel
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 30, 26  # margins around its plot
TICKS = 3


def curves(title: str, times: Sequence[float], panels: Mapping[str, Sequence[float]], unit: str = "minutes") -> str:
    """Return a picture with one panel per quantity, each from zero to its maximum."""
    height = TALL * len(panels) + 36
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" width="{WIDE}" height="{height}" '
        f'role="img" font-family="DejaVu Sans, sans-serif" font-size="11">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDE}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="13" font-weight="bold">{escape(title)}</text>',
    ]
    for number, (name, values) in enumerate(panels.items()):
        parts.append(f'<g transform="translate(0 {36 + number * TALL})">{_panel(name, times, values, unit)}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(name: str, times: Sequence[float], values: Sequence[float], unit: str) -> str:
    end, most = max(times, default=0.0) or 1.0, _above(max(values, default=0.0))
    wide, tall = WIDE - LEFT - RIGHT, TALL - TOP - BOTTOM

    def x(time: float) -> float:
        return round(LEFT + wide * time / end, 1)

    def y(value: float) -> float:
        return round(TOP + tall * (1 - value / most), 1)

    points = " ".join(f"{x(time)},{y(value)}" for time, value in zip(times, values, strict=True))
    parts = [f'<text x="{LEFT}" y="{TOP - 10}" font-weight="bold">{escape(name)}</text>']
    for tick in range(TICKS):
        value = most * tick / (TICKS - 1)
        parts.append(f'<path d="M{LEFT} {y(value)}H{WIDE - RIGHT}" stroke="#d0d7de"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{value:,.10g}</text>')
        time = end * tick / (TICKS - 1)
        anchor = ("start", "middle", "end")[tick]
        label = f"{time:.3g} {unit}" if tick == TICKS - 1 else f"{time:.3g}"
        parts.append(f'<text x="{x(time)}" y="{TALL - 10}" text-anchor="{anchor}">{label}</text>')
    parts.append(f'<polyline points="{points}" fill="none" stroke="#0072b2" stroke-width="1.5"/>')
    return "\n".join(parts)


def _above(value: float) -> float:
    """Return a round number that is not less than the value: 1, 2, 4, 5 or 8 times a power of ten."""
    power = 1.0
    while power < value / 10:
        power *= 10
    while power > 1e-3 and value <= power:
        power /= 10
    return next(power * step for step in (1, 2, 4, 5, 8, 10) if power * step >= value)
