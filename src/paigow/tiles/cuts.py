"""The cuts of New Zealand's appendix 5, with tables where a public source documents one or the name suggests one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final

from paigow.errors import Refused
from paigow.tiles.delivery import (
    CENTRE,
    ENDS,
    LEFT,
    MARYLAND_DELIVERIES,
    RIGHT,
    Delivery,
    Groups,
    Provenance,
    delivery_table,
    dragon_and_phoenix,
    halves,
    layers,
    stack_by_stack,
)


@dataclass(frozen=True, slots=True)
class Cut:
    """An entry of New Zealand's appendix 5: its names and options. The appendix does not say how each cut is made."""

    key: str
    traditional_name: str
    english_name: str
    options: tuple[tuple[str, ...], ...] = ()
    note: str = ""

    @property
    def clause(self) -> str:
        return f"NZ-A5.{self.key}"

    @property
    def deliveries(self) -> tuple[str, ...]:
        """The keys of its deliveries, one for each choice of options."""
        return tuple("-".join((self.key, *choice)) for choice in product(*self.options))


_SIDES: Final = ("right", "left")
_FACES: Final = ("top", "bottom")

CUTS: Final[Mapping[str, Cut]] = MappingProxyType(
    {
        cut.key: cut
        for cut in (
            Cut("yat-dong-dong", "Yat Dong Dong", "1 Stack", (_SIDES,)),
            Cut("cup-say", "Cup Say", "Tiger", (_FACES, _SIDES)),
            Cut("chee-yee", "Chee Yee", "Chop the Ears", (_FACES,)),
            Cut("dai-pin", "Dai Pin", "Big Slice", (_SIDES,)),
            Cut("jung-quat", "Jung Quat", "From the Heart", (_FACES,)),
            Cut("long-tau-fong-may", "Long Tau/Fong May", "Dragon Head/Phoenix Tail", (_SIDES,)),
            Cut("wui-fung-bank", "Wui Fung Bank", "Hong Kong Bank"),
            Cut("foot-say", "Foot Say", "4 Across"),
            Cut("seung-gwai-pak-moon", "Seung Gwai Pak Moon", "Ghost Closing the Door"),
            Cut("pong-yun", "Pong Yun", "Buddha's Signal", (_SIDES,)),
            Cut("china-bank", "China Bank", "China Bank"),
            Cut("harbour-bridge", "Harbour Bridge", "Harbour Bridge"),
            Cut("bo-bo-go-sing", "Bo Bo Go Sing", "Boy Walks Up Stairs", (_SIDES,)),
            Cut("gum-un-que", "Gum Un Que", "Double Bridge", (_SIDES,), "Front to Back"),
            Cut("ghan-dong-ping-say", "Ghan Dong Ping Say", "Kangaroo Jump", (_SIDES,)),
            Cut("chong-wan-sup-lok", "Chong Wan Sup Lok", "16 Across", (), "Top and Bottom"),
            Cut("yat-kai-sum-may", "Yat Kai Sum May", "Chicken 3 Ways", (_SIDES,)),
            Cut("ghan-dong-cup-say", "Ghan Dong Cup Say", "Striped Tiger", (_SIDES,)),
            Cut("arn-lok-peng-sar", "Arn Lok Peng Sar", "Flying Dragon", (_SIDES, ("head", "tail"))),
            Cut("girl-on-the-right-and-left", "Girl on the Right and Left", "Girl on the Right and Left"),
        )
    }
)
"""The twenty cuts of appendix 5."""

_SAME: Final = "the same pattern is described in full in Maryland's chapter 7 under this name"
_SWAPPED: Final = "as the cut from the top, with the two groups of each pair of stacks swapped"
_WORDS: Final = "inferred from the words of the name only"
_FOOT_SAY: Final = "taken for Maryland's Pin Say From the Right because of the English name"

