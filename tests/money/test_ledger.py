"""Nothing is made, nothing is lost, no rack goes below zero."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from paigow.errors import NotationError
from paigow.money import (
    BANKER_AREA,
    CAGE,
    CENTRE,
    COMMISSION,
    INVENTORY,
    LOSING_AREA,
    Account,
    Ledger,
    LedgerError,
    Movement,
    Transfer,
    bet,
    rack,
)

ACCOUNTS = [
    CAGE,
    INVENTORY,
    CENTRE,
    BANKER_AREA,
    LOSING_AREA,
    COMMISSION,
    rack("alice"),
    rack("bob"),
    bet(3, "main", "alice"),
    bet(3, "main", "bob"),
    bet(4, "fortune", "alice"),
    Account("meter:major"),
    Account("reserve:major"),
    Account("overflow:major"),
]


def buy_in(player: str, amount: int) -> tuple[Transfer, ...]:
    return (Transfer(CAGE, rack(player), amount, Movement.BUY_IN),)


def cash_out(player: str, amount: int) -> tuple[Transfer, ...]:
    return (Transfer(rack(player), CAGE, amount, Movement.CASH_OUT),)


def colour_up(player: str, amount: int) -> tuple[Transfer, ...]:
    """Chips changed for others of the same worth: over the inventory and back."""
    return (
        Transfer(rack(player), INVENTORY, amount, Movement.CHANGE_IN),
        Transfer(INVENTORY, rack(player), amount, Movement.CHANGE_OUT),
    )


def fill(amount: int) -> tuple[Transfer, ...]:
    """Chips from the cage into the inventory."""
    return (Transfer(CAGE, INVENTORY, amount, Movement.FILL),)


def total(ledger: Ledger) -> int:
    return sum(balance for _, balance in ledger.items())


class Movements(RuleBasedStateMachine):
    """Any transfers in any order: a refused batch changes nothing, an accepted one moves exactly what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.model = dict.fromkeys(ACCOUNTS, 0)

    @rule(
        moves=st.lists(
            st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(1, 1000)).filter(
                lambda move: move[0] != move[1]
            ),
            max_size=6,
        )
    )
    def move(self, moves: list[tuple[Account, Account, int]]) -> None:
        model, allowed = dict(self.model), True
        for debit, credit, amount in moves:
            model[debit] -= amount
            model[credit] += amount
            allowed &= model[debit] >= 0 or debit in (CAGE, INVENTORY)
        transfers = [Transfer(debit, credit, amount, Movement.WAGER) for debit, credit, amount in moves]
        before, balances = self.ledger, self.ledger.items()
        if allowed:
            self.ledger, self.model = before.apply(transfers), model
        else:
            with pytest.raises(LedgerError, match="too little for"):
                before.apply(transfers)
        assert before.items() == balances

    @invariant()
    def conserved(self) -> None:
        assert total(self.ledger) == 0
        assert {name: cents for name, cents in self.model.items() if cents} == dict(self.ledger.items())
        assert all(self.ledger[account] == cents for account, cents in self.model.items())
        assert all(cents > 0 for name, cents in self.ledger.items() if name not in (CAGE, INVENTORY))


TestMovements = Movements.TestCase


def test_a_player_comes_plays_and_goes() -> None:
    ledger = Ledger(fill(1_000_000)).apply(buy_in("alice", 10_000))
    assert ledger[rack("alice")] == 10_000
    wager = bet(1, "main", "alice")
    ledger = ledger.apply((Transfer(rack("alice"), wager, 2_000, Movement.WAGER, "MDT-5.A"),))
    won = (
        Transfer(INVENTORY, rack("alice"), 2_000, Movement.WIN, "MDT-8.K"),
        Transfer(rack("alice"), COMMISSION, 100, Movement.VIGORISH, "MDT-8.K.2"),
        Transfer(wager, rack("alice"), 2_000, Movement.WAGER_RETURNED),
    )
    ledger = ledger.apply(won).apply(colour_up("alice", 10_000)).apply(cash_out("alice", 11_900))
    assert ledger.items() == [("cage", -998_100), ("commission", 100), ("inventory", 998_000)]


