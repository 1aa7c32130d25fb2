"""Hands per second that the environments deal, set and compare, next to other card environments in the same run."""

import warnings
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from paigow.envs.vector import SetHands

BATCH = 1 << 14


def rate(step: Callable[[], Any], hands: int, seconds: float = 2.0) -> float:
    """Return hands per second of processor time."""
    step()
    began, done = process_time(), 0
    while process_time() - began < seconds:
        step()
        done += hands
    return done / (process_time() - began)


def vectorised(standard: str) -> float:
    """Count both hands of a deal: one is set by the action, the other by the house way."""
    hands = SetHands(standard, num_envs=BATCH)
    hands.reset(seed=1)
    actions = np.zeros(BATCH, dtype=np.int64)
    return rate(lambda: hands.step(actions), 2 * BATCH)


def pettingzoo_holdem() -> float | None:
    """Play PettingZoo's Texas hold'em, which uses RLCard; two hands per game."""
    warnings.simplefilter("ignore")  # ignore Gymnasium's warnings about its boxes
    try:
        from pettingzoo.classic import texas_holdem_no_limit_v6
    except ImportError:
        return None
    table = texas_holdem_no_limit_v6.env()

    def play() -> None:
        table.reset()
        for _ in table.agent_iter():
            observation, _, ended, cut, _ = table.last()
            table.step(None if ended or cut else int(np.flatnonzero(observation["action_mask"])[0]))

    return rate(play, 2)


def rlcard_holdem() -> float | None:
    """Play RLCard's limit hold'em with random agents; two hands per game."""
    try:
        import rlcard
        from rlcard.agents import RandomAgent
    except ImportError:
        return None
    game = rlcard.make("limit-holdem")
    game.set_agents([RandomAgent(num_actions=game.num_actions) for _ in range(game.num_players)])
    return rate(lambda: game.run(is_training=False), 2)


def main() -> None:
    """Print every rate and its ratio to the fastest of the others."""
    others = {"PettingZoo texas_holdem_no_limit": pettingzoo_holdem(), "RLCard limit-holdem": rlcard_holdem()}
    known = [value for value in others.values() if value]
    for name, value in others.items():
        print(f"{name:<36}" + (f"{value:>16,.0f} hands/s" if value else "     not installed"))
    for standard in ("maryland-tiles", "new-zealand", "maryland-poker", "dealer-open"):
        value = vectorised(standard)
        ratio = f"   {value / max(known):,.0f} x" if known else ""
        print(f"{'paigow/' + standard:<36}{value:>16,.0f} hands/s{ratio}")


if __name__ == "__main__":
    main()
