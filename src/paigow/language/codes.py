"""Words for what the core names by a code: wagers, people, things of the layout, house ways, irregularities."""

from collections.abc import Mapping
from types import MappingProxyType

from paigow.text import gettext_noop as noop

Words = Mapping[str, str]

KINDS: Words = MappingProxyType(
    {
        "main": noop("Pai Gow"),
        "dealer": noop("Dealer’s bet"),
        "bank": noop("Bank’s stake"),
        "pair-fortunes": noop("Pair Fortunes"),
        "fortune": noop("Fortune Bonus"),
        "emperors": noop("Emperor’s Treasure"),
        "insurance": noop("Pai Gow Insurance"),
        "progressive": noop("Progressive"),
        "ace-high": noop("Ace High"),
        "jack-beats": noop("Jack Beats"),
        "chan-chu": noop("Chan Chu"),
    }
)
COLOURS: Words = MappingProxyType(
    {"red": noop("red"), "blue": noop("blue"), "green": noop("green"), "black": noop("black")}
)
"""Of the backs of cards."""
IRREGULARITIES: Words = MappingProxyType(
    {
        "wrong-positions": noop("cards or tiles at the wrong positions"),
        "wrong-boxes": noop("tiles at the wrong boxes"),
        "wrong-count": noop("wrong number of cards or tiles"),
        "number-fault": noop("the random number failed"),
        "fell-out": noop("a die fell out"),
        "not-flat": noop("a die is not flat"),
        "lid-lifted": noop("the bank lifted the lid"),
        "misdealt": noop("wrongly dealt"),
        "fewer-cards": noop("too few cards"),
        "more-cards": noop("too many cards"),
        "exposed-tiles": noop("exposed tiles"),
        "tile-tracking": noop("tile tracking"),
        "extra": noop("one card too many"),
        "short": noop("one card too few"),
        "lost": noop("a lost card"),
        "shuffler": noop("shuffler"),
        "shoe": noop("shoe"),
        "shaker-unattended": noop("shaker left unattended"),
        "left-seat": noop("left the seat"),
        "touched-tiles": noop("touched tiles"),
        "touched-cards": noop("touched cards"),
        "touched-set-hands": noop("touched set hands"),
        "tiles-out-of-view": noop("held tiles out of view"),
        "cards-out-of-view": noop("held cards out of view"),
        "deck-not-over-inventory": noop("deck not over the inventory"),
        "stub-exposed": noop("stub exposed"),
        "late-wager-permitted": noop("late wager permitted"),
        "losing-wager-handled": noop("losing wager handled"),
        "tile-marked": noop("marked a tile"),
        "tile-handled": noop("handled a tile"),
        "handling-permitted": noop("handling permitted"),
        "tiles-exchanged": noop("exchanged tiles"),
        "information": noop("passed information"),
        "communication": noop("communicated"),
    }
)
WAYS: Words = MappingProxyType(
    {
        "maryland": noop("Maryland"),
        "new-zealand": noop("New Zealand"),
        "foxwoods": noop("Foxwoods"),
        "trump-plaza": noop("Trump Plaza"),
        "mgm-grand": noop("MGM Grand"),
        "ballys-atlantic-city": noop("Bally’s Atlantic City"),
        "flamingo": noop("Flamingo"),
        "stones": noop("Stones"),
        "optimal": noop("Optimal"),
        "optimal-open": noop("Optimal with an open hand"),
        "equilibrium": noop("Optimal strategy for the player"),
        "equilibrium-bank": noop("Optimal strategy for the bank"),
    }
)
FACES: Words = MappingProxyType(
    {
        "elevens": noop("elevens"),
        "gee-jun": noop("Gee Joon"),
        "teen-day": noop("Teen or Day"),
        "td-10": noop("Teen or Day and 10"),
        "td-11": noop("Teen or Day and 11"),
    }
)
"""Of the rules by which a pair of tiles is split."""
ACTORS: Words = MappingProxyType(
    {"dealer": noop("dealer"), "floor": noop("floor"), "system": noop("system"), "house": noop("house")}
)
THINGS: Words = MappingProxyType(
    {
        "drop-box": noop("Drop box"),
        "tip-box": noop("Tip box"),
        "inventory": noop("Table inventory"),
        "float-tray": noop("Float tray"),
        "tiles": noop("Tiles"),
        "bank-marker": noop("Bank marker"),
        "co-bank-marker": noop("Co-bank marker"),
        "dealer-marker": noop("Dealer’s marker"),
        "shaker": noop("Shaker"),
        "dice": noop("Dice"),
        "dice-cup": noop("Dice cup"),
        "random-number-display": noop("Random number"),
        "discard-rack": noop("Discard rack"),
        "deck": noop("Deck"),
        "cover-card": noop("Cover card"),
        "manual-shoe": noop("Shoe"),
        "automated-shoe": noop("Automated shoe"),
        "shuffler": noop("Shuffler"),
        "button": noop("Button"),
        "envy-lammer": noop("Envy lammer"),
        "wagering-device": noop("Wagering device"),
        "lock-out": noop("Progressive lock-out"),
        "off-button": noop("Off button"),
        "chung": noop("Chung"),
        "plus-four": noop("+4 button"),
        "minus-four": noop("−4 button"),
        "main": noop("Betting area"),
        "hands": noop("Hands"),
        "dead-hand": noop("Dead Hand"),
        "dealer-hands": noop("Dealer’s hand"),
        "dealer-wager": noop("Dealer’s bet"),
        "stacks": noop("Stacks"),
        "settled": noop("Settled hands"),
        "centre": noop("Centre of the layout"),
        "high-hand": noop("High"),
        "low-hand": noop("Low"),
        "chip-count": noop("Progressive chips"),
        "banker-wager": noop("Banker wager area"),
        "losing-wagers": noop("Losing wager area"),
        "used-tiles": noop("Used tiles"),
    }
)
CODES = (ACTORS, KINDS, IRREGULARITIES, THINGS, WAYS, FACES, COLOURS)
