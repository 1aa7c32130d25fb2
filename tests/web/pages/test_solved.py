"""The page of the solved games: its figures are those of the shipped solutions, its files those that are shipped."""

import re
from html import unescape
from importlib import resources
from typing import Any

import pytest
from django.test import Client

from paigow.analysis.solved import solved

pytestmark = pytest.mark.django_db


def told(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def percent(value: Any) -> str:
    return f"{float(value) * 100:.6f}%".replace("-", "−")


def test_the_page_shows_every_solution_and_every_house_way(client: Client) -> None:
    assert "/math/solved/" in client.get("/math/").content.decode()
    response = client.get("/math/solved/")
    assert response.status_code == 200
    page = told(response)
    for game in solved().games:
        assert percent(game.lower) in page
        assert percent(game.edge) in page
        assert (f"would set {game.settled:,} types of hand" in page) is (game.open > 0)
        assert (f"the same way; {game.open:,} types are still open" in page) is (game.open > 0)
        for way in game.ways:
            assert percent(way.edge) in page
            for hand in way.costly[:1] if way.name != "optimal" else ():
                assert hand.sets in page
    for curve in filter(None, solved().short.values()):
        assert all(percent(each.edge) in page for each in curve)


@pytest.mark.parametrize("name", [each.name for each in solved().games])
def test_the_solutions_can_be_had(client: Client, name: str) -> None:
    assert f"/math/solved/files/{name}/" in client.get("/math/solved/").content.decode()
    (game,) = [each for each in solved().games if each.name == name]
    kept = resources.files("paigow.solver").joinpath("data", game.file).read_bytes()
    assert client.get(f"/math/solved/files/{name}/").content == kept


@pytest.mark.parametrize("address", ["files/none/", "files/../secret/", "cards/tiles/99/", "cards/mahjong/3/"])
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/math/solved/{address}").status_code == 404


@pytest.mark.parametrize("game", ["tiles", "poker"])
def test_a_card_lists_the_rules_of_a_short_house_way(client: Client, game: str) -> None:
    for each in solved().short[game]:
        page = client.get(f"/math/solved/cards/{game}/{each.rules}/").content.decode()
        assert page.count("<li>") >= each.rules
        assert percent(each.edge) in told(client.get(f"/math/solved/cards/{game}/{each.rules}/"))


@pytest.mark.parametrize("way", ["short-5", "equilibrium", "equilibrium-bank", "optimal"])
@pytest.mark.parametrize("rules", ["maryland-tiles", "maryland-poker"])
def test_they_can_be_drilled(client: Client, rules: str, way: str) -> None:
    begun = client.post("/drill/", {"kind": "house-way", "rules": rules, "way": way, "limit": "0"})
    assert begun.status_code == 302
    asked = client.get(begun.headers["Location"])
    assert asked.status_code == 200
    answered = client.post(begun.headers["Location"], {"verb": "answer", "show": "1", "round": "1"}, follow=True)
    assert answered.status_code == 200
    assert "The house way" in answered.content.decode()
    assert ("?rules=" in answered.content.decode()) is (way == "optimal")  # advice knows only fixed house ways by name


@pytest.mark.parametrize("style", ["optimal", "equilibrium"])
def test_a_practice_table_has_bots_of_that_style(client: Client, style: str) -> None:
    from paigow.web.store.models import Table

    opened = client.post("/practise/maryland-tiles/", {"pace": "brisk", "bots": "2", "style": style})
    assert opened.status_code == 302
    slug = opened.headers["Location"].rstrip("/").rpartition("/")[2]
    assert set(Table.objects.get(slug=slug).bots.values()) == {style}
    wrong = client.post("/practise/maryland-tiles/", {"pace": "brisk", "bots": "2", "style": "perfect"})
    assert wrong.status_code == 422
