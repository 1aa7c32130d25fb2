"""The irregularities drill: what the document requires when something goes wrong at the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from paigow.errors import PaigowError
from paigow.learning.cases import WORDS, Case, Ruling, cases, found, plausible
from paigow.learning.progress import Progress
from paigow.rules.clauses import clauses as clause_index
from paigow.rules.standards import STANDARDS
from paigow.text import Data, Text, gettext_noop, text

OFFERED = 4
"""The number of answers to choose from."""


@dataclass(frozen=True, slots=True)
class CaseQuestion:
    """A case, with answers to choose from."""

    standard: str
    case: str
    story: Text
    choices: tuple[tuple[str, Text], ...]
    number: int = 0
    again: bool = False

    @property
    def prompt(self) -> Text:
        return text(gettext_noop("What do the rules require now?"))

    def data(self) -> Data:
        """Return what `read` rebuilds the question from."""
        return {
            "standard": self.standard,
            "case": self.case,
            "choices": [{"value": value} for value, _label in self.choices],
            "number": self.number,
            "again": self.again,
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "CaseQuestion":
        """Parse the output of `data`: the case and the answers offered."""
        try:
            known = case_of(str(data["standard"]), str(data["case"]))
            offered = [Ruling(str(each["value"])) for each in data["choices"]]
            number, again = int(data["number"]), bool(data["again"])
        except (KeyError, TypeError, ValueError) as error:
            raise PaigowError(f"this is no question of the drill: {error}") from None
        labelled = tuple((each.value, WORDS[each]) for each in offered)
        return cls(known.standard, known.name, known.story, labelled, number, again)


@dataclass(frozen=True, slots=True)
class Marked:
    """A marked answer, and the engine's response at the table."""

    question: CaseQuestion
    given: str
    correct: bool
    right: str
    required: Text
    clauses: tuple[str, ...]
    told: Text
    """The events at the table, in a sentence."""
    explanation: tuple[Text, ...]
    milliseconds: int = 0


def case_of(standard: str, name: str) -> Case:
    if standard not in STANDARDS:
        raise PaigowError(f"there is no standard {standard!r}; the standards are {', '.join(STANDARDS)}")
    known = cases(standard)
    if name not in known:
        raise PaigowError(f"there is no case {name!r} of {standard}; there are {', '.join(known)}")
    return known[name]


def question(
    standard: str, *, seed: str, number: int, progress: Progress | None = None, case: str | None = None
) -> CaseQuestion:
    """Return the question with this number, determined by the seed, number and progress, or by a named case.

    Cases that were answered wrong come up more often.
    """
    known = progress or Progress()
    random = Random(f"{seed}/{standard}/irregularities/{number}")
    if standard not in STANDARDS:
        raise PaigowError(f"there is no standard {standard!r}; the standards are {', '.join(STANDARDS)}")
    name = known.choose(random, [(each, each) for each in cases(standard)]) if case is None else case
    chosen = case_of(standard, name)
    right = found(standard, name).outcome
    others = random.sample([each for each in plausible(standard) if each is not right], OFFERED - 1)
    offered = [right, *others]
    random.shuffle(offered)
    choices = tuple((each.value, WORDS[each]) for each in offered)
    return CaseQuestion(standard, name, chosen.story, choices, number, name in known.weak)


def answer(question: CaseQuestion, value: str, milliseconds: int = 0) -> Marked:
    """Mark a choice, given by its value or by its number from 1."""
    values = [each for each, _ in question.choices]
    typed = value.strip().lower()
    if typed.isdecimal() and 1 <= int(typed) <= len(values):
        typed = values[int(typed) - 1]
    if typed not in values:
        raise PaigowError(f"{value!r} is none of the answers; they are {', '.join(values)}")
    done = found(question.standard, question.case)
    index = clause_index()
    template = gettext_noop("{clause}: {summary}")
    summaries = tuple(
        text(template, clause=each, summary=index[each].summary) for each in done.clauses if each in index
    )
    return Marked(
        question=question,
        given=typed,
        correct=typed == done.outcome.value,
        right=done.outcome.value,
        required=WORDS[done.outcome],
        clauses=done.clauses,
        told=done.told,
        explanation=summaries,
        milliseconds=milliseconds,
    )


def learned(progress: Progress, marked: Marked) -> Progress:
    """Return the progress with this answer added, under the name of the case."""
    return progress.after(marked.question.case, marked.correct, marked.milliseconds)
