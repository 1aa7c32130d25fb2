"""OpenSpiel games: a player and the bank each set one hand. Importing this module registers them.

`pyspiel.load_game("python_paigow_tiles(tiles=12)")` is small enough to solve by enumeration;
`python_paigow_cards(ranks=4)` uses the highest ranks of the deck and the joker. Copies go to the bank, and the player
pays `commission` percent of a win to it, so the game is zero-sum.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pyspiel

from paigow.comparison import Result
from paigow.poker import DECK, Wheel
from paigow.poker import compare as compare_cards
from paigow.poker import settings as card_settings
from paigow.tiles import TILE_SET
from paigow.tiles import compare as compare_tiles
from paigow.tiles import settings as tile_settings

PLAYER, BANK = 0, 1
NAMES = ("player", "bank")


def _type(name: str, title: str, parameters: dict[str, int]) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=name,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


TILES = _type("python_paigow_tiles", "Pai Gow tiles, one hand each", {"tiles": 32, "commission": 5})
CARDS = _type("python_paigow_cards", "Pai gow poker with a short deck, one hand each", {"ranks": 4, "commission": 5})


@dataclass(frozen=True)
class Deck:
    """What is dealt and how it is set and compared; a plain value, because OpenSpiel copies states."""

    pieces: tuple[Any, ...]
    size: int
    actions: int
    commission: int

    def settings(self, hand: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the settings of a hand by number; None for one that is foul."""
        raise NotImplementedError

    def result(self, player: Any, bank: Any) -> Result:
        """Return the player's result."""
        raise NotImplementedError


class TileDeck(Deck):
    def settings(self, hand: tuple[Any, ...]) -> tuple[Any, ...]:
        return tile_settings(hand)

    def result(self, player: Any, bank: Any) -> Result:
        return compare_tiles(player, bank).result


class CardDeck(Deck):
    def settings(self, hand: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(None if each.is_foul else each for each in card_settings(hand))

    def result(self, player: Any, bank: Any) -> Result:
        return compare_cards(player, bank, "MDP", Wheel.SECOND).result


class PaigowGame(pyspiel.Game):
    """Two hands from one set, each set by its holder without seeing the other."""

    def __init__(self, kind: Any, parameters: dict[str, Any], deck: Deck) -> None:
        self.deck = deck
        information = pyspiel.GameInfo(
            num_distinct_actions=deck.actions,
            max_chance_outcomes=comb(len(deck.pieces), deck.size),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2,
        )
        super().__init__(kind, information, parameters)

    def new_initial_state(self) -> "PaigowState":
        """Return the state before the deal."""
        return PaigowState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "PaigowObserver":
        """Return an observer of a side's own hand and setting."""
        return PaigowObserver(self.deck)


class PaigowTiles(PaigowGame):
    """Four tiles each, from the first `tiles` tiles of the set."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {"tiles": 32, "commission": 5, **(params or {})}
        tiles = int(chosen["tiles"])
        if not 8 <= tiles <= len(TILE_SET) or tiles % 2:
            raise ValueError(f"the set has 8 to {len(TILE_SET)} tiles, an even number, not {tiles}")
        super().__init__(TILES, chosen, TileDeck(TILE_SET[:tiles], 4, 3, int(chosen["commission"])))


class PaigowCards(PaigowGame):
    """Seven cards each, from the joker and the highest `ranks` ranks of the deck."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {"ranks": 4, "commission": 5, **(params or {})}
        ranks = int(chosen["ranks"])
        if not 4 <= ranks <= 5:
            raise ValueError(f"a deck that can be enumerated has 4 or 5 ranks, not {ranks}")
        super().__init__(CARDS, chosen, CardDeck(DECK[52 - 4 * ranks :], 7, 21, int(chosen["commission"])))


class PaigowState(pyspiel.State):
    """Both hands are dealt, then the player sets, then the bank, who does not see how."""

    def __init__(self, game: PaigowGame) -> None:
        super().__init__(game)
        self.deck = game.deck
        self.hands: list[tuple[int, ...]] = []
        self.chosen: list[int] = []

    def current_player(self) -> int:
        """Chance deals twice, then each side acts once."""
        if len(self.hands) < 2:
            return int(pyspiel.PlayerId.CHANCE)
        return len(self.chosen) if len(self.chosen) < 2 else int(pyspiel.PlayerId.TERMINAL)

    def _rest(self) -> list[int]:
        dealt = {place for hand in self.hands for place in hand}
        return [place for place in range(len(self.deck.pieces)) if place not in dealt]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every hand that can be dealt, all equally likely."""
        count = comb(len(self._rest()), self.deck.size)
        return [(number, 1 / count) for number in range(count)]

    def _settings(self, player: int) -> tuple[Any, ...]:
        return self.deck.settings(tuple(self.deck.pieces[place] for place in self.hands[player]))

    def _legal_actions(self, player: int) -> list[int]:
        return [number for number, setting in enumerate(self._settings(player)) if setting is not None]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            rest = self._rest()
            hand = next(each for number, each in enumerate(combinations(rest, self.deck.size)) if number == action)
            self.hands.append(hand)
        else:
            self.chosen.append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self._settings(player)[action])

    def is_terminal(self) -> bool:
        """Whether both sides have set."""
        return len(self.chosen) == 2

    def returns(self) -> list[float]:
        """Return the player's gain on a bet of one, and the bank's."""
        if not self.is_terminal():
            return [0.0, 0.0]
        player, bank = (self._settings(side)[self.chosen[side]] for side in (PLAYER, BANK))
        gain = {Result.WIN: 1 - self.deck.commission / 100, Result.PUSH: 0.0, Result.LOSE: -1.0}[
            self.deck.result(player, bank)
        ]
        return [gain, -gain]

    def __str__(self) -> str:
        hands = (" ".join(str(self.deck.pieces[place]) for place in hand) for hand in self.hands)
        return "; ".join([*hands, *map(str, self.chosen)])


class PaigowObserver:
    """A side's own hand and, once chosen, the number of its setting. The same for observation and information state."""

    def __init__(self, deck: Deck) -> None:
        pieces, actions = len(deck.pieces), deck.actions
        self.tensor = np.zeros(2 + pieces + actions, np.float32)
        self.dict = {
            "player": self.tensor[:2],
            "hand": self.tensor[2 : 2 + pieces],
            "setting": self.tensor[2 + pieces :],
        }

    def set_from(self, state: PaigowState, player: int) -> None:
        """Fill the tensor from one side's point of view."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if len(state.hands) > player:
            self.dict["hand"][list(state.hands[player])] = 1
        if len(state.chosen) > player:
            self.dict["setting"][state.chosen[player]] = 1

    def string_from(self, state: PaigowState, player: int) -> str:
        """Return the same as text."""
        seen = [NAMES[player]]
        if len(state.hands) > player:
            seen.append(" ".join(str(state.deck.pieces[place]) for place in state.hands[player]))
        if len(state.chosen) > player:
            seen.append(f"set {state.chosen[player]}")
        return "; ".join(seen)


pyspiel.register_game(TILES, PaigowTiles)
pyspiel.register_game(CARDS, PaigowCards)
