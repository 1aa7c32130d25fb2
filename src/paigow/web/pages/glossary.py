"""The glossary: a page, and a `?` next to each explained term."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from paigow.language.glossary import GLOSSARY, Term
from paigow.web.pages.standards import TITLES

register = template.Library()


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show every term: its meaning, and the word for it in each document."""
    return render(request, "rooms/glossary.html", {"terms": tuple(map(shown, GLOSSARY.values()))})


def shown(term: Term, standard: str = "") -> Mapping[str, Any]:
    """Return a term in the visitor's language, with the words of every document, or of one; they stay as they are."""
    chosen = (each for each in term.own if standard in ("", each.standard))
    own = tuple((TITLES[each.standard], each.word, each.clause) for each in chosen)
    return {"key": term.key, "word": _(term.word), "meaning": _(term.meaning), "own": own}


@register.inclusion_tag("rooms/term.html")
def what(key: str, standard: str) -> Mapping[str, Any]:
    """Return a `?` that explains a term at a table of this standard; it opens without JavaScript."""
    return shown(GLOSSARY[key], standard) if key else {}
