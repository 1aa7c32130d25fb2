"""Duplicate tournaments at the site: published first, played once, seen by nobody too early, verifiable afterwards."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from paigow.errors import PaigowError
from paigow.fairness import chain_seeds
from paigow.house.audit.whole import audit
from paigow.house.rekey import reseal
from paigow.learning.duplicate import PLAYER
from paigow.record import verify
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.people.registration import come_as_guest, sign_up
from paigow.web.people.roles import appoint
from paigow.web.seals.sealing import is_signed, seal
from paigow.web.service import duplicates
from paigow.web.service.errors import NotYours, Stale
from paigow.web.store.models import PlayedHand, Tournament, TournamentEntry
from paigow.web.work import duplicate_scores

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    return duplicates.create(sign_up("mei", "nine brass tiles"), "maryland-tiles", 5, 24)


def dealt(entry: TournamentEntry) -> tuple[str, ...]:
    table = duplicates.play_of(entry)
    return tuple(map(str, table.state.current.hands[table.position].pieces))


def play(person: User, tournament: Tournament, hands: int, *, badly: bool = False) -> list[tuple[str, ...]]:
    """Set so many hands; what was dealt."""
    entry, seen = duplicates.enter(person, tournament), []
    for _ in range(hands):
        seen.append(dealt(entry))
        table = duplicates.play_of(entry)
        kit, pieces = table.game.kit, table.state.current.hands[table.position].pieces
        legal = sorted((each for each in kit.settings(pieces) if not kit.is_foul(each)), key=kit.low_key)
        chosen = legal[0] if badly else kit.house_set(pieces).setting
        duplicates.set_hand(person, tournament, table.played + 1, chosen)
    return seen


def without_tokens(page: bytes) -> list[bytes]:
    return [line for line in page.splitlines() if b"csrf" not in line]


def end(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(deadline=timezone.now() - timedelta(seconds=1))


def test_the_commitment_is_signed_and_logged_before_the_first_entry(tournament: Tournament) -> None:
    assert is_signed(duplicates.statement(tournament), tournament.signature, tournament.key)
    play(come_as_guest(), tournament, 1)
    log = [event.detail for event in SignificantEvent.objects.filter(kind="tournament").order_by("number")]
    assert [each["done"] for each in log] == ["published", "entered"]
    assert log[0]["statement"] == duplicates.statement(tournament)
    assert tournament.tip in log[0]["statement"]
    assert list(audit()) == []


def test_two_people_have_the_same_deals_and_records_that_verify(tournament: Tournament) -> None:
    ann, bob = come_as_guest(), come_as_guest()
    assert play(ann, tournament, 5) == play(bob, tournament, 5, badly=True)
    end(tournament)
    shown = duplicates.find(tournament.slug)
    assert shown is not None
    assert duplicates.published(shown)["holds"] is True
    for entry in shown.entries.all():
        assert verify(duplicates.record_of(entry).splitlines(keepends=True)).rounds == 5


def test_a_hand_is_set_once_in_order_and_before_the_deadline(tournament: Tournament) -> None:
    ann = come_as_guest()
    with pytest.raises(NotYours):
        duplicates.set_hand(ann, tournament, 1, "66 45 / 23 12")
    play(ann, tournament, 1)
    entry = TournamentEntry.objects.get(person=ann.username)
    before = dealt(entry)
    for number in (1, 3):
        with pytest.raises(Stale):
            duplicates.set_hand(ann, tournament, number, f"{before[0]} {before[1]} / {before[2]} {before[3]}")
    with pytest.raises(PaigowError):
        duplicates.set_hand(ann, tournament, 2, "66 66 / 66 66")
    assert entry.hands.count() == 1
    end(tournament)
    with pytest.raises(duplicates.TournamentOver):
        duplicates.set_hand(ann, tournament, 2, f"{before[0]} {before[1]} / {before[2]} {before[3]}")
    with pytest.raises(duplicates.TournamentOver):
        duplicates.enter(come_as_guest(), tournament)


def test_a_clock_that_is_set_back_does_not_reopen_a_tournament_whose_deals_are_public(tournament: Tournament) -> None:
    ann, bob = come_as_guest(), come_as_guest()
    play(ann, tournament, 1)
    deadline = tournament.deadline
    end(tournament)
    assert duplicates.reveal_due(timezone.now()) == 1
    Tournament.objects.update(deadline=deadline)
    tournament = Tournament.objects.get()
    assert "seeds" in duplicates.published(tournament)
    with pytest.raises(PaigowError, match="deadline has passed"):
        play(ann, tournament, 1)
    with pytest.raises(PaigowError, match="is over"):
        duplicates.enter(bob, tournament)


def test_limits_and_staff(tournament: Tournament) -> None:
    mei = User.objects.get(username="mei")
    for _ in range(duplicates.MAX_OPEN - 1):
        duplicates.create(mei, "new-zealand", 5, 1)
    with pytest.raises(duplicates.TooManyTournaments):
        duplicates.create(mei, "new-zealand", 5, 1)
    for wrong in (("dealer-open", 5, 1), ("new-zealand", 7, 1), ("new-zealand", 5, 2)):
        with pytest.raises(PaigowError):
            duplicates.create(come_as_guest(), *wrong)
    felix = sign_up("felix", "nine brass tiles")
    appoint(felix, "floor")
    with pytest.raises(NotYours):
        duplicates.enter(User.objects.get(pk=felix.pk), tournament)


def test_nobody_learns_a_deal_before_playing_it(tournament: Tournament) -> None:
    """Every page and address, for a stranger, an entrant at hand 1 and one at hand 3.

    The hands to come, the seeds and other people's hands are in none of them, and the database holds them only sealed.
    """
    ahead, behind, stranger = Client(), Client(), Client()
    first, second = come_as_guest(), come_as_guest()
    ahead.force_login(first)
    behind.force_login(second)
    seen = play(first, tournament, 2)
    duplicates.enter(second, tournament)
    entry = TournamentEntry.objects.get(person=first.username)
    third = dealt(entry)
    secret = duplicates.secret_of(tournament)
    seeds = [seed.hex() for seed in chain_seeds(tournament.slug, 1, secret, tournament.deals)]
    addresses = [
        reverse("duplicate"),
        reverse("duplicate-tournament", args=(tournament.slug,)),
        reverse("duplicate-published", args=(tournament.slug,)),
        reverse("duplicate-record", args=(tournament.slug, entry.pk)),
        "/",
        f"/tables/{tournament.slug}/",
        f"/tables/{tournament.slug}/rounds/1/proof.json",
    ]
    for browser in (ahead, behind, stranger):
        for address in addresses:
            answer = browser.get(address)
            body = answer.content.decode()
            assert not any(seed in body for seed in seeds), address
            if "record" in address or address.startswith("/tables/"):
                assert answer.status_code == 404
    play_page = reverse("duplicate-play", args=(tournament.slug,))
    assert stranger.get(play_page).status_code == 302
    own = duplicates.play_of(TournamentEntry.objects.get(person=second.username))
    assert tuple(map(str, own.state.current.hands[own.position].pieces)) == seen[0]
    assert "standings" not in behind.get(addresses[1]).context or not behind.get(addresses[1]).context["compare"]
    with connection.cursor() as cursor:
        for table in ("store_tournament", "store_tournamententry", "store_playedhand", "people_significantevent"):
            cursor.execute(f"SELECT * FROM {table}")
            rows = str([[bytes(item) if isinstance(item, memoryview) else item for item in row] for row in cursor])
            assert not any(seed in rows for seed in seeds)
            assert not any(" ".join(hand[:2]) in rows for hand in (*seen, third))


def test_a_reader_does_not_see_the_hand_that_somebody_else_was_dealt_meanwhile(tournament: Tournament) -> None:
    """The attack: ask for the page again and again while a second account, at the same hand, sets it."""
    first, second = (duplicates.enter(come_as_guest(), tournament) for _ in range(2))
    reading = duplicates.play_of(first)
    before = reading.state, reading.settings, reading.moments, reading.record()
    person = User.objects.get(username=second.person)
    play(person, tournament, 2)
    assert (reading.state, reading.settings, reading.moments, reading.record()) == before
    assert (reading.played, duplicates.play_of(first).played, duplicates.play_of(second).played) == (0, 0, 2)


def test_what_the_house_keeps_hidden_changes_no_page(tournament: Tournament) -> None:
    """Two tournaments that differ only in the deals to come look the same to somebody at the first hand."""
    guest, browser = come_as_guest(), Client()
    browser.force_login(guest)
    duplicates.enter(guest, tournament)
    page = browser.get(reverse("duplicate-tournament", args=(tournament.slug,))).content
    other = chain_seeds(tournament.slug, 1, duplicates.secret_of(tournament), 5)[0]
    assert other.hex().encode() not in page
    Tournament.objects.filter(pk=tournament.pk).update(
        sealed=seal(bytes(32).hex(), duplicates.secret_place(tournament.slug))
    )
    duplicates.PLAYS.clear()
    again = browser.get(reverse("duplicate-tournament", args=(tournament.slug,))).content
    assert without_tokens(page) == without_tokens(again)


def test_by_the_pages_from_the_link_to_the_standings(tournament: Tournament) -> None:
    browser = Client()
    address = reverse("duplicate-tournament", args=(tournament.slug,))
    assert browser.get(address).status_code == 200
    assert browser.post(address, {"shown": "Ann"})["Location"] == reverse("duplicate-play", args=(tournament.slug,))
    for number in range(1, 6):
        page = browser.get(reverse("duplicate-play", args=(tournament.slug,)))
        assert page.context["number"] == number
        choice = page.context["form"].suggestion.value
        sent = {"verb": "set", "round": str(number), "position": str(page.context["form"].position), "choice": choice}
        assert browser.post(reverse("duplicate-play", args=(tournament.slug,)), sent).status_code == 302
    entry = TournamentEntry.objects.get()
    assert entry.finished_at is not None
    over = browser.get(reverse("duplicate-play", args=(tournament.slug,)))
    assert over.context["done"]
    job = duplicate_scores.EntryReview(entry)
    job.folder.mkdir(parents=True, exist_ok=True)
    found = duplicates.play_of(entry).review().data()
    job.file("page.json").write_text(json.dumps(found), encoding="utf-8")  # what the worker would find
    lines = browser.get(address).context["lines"]
    assert [(line["place"], line["name"], line["mine"]) for line in lines] == [(1, "Ann", True)]
    assert len(lines[0]["hands"]) == 5
    other = Client()
    other.force_login(come_as_guest())
    assert "lines" not in other.get(address).context  # others see no standings before they have played
    end(tournament)
    assert other.get(address).context["lines"]
    record = other.get(reverse("duplicate-record", args=(tournament.slug, entry.pk)))
    assert verify(record.content.decode().splitlines(keepends=True)).rounds == 5
    assert len(other.get(reverse("duplicate-published", args=(tournament.slug,))).json()["seeds"]) == 5


def test_scores_rank_by_value_and_equal_ones_share_a_place(tournament: Tournament) -> None:
    people = [come_as_guest() for _ in range(3)]
    for person, badly in zip(people, (True, False, False), strict=True):
        play(person, tournament, 5, badly=badly)
    for entry in TournamentEntry.objects.all():
        entry.scored = duplicates.play_of(entry).review().data()["hands"]
        entry.save()
    places = duplicate_scores.ranked(list(TournamentEntry.objects.order_by("pk")))
    assert [place for place, _score in places] == [1, 1, 3]
    assert places[-1][1].entry.person == people[0].username
    for _place, each in places:
        assert each.luck == each.net - each.expected


def test_new_keys_open_what_was_sealed(tournament: Tournament) -> None:
    guest = come_as_guest()
    play(guest, tournament, 1)
    entry = TournamentEntry.objects.get()
    before = duplicates.settings_of(entry), duplicates.secret_of(tournament)
    assert reseal() >= 2
    again = TournamentEntry.objects.get()
    assert (duplicates.settings_of(again), duplicates.secret_of(again.tournament)) == before
    assert PlayedHand.objects.count() == 1
    assert PLAYER in duplicates.play_of(again).state.players


def test_the_audit_notices_other_deals_and_other_hands(tournament: Tournament) -> None:
    play(come_as_guest(), tournament, 2)
    assert list(audit()) == []
    row = Tournament.objects.filter(pk=tournament.pk)
    before = row.get()
    other = seal(bytes(32).hex(), duplicates.secret_place(tournament.slug))
    for change in ({"sealed": other}, {"deals": 20}, {"tip": "0" * 64}, {"signature": "00"}):
        row.update(**change)
        duplicates.PLAYS.clear()
        assert any(fault.table == tournament.slug for fault in audit()), change
        row.update(**{name: getattr(before, name) for name in change})
    PlayedHand.objects.filter(number=1).update(number=3)
    duplicates.PLAYS.clear()
    assert [fault.table for fault in audit()] == [tournament.slug]
