"""First steps: one lesson for cards and one for tiles, every answer checked by the engine itself.

A lesson is a list of steps. In each, the learner does something: picks two cards or tiles for the low hand, chooses an
answer or types an amount. Sentences are translatable messages.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from paigow.comparison import Result, Winner
from paigow.errors import PaigowError
from paigow.hands import open_hands
from paigow.money import parse_cents
from paigow.rules import load_submission
from paigow.rules.standards import STANDARDS as DOCUMENTS
from paigow.table import Game, game_of
from paigow.text import Data, Text, text
from paigow.text import gettext_noop as noop

Kind = Literal["pick", "choose", "amount"]
STANDARDS: dict[str, str] = {"cards": "maryland-poker", "tiles": "maryland-tiles"}
TITLES: dict[str, str] = {"cards": noop("Pai Gow with cards"), "tiles": noop("Pai Gow with tiles")}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The feedback on an answer, with the clause behind it, and the learner's setting if they set a hand."""

    right: bool
    text: Text
    setting: Any = None
    clause: str = ""

    def data(self) -> Data:
        return {"right": self.right, "text": str(self.text), "setting": str(self.setting or "")}


@dataclass(frozen=True, slots=True)
class Step:
    """One task. `hand` is the learner's hand; `mine` and `dealers` are settings to compare."""

    title: str
    text: str
    task: str
    kind: Kind
    check: Callable[["Step", str, str], Verdict]
    hand: str = ""
    mine: str = ""
    dealers: str = ""
    options: tuple[tuple[str, str], ...] = ()
    goal: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)

    def data(self) -> Data:
        """Return the data that a page shows, without the goal."""
        shown = ("title", "text", "task", "kind", "hand", "mine", "dealers", "options")
        return {name: getattr(self, name) for name in shown}


def mark(track: str, number: int, answer: str) -> Verdict:
    """Check the answer to a step; steps are numbered from 1."""
    step = TRACKS[track][number - 1]
    return step.check(step, STANDARDS[track], answer)


RESULTS = (
    ("win", noop("I win both hands")),
    ("push", noop("One hand each: a push")),
    ("lose", noop("The dealer wins both")),
)
SIDES = (("player", noop("You")), ("bank", noop("The dealer")))
WINNERS = {
    Winner.PLAYER: noop("you win"),
    Winner.BANK: noop("the dealer wins"),
    Winner.COPY: noop("a tie, so the banker wins"),
}
AFTER = {
    Result.WIN: noop("Both are yours, so your bet wins."),
    Result.PUSH: noop("One each, so your bet is returned."),
    Result.LOSE: noop("You won neither, so your bet loses."),
}


def _split(step: Step, standard: str, low: str) -> Verdict:
    """Check a split; any legal one is fine unless the step has a goal."""
    game = game_of(load_submission(standard))
    setting = _setting(step, game, low)
    if game.kit.is_foul(setting):
        message = noop("That’s a foul: the low hand beats the high hand. A foul hand loses.")
        return Verdict(step.goal == "foul", text(message), setting, "MDP-11.F.1.c")
    if step.goal == "foul":
        return Verdict(False, text(noop("That’s legal. Put the two aces low to see a foul.")), setting)
    right = not step.goal or setting == game.kit.parse_setting(step.goal)
    return Verdict(right, Text(step.notes["right" if right else "wrong"]), setting)


def _setting(step: Step, game: Game, low: str) -> Any:
    chosen, rest = low.split(), step.hand.split()
    if len(chosen) != 2:
        raise PaigowError(noop("Pick exactly two for the low hand."))
    for piece in chosen:
        if piece not in rest:
            raise PaigowError(noop("Pick from the hand shown."))
        rest.remove(piece)
    return game.kit.parse_setting(f"{' '.join(rest)} / {' '.join(chosen)}")


def _outcome(step: Step, standard: str, answer: str) -> Verdict:
    """Compare both settings and check the learner's answer."""
    hands = open_hands(standard)
    match = hands.judge(hands.parse_setting(step.mine), hands.parse_setting(step.dealers)).match
    message = text(
        noop("Low hands: {low}. High hands: {high}. {after}"),
        low=Text(WINNERS[match.low.winner]),
        high=Text(WINNERS[match.high.winner]),
        after=Text(AFTER[match.result]),
    )
    return Verdict(answer == match.result, message, clause=match.clause)


def _named(step: Step, standard: str, answer: str) -> Verdict:
    """Check an answer that the step itself contains."""
    right = answer == step.goal
    return Verdict(right, Text(step.notes["right" if right else "wrong"]))


def _amount(step: Step, standard: str, answer: str) -> Verdict:
    """Check winnings after commission, by the standard's rules."""
    bet = parse_cents(step.goal)
    right = parse_cents(answer) == bet - bet * DOCUMENTS[standard].main.vigorish
    return Verdict(right, Text(step.notes["right" if right else "wrong"]))


COMMISSION = Step(
    title=noop("Commission"),
    text=noop("The house keeps 5% of what you win, and nothing when you lose or push."),
    task=noop("You bet $100 and win. How much do you win after commission?"),
    kind="amount",
    check=_amount,
    goal="$100.00",
    notes={
        "right": noop("Right: $100 less $5 is $95."),
        "wrong": noop("Not quite. 5% of $100 is $5, so you keep $95."),
    },
)
BANKING = Step(
    title=noop("Banking"),
    text=noop("Players may take turns as banker. The banker covers everyone else’s bets, and wins every tie."),
    task=noop("You are the banker, and your low hand ties with a player’s. Who wins it?"),
    kind="choose",
    check=_named,
    options=SIDES,
    goal="player",
    notes={
        "right": noop("Right. Ties go to the banker, and that’s you."),
        "wrong": noop("Ties go to the banker. This time that’s you, so you win it."),
    },
)

