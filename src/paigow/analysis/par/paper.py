"""The par sheet as a tagged PDF on A4 pages (PDF/UA-1), printed from its HTML."""

from paigow.analysis.par.page import to_html
from paigow.analysis.par.sheet import Contents
from paigow.errors import PaigowError

PAGE = """@page {{
  @bottom-left {{ content: "{footer}"; font: 6.5pt sans-serif; color: #57606a; white-space: nowrap }}
  @bottom-right {{ content: "page " counter(page); font: 6.5pt sans-serif; color: #57606a }}
}}"""


def to_pdf(sheet: Contents) -> bytes:
    """Return the sheet as a PDF; the same sheet produces the same bytes."""
    who = sheet.identification
    return printed(to_html(sheet), f"paigow {who.package_version}  {who.date}  {who.submission_hash}")


def printed(html: str, footer: str) -> bytes:
    """Return an HTML page as a PDF, with its headings, tables and pictures tagged for screen readers."""
    try:
        from weasyprint import CSS, HTML
    except (ImportError, OSError):
        raise PaigowError("a PDF needs WeasyPrint: install paigow[plots], and Pango on the system") from None
    style = CSS(string=PAGE.format(footer=footer))
    return bytes(HTML(string=html).write_pdf(stylesheets=[style], pdf_variant="pdf/ua-1"))
