"""Guessing what a round hides: there are few hands, and whatever is derived from one must not tell which it is."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client

from paigow import poker, tiles
from paigow.house.audit.whole import audit
from paigow.record.wire import command_table, read_command, write_event
from paigow.table.steps.setting import HandSet, SetHand
from paigow.web.seals import sealing
from paigow.web.seals.sealing import fingerprint, genesis, head_code, link, origin, seal
from paigow.web.service import tables
from paigow.web.store import journal
from paigow.web.store.models import StoredCommand, StoredEvent, StoredRound, Table

pytestmark = pytest.mark.django_db
MIGRATION = import_module("paigow.web.store.migrations.0008_marks")


@pytest.fixture(params=["maryland-tiles", "maryland-poker"])
def mid_round(site: Any, request: pytest.FixtureRequest) -> Any:
    """Hands are dealt; the bots have set theirs, face down."""
    return with_hidden_settings(site(request.param))


def with_hidden_settings(house: Any) -> Any:
    house.seat()
    house.to_setting()
    house.step()
    return house


def hidden_settings(table: Table) -> list[StoredCommand]:
    found = list(table.commands.filter(verb=SetHand.verb, first__gt=table.rounds.get(seed="").first))
    assert found, "nobody has set a hand"
    return found


def guesses(house: Any, row: StoredCommand) -> Iterator[SetHand]:
    """Every setting of every hand that the pieces in the hands of two players could make.

    All that one who has seen the rest would have to try.
    """
    truth = journal.event_of("t", row.events.get())
    assert isinstance(truth, HandSet)
    kit = house.state.game.kit
    held = list(house.state.current.hands[truth.position].pieces)
    spare = [piece for piece in kit.full_set if piece not in held][:1]
    ways: Callable[..., Any] = tiles.settings if "tiles" in house.table.standard else poker.settings
    for pieces in combinations([*held, *spare], len(held)):
        for setting in ways(pieces):
            yield SetHand(player=row.actor, position=truth.position, setting=setting)


def plain_forms(house: Any, row: StoredCommand) -> Iterator[tuple[SetHand, set[str]]]:
    """For each guess what plain hashes would make of it: of the command, and of the event in the chain."""
    event = row.events.get()
    truth = journal.event_of("t", event)
    assert isinstance(truth, HandSet)
    before = StoredEvent.objects.get(table=row.table, number=event.number - 1).hash
    for guess in guesses(house, row):
        told = command_table(guess)
        happened = write_event(replace(truth, setting=guess.setting))
        came_of = origin(row.actor, row.person, row.key, row.at, told)
        yield guess, {fingerprint(told), link(before, event.number, came_of, happened)}


def stored_values(row: StoredCommand) -> set[str]:
    table = Table.objects.get(pk=row.table_id)
    return {row.fingerprint, row.events.get().hash, table.head, table.head_code}


def test_no_hidden_setting_is_found_by_trying_all(mid_round: Any) -> None:
    for row in hidden_settings(mid_round.table):
        kept = stored_values(row)
        tried = list(plain_forms(mid_round, row))
        truth = journal.command_data("t", row)
        assert any(command_table(guess) == truth for guess, _forms in tried), "the attack does not try the right one"
        assert not [guess for guess, forms in tried if forms & kept]


def test_the_same_setting_has_another_mark_elsewhere(mid_round: Any) -> None:
    row = hidden_settings(mid_round.table)[0]
    told = journal.command_data("t", row)
    (command,) = (each for each in guesses(mid_round, row) if command_table(each) == told)
    assert journal.is_asked("t", row, command, told)
    assert journal.asked_mark("t", row.key, command, told) != journal.asked_mark("t", f"{row.key}x", command, told)


def test_sealed_values_of_one_kind_have_one_length(mid_round: Any) -> None:
    lengths = {len(row.sealed or b"") for row in hidden_settings(mid_round.table)}
    assert len(lengths) == 1


def as_before_marks(table: Table) -> None:
    """The rows as the last version wrote them: plain hashes throughout."""
    head = genesis(table.slug, table.submission_hash)
    for row in StoredEvent.objects.filter(table=table).select_related("command").order_by("number"):
        told, data = journal.command_data(table.slug, row.command), journal.event_data(table.slug, row)
        *_others, head = journal.links(table.slug, head, row.command, told, row, data)
        StoredEvent.objects.filter(pk=row.pk).update(hash=head)
        command = read_command(told, journal.game_at(table).kit)
        plain = journal.asked(command, told)
        StoredCommand.objects.filter(pk=row.command_id).update(fingerprint=plain)
    Table.objects.filter(pk=table.pk).update(head=head, head_code=head_code("t", table.sequence, head))


def test_the_attack_works_on_an_old_database_which_then_migrates(site: Any) -> None:
    house = with_hidden_settings(site("maryland-poker"))
    table = Table.objects.get(slug="t")
    as_before_marks(table)
    rows = hidden_settings(table)
    found = [guess for row in rows for guess, forms in plain_forms(house, row) if row.fingerprint in forms]
    assert len(found) == len(rows), "the attack is not the one that worked"
    assert not list(audit(["t"])), "what an older version wrote holds"
    MIGRATION.forward(apps, None)
    assert not list(audit(["t"]))
    for row in hidden_settings(table):
        assert not [guess for guess, forms in plain_forms(house, row) if row.fingerprint in forms]
    house.finish_round()
    assert not list(audit(["t"])), "the chain goes on from plain hashes to marks"
    tables.CACHE.clear()
    assert tables.state_of("t").round is None


def test_an_audit_of_a_round_that_is_on_tells_nothing_hidden(mid_round: Any) -> None:
    """Whoever alters what lies open, so that the rules give another deal, does not read the deal off the audit."""
    row = StoredCommand.objects.filter(table=mid_round.table, verb="mix").latest("pk")
    order = journal.command_data("t", row)["order"]
    later = StoredRound.objects.get(table=mid_round.table, seed="")
    sealed = seal("0" * 64, sealing.seed_place("t", later.number))
    StoredRound.objects.filter(pk=later.pk).update(sealed=sealed)
    faults = [fault.what for fault in audit(["t"])]
    assert any("order" in what for what in faults)
    pieces = " ".join(order if isinstance(order, list) else str(order).split())
    assert not [what for what in faults if pieces[:11] in what.replace(",", "").replace("'", "")]


def test_nothing_hidden_can_be_filtered_by_in_the_admin(mid_round: Any, browser_of: Callable[..., Client]) -> None:
    """An auditor who could ask how a hash begins would have it after a few hundred questions."""
    row = hidden_settings(mid_round.table)[0]
    event = row.events.get()
    browser = browser_of("aud", "auditor")
    asked = {
        "storedcommand": {"fingerprint": row.fingerprint, "sealed__isnull": "1", "events__hash": event.hash},
        "storedevent": {"hash": event.hash, "command__fingerprint": row.fingerprint, "table__head": "0"},
        "table": {"head": "0", "head_code": "0", "events__hash": "0", "commands__fingerprint": "0"},
        "storedround": {"sealed": "0", "before": "0", "table__head": "0"},
        "apitoken": {"digest": "0", "user__password": "0"},
    }
    for model, lookups in asked.items():
        for lookup, value in lookups.items():
            for way in ("", "__startswith", "__gt", "__regex", "__in"):
                address = f"/admin/store/{model}/?{lookup.partition('__isnull')[0]}{way}={value[:1]}"
                assert browser.get(address).status_code == 400, address
    assert browser.get(f"/admin/store/storedcommand/?verb={SetHand.verb}").status_code == 200
    assert browser.get("/admin/store/storedevent/?kind__exact=HandSet").status_code == 200


SECRET = {"sealed", "before", "digest", "fingerprint", "head_code", "password", "session_key"}


def test_no_page_of_the_admin_offers_a_hidden_column() -> None:
    """Neither to filter, nor to search, nor to order by, nor to read."""
    for model, page in admin.site._registry.items():
        offered = {*page.list_display, *page.search_fields, *page.list_filter, *(page.ordering or ())}
        parts = {part for each in offered if isinstance(each, str) for part in each.strip("-^=@").split("__")}
        assert not parts & SECRET, (model, parts & SECRET)
