"""A whole table for PettingZoo: bets, side bets, banking, cutting, setting and surrender, by the engine's own rules.

`env(...)` is the turn-based environment (AEC), `parallel_env(...)` the same with everybody acting at once.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import aec_to_parallel

from paigow.envs.actions import actions_of, legal, may_wait
from paigow.errors import PaigowError
from paigow.money import rack
from paigow.rules.submission import Submission, load_submission
from paigow.table import Phase, TableState, game_of
from paigow.table.awaited import ask_of
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps.banking import bank_position
from paigow.table.steps.seating import BuyIn
from paigow.table.steps.setting import LookAtHand, house_positions, to_set
from paigow.table.view import FACE_DOWN, view

PHASES = tuple(Phase)


def env(**options: Any) -> "PaigowTable":
    """Return the table as a turn-based environment."""
    return PaigowTable(**options)


def parallel_env(**options: Any) -> Any:
    """Return the table with everybody acting at once."""
    return aec_to_parallel(PaigowTable(**options))


class PaigowTable(AECEnv[str, Any, Any]):
    """Several players at one table for some rounds.

    Players act in turn. When a whole circle of them has waited, the dealer goes on. The reward of a round is what the
    player's chips gained, in table minimums; `infos[agent]["cents"]` has it exactly. An action that the rules do not
    allow changes nothing, and `infos[agent]["refused"]` says so.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "paigow_table_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        rules: str | Submission = "maryland-tiles",
        seats: int = 3,
        rounds: int = 3,
        render_mode: str | None = None,
    ) -> None:
        self.game = game_of(rules if isinstance(rules, Submission) else load_submission(rules))
        most = len(self.game.seats)
        if seats not in range(1, most + 1):
            raise PaigowError(f"this table has 1 to {most} seats, not {seats!r}")
        if rounds < 1:
            raise PaigowError(f"play at least one round, not {rounds}")
        self.rounds = rounds
        self.render_mode = render_mode
        self.actions = actions_of(self.game)
        self.possible_agents = [f"player_{n}" for n in range(1, seats + 1)]
        self._codes = {face: code for code, face in enumerate(dict.fromkeys(map(str, self.game.kit.full_set)))}
        self._buy_in = 500 * self.game.options.minimum
        self._size = size = len(PHASES) + 3 * len(self._codes) + 2 * seats + 2
        self._space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self._action_space = gymnasium.spaces.Discrete(len(self.actions))
        self._np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        """Return a vector of numbers and the mask of legal actions."""
        return self._space

    def action_space(self, agent: str) -> Any:
        """Return the numbers of `actions`."""
        return self._action_space

    @property
    def table(self) -> TableState:
        """The engine's state."""
        return self.driver.state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open the table and the first round."""
        if seed is not None or self._np_random is None:
            self._np_random = np.random.default_rng(seed)
        name = f"env-{int(self._np_random.integers(2**62))}"
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.driver = TableDriver(new_table(self.game), dict.fromkeys(self.agents, _silent), name)
        self.driver.open_table(self._buy_in)
        self._turn = 0
        self._acted = False
        self._open_round()
        self._go_on()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Any:
        """Return what this player may see, and do."""
        state, seen = self.table, np.zeros(self._size, dtype=np.float32)
        seen[PHASES.index(state.phase)] = 1
        if state.round is not None:
            shown = view(state, agent)["round"]
            at = len(PHASES)
            mine = state.players[agent].position
            for offset, place in enumerate((mine, self.game.house)):
                for piece in (shown["hands"].get(place) or {"pieces": ()})["pieces"]:
                    if piece != FACE_DOWN:
                        seen[at + offset * len(self._codes) + self._codes[piece]] += 1
            hand = shown["hands"].get(mine)
            if hand and hand["setting"]:
                for piece in hand["setting"].split(" / ")[1].split():
                    seen[at + 2 * len(self._codes) + self._codes[piece]] += 1
            at += 3 * len(self._codes)
            for number, name in enumerate(self.possible_agents):
                bets = sum(cents for player, _, _, cents in shown["wagers"] if player == name)
                seen[at + 2 * number] = bets / self.game.options.minimum
                seen[at + 2 * number + 1] = state.ledger[rack(name)] / self.game.options.minimum
            seen[-2] = self.possible_agents.index(agent)
            seen[-1] = bank_position(state) if shown["bank"] else 0
        return {"observation": seen, "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Any:
        if self.table.round is None or agent not in self.agents:
            return np.array([1] + [0] * (len(self.actions) - 1), dtype=np.int8)
        commands = legal(self.table, agent, self.actions)
        mask = np.array([command is not None for command in commands], dtype=np.int8)
        mask[0] = may_wait(self.table, agent) or not mask.any()
        return mask

    def step(self, action: Any) -> None:
        """Carry out the choice of the player whose turn it is."""
        if not hasattr(self, "driver"):
            raise PaigowError("call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not self._action_space.contains(action):
            raise PaigowError(f"an action is a whole number from 0 to {len(self.actions) - 1}, not {action!r}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        self._act(agent, int(action))
        self._turn += 1
        if self._turn == len(self.agents):
            self._turn = 0
            self._circle_done()
        self.agent_selection = self.agents[self._turn]
        self._accumulate_rewards()

    def _act(self, agent: str, action: int) -> None:
        if self.table.round is None or action == 0:
            return
        command = legal(self.table, agent, self.actions)[action]
        if command is None:
            self.infos[agent]["refused"] = f"{self.actions[action].name} is not legal now"
            self._acted = True  # the dealer does not continue: the player has not chosen to wait
            return
        self.driver.do(command)
        self._acted = True
        self._look(agent)

    def _circle_done(self) -> None:
        if self._acted:
            self._acted = False
            return
        if self.table.round is not None:
            self.driver.proceed()
        self._go_on()

    def _go_on(self) -> None:
        """Let the dealer act until somebody has to choose, or the episode ends."""
        while True:
            if self.table.round is None:
                self._pay()
                if self.table.rounds >= self.rounds:
                    self.truncations = dict.fromkeys(self.agents, True)
                    return
                self._open_round()
            for agent in self.agents:
                self._look(agent)
            if any(ask_of(self.table, agent) for agent in self.agents):
                return
            self.driver.proceed()

    def _look(self, agent: str) -> None:
        """Pick up the hand that the player is asked about, so that it can be observed."""
        while (ask := ask_of(self.table, agent)) is not None and LookAtHand in ask.kinds:
            mine = to_set(self.table, agent)
            place = mine[0] if mine else house_positions(self.table)[0]
            self.driver.do(LookAtHand(player=agent, position=place))

    def _open_round(self) -> None:
        if self.table.phase is Phase.CLOSED:
            self.driver.reopen()
        for agent in self.agents:
            if self.table.ledger[rack(agent)] < self._buy_in // 4:
                self.driver.do(BuyIn(player=agent, amount=self._buy_in))
        self._before = {agent: self.table.ledger[rack(agent)] for agent in self.agents}
        self.driver.open_round()

    def _pay(self) -> None:
        for agent in self.agents:
            gained = self.table.ledger[rack(agent)] - self._before[agent]
            self.rewards[agent] += gained / self.game.options.minimum
            self.infos[agent]["cents"] = gained

    def render(self) -> str:
        """Return the felt as text."""
        from paigow.front.felt import draw

        chips = {agent: self.table.ledger[rack(agent)] for agent in self.possible_agents}
        return draw(self.table, chips, self._before)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def _silent(state: TableState, name: str) -> None:
    return None
