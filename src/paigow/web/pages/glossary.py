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


def shown(term: Term) -> Mapping[str, Any]:
    """Return a term in the visitor's language; the document's own words stay as they are."""
    own = tuple((TITLES[each.standard], each.word, each.clause) for each in term.own)
    return {"key": term.key, "word": _(term.word), "meaning": _(term.meaning), "own": own}


@register.inclusion_tag("rooms/term.html")
def what(key: str) -> Mapping[str, Any]:
    """Return a `?` that explains a term; it opens without JavaScript."""
    return shown(GLOSSARY[key]) if key else {}
