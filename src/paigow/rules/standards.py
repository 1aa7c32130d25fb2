"""The four rule documents as standards, with the facts about each that no submission can change."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from paigow.errors import SubmissionError

Game = Literal["tiles", "poker"]

FIVE_PERCENT = Fraction(5, 100)
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Standard:
    """One document in one version. `prefix` begins its clause ids; `document` is its name in the clause index."""

    name: str
    prefix: Literal["MDT", "MDP", "NZ", "DO"]
    document: str
    version: str
    title: str
    game: Game
    seats: int
    """Betting positions; a table of Maryland poker may have fewer (MDP-2.A)."""
    positions: int
    """Places that are dealt to: the seats, the dealer and, with Maryland's tiles, the Dead Hand."""
    pays: str
    """The odds at which a winning main wager is paid; `paigow.money.parse_odds` reads them."""
    vigorish: Fraction
    """Share of the amount won that the house keeps."""
    co_bank_share: Fraction | None
    """What a co-bank covers of the winning wagers; None where nobody may bank."""
    bank_rounds: int
    """How many rounds one player may bank in a row."""
    push: Literal["push", "tie"]
    """What it calls a wager that neither wins nor loses."""
    adopted: str | None = None
    effective: str | None = None
    supersedes: str | None = None
    read_with: str | None = None

    @property
    def player_may_bank(self) -> bool:
        return self.co_bank_share is not None


_ALL = (
    Standard(
        name="maryland-tiles",
        prefix="MDT",
        document="maryland-pai-gow-tiles",
        version="1.1",
        title="Maryland Lottery and Gaming Control Agency, Standard Rules, Pai Gow (tiles)",
        game="tiles",
        seats=6,  # MDT-2.A
        positions=8,  # MDT-6.B.1, MDT-6.B.2: six players, the dealer and the Dead Hand (MDT-1.B.4)
        pays="1 to 1",  # MDT-8.K
        vigorish=FIVE_PERCENT,  # MDT-1.B.11, MDT-8.K.s2
        co_bank_share=HALF,  # MDT-1.B.2
        bank_rounds=1,  # MDT-9.C.3
        push="tie",  # MDT-8.F.3
    ),
    Standard(
        name="maryland-poker",
        prefix="MDP",
        document="maryland-pai-gow-poker",
        version="undated",
        title="Maryland Lottery and Gaming Control Agency, Standard Rules, Pai Gow Poker",
        game="poker",
        seats=6,  # MDP-2.A
        positions=7,  # MDP-5.K.2
        pays="1 to 1",  # MDP-13.A
        vigorish=FIVE_PERCENT,  # MDP-1.B.9, MDP-13.A.s2
        co_bank_share=HALF,  # MDP-1.B.2
        bank_rounds=1,  # MDP-12.C.3
        push="tie",  # MDP-11.E.2
    ),
    Standard(
        name="new-zealand",
        prefix="NZ",
        document="new-zealand-pai-gow-1998",
        version="1998-01-29",
        title="New Zealand Gazette, Casino Control Authority, Division 12, Pai Gow",
        game="tiles",
        seats=8,  # NZ-3.1
        positions=8,  # NZ-3.2.a
        pays="1 to 1",  # NZ-6.11
        vigorish=FIVE_PERCENT,  # NZ-6.11
        co_bank_share=HALF,  # NZ-1.co-banker, NZ-5.1.c
        bank_rounds=2,  # NZ-5.4
        push="push",  # NZ-6.1.c, NZ-10.11
        adopted="1997-11-27",  # NZ-0
        effective="1998-02-01",
        supersedes="1996-01-26",
        read_with="Division 1, general rules",  # NZ-2
    ),
    Standard(
        name="dealer-open",
        prefix="DO",
        document="dealer-open-pai-gow-v2",
        version="2",
        title="Dealer Open Pai Gow, rules, procedures and pay tables",
        game="poker",
        seats=6,  # DO-R0.s2: seven spots, the first of them the dealer's
        positions=7,
        pays="1 to 1",  # DO-W.s4
        vigorish=Fraction(0),  # no commission is spoken of
        co_bank_share=None,
        bank_rounds=0,
        push="push",  # DO-W.s5
    ),
)

STANDARDS: Mapping[str, Standard] = MappingProxyType({standard.name: standard for standard in _ALL})


def standard(name: str) -> Standard:
    """The standard of that name; a wrong name is answered with the right ones."""
    try:
        return STANDARDS[name]
    except KeyError:
        raise SubmissionError(f"there is no standard {name!r}; the standards are {', '.join(STANDARDS)}") from None