_CUT_TABLES: Final[tuple[tuple[str, str, Groups, Provenance, str], ...]] = (
    ("yat-dong-dong", "right", stack_by_stack(RIGHT), Provenance.DOCUMENTED, "one stack to each: Maryland's chapter 6"),
    ("yat-dong-dong", "left", stack_by_stack(LEFT), Provenance.DOCUMENTED, "one stack to each: Maryland's chapter 7"),
    ("cup-say", "top-right", halves(RIGHT), Provenance.DOCUMENTED, _SAME),
    ("cup-say", "top-left", halves(LEFT), Provenance.DOCUMENTED, _SAME),
    ("cup-say", "bottom-right", halves(RIGHT, top_first=False), Provenance.INFERRED, _SWAPPED),
    ("cup-say", "bottom-left", halves(LEFT, top_first=False), Provenance.INFERRED, _SWAPPED),
    ("chee-yee", "top", halves(ENDS), Provenance.DOCUMENTED, _SAME),
    ("chee-yee", "bottom", halves(ENDS, top_first=False), Provenance.INFERRED, _SWAPPED),
    ("jung-quat", "top", halves(CENTRE), Provenance.DOCUMENTED, _SAME),
    ("jung-quat", "bottom", halves(CENTRE, top_first=False), Provenance.INFERRED, _SWAPPED),
    ("long-tau-fong-may", "right", dragon_and_phoenix(RIGHT[:4], RIGHT[4:]), Provenance.DOCUMENTED, _SAME),
    ("long-tau-fong-may", "left", dragon_and_phoenix(LEFT[:4], LEFT[4:]), Provenance.DOCUMENTED, _SAME),
    ("foot-say", "", layers(RIGHT[:4], LEFT[:4]), Provenance.INFERRED, _FOOT_SAY),
    ("ghan-dong-ping-say", "right", layers(RIGHT[::2], RIGHT[1::2]), Provenance.INFERRED, _WORDS),
    ("ghan-dong-ping-say", "left", layers(LEFT[::2], LEFT[1::2]), Provenance.INFERRED, _WORDS),
    ("ghan-dong-cup-say", "right", halves((1, 3, 2, 4, 5, 7, 6, 8)), Provenance.INFERRED, _WORDS),
    ("ghan-dong-cup-say", "left", halves((8, 6, 7, 5, 4, 2, 3, 1)), Provenance.INFERRED, _WORDS),
)


def _from_table(key: str, option: str, groups: Groups, provenance: Provenance, reason: str) -> Delivery:
    cut = CUTS[key]
    words = f" ({', '.join(option.split('-'))})" if option else ""
    full_key = f"{key}-{option}" if option else key
    return Delivery(full_key, cut.traditional_name + words, groups, provenance, cut.clause, reason=reason)


NEW_ZEALAND_DELIVERIES: Final[Mapping[str, Delivery]] = MappingProxyType(
    {delivery.key: delivery for delivery in (_from_table(*row) for row in _CUT_TABLES)}
)
"""The cuts of appendix 5 that have a table."""

DELIVERIES: Final[Mapping[str, Delivery]] = MappingProxyType({**MARYLAND_DELIVERIES, **NEW_ZEALAND_DELIVERIES})


def operator_delivery(key: str, groups: Iterable[Iterable[int]]) -> Delivery:
    """Return a cut as approved for an operator: one that appendix 5 names, with the operator's own table."""
    cut = _cut_of(key)
    return Delivery(key, cut.traditional_name, delivery_table(groups, cut.clause), Provenance.OPERATOR, cut.clause)


def approved_cut(
    key: str, approved: Iterable[str], tables: Mapping[str, Iterable[Iterable[int]]] = MappingProxyType({})
) -> Delivery:
    """Return the delivery of an approved cut (NZ-1.approved-cut), or Refused.

    The cut must be named in appendix 5 and be among those `approved` in writing for the casino; the manner of a cut
    that nobody documents must have been supplied in `tables`. Approving an inferred cut accepts its inferred table.
    """
    cut = _cut_of(key)
    if key not in set(approved):
        raise Refused("the cut {key} is not approved for this casino", "NZ-1.approved-cut.b", key=key)
    if key in tables:
        return operator_delivery(key, tables[key])
    if key in NEW_ZEALAND_DELIVERIES:
        return NEW_ZEALAND_DELIVERIES[key]
    raise Refused("the cut {key} is not documented anywhere: the operator must supply its table", cut.clause, key=key)


def _cut_of(key: str) -> Cut:
    for cut in CUTS.values():
        if key in cut.deliveries:
            return cut
    ways = f"; it is done in several ways: name one of {', '.join(CUTS[key].deliveries)}" if key in CUTS else ""
    raise Refused(
        "{key} does not name a single cut of appendix 5{ways}", "NZ-1.approved-cut.a", key=repr(key), ways=ways
    )
