"""Reports on the strategies for a player who banks against another player while both pay commission, in both games."""

from concurrent.futures import Executor
from fractions import Fraction

from paigow.analysis.asked import Rules, ask
from paigow.errors import PaigowError
from paigow.solver.model import Between, percent


def solve_between(rules: Rules, commission: Fraction | None = None, executor: Executor | None = None) -> Between:
    """Return an approximate equilibrium of the main wager between two players, and each one's gain by deviating."""
    asked = ask(rules)
    if not asked.choices.standard.player_may_bank:
        raise PaigowError("in {standard} no player may bank", "DO-R0", standard=asked.standard)
    rate = asked.vigorish if commission is None else commission
    if asked.game == "tiles":
        from paigow.solver.tiles.between import solve_between as solve_tiles

        return solve_tiles(rate)
    from paigow.solver.poker.between import solve_between as solve_cards

    return solve_cards(rate, executor=executor)


def between_data(found: Between) -> dict[str, object]:
    """Return the answer of `paigow solve --both-pay --json`."""
    sides = {
        "player": (found.player, found.player_value, found.player_gains),
        "bank": (found.bank, found.bank_value, found.bank_gains),
    }
    return {
        "game": found.game,
        "commission": str(found.commission),
        **{
            name: {
                "value": str(value),
                "value_percent": percent(value),
                "gains_by_deviating": str(gains),
                "gains_by_deviating_percent": percent(gains),
                "mixed_kinds": side.mixed_kinds,
            }
            for name, (side, value, gains) in sides.items()
        },
    }
