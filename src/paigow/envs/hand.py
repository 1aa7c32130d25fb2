"""Set one hand against the house: the smallest Gymnasium environment, with exact values for every action."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from paigow.envs.dealing import dealing

if TYPE_CHECKING:
    from paigow.rules.submission import Submission


class SetHand(gymnasium.Env[Any, Any]):
    """An episode is one hand: see it, choose a setting, and win, push or lose a bet of one.

    `opponent` is the name of a house way or a strategy of the solver; the rules' own house way if not given. With
    `exact`, `info["values"]` has the exact expectation of every action and `info["regret"]` what the last one cost.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        rules: "str | Submission" = "maryland-tiles",
        opponent: Any = None,
        exact: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.dealing = dealing(rules, 1, opponent)
        self.exact = exact
        self.render_mode = render_mode
        one = self.dealing
        self.observation_space = gymnasium.spaces.Box(0, one.pieces - 1, (one.width,), np.int8)
        self.action_space = gymnasium.spaces.Discrete(one.actions)
        self._rewards = (Fraction(-1), Fraction(0), 1 - one.asked.vigorish)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a hand; a seed starts the random stream again."""
        fresh = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if fresh:
            self.dealing.seed(int(self.np_random.integers(2**62)))
        self.dealing.deal()
        return self.dealing.seen[0].copy(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Set the hand and settle the bet."""
        info = self._info()
        self.dealing.settle([action])
        won = int(self.dealing.won[0])
        info["result"] = won
        if self.exact:
            info["regret"] = max(info["values"]) - info["values"][int(action)]
        return self.dealing.seen[0].copy(), float(self._rewards[won + 1]), True, False, info

    def action_values(self) -> tuple[Fraction, ...]:
        """Return the exact expectation of every action for the hand now held."""
        return self.dealing.values(0)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.dealing.masks()[0]}
        if self.exact:
            info["values"] = self.action_values()
        return info

    def render(self) -> Any:
        """Return the hand in notation."""
        from paigow.poker import DECK
        from paigow.tiles import TILE_SET

        pieces = TILE_SET if self.dealing.pieces == len(TILE_SET) else DECK
        return " ".join(str(pieces[code]) for code in self.dealing.seen[0])
