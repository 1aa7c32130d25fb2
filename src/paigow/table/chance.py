"""Chance at a driven table: the draws of one round, each made once, in the order in which they are requested."""

from functools import lru_cache
from operator import itemgetter

from paigow.fairness import Draw, RoundSeeds, Use, dice, random_number, shuffle
from paigow.hands.pieces import Piece
from paigow.table.boxes.discipline import Removals
from paigow.table.boxes.laja import Laja
from paigow.table.core.model import Phase, TableState
from paigow.table.steps.seeds import seeds_given

Dice = tuple[int, int, int]


def seeds_of(state: TableState, server_seed: bytes) -> RoundSeeds:
    """Return the seeds of the current round.

    Without a chain, seats may change theirs until the mix; with a chain, none count until they are closed.
    """
    current = state.current
    if state.chain is not None:
        seats = seeds_given(state) if state.phase is Phase.SEEDING else current.seeds.seats
        bound = bytes.fromhex(current.commitment)
        return _checked(state.table_id, current.number, server_seed, seats, bound, state.chain.protocol)
    seats = current.seeds.seats or tuple((p.position or 0, p.seed) for p in state.seated())
    return RoundSeeds(state.table_id, current.number, server_seed, seats)


_checked = lru_cache(maxsize=64)(RoundSeeds)  # several draws of a round have the same seeds


class RoundChance:
    """The draws determined by a round's seeds."""

    def __init__(self, state: TableState, server_seed: bytes) -> None:
        self._state = state
        self._server_seed = server_seed

    @property
    def seeds(self) -> RoundSeeds:
        """Return the seeds for the given state, assembled only on demand because most steps draw nothing."""
        return seeds_of(self._state, self._server_seed)

    def draw(self, what: str, state: TableState) -> Draw:
        """Return the draw made by the method of that name."""
        current, size = state.current, len(state.game.kit.full_set)
        match what:
            case "order" if again := current.stack.remixes:  # each further mix is a separately numbered reshuffle
                return shuffle(self.seeds, size, Use.RESHUFFLE, again)
            case "order":
                return shuffle(self.seeds, size)
            case "deal":
                return shuffle(self.seeds, size, Use.DEAL)
            case "laja":
                return shuffle(self.seeds, size, Use.LAJA, current.part(Laja).performed)
            case "dice":
                return dice(self.seeds, repetition=current.start.shaken)
            case "removal":
                return dice(self.seeds, Use.BOX_REMOVAL, current.part(Removals).shaken)
            case "number":
                return random_number(self.seeds, len(state.game.positions))
            case _:
                raise LookupError(f"nothing is drawn as {what!r}")

    def order(self, state: TableState) -> tuple[Piece, ...]:
        return _laid(state, self.draw("order", state))

    def deal(self, state: TableState) -> tuple[Piece, ...]:
        """Return the order dealt at a table with a chain, once the seeds are closed."""
        return _laid(state, self.draw("deal", state))

    def laja(self, state: TableState) -> tuple[Piece, ...]:
        return _laid(state, self.draw("laja", state))

    def dice(self, state: TableState) -> Dice:
        return _dice(self.draw("dice", state))

    def removal(self, state: TableState) -> Dice:
        """Return the draw for removing a box from play (NZ-12.10)."""
        return _dice(self.draw("removal", state))

    def number(self, state: TableState) -> int:
        return self.draw("number", state).values[0]


def _laid(state: TableState, draw: Draw) -> tuple[Piece, ...]:
    order: tuple[Piece, ...] = itemgetter(*draw.values)(state.game.kit.full_set)
    return order


def _dice(draw: Draw) -> Dice:
    first, second, third = draw.values
    return first, second, third
