"""Questions about a hand, answered as plain data for commands and pages."""

from typing import Any

from paigow.hands import AnyHands

Answer = dict[str, Any]


def set_answer(hands: AnyHands, text: str) -> Answer:
    """Return a hand as set the house way."""
    found = hands.house_set(hands.parse(text))
    return {
        "rules": hands.choices.rules,
        "house_way": hands.written_way.name,
        "high": " ".join(map(str, found.setting.high)),
        "low": " ".join(map(str, found.setting.low)),
        "high_name": found.high_name,
        "low_name": found.low_name,
        "rule": found.rule,
        "clause": found.clause,
    }


def compare_answer(hands: AnyHands, player: str, bank: str) -> Answer:
    """Return the result of a main bet when two settings meet, and the clauses that decide it."""
    held, banked = hands.parse_setting(player), hands.parse_setting(bank)
    verdict = hands.judge(held, banked)
    match = verdict.match
    shown = []
    for setting in (held, banked):
        high_name, low_name = hands.names(setting)
        high, low = (" ".join(map(str, hand)) for hand in (setting.high, setting.low))
        shown.append({"high": high, "low": low, "high_name": high_name, "low_name": low_name})
    return {
        "rules": hands.choices.rules,
        "result": str(match.result),
        "high": str(match.high.winner),
        "low": str(match.low.winner),
        "clause": match.clause,
        "reason": verdict.reason,
        "high_clause": match.high.clause,
        "low_clause": match.low.clause,
        "player": shown[0],
        "bank": shown[1],
    }


def classify_answer(hands: AnyHands, text: str) -> Answer:
    """Return the ratings of a hand by the side bets."""
    pieces = hands.hand(hands.parse(text))
    found = hands.classify(pieces)
    return {
        "rules": hands.choices.rules,
        "pieces": " ".join(map(str, pieces)),
        **found.facts,
        "wagers": [each.to_dict() for each in found.side_bets],
    }
