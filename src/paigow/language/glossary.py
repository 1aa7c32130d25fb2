"""The glossary: one word for one thing, what it means, and what each document calls it.

Pages, the terminal, the documentation and the texts of the catalogues follow it. `tools/words.toml` lists
words that no player should read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from paigow.text import gettext_noop as noop


@dataclass(frozen=True, slots=True)
class OwnTerm:
    """A document's own word for the thing, and its clause."""

    standard: str
    word: str
    clause: str


@dataclass(frozen=True, slots=True)
class Term:
    """A term; `word` and `meaning` are messages of the catalogue."""

    key: str
    word: str
    meaning: str
    own: tuple[OwnTerm, ...]


TILES, POKER, NEW_ZEALAND, OPEN = "maryland-tiles", "maryland-poker", "new-zealand", "dealer-open"

_TERMS = (
    Term(
        "bank",
        noop("Bank"),
        noop("The hand that everybody else plays against, and the money behind it. It wins every copy."),
        (OwnTerm(TILES, "bank", "MDT-1.B.1"), OwnTerm(NEW_ZEALAND, "bank", "NZ-1.bank.a")),
    ),
    Term(
        "banker",
        noop("Banker"),
        noop("The house or the player who holds the bank this round."),
        (OwnTerm(NEW_ZEALAND, "banker, player/banker", "NZ-1.banker"), OwnTerm(TILES, "bank", "MDT-1.B.1")),
    ),
    Term(
        "bet",
        noop("Bet"),
        noop("The chips you put on the table before “no more bets”."),
        (OwnTerm(POKER, "wager", "MDP-7.A"), OwnTerm(NEW_ZEALAND, "wager", "NZ-6.1")),
    ),
    Term(
        "co-bank",
        noop("Co-bank"),
        noop("To share the bank with the house, half each. The dealer then sets the hand."),
        (
            OwnTerm(TILES, "co-banking", "MDT-1.B.2"),
            OwnTerm(POKER, "co-banking", "MDP-1.B.2"),
            OwnTerm(NEW_ZEALAND, "co-banker", "NZ-1.co-banker"),
        ),
    ),
    Term(
        "commission",
        noop("Commission"),
        noop("The 5 percent of your winnings that the house keeps. You pay nothing when you lose or push."),
        (
            OwnTerm(TILES, "vigorish", "MDT-1.B.11"),
            OwnTerm(POKER, "vigorish", "MDP-1.B.9"),
            OwnTerm(NEW_ZEALAND, "commission", "NZ-6.11"),
        ),
    ),
    Term(
        "copy",
        noop("Copy"),
        noop("Both sides hold the same high hand, or the same low hand. The banker wins it."),
        (OwnTerm(TILES, "copy hand", "MDT-1.B.3"), OwnTerm(NEW_ZEALAND, "identical hands", "NZ-6.2.a.iv")),
    ),
    Term(
        "dead-hand",
        noop("Dead Hand"),
        noop("Four tiles at the dealer’s left that nobody plays."),
        (OwnTerm(TILES, "dead hand", "MDT-1.B.4"),),
    ),
    Term(
        "envy",
        noop("Envy bonus"),
        noop("A fixed sum you are paid when another player holds a great hand and your side bet qualifies."),
        (OwnTerm(POKER, "Envy Bonus", "MDP-1.B.3"),),
    ),
    Term(
        "foul",
        noop("Foul"),
        noop("A hand whose low hand beats its high hand. It loses."),
        (OwnTerm(POKER, "high hand set below the low hand", "MDP-11.F.1.c"),),
    ),
    Term(
        "gong",
        noop("Gong"),
        noop("A 6-6 or a 1-1 with an eight. Only pairs and Wongs beat it."),
        (OwnTerm(TILES, "Gong", "MDT-3.B.2.e.i"),),
    ),
    Term(
        "high-hand",
        noop("High hand"),
        noop("The better of your two hands: two tiles, or five cards."),
        (OwnTerm(TILES, "high hand", "MDT-1.B.5"), OwnTerm(POKER, "high hand", "MDP-1.B.5")),
    ),
    Term(
        "house-way",
        noop("House way"),
        noop("The fixed rules by which the house sets its hands. You can ask to see how they would set yours."),
        (OwnTerm(NEW_ZEALAND, "House Way", "NZ-1.house-way"), OwnTerm(POKER, "how dealer hands are set", "MDP-11.C.1")),
    ),
    Term(
        "joker",
        noop("Joker"),
        noop("An ace, or whatever card completes a straight or a flush."),
        (OwnTerm(POKER, "joker", "MDP-6.A.2"),),
    ),
    Term(
        "laja",
        noop("Laja"),
        noop("An extra shuffle of the stacked tiles, on request or after an accident."),
        (OwnTerm(NEW_ZEALAND, "laja", "NZ-1.laja"),),
    ),
    Term(
        "low-hand",
        noop("Low hand"),
        noop("The other two tiles, or two cards. It may not beat your high hand."),
        (OwnTerm(TILES, "low hand", "MDT-1.B.6"), OwnTerm(POKER, "low hand", "MDP-1.B.6")),
    ),
    Term(
        "position",
        noop("Position"),
        noop("A place on the layout where you bet and a hand is dealt."),
        (OwnTerm(NEW_ZEALAND, "box", "NZ-1.box"),),
    ),
    Term(
        "push",
        noop("Push"),
        noop("One hand each: nobody wins, and your bet is returned."),
        (
            OwnTerm(TILES, "tie", "MDT-8.H.2"),
            OwnTerm(POKER, "tie", "MDP-11.F.2.a"),
            OwnTerm(NEW_ZEALAND, "push, called “Jowl”", "NZ-6.1.c"),
        ),
    ),
    Term(
        "set",
        noop("Set your hand"),
        noop("To split your tiles or cards into a high hand and a low hand."),
        (
            OwnTerm(TILES, "setting the hands", "MDT-1.B.8"),
            OwnTerm(POKER, "setting the hands", "MDP-1.B.8"),
            OwnTerm(NEW_ZEALAND, "set", "NZ-1.set"),
        ),
    ),
    Term(
        "side-bet",
        noop("Side bet"),
        noop("An extra bet next to the main one, paid according to a pay table."),
        (OwnTerm(POKER, "additional wager", "MDP-7.E"),),
    ),
    Term(
        "surrender",
        noop("Surrender"),
        noop("To give up your bet after the banker’s hand is set. Your own hand stays hidden."),
        (OwnTerm(TILES, "surrender", "MDT-8.E"), OwnTerm(POKER, "surrender", "MDP-11.D")),
    ),
    Term(
        "gee-joon",
        noop("Gee Joon"),
        noop("The tiles 2-4 and 1-2 together: the best pair. Apart, each counts 3 or 6, whichever is better."),
        (OwnTerm(TILES, "Supreme Pair", "MDT-3.B.2.a"),),
    ),
    Term(
        "wong",
        noop("Wong"),
        noop("A 6-6 or a 1-1 with a nine. Only pairs beat it."),
        (OwnTerm(TILES, "Wong", "MDT-3.B.2.d.i"),),
    ),
)
GLOSSARY: Mapping[str, Term] = MappingProxyType(
    {term.key: term for term in sorted(_TERMS, key=lambda term: term.word.lower())}
)
"""Every term by its key, in the order of the English words."""
