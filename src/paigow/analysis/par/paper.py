"""The par sheet as a PDF of A4 pages, laid out line by line from the top."""

import io
from collections.abc import Iterable, Sequence
from datetime import date
from textwrap import wrap
from typing import Any

from paigow.analysis.par.plots import INK, QUIET, STYLE, Picture, pictures, pyplot
from paigow.analysis.par.sheet import ParSheet, WagerSheet
from paigow.analysis.par.text import OUTCOME_COLUMNS, SUMMARY_COLUMNS, identity, measures, outcomes, summary

WIDTH, HEIGHT = 8.27, 11.69
LEFT, RIGHT, TOP, BOTTOM = 0.7, 7.57, 10.9, 0.8
"""The edges of the text area, in inches from the lower left corner."""
CHARACTER = 0.0082
"""Average width of a character, in inches per point of its size."""
WIDEST = 46
"""Longest cell that is kept on one line, in characters."""


class Pages:
    """Pages that fill from the top; anything that does not fit starts a new page."""

    def __init__(self, pdf: Any, plotting: Any, footer: str) -> None:
        self.pdf, self.plotting, self.footer = pdf, plotting, footer
        self.number = 0
        self.figure: Any = None
        self.y = 0.0

    def new(self) -> None:
        self.close()
        self.number += 1
        self.figure = self.plotting.figure(figsize=(WIDTH, HEIGHT))
        self.y = TOP
        self._write(LEFT, 0.45, self.footer, 6.5, colour=QUIET)
        self._write(RIGHT, 0.45, f"page {self.number}", 6.5, align="right", colour=QUIET)

    def close(self) -> None:
        if self.figure is not None:
            self.pdf.savefig(self.figure)
            self.plotting.close(self.figure)
            self.figure = None

    def room(self, inches: float) -> None:
        if self.figure is None or self.y - inches < BOTTOM:
            self.new()

    def heading(self, text: str, size: float = 13, room: float = 1.2) -> None:
        self.room(room)
        for line in wrap(text, int((RIGHT - LEFT) / (1.12 * size * CHARACTER))):
            self.y -= size / 72 * 1.3
            self._write(LEFT, self.y, line, size, weight="bold")
        self.y -= 0.14

    def paragraph(self, text: str, size: float = 8.5, indent: float = 0.0) -> None:
        for line in wrap(text, int((RIGHT - LEFT - indent) / (size * CHARACTER))):
            self.room(0.2)
            self.y -= size / 72 * 1.4
            self._write(LEFT + indent, self.y, line, size)
        self.y -= 0.06

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[int] = ()) -> None:
        """Lay out columns as wide as their cells need, in a type size that fits the line; long cells wrap."""
        body = [tuple(row) for row in rows]
        wide = [
            max([len(word) for word in head.split()] + [min(len(row[place]), WIDEST) for row in body])
            for place, head in enumerate(columns)
        ]
        room = (RIGHT - LEFT) / CHARACTER
        size = min(7.0, max(5.0, room / (1.08 * sum(each + 2 for each in wide))))
        spare = (room / size - sum(each + 2 for each in wide)) / len(wide)
        edges = [LEFT]
        for each in wide:
            edges.append(edges[-1] + (each + 2 + spare) * size * CHARACTER)
        lefts = {0, *left}
        if any(columns):
            self._row(columns, edges, lefts, size, "bold")
            self._rule(0.8)
        for row in body:
            self._row(row, edges, lefts, size, "bold" if row[0] == "total" else "normal")
            self._rule(0.3)
        self.y -= 0.12

    def _row(self, row: Sequence[str], edges: Sequence[float], lefts: set[int], size: float, weight: str) -> None:
        lines = [
            wrap(cell, int((edges[place + 1] - edges[place]) / (size * CHARACTER)) - 1) or [""]
            for place, cell in enumerate(row)
        ]
        deep, step = max(map(len, lines)), size / 72 * 1.3
        self.room(deep * step + 0.1)
        for place, cell in enumerate(lines):
            for number, line in enumerate(cell, start=1):
                if place in lefts:
                    self._write(edges[place], self.y - number * step, line, size, weight=weight)
                else:
                    self._write(edges[place + 1], self.y - number * step, line, size, align="right", weight=weight)
        self.y -= deep * step + 0.03

    def picture(self, picture: Picture) -> None:
        height = picture.height * 0.85
        self.heading(picture.title, 9, room=height + 0.9)
        left = LEFT + 0.15 + picture.labels * 9 * CHARACTER
        frame = (left / WIDTH, (self.y - height + 0.25) / HEIGHT, (RIGHT - left) / WIDTH, (height - 0.35) / HEIGHT)
        picture.draw(self.figure.add_axes(frame))
        self.y -= height + 0.35
        self.paragraph(picture.words[:1].upper() + picture.words[1:] + ".", 7)

    def _rule(self, thickness: float) -> None:
        line = self.plotting.Line2D(
            (LEFT / WIDTH, RIGHT / WIDTH), (self.y / HEIGHT,) * 2, color=QUIET, linewidth=thickness
        )
        self.figure.add_artist(line)
        self.y -= 0.015

    def _write(
        self, x: float, y: float, text: str, size: float, *, align: str = "left", weight: str = "normal",
        colour: str = INK,
    ) -> None:  # fmt: skip
        plain = text.replace("$", r"\$")
        self.figure.text(
            x / WIDTH, y / HEIGHT, plain, fontsize=size, ha=align, va="bottom", weight=weight, color=colour
        )


