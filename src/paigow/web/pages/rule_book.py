"""The rule book: every clause by document and chapter, what the software does about it, and the tests that show it."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from paigow.errors import PaigowError
from paigow.rules import CLAUSES, READINGS, STANDARDS, Clause, Reading, under
from paigow.rules import clause as look_up
from paigow.rules.chapters import chapter_of, chapters, chapters_of
from paigow.rules.coverage import PACKAGE, implemented
from paigow.rules.prices import Price, prices
from paigow.rules.tested import asserted_by
from paigow.web.pages.standards import TITLES, standard_or_404

PAGE = 50
"""The number of search results shown at once."""


@dataclass(frozen=True, slots=True)
class Code:
    """A file of the package that names the clause, its purpose, and the lines."""

    path: str
    summary: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """A test that asserts the clause; its name reads as a sentence."""

    id: str

    @property
    def words(self) -> str:
        return self.id.rpartition("::")[2].removeprefix("test_").replace("_", " ")


@dataclass(frozen=True, slots=True)
class Entry:
    """A clause, and what the software does about it."""

    clause: Clause

    @property
    def named(self) -> str:
        """Return the id that the source names: the clause's own, or its nearest parent."""
        places = implemented(self.clause.id)
        return places[0].id if places else ""

    @property
    def code(self) -> tuple[Code, ...]:
        lines: dict[str, list[int]] = {}
        for place in implemented(self.clause.id):
            lines.setdefault(place.path, []).append(place.line)
        return tuple(Code(path, _summary(path), tuple(dict.fromkeys(found))) for path, found in lines.items())

    @property
    def tests(self) -> tuple[Test, ...]:
        return tuple(map(Test, asserted_by(self.clause.id)))

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Return the switches that concern the clause, or a clause above or below it."""
        mine = self.clause.id
        return tuple(
            reading
            for reading in READINGS.values()
            if any(
                mine == each or mine.startswith(f"{each}.") or each.startswith(f"{mine}.") for each in reading.clauses
            )
        )


@cache
def _summary(path: str) -> str:
    """Return the first sentence of a module, or the first comment of a data file."""
    text = (PACKAGE.parent / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0].replace("\n", " ")
    return text.partition("\n")[0].lstrip("# ") if text.startswith("#") else ""


def book(request: HttpRequest) -> HttpResponse:
    """Show all documents and their chapters, or search results."""
    asked = {name: request.GET.get(name, "").strip() for name in ("q", "document", "kind", "actor")}
    context = {
        "asked": asked,
        "documents": [(STANDARDS[name], title, chapters_of(name)) for name, title in TITLES.items()],
        "titles": TITLES,
        "kinds": sorted({each.kind for each in CLAUSES.values()}),
        "actors": sorted({each.actor for each in CLAUSES.values()}),
        "total": f"{len(CLAUSES):,}",
        "readings": len(READINGS),
        "found": None,
    }
    if any(asked.values()):
        found = Paginator([Entry(each) for each in _search(**asked)], PAGE)
        context["found"] = found.get_page(request.GET.get("page"))
        query = request.GET.copy()
        query.pop("page", None)
        context["query"] = query.urlencode()
    return render(request, "rooms/rule_book.html", context)


def _search(q: str, document: str, kind: str, actor: str) -> Iterable[Clause]:
    words = q.casefold().split()
    prefix = STANDARDS[document].prefix if document in STANDARDS else None
    for each in CLAUSES.values():
        if (prefix and each.prefix != prefix) or (kind and each.kind != kind) or (actor and each.actor != actor):
            continue
        text = f"{each.id} {each.title} {each.summary} {each.software}".casefold()
        if all(word in text for word in words):
            yield each


def chapter(request: HttpRequest, standard: str, key: str) -> HttpResponse:
    """Show every clause of a chapter."""
    standard_or_404(standard)
    found = chapters().get((standard, key))
    if found is None:
        raise Http404(_("There is no such chapter."))
    everything = list(chapters().values())
    place = everything.index(found)
    context = {
        "chapter": found,
        "title": TITLES[standard],
        "entries": [Entry(each) for each in found.clauses],
        "before": everything[place - 1] if place else None,
        "after": everything[place + 1] if place + 1 < len(everything) else None,
    }
    return render(request, "rooms/rule_chapter.html", context)


def clause(request: HttpRequest, clause_id: str) -> HttpResponse:
    """Show one clause; an id that only introduces a list shows the clauses below it."""
    if clause_id in STANDARDS:
        return HttpResponseRedirect(f"{reverse('rule-book')}#{clause_id}")
    rows = under(clause_id)
    try:
        found = rows[0] if rows else look_up(clause_id)
    except PaigowError as error:
        raise Http404(str(error)) from None
    ids = list(CLAUSES)
    place = ids.index(found.id)
    context = {
        "clause_id": clause_id,
        "chapter": chapter_of(found),
        "title": TITLES[chapter_of(found).standard.name],
        "entries": [Entry(each) for each in rows],
        "entry": Entry(found) if found.id == clause_id else None,
        "below": [each for each in CLAUSES.values() if each.id.startswith(f"{clause_id}.")],
        "before": ids[place - 1] if place else None,
        "after": ids[place + len(rows)] if place + len(rows) < len(ids) else None,
    }
    return render(request, "rooms/rule_clause.html", context)


@dataclass(frozen=True, slots=True)
class PricedReading:
    """A switch, with the effect of each value except the default on the edge, in every standard that has it."""

    reading: Reading

    @property
    def moved(self) -> list[Price]:
        return [price for _standard, _value, found in self._values() for price in found]

    @property
    def still(self) -> list[tuple[str, str]]:
        """Return the values that change no wager's edge, each with its standard."""
        return [(value, standard) for standard, value, found in self._values() if not found]

    @property
    def table(self) -> dict[str, object]:
        columns = (_("Wager"), _("Standard"), _("Value"), _("Default edge"), _("Edge"), _("Points"))
        rows = [
            (
                each.wager,
                each.standard,
                each.value,
                percent(each.usual),
                percent(each.edge),
                f"{float(each.change) * 100:+.4f}".replace("-", "\u2212"),
            )
            for each in self.moved
        ]
        return {"caption": _("Effect on the edge"), "columns": columns, "rows": rows}

    def _values(self) -> Iterator[tuple[str, str, tuple[Price, ...]]]:
        for standard in self.reading.standards:
            for value, found in prices(standard, self.reading.name).items():
                yield standard, value, found


def percent(edge: Fraction) -> str:
    return f"{float(edge) * 100:.4f}%".replace("-", "\u2212")


def readings(request: HttpRequest) -> HttpResponse:
    """Show where a document can be read in more than one way: the switch, its values and its clauses."""
    context = {"readings": [PricedReading(reading) for reading in READINGS.values()], "titles": TITLES}
    return render(request, "rooms/readings.html", context)
