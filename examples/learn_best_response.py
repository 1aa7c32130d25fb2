"""Learn to set tiles against a house way by trial and error, and print the exact regret along the way.

    python examples/learn_best_response.py [STEPS]

For every kind of hand the agent keeps the average result of each action. It tries each action equally at first and the
best one more and more often. Its regret is computed, not estimated: what its current choices give away against the
exact best response, over all hands.
"""

import sys
from collections.abc import Iterator

import numpy as np

from paigow.envs.vector import SetHands

HANDS = 1 << 16


def learn(steps: int, reports: int = 10) -> Iterator[tuple[int, float]]:
    """Train; at each report, yield how many hands were played and the exact regret per hand."""
    hands = SetHands("maryland-tiles", num_envs=HANDS)
    likely, values = hands.all_values()
    random = np.random.default_rng(1)
    tried, gained = np.ones(values.shape), np.zeros(values.shape)
    hands.reset(seed=1)
    for step in range(1, steps + 1):
        kinds = hands.kinds()
        explore = random.random(HANDS) < max(0.1, 1 - 2 * step / steps)
        best = (gained / tried).argmax(axis=1)
        actions = np.where(explore, random.integers(3, size=HANDS), best[kinds])
        _, rewards, *_ = hands.step(actions)
        np.add.at(tried, (kinds, actions), 1)
        np.add.at(gained, (kinds, actions), rewards)
        if step % max(steps // reports, 1) == 0:
            choice = (gained / tried).argmax(axis=1)
            regret = values.max(axis=1) - values[np.arange(len(values)), choice]
            yield step * HANDS, float(likely @ regret)


def main(steps: int) -> None:
    """Print the regret ten times."""
    for played, regret in learn(steps):
        print(f"{played:>12,} hands  regret {regret:.6f}  {'#' * min(60, round(regret * 2000))}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
