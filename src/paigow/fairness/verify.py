"""Check a round independently: the seed against the commitment, the draws against the seeds."""

from collections.abc import Iterable

from paigow.fairness.draws import Draw, redraw
from paigow.fairness.encoding import FairnessError
from paigow.fairness.seeds import Commitment, RoundSeeds, commit


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
    seen = set()
    for draw in draws:
        name = f"{draw.use} {draw.repetition}"
        if (draw.use, draw.repetition) in seen:
            wrong.append(f"{name} was drawn twice")
        seen.add((draw.use, draw.repetition))
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


def _listed(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
