"""The table page: the state as one viewer may see it, with every legal command as a form."""

from paigow.web.pages.table.charts import render_chart
from paigow.web.pages.table.model import Clock, LogLine, Notice
from paigow.web.pages.table.plan import render_layout
from paigow.web.pages.table.present import present
from paigow.web.pages.table.reading import read_form
from paigow.web.pages.table.render import draw_table, render_notice, render_table

__all__ = [
    "Clock",
    "LogLine",
    "Notice",
    "draw_table",
    "present",
    "read_form",
    "render_chart",
    "render_layout",
    "render_notice",
    "render_table",
]
