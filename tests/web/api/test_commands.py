"""Commands through the API: once, by the right person, on the state that the client knows."""

from typing import Any

import pytest
from django.utils import timezone

from paigow.rules import STANDARDS
from paigow.table import Phase
from paigow.table.floor.floor import StopTable
from paigow.table.steps.banking import waiting
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.models import User
from paigow.web.service import tables
from paigow.web.service.authority import own_key
from paigow.web.store.models import StoredCommand, Table


def problem(response: Any, status: int, reason: str) -> dict[str, Any]:
    """That the answer is a problem of this kind."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = response.json()
    assert {"type", "title", "status", "detail", "reason", "clause"} <= set(told)
    assert (told["status"], told["reason"]) == (status, reason)
    return told


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_person_plays_whole_rounds_by_what_is_offered(standard: str, new_house: Any, new_caller: Any) -> None:
    house, mei = new_house(standard), new_caller("mei")
    mei.sit(house.slug, 1)
    assert house.round(mei) == 1
    assert house.round(mei) == 2
    verbs = set(StoredCommand.objects.filter(person="mei").values_list("verb", flat=True))
    assert {"sit", "buy-in", "wager", "set"} <= verbs


def test_the_answer_has_the_receipt_and_the_view(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    before = house.state.sequence
    done = mei.do(house.slug, "sit", position=2, seed="luck", key="first").json()
    assert done["receipt"] == {
        "table": house.slug,
        "key": "first",
        "first": before + 1,
        "last": before + 1,
        "repeated": False,
    }
    assert done["view"]["players"] == {"mei": {"position": 2, "away": False}}
    assert done["view"]["sequence"] == before + 1


def test_the_same_key_and_command_give_the_same_receipt_and_are_done_once(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 2)
    known = house.state.sequence
    first = mei.do(house.slug, "buy-in", amount=5000, key="again", expected=known).json()["receipt"]
    second = mei.do(house.slug, "buy-in", amount=5000, key="again", expected=known).json()["receipt"]
    later = mei.do(house.slug, "buy-in", amount=5000, key="again").json()["receipt"]
    assert second == later == first | {"repeated": True}
    assert house.state.sequence == first["last"]


def test_a_key_of_another_command_is_refused(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 2)
    known = house.state.sequence
    assert mei.do(house.slug, "buy-in", amount=5000, key="k", expected=known).status_code == 200
    problem(mei.do(house.slug, "buy-in", amount=6000, key="k", expected=known), 422, "key-reused")
    problem(mei.do(house.slug, "buy-in", amount=6000, key="k"), 422, "key-reused")


def test_keys_of_different_people_do_not_meet(house: Any, new_caller: Any) -> None:
    mei, bao = new_caller("mei"), new_caller("bao")
    assert mei.do(house.slug, "sit", position=1, seed="a", key="k").status_code == 200
    assert bao.do(house.slug, "sit", position=2, seed="b", key="k").status_code == 200


def test_nobody_can_take_the_key_that_the_dealer_will_need(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    for ahead in range(1, 40):
        assert mei.do(house.slug, "sit", position=9, seed="a", key=f"dealer.{ahead}").status_code == 409
    mei.do(house.slug, "sit", position=1, seed="a", key=f"dealer.{house.state.sequence + 1}")
    house.deal(lambda state: state.phase is Phase.BETTING, mei)


def test_a_stale_command_is_refused_with_the_table_as_it_is(house: Any, new_caller: Any) -> None:
    mei, bao = new_caller("mei"), new_caller("bao")
    known = house.state.sequence
    bao.sit(house.slug, 3)
    told = problem(mei.do(house.slug, "sit", position=2, seed="s", expected=known), 409, "stale")
    assert told["sequence"] == house.state.sequence == told["view"]["sequence"]
    assert told["view"]["viewer"] == "mei"
    assert "bao" in told["view"]["players"]


def test_a_refusal_of_the_rules_has_its_clause_and_changes_nothing(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    house.deal(lambda state: state.phase is Phase.BETTING, mei)
    before = house.state
    refused = mei.do(house.slug, "wager", position=1, kind="main", amount=house.state.game.options.maximum + 100)
    told = problem(refused, 409, "refused")
    assert told["clause"] is not None
    assert told["clause"].startswith("MDT-")
    assert house.state == before


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ({"do": "sit", "position": 1, "seed": "s"}, {"Idempotency-Key": "k"}),
        ({"do": "sit", "position": 1, "seed": "s", "expected": -1}, {"Idempotency-Key": "k"}),
        ({"do": "sit", "position": 1, "seed": "s", "expected": "a"}, {"Idempotency-Key": "k"}),
        ({"do": "sit", "position": 1, "seed": "s", "expected": 0}, {}),
        ({"do": "sit", "position": 1, "seed": "s", "expected": 0}, {"Idempotency-Key": "k" * 41}),
        ({"do": "sit", "position": 1, "seed": "s", "expected": 0}, {"Idempotency-Key": "a key"}),
        ({"do": "sit", "position": 1, "seed": "s\u0000", "expected": 0}, {"Idempotency-Key": "k"}),
        ({"do": "sit", "position": 1.5, "seed": "s", "expected": 0}, {"Idempotency-Key": "k"}),
        ({"do": "sit", "position": None, "seed": "s", "expected": 0}, {"Idempotency-Key": "k"}),
        ({"do": "sit", "position": 1, "seed": "s", "expected": 0, "as": "dealer"}, {"Idempotency-Key": "k"}),
        ({"expected": 0}, {"Idempotency-Key": "k"}),
    ],
)
def test_what_is_not_a_command_is_refused(
    body: dict[str, Any], headers: dict[str, str], house: Any, new_caller: Any
) -> None:
    told = problem(new_caller("mei").post(f"tables/{house.slug}/commands", body, **headers), 422, "invalid")
    assert told["errors"]
    assert house.state.players == {}


@pytest.mark.parametrize("wrong", [1.5, float("nan"), None, {"a": 1}])
@pytest.mark.parametrize("name", ["amount", "position"])
def test_a_value_of_the_wrong_type_is_told_what_is_wanted(wrong: Any, name: str, house: Any, new_caller: Any) -> None:
    told = problem(new_caller("mei").do(house.slug, "buy-in", **{name: wrong}), 422, "invalid")
    wanted = "this must be a whole number, a text, true or false, or a list of these"
    assert told["detail"] == f"body.{name}: {wanted}"
    assert told["errors"] == [{"where": ["body", name], "what": wanted}]


@pytest.mark.parametrize("kind", [str, float, lambda number: True, lambda number: [number]])
def test_the_number_of_an_event_is_a_whole_number(kind: Any, house: Any, new_caller: Any) -> None:
    known = kind(house.state.sequence)
    told = problem(new_caller("mei").do(house.slug, "sit", position=1, seed="s", expected=known), 422, "invalid")
    assert told["errors"][0]["where"] == ["body", "expected"]
    assert house.state.players == {}


def test_an_event_that_never_was_is_told_from_one_that_is_past(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    last = house.state.sequence
    past = problem(mei.do(house.slug, "buy-in", amount=100, expected=last - 1), 409, "stale")
    assert past["detail"] == f"event {last - 1} is no longer the latest; event {last} is"
    never = problem(mei.do(house.slug, "buy-in", amount=100, expected=last + 7), 409, "stale")
    assert never["detail"] == f"there is no event {last + 7} yet: the last one is {last}"
    assert never["sequence"] == never["view"]["sequence"] == last


def test_what_another_game_has_is_refused_by_the_name_of_the_command(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    told = problem(mei.do(house.slug, "show-hand", position=1), 409, "refused")
    assert told["detail"] == "this game has no command 'show-hand'"


def test_who_has_no_chips_is_told_so(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    assert mei.do(house.slug, "sit", position=1, seed="s").status_code == 200
    told = problem(mei.do(house.slug, "colour-up", amount=1), 409, "refused")
    assert (told["detail"], told["clause"][:4]) == ("mei has no chips to colour up", "MDT-")


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "fly"},
        {"do": "sit"},
        {"do": "sit", "position": "1", "seed": "s"},
        {"do": "sit", "position": True, "seed": "s"},
        {"do": "sit", "position": 1, "seed": "s", "by": "mei"},
        {"do": "sit", "position": 1, "seed": "s", "player": "mei"},
        {"do": "set", "position": 1, "setting": "66 66 / 66 66"},
    ],
)
def test_what_the_notation_does_not_know_is_refused(fields: dict[str, Any], house: Any, new_caller: Any) -> None:
    refused = new_caller("mei").do(house.slug, **fields)
    assert refused.status_code == 422, refused.content
    assert refused.json()["reason"] in ("notation", "hand", "invalid")
    assert house.state.players == {}


def test_chance_is_not_for_a_client_to_say(house: Any, new_caller: Any) -> None:
    """Even the bank, who shakes the dice, does not say how they fall."""
    mei, bao = new_caller("mei"), new_caller("bao")
    mei.sit(house.slug, 1)
    bao.sit(house.slug, 2)
    house.round(mei, bao)
    house.deal(lambda state: state.phase is Phase.OFFERING and "mei" in waiting(state), bao)
    assert mei.do(house.slug, "accept-bank").status_code == 200
    house.deal(lambda state: state.phase is Phase.STARTING, bao)
    assert house.state.current.bank.player == "mei"
    told = problem(mei.do(house.slug, "shake", dice=[6, 6, 6], player="mei"), 422, "notation")
    assert "chance" in told["detail"]
    offers = mei.get(f"tables/{house.slug}/legal").json()["offers"]
    shake = next(offer["command"] for offer in offers if offer["command"]["do"] == "shake")
    assert shake == {"do": "shake", "player": "mei"}
    problem(bao.do(house.slug, **shake), 403, "not-yours")
    done = mei.do(house.slug, **shake, key="shake").json()
    again = mei.do(house.slug, **shake, key="shake").json()
    assert again["receipt"] == done["receipt"] | {"repeated": True}
    assert house.state.current.start.dice is not None
    assert done["view"]["round"]["dice"] is None, "they lie under the lid"


def test_chance_outside_a_round_is_refused(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    problem(mei.do(house.slug, "shake", player="mei"), 409, "refused")


@pytest.mark.parametrize("verb", ["no-more-bets", "deliver", "open-round", "close-round", "mix", "time", "expose"])
def test_nobody_speaks_for_the_dealer_or_the_system(verb: str, house: Any, new_caller: Any) -> None:
    fields: dict[str, dict[str, Any]] = {
        "open-round": {"commitment": "0" * 64},
        "close-round": {"seed": "0" * 64},
        "time": {"now": 100},
    }
    for name, role in (("mei", "player"), ("fen", "floor"), ("ada", "administrator")):
        refused = new_caller(name, role).do(house.slug, verb, **fields.get(verb, {}))
        problem(refused, 403, "not-yours")


def test_the_floor_commands_are_for_the_floor(house: Any, new_caller: Any) -> None:
    mei, fen = new_caller("mei"), new_caller("fen", "floor")
    house.deal(lambda state: state.phase is Phase.DISPLAY)
    problem(mei.do(house.slug, "stop", reason="fire", **{"as": "floor"}), 403, "not-yours")
    problem(mei.do(house.slug, "stop", reason="fire"), 403, "not-yours")
    problem(fen.do(house.slug, "stop", reason="fire"), 403, "not-yours")
    legal = fen.get(f"tables/{house.slug}/legal", **{"as": "floor"}).json()
    assert legal["actor"] == "floor"
    assert "stop" in {offer["command"]["do"] for offer in legal["offers"]}
    done = fen.do(house.slug, "stop", reason="fire", **{"as": "floor"})
    assert done.status_code == 200, done.content
    assert done.json()["view"]["viewer"] == "floor"
    kept = StoredCommand.objects.get(verb="stop")
    assert (kept.actor, kept.person) == ("floor", "fen")
    problem(fen.do(house.slug, "resume", **{"as": "floor"}), 403, "not-allowed")  # without a reason
    assert fen.do(house.slug, "resume", why="the fire is out", **{"as": "floor"}).status_code == 200
    noted = SignificantEvent.objects.filter(kind="deactivation", person="fen").order_by("pk")
    assert [(event.detail["deed"], event.detail["why"]) for event in noted] == [
        ("stop", "fire"),
        ("resume", "the fire is out"),
    ]


def test_a_deed_whose_note_was_lost_is_noted_when_it_is_asked_for_again(house: Any, new_caller: Any) -> None:
    """As if the process had been killed between the two."""
    fen = new_caller("fen", "floor")
    person = User.objects.get(username="fen")
    house.deal(lambda state: state.phase is Phase.DISPLAY)
    command, key = StopTable(reason="fire"), own_key(person, "k")
    tables.submit(house.slug, command, person="fen", key=key)
    noted = SignificantEvent.objects.filter(kind="deactivation", person="fen")
    assert not noted.exists()
    for _ in range(2):
        again = fen.do(house.slug, "stop", reason="fire", key="k", **{"as": "floor"})
        assert again.json()["receipt"]["repeated"]
        assert noted.count() == 1


def test_the_floor_does_not_play(house: Any, new_caller: Any) -> None:
    problem(new_caller("fen", "floor").do(house.slug, "sit", position=1, seed="s"), 403, "not-yours")


def test_money_and_limits_hold_through_the_api(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    assert mei.do(house.slug, "sit", position=1, seed="s").status_code == 200
    problem(mei.do(house.slug, "buy-in", amount=100_000_000), 403, "not-covered")
    problem(mei.do(house.slug, "buy-in", amount=10**40), 409, "refused")


def test_a_closed_table_offers_nothing(house: Any, new_caller: Any) -> None:
    """Neither to a program nor on its page; it would be refused."""
    mei = new_caller("mei")
    mei.client.force_login(mei.person)
    page = f"/tables/{house.slug}/"
    assert mei.get(f"tables/{house.slug}/legal").json()["offers"]
    assert f'action="{page}do/"' in mei.client.get(page).content.decode()
    Table.objects.update(closed_at=timezone.now())
    assert mei.get(f"tables/{house.slug}/legal").json()["offers"] == []
    assert f'action="{page}do/"' not in mei.client.get(page).content.decode()
    assert mei.do(house.slug, "sit", position=1, seed="s").json()["reason"] == "table-closed"


def test_everything_offered_is_accepted_and_amounts_are_told(house: Any, new_caller: Any) -> None:
    mei = new_caller("mei")
    mei.sit(house.slug, 1)
    house.deal(lambda state: state.phase is Phase.BETTING, mei)
    legal = mei.get(f"tables/{house.slug}/legal").json()
    wager = next(o for o in legal["offers"] if o["command"]["do"] == "wager" and "kind" not in o["command"])
    assert wager["amounts"]["least"] == house.state.game.options.minimum
    assert wager["amounts"]["most"] <= house.state.game.options.maximum
    asked = wager["command"] | {"amount": wager["amounts"]["least"] + wager["amounts"]["step"]}
    assert mei.do(house.slug, **asked, expected=legal["sequence"]).status_code == 200