TRACKS: dict[str, tuple[Step, ...]] = {
    "cards": (
        Step(
            title=noop("Split your seven cards"),
            text=noop("You make two hands: five cards high, two cards low. Both play against the dealer’s."),
            task=noop("Pick two cards for your low hand."),
            kind="pick",
            check=_split,
            hand="9s 9h Ad Kc 6c 4d 2s",
            notes={"right": noop("That’s a legal split. Most players keep the pair high and put ace-king low.")},
        ),
        Step(
            title=noop("Don’t foul"),
            text=noop("The high hand must be at least as good as the low hand."),
            task=noop("See what happens: put both aces low."),
            kind="pick",
            check=_split,
            hand="Ac Ad Qh Js 8d 5c 3h",
            goal="foul",
        ),
        Step(
            title=noop("Set it right"),
            text=noop("Same cards. Keep the aces together in the high hand and make the best low hand from the rest."),
            task=noop("Pick the two best cards that are left."),
            kind="pick",
            check=_split,
            hand="Ac Ad Qh Js 8d 5c 3h",
            goal="Ac Ad 8d 5c 3h / Qh Js",
            notes={
                "right": noop("Right: a pair of aces high, queen-jack low. That’s the house way, too."),
                "wrong": noop(
                    "Legal, but you can do better: queen-jack is the best low hand that keeps the aces together."
                ),
            },
        ),
        Step(
            title=noop("Compare with the dealer"),
            text=noop("Your low hand plays against the dealer’s low hand, your high hand against the high hand."),
            task=noop("What happens to your bet?"),
            kind="choose",
            check=_outcome,
            mine="Ac Ad 8d 5c 3h / Qh Js",
            dealers="Ks Kd 9c 7s 2d / Ah Tc",
            options=RESULTS,
        ),
        Step(
            title=noop("Ties go to the banker"),
            text=noop("If both sides have the same hand, it’s called a copy. The banker, here the dealer, wins it."),
            task=noop("Both low hands are king-queen. What happens to your bet?"),
            kind="choose",
            check=_outcome,
            mine="Tc Td 8d 5c 3h / Kh Qs",
            dealers="9s 9d 7c 6s 2d / Kc Qd",
            options=RESULTS,
        ),
        BANKING,
        COMMISSION,
    ),
    "tiles": (
        Step(
            title=noop("Split your four tiles"),
            text=noop("You make two hands of two tiles. The better one is your high hand automatically."),
            task=noop("Pick two tiles for one hand."),
            kind="pick",
            check=_split,
            hand="66 45 13 22",
            notes={"right": noop("That’s a legal split. With four tiles there are only three ways to do it.")},
        ),
        Step(
            title=noop("Count the points"),
            text=noop("Add the pips of both tiles and drop the tens: 6 + 8 = 14 counts as 4. Nine is the best count."),
            task=noop("You hold 5-6 and 4-4: eleven and eight pips. How many points?"),
            kind="choose",
            check=_named,
            mine="56 44 / 12 23",
            options=(("9", "9"), ("1", "1"), ("19", "19")),
            goal="9",
            notes={
                "right": noop("Right: 19 counts as 9."),
                "wrong": noop("Eleven and eight make 19. Drop the ten, and 9 is left."),
            },
        ),
        Step(
            title=noop("Pairs beat points"),
            text=noop("Two matching tiles are a pair and beat any points. The best pair is Gee Joon: 2-4 and 1-2."),
            task=noop("Pick the two tiles that make Gee Joon."),
            kind="pick",
            check=_split,
            hand="24 12 56 33",
            goal="24 12 / 33 56",
            notes={
                "right": noop("Right. Apart they are just a six and a three; together nothing beats them."),
                "wrong": noop("Legal, but you broke up Gee Joon. Put 2-4 and 1-2 together."),
            },
        ),
        Step(
            title=noop("Wong and Gong"),
            text=noop("A twelve or a two (6-6 or 1-1) with a nine is a Wong; with an eight, a Gong. Both beat points."),
            task=noop("Pick two tiles that make a Wong."),
            kind="pick",
            check=_split,
            hand="66 45 23 12",
            goal="66 45 / 23 12",
            notes={
                "right": noop("Right: 6-6 with a nine is a Wong."),
                "wrong": noop("Look for the 6-6 and the nine, 4-5."),
            },
        ),
        Step(
            title=noop("Compare with the dealer"),
            text=noop("Your low hand plays against the dealer’s low hand, your high hand against the high hand."),
            task=noop("What happens to your bet?"),
            kind="choose",
            check=_outcome,
            mine="66 45 / 23 12",
            dealers="11 44 / 22 34",
            options=RESULTS,
        ),
        Step(
            title=noop("Ties go to the banker"),
            text=noop("Same points and same highest tile is a copy. The banker, here the dealer, wins it."),
            task=noop("Both low hands are a zero. What happens to your bet?"),
            kind="choose",
            check=_outcome,
            mine="66 66 / 55 46",
            dealers="44 44 / 46 55",
            options=RESULTS,
        ),
        BANKING,
        COMMISSION,
    ),
}
