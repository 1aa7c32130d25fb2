"""The table page: the state as one viewer may see it, with every legal command as a form."""

from paigow.web.pages.table.charts import render_chart
from paigow.web.pages.table.log import LogLine, line_of, lines_of, render_log
from paigow.web.pages.table.model import Clock, Notice
from paigow.web.pages.table.plan import render_layout, render_signs
from paigow.web.pages.table.present import draw_table, present, render_notice, render_table

__all__ = [
    "Clock",
    "LogLine",
    "Notice",
    "draw_table",
    "line_of",
    "lines_of",
    "present",
    "render_chart",
    "render_layout",
    "render_log",
    "render_notice",
    "render_signs",
    "render_table",
]
