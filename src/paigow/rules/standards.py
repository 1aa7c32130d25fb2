"""The rule documents as standards: the facts about each that no submission can change, its names and its terms.

Four documents come with the package. A further one is a module that defines `STANDARD` and everything it refers to,
with its default submission in a TOML file next to it; `PAIGOW_DOCUMENTS` lists such modules, separated by commas.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import Literal

from paigow.errors import SubmissionError
from paigow.text import Text
from paigow.text import gettext_noop as noop

Game = Literal["tiles", "poker"]
PlayedAs = Literal["tiles", "poker", "dealer-open"]
TileRules = Literal["MDT", "NZ"]
CardRules = Literal["MDP", "DO"]

FIVE_PERCENT = Fraction(5, 100)
HALF = Fraction(1, 2)
DOCUMENTS = "PAIGOW_DOCUMENTS"
_USUAL_PUSH = noop("push")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The date of a document's version, and its place among other versions."""

    adopted: str | None = None
    effective: str | None = None
    supersedes: str | None = None
    read_with: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MainWager:
    """The payout of the Pai Gow wager."""

    pays: str
    """The odds for a winning wager; `paigow.money.parse_odds` parses them."""
    vigorish: Fraction
    """The share of winnings that the house keeps."""
    clause: str
    """The clause for both of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """The presentation of a game to somebody who chooses one."""

    label: str
    """Its name in a list of all games."""
    game_name: str
    """Its name at its table."""
    region: str
    """The place whose rules they are."""
    art: tuple[str, ...]
    """The tiles or cards shown on its table, by the names of their pictures."""
    about: str
    """One line that helps a player choose."""
    example: str
    """A hand worth analysing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A document's own words."""

    push: str = _USUAL_PUSH
    """The word for a wager that neither wins nor loses."""
    place: str = "position"
    """The word for a betting position."""
    fee: str = noop("vigorish")
    """The word for the share of a win that the house keeps."""
    give_up: str = noop("surrender")
    """The word for giving up a hand."""
    chapter: str = ""
    """The word for a chapter; empty if chapters have no numbers."""

    @property
    def own_push(self) -> bool:
        """Return whether the document has a word of its own for a push, such as "tie"."""
        return self.push != _USUAL_PUSH

    def place_at(self, position: int) -> Text:
        """Return the name of a betting position."""
        return Text(f"{self.place} {{number}}", {"number": position})


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparing:
    """The rules for comparing hands."""

    rules: TileRules | CardRules
    """The document whose rules are used: one of those for the kind of game."""
    clause: str = ""
    """The document's own clause for comparisons, if it has one."""
    foul_clause: str = ""
    """The clause by which a foul hand loses; empty if no hand can be foul."""
    jacks_clause: str = ""
    """The clause by which two jacks in the dealer's hand beat every player's; empty if they do not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The locations of a standard's parts, as `module:name` unless stated otherwise."""

    model: str
    """The model of its submissions."""
    build: str
    """The function that builds a game from a submission."""
    readings: str = ""
    """The model of its readings; empty if it has none."""
    cases: str = ""
    """The module of its cases for the irregularities drill."""
    clauses: str = ""
    """Its clauses, if the package's index does not have them."""
    chapters: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Its chapters by the start of their clause ids; those of the package's own documents are in `rules.chapters`."""
    submission: str = ""
    """The path of its default submission, if it is not packaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """One version of one document. `prefix` begins its clause ids; `document` is its name in the clause index."""

    name: str
    prefix: str
    document: str
    version: str
    title: str
    game: Game
    seats: int
    """Betting positions; a table of Maryland poker may have fewer (MDP-2.A)."""
    positions: int
    """Positions that are dealt to: the seats, the dealer and, with Maryland's tiles, the Dead Hand."""
    main: MainWager
    wagers: tuple[str, ...] = ("main",)
    """Every wager whose odds can be computed."""
    co_bank_share: Fraction | None = None
    """The share of the winning wagers that a co-bank covers; None if nobody may bank."""
    side_bets: tuple[str, ...] = ()
    """Its side bets, by their keys among a submission's wagers."""
    shows_dealer: bool = False
    """Whether the dealer's hand is open while players set theirs, and two jacks in it end the round."""
    comparing: Comparing
    house_way_clause: str = ""
    """The clause cited for every hand set the house way; empty if each rule of the house way has its own."""
    house_banks_clause: str = ""
    """The clause by which only the house banks, if there is one."""
    terms: Terms = Terms()
    lobby: Lobby
    sources: Sources
    edition: Edition = Edition()

    @property
    def player_may_bank(self) -> bool:
        return self.co_bank_share is not None

    @property
    def played_as(self) -> PlayedAs:
        """Return the game that calculations play: its kind of game, or cards with an open dealer."""
        return "dealer-open" if self.shows_dealer else self.game


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
        main=MainWager(
            pays="1 to 1",  # MDT-8.K
            vigorish=FIVE_PERCENT,  # MDT-1.B.11, MDT-8.K.s2
            clause="MDT-8.K",
        ),
        co_bank_share=HALF,  # MDT-1.B.2
        terms=Terms(
            push=noop("tie"),  # MDT-8.F.3
            chapter="Chapter",
        ),
        lobby=Lobby(
            label=noop("Pai Gow tiles, Maryland"),
            game_name=noop("Pai Gow Tiles"),
            region=noop("Maryland"),
            about=noop(
                "Four tiles, two hands. The original game, calm and deep. For players who like to study a hand."
            ),
            art=("t66", "t45", "t12", "t24"),
            example="66 45 12 24",
        ),
        wagers=("main", "pair-fortunes"),
        side_bets=("pair_fortunes",),
        comparing=Comparing(
            rules="MDT",
        ),
        sources=Sources(
            model="paigow.rules.submission.maryland_tiles:MarylandTiles",
            readings="paigow.rules.readings:MarylandTilesReadings",
            build="paigow.table.games.maryland_tiles:game",
            cases="paigow.learning.cases.maryland_tiles",
        ),
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
        main=MainWager(
            pays="1 to 1",  # MDP-13.A
            vigorish=FIVE_PERCENT,  # MDP-1.B.9, MDP-13.A.s2
            clause="MDP-13.A",
        ),
        co_bank_share=HALF,  # MDP-1.B.2
        terms=Terms(
            push=noop("tie"),  # MDP-11.E.2
            chapter="Chapter",
        ),
        lobby=Lobby(
            label=noop("Pai Gow poker, Maryland"),
            game_name=noop("Pai Gow Poker"),
            region=noop("Maryland"),
            about=noop("Seven cards, two hands. Quick to learn, with side bets. Best for a first visit."),
            art=("cAs", "cAd", "cJk", "cKh"),
            example="As Ad Kh Qc 9d 9s Jk",
        ),
        wagers=("main", "fortune", "emperors", "insurance", "progressive", "envy", "emperors-envy"),
        side_bets=("fortune", "emperors", "insurance", "progressive"),
        house_way_clause="MDP-11.C.1",
        comparing=Comparing(
            foul_clause="MDP-11.F.1.c",
            rules="MDP",
        ),
        sources=Sources(
            model="paigow.rules.submission.maryland_poker:MarylandPoker",
            readings="paigow.rules.readings:MarylandPokerReadings",
            build="paigow.table.games.maryland_poker:game",
            cases="paigow.learning.cases.maryland_poker",
        ),
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
        main=MainWager(
            pays="1 to 1",  # NZ-6.11
            vigorish=FIVE_PERCENT,  # NZ-6.11
            clause="NZ-6.11",
        ),
        co_bank_share=HALF,  # NZ-1.co-banker, NZ-5.1.c
        terms=Terms(
            push="push",  # NZ-6.1.c, NZ-10.11
            place="box",  # NZ-1.box
            fee=noop("commission"),  # NZ-6.11
            give_up=noop("concede"),  # NZ-10.13
            chapter="Section",
        ),
        edition=Edition(
            adopted="1997-11-27",  # NZ-0
            effective="1998-02-01",
            supersedes="1996-01-26",
            read_with="Division 1, general rules",  # NZ-2
        ),
        lobby=Lobby(
            label=noop("Pai Gow tiles, New Zealand"),
            game_name=noop("Pai Gow"),
            region=noop("New Zealand"),
            about=noop("Tiles, eight boxes, and players take turns as banker. For those who want to run the game."),
            art=("t44", "t44", "t13", "t55"),
            example="44 16 36 25",
        ),
        wagers=("main",),
        comparing=Comparing(
            rules="NZ",
        ),
        sources=Sources(
            model="paigow.rules.submission.new_zealand:NewZealand",
            readings="paigow.rules.readings:NewZealandReadings",
            build="paigow.table.games.new_zealand:game",
            cases="paigow.learning.cases.new_zealand",
        ),
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
        main=MainWager(
            pays="1 to 1",  # DO-W.s4
            vigorish=Fraction(0),  # no commission is mentioned
            clause="DO-W.s4",
        ),
        terms=Terms(
            push="push",  # DO-W.s5
            chapter="",
        ),
        lobby=Lobby(
            label=noop("Dealer Open Pai Gow"),
            game_name=noop("Dealer Open Pai Gow"),
            region=noop("Dealer Open"),
            about=noop("You see the dealer’s cards before you set yours, but two jacks beat you. For puzzle lovers."),
            art=("cQh", "cJh", "cTh", "c9h"),
            example="Ah Kd Jc Ts 8h 5c 5d",
        ),
        wagers=("main", "ace-high", "jack-beats", "chan-chu"),
        side_bets=("ace_high", "jack_beats", "chan_chu"),
        shows_dealer=True,  # DO-R2.s2
        house_way_clause="DO-R9",
        house_banks_clause="DO-R0",
        comparing=Comparing(
            foul_clause="DO-R7",
            jacks_clause="DO-W",
            rules="DO",
        ),
        sources=Sources(
            model="paigow.rules.submission.dealer_open:DealerOpen",
            readings="paigow.rules.readings:DealerOpenReadings",
            build="paigow.table.games.dealer_open:game",
            cases="paigow.learning.cases.dealer_open",
        ),
    ),
)


