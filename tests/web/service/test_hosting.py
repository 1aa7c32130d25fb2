"""Tables that people host: what a host can do, what a host cannot, and who sees them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone
from tests.web.service.hosted import Night

from paigow.errors import PaigowError
from paigow.house.audit.whole import audit
from paigow.rules import STANDARDS, load_submission
from paigow.table import legal_commands
from paigow.table.view import view
from paigow.web.people import wallet
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.people.registration import come_as_guest, sign_up
from paigow.web.people.roles import appoint
from paigow.web.service import attendance, hosting, tables
from paigow.web.service.errors import NotYours
from paigow.web.store.models import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("limits", hosting.LIMITS)
def test_every_choice_is_a_valid_set_of_rules(standard: str, limits: str) -> None:
    chosen = hosting.Plan(standard, limits).submission()
    usual = load_submission(standard)
    assert chosen.data() | {"table": None} == usual.data() | {"table": None}  # nothing else is the host's


@pytest.mark.parametrize("wrong", [{"standard": "baccarat"}, {"limits": "huge"}, {"pace": "instant"}, {"bots": 6}])
def test_what_is_not_on_offer_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(PaigowError):
        replace(hosting.Plan("maryland-tiles"), **wrong)  # type: ignore[arg-type]


def test_guests_host_and_nobody_has_too_many() -> None:
    guest = come_as_guest()
    opened = [hosting.open_for(guest, hosting.Plan("dealer-open")) for _ in range(hosting.MAX_OPEN)]
    with pytest.raises(hosting.TooManyTables):
        hosting.open_for(guest, hosting.Plan("dealer-open"))
    hosting.act(opened[0].slug, guest, hosting.CLOSE)
    hosting.open_for(guest, hosting.Plan("dealer-open"))
    notes = [event.detail for event in SignificantEvent.objects.filter(kind="deactivation", person=guest.username)]
    assert [note["open"] for note in notes] == [True] * hosting.MAX_OPEN + [False, True]
    assert list(audit()) == []


def test_staff_do_not_host() -> None:
    felix = sign_up("felix", "nine brass tiles")
    appoint(felix, "floor")
    with pytest.raises(NotYours):
        hosting.open_for(User.objects.get(pk=felix.pk), hosting.Plan("dealer-open"))


def test_an_invitation_only_table_is_for_those_invited_and_staff() -> None:
    host, friend, stranger, felix = (sign_up(name, "nine brass tiles") for name in ("host1", "fay", "stan", "felix"))
    appoint(felix, "floor")
    table = hosting.open_for(host, hosting.Plan("maryland-tiles", invitation_only=True))
    pages = {name: Client() for name in ("host1", "fay", "stan", "felix", "nobody")}
    for person in (host, friend, stranger, User.objects.get(pk=felix.pk)):
        pages[person.username].force_login(person)
    address, join = reverse("table", args=(table.slug,)), reverse("join", args=(table.invitation,))

    def finds(name: str) -> tuple[bool, bool]:
        lobby = pages[name].get("/").content.decode()
        return table.slug in lobby, pages[name].get(address).status_code == 200

    assert finds("host1") == (True, True)
    for name in ("fay", "stan", "nobody"):
        assert finds(name) == (False, False)
        for other in ("table-live", "table-events", "table-host"):
            assert pages[name].get(reverse(other, args=(table.slug,))).status_code == 404
    assert pages["felix"].get(address).status_code == 200
    assert table.slug in pages["felix"].get("/floor/").content.decode()
    assert pages["fay"].get(join).status_code == 200
    assert finds("fay") == (False, False)  # to look is not to accept
    assert pages["fay"].post(join)["Location"] == address
    assert finds("fay") == (True, True)
    assert finds("stan") == (False, False)
    assert pages["nobody"].post(join, {"shown": "Nora"})["Location"] == address  # a stranger becomes a guest
    assert User.objects.get(display_name="Nora").guest
    assert table.invitation not in pages["fay"].get(address).content.decode()  # guests do not get the link to pass on
    assert pages["stan"].get(reverse("join", args=("wrong",))).status_code == 404


def test_a_stranger_gets_no_proofs_or_chains_of_an_invitation_only_table() -> None:
    night = Night()
    night.play(1)
    Table.objects.filter(slug=night.slug).update(invitation="for-friends-only")
    asked = (
        reverse("round-proof", args=(night.slug, 1)),
        reverse("table-chains", args=(night.slug,)),
        f"{reverse('verify')}?table={night.slug}&round=1",
    )
    host, stranger = Client(), Client()
    host.force_login(night.host)
    assert [host.get(path).status_code for path in asked] == [200, 200, 200]
    assert [stranger.get(path).status_code for path in asked] == [404, 404, 404]


def addresses(patterns: Iterable[Any], before: str = "/") -> Iterator[str]:
    """Yield the address of every route that names a table or the like, with places for what it names."""
    for each in patterns:
        route = str(each.pattern)
        if hasattr(each, "url_patterns"):
            yield from addresses(each.url_patterns, before + route)
        elif "slug>" in route and "^" not in before + route:
            yield before + route


@pytest.mark.parametrize("invitation", ["", "for-friends-only"])
def test_a_stranger_does_not_learn_whether_a_hidden_table_exists(invitation: str, settings: Any) -> None:
    """A practice table, or one by invitation: every address answers as if there were none."""
    # Otherwise one of two equal requests would sometimes be one too many.
    settings.RATES = dict.fromkeys(("api", "api-wrong", "api-open"), 1_000_000)
    night = Night()
    night.play(1)
    Table.objects.filter(slug=night.slug).update(invitation=invitation, private=not invitation)
    stranger, nobody = Client(), Client()
    stranger.force_login(sign_up("stan", "nine brass tiles"))
    asked = [re.sub(r"<(int:)?number>", "1", route) for route in addresses(get_resolver().url_patterns)]
    assert len(asked) > 40
    for address in asked:
        there, none = (re.sub(r"<(slug:)?slug>", slug, address) for slug in (night.slug, "night-000000000000"))
        for query in ("", "?before=9"):
            for client in (stranger, nobody):
                assert client.get(there + query).status_code == client.get(none + query).status_code, address + query
        assert stranger.post(there).status_code == stranger.post(none).status_code, address


def test_a_host_pauses_and_resumes_and_the_round_that_is_on_is_played() -> None:
    night = Night()
    night.play(1)
    hosting.act(night.slug, night.host, hosting.PAUSE)
    night.settle()
    rounds = night.state.rounds
    night.settle()
    assert night.state.round is None
    assert night.state.rounds == rounds
    hosting.act(night.slug, night.host, hosting.RESUME)
    night.play(1)
    assert night.state.rounds > rounds


def test_only_somebody_who_is_away_is_removed_with_all_chips() -> None:
    night = Night()
    with pytest.raises(NotYours):
        hosting.act(night.slug, night.host, hosting.REMOVE, "mia")
    night.sit_out("mia")
    with pytest.raises(NotYours):  # only just
        hosting.act(night.slug, night.host, hosting.REMOVE, "mia")
    long_ago = attendance.seconds(timezone.now() - hosting.ABSENT - timedelta(seconds=1))
    night.change("mia", seen=long_ago)
    mia = User.objects.get(username="mia")
    before = wallet.balance(mia)
    hosting.act(night.slug, night.host, hosting.REMOVE, "mia")
    night.settle()
    assert "mia" not in night.state.players
    assert wallet.balance(mia) == before + night.chips
    assert attendance.attendance_of(tables.find(night.slug), "mia").lost == attendance.BY_HOST
    assert list(audit()) == []


def test_nobody_else_has_the_hosts_powers() -> None:
    night = Night()
    mia = User.objects.get(username="mia")
    for what in hosting.ACTS:
        with pytest.raises(NotYours):
            hosting.act(night.slug, mia, what, "mia")
    public = tables.open_table("public", load_submission("dealer-open"), night.host.username)
    with pytest.raises(NotYours):  # a practice table or one of the floor's has no host
        hosting.act(public.slug, night.host, hosting.CLOSE)


def test_a_host_knows_and_may_do_no_more_than_a_spectator() -> None:
    night = Night(bots=2)
    looked = 0
    for _ in night.steps(rounds=1):
        state = night.state
        spectator, host = view(state, "somebody"), view(state, night.host.username)
        assert host | {"viewer": ""} == spectator | {"viewer": ""}
        verbs = [{offer.command.verb for offer in legal_commands(state, name)} for name in ("somebody", "host1")]
        assert verbs[0] == verbs[1]
        looked += 1
    assert looked > 5


def test_a_table_nobody_uses_is_closed() -> None:
    table = hosting.open_for(come_as_guest(), hosting.Plan("dealer-open"))
    assert hosting.close_idle(timezone.now()) == 0
    assert hosting.close_idle(timezone.now() + hosting.IDLE + timedelta(seconds=1)) == 1
    assert Table.objects.get(pk=table.pk).closing
    assert list(audit()) == []
