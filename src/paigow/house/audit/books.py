"""Audit of the play money: the books themselves, and against the tables' ledgers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from paigow.house.audit.faults import Fault, difference, shown
from paigow.house.audit.rounds import Flow
from paigow.web.people import wallet
from paigow.web.people.models import Account, WalletEntry
from paigow.web.store.models import Table

Kind, Reason = Account.Kind, WalletEntry.Reason
HALVES = ("reason", "table", "event", "at")

BETWEEN: Mapping[str, set[tuple[str, str]]] = {
    Reason.GRANT: {(Kind.HOUSE, Kind.WALLET)},
    Reason.TOP_UP: {(Kind.HOUSE, Kind.WALLET)},
    Reason.BUY_IN: {(Kind.WALLET, Kind.CAGE)},
    Reason.CASH_OUT: {(Kind.CAGE, Kind.WALLET)},
    Reason.FILL: {(Kind.HOUSE, Kind.CAGE)},
    Reason.ADJUSTMENT: {(Kind.HOUSE, Kind.WALLET), (Kind.WALLET, Kind.HOUSE)},
}
"""The kinds of account between which money moves for each reason."""
Carried = tuple[int | None, str, int, datetime]
"""The number of an event, and the amount a person moved with it."""
AT_TABLES = {Reason.BUY_IN, Reason.CASH_OUT, Reason.FILL}


def carried(table: Table, flows: Mapping[int, list[Flow]]) -> Iterator[Fault]:
    """Yield the differences between a table's cage and the wallets.

    What people moved through a table's cage, by the table's ledger, must equal what went through their wallets.
    """
    rows = WalletEntry.objects.filter(table=table.slug, reason__in=(Reason.BUY_IN, Reason.CASH_OUT))
    moved = rows.filter(account__kind=Kind.WALLET).select_related("account__owner").order_by("pk")
    found: Counter[Carried] = Counter()
    rows_of: dict[Carried, str] = {}
    for entry in moved.iterator():
        owner = entry.account.owner.username if entry.account.owner else ""
        key = (entry.event, owner, entry.cents, entry.at)
        found[key] += 1
        rows_of[key] = str(entry)
    due: Counter[Carried] = Counter((number, *flow) for number, each in flows.items() for flow in each)
    for key in found - due:
        number, name, cents, at = key
        what = f"no transfer of event {number} brings {cents} cents to the wallet of {name} at {at}"
        yield Fault(table.slug, f"wallet entry {rows_of[key]}", what)
    for number, name, cents, at in due - found:
        what = f"no entry for the {cents} cents that event {number} brought at {at}"
        yield Fault(table.slug, f"wallet:{name}", what)
    yield from _fills(table)


def _fills(table: Table) -> Iterator[Fault]:
    """Yield faults in the fills of a cage.

    The house fills a cage that is short by exactly the shortfall: the cash-out that follows empties it.
    """
    cage = WalletEntry.objects.filter(account__kind=Kind.CAGE, account__table=table.slug).select_related("account")
    before: WalletEntry | None = None
    for entry in cage.order_by("number").iterator():
        if before is not None and before.reason == Reason.FILL:
            paid = (entry.reason, entry.event, entry.balance) == (Reason.CASH_OUT, before.event, 0)
            if not paid:
                yield Fault(table.slug, f"wallet entry {before}", "it is not what a cash-out of its event was short of")
        before = entry
    if before is not None and before.reason == Reason.FILL:
        yield Fault(table.slug, f"wallet entry {before}", "no cash-out follows it")


def books() -> Iterator[Fault]:
    """Yield faults in the books as a whole: sums, halves and reasons."""
    for text in wallet.faults():
        row, _, what = text.partition(": ")
        yield Fault("", f"wallet entry {row}" if what else "wallets", what or text)
    yield from _halves()
    slugs = set(Table.objects.values_list("slug", flat=True))
    for slug in Account.objects.filter(kind=Kind.CAGE).exclude(table__in=slugs).values_list("table", flat=True):
        yield Fault(slug, f"cage:{slug}", "there is no such table")


def _halves() -> Iterator[Fault]:
    """Check that both halves of a movement agree, and that money goes where its reason says."""
    kinds = dict(Account.objects.values_list("pk", "kind"))
    cages = dict(Account.objects.filter(kind=Kind.CAGE).values_list("pk", "table"))
    waiting: dict[tuple[int, int], tuple[Any, ...]] = {}
    rows = WalletEntry.objects.select_related("account__owner").order_by("account", "number")
    for entry in rows.iterator():
        label = f"wallet entry {entry}"
        says = tuple(getattr(entry, name) for name in HALVES)
        other = waiting.pop((entry.counterpart_id, entry.counterpart_number), None)
        if other is None:
            waiting[entry.account_id, entry.number] = says
        elif other != says:
            name, has, due = next(
                (name, has, due) for name, has, due in zip(HALVES, says, other, strict=True) if has != due
            )
            yield Fault(entry.table, label, f"{difference(name, has, due)} as in its other half")
        way = kinds[entry.account_id], kinds.get(entry.counterpart_id, "")
        way = way if entry.cents < 0 else (way[1], way[0])
        if way not in BETWEEN.get(entry.reason, ()):
            yield Fault(
                entry.table, label, f"a {shown(entry.reason)} does not go from {way[0]} to {way[1] or 'nowhere'}"
            )
        cage = cages.get(entry.account_id) or cages.get(entry.counterpart_id) or ""
        if entry.table != cage or (entry.event is None) is (entry.reason in AT_TABLES):
            yield Fault(entry.table, label, f"it is of table {shown(cage)}, and tells the event if there is a table")
