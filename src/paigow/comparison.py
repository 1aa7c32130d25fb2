"""The outcome of comparing a player's hands with the bank's, for tiles and cards alike."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class Winner(StrEnum):
    """Who has the better of two corresponding hands. A copy goes to the bank."""

    PLAYER = "player"
    BANK = "bank"
    COPY = "copy"


class Result(StrEnum):
    """What becomes of the player's wager."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class HandComparison:
    """One high hand against the other, or one low hand against the other, and the clause that decided."""

    winner: Winner
    clause: str


compared = cache(HandComparison)
"""Return a comparison by its winner and clause. There are few, so each is made once."""


@dataclass(frozen=True, slots=True)
class Match:
    """Both comparisons of a player with the bank, and what they make of the wager."""

    high: HandComparison
    low: HandComparison
    result: Result
    clause: str


_PLAYER = Winner.PLAYER
_RESULTS = (Result.LOSE, Result.PUSH, Result.WIN)  # by the number of hands that win


def result_of(high: Winner, low: Winner) -> Result:
    """Return the result: both hands win, one pushes, none loses; a copy is not a win."""
    return _RESULTS[(high is _PLAYER) + (low is _PLAYER)]


def cited(match: Match, clause: str) -> Match:
    """Return the match as decided by one clause, for a document that has but one for comparing hands."""
    if not clause:
        return match
    high, low = match.high.winner, match.low.winner
    return Match(compared(high, clause), compared(low, clause), match.result, clause)
