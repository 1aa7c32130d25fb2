"""Texts of the core, and the names of tiles, cards and hands, in the reader's language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from paigow.hands import AnyHands
from paigow.hands.pieces import Piece, Setting
from paigow.language.codes import CODES, IRREGULARITIES
from paigow.poker import Card, HighRank, LowRank, parse_cards, rank_high
from paigow.poker.evaluator import Category
from paigow.record.narration import Heard, tell_heard
from paigow.table import Game
from paigow.text import Text, Translate
from paigow.text import gettext_noop as noop
from paigow.tiles import DELIVERIES, Tile, TwoTileRank
from paigow.tiles.ranking import HandKind


@dataclass(frozen=True, slots=True)
class Voice:
    """A language and its gettext: Django's on the site, the standard library's in the terminal."""

    language: str
    gettext: Callable[[str], str]
    pgettext: Callable[[str, str], str]

    @property
    def english(self) -> bool:
        return self.language.startswith("en")


def within(context: str, text: str) -> tuple[str, str]:
    """Mark a text with its context for the catalogues, in the order in which `Voice.pgettext` takes them."""
    return context, text


ENGLISH = Voice("en", str, lambda _context, text: text)


def named(message: str) -> str:
    """Return the English words for what the core names by a code; anything else stays."""
    if message in DELIVERIES:
        return DELIVERIES[message].name
    return next((table[message] for table in CODES if message in table), message)


def say(text: Text | str, voice: Voice) -> str:
    """Translate a text, or a word of a record, in this voice. Anything not in a catalogue, such as a name, stays."""
    if not text:
        return ""
    if voice.english:
        return text.render(_reason) if isinstance(text, Text) and text.fields else str(text)
    return (text if isinstance(text, Text) else Text(text)).render(lambda message: voice.gettext(named(message)))


def _reason(message: str) -> str:
    return IRREGULARITIES.get(message, message)


def tell(heard: Heard, game: Game, voice: Voice, called: Translate = str, you: str = "") -> str:
    """Describe an event as the log tells it to `you`, from what that person may know."""
    if heard["event"] == "hand-rearranged":
        heard = {**heard, "name": hand_name(rank_high(parse_cards(heard["best"])), voice)}
    translate = named if voice.english else lambda message: voice.gettext(named(message))
    return tell_heard(heard, game, translate, called, you)


_TILE_NAMES = (
    noop("Heaven"), noop("Earth"), noop("Man"), noop("Goose"), noop("Plum Flower"), noop("Long Three"), noop("Bench"),
    noop("Hatchet"), noop("Partition"), noop("Long Leg Seven"), noop("Big Head Six"), noop("Mixed Nine"),
    noop("Mixed Eight"), noop("Mixed Seven"), noop("Supreme Six"), noop("Mixed Five"), noop("Supreme Three"),
)  # fmt: skip
CALLED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "Teen": within("tile", "Teen"),
        "Day": within("tile", "Day"),
        "Yun": within("tile", "Yun"),
        "Gor": within("tile", "Gor"),
        "Mooy": within("tile", "Mooy"),
        "Chong": within("tile", "Chong"),
        "Bon": within("tile", "Bon"),
        "Foo": within("tile", "Foo"),
        "Ping": within("tile", "Ping"),
        "Tit": within("tile", "Tit"),
        "Look": within("tile", "Look"),
        "Chop Gow": within("tile", "Chop Gow"),
        "Chop Bot": within("tile", "Chop Bot"),
        "Chop Chit": within("tile", "Chop Chit"),
        "Chop Ng": within("tile", "Chop Ng"),
        "High 8": within("tile", "High 8"),
        "High 4": within("tile", "High 4"),
        "High 10": within("tile", "High 10"),
        "High 6": within("tile", "High 6"),
        "Low 4": within("tile", "Low 4"),
        "11": within("tile", "11"),
        "Low 10": within("tile", "Low 10"),
        "High 7": within("tile", "High 7"),
        "Low 6": within("tile", "Low 6"),
        "9": within("tile", "9"),
        "Low 8": within("tile", "Low 8"),
        "Low 7": within("tile", "Low 7"),
        "5": within("tile", "5"),
        "Gee": within("tile", "Gee"),
    }
)
"""Names of tiles within the names of hands."""
_RANKS = MappingProxyType(
    {
        2: (noop("two"), noop("twos")),
        3: (noop("three"), noop("threes")),
        4: (noop("four"), noop("fours")),
        5: (noop("five"), noop("fives")),
        6: (noop("six"), noop("sixes")),
        7: (noop("seven"), noop("sevens")),
        8: (noop("eight"), noop("eights")),
        9: (noop("nine"), noop("nines")),
        10: (noop("ten"), noop("tens")),
        11: (noop("jack"), noop("jacks")),
        12: (noop("queen"), noop("queens")),
        13: (noop("king"), noop("kings")),
        14: (noop("ace"), noop("aces")),
    }
)
_SUITS: Mapping[str, str] = MappingProxyType(
    {"s": noop("spades"), "h": noop("hearts"), "d": noop("diamonds"), "c": noop("clubs")}
)
_CATEGORIES: Mapping[Category, str] = MappingProxyType(
    {
        Category.STRAIGHT: noop("Straight"),
        Category.FLUSH: noop("Flush"),
        Category.STRAIGHT_FLUSH: noop("Straight flush"),
        Category.THREE_OF_A_KIND: noop("Three of a kind"),
        Category.FOUR_OF_A_KIND: noop("Four of a kind"),
    }
)
_POINTS = (
    noop("Zero"), noop("One"), noop("Two"), noop("Three"), noop("Four"),
    noop("Five"), noop("Six"), noop("Seven"), noop("Eight"), noop("Nine"),
)  # fmt: skip


def tile_name(tile: Tile, voice: Voice) -> str:
    """Return the English name with its characters; in Chinese the name is its characters."""
    _ = voice.gettext
    return f"{tile.name} {tile.characters}" if voice.english else _(tile.name)


def piece_name(piece: Piece, voice: Voice) -> str:
    """Return the name of a piece, with its pips or its suit."""
    _ = voice.gettext
    if isinstance(piece, Tile):
        return _("%(name)s %(characters)s (%(called)s), %(one)s-%(two)s") % {
            "name": _(piece.name),
            "characters": piece.characters,
            "called": piece.romanisation,
            "one": piece.pips[0],
            "two": piece.pips[1],
        }
    return card_name(piece, voice)


def card_name(card: Card, voice: Voice) -> str:
    _ = voice.gettext
    if card.is_joker:
        return _("Joker")
    return _("%(rank)s of %(suit)s") % {"rank": _(_RANKS[card.rank][0]), "suit": _(_SUITS[card.suit])}


def hand_name(rank: TwoTileRank | HighRank | LowRank, voice: Voice) -> str:
    """Return what two tiles, five cards or two cards make."""
    return _tiles_name(rank, voice) if isinstance(rank, TwoTileRank) else _cards_name(rank, voice)


def _tiles_name(rank: TwoTileRank, voice: Voice) -> str:
    _, pgettext = voice.gettext, voice.pgettext
    match rank.kind:
        case HandKind.GEE_JOON:
            return _("Gee Joon")
        case HandKind.MATCHED_PAIR:
            return _("%(tile)s pair") % {"tile": pgettext(*CALLED[rank.top.romanisation])}
        case HandKind.MIXED_PAIR:
            return pgettext("of two faces", "%(tile)s pair") % {"tile": pgettext(*CALLED[rank.top.romanisation])}
        case HandKind.WONG:
            return _("%(tile)s Wong") % {"tile": pgettext(*CALLED[rank.top.romanisation])}
        case HandKind.GONG:
            return _("%(tile)s Gong") % {"tile": pgettext(*CALLED[rank.top.romanisation])}
        case HandKind.HIGH_NINE:
            return _("%(tile)s High Nine") % {"tile": pgettext(*CALLED[rank.top.romanisation])}
        case HandKind.POINTS:
            points = _(_POINTS[rank.points or 0])
            return (
                _("%(points)s with %(tile)s") % {"points": points, "tile": pgettext(*CALLED[rank.top.table_name])}
                if rank.points
                else points
            )


def _cards_name(rank: HighRank | LowRank, voice: Voice) -> str:
    _, pgettext = voice.gettext, voice.pgettext
    first = rank.ranks[0]
    one, many = map(_, _RANKS[first])
    match rank.category:
        case Category.HIGH_CARD:
            cards = pgettext("between cards", "-").join(_(_RANKS[each][0]) for each in rank.ranks)
            return cards[0].upper() + cards[1:]
        case Category.PAIR:
            return _("Pair of %(cards)s") % {"cards": many}
        case Category.TWO_PAIR:
            return _("Two pair, %(cards)s and %(others)s") % {"cards": many, "others": _(_RANKS[rank.ranks[1]][1])}
        case Category.FULL_HOUSE:
            return _("Full house, %(cards)s over %(others)s") % {"cards": many, "others": _(_RANKS[rank.ranks[1]][1])}
        case Category.FIVE_ACES:
            return _("Five aces")
        case Category.ROYAL_FLUSH:
            return _("Royal flush")
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return _("%(kind)s, %(cards)s") % {"kind": _(_CATEGORIES[rank.category]), "cards": many}
        case _ if first == 5:
            return _("%(kind)s, ace to five") % {"kind": _(_CATEGORIES[rank.category])}
        case _:
            return _("%(kind)s, %(card)s high") % {"kind": _(_CATEGORIES[rank.category]), "card": one}


def setting_names(setting: Setting, kit: AnyHands, voice: Voice) -> tuple[str, str]:
    """Return the high and the low hand in words."""
    high, low = kit.ranks(setting)
    return hand_name(high, voice), hand_name(low, voice)
