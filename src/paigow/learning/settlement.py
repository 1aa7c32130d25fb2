"""The dealer's drill: who wins, what is paid and how much vigorish, with hands and wagers shown.

The table engine played the round; its events are the right answers and cite the clauses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from paigow.errors import PaigowError
from paigow.learning.layout import CENTS, Layout, Lying, Part, Right
from paigow.learning.progress import Progress
from paigow.learning.rounds import play, themes
from paigow.money import parse_cents
from paigow.text import Data, Text


@dataclass(frozen=True, slots=True)
class Situation:
    """The layout a dealer sees, and the questions about the first hand and, if a player banks, about the bank."""

    rules: str
    theme: str
    seed: str
    number: int
    bank: str
    """"house", "player" or "co-bank"."""
    vigorish: Text
    hands: tuple[Lying, ...]
    """The hands compared with the bank's; the first is asked about."""
    bank_hand: Lying
    parts: tuple[Part, ...]
    _right: Mapping[str, Right] = field(repr=False, compare=False)

    @property
    def asked(self) -> Lying:
        return self.hands[0]

    def data(self) -> Data:
        """Return what `read` rebuilds the situation from; it does not contain the answers."""
        return {"rules": self.rules, "theme": self.theme, "seed": self.seed, "number": self.number}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Situation":
        try:
            return situation(
                str(data["rules"]), seed=str(data["seed"]), number=int(data["number"]), theme=str(data["theme"])
            )
        except (KeyError, TypeError, ValueError) as error:
            raise PaigowError(f"this is no situation of the drill: {error}") from None


@dataclass(frozen=True, slots=True)
class MarkedPart:
    part: Part
    given: str | int | None
    right: str | int
    correct: bool
    clauses: tuple[str, ...]
    explanation: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Marked:
    situation: Situation
    parts: tuple[MarkedPart, ...]
    milliseconds: int = 0

    @property
    def correct(self) -> bool:
        return all(part.correct for part in self.parts)


def situation(
    rules: str, *, seed: str, number: int, progress: Progress | None = None, theme: str | None = None
) -> Situation:
    """Return the situation with this number, determined by the seed, number and progress, or by a named theme."""
    if theme is None:
        chooser = Random(f"{seed}/{rules}/theme/{number}")
        theme = (progress or Progress()).choose(chooser, [(each, each) for each in themes(rules)])
    played = play(rules, theme, Random(f"{seed}/{rules}/{theme}/{number}"))
    layout = Layout(played)
    right = dict(layout.answers())
    return Situation(
        rules=rules,
        theme=theme,
        seed=seed,
        number=number,
        bank=layout.bank,
        vigorish=layout.vigorish_rule(),
        hands=tuple(layout.players()),
        bank_hand=layout.bank_hand,
        parts=tuple(part for part, _ in right.values()),
        _right={name: answer for name, (_, answer) in right.items()},
    )


def mark(situation: Situation, answers: Mapping[str, str | int], milliseconds: int = 0) -> Marked:
    """Mark every part; an unanswered part is wrong."""
    marked = []
    for part in situation.parts:
        right = situation._right[part.name]
        given = _parse(part, answers.get(part.name))
        correct = given == right.value or not right.counted
        marked.append(MarkedPart(part, given, right.value, correct, right.clauses, right.explanation))
    return Marked(situation, tuple(marked), milliseconds)


def learned(progress: Progress, marked: Marked) -> Progress:
    """Return the progress with this answer added, under the theme of the situation."""
    return progress.after(marked.situation.theme, marked.correct, marked.milliseconds)


def read_answer(part: Part, typed: str | int) -> str | int:
    """Parse a person's answer: one of the choices, by its number or first letters, or an amount of money."""
    if part.kind == CENTS:
        return typed if isinstance(typed, int) else parse_cents(typed.strip())
    typed = str(typed).strip().lower()
    values = [value for value, _ in part.choices]
    if typed.isdecimal() and 1 <= int(typed) <= len(values):
        return values[int(typed) - 1]
    found = [value for value in values if value == typed] or [v for v in values if typed and v.startswith(typed)]
    if len(found) != 1:
        raise PaigowError(f"{typed!r} is not an answer; answer {', '.join(values)}")
    return found[0]


def _parse(part: Part, typed: str | int | None) -> str | int | None:
    try:
        return None if typed is None or typed == "" else read_answer(part, typed)
    except PaigowError:
        return str(typed)
