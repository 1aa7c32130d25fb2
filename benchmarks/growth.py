"""How far one house can grow, and what a house of any size needs: `python -m benchmarks.growth [--seats 1000000]`.

One shard is simulated: tables whose rounds consist of bookings (a command with its events, one transaction), cores that
carry them out one after the other, and a disk that makes each durable. Tables are added until the 99th percentile of
the time from a person's command to its acknowledgement passes the limit, or a core or the disk is busy all the time.
The rest is arithmetic. What a booking costs comes from `python -m benchmarks.unit_costs` on the machine in question;
the defaults are what `docs/reference/scale.md` says of ours.
"""

import argparse
import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

DAY = 86_400


@dataclass(frozen=True, slots=True)
class Costs:
    """What one round costs, measured."""

    milliseconds: float
    """Processor time of a round, database included, pages that are drawn for people too."""
    kilobytes: float
    """What a round adds to the database for good."""
    bookings: int
    """Transactions in a round."""
    seconds: float
    """How long a round lasts at this pace."""
    sync: float
    """Milliseconds that the disk takes to make one transaction durable; several may share it."""


@dataclass(slots=True)
class Disk:
    """Makes what is written durable, one turn after the other; whatever is written during a turn shares the next."""

    sync: float
    ends: float = 0.0
    asked: bool = False

    def durable(self, written: float) -> float:
        """Return when something written now is durable."""
        if self.asked and written >= self.ends:
            self.ends, self.asked = self.ends + self.sync, False
        if written >= self.ends:
            self.ends = written + self.sync
            return self.ends
        self.asked = True
        return self.ends + self.sync


@dataclass(frozen=True, slots=True)
class Shard:
    cores: int
    costs: Costs
    limit: float = 0.150
    span: float = 60.0
    """Seconds of play that are simulated."""

    def p99(self, tables: int, seed: int = 1) -> float:
        """Return the 99th percentile of seconds from command to acknowledgement with so many tables."""
        chance = random.Random(seed)
        free = [0.0] * self.cores
        each = self.costs.milliseconds / self.costs.bookings / 1000
        waited, disk = [], Disk(self.costs.sync / 1000)
        for arrives in self._bookings(tables, chance):
            begins = max(arrives, heapq.heappop(free))
            done = begins + chance.expovariate(1 / each)
            heapq.heappush(free, done)
            waited.append(disk.durable(done) - arrives)
        waited.sort()
        return waited[int(len(waited) * 0.99)]

    def _bookings(self, tables: int, chance: random.Random) -> Iterator[float]:
        """Yield when bookings arrive: each table's at random moments of its rounds."""
        rate = tables * self.costs.bookings / self.costs.seconds
        now = 0.0
        while now < self.span:
            now += chance.expovariate(rate)
            yield now

    @property
    def bound(self) -> int:
        """Return how many tables would keep all cores busy all the time."""
        return int(self.cores * 1000 * self.costs.seconds / self.costs.milliseconds)

    def most(self) -> int:
        """Return the most tables whose commands are acknowledged in time."""
        least, most = 1, self.bound
        while least < most:
            tables = (least + most + 1) // 2
            least, most = (tables, most) if self.p99(tables) <= self.limit else (least, tables - 1)
        return least


def house(shard: Shard, seats: int, seats_per_table: int) -> dict[str, float]:
    """Return what so many seats need in all."""
    costs, tables = shard.costs, ceil(seats / seats_per_table)
    per_shard = shard.most()
    shards = ceil(tables / per_shard)
    rounds = tables / costs.seconds
    return {
        "tables": tables,
        "tables per shard": per_shard,
        "shards": shards,
        "cores": shards * shard.cores,
        "rounds a second": round(rounds),
        "transactions a second on each shard": round(per_shard * costs.bookings / costs.seconds),
        "gigabytes a day": round(rounds * DAY * costs.kilobytes / 1e6),
        "gigabytes a day on each shard": round(rounds / shards * DAY * costs.kilobytes / 1e6, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=1_000_000)
    parser.add_argument("--seats-per-table", type=int, default=6)
    parser.add_argument("--cores", type=int, default=2, help="of each shard, database included")
    parser.add_argument("--milliseconds", type=float, default=8.5, help="processor time to play a round")
    parser.add_argument(
        "--people", type=int, default=2, help="people with an open page at a table; the others are bots"
    )
    parser.add_argument("--drawings", type=int, default=22, help="drawings of the page in a round for each of them")
    parser.add_argument("--drawing", type=float, default=5.9, help="milliseconds of processor time of a drawing")
    parser.add_argument("--kilobytes", type=float, default=29.0, help="what a round adds to the database")
    parser.add_argument("--bookings", type=int, default=22, help="transactions in a round")
    parser.add_argument("--seconds", type=float, default=45.0, help="length of a round at this pace")
    parser.add_argument("--sync", type=float, default=1.0, help="milliseconds that a commit takes on this disk")
    asked = parser.parse_args()
    drawn = asked.people * asked.drawings * asked.drawing
    costs = Costs(asked.milliseconds + drawn, asked.kilobytes, asked.bookings, asked.seconds, asked.sync)
    shard = Shard(asked.cores, costs)
    most = shard.most()
    print(f"one shard of {asked.cores} cores: {most:,} tables, p99 {shard.p99(most) * 1000:.0f} ms; ", end="")
    print(f"its cores would be busy all the time with {shard.bound:,}")
    for share in (0.5, 0.8, 0.9, 0.95):
        tables = int(shard.bound * share)
        print(f"  {share:.0%} busy: {tables:,} tables, p99 {shard.p99(tables) * 1000:.0f} ms")
    for name, figure in house(shard, asked.seats, asked.seats_per_table).items():
        print(f"{name}: {figure:,}")


if __name__ == "__main__":
    main()
