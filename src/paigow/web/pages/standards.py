"""What the four standards and their house ways are called on the pages."""

from collections.abc import Iterator, Mapping

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from paigow.poker import HOUSE_WAYS as CARD_WAYS
from paigow.rules import STANDARDS, Standard
from paigow.tiles import HOUSE_WAYS as TILE_WAYS


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
