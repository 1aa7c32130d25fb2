"""The par sheet as one self-contained, accessible and printable HTML file."""

import base64
from collections.abc import Iterable, Sequence
from html import escape

from paigow.analysis.par.plots import Picture, can_draw, pictures, svg
from paigow.analysis.par.sheet import Case, Check, Contents, Finding, Table, WagerSheet
from paigow.analysis.par.text import (
    OUTCOME_COLUMNS,
    SUMMARY_COLUMNS,
    identity,
    measures,
    outcomes,
    summary,
)

STYLE = """
:root { --ink: #1b1f24; --quiet: #57606a; --line: #d0d7de; --band: #f6f8fa; --blue: #0a4d80; --red: #8f2d00;
  --amber: #6f4e00; color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
a { color: var(--blue); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: #fff; padding: .5rem 1rem; border: 2px solid var(--blue); }
header { border-bottom: 3px solid var(--ink); margin-bottom: 1.5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
header p { margin: 0 0 1rem; color: var(--quiet); }
h2 { font-size: 1.4rem; margin: 3rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { max-width: 46rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0 0 1.25rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
nav ul { columns: 2; padding-left: 1.2rem; margin: .5rem 0; }
.scroll { overflow-x: auto; margin: .75rem 0 1.25rem; }
.scroll:focus { outline: 2px solid var(--blue); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding-bottom: .35rem; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th[scope=row] { font-weight: 400; }
th[scope=row], thead th:first-child, .left { text-align: left; }
thead th { border-bottom: 2px solid var(--ink); font-weight: 600; white-space: normal; vertical-align: bottom; }
tbody tr:nth-child(even) { background: var(--band); }
tr.total th, tr.total td { border-top: 2px solid var(--ink); font-weight: 600; }
td.exact { font-size: .75rem; overflow-wrap: anywhere; min-width: 9rem; }
td.figure { white-space: nowrap; }
.unseen { position: absolute; left: -100rem; }
figure { margin: 1.25rem 0; break-inside: avoid; }
figure img { max-width: 44rem; width: 100%; height: auto; display: block; }
figcaption { font-size: .875rem; color: var(--quiet); max-width: 46rem; }
figcaption strong { color: var(--ink); }
ul.findings { list-style: none; padding: 0; max-width: 52rem; }
ul.findings li { border-left: 5px solid var(--line); padding: .4rem .9rem; margin: .6rem 0; break-inside: avoid; }
ul.findings li.advantage { border-color: var(--red); }
ul.findings li.attention { border-color: var(--amber); }
.weight { font-size: .75rem; font-weight: 700; text-transform: uppercase; letter-spacing: .04em; }
.advantage .weight, .failed { color: var(--red); }
.attention .weight { color: var(--amber); }
.note .weight { color: var(--quiet); }
.failed { font-weight: 700; }
footer { margin-top: 3rem; padding-top: .75rem; border-top: 1px solid var(--line); color: var(--quiet);
  font-size: .8rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  nav ul { columns: 1; } }
@page { size: A4; margin: 16mm 14mm; }
@media print { body { font-size: 9.5pt; } main { max-width: none; padding: 0; } nav, .skip { display: none; }
  a { color: inherit; text-decoration: none; } .scroll { overflow: visible; }
  table { font-size: 7.5pt; } td.exact { font-size: 6pt; min-width: 0; } th, td { padding: .2rem .35rem; }
  thead { display: table-header-group; } tr, caption { break-inside: avoid; } h2, h3, caption { break-after: avoid; }
  section.wager { break-before: page; } figure img { max-width: 34rem; } }
"""


def to_html(sheet: Contents) -> str:
    """Return the sheet as an HTML document."""
    who = sheet.identification
    title = f"Par sheet: {who.submission}"
    parts = [
        f"<header><h1>{escape(title)}</h1><p>{escape(who.document)}, version {escape(who.version)}</p>"
        + _definitions(identity(who))
        + "</header>",
        _contents(sheet),
        _summary(sheet),
        _findings(sheet.findings),
        *map(_wager, sheet.wagers),
        _readings(who.readings),
        _method(sheet.method),
        _checks(sheet.checks),
        f"<footer>paigow {escape(who.package_version)}, {escape(who.date)}, submission "
        f"{escape(who.submission_hash)}</footer>",
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)}</title>\n<meta name="generator" content="paigow {escape(who.package_version)}">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n"
        '<a class="skip" href="#content">Skip to the content</a>\n<main id="content">\n'
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _definitions(rows: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows) + "</dl>"


