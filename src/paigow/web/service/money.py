"""Chips bought and cashed in at a table, moved through a person's play-money wallet: both sides in one transaction.

A bot plays with the house's chips, which only the table's own ledger tracks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction

from paigow.errors import PaigowError
from paigow.money import CAGE, Movement, Transfer
from paigow.money.ledger import STAKE_RETURNS
from paigow.table import Command, Event, Offer, TableState
from paigow.table.boxes.staking import StakeBank
from paigow.table.steps.banking import AcceptBank
from paigow.table.steps.seating import BuyIn, SitDown, StandBehind
from paigow.table.steps.wagers import CallWager, DeclareWager, PlaceWager
from paigow.web.fast.statements import TEXT, Statement, row_of
from paigow.web.people import wallet
from paigow.web.people.events import Kind, note
from paigow.web.people.models import User
from paigow.web.service.attendance import is_bot
from paigow.web.store.models import Table

LARGE = 10_000_00
"""The amount, in cents, at or above which a wager or a win is a significant event."""
OWN = STAKE_RETURNS | {Movement.CHANGE_OUT}
"""Reasons for which a person's own chips return to the rack."""
STAKING = (AcceptBank, CallWager, DeclareWager, PlaceWager, SitDown, StakeBank, StandBehind)


NAMED = ("id", "username", "is_active")
_NAMED = Statement(lambda name: User.objects.filter(username=name).values_list(*NAMED), TEXT)


def require_may(command: Command, at: datetime) -> None:
    """Refuse seats and wagers to people who have excluded themselves or reached their own time limit."""
    if isinstance(command, STAKING) and not is_bot(command.player):
        for about in _NAMED(command.player):
            wallet.require_may_play(row_of(User, NAMED, about), at)


def within_means(person: User, offers: Iterable[Offer], at: datetime) -> Iterator[Offer]:
    """Yield the offers that the wallet and limits also allow, with amounts reduced accordingly."""
    try:
        wallet.require_may_play(person, at)
        most = wallet.most_to_buy(person, wallet.balance(person), at)
        may = True
    except PaigowError:
        may, most = False, 0
    for offer in offers:
        if isinstance(offer.command, BuyIn):
            amounts = offer.amounts or range(1)
            if most >= amounts.start:
                yield replace(offer, amounts=range(amounts.start, min(amounts.stop, most + 1), amounts.step))
        elif may or not isinstance(offer.command, STAKING):
            yield offer


def move(table: Table, before: TableState, events: tuple[Event, ...], at: datetime) -> None:
    """Move a person's purchases and cash-outs through the wallet. Large amounts are logged."""
    large = []
    for number, event in enumerate(events, start=before.sequence + 1):
        for transfer in event.transfers:
            if transfer.amount >= LARGE:
                large.append((number, transfer))
            player = _carried_by(transfer)
            if not player or is_bot(player):
                continue
            if transfer.debit == CAGE:
                wallet.pay_in(_person(player), transfer.amount, table.slug, number, at)
            else:
                wallet.pay_out(_person(player), transfer.amount, table.slug, number, at)
    for number, transfer in large:
        transaction.on_commit(partial(_note_large, table.slug, number, transfer), robust=True)


def _note_large(slug: str, number: int, transfer: Transfer) -> None:
    """Log large amounts after the commit, so that no table waits for the house's log (gaming standards L2).

    The amounts considered are stakes from a person's rack, and anything paid into it except returned stakes.
    """
    staked = transfer.debit.kind == "rack" and transfer.credit.kind == "bet"
    won = transfer.credit.kind == "rack" and transfer.debit.kind not in ("bet", "cage") and transfer.kind not in OWN
    player = (transfer.debit if staked else transfer.credit).part("player") if staked or won else ""
    if player and not is_bot(player):
        about = {"table": slug, "event": number, "cents": transfer.amount, "reason": str(transfer.reason)}
        note(Kind.LARGE_WAGER if staked else Kind.LARGE_WIN, player, about)


def _carried_by(transfer: Transfer) -> str:
    if CAGE not in (transfer.debit, transfer.credit):
        return ""
    other = transfer.credit if transfer.debit == CAGE else transfer.debit
    return other.part("player") if other.kind == "rack" else ""


def _person(name: str) -> User:
    return User.objects.get(username=name)
