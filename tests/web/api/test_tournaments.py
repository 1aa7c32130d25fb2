"""Duplicate tournaments and shared rounds through the API."""

from datetime import timedelta
from typing import Any

from django.test import Client

import paigow
from paigow.fairness import Chain
from paigow.web.service import duplicates
from paigow.web.store.models import Tournament


def test_a_tournament_from_the_commitment_to_the_standings(new_caller: Any, stranger: Any) -> None:
    """Two people get the same deals, one at a time; nobody sees a hand, a seed or the standings too early."""
    ann, bob, game = new_caller("ann"), new_caller("bob"), paigow.Game("maryland-tiles")
    made = ann.post("tournaments", {"standard": "maryland-tiles", "deals": 5, "hours": 1})
    assert made.status_code == 201
    slug = made.json()["tournament"]
    assert bob.get(f"tournaments/{slug}/hand").status_code == 403  # not entered
    deals: dict[str, list[str]] = {}
    for caller in (ann, bob):
        hand = caller.post(f"tournaments/{slug}/entry", {}).json()
        while not hand["done"]:
            assert caller.get(f"tournaments/{slug}").json()["standings"] == []
            pieces = " ".join(hand["pieces"])
            deals.setdefault(caller.token, []).append(pieces)
            body = {"setting": str(game.house_way(pieces).setting)}
            path = f"tournaments/{slug}/hands/{hand['number']}"
            if hand["number"] == 2:
                assert caller.post(path, {"setting": "66 66 / 66 66"}).status_code == 422
            hand = caller.post(path, body).json()
            assert caller.post(path, body).status_code == 409  # a hand that is set stays set
        assert hand["pieces"] == []
    assert deals[ann.token] == deals[bob.token]
    assert len(deals[ann.token]) == 5
    assert [each["tournament"] for each in bob.get("tournaments").json()] == [slug]
    assert stranger.get(f"tournaments/{slug}").json()["seeds"] is None
    kept = Tournament.objects.get(slug=slug)
    duplicates.reveal_due(kept.deadline + timedelta(seconds=1))
    told = stranger.get(f"tournaments/{slug}").json()
    chain = Chain(slug, 1, 5, bytes.fromhex(made.json()["tip"]))
    assert all(chain.holds(number, bytes.fromhex(seed)) for number, seed in enumerate(told["seeds"], start=1))


def test_a_round_is_shared_and_taken_back(house: Any, new_caller: Any) -> None:
    ann = new_caller("ann")
    ann.sit(house.slug, 1)
    house.round(ann)
    path = f"tables/{house.slug}/rounds/1/share"
    link = ann.post(path, {}).json()
    assert ann.post(path, {}).json() == link
    assert ann.post(f"tables/{house.slug}/rounds/99/share", {}).status_code == 404
    assert {Client().get(address).status_code for address in link.values()} == {200}
    assert ann.client.delete(f"/api/{path}", headers=ann.headers).status_code == 204
    assert {Client().get(address).status_code for address in link.values()} == {404}
