"""Rounds played at the table and settled again by the kernels: the same results, hand by hand.

    python -m benchmarks.table_rounds [ROUNDS]

Six bots that set their hands the house way, and bank in turn where players may, play whole rounds of every game. The
result of each Pai Gow wager is then recomputed from the cards or tiles alone, with the arrays used to count the exact
odds.
"""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from paigow.analysis.batch import hands_array, set_by_house_way
from paigow.analysis.tiles import tile_house_settings, tile_house_way, tile_table
from paigow.bots import Bot
from paigow.comparison import Result
from paigow.poker import count_jacks
from paigow.rules import STANDARDS, load_submission
from paigow.table import Phase, game_of
from paigow.table.core.model import MAIN, HandStatus
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps.banking import bank_position
from paigow.table.steps.seating import LARGEST_BUY_IN

ROUNDS = 100_000
SEATS = 6
RESULTS = (Result.LOSE, Result.PUSH, Result.WIN)


class Settled(NamedTuple):
    """One Pai Gow wager: the player's cards or tiles, the bank's, and the table's result."""

    player: tuple[Any, ...]
    bank: tuple[Any, ...]
    result: Result


def settled_rounds(standard: str, rounds: int) -> Iterator[Settled]:
    """Yield every Pai Gow wager of this many rounds that was compared, not surrendered."""
    game = game_of(load_submission(standard))
    names = [f"p{seat}" for seat in range(SEATS)]
    driver = TableDriver(new_table(game), {name: Bot(name, "house-way", standard) for name in names}, seed="kernels")
    driver.open_table(LARGEST_BUY_IN)
    for _ in range(rounds):
        driver.open_round()
        while driver.state.phase is not Phase.FINISHED:
            driver.step()
        current = driver.state.current
        bank = current.hands[bank_position(driver.state)].pieces
        for key, result in current.results.items():
            hand = current.hands[key.position]
            if key.kind == MAIN and hand.status is not HandStatus.SURRENDERED:
                yield Settled(hand.pieces, bank, result)
        driver.step()


def by_kernel(standard: str, settled: list[Settled]) -> list[Result]:
    """Return the results of the same wagers from the arrays of the analysis."""
    way = load_submission(standard).data()["house_way"]
    if STANDARDS[standard].game == "poker":
        (high, low), (bank_high, bank_low) = (
            set_by_house_way(hands_array(hands), str(way))
            for hands in ([each.player for each in settled], [each.bank for each in settled])
        )
    else:
        (high, low), (bank_high, bank_low) = (
            _tile_standings(str(way), hands)
            for hands in ([each.player for each in settled], [each.bank for each in settled])
        )
    won = (high > bank_high).astype(int) + (low > bank_low)
    if standard == "dealer-open":  # two jacks end the round (DO-R4.a)
        won[[count_jacks(each.bank) > 1 for each in settled]] = 0
    return [RESULTS[each] for each in won]


def _tile_standings(way: str, hands: list[tuple[Any, ...]]) -> tuple[Any, Any]:
    table = tile_table()
    chosen = table.start[:-1] + tile_house_settings(tile_house_way(way))
    rows = chosen[[table.number[tuple(sorted(tile.kind - 1 for tile in hand))] for hand in hands]]
    return table.high[rows], table.low[rows]


def check(standard: str, rounds: int) -> int:
    """Compare every wager; return how many there were."""
    settled = list(settled_rounds(standard, rounds))
    for at_table, by_arrays in zip(settled, by_kernel(standard, settled), strict=True):
        if at_table.result is not by_arrays:
            sys.exit(f"{standard}: {at_table} is a {by_arrays} by the kernels")
    return len(settled)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    for standard in STANDARDS:
        print(f"{standard}: {check(standard, rounds):,} wagers of {rounds:,} rounds settled alike", flush=True)


if __name__ == "__main__":
    main()
