"""Where a driven table gets its chance: the draws of one round, each made once, in the order they are asked for."""

from paigow.fairness import RoundSeeds, Use, dice, random_number, shuffle
from paigow.table.kit import Piece
from paigow.table.model import TableState

Dice = tuple[int, int, int]


def seeds_of(state: TableState, server_seed: bytes) -> RoundSeeds:
    """The seeds of the round that is on; the seats may change theirs until the mix."""
    current = state.current
    seats = current.seat_seeds or tuple((p.position or 0, p.seed) for p in state.seated())
    return RoundSeeds(state.table_id, current.number, server_seed, seats)


class RoundChance:
    """The draws that the seeds of a round decide."""

    def __init__(self, seeds: RoundSeeds) -> None:
        self.seeds = seeds

    def order(self, state: TableState) -> tuple[Piece, ...]:
        """The mix; a further one in the same round is a re-shuffle of its own number."""
        again = state.current.remixes
        full = state.game.kit.full_set
        draw = shuffle(self.seeds, len(full), Use.RESHUFFLE, again) if again else shuffle(self.seeds, len(full))
        return tuple(full[index] for index in draw.values)

    def laja(self, state: TableState) -> tuple[Piece, ...]:
        full = state.game.kit.full_set
        draw = shuffle(self.seeds, len(full), Use.LAJA, state.current.lajas)
        return tuple(full[index] for index in draw.values)

    def dice(self, state: TableState) -> Dice:
        first, second, third = dice(self.seeds, repetition=state.current.shaken).values
        return first, second, third

    def removal(self, state: TableState) -> Dice:
        """For a box to be taken out of play (NZ-12.10)."""
        first, second, third = dice(self.seeds, Use.BOX_REMOVAL, state.current.removals).values
        return first, second, third

    def number(self, state: TableState) -> int:
        return random_number(self.seeds, state.game.start_numbers).values[0]
