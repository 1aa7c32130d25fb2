"""Practice tables by their address, pace by its forms, and prompts for everything that the game waits for."""

from functools import cache

import pytest
from django.test import Client
from django.urls import reverse
from tests.table.asked import asked_states, broke

from paigow.rules import STANDARDS
from paigow.table import TableState
from paigow.table.awaited import awaited
from paigow.web.pages.table import present
from paigow.web.pages.table.pacing import prompt_for
from paigow.web.people.models import User
from paigow.web.people.registration import sign_up
from paigow.web.service import tables
from paigow.web.service.attendance import attendance_of
from paigow.web.store.models import Table


@cache
def states(standard: str) -> tuple[TableState, ...]:
    return (*asked_states(standard, rounds=12), broke(standard)[0])


@pytest.mark.parametrize("standard", STANDARDS)
def test_whoever_the_game_waits_for_gets_a_prompt_and_the_action_itself(standard: str) -> None:
    for state in states(standard):
        for ask in awaited(state):
            assert prompt_for(state, ask.player), ask
            forms = present(state, ask.player).forms
            verbs = {form.verb for form in forms.asks} | {"surrender", "view-unused"}
            assert ask.verbs[0] in verbs | ({"wager"} if forms.bets else set()) | set(ask.verbs if forms.sets else ())
            assert sum(form.primary for form in forms.asks) <= 1, [form.verb for form in forms.asks if form.primary]
        for name in set(state.players) - {ask.player for ask in awaited(state)}:
            assert not prompt_for(state, name)


@pytest.mark.django_db(transaction=True)
def test_an_address_opens_a_practice_table_for_anyone() -> None:
    stranger = Client()
    address = reverse("practise", args=("maryland-tiles",)) + "?pace=instant&bots=3"
    page = stranger.get(address)
    assert page.status_code == 200
    assert b'id="practise"' in page.content
    assert not Table.objects.filter(private=True).exists()  # to look is not to open
    answer = stranger.post(reverse("practise", args=("maryland-tiles",)), {"pace": "instant", "bots": "3"})
    table = Table.objects.get(private=True)
    assert answer["Location"] == reverse("table", args=(table.slug,))
    guest = User.objects.get(username=table.opened_by)
    assert guest.guest
    assert guest.username in tables.state_of(table.slug).players
    assert stranger.get(address)["Location"] == answer["Location"]
    assert stranger.get(answer["Location"]).status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("wrong", ["?pace=slow", "?bots=6", "?bots=-1", "?bots=x"])
def test_what_cannot_be_is_refused(wrong: str) -> None:
    assert Client().get(reverse("practise", args=("new-zealand",)) + wrong).status_code == 422
    assert Client().get("/practise/baccarat/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_practice_table_is_nobody_elses() -> None:
    owner, other = Client(), Client()
    owner.post(reverse("practise", args=("dealer-open",)))
    table = Table.objects.get(private=True)
    other.force_login(sign_up("other", "a long enough phrase"))
    for name in ("table", "table-live", "table-events"):
        assert other.get(reverse(name, args=(table.slug,))).status_code == 404
    for name in ("table-do", "table-pace", "table-seat"):
        assert other.post(reverse(name, args=(table.slug,)), {"act": "deal"}).status_code == 404
    assert table.slug not in other.get("/").content.decode()
    assert table.slug in owner.get("/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_pace_seat_and_preferences_by_their_forms() -> None:
    client = Client()
    ann = sign_up("ann", "a long enough phrase")
    client.force_login(ann)
    client.post(reverse("practise", args=("dealer-open",)))
    table = Table.objects.get(private=True)
    pace = reverse("table-pace", args=(table.slug,))
    assert client.post(pace, {"act": "sit-out"}).status_code == 302
    assert attendance_of(Table.objects.get(pk=table.pk), "ann").out == "asked"
    assert client.post(pace, {"act": "deal-me-in"}).status_code == 302
    assert attendance_of(Table.objects.get(pk=table.pk), "ann").out == ""
    assert client.post(pace, {"act": "nothing"}).status_code == 422
    saved = client.post(reverse("preferences"), {"rebet": "on", "never_cut": "on"})
    assert saved.status_code == 302
    ann.refresh_from_db()
    assert ann.preferences == {"pick_up": False, "never_cut": True, "rebet": True}
    wishes = attendance_of(Table.objects.get(pk=table.pk), "ann").wishes
    assert (wishes.rebet, wishes.pick_up) == (True, False)
    assert client.get(reverse("preferences")).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_practice_offers_bank_and_cut_only_to_who_wants_them() -> None:
    """At a practice table both are passed unasked, until the preference says otherwise; then at once."""
    client = Client()
    client.post(reverse("practise", args=("new-zealand",)))
    table = Table.objects.get(private=True)
    wishes = attendance_of(table, table.opened_by).wishes
    assert (wishes.pass_bank, wishes.never_cut, wishes.pick_up) == (True, True, True)
    client.post(reverse("preferences"), {"pick_up": "on", "practise_all": "on"})
    table.refresh_from_db()
    wishes = attendance_of(table, table.opened_by).wishes
    assert (wishes.pass_bank, wishes.never_cut, wishes.pick_up) == (False, False, True)
