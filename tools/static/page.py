"""The functions that a static page calls; they return JSON."""

import json
from collections.abc import Callable

from paigow import art
from paigow.analysis.settings import advise
from paigow.errors import PaigowError
from paigow.hands import open_hands
from paigow.hands.answers import compare_answer, set_answer
from paigow.learning import first_steps
from paigow.learning import house_way as drill
from paigow.record import Chance, Replay, verify
from paigow.record.narration import narrate
from paigow.rules import STANDARDS
from paigow.version import __version__

LONGEST_STORY = 5_000
"""Maximum lines of a transcript that a page shows."""


def _said(work: Callable[[], object]) -> str:
    try:
        return json.dumps(work())
    except PaigowError as error:
        return json.dumps({"error": error.message, "clause": error.clause})


def set_hand(rules: str, pieces: str) -> str:
    """Return how the house way sets a hand, and by which rule."""
    return _said(lambda: set_answer(open_hands(rules), pieces))


def compare(rules: str, player: str, bank: str) -> str:
    """Return a player's setting against the bank's."""
    return _said(lambda: compare_answer(open_hands(rules), player, bank))


def weigh(rules: str, pieces: str, bank: str) -> str:
    """Return the exact value of every setting of four tiles."""
    if STANDARDS[rules].game != "tiles":
        return json.dumps(
            {"error": "Only tiles can be analysed without a server: choose maryland-tiles or new-zealand."}
        )
    return _said(lambda: advise(rules, pieces, bank=bank).to_dict())


def lesson(track: str, number: int) -> str:
    """Return a step of the first lesson, with its pictures; nothing after the last."""
    steps = first_steps.TRACKS[track]
    if number > len(steps):
        return json.dumps({"done": True})
    step = steps[number - 1]
    sides = {name: _drawn(track, getattr(step, name)) for name in ("mine", "dealers") if getattr(step, name)}
    pieces = [(code, _drawn(track, code)) for code in step.hand.split()]
    return json.dumps(step.data() | {"pieces": pieces, "sides": sides, "count": len(steps)})


def mark(track: str, number: int, answer: str) -> str:
    """Return whether an answer to a step is right, and why."""
    return _said(lambda: first_steps.mark(track, number, answer).data())


def _drawn(track: str, setting: str) -> str:
    """Draw tiles or cards, the low hand first."""
    hands = open_hands(first_steps.STANDARDS[track])
    return art.drawing([hands.parse(half) for half in reversed(setting.split(" / "))], height=72)


def ask_drill(rules: str, seed: str, number: int) -> str:
    """Return a hand to be set the house way."""
    return _said(lambda: drill.question(rules, seed=seed, number=number).data())


def answer_drill(question: str, setting: str) -> str:
    """Return whether a setting is the house way's, and by which rule."""
    return _said(lambda: drill.answer(drill.HandQuestion.read(json.loads(question)), setting).data())


def check(text: str) -> str:
    """Return whether a record verifies, in words, and what happened in it."""
    lines = text.splitlines(keepends=True) if "\r" not in text else [text]
    try:
        verdict = verify(lines)
    except PaigowError as error:
        clause = f" [{error.clause}]" if error.clause else ""
        return json.dumps({"holds": False, "summary": [f"This record does not hold: {error}{clause}"], "story": []})
    drawn = verdict.head.chance is Chance.SEEDS
    summary = [
        f"This record holds: {verdict.rounds} rounds, {verdict.actions} actions, {verdict.transfers} transfers.",
        f"Table {verdict.head.table_id}, {verdict.head.submission.standard}, checked by paigow {__version__}.",
    ]
    if drawn:
        summary += [
            f"Seed chain of rounds {chain.first} to {chain.last}, tip {chain.tip.hex()}" for chain in verdict.chains
        ]
        summary.append("Every order, die and number follows from the seeds.")
    else:
        summary.append("A script chose the orders and dice; they are no draws.")
    summary.append(f"Last hash {verdict.hash}")
    story = [line for line, _ in zip(narrate(Replay(lines)), range(LONGEST_STORY), strict=False)]
    told = {"holds": True, "hash": verdict.hash, "rounds": verdict.rounds, "summary": summary, "story": story}
    return json.dumps(told)
