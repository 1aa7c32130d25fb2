"""Tables that run by themselves: people act or do not, bots play, and every cent and event is kept."""

import uuid
from dataclasses import replace

import pytest
from django.utils import timezone

from paigow.rules import STANDARDS, load_submission
from paigow.table import Phase, legal_commands
from paigow.table.floor.conduct import ComeBack
from paigow.table.steps.banking import AcceptBank, waiting
from paigow.table.steps.seating import BuyIn, SitDown
from paigow.table.steps.wagers import PlaceWager
from paigow.web.people import wallet
from paigow.web.people.models import User
from paigow.web.service import tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk
from paigow.web.store import journal
from paigow.web.store.models import Checkpoint, LedgerEntry, StoredEvent, StoredRound, Table

AT_ONCE = Pace(between=0, offer=0, cut=0, bet=0, quiet=0, seeds=0, choose=0, set=0, surrender=0, step=0, bot=0)

pytestmark = pytest.mark.django_db(transaction=True)


def sit(slug: str, name: str, chips: int = 100_000) -> None:
    User.objects.create_user(name, password="correct horse battery")
    state = tables.state_of(slug)
    place = next(p for p in state.game.seats if state.at(p) is None)
    for command in (SitDown(player=name, position=place, seed=f"seed-{name}"), BuyIn(player=name, amount=chips)):
        tables.submit(slug, command, person=name, key=str(uuid.uuid4()))


def run(desk: Desk, slug: str, until: int, most: int = 4000) -> None:
    for _ in range(most):
        if tables.state_of(slug).rounds >= until and tables.state_of(slug).round is None:
            return
        desk.deal_due(timezone.now())
        state = tables.state_of(slug)
        if state.round is None and state.players["ann"].away:
            tables.submit(slug, ComeBack(player="ann"), person="ann", key=f"back-{state.rounds}")
        if state.phase is Phase.BETTING and "ann" in state.players:
            position = state.players["ann"].position or 0
            for offer in legal_commands(state, "ann"):
                command = offer.command
                if isinstance(command, PlaceWager) and command.kind == "main" and command.position == position:
                    tables.submit(slug, command, person="ann", key=f"wager-{state.rounds}")
                    break
    state = tables.state_of(slug)
    raise AssertionError(f"round {until} was not reached: {state.rounds} {state.phase} {state.sequence}")


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_table_deals_rounds_with_bots_and_somebody_who_never_sets(standard: str) -> None:
    tables.open_table(
        "t", load_submission(standard), "op", pace=AT_ONCE, bots={"bot-a": "house-way", "bot-b": "best-low"}
    )
    desk = Desk("here")
    desk.beat(timezone.now())
    for _ in range(8):
        desk.deal_due(timezone.now())
    sit("t", "ann")
    run(desk, "t", 5)
    table = Table.objects.get(slug="t")
    state = tables.state_of("t")
    assert state.sequence == table.sequence == StoredEvent.objects.count()
    assert StoredRound.objects.exclude(seed="").count() == 5 == Checkpoint.objects.count()
    tables.CACHE.clear()
    assert tables.state_of("t") == state == journal.catch_up(table, journal.empty_state(table))
    for account, cents in state.ledger.items():
        last = LedgerEntry.objects.filter(debit=account).last(), LedgerEntry.objects.filter(credit=account).last()
        held = max(
            ((e.number, e.line, e.debit_balance if e.debit == account else e.credit_balance) for e in last if e),
        )
        assert held[2] == cents, account
    assert wallet.balance(User.objects.get(username="ann")) == wallet.GRANT - 100_000
    assert list(wallet.faults()) == []


@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker"])
def test_somebody_alone_at_a_table_banks_against_the_dealer(standard: str) -> None:
    tables.open_table("t", load_submission(standard), "op", pace=replace(AT_ONCE, offer=60))
    desk = Desk("here")
    desk.beat(timezone.now())
    for _ in range(8):
        desk.deal_due(timezone.now())
    sit("t", "ann")
    run(desk, "t", 1)
    if tables.state_of("t").players["ann"].away:
        tables.submit("t", ComeBack(player="ann"), person="ann", key="back")
    for _ in range(50):
        state = tables.state_of("t")
        if state.round is not None and waiting(state) == ("ann",):
            break
        desk.deal_due(timezone.now())
    tables.submit("t", AcceptBank(player="ann"), person="ann", key="bank")
    for _ in range(200):
        if tables.state_of("t").round is None:
            break
        desk.deal_due(timezone.now())
    dealt = StoredRound.objects.get(number=2)
    assert (dealt.void, bool(dealt.seed)) == ("", True)
    assert StoredEvent.objects.filter(kind="DealerHandCompared").count() == 1