def _contents(sheet: Contents) -> str:
    links = [("summary", "Summary"), ("findings", "Findings")]
    links += [(wager.wager, wager.title) for wager in sheet.wagers]
    links += [("readings", "Readings"), ("method", "Method"), ("checks", "Checks")]
    items = "".join(f'<li><a href="#{anchor}">{escape(name)}</a></li>' for anchor, name in links)
    return f'<nav aria-label="Contents"><h2>Contents</h2><ul>{items}</ul></nav>'


def _table(
    caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[int] = (), exact: int = -1
) -> str:
    """Return a table whose first column holds row headings; a row that starts with "total" ends it."""
    lefts = {0, *left}
    heads = "".join(
        f'<th scope="col"{" class=left" if place in lefts else ""}>{escape(name)}</th>'
        for place, name in enumerate(columns)
    )
    body = []
    for row in rows:
        cells = [f'<th scope="row">{escape(row[0])}</th>']
        for place, value in enumerate(row[1:], start=1):
            kind = "left" if place in lefts else "exact" if place == exact else "figure"
            text = escape(value).replace("/", "/<wbr>") if place == exact else escape(value)
            cells.append(f'<td class="{kind}">{text}</td>')
        body.append(f"<tr{' class=total' if row[0] == 'total' else ''}>{''.join(cells)}</tr>")
    name = escape(caption)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _summary(sheet: Contents) -> str:
    table = _table("Every wager offered, per unit staked", SUMMARY_COLUMNS, summary(sheet), left=(1,))
    return f'<section id="summary"><h2>Summary</h2>{table}</section>'


def _findings(findings: Sequence[Finding]) -> str:
    items = "".join(
        f'<li class="{each.weight}"><span class="weight">{each.weight}</span> {escape(each.text)}</li>'
        for each in findings
    )
    shown = f'<ul class="findings">{items}</ul>' if findings else "<p>None.</p>"
    return f'<section id="findings"><h2>Findings</h2>{shown}</section>'


def _wager(wager: WagerSheet) -> str:
    paytable = f", pay table {wager.paytable}" if wager.paytable else ""
    parts = [
        f'<section class="wager" id="{wager.wager}"><h2>{escape(wager.title + paytable)}</h2>',
        f"<p>{escape(wager.limits)} [{escape(wager.clause)}]</p>",
        *map(_case, wager.cases),
        *map(_further, wager.tables),
        *map(_figure, pictures(wager)),
        "</section>",
    ]
    return "\n".join(parts)


def _case(case: Case) -> str:
    return (
        f"<h3>{escape(case.name[:1].upper() + case.name[1:])}</h3>"
        + _table(f"Outcomes: {case.name}", OUTCOME_COLUMNS, outcomes(case), exact=2)
        + _table(f"Measures: {case.name}", ("Measure", "Exact", "Value"), measures(case), exact=1)
    )


def _further(table: Table) -> str:
    return f"<h3>{escape(table.caption)}</h3>" + _table(table.caption, table.columns, table.rows).replace(
        "<caption>", '<caption class="unseen">'
    )


def _figure(picture: Picture) -> str:
    if not can_draw():  # its figures are in the table next to it
        return f"<p><strong>{escape(picture.title)}.</strong> {escape(picture.words)}.</p>"
    data = base64.b64encode(svg(picture).encode()).decode()
    return (
        f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{escape(picture.title)}: {escape(picture.words)}" '
        f'width="{round(96 * picture.width)}" height="{round(96 * picture.height)}">'
        f"<figcaption><strong>{escape(picture.title)}.</strong> {escape(picture.words)}.</figcaption></figure>"
    )


def _readings(readings: Iterable[tuple[str, str]]) -> str:
    table = _table("How open points of the document are read", ("Reading", "Chosen"), readings, left=(1,))
    return f'<section id="readings"><h2>Readings</h2>{table}</section>'


def _method(method: Iterable[str]) -> str:
    return '<section id="method"><h2>Method</h2>' + "".join(f"<p>{escape(each)}</p>" for each in method) + "</section>"


def _checks(checks: Sequence[Check]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(each.name)}</th><td class="figure">{escape(each.expected)}</td>'
        f'<td class="figure">{escape(each.found)}</td>'
        f'<td class="{"figure" if each.passed else "failed"}">{"passed" if each.passed else "FAILED"}</td></tr>'
        for each in checks
    )
    good = sum(each.passed for each in checks)
    return (
        f'<section id="checks"><h2>Checks</h2><p>{good} of {len(checks)} passed. Each compares a figure on this sheet '
        "with the same figure found in another way.</p>"
        '<div class="scroll" tabindex="0" role="region" aria-label="Checks"><table><caption>Checks</caption><thead><tr>'
        '<th scope="col">Check</th><th scope="col">Expected</th><th scope="col">Found</th><th scope="col">Result</th>'
        f"</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )
