"""Reinforcement-learning environments: Gymnasium, PettingZoo, OpenSpiel and a text mode for language models.

Importing this package registers one Gymnasium id per standard: set one hand against the house.

>>> import gymnasium, paigow.envs
>>> env = gymnasium.make("paigow/maryland-tiles-v0")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(0)
>>> terminated
True

`gymnasium.make_vec("paigow/maryland-tiles-v0", num_envs=4096)` deals, sets and compares in compiled loops.
`paigow.envs.table` has a whole table for PettingZoo, `paigow.envs.spiel` the OpenSpiel games, `paigow.envs.text` the
text mode.
"""

import gymnasium

from paigow.rules.standards import STANDARDS

for _standard in STANDARDS:
    gymnasium.register(
        id=f"paigow/{_standard}-v0",
        entry_point="paigow.envs.hand:SetHand",
        vector_entry_point="paigow.envs.vector:SetHands",
        kwargs={"rules": _standard},
    )
