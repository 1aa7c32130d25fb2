"""Line-by-line drills: the house way, the dealer's settlement, and irregularities.

They also work in pipes and over ssh.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from paigow.errors import PaigowError
from paigow.language.codes import KINDS
from paigow.language.lessons import local_names
from paigow.learning.progress import Progress
from paigow.learning.shown import Shown
from paigow.money import format_cents, odds_text
from paigow.table import Game
from paigow.terminal.text import _, lesson, phrase, voice, within
from paigow.terminal.text import gettext_noop as noop

T = TypeVar("T")
Ask = Callable[[str], str]
Say = Callable[[str], None]
Clock = Callable[[], float]
"""A callable that returns the seconds since some fixed moment."""

QUIT = ("q", "quit", "exit")
HELP = noop(
    "Type the two cards or tiles of your low hand, or both hands as HIGH / LOW.\n"
    "Press Enter alone to see the house way (it counts as a miss), ? to see this again, q to quit."
)
DEALER_HELP = noop(
    "You are the dealer. Answer the questions about the first hand: type the number of an answer, its word, or an\n"
    "amount such as 12.50. Press Enter alone if you don’t know, ? to see this again, q to quit."
)
IRREGULARITIES_HELP = noop(
    "Something goes wrong at the table. Type the number of what the rules require.\n"
    "Press ? to see this again, q to quit."
)


class Quit(Exception):
    """Raised when the person quits."""


@dataclass(frozen=True)
class Person:
    """The learner: how to ask and inform them, the time, and the time limit for an answer."""

    ask: Ask
    say: Say
    clock: Clock
    seconds: int | None = None

    @property
    def limit(self) -> int | None:
        """Return the time limit in milliseconds."""
        return None if self.seconds is None else 1000 * self.seconds

    def answer(self, prompt: str, help_text: str, read: Callable[[str], T]) -> T:
        """Ask until the answer can be parsed."""
        while True:
            typed = self.ask(prompt).strip()
            if typed.lower() in QUIT:
                raise Quit
            if typed == "?":
                self.say(_(help_text))
                continue
            try:
                return read(typed)
            except PaigowError as error:
                self.say(phrase(error.text) + (f" [{error.clause}]" if error.clause else ""))

    def timed(self, began: float) -> int:
        """Return the milliseconds since a given time."""
        return round(1000 * (self.clock() - began))

    def tell(self, correct: bool, explanation: Sequence[str], progress: Progress, milliseconds: int) -> None:
        self.say(within("answer", "Right.") if correct else within("answer", "No."))
        for line in explanation:
            self.say(f"  {line}")
        text = _("{seconds} seconds; {right} of {answered} right, streak {streak}, best {best}").format(
            seconds=f"{milliseconds / 1000:.1f}",
            right=progress.right,
            answered=progress.answered,
            streak=progress.streak,
            best=progress.best_streak,
        )
        self.say(f"  {text}")


def drill(
    rules: str, person: Person, seed: str, *, house_way: str | None = None, progress: Progress | None = None
) -> Progress:
    """Ask for hands to be set the house way; rules that were missed come up again."""
    from paigow.learning.house_way import answer, give_up, learned, question
    from paigow.learning.rounds import game_for

    game = game_for(rules)

    def hand(number: int, known: Progress) -> Progress:
        asked = question(rules, house_way, seed=seed, number=number, progress=known)
        person.say(_("Your hand:  {hand}").format(hand=asked.hand) + _again(asked.again))
        began = person.clock()
        marked = person.answer(
            _("Low hand, or HIGH / LOW: "),
            HELP,
            lambda typed: (
                answer(asked, typed, person.timed(began), person.limit)
                if typed
                else give_up(asked, person.timed(began))
            ),
        )
        after = learned(known, marked)
        names = _names((marked.setting, marked.house), game)
        explanation = [lesson(each, names) for each in marked.explanation]
        person.tell(marked.correct, explanation, after, marked.milliseconds)
        return after

    return _many(person, HELP, hand, progress, phrase)


def drill_settlement(rules: str, person: Person, seed: str, *, progress: Progress | None = None) -> Progress:
    """Ask about situations as a dealer: who wins, what is paid, how much vigorish."""
    from paigow.learning.layout import Lying, Part
    from paigow.learning.rounds import THEMES, game_for
    from paigow.learning.settlement import learned, mark, read_answer, situation

    game = game_for(rules)

    def lying(hand: Lying, what: str) -> str:
        pieces = str(hand.setting) if hand.setting else " ".join(hand.pieces)
        wagers = [format_cents(hand.wager)] if hand.wager else []
        wagers += [f"{_(KINDS[each.kind])} {format_cents(each.amount)}" for each in hand.side_wagers]
        named = {"the house": _("The house"), "the dealer": _("The dealer")}.get(what, what)
        return f"{', '.join((named, *wagers))}:  {pieces}"

    def banks(bank: str, name: str) -> str:
        phrases = {"house": _("The house banks."), "player": _("{player} banks.")}
        return phrases.get(bank, _("{player} co-banks with the house.")).format(player=name)

    def ask(part: Part) -> str | int:
        offered = [f"{number} {lesson(label)}" for number, (_value, label) in enumerate(part.choices, start=1)]
        choices = f" ({', '.join(offered)})" if offered else ""

        def read(typed: str) -> str | int:
            try:
                return read_answer(part, typed) if typed else ""
            except PaigowError:
                if not part.choices:
                    raise
                raise PaigowError(_("{typed} is not an answer; type its number.").format(typed=typed)) from None

        return person.answer(f"{lesson(part.prompt)}{choices} ", DEALER_HELP, read)

    def one(number: int, known: Progress) -> Progress:
        asked = situation(rules, seed=seed, number=number, progress=known)
        person.say(f"{banks(asked.bank, asked.bank_hand.name)} {lesson(asked.vigorish)}")
        person.say(lying(asked.bank_hand, _("Bank")))
        for hand in asked.hands:
            person.say(lying(hand, hand.name))
            for side in hand.side_wagers:
                lines = ", ".join(f"{phrase(line)} {phrase(odds_text(pays))}" for line, pays, _clause in side.paytable)
                person.say(f"  {_(KINDS[side.kind])}: {lines}")
        began = person.clock()
        given = {part.name: ask(part) for part in asked.parts}
        marked = mark(asked, given, person.timed(began))
        after = learned(known, marked)
        names = _names((each.setting for each in (*asked.hands, asked.bank_hand)), game)
        for each in marked.parts:
            words = {value: lesson(label) for value, label in each.part.choices}
            shown = format_cents(each.right) if isinstance(each.right, int) else words[each.right]
            sign = _("right: {answer}") if each.correct else _("wrong: {answer}")
            person.say(f"  {lesson(each.part.prompt)} {sign.format(answer=shown)} [{' '.join(each.clauses)}]")
            if not each.correct:
                for line in each.explanation:
                    person.say(f"    {lesson(line, names)}")
        person.tell(marked.correct, (), after, marked.milliseconds)
        return after

    return _many(person, DEALER_HELP, one, progress, lambda name: phrase(THEMES.get(name, name)))


def drill_irregularities(standard: str, person: Person, seed: str, *, progress: Progress | None = None) -> Progress:
    """Ask what the document requires in a case."""
    from paigow.learning.irregularities import Marked, answer, case_of, learned, question

    def one(number: int, known: Progress) -> Progress:
        asked = question(standard, seed=seed, number=number, progress=known)
        person.say(lesson(asked.story) + _again(asked.again))
        for place, (_value, label) in enumerate(asked.choices, start=1):
            person.say(f"  {place}  {lesson(label)}")
        began = person.clock()

        def read(typed: str) -> Marked:
            try:
                return answer(asked, typed, person.timed(began))
            except PaigowError:
                raise PaigowError(_("{typed} is not an answer; type its number.").format(typed=typed)) from None

        marked = person.answer(
            _("{question} (1 to {last}) ").format(question=lesson(asked.prompt), last=len(asked.choices)),
            IRREGULARITIES_HELP,
            read,
        )
        after = learned(known, marked)
        right = () if marked.correct else (marked.required,)
        lines = [lesson(each) for each in (*right, *marked.explanation)]
        person.tell(marked.correct, lines, after, marked.milliseconds)
        return after

    return _many(person, IRREGULARITIES_HELP, one, progress, lambda name: lesson(case_of(standard, name).story))


def _again(again: bool) -> str:
    return "   " + _("(a weak spot)") if again else ""


def _names(shown: Iterable[Shown | None], game: Game) -> dict[str, str]:
    return local_names(shown, game, voice())


def _many(
    person: Person,
    help_text: str,
    one: Callable[[int, Progress], Progress],
    progress: Progress | None,
    spot: Callable[[str], str],
) -> Progress:
    """Ask question after question until the person quits or the input ends. `spot` returns the name of a weak spot."""
    known = progress or Progress()
    person.say(_(help_text))
    try:
        while True:
            person.say("")
            known = one(known.answered, known)
    except Quit:
        pass
    except (EOFError, KeyboardInterrupt):
        person.say("")
    person.say(_summary(known, spot))
    return known


def _summary(progress: Progress, spot: Callable[[str], str]) -> str:
    text = _("{right} of {answered} right, best streak {best}.")
    lines = [text.format(right=progress.right, answered=progress.answered, best=progress.best_streak)]
    for name in progress.weak[:5]:
        missed = progress.spots[name]
        weak = _("Weak spot: {name} ({wrong} wrong of {all})")
        lines.append(weak.format(name=spot(name), wrong=missed.wrong, all=missed.right + missed.wrong))
    return "\n".join(lines)
