"""Verifying a deal: the revealed seed against the commitment, and every draw of the round made again from the seeds."""

from dataclasses import dataclass

from paigow.fairness import RoundSeeds, commit, verify
from paigow.fairness.seeds import Commitment
from paigow.table.chance import RoundChance
from paigow.table.closing import RoundClosed
from paigow.table.game import Game
from paigow.table.mixing import RoundOpened
from paigow.terminal.seat import Played
from paigow.terminal.text import _, within


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked: what it is, what was published or dealt, what comes out now."""

    what: str
    recorded: str
    again: str

    @property
    def holds(self) -> bool:
        return self.recorded == self.again


@dataclass(frozen=True, slots=True)
class Proof:
    """A round's deal, worked out anew."""

    number: int
    seed: str
    seat_seeds: tuple[tuple[int, str], ...]
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        return all(check.holds for check in self.checks)


def proof_of(played: Played, game: Game) -> Proof | None:
    """None while the seed is secret, or if nothing was drawn."""
    opened = next((e for e in played.events if isinstance(e, RoundOpened)), None)
    closed = next((e for e in played.events if isinstance(e, RoundClosed)), None)
    if opened is None or closed is None or played.last is None or not played.draws:
        return None
    state = played.last
    seeds = RoundSeeds(state.table_id, opened.number, bytes.fromhex(closed.seed), state.current.seat_seeds)
    digest = bytes.fromhex(game.submission_hash)
    published = Commitment(state.table_id, opened.number, bytes.fromhex(opened.commitment), digest)
    made = commit(state.table_id, opened.number, seeds.server_seed, digest)
    wrong = verify(published, seeds, ())
    checks = [Check(_("commitment"), str(published), "; ".join(wrong) or str(made))]
    chance = RoundChance(seeds)
    for before, command in played.draws:
        for name, method in command.drawn:
            fair = getattr(chance, method)(before)
            checks.append(Check(_draw_name(name), _shown(getattr(command, name)), _shown(fair)))
    return Proof(opened.number, closed.seed, seeds.seat_seeds, tuple(checks))


def _draw_name(field: str) -> str:
    return {"order": _("order of the pieces"), "dice": within("draw", "dice"), "number": _("random number")}.get(
        field, field
    )


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
