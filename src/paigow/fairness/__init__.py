"""Provably fair chance: commit before betting, mix in every seat's seed, draw without bias, reveal, verify."""

from paigow.fairness.draws import Draw, dice, random_number, redraw, shuffle
from paigow.fairness.encoding import VERSION, FairnessError, Use
from paigow.fairness.seeds import Commitment, RoundSeeds, commit, new_server_seed, practice_seed
from paigow.fairness.stream import below, permutation, stream
from paigow.fairness.verify import verify

__all__ = [
    "VERSION",
    "Commitment",
    "Draw",
    "FairnessError",
    "RoundSeeds",
    "Use",
    "below",
    "commit",
    "dice",
    "new_server_seed",
    "permutation",
    "practice_seed",
    "random_number",
    "redraw",
    "shuffle",
    "stream",
    "verify",
]
