"""Set many hands at once: a Gymnasium vector environment whose episodes are one decision long."""

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from paigow.envs.dealing import dealing

if TYPE_CHECKING:
    from paigow.rules.submission import Submission


class SetHands(VectorEnv[Any, Any, Any]):
    """`num_envs` hands, each set against the opponent's.

    Every step settles all hands and deals new ones, so every step ends every episode; the observation it returns is
    the next hand (same-step autoreset). The reward is the player's gain of a bet of one, after commission.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, rules: "str | Submission", num_envs: int = 1024, opponent: Any = None) -> None:
        self.dealing = dealing(rules, num_envs, opponent)
        self.num_envs = num_envs
        one = self.dealing
        self.single_observation_space = gymnasium.spaces.Box(0, one.pieces - 1, (one.width,), np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(one.actions)
        self.observation_space = gymnasium.spaces.Box(0, one.pieces - 1, (num_envs, one.width), np.int8)
        self.action_space = gymnasium.spaces.MultiDiscrete([one.actions] * num_envs)
        self._rewards = np.array([-1.0, 0.0, float(1 - one.asked.vigorish)])
        self._ended = np.ones(num_envs, dtype=np.bool_)
        self._truncated = np.zeros(num_envs, dtype=np.bool_)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal new hands; a seed starts the random stream again."""
        super().reset(seed=seed)
        if seed is not None or self._np_random is None:
            self.dealing.seed(int(self.np_random.integers(2**62)))
        self.dealing.deal()
        return self.dealing.seen.copy(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Set every hand, settle, and deal the next; `info["result"]` is 1, 0 or -1 for win, push or lose."""
        self.dealing.settle(actions)
        won = self.dealing.won.copy()
        self.dealing.deal()
        return self.dealing.seen.copy(), self._rewards[won + 1], self._ended, self._truncated, {"result": won}

    def action_masks(self) -> Any:
        """Which actions are legal for the hands now held: one row for each hand."""
        return self.dealing.masks()

    def kinds(self) -> Any:
        """Return the number of each hand's kind; hands of one kind play alike. Tiles only."""
        return self.dealing.kinds()

    def all_values(self) -> tuple[Any, Any]:
        """Return how likely each kind of hand is, and the exact value of its actions. Tiles only."""
        return self.dealing.all_values()
