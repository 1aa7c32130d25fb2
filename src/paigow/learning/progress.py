"""A learner's progress.

For each spot (a rule of a house way, a question about settlement, an irregularity), it stores right and wrong answers,
and how often the spot should come up. The scheme is Leitner's: a wrong answer puts a spot into the first box, each
right answer moves it one box up, and spots in early boxes are asked more often. A spot never asked starts in the second
box.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any, TypeVar

from paigow.errors import PaigowError
from paigow.text import Data

T = TypeVar("T")

WEIGHTS = (32, 8, 4, 2, 1)
"""The frequency with which a spot in each box is asked, relative to the others."""
NEW = 1
"""The box of a spot never asked."""
KEPT = 3
"""The number of missed questions of a spot that are stored to be asked again."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Progress with one spot."""

    right: int = 0
    wrong: int = 0
    streak: int = 0
    """Consecutive right answers up to now."""
    best_streak: int = 0
    box: int = NEW
    milliseconds: int = 0
    """Total time of all answers."""
    missed: tuple[str, ...] = ()
    """The latest questions answered wrong and not yet right."""

    def after(self, correct: bool, milliseconds: int, question: str) -> "Spot":
        streak = self.streak + 1 if correct else 0
        others = tuple(each for each in self.missed if each != question)
        return Spot(
            right=self.right + correct,
            wrong=self.wrong + (not correct),
            streak=streak,
            best_streak=max(self.best_streak, streak),
            box=min(self.box + 1, len(WEIGHTS) - 1) if correct else 0,
            milliseconds=self.milliseconds + milliseconds,
            missed=others if correct or not question else (*others, question)[-KEPT:],
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything remembered about a learner's practice in one drill. It is immutable: `after` returns the next one."""

    spots: Mapping[str, Spot] = field(default_factory=dict)
    streak: int = 0
    best_streak: int = 0

    @property
    def right(self) -> int:
        return sum(spot.right for spot in self.spots.values())

    @property
    def wrong(self) -> int:
        return sum(spot.wrong for spot in self.spots.values())

    @property
    def answered(self) -> int:
        return self.right + self.wrong

    @property
    def milliseconds(self) -> int:
        return sum(spot.milliseconds for spot in self.spots.values())

    @property
    def weak(self) -> tuple[str, ...]:
        """Return spots whose last answer was wrong, or that have not recovered yet; weakest first."""
        found = [name for name, spot in self.spots.items() if spot.wrong and spot.box < len(WEIGHTS) - 1]
        return tuple(sorted(found, key=lambda name: (self.spots[name].box, -self.spots[name].wrong, name)))

    def weight(self, spot: str) -> int:
        """Return the frequency with which the spot should be asked, relative to others."""
        return WEIGHTS[self.spots[spot].box if spot in self.spots else NEW]

    def after(self, spot: str, correct: bool, milliseconds: int = 0, question: str = "") -> "Progress":
        """Return the progress after one more answer. A `question` answered wrong is stored to be asked again."""
        streak = self.streak + 1 if correct else 0
        known = self.spots.get(spot, Spot())
        return Progress(
            {**self.spots, spot: known.after(correct, max(0, milliseconds), question)},
            streak,
            max(self.best_streak, streak),
        )

    def choose(self, random: Random, candidates: Sequence[tuple[str, T]]) -> T:
        """Choose one of the candidates (spot, question), favouring weak spots."""
        return random.choices([each for _, each in candidates], [self.weight(spot) for spot, _ in candidates])[0]

    def data(self) -> Data:
        """Return plain values for JSON; `read` parses them."""
        names = [each.name for each in fields(Spot)]
        spots = {name: {key: _plain(getattr(spot, key)) for key in names} for name, spot in self.spots.items()}
        return {"streak": self.streak, "best_streak": self.best_streak, "spots": spots}

    def summary(self) -> Data:
        """Return the data that a page shows."""
        return {
            "answered": self.answered,
            "right": self.right,
            "wrong": self.wrong,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "average_milliseconds": self.milliseconds // self.answered if self.answered else 0,
            "weak": [
                {"spot": name, "right": self.spots[name].right, "wrong": self.spots[name].wrong} for name in self.weak
            ],
        }

    @classmethod
    def read(cls, data: Any) -> "Progress":
        """Parse the output of `data`; refuse anything else."""
        try:
            spots = {str(name): _spot(each) for name, each in data["spots"].items()}
            return cls(spots, _count(data["streak"]), _count(data["best_streak"]))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise PaigowError(f"this is no progress in a drill: {error}") from None


def _plain(item: Any) -> Any:
    return list(item) if isinstance(item, tuple) else item


_COUNTS = ("right", "wrong", "streak", "best_streak", "box", "milliseconds")


def _spot(data: Mapping[str, Any]) -> Spot:
    right, wrong, streak, best, box, milliseconds = (_count(data[name]) for name in _COUNTS)
    spot, missed = Spot(right, wrong, streak, best, box, milliseconds), data["missed"]
    if spot.box >= len(WEIGHTS):
        raise ValueError(f"there is no box {spot.box}")
    if not isinstance(missed, list) or not all(isinstance(each, str) for each in missed):
        raise ValueError("missed questions are a list of texts")
    return replace(spot, missed=tuple(missed[-KEPT:]))


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a count")
    return value
