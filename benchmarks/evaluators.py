"""Seven-card evaluations per second from Python, next to phevaluator, eval7, treys and PokerKit.

Each gets the same hands, without the joker, in the form it handles fastest; only evaluation is timed.
"""

from collections.abc import Callable

import numpy as np

from benchmarks.timing import line, shortest
from paigow.analysis.batch import best_five, set_by_house_way
from paigow.analysis.house_ways import house_way_classes
from paigow.poker import DECK, HOUSE_WAYS, best_key

HANDS = 2_000_000
RANKS, SUITS = "23456789TJQKA", "cdhs"


def random_hands(number: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    part = 100_000
    parts = [
        rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (part, 1)), axis=1)[:, :7]
        for _ in range(-(-number // part))
    ]
    return np.concatenate(parts)[:number]


def others(hands: np.ndarray) -> list[tuple[str, int, Callable[[], object]]]:
    """Return the other evaluators that are installed, with as many hands as each evaluates in about a second."""
    found: list[tuple[str, int, Callable[[], object]]] = []
    names = [RANKS[card // 4] + SUITS[card % 4] for card in range(52)]
    rows = hands[:300_000].tolist()
    try:
        from phevaluator import evaluate_cards

        found.append(("phevaluator", len(rows), lambda: [evaluate_cards(*row) for row in rows]))
    except ImportError:
        pass
    try:
        import eval7

        cards7 = [eval7.Card(name) for name in names]
        rows7 = [[cards7[card] for card in row] for row in rows]
        found.append(("eval7", len(rows7), lambda: [eval7.evaluate(row) for row in rows7]))
    except ImportError:
        pass
    try:
        import treys

        evaluator = treys.Evaluator()
        cards_treys = [treys.Card.new(name) for name in names]
        rows_treys = [([cards_treys[c] for c in row[:2]], [cards_treys[c] for c in row[2:]]) for row in rows[:20_000]]
        found.append(
            ("treys", len(rows_treys), lambda: [evaluator.evaluate(hand, board) for hand, board in rows_treys])
        )
    except ImportError:
        pass
    try:
        from pokerkit import StandardHighHand

        texts = ["".join(names[card] for card in row) for row in rows[:300]]
        found.append(("PokerKit", len(texts), lambda: [StandardHighHand.from_game(text) for text in texts]))
    except ImportError:
        pass
    return found


def main() -> None:
    hands = random_hands(HANDS)
    best_five(hands[:1000])
    ours = HANDS / shortest(lambda: best_five(hands), 5)
    line("paigow, batch (all cores)", f"{ours / 1e6:,.1f} M/s")
    house_way_classes(HOUSE_WAYS["foxwoods"])
    both = HANDS / shortest(lambda: set_by_house_way(hands, "foxwoods"), 3)
    line("paigow, batch, set by the house way", f"{both / 1e6:,.1f} M/s")
    few = [tuple(DECK[card] for card in row) for row in hands[:3000].tolist()]
    readable = len(few) / shortest(lambda: [best_key(cards) for cards in few], 1)
    line("paigow, readable, one by one", f"{readable / 1e6:,.3f} M/s")
    rates = []
    for name, number, work in others(hands):
        rate = number / shortest(work, 2)
        rates.append(rate)
        line(name, f"{rate / 1e6:,.3f} M/s", f"paigow is {ours / rate:,.0f} times as fast")
    if rates:
        line("against the fastest of them", f"{ours / max(rates):,.0f} x", "goal: 10 x")


if __name__ == "__main__":
    main()
