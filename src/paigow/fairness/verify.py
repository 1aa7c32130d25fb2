"""Check a round independently: the seed against the commitment, the draws against the seeds."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from paigow.fairness.draws import Draw, redraw
from paigow.fairness.encoding import FairnessError, Use
from paigow.fairness.seeds import Commitment, RoundSeeds, commit

POSITIONS = {32: 8, 53: 7}
"""The positions of a layout, by the pieces of its set: 32 tiles or 53 cards."""
ORDERS = (Use.SHUFFLE, Use.RESHUFFLE, Use.LAJA, Use.DEAL)
ONCE = (Use.SHUFFLE, Use.DEAL, Use.NUMBER)


def verify(commitment: Commitment, seeds: RoundSeeds, draws: Iterable[Draw]) -> tuple[str, ...]:
    """Return every fault, in words; empty if there is none."""
    wrong = []
    named = (commitment.table, commitment.round_number)
    if named != (seeds.table, seeds.round_number):
        wrong.append(
            f"the commitment is for table {named[0]} round {named[1]}, "
            f"the seeds are for table {seeds.table} round {seeds.round_number}"
        )
    again = commit(*named, seeds.server_seed, commitment.submission, commitment.roster, protocol=commitment.protocol)
    if again != commitment:
        wrong.append(f"the revealed seed gives the commitment {again}, but {commitment} was published")
    draws = tuple(draws)
    wrong += _chosen(draws)
    seen = set()
    for draw in draws:
        name = f"{draw.use} {draw.repetition}"
        if (draw.use, draw.repetition) in seen:
            wrong.append(f"{name} was drawn twice")
        seen.add((draw.use, draw.repetition))
        if _failed(draw):
            continue
        try:
            fair = redraw(seeds, draw.use, draw.repetition, draw.size)
        except FairnessError as error:
            wrong.append(f"{name} is no draw: {error}")
            continue
        if fair != draw:
            wrong.append(
                f"{name} of {draw.size} must be {_listed(fair.values)}, but {_listed(draw.values)} is recorded"
            )
    return tuple(wrong)


def _chosen(draws: Sequence[Draw]) -> Iterator[str]:
    """Yield a fault for each repetition that was skipped and each size that no game has.

    If the house could choose either, it could choose among deals.
    """
    due = Counter({Use.RESHUFFLE: 1})
    size = next((draw.size for draw in draws if draw.use in ORDERS), 0)
    for draw in draws:
        name = f"{draw.use} {draw.repetition}"
        if draw.repetition > due[draw.use]:
            yield f"{name} stands where {draw.use} {due[draw.use]} is due"
        due[draw.use] = 0 if draw.use in ONCE else draw.repetition + 1
        if draw.use in ORDERS:
            sizes = {size} & POSITIONS.keys() or POSITIONS.keys()
        elif draw.use is Use.NUMBER:
            sizes = {POSITIONS[size]} if size in POSITIONS else set(POSITIONS.values())
        else:
            sizes = {3}
        if draw.size not in sizes:
            yield f"{name} has the size {draw.size}; it must be {' or '.join(map(str, sorted(sizes)))}"


def _failed(draw: Draw) -> bool:
    """Return whether the shuffler failed: its order is not used, and the next shuffle counts on (MDP-14.L)."""
    return draw.use in (Use.SHUFFLE, Use.RESHUFFLE) and not draw.values


def _listed(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