def test_a_rack_is_never_negative_not_even_for_a_moment() -> None:
    ledger = Ledger(buy_in("alice", 100))
    early = (
        Transfer(rack("alice"), CENTRE, 150, Movement.BANK_SHORTFALL, "MDT-9.P.5"),
        Transfer(INVENTORY, rack("alice"), 500, Movement.WIN),
    )
    with pytest.raises(LedgerError, match=r"rack:alice has \$1.00, too little for \$1.50: the bank") as refusal:
        ledger.apply(early)
    assert refusal.value.clause == "MDT-9.P.5"
    assert ledger.apply(reversed(early))[rack("alice")] == 450


@pytest.mark.parametrize("amount", [0, -5, 1.5, True, None])
def test_transfers_move_whole_cents_above_zero(amount: int) -> None:
    with pytest.raises(LedgerError, match="whole number above zero"):
        Transfer(CAGE, INVENTORY, amount, Movement.FILL)


def test_a_transfer_goes_somewhere_else() -> None:
    with pytest.raises(LedgerError, match="to itself"):
        Transfer(CAGE, CAGE, 1, Movement.FILL)


def test_a_transfer_prints() -> None:
    transfer = Transfer(rack("alice"), bet(2, "main", "alice"), 1250, Movement.WAGER, "MDT-5.A")
    assert str(transfer) == "$12.50 rack:alice -> bet:2:main:alice: wager [MDT-5.A]"
    assert eval(repr(transfer)) == transfer
    assert str(Transfer(CAGE, INVENTORY, 5, Movement.FILL)) == "$0.05 cage -> inventory: fill"


@pytest.mark.parametrize("account", ACCOUNTS)
def test_accounts_print_and_parse_back(account: Account) -> None:
    assert eval(repr(account)) == Account(str(account)) == account
    assert account.kind == str(account).split(":")[0]


def test_the_parts_of_an_account() -> None:
    wager = bet(3, "main", "alice")
    assert (wager.kind, wager.part("position"), wager.part("wager"), wager.part("player")) == (
        "bet",
        "3",
        "main",
        "alice",
    )
    assert Account("meter:major").part("meter") == "major"
    assert CAGE.part("player") == ""


@pytest.mark.parametrize(
    "name",
    ["", "rack", "rack:", "rack:a:b", "rack:a b", "pocket:alice", "bet:3:main", "cage:1", "Rack:a", "rack:" + "a" * 65],
)
def test_what_is_no_account_is_refused(name: str) -> None:
    with pytest.raises(
        NotationError, match="is not an account: the accounts are rack:PLAYER, bet:POSITION:WAGER:PLAYER"
    ):
        Account(name)


@given(st.lists(st.sampled_from(ACCOUNTS[6:8]), min_size=1, max_size=8))
def test_ledgers_are_values(order: list[Account]) -> None:
    """The same balances are equal ledgers however they came about."""
    one = Ledger(Transfer(CAGE, account, 10, Movement.BUY_IN) for account in order)
    other = Ledger(Transfer(CAGE, account, 10, Movement.BUY_IN) for account in reversed(order))
    other = other.apply(fill(7)).apply((Transfer(INVENTORY, CAGE, 7, Movement.FILL),))
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != Ledger()
    assert repr(Ledger(fill(500))) == "<Ledger cage -$5.00, inventory $5.00>"


def test_a_ledger_that_does_not_add_up_is_noticed() -> None:
    """Should anything ever reach in and change a balance, the next movement stops the table."""
    ledger = Ledger(fill(500))
    ledger._balances[INVENTORY] += 1
    with pytest.raises(LedgerError, match=r"the accounts add up to \$0.01 instead of nothing"):
        ledger.apply(buy_in("alice", 100))
