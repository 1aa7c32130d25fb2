"""Dividing a sum that does not divide evenly."""

from dataclasses import dataclass

from paigow.money.cents import Cents, MoneyError, require_amount


@dataclass(frozen=True, slots=True)
class Halves:
    """The house's and the co-bank's halves of one sum."""

    house: Cents
    co_bank: Cents


def halves(amount: Cents, unit: Cents = 1) -> Halves:
    """Halve a sum; the house receives the odd unit of a surplus and pays the odd unit of a deficit.

    See MDT-9.S.5, MDT-9.S.6, MDP-12.L.2 and MDP-12.L.3.a for a deficit; MDT-9.S.8 and MDP-12.L.3.c for a surplus; and
    NZ-11.3.j and NZ-11.3.l.s2, where the odd chip goes to the house and `unit` is the smallest chip.
    """
    if type(unit) is not int or unit < 1:
        raise MoneyError(f"the smallest unit is {unit!r}; it must be a whole number of cents, one or more")
    co_bank = require_amount(amount, "the sum to divide") // (2 * unit) * unit
    return Halves(house=amount - co_bank, co_bank=co_bank)


def pro_rata(amount: Cents, stakes: tuple[Cents, ...]) -> tuple[Cents, ...]:
    """Divide in proportion to stakes, to the cent (NZ-5.5).

    Exact shares stay exact; leftover cents go one each to the largest remainders, then to the larger stake, then to the
    first.
    """
    whole = sum(require_amount(stake, "a stake") for stake in stakes)
    if not whole:
        raise MoneyError("nothing is staked, so nothing can be shared in proportion to stakes", "NZ-5.5")
    parts = [divmod(require_amount(amount, "the sum to divide") * stake, whole) for stake in stakes]
    shares = [share for share, _ in parts]
    order = sorted(range(len(stakes)), key=lambda index: (-parts[index][1], -stakes[index], index))
    for index in order[: amount - sum(shares)]:
        shares[index] += 1
    return tuple(shares)
