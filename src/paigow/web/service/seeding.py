"""Seeds at the site's tables: the house's commitments, the bots' seeds, and those that come with a bet."""

from collections.abc import Iterator
from dataclasses import dataclass

from paigow.errors import PaigowError
from paigow.fairness import commit, derived_seed
from paigow.table import Phase, TableState
from paigow.table.steps.mixing import REVISION, OpenRound
from paigow.table.steps.seating import SEED
from paigow.table.steps.seeds import GiveSeed, contributors, protocol_of, seeds_missing
from paigow.web.service.bots import is_bot

KEY_SUFFIX = "~"
"""Suffix for the idempotency key of a seed that came with a command."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A seed that a client generated after seeing a commitment, sent with a command."""

    seed: str
    commitment: str

    def __post_init__(self) -> None:
        if not SEED.fullmatch(self.seed):
            raise PaigowError("a seat's seed has 1 to 64 visible ASCII characters without spaces")


def contribution(seed: str, commitment: str) -> Contribution | None:
    """Return the contribution in a form or request, if there is one."""
    return Contribution(seed, commitment) if seed and commitment else None


def with_command(state: TableState, player: str, sent: Contribution | None) -> GiveSeed | None:
    """Return the command that submits a pending seed, if it is for the player's current round."""
    if sent is None or state.round is None or state.chain is None or state.round.seeds.closed:
        return None
    if sent.commitment != state.round.commitment or player not in seeds_missing(state):
        return None
    return GiveSeed(player=player, seed=sent.seed, commitment=sent.commitment)


def opening(state: TableState, seed: bytes) -> OpenRound:
    """Return the command that opens the next round with a commitment to its seed."""
    rules = bytes.fromhex(state.game.submission_hash)
    named = (state.table_id, state.rounds + 1, seed)
    sealed = str(commit(*named, submission=rules, protocol=protocol_of(state)))
    return OpenRound(commitment=sealed, revision=REVISION)


def bot_seeds(state: TableState) -> Iterator[GiveSeed]:
    """Yield the seeds of the bots that are playing, once betting is closed. They are derived from the commitment."""
    if state.phase is not Phase.SEEDING:
        return
    commitment, places = state.current.commitment, contributors(state)
    for name in filter(is_bot, seeds_missing(state)):
        yield GiveSeed(player=name, seed=derived_seed(commitment, places[name]), commitment=commitment)
