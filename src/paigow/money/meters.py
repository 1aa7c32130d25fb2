"""Progressive meters: contributions, awards and resets, to the last cent."""

from dataclasses import dataclass, replace
from functools import lru_cache

from paigow.errors import SubmissionError
from paigow.money.cents import Cents, MoneyError, format_cents, require_amount
from paigow.money.ledger import CAGE, INVENTORY, Account, Movement, Transfer, transfer
from paigow.money.odds import ShareOfMeter

BASIS = 10_000
"""The denominator of rates, which are in basis points (hundredths of a percent); remainders are carried in
ten-thousandths of a cent.
"""


@lru_cache(maxsize=256)
def _account(kind: str, meter: str) -> Account:
    return Account(f"{kind}:{meter}")


@dataclass(frozen=True, slots=True)
class MeterRules:
    """The Rules Submission's statements about one meter (MDP-13.E.6, MDP-13.E.7.a)."""

    name: str
    initial: Cents
    reset: Cents
    rate: int
    reserve_rate: int = 0
    ceiling: Cents | None = None

    def __post_init__(self) -> None:
        Account(f"meter:{self.name}")
        for cents, what in ((self.initial, "initial"), (self.reset, "reset")):
            require_amount(cents, f"the {what} amount of the {self.name} meter")
            if self.ceiling is not None and cents > self.ceiling:
                raise SubmissionError(
                    f"the {what} amount {format_cents(cents)} of the {self.name} meter is above its ceiling "
                    f"{format_cents(self.ceiling)}"
                )
        rates = (self.rate, self.reserve_rate)
        if any(type(rate) is not int or rate < 0 for rate in rates) or sum(rates) > BASIS:
            raise SubmissionError(
                f"rates of {self.rate} and {self.reserve_rate} basis points on the {self.name} meter; "
                f"each must be a whole number from 0, together at most {BASIS}",
                "MDP-13.E.6",
            )


@dataclass(frozen=True, slots=True)
class Contribution:
    """The amounts moved by one wager, in whole cents; the remainders before and after are on the meter itself."""

    meter: str
    wager: Cents
    to_display: Cents
    to_reserve: Cents
    to_overflow: Cents

    def transfers(self, clause: str = "MDP-13.E.6") -> tuple[Transfer, ...]:
        """Return the transfers from the inventory, where the wager's chips are (MDP-8.C.4).

        A reversal has negative amounts and flows back.
        """
        parts = (("meter", self.to_display), ("reserve", self.to_reserve), ("overflow", self.to_overflow))
        moves = []
        for kind, cents in parts:
            account = _account(kind, self.meter)
            if cents > 0:
                moves.append(transfer(INVENTORY, account, cents, Movement.CONTRIBUTION, clause))
            elif cents < 0:
                moves.append(transfer(account, INVENTORY, -cents, Movement.CONTRIBUTION_REVERSED, clause))
        return tuple(moves)


@dataclass(frozen=True, slots=True)
class Award:
    """The amount a winner takes from the meter and, after a win of the whole meter, the amounts that reset it."""

    meter: str
    amount: Cents
    reset_from_reserve: Cents = 0
    reset_from_house: Cents = 0
    from_overflow: Cents = 0

    def transfers(self, winner: Account, clause: str = "MDP-13.F") -> tuple[Transfer, ...]:
        """Return the transfers of a win. A share of a meter is never paid from the table inventory (MDP-11.H.6.b.v)."""
        meter, reserve, overflow = (_account(kind, self.meter) for kind in ("meter", "reserve", "overflow"))
        moves = (
            (meter, winner, self.amount, Movement.METER_AWARD, clause),
            (reserve, meter, self.reset_from_reserve, Movement.RESET_FROM_RESERVE, "MDP-13.E.7.a"),
            (CAGE, meter, self.reset_from_house, Movement.RESET_BY_HOUSE, "MDP-13.E.7.a"),
            (overflow, meter, self.from_overflow, Movement.OVERFLOW, "MDP-13.E.7.a"),
        )
        return tuple(transfer(*move) for move in moves if move[2])


