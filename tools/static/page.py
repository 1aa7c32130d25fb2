"""What a static page asks of the package, as JSON."""

import json
from collections.abc import Callable

from paigow.desk import open_desk
from paigow.errors import PaigowError
from paigow.learning import house_way as drill
from paigow.record import Chance, Replay, verify
from paigow.record.narration import narrate
from paigow.version import __version__

LONGEST_STORY = 5_000
"""Lines that a page shows of a telling."""


def _said(work: Callable[[], object]) -> str:
    try:
        return json.dumps(work())
    except PaigowError as error:
        return json.dumps({"error": error.message, "clause": error.clause})


def set_hand(rules: str, pieces: str) -> str:
    """How the house way sets a hand, and by which rule."""
    return _said(lambda: open_desk(rules).set(pieces))


def compare(rules: str, player: str, bank: str) -> str:
    """Return a player's setting against the bank's."""
    return _said(lambda: open_desk(rules).compare(player, bank))


def ask_drill(rules: str, seed: str, number: int) -> str:
    """Return a hand to be set the house way."""
    return _said(lambda: drill.question(rules, seed=seed, number=number).data())


def answer_drill(question: str, setting: str) -> str:
    """Whether a setting is the house's, with the rule."""
    return _said(lambda: drill.answer(drill.HandQuestion.read(json.loads(question)), setting).data())


def check(text: str) -> str:
    """Whether a record holds, in words for a person, and what happened in it."""
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
