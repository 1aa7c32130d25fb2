"""Learn to set tiles against a house way by trial and error, and print the exact regret along the way.

    python examples/learn_best_response.py [STEPS]

For every hand the agent keeps the average result of each action. It tries each action equally at first and the best
one more and more often. Its regret is computed, not estimated: what its current choices give away against the exact
best response, over all hands.
"""

import sys

import numpy as np

from paigow.analysis.tiles import tile_counts, tile_table
from paigow.envs.vector import SetHands
from paigow.tiles import TILE_SET, TileSetting

HANDS = 1 << 16


def exact_values(hands: SetHands) -> tuple[dict[tuple[int, ...], int], np.ndarray, np.ndarray]:
    """Enumerate the kinds of hand, and give each its weight and the exact value of its three actions."""
    table = tile_table()
    faces = [[tile for tile in TILE_SET if tile.kind == kind] for kind in range(1, 17)]
    counts = tile_counts(hands.dealing._way)  # type: ignore[attr-defined]
    values = np.zeros((len(table.ways), 3))
    for number, kinds in enumerate(table.kinds.tolist()):
        held = [faces[kind][kinds[:place].count(kind)] for place, kind in enumerate(kinds)]
        worth = {
            (int(table.high[line]), int(table.low[line])): (0.95 * counts.win[line] - counts.lose[line]) / 20475
            for line in range(table.start[number], table.start[number + 1])
        }
        for action in range(3):
            rest = [tile for place, tile in enumerate(held) if place not in (0, action + 1)]
            setting = TileSetting((held[0], held[action + 1]), (rest[0], rest[1]))
            values[number, action] = worth[setting.high_rank.standing, setting.low_rank.standing]
    return table.number, table.ways / table.ways.sum(), values


def main(steps: int) -> None:
    """Train, and print the exact regret ten times."""
    hands = SetHands("maryland-tiles", num_envs=HANDS)
    numbers, weights, values = exact_values(hands)
    kind_of_tile = np.array([tile.kind - 1 for tile in TILE_SET])
    lookup = np.zeros(1 << 16, dtype=np.int64)
    for kinds, kind in numbers.items():
        lookup[((kinds[0] * 16 + kinds[1]) * 16 + kinds[2]) * 16 + kinds[3]] = kind
    random = np.random.default_rng(1)
    tried, gained = np.ones((len(weights), 3)), np.zeros((len(weights), 3))
    seen, _ = hands.reset(seed=1)
    for step in range(1, steps + 1):
        held = np.sort(kind_of_tile[seen], axis=1)
        number = lookup[((held[:, 0] * 16 + held[:, 1]) * 16 + held[:, 2]) * 16 + held[:, 3]]
        explore = random.random(HANDS) < max(0.1, 1 - 2 * step / steps)
        best = (gained / tried).argmax(axis=1)[number]
        actions = np.where(explore, random.integers(3, size=HANDS), best)
        seen, rewards, *_ = hands.step(actions)
        np.add.at(tried, (number, actions), 1)
        np.add.at(gained, (number, actions), rewards)
        if step % max(steps // 10, 1) == 0:
            choice = (gained / tried).argmax(axis=1)
            regret = (weights * (values.max(axis=1) - values[np.arange(len(values)), choice])).sum()
            bar = "#" * min(60, round(regret * 2000))
            print(f"{step * HANDS:>12,} hands  regret {regret:.6f}  {bar}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