class Standards(Mapping[str, Standard]):
    """Every standard by name: those of the package and, from first use, those that the environment lists."""

    def __init__(self, own: tuple[Standard, ...]) -> None:
        self._known = {each.name: each for each in own}
        self._listed = False

    def add(self, module: str) -> Standard:
        """Register the document that a module defines."""
        try:
            found = getattr(import_module(module), "STANDARD", None)
        except ModuleNotFoundError as error:
            if not f"{module}.".startswith(f"{error.name}."):  # the document is there, but not what it imports
                raise
            raise SubmissionError(
                f"there is no module {module!r}, which {DOCUMENTS} names: put its folder on PYTHONPATH"
            ) from None
        if not isinstance(found, Standard):
            raise SubmissionError(f"the module {module!r}, which {DOCUMENTS} names, defines no STANDARD")
        taken = {each.prefix for each in self._known.values() if each.name != found.name}
        if found.prefix in taken:
            raise SubmissionError(f"{module}: another standard has the prefix {found.prefix}")
        self._known[found.name] = found
        return found

    def remove(self, name: str) -> None:
        """Unregister a document that was added."""
        del self._known[name]

    def _all(self) -> Mapping[str, Standard]:
        if not self._listed:
            self._listed = True  # first, because the modules look up standards themselves
            for module in os.environ.get(DOCUMENTS, "").split(","):
                if module.strip():
                    self.add(module.strip())
        return self._known

    def __getitem__(self, name: str) -> Standard:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


STANDARDS = Standards(_ALL)


def standard(name: str) -> Standard:
    """Return the standard with that name; refuse an unknown name with a list of the valid ones."""
    try:
        return STANDARDS[name]
    except KeyError:
        raise SubmissionError(f"there is no standard {name!r}; the standards are {', '.join(STANDARDS)}") from None
