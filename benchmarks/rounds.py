"""Full rounds per second with six seats, next to PokerKit playing a six-handed hand, and the cost as seats grow.

A round includes everything: commitment, bank, mix, wagers, dice, deal, setting the house way, exposure, double-entry
settlement and reveal, each step an event with its clause. PokerKit plays no-limit hold'em with everything automated;
six players call to the showdown. Both use one core. Times are processor time, so other work on the machine does not
matter; the two alternate, and the best of several turns counts.

    python -m benchmarks.rounds [--turns 5] [--rounds 200]
"""

import argparse
import warnings
from collections.abc import Callable
from time import process_time

from paigow.bots import Bot
from paigow.rules import STANDARDS, load_submission
from paigow.table import game_of
from paigow.table.driver import TableDriver, new_table

SEATS = 6
TIMES_POKERKIT = 2
"""Goal: at least this many rounds in the time PokerKit takes for a hand."""
ROUNDS_PER_SECOND = 1_000
"""Goal: at least this many rounds per second and core, in every game."""


def table(standard: str, seats: int) -> TableDriver:
    """Return a table with bots that wager, bank and set their hands the house way."""
    names = [f"player-{n}" for n in range(1, seats + 1)]
    bots = {name: Bot(name, "house-way", "bench") for name in names}
    driver = TableDriver(new_table(game_of(load_submission(standard))), bots, "bench")
    driver.open_table(100_000_000)
    return driver


def pokerkit_hand() -> None:
    """Play a hand in which six players see every street to the showdown."""
    from pokerkit import Automation, NoLimitTexasHoldem

    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, (200,) * SEATS, SEATS)
    while state.status:
        state.check_or_call()


def seconds(play: Callable[[], None], times: int) -> float:
    """Return the average processor time of one call, over this many calls."""
    start = process_time()
    for _ in range(times):
        play()
    return (process_time() - start) / times


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.rounds", description="Rounds per second next to PokerKit.")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=200)
    chosen = parser.parse_args(arguments)
    warnings.simplefilter("ignore")  # PokerKit warns about cards it deals itself

    tables = {standard: table(standard, SEATS) for standard in STANDARDS}
    players: dict[str, Callable[[], None]] = {name: driver.play_round for name, driver in tables.items()}
    players["PokerKit"] = pokerkit_hand
    best = dict.fromkeys(players, float("inf"))
    for play in players.values():
        seconds(play, 5)
    for _ in range(chosen.turns):
        for name, play in players.items():
            best[name] = min(best[name], seconds(play, chosen.rounds))

    print(f"Full rounds with {SEATS} seats, one core")
    for name, each in best.items():
        print(f"  {name:<15} {1 / each:8,.0f} a second  {each * 1000:6.2f} ms", end="")
        if name != "PokerKit":
            ratio = best["PokerKit"] / each
            print(f"  goal {ROUNDS_PER_SECOND:,}: {_said(1 / each >= ROUNDS_PER_SECOND):<7}", end="")
            print(f"  {ratio:5.2f} times PokerKit, goal {TIMES_POKERKIT}: {_said(ratio >= TIMES_POKERKIT)}", end="")
        print()

    print("What a round costs as seats grow (milliseconds)")
    most = max(len(driver.state.game.seats) for driver in tables.values())
    print("  seats          " + "".join(f"{seats:>8}" for seats in range(1, most + 1)))
    for standard in STANDARDS:
        places = len(tables[standard].state.game.seats)
        costs = []
        for seats in range(1, places + 1):
            play = table(standard, seats).play_round
            seconds(play, 5)
            costs.append(min(seconds(play, chosen.rounds) for _ in range(max(1, chosen.turns // 2))))
        print(f"  {standard:<15}" + "".join(f"{cost * 1000:8.2f}" for cost in costs))


def _said(holds: bool) -> str:
    return "met" if holds else "not met"


if __name__ == "__main__":
    main()