@dataclass(frozen=True, slots=True)
class Meter:
    """One level of a progressive, with the six figures New Jersey requires: in, display, hits, wins, overflow, reserve.

    At all times, in whole cents: initial + contributed + reset_by_house = display + reserve + overflow + wins. All
    wagers ever taken times the rates are exactly what was contributed plus what is carried.
    """

    rules: MeterRules
    display: Cents
    contributed: Cents = 0
    hits: int = 0
    wins: Cents = 0
    overflow: Cents = 0
    reserve: Cents = 0
    reset_by_house: Cents = 0
    carry: int = 0
    reserve_carry: int = 0
    pending: MeterRules | None = None

    @classmethod
    def opened(cls, rules: MeterRules) -> "Meter":
        """Return the meter at its initial amount (MDP-13.E.7.a); `opening_transfers` says who paid it in."""
        return cls(rules, rules.initial)

    def opening_transfers(self) -> tuple[Transfer, ...]:
        account = _account("meter", self.rules.name)
        amount = self.rules.initial
        return (transfer(CAGE, account, amount, Movement.INITIAL_AMOUNT, "MDP-13.E.7.a"),) if amount else ()

    def contribute(self, wager: Cents) -> tuple["Meter", Contribution]:
        """Add the wager's share at the rate of progression (MDP-13.E.6); above the ceiling it goes to the overflow."""
        require_amount(wager, "the progressive wager")
        added, carry = divmod(wager * self.rules.rate + self.carry, BASIS)
        to_reserve, reserve_carry = divmod(wager * self.rules.reserve_rate + self.reserve_carry, BASIS)
        room = added if self.rules.ceiling is None else max(0, self.rules.ceiling - self.display)
        to_display = min(added, room)
        move = Contribution(self.rules.name, wager, to_display, to_reserve, added - to_display)
        return self._moved(move, carry, reserve_carry), move

    def reverse(self, wager: Cents) -> tuple["Meter", Contribution]:
        """Undo the contribution of a wager that is refunded because its round is void, first from the overflow.

        This documented correction is the only way a meter falls without paying. It is exact regardless of what was
        added in between, as long as the rates are those at which the wager was taken: they change only when the whole
        meter is won.
        """
        require_amount(wager, "the progressive wager")
        taken, carry = divmod(self.carry - wager * self.rules.rate, BASIS)
        to_reserve, reserve_carry = divmod(self.reserve_carry - wager * self.rules.reserve_rate, BASIS)
        to_overflow = max(taken, -self.overflow)
        move = Contribution(self.rules.name, wager, taken - to_overflow, to_reserve, to_overflow)
        meter = self._moved(move, carry, reserve_carry)
        if min(meter.display, meter.reserve, meter.contributed) < 0:
            raise MoneyError(
                f"the {self.rules.name} meter never took a wager of {format_cents(wager)} that it still has"
            )
        return meter, move

    def _moved(self, move: Contribution, carry: int, reserve_carry: int) -> "Meter":
        return Meter(  # every wager moves a meter, and naming its fields takes a quarter of the time of `replace`
            rules=self.rules,
            display=self.display + move.to_display,
            contributed=self.contributed + move.to_display + move.to_reserve + move.to_overflow,
            hits=self.hits,
            wins=self.wins,
            overflow=self.overflow + move.to_overflow,
            reserve=self.reserve + move.to_reserve,
            reset_by_house=self.reset_by_house,
            carry=carry,
            reserve_carry=reserve_carry,
            pending=self.pending,
        )

    def award(self, share: ShareOfMeter) -> tuple["Meter", Award]:
        """Pay a winner, in turn, the amount that the meter shows at that moment (MDP-13.E.8, MDP-13.F).

        After a part, the meter continues from the rest. After the whole, the meter resets, from the reserve as far as
        it goes and then at the house's expense, and the overflow is added up to the ceiling.
        """
        amount = share.of(self.display)
        if share.percent < 100:
            display = self.display - amount
            return replace(self, display=display, hits=self.hits + 1, wins=self.wins + amount), Award(
                self.rules.name, amount
            )
        rules = self.pending or self.rules
        from_reserve = min(self.reserve, rules.reset)
        from_house = rules.reset - from_reserve
        from_overflow = self.overflow if rules.ceiling is None else min(self.overflow, rules.ceiling - rules.reset)
        meter = replace(
            self,
            rules=rules,
            display=rules.reset + from_overflow,
            hits=self.hits + 1,
            wins=self.wins + amount,
            overflow=self.overflow - from_overflow,
            reserve=self.reserve - from_reserve,
            reset_by_house=self.reset_by_house + from_house,
            pending=None,
        )
        return meter, Award(self.rules.name, amount, from_reserve, from_house, from_overflow)

    def amend(self, rules: MeterRules) -> "Meter":
        """Change the rates and amounts.

        They take effect at the next win of the whole meter; a ceiling may not be below the amount shown.
        """
        if rules.name != self.rules.name:
            raise SubmissionError(f"the {self.rules.name} meter cannot be amended into the {rules.name} meter")
        if rules.ceiling is not None and rules.ceiling < self.display:
            raise SubmissionError(
                f"the ceiling {format_cents(rules.ceiling)} is below the {format_cents(self.display)} shown "
                f"on the {rules.name} meter"
            )
        return replace(self, pending=None if rules == self.rules else rules)
