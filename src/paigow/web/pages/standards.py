"""What the four standards and their house ways are called on the pages."""

from collections.abc import Iterator, Mapping

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.learning.hands import MIXED
from paigow.poker import HOUSE_WAYS as CARD_WAYS
from paigow.poker.house_ways import SHORT as SHORT_CARD_WAYS
from paigow.rules import STANDARDS, Standard
from paigow.tiles import HOUSE_WAYS as TILE_WAYS
from paigow.tiles.house_ways import SHORT as SHORT_TILE_WAYS
from paigow.web.pages import words

SHORT = (5, 8, 13, 20, 30, 40)
"""Lengths of the short house ways that are offered."""


class Titles(Mapping[str, str | Promise]):
    """What each standard is called, in the order in which they are offered: the games with tiles first."""

    def __getitem__(self, name: str) -> str | Promise:
        return lazy(STANDARDS[name].label)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(STANDARDS, key=lambda name: STANDARDS[name].game != "tiles"))

    def __len__(self) -> int:
        return len(STANDARDS)


TITLES = Titles()


def standard_or_404(name: str) -> Standard:
    """Only a standard's name is looked up: a name from an address never becomes the path of a file."""
    if name not in STANDARDS:
        raise Http404(_("There is no standard %(name)s.") % {"name": name})
    return STANDARDS[name]


def house_ways(game: str) -> tuple[str, ...]:
    return tuple(TILE_WAYS if game == "tiles" else CARD_WAYS)


STANDARD_OF = {"tiles": "maryland-tiles", "poker": "maryland-poker", "dealer-open": "dealer-open"}
"""The standard by which a game is drilled and solved."""


def way_name(name: str) -> str:
    """Return what a house way is called."""
    if name.startswith("short-"):
        return _("Short, %(rules)s rules") % {"rules": name.removeprefix("short-")}
    return words.word(words.WAYS, name)


def drilled_ways(game: str) -> tuple[str, ...]:
    """House ways, some short ones, and both sides' optimal strategies."""
    longest = (SHORT_TILE_WAYS if game == "tiles" else SHORT_CARD_WAYS).longest
    short = tuple(f"short-{rules}" for rules in SHORT if rules <= longest)
    return (*house_ways(game), *short, *MIXED)
