"""Past rounds: whoever was at the table may replay them and read its record; a session is held against best play."""

import re
from collections.abc import Callable
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client, override_settings

from paigow.analysis import advise
from paigow.language.saying import named
from paigow.learning.review import review
from paigow.money import format_cents, rack
from paigow.record import Replay, verify
from paigow.record.narration import tell_heard
from paigow.table import Phase
from paigow.table.hearing import everything
from paigow.web.pages.replay import players, standings
from paigow.web.people import roles
from paigow.web.people.display import called
from paigow.web.people.models import User
from paigow.web.service import bots, history, records, tables, tokens
from tools.waiting import wait_until

STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
WorkedOut = Callable[[Client, str], Any]


def told(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_signing_in_comes_first(client: Client, db: None) -> None:
    for url in ("/review/", "/review/t/", "/tables/t/rounds/1/", "/tables/t/record/"):
        assert client.get(url).headers["Location"].startswith("/account/sign-in/")


def test_a_bot_that_was_sent_away_is_marked_as_one_wherever_it_sits(play: Any) -> None:
    """It plays the round to its end, and what it played stays a bot's play."""
    played = play("maryland-tiles", rounds=1)
    while played.state.phase is not Phase.SETTING:
        played.step()
    bots.invite(played.slug, 0)
    token = tokens.issue(played.ann, "test")[1]
    client = played.client()
    seats = client.get("/api/tables/maryland-tiles/seats", headers={"Authorization": f"Bearer {token}"}).json()
    assert {each["player"]: each["bot"] for each in seats if each["player"]} == {
        "bot-an": True,
        "bot-bao": True,
        "ann": False,
    }
    played.ann.groups.add(Group.objects.get(name=roles.FLOOR))
    for url in ("/tables/maryland-tiles/", "/tables/maryland-tiles/rounds/1/", "/floor/tables/maryland-tiles/"):
        assert client.get(url).content.decode().count('<abbr class="bot"') == 2, url


def test_somebody_who_has_not_played_is_told_so(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("new"))
    assert "You have not played yet." in told(client.get("/review/"))


def shown(sentence: str) -> str:
    """As a page says it: a bot's name without its prefix."""
    return re.sub(r"bot-\w+", lambda bot: called(bot[0]), sentence)


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_round_is_replayed_step_by_step(play: Any, standard: str) -> None:
    played = play(standard, 1)
    client = played.client()
    assert f'href="/tables/{standard}/rounds/1/"' in client.get("/review/").content.decode()
    kept = history.finished_round(played.table, 1)
    steps = list(history.steps(played.table, kept))
    url = f"/tables/{standard}/rounds/1/"
    for number, step in enumerate(steps, start=1):
        page = client.get(url, {"step": number})
        html, text = page.content.decode(), told(page)
        assert "Replay" in text
        assert f"Step {number} of {len(steps)}" in text
        for event in step.events:
            assert " ".join(shown(tell_heard(everything(event), step.after.game, named)).split()) in text
            for clause in event.clauses:
                assert f'href="/rules/{clause}/"' in html
        assert f'data-phase="{step.after.phase.value}"' in html
        assert "hx-post" not in html  # nothing can be done any more
        assert ('rel="next"' in html) is (number < len(steps))
        assert ('rel="prev"' in html) is (number > 1)
    for wrong in ("0", str(len(steps) + 1), "x", "9" * 30):
        assert client.get(url, {"step": wrong}).status_code == 404
    assert client.get(f"/tables/{standard}/rounds/9/").status_code == 404


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_replay_tells_the_money_of_all(play: Any, standard: str) -> None:
    played = play(standard, 1)
    steps = list(history.steps(played.table, history.finished_round(played.table, 1)))
    found = {each.player: each for each in standings(steps, players(steps), "ann")}
    assert found["ann"].mine
    assert found["ann"].staked == 2000
    assert set(found) == {called(name) for name in players(steps)}
    for name in players(steps):
        each = found[called(name)]
        assert each.before == steps[0].before.ledger[rack(name)]
        assert each.after == steps[-1].after.ledger[rack(name)]
        assert each.net == each.after - each.before  # nobody bought or changed chips in this round
    text = told(played.client().get(f"/tables/{standard}/rounds/1/"))
    assert "Commission" in text
    assert format_cents(found["ann"].after).removesuffix(".00") in text
    if 1 in played.settings:  # the dealer's jacks may end a round before
        assert f"ann set {played.settings[1]}" in text


def test_a_replay_can_be_seen_with_other_eyes(play: Any) -> None:
    """Before hands are open, the felt shows each his own."""
    played = play("maryland-tiles", 1)
    steps = list(history.steps(played.table, history.finished_round(played.table, 1)))
    looked = next(n for n, step in enumerate(steps, start=1) if step.command.verb == "look" and step.row.actor == "ann")
    client, url = played.client(), "/tables/maryland-tiles/rounds/1/"

    def seat(page: Any) -> str:
        found = re.search(r'id="seat-3".*?(?=id="(seat-|middle|told))', page.content.decode(), re.DOTALL)
        assert found is not None
        return found[0]

    assert 'class="piece tile up"' in seat(client.get(url, {"step": looked}))
    assert 'class="piece tile up"' not in seat(client.get(url, {"step": looked, "as": ""}))
    assert 'class="piece tile up"' not in seat(client.get(url, {"step": looked, "as": "bot-an"}))


def test_others_may_not_replay_nor_read_the_record(play: Any) -> None:
    play("maryland-tiles", 1)
    stranger = User.objects.create_user("eve")
    client = Client()
    client.force_login(stranger)
    for url in ("/tables/maryland-tiles/rounds/1/", "/tables/maryland-tiles/record/", "/review/maryland-tiles/"):
        assert client.get(url).status_code == 403
    stranger.groups.add(Group.objects.get(name=roles.AUDITOR))
    client.force_login(User.objects.get(username="eve"))
    assert client.get("/tables/maryland-tiles/rounds/1/").status_code == 200
    assert client.get("/tables/maryland-tiles/record/").status_code == 200
    assert client.get("/tables/none/record/").status_code == 404


def test_the_record_holds(play: Any) -> None:
    played = play("maryland-poker", 2)
    last = records.last_finished(played.table)
    sent = played.client().get("/tables/maryland-poker/record/")
    assert sent.headers["Content-Disposition"] == f'attachment; filename="maryland-poker-1-{last}.toml"'
    assert verify(StringIO(sent.content.decode(), newline="\n")).rounds == last
    for wrong in ("2", "101"):
        assert played.client().get("/tables/maryland-poker/record/", {"from": wrong}).status_code == 404


def test_the_record_comes_in_parts_that_fit(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paigow.web.pages.review.IN_A_PART", 1)
    played = play("maryland-tiles", 2)
    last, client = records.last_finished(played.table), played.client()
    parts = [client.get("/tables/maryland-tiles/record/", {"from": n}).content.decode() for n in range(1, last + 1)]
    assert verify(StringIO("".join(parts), newline="\n")).rounds == last
    assert '?from=2"' in client.get("/review/maryland-tiles/").content.decode()


@pytest.mark.parametrize("standard", ["maryland-tiles", "new-zealand"])
def test_a_session_is_held_against_best_play(play: Any, standard: str, worked_out: WorkedOut, tmp_path: Path) -> None:
    played = play(standard, 3)
    client, url = played.client(), f"/review/{standard}/"
    with override_settings(DATA=tmp_path):
        first = client.get(url)
        assert (first.status_code, 'hx-trigger="every 1s"' in first.content.decode()) == (202, True)
        page = worked_out(client, url)
        part = client.get(url, {"waiting": "1"}, headers={"HX-Request": "true"})
        assert "<html" not in part.content.decode()
        wait_until(lambda: not list(tmp_path.glob("reviews/*/input.json")))  # what the worker was given does not stay
    last = records.last_finished(played.table)
    record = StringIO(records.text_of(records.record_lines(played.table, last)), newline="\n")
    due = review(Replay(record), "ann")
    assert due.hands
    text = told(page)
    assert format_cents(due.wagered) in text
    assert format_cents(round(due.cost)) in text
    shown = [float(each) for each in re.findall(r"(\d+\.\d\d)% of the bet", text)]
    assert len(shown) == len(due.mistakes)
    costs = [hand.cost_cents for hand in due.mistakes]
    assert costs == sorted(costs, reverse=True)
    for hand in due.mistakes:
        best = advise(standard, hand.pieces).best
        assert hand.best_value == best.value
        assert str(hand.explanation) in text
        assert f'href="/tables/{standard}/rounds/{hand.round}/"' in page.content.decode()
    if due.mistakes:
        advice = re.search(r'href="(/advice/\?[^"]+)"', page.content.decode())
        assert advice is not None
        assert "It costs" in told(client.get(unescape(advice[1])))


def test_a_round_that_is_on_is_nobodys(play: Any) -> None:
    played = play("maryland-tiles", 1)
    while tables.state_of("maryland-tiles").round is None:
        played.step()
    number = tables.state_of("maryland-tiles").rounds
    assert played.client().get(f"/tables/maryland-tiles/rounds/{number}/").status_code == 404