def to_pdf(sheet: ParSheet) -> bytes:
    """Return the whole document. It carries the sheet's date, so the same sheet gives the same bytes."""
    plotting = pyplot()
    from matplotlib.backends.backend_pdf import PdfPages

    who = sheet.identification
    file = io.BytesIO()
    about = {"Title": f"Par sheet: {who.submission}", "Creator": f"paigow {who.package_version}", "Producer": None,
             "CreationDate": _moment(who.date)}  # fmt: skip
    with plotting.rc_context(STYLE | {"pdf.fonttype": 42}), PdfPages(file, metadata=about) as pdf:
        pages = Pages(pdf, plotting, f"paigow {who.package_version}  {who.date}  {who.submission_hash}")
        pages.heading(f"Par sheet: {who.submission}", 18)
        pages.table(("", ""), identity(who), left=(1,))
        pages.heading("Summary")
        pages.table(SUMMARY_COLUMNS, summary(sheet), left=(1,))
        pages.heading("Findings")
        for finding in sheet.findings:
            pages.paragraph(f"{str(finding.weight).upper()}: {finding.text}")
        for wager in sheet.wagers:
            _wager(pages, wager)
        pages.new()
        pages.heading("Readings")
        pages.table(("Reading", "Chosen"), who.readings, left=(1,))
        pages.heading("Method")
        for text in sheet.method:
            pages.paragraph(text)
        pages.heading("Checks")
        checks = [
            (each.name, each.expected, each.found, "passed" if each.passed else "FAILED") for each in sheet.checks
        ]
        pages.table(("Check", "Expected", "Found", "Result"), checks)
        pages.close()
    return file.getvalue()


def _wager(pages: Pages, wager: WagerSheet) -> None:
    pages.new()
    pages.heading(wager.title + (f", pay table {wager.paytable}" if wager.paytable else ""))
    pages.paragraph(f"{wager.limits} [{wager.clause}]")
    for case in wager.cases:
        pages.heading(case.name[:1].upper() + case.name[1:], 10)
        pages.table(OUTCOME_COLUMNS, outcomes(case))
        pages.table(("Measure", "Exact", "Value"), measures(case))
    for table in wager.tables:
        pages.heading(table.caption, 10)
        pages.table(table.columns, table.rows)
    for picture in pictures(wager):
        pages.picture(picture)


def _moment(day: str) -> Any:
    from datetime import UTC, datetime, time

    return datetime.combine(date.fromisoformat(day), time(), UTC)
