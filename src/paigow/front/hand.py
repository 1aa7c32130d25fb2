"""Hands, house settings and comparisons as values that print, parse back and draw themselves in a notebook."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from paigow import art
from paigow.comparison import HandComparison, Match, Result, Winner
from paigow.hands.pieces import Piece, Setting


@dataclass(frozen=True, repr=False)
class Hand:
    """The tiles or cards dealt to one player, highest first."""

    pieces: tuple[Piece, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.pieces))

    def __repr__(self) -> str:
        return f"<Hand {self}>"

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __len__(self) -> int:
        return len(self.pieces)

    def __getitem__(self, place: int) -> Piece:
        return self.pieces[place]

    def __contains__(self, piece: object) -> bool:
        return piece in self.pieces or piece in [str(each) for each in self.pieces]

    def _repr_svg_(self) -> str:
        return art.drawing([self.pieces])


@dataclass(frozen=True, repr=False)
class HouseSetting:
    """How a house way sets a hand: the setting, the rule that was applied and the clause behind it."""

    setting: Setting
    high_name: str
    low_name: str
    rule: str
    clause: str

    def __str__(self) -> str:
        return f"{self.setting}  {self.high_name} / {self.low_name}  ({self.rule}) [{self.clause}]"

    def __repr__(self) -> str:
        return f"<HouseSetting {self.setting} [{self.clause}]>"

    def _repr_svg_(self) -> str:
        return art.drawing([self.setting.low, self.setting.high])


@dataclass(frozen=True, repr=False)
class Comparison:
    """A player's setting against the bank's: the result of the bet, and why."""

    player: Setting
    bank: Setting
    match: Match
    reason: str = ""

    @property
    def result(self) -> Result:
        """Win, push or lose, for the player."""
        return self.match.result

    @property
    def clause(self) -> str:
        """The clause that decides the bet."""
        return self.match.clause

    @property
    def high(self) -> HandComparison:
        """Who has the better high hand, and by which clause."""
        return self.match.high

    @property
    def low(self) -> HandComparison:
        """Who has the better low hand, and by which clause."""
        return self.match.low

    def value(self, commission: Fraction = Fraction(0)) -> Fraction:
        """Return what a bet of one unit gains after commission."""
        return {Result.WIN: 1 - commission, Result.PUSH: Fraction(0), Result.LOSE: Fraction(-1)}[self.result]

    def __str__(self) -> str:
        lines = [f"{self.result} [{self.clause}]" + (f": {self.reason}" if self.reason else "")]
        for name, held, bank, each in (
            ("high", self.player.high, self.bank.high, self.high),
            ("low", self.player.low, self.bank.low, self.low),
        ):
            sign = {Winner.PLAYER: "beats", Winner.BANK: "loses to", Winner.COPY: "copies"}[each.winner]
            lines.append(f"{name:<4}  {' '.join(map(str, held))} {sign} {' '.join(map(str, bank))} [{each.clause}]")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Comparison {self.result}: {self.player} against {self.bank} [{self.clause}]>"
