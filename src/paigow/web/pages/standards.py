"""Names of the four standards and their house ways on the pages."""

from collections.abc import Iterator, Mapping
from typing import Literal

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from paigow.hands import MIXED, kind_of_hands
from paigow.rules import STANDARDS, Standard
from paigow.web.pages import words

SHORT = (5, 8, 13, 20, 30, 40)
"""Lengths of the short house ways on offer."""


class Titles(Mapping[str, str | Promise]):
    """The name of each standard, in display order: games with tiles first."""

    def __getitem__(self, name: str) -> str | Promise:
        return lazy(STANDARDS[name].lobby.label)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(STANDARDS, key=lambda name: STANDARDS[name].game != "tiles"))

    def __len__(self) -> int:
        return len(STANDARDS)


TITLES = Titles()


def standard_or_404(name: str) -> Standard:
    """Look up a standard by name only: a name from a URL never becomes the path of a file."""
    if name not in STANDARDS:
        raise Http404(_("There is no standard %(name)s.") % {"name": name})
    return STANDARDS[name]


def house_ways(game: Literal["tiles", "poker"]) -> tuple[str, ...]:
    """Return the house ways of a kind of game by name."""
    return kind_of_hands(game).house_ways()


STANDARD_OF = {"tiles": "maryland-tiles", "poker": "maryland-poker", "dealer-open": "dealer-open"}
"""The standard under which each game was solved. The solutions come with the package, so no further document is one."""


def way_name(name: str) -> str:
    """Return the name of a house way."""
    if name.startswith("short-"):
        rules = int(name.removeprefix("short-"))
        return ngettext("Short, %(rules)s rule", "Short, %(rules)s rules", rules) % {"rules": rules}
    return words.word(words.WAYS, name)


def drilled_ways(game: Literal["tiles", "poker"]) -> tuple[str, ...]:
    """Return the house ways, some short ones, and both sides' optimal strategies."""
    longest = kind_of_hands(game).short_ways.longest
    short = tuple(f"short-{rules}" for rules in SHORT if rules <= longest)
    return (*house_ways(game), *short, *MIXED)
