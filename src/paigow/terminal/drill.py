"""Drills line by line: the house way, the dealer's settlement, and irregularities. Works through pipes and over ssh."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from paigow.errors import PaigowError
from paigow.learning.progress import Progress
from paigow.learning.text import Text

T = TypeVar("T")
Ask = Callable[[str], str]
Say = Callable[[str], None]
Clock = Callable[[], float]
"""Seconds from some moment on."""

QUIT = ("q", "quit", "exit")
HELP = """Write the two pieces of your low hand, or both hands as HIGH / LOW.
Nothing but Enter shows the house way, as not known; ? says this again; q quits."""
DEALER_HELP = """You are the dealer. Answer what is asked about the first hand: a word or its first letters, or an
amount such as 12.50. Nothing but Enter means that you do not know; ? says this again; q quits."""
IRREGULARITIES_HELP = """Something goes wrong at the table. Write the number of what the document requires now.
? says this again; q quits."""


class Quit(Exception):
    """The person has had enough."""


@dataclass(frozen=True)
class Person:
    """Who practises: how to ask and tell, what time it is, and how long an answer may take."""

    ask: Ask
    say: Say
    clock: Clock
    seconds: int | None = None

    @property
    def limit(self) -> int | None:
        """In milliseconds."""
        return None if self.seconds is None else 1000 * self.seconds

    def answer(self, prompt: str, help_text: str, read: Callable[[str], T]) -> T:
        """Asks until what is typed can be read."""
        while True:
            typed = self.ask(prompt).strip()
            if typed.lower() in QUIT:
                raise Quit
            if typed == "?":
                self.say(help_text)
                continue
            try:
                return read(typed)
            except PaigowError as error:
                self.say(str(error))

    def timed(self, began: float) -> int:
        """Milliseconds since then."""
        return round(1000 * (self.clock() - began))

    def tell(self, correct: bool, explanation: Sequence[Text], progress: Progress, milliseconds: int) -> None:
        self.say("Right." if correct else "No.")
        for line in explanation:
            self.say(f"  {line}")
        streak = f"streak {progress.streak}, best {progress.best_streak}"
        self.say(f"  {milliseconds / 1000:.1f} seconds; {progress.right} of {progress.answered} right, {streak}")


def drill(
    rules: str, person: Person, seed: str, *, house_way: str | None = None, progress: Progress | None = None
) -> Progress:
    """Hands to be set the house way; rules that were missed come back."""
    from paigow.learning.house_way import answer, give_up, learned, question

    def hand(number: int, known: Progress) -> Progress:
        asked = question(rules, house_way, seed=seed, number=number, progress=known)
        person.say(f"Your hand:  {asked.hand}{'   (a weak spot)' if asked.again else ''}")
        began = person.clock()
        marked = person.answer(
            "Low hand, or HIGH / LOW: ",
            HELP,
            lambda typed: (
                answer(asked, typed, person.timed(began), person.limit)
                if typed
                else give_up(asked, person.timed(began))
            ),
        )
        after = learned(known, marked)
        person.tell(marked.correct, marked.explanation, after, marked.milliseconds)
        return after

    return _many(person, HELP, hand, progress)


def drill_settlement(rules: str, person: Person, seed: str, *, progress: Progress | None = None) -> Progress:
    """Situations for a dealer: who wins, what is paid, how much vigorish."""
    from paigow.learning.layout import Lying
    from paigow.learning.settlement import learned, mark, read_answer, situation
    from paigow.money import format_cents

    def lying(hand: Lying, what: str) -> str:
        pieces = str(hand.setting) if hand.setting else " ".join(hand.pieces)
        wager = f", {format_cents(hand.wager)}" if hand.wager else ""
        side = "".join(f", {each.name} {format_cents(each.amount)}" for each in hand.side_wagers)
        return f"{what}{wager}{side}:  {pieces}"

    def one(number: int, known: Progress) -> Progress:
        asked = situation(rules, seed=seed, number=number, progress=known)
        banks = {"house": "The house banks", "player": f"{asked.bank_hand.name} banks"}
        person.say(f"{banks.get(asked.bank, f'{asked.bank_hand.name} and the house bank together')}. {asked.vigorish}")
        person.say(lying(asked.bank_hand, "Bank"))
        for hand in asked.hands:
            person.say(lying(hand, hand.name))
            for side in hand.side_wagers:
                person.say(f"  {side.name}: {', '.join(f'{line} {pays}' for line, pays, _ in side.paytable)}")
        began = person.clock()
        given: dict[str, str | int] = {}
        for part in asked.parts:
            choices = f" ({', '.join(value for value, _ in part.choices)})" if part.choices else ""
            given[part.name] = person.answer(
                f"{part.prompt}{choices} ",
                DEALER_HELP,
                lambda typed, part=part: read_answer(part, typed) if typed else "",  # type: ignore[misc]
            )
        marked = mark(asked, given, person.timed(began))
        after = learned(known, marked)
        for each in marked.parts:
            shown = format_cents(each.right) if isinstance(each.right, int) else each.right
            sign = "right" if each.correct else "wrong"
            person.say(f"  {each.part.prompt} {shown}: {sign} [{' '.join(each.clauses)}]")
            if not each.correct:
                for line in each.explanation:
                    person.say(f"    {line}")
        person.tell(marked.correct, (), after, marked.milliseconds)
        return after

    return _many(person, DEALER_HELP, one, progress)


def drill_irregularities(standard: str, person: Person, seed: str, *, progress: Progress | None = None) -> Progress:
    """What does the document require now?"""
    from paigow.learning.irregularities import answer, learned, question

    def one(number: int, known: Progress) -> Progress:
        asked = question(standard, seed=seed, number=number, progress=known)
        person.say(f"{asked.story}{'   (a weak spot)' if asked.again else ''}")
        for place, (_, label) in enumerate(asked.choices, start=1):
            person.say(f"  {place}  {label}")
        began = person.clock()
        marked = person.answer(
            f"{asked.prompt} (1 to {len(asked.choices)}) ",
            IRREGULARITIES_HELP,
            lambda typed: answer(asked, typed, person.timed(began)),
        )
        after = learned(known, marked)
        right = () if marked.correct else (marked.required,)
        person.tell(marked.correct, (*right, *marked.explanation), after, marked.milliseconds)
        return after

    return _many(person, IRREGULARITIES_HELP, one, progress)


def _many(
    person: Person, help_text: str, one: Callable[[int, Progress], Progress], progress: Progress | None
) -> Progress:
    """Question after question until the person quits or the input ends."""
    known = progress or Progress()
    person.say(help_text)
    try:
        while True:
            person.say("")
            known = one(known.answered, known)
    except Quit:
        pass
    except (EOFError, KeyboardInterrupt):
        person.say("")
    person.say(_summary(known))
    return known


def _summary(progress: Progress) -> str:
    lines = [f"{progress.right} of {progress.answered} right, best streak {progress.best_streak}."]
    for name in progress.weak[:5]:
        spot = progress.spots[name]
        lines.append(f"Weak spot: {name} ({spot.wrong} wrong of {spot.right + spot.wrong})")
    return "\n".join(lines)
