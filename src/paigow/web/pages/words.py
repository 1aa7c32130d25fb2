"""The words of the table, through gettext: what phases, deeds, wagers, areas and hands are called. Each game keeps its
document's own words: a box and its chung, commission and concession in New Zealand; a position, a bank marker, vigorish
and surrender in Maryland."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import gettext_noop as noop
from django.utils.translation import pgettext
from django.utils.translation import pgettext_lazy as within

from paigow.poker import Card, HighRank, LowRank
from paigow.poker.evaluator import Category
from paigow.table.game import Game
from paigow.table.kit import Piece, Setting
from paigow.tiles import Tile, TileSetting, TwoTileRank
from paigow.tiles.ranking import HandKind

Words = Mapping[str, str | Promise]

GAMES: Words = MappingProxyType(
    {
        "maryland-tiles": lazy("Pai Gow Tiles"),
        "maryland-poker": lazy("Pai Gow Poker"),
        "new-zealand": lazy("Pai Gow"),
        "dealer-open": lazy("Dealer Open Pai Gow"),
    }
)
DOCUMENTS: Words = MappingProxyType(
    {
        "maryland-tiles": lazy("Maryland"),
        "maryland-poker": lazy("Maryland"),
        "new-zealand": lazy("New Zealand"),
        "dealer-open": lazy("Dealer Open"),
    }
)
PHASES: Words = MappingProxyType(
    {
        "closed": lazy("The table is closed"),
        "inspection": lazy("A new set is inspected"),
        "display": lazy("The set is shown"),
        "open": lazy("Between rounds"),
        "offering": lazy("The bank is offered"),
        "mixing": lazy("The pieces are mixed"),
        "cutting": lazy("The cards are cut"),
        "betting": lazy("Place your wagers"),
        "starting": lazy("No more bets"),
        "dealing": lazy("The hands are dealt"),
        "setting": lazy("Set your hands"),
        "banking": lazy("The house shows its hands"),
        "exposing": lazy("Hands are compared"),
        "paying": lazy("Winners are paid"),
        "finished": lazy("The round is over"),
    }
)
KINDS: Words = MappingProxyType(
    {
        "main": lazy("Pai Gow"),
        "dealer": lazy("Dealer’s wager"),
        "bank": lazy("Bank’s stake"),
        "pair-fortunes": lazy("Pair Fortunes"),
        "fortune": lazy("Fortune Bonus"),
        "emperors": lazy("Emperor’s Treasure"),
        "insurance": lazy("Pai Gow Insurance"),
        "progressive": lazy("Progressive"),
        "ace-high": lazy("Ace High"),
        "jack-beats": lazy("Jack Beats"),
        "chan-chu": lazy("Chan Chu"),
    }
)
SIGNS: Words = MappingProxyType({**KINDS, "limits": lazy("Limits"), "payout-limit": lazy("Payout limit")})
COLOURS: Words = MappingProxyType(
    {"red": lazy("red"), "blue": lazy("blue"), "green": lazy("green"), "black": lazy("black")}
)
"""Of the backs of cards."""
DEEDS: Words = MappingProxyType(
    {
        "sit": lazy("Sit here"),
        "stand-behind": lazy("Stand behind the seats"),
        "buy-in": lazy("Buy chips"),
        "colour-up": lazy("Colour up"),
        "seed": lazy("Give your own seed"),
        "leave": lazy("Leave the table"),
        "walk-away": lazy("Walk away in mid-round"),
        "come-back": lazy("Come back"),
        "wager": lazy("Wager"),
        "declare-wager": lazy("Call out a wager"),
        "call-wager": lazy("Wager by word of mouth"),
        "withdraw": lazy("Take back"),
        "accept-bank": lazy("Take the bank"),
        "pass-bank": lazy("Pass the bank"),
        "direct-dealer-wager": lazy("Direct the dealer’s wager"),
        "stake": lazy("Put up the bank’s stake"),
        "agree-co-bank": lazy("Agree to co-bank with the house"),
        "yield-bank": lazy("Give the bank up"),
        "choose-box": lazy("Control this box"),
        "yield-control": lazy("Leave the decisions to another"),
        "request-laja": lazy("Ask for a laja"),
        "cut-stacks": lazy("Cut the stacks"),
        "cut": lazy("Cut the cards"),
        "pass-cut": lazy("Do not cut"),
        "choose-delivery": lazy("Choose the delivery"),
        "decline-cut": lazy("Leave the cut to the dealer"),
        "adjust": lazy("Adjust the point of delivery"),
        "shake": lazy("Shake the dice"),
        "look": lazy("Pick up your hand"),
        "ask-house-way": lazy("Ask for the house way"),
        "ask-dealer": lazy("Ask the dealer to set it"),
        "set": lazy("Set the hand"),
        "set-bank-hand": lazy("Set the bank’s hand"),
        "show-hand": lazy("Show the hand"),
        "show-piece": lazy("Show a piece"),
        "turn-bank-tile": lazy("Turn over a tile of the bank"),
        "view-unused": lazy("Look at the unused tiles"),
        "void-hand": lazy("Void the hand"),
        "play-on": lazy("Play on"),
        "surrender": lazy("Surrender"),
        "confirm-hand": lazy("Confirm the hand"),
        "view-set": lazy("Look the set over"),
        "ask-face-up": lazy("Ask for the set to be turned up"),
        # of the dealer and the system
        "open-round": lazy("Open the round"),
        "mix": lazy("Mix the pieces"),
        "offer-bank": lazy("Offer the bank"),
        "offer-cut": lazy("Offer the cut"),
        "place-deck": lazy("Make the deck ready"),
        "no-more-bets": lazy("“No more bets”"),
        "take-stake": lazy("Take the bank’s stake"),
        "accept-inexact": lazy("Accept a wager that chips cannot pay exactly"),
        "laja": lazy("Perform the laja"),
        "cut-tiles": lazy("Cut the tiles"),
        "uncover": lazy("Uncover the dice"),
        "draw-number": lazy("Draw the number"),
        "use-button": lazy("Move the button"),
        "deliver": lazy("Deal the hands"),
        "declare-jacks": lazy("Declare the jacks"),
        "set-for-player": lazy("Set the hand for the player"),
        "set-house-hand": lazy("Set the house’s hand"),
        "expose-bank": lazy("Show the bank’s hand"),
        "expose": lazy("Open the hand and compare"),
        "pay": lazy("Pay the winners"),
        "abandon-round": lazy("Abandon the round"),
        "close-round": lazy("Close the round"),
        "no-roll": lazy("“No roll”"),
        "report-fault": lazy("Report a fault"),
        "find-face-up": lazy("Find a card face up"),
        "draw-in-error": lazy("Draw a card too early"),
        "tear-joker": lazy("Tear up the second joker"),
        "clean-set": lazy("Clean the set"),
        "inspect-set": lazy("Inspect the set"),
        "display-set": lazy("Show the set"),
        "turn-set-down": lazy("Turn the set face down"),
        "time": lazy("Time passes"),
        # of the floor
        "stop": lazy("Stop the table"),
        "resume": lazy("Resume the table"),
        "misdeal": lazy("Void the round: misdeal"),
        "order-reshuffle": lazy("Order a reshuffle"),
        "direct-shuffle": lazy("Have the cards shuffled again"),
        "recut": lazy("Have the cards cut again"),
        "expose-in-stacking": lazy("A piece showed in stacking"),
        "expose-piece": lazy("A dealt piece was exposed"),
        "expose-while-dealing": lazy("A card showed while dealing"),
        "deal-with-slip": lazy("The deal went wrong"),
        "knock-over": lazy("A hand was knocked over"),
        "mix-hands": lazy("Two hands got mixed"),
        "reset-house-hand": lazy("Have the house’s hand set anew"),
        "confirm": lazy("Confirm the hand"),
        "view-conceded": lazy("Look at a conceded hand"),
        "direct-cut": lazy("Direct the cut"),
        "remove-set": lazy("Take the set off the table"),
        "receive-set": lazy("Bring a new set"),
        "verify-set": lazy("Verify the set"),
        "replace-dice": lazy("Replace the dice"),
        "find-damage": lazy("A piece is damaged or marked"),
        "replace-piece": lazy("Replace a piece"),
        "mark-device": lazy("Mark a device as out of use"),
        "restore-device": lazy("Put a device back into use"),
        "remove-box": lazy("Remove a box by the dice"),
        "restore-box": lazy("Restore a box"),
        "remove-player": lazy("Remove a player from play"),
        "restore-player": lazy("Let a player play again"),
        "ban-player": lazy("Bar a player from the table"),
        "direct-set-first": lazy("Have a player set first"),
        "direct-english": lazy("Have only English spoken"),
        "note-conduct": lazy("Note conduct"),
        "validate-progressive": lazy("Approve a progressive payout"),
        "complete-documents": lazy("Complete a payout’s documents"),
    }
)
IRREGULARITIES: Words = MappingProxyType(
    {
        "wrong-positions": lazy("pieces at wrong positions"),
        "wrong-boxes": lazy("tiles at wrong boxes"),
        "wrong-count": lazy("a wrong count of pieces"),
        "number-fault": lazy("the random number failed"),
        "fell-out": lazy("a die fell out"),
        "not-flat": lazy("a die does not lie flat"),
        "lid-lifted": lazy("the bank lifted the lid"),
        "misdealt": lazy("wrongly dealt"),
        "fewer-cards": lazy("too few cards"),
        "more-cards": lazy("too many cards"),
        "exposed-tiles": lazy("exposed tiles"),
        "tile-tracking": lazy("tile tracking"),
        "extra": lazy("a card too many"),
        "short": lazy("a card too few"),
        "lost": lazy("a card lost"),
        "shuffler": lazy("the shuffler"),
        "shoe": lazy("the shoe"),
        "shaker-unattended": lazy("shaker left alone"),
        "left-seat": lazy("left the seat"),
        "touched-tiles": lazy("touched tiles"),
        "touched-cards": lazy("touched cards"),
        "touched-set-hands": lazy("touched hands that were set"),
        "tiles-out-of-view": lazy("held tiles out of view"),
        "cards-out-of-view": lazy("held cards out of view"),
        "deck-not-over-inventory": lazy("deck not over the inventory"),
        "stub-exposed": lazy("stub exposed"),
        "late-wager-permitted": lazy("late wager permitted"),
        "losing-wager-handled": lazy("losing wager handled"),
        "tile-marked": lazy("marked a tile"),
        "tile-handled": lazy("handled a tile"),
        "handling-permitted": lazy("handling permitted"),
        "tiles-exchanged": lazy("exchanged tiles"),
        "information": lazy("passed on information"),
        "communication": lazy("communicated"),
    }
)
SWITCHES: Words = MappingProxyType(
    {
        "on-true": lazy("from now on"),
        "on-false": lazy("no longer"),
        "next_person-true": lazy("by the next person"),
        "next_person-false": lazy("by the same person"),
        "sign-true": lazy("with a sign"),
        "sign-false": lazy("without a sign"),
        "prepared-true": lazy("prepared beforehand"),
        "prepared-false": lazy("as it comes"),
    }
)
WAYS: Words = MappingProxyType(
    {
        "maryland": lazy("Maryland"),
        "new-zealand": lazy("New Zealand"),
        "foxwoods": lazy("Foxwoods"),
        "trump-plaza": lazy("Trump Plaza"),
        "mgm-grand": lazy("MGM Grand"),
        "ballys-atlantic-city": lazy("Bally’s Atlantic City"),
        "flamingo": lazy("Flamingo"),
        "stones": lazy("Stones"),
    }
)
FACES: Words = MappingProxyType(
    {
        "elevens": lazy("elevens"),
        "gee-jun": lazy("Gee Joon"),
        "teen-day": lazy("Teen or Day"),
        "td-10": lazy("Teen or Day and 10"),
        "td-11": lazy("Teen or Day and 11"),
    }
)
"""Of the rules by which a pair of tiles is split."""
ACTORS: Words = MappingProxyType(
    {"dealer": lazy("dealer"), "floor": lazy("floor"), "system": lazy("system"), "house": lazy("house")}
)
RESULTS: Words = MappingProxyType({"win": lazy("wins"), "push": lazy("pushes"), "lose": lazy("loses")})
THINGS: Words = MappingProxyType(
    {
        "drop-box": lazy("Drop box"),
        "tip-box": lazy("Tip box"),
        "inventory": lazy("Table inventory"),
        "float-tray": lazy("Float tray"),
        "tiles": lazy("Tiles"),
        "bank-marker": lazy("Bank marker"),
        "co-bank-marker": lazy("Co-bank marker"),
        "dealer-marker": lazy("Dealer’s marker"),
        "shaker": lazy("Shaker"),
        "dice": lazy("Dice"),
        "dice-cup": lazy("Dice cup"),
        "random-number-display": lazy("Random number"),
        "discard-rack": lazy("Discard rack"),
        "deck": lazy("Deck"),
        "cover-card": lazy("Cover card"),
        "manual-shoe": lazy("Shoe"),
        "automated-shoe": lazy("Automated shoe"),
        "shuffler": lazy("Shuffler"),
        "button": lazy("Button"),
        "envy-lammer": lazy("Envy lammer"),
        "wagering-device": lazy("Wagering device"),
        "lock-out": lazy("Progressive lock-out"),
        "off-button": lazy("Off button"),
        "chung": lazy("Chung"),
        "plus-four": lazy("+4 button"),
        "minus-four": lazy("−4 button"),
        "main": lazy("Betting area"),
        "hands": lazy("Hands"),
        "dead-hand": lazy("Dead Hand"),
        "dealer-hands": lazy("Dealer’s hand"),
        "dealer-wager": lazy("Dealer’s wager"),
        "stacks": lazy("Stacks"),
        "settled": lazy("Settled hands"),
        "centre": lazy("Centre of the layout"),
        "high-hand": lazy("High"),
        "low-hand": lazy("Low"),
        "chip-count": lazy("Progressive chips"),
        "banker-wager": lazy("Banker wager area"),
        "losing-wagers": lazy("Losing wager area"),
        "used-tiles": lazy("Used tiles"),
    }
)
_TILE_NAMES = (
    noop("Heaven"), noop("Earth"), noop("Man"), noop("Goose"), noop("Plum Flower"), noop("Long Three"), noop("Bench"),
    noop("Hatchet"), noop("Partition"), noop("Long Leg Seven"), noop("Big Head Six"), noop("Mixed Nine"),
    noop("Mixed Eight"), noop("Mixed Seven"), noop("Supreme Six"), noop("Mixed Five"), noop("Supreme Three"),
)  # fmt: skip
_CALLED: Words = MappingProxyType(
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
"""What tiles are called in the names of hands."""
_RANKS = MappingProxyType(
    {
        2: (lazy("two"), lazy("twos")),
        3: (lazy("three"), lazy("threes")),
        4: (lazy("four"), lazy("fours")),
        5: (lazy("five"), lazy("fives")),
        6: (lazy("six"), lazy("sixes")),
        7: (lazy("seven"), lazy("sevens")),
        8: (lazy("eight"), lazy("eights")),
        9: (lazy("nine"), lazy("nines")),
        10: (lazy("ten"), lazy("tens")),
        11: (lazy("jack"), lazy("jacks")),
        12: (lazy("queen"), lazy("queens")),
        13: (lazy("king"), lazy("kings")),
        14: (lazy("ace"), lazy("aces")),
    }
)
_SUITS: Words = MappingProxyType({"s": lazy("spades"), "h": lazy("hearts"), "d": lazy("diamonds"), "c": lazy("clubs")})
_CATEGORIES: Mapping[Category, str | Promise] = MappingProxyType(
    {
        Category.STRAIGHT: lazy("Straight"),
        Category.FLUSH: lazy("Flush"),
        Category.STRAIGHT_FLUSH: lazy("Straight flush"),
        Category.THREE_OF_A_KIND: lazy("Three of a kind"),
        Category.FOUR_OF_A_KIND: lazy("Four of a kind"),
    }
)
_POINTS = (
    lazy("Zero"), lazy("One"), lazy("Two"), lazy("Three"), lazy("Four"),
    lazy("Five"), lazy("Six"), lazy("Seven"), lazy("Eight"), lazy("Nine"),
)  # fmt: skip


def word(words: Words, name: str) -> str:
    """The word for a name, or the name itself with spaces where nobody thought of one."""
    return str(words.get(name) or name.replace("-", " ").capitalize())


def deed(verb: str, game: Game) -> str:
    """What a command is called in this game."""
    if verb == "surrender" and game.options.boxes is not None:
        return _("Concede")
    return word(DEEDS, verb)


def place(position: int, game: Game) -> str:
    if position == game.dealer:
        return _("Dealer")
    if position == game.dead:
        return _("Dead Hand")
    if game.options.boxes is not None:
        return _("Box %(number)s") % {"number": position}
    return _("Position %(number)s") % {"number": position}


def commission(game: Game) -> str:
    return _("commission") if game.options.boxes is not None else _("vigorish")


def piece_name(piece: Piece) -> str:
    """What a piece is called, for those who hear the page and for those who ask."""
    if isinstance(piece, Tile):
        return _("%(name)s %(characters)s (%(called)s), %(one)s-%(two)s") % {
            "name": _(piece.name),
            "characters": piece.characters,
            "called": piece.romanisation,
            "one": piece.pips[0],
            "two": piece.pips[1],
        }
    return card_name(piece)


def card_name(card: Card) -> str:
    if card.is_joker:
        return _("Joker")
    return _("%(rank)s of %(suit)s") % {"rank": _RANKS[card.rank][0], "suit": _SUITS[card.suit]}


def hand_name(rank: TwoTileRank | HighRank | LowRank) -> str:
    """What two tiles, five cards or two cards make."""
    return _tiles_name(rank) if isinstance(rank, TwoTileRank) else _cards_name(rank)


def _tiles_name(rank: TwoTileRank) -> str:
    match rank.kind:
        case HandKind.GEE_JOON:
            return _("Gee Joon")
        case HandKind.MATCHED_PAIR:
            return _("%(tile)s pair") % {"tile": _CALLED[rank.top.romanisation]}
        case HandKind.MIXED_PAIR:
            return pgettext("of two faces", "%(tile)s pair") % {"tile": _CALLED[rank.top.romanisation]}
        case HandKind.WONG:
            return _("%(tile)s Wong") % {"tile": _CALLED[rank.top.romanisation]}
        case HandKind.GONG:
            return _("%(tile)s Gong") % {"tile": _CALLED[rank.top.romanisation]}
        case HandKind.HIGH_NINE:
            return _("%(tile)s High Nine") % {"tile": _CALLED[rank.top.romanisation]}
        case HandKind.POINTS:
            points = str(_POINTS[rank.points or 0])
            return (
                _("%(points)s with %(tile)s") % {"points": points, "tile": _CALLED[rank.top.table_name]}
                if rank.points
                else points
            )


def _cards_name(rank: HighRank | LowRank) -> str:
    first = rank.ranks[0]
    one, many = _RANKS[first]
    match rank.category:
        case Category.HIGH_CARD:
            cards = pgettext("between cards", "-").join(str(_RANKS[each][0]) for each in rank.ranks)
            return cards[0].upper() + cards[1:]
        case Category.PAIR:
            return _("Pair of %(cards)s") % {"cards": many}
        case Category.TWO_PAIR:
            return _("Two pair, %(cards)s and %(others)s") % {"cards": many, "others": _RANKS[rank.ranks[1]][1]}
        case Category.FULL_HOUSE:
            return _("Full house, %(cards)s over %(others)s") % {"cards": many, "others": _RANKS[rank.ranks[1]][1]}
        case Category.FIVE_ACES:
            return _("Five aces")
        case Category.ROYAL_FLUSH:
            return _("Royal flush")
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return _("%(kind)s, %(cards)s") % {"kind": _CATEGORIES[rank.category], "cards": many}
        case _ if first == 5:
            return _("%(kind)s, ace to five") % {"kind": _CATEGORIES[rank.category]}
        case _:
            return _("%(kind)s, %(card)s high") % {"kind": _CATEGORIES[rank.category], "card": one}


def setting_names(setting: Setting, game: Game) -> tuple[str, str]:
    """The high and the low hand in words."""
    if isinstance(setting, TileSetting):
        return hand_name(setting.high_rank), hand_name(setting.low_rank)
    wheel = game.kit.wheel if hasattr(game.kit, "wheel") else None
    high = setting.high_rank() if wheel is None else setting.high_rank(wheel)
    return hand_name(high), hand_name(setting.low_rank)
