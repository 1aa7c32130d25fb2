"""Provably fair chance: commit before betting, mix in every seat's seed, draw without bias, reveal, verify."""

from paigow.fairness.chain import CHAIN_LENGTH, Chain, Trail, chain_of, chain_seed, chain_seeds, derived_seed, link
from paigow.fairness.draws import Draw, dice, random_number, redraw, shuffle
from paigow.fairness.encoding import PROTOCOLS, FairnessError, Use
from paigow.fairness.seeds import Commitment, RoundSeeds, commit, new_server_seed, practice_seed
from paigow.fairness.stream import below, permutation, stream
from paigow.fairness.verify import verify

__all__ = [
    "CHAIN_LENGTH",
    "PROTOCOLS",
    "Chain",
    "Commitment",
    "Draw",
    "FairnessError",
    "RoundSeeds",
    "Trail",
    "Use",
    "below",
    "chain_of",
    "chain_seed",
    "chain_seeds",
    "commit",
    "derived_seed",
    "dice",
    "link",
    "new_server_seed",
    "permutation",
    "practice_seed",
    "random_number",
    "redraw",
    "shuffle",
    "stream",
    "verify",
]
