"""Verify a deal: the revealed seed against the commitment and chain, and every draw repeated from the seeds."""

from dataclasses import dataclass

from paigow.fairness import commit, link
from paigow.table.chance import RoundChance
from paigow.table.core.game import Game
from paigow.table.steps.closing import RoundClosed
from paigow.table.steps.mixing import RoundOpened
from paigow.table.steps.seeds import protocol_of
from paigow.terminal.seat import Played
from paigow.terminal.text import _, within


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its subject, the value published or dealt, and the value computed now."""

    what: str
    recorded: str
    again: str

    @property
    def holds(self) -> bool:
        return self.recorded == self.again


@dataclass(frozen=True, slots=True)
class Proof:
    """A round's deal, recomputed."""

    number: int
    seed: str
    seat_seeds: tuple[tuple[int, str], ...]
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        return all(check.holds for check in self.checks)


def proof_of(played: Played, game: Game) -> Proof | None:
    """Return the proof; None while the seed is secret, or if nothing was drawn."""
    opened = next((e for e in played.events if isinstance(e, RoundOpened)), None)
    closed = next((e for e in played.events if isinstance(e, RoundClosed)), None)
    if opened is None or closed is None or played.last is None or not played.draws:
        return None
    state, server_seed = played.last, bytes.fromhex(closed.seed)
    named, rules = (state.table_id, opened.number, server_seed), bytes.fromhex(game.submission_hash)
    made = commit(*named, submission=rules, protocol=protocol_of(state))
    checks = [Check(_("commitment"), opened.commitment, str(made))]
    if state.chain is not None:
        checks.append(Check(_("seed chain"), state.chain.link, link(*named).hex()))
    for before, command in played.draws:
        chance = RoundChance(before, server_seed)
        for name, method in command.drawn:
            fair = getattr(chance, method)(before)
            checks.append(Check(_draw_name(method), _shown(getattr(command, name)), _shown(fair)))
    return Proof(opened.number, closed.seed, state.current.seeds.seats, tuple(checks))


def _draw_name(method: str) -> str:
    names = {
        "order": _("order of the set"),
        "deal": _("order of the deal"),
        "dice": within("draw", "dice"),
        "number": _("random number"),
    }
    return names.get(method, method)


def _shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
