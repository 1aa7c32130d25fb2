"""The draws of a round: an order of cards or tiles, dice, a number. Each is recorded and can be repeated."""

from dataclasses import dataclass

from paigow.fairness.encoding import FairnessError, Use, natural
from paigow.fairness.seeds import RoundSeeds
from paigow.fairness.stream import below, permutation, stream

FACES = 6


@dataclass(frozen=True, slots=True)
class Draw:
    """The values drawn for one use, with the repetition and the size."""

    use: Use
    repetition: int
    size: int
    values: tuple[int, ...]


def shuffle(seeds: RoundSeeds, size: int, use: Use = Use.SHUFFLE, repetition: int = 0) -> Draw:
    """Return an order of `size` pieces.

    Position i receives piece `values[i]`; pieces are numbered in the set's own order. A laja or reshuffle is a new
    order of the whole set, not of the previous order.
    """
    _require(use, (Use.SHUFFLE, Use.RESHUFFLE, Use.LAJA, Use.DEAL))
    return Draw(use, repetition, size, permutation(stream(seeds, use, repetition), size))


def dice(seeds: RoundSeeds, use: Use = Use.DICE, repetition: int = 0, size: int = 3) -> Draw:
    """Roll `size` dice, each from 1 to 6."""
    _require(use, (Use.DICE, Use.BOX_REMOVAL))
    natural(size, 1, 256, "the number of dice")
    source = stream(seeds, use, repetition)
    return Draw(use, repetition, size, tuple(1 + below(source, FACES) for _ in range(size)))


def random_number(seeds: RoundSeeds, size: int, repetition: int = 0) -> Draw:
    """Return a number from 1 to `size`."""
    return Draw(Use.NUMBER, repetition, size, (1 + below(stream(seeds, Use.NUMBER, repetition), size),))


def _require(use: Use, uses: tuple[Use, ...]) -> None:
    if use not in uses:
        raise FairnessError(f"{use!r} is not drawn this way; only {', '.join(uses)} are")


def redraw(seeds: RoundSeeds, use: Use, repetition: int, size: int) -> Draw:
    """Return the draw that the seeds determine."""
    match use:
        case Use.SHUFFLE | Use.RESHUFFLE | Use.LAJA | Use.DEAL:
            return shuffle(seeds, size, use, repetition)
        case Use.DICE | Use.BOX_REMOVAL:
            return dice(seeds, use, repetition, size)
        case Use.NUMBER:
            return random_number(seeds, size, repetition)
