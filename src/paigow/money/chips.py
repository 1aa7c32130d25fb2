"""A table's value chips, and the amounts that can be paid in them exactly."""

from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from paigow.money.cents import Cents, MoneyError, format_cents, require_amount


@lru_cache(maxsize=64)
def _least_by_remainder(values: tuple[Cents, ...]) -> dict[int, Cents]:
    """Return, for each remainder modulo the smallest chip, the smallest payable sum.

    Every larger sum with that remainder is payable too.
    """
    least: dict[int, Cents] = {}
    waiting = [0]
    while waiting:
        total = heappop(waiting)
        if total % values[0] not in least:
            least[total % values[0]] = total
            for value in values[1:]:
                heappush(waiting, total + value)
    return least


def _payable(amount: Cents, values: tuple[Cents, ...]) -> bool:
    return _least_by_remainder(values).get(amount % values[0], amount + 1) <= amount if values else amount == 0


@dataclass(frozen=True, slots=True)
class Chips:
    """Denominations in cents, in ascending order. The supply of each is unlimited."""

    values: tuple[Cents, ...]

    def __post_init__(self) -> None:
        if not self.values or any(type(value) is not int or value < 1 for value in self.values):
            raise MoneyError(f"chips of {self.values!r} cents: at least one value, each a whole number of cents")
        object.__setattr__(self, "values", tuple(sorted(set(self.values))))

    @property
    def no_gap_from(self) -> Cents:
        """Return the sum from which on every multiple of the greatest common divisor can be paid."""
        return max(_least_by_remainder(self.values).values())

    def can_pay(self, amount: Cents) -> bool:
        """Return whether some chips add up to exactly this amount."""
        return _payable(require_amount(amount, "the amount"), self.values)

    def stack(self, amount: Cents) -> tuple[tuple[Cents, int], ...]:
        """Return chips that make up the amount, as (value, number), largest first, preferring large chips."""
        if not self.can_pay(amount):
            raise MoneyError(f"{format_cents(amount)} cannot be made up of chips of {self}")
        counted = []
        for place in reversed(range(len(self.values))):
            value = self.values[place]
            number = amount // value
            while not _payable(amount - number * value, self.values[:place]):
                number -= 1
            if number:
                counted.append((value, number))
                amount -= number * value
        return tuple(counted)

    def __str__(self) -> str:
        return ", ".join(format_cents(value) for value in self.values)
