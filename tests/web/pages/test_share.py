"""A round to share: made by those who played it, seen with their eyes by everybody with the link, framed only there."""

import re
import struct
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from tests.web.pages.conftest import Played

from paigow.table.view import FACE_DOWN, view
from paigow.web.pages import share
from paigow.web.pages.drawn import TALL, WIDE
from paigow.web.people.display import called
from paigow.web.people.log_models import SignificantEvent
from paigow.web.people.registration import come_as_guest
from paigow.web.store.models import SharedRound


def shared_by(browser: Client, slug: str, number: int = 1) -> str:
    return str(browser.post(reverse("round-share", args=(slug, number)))["Location"])


@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker"])
def test_a_link_a_preview_and_an_embed(play: type[Played], standard: str) -> None:
    played = play(standard, rounds=1)
    address = shared_by(played.client(), played.slug)
    assert shared_by(played.client(), played.slug) == address  # the same again
    stranger = Client()
    page = stranger.get(address)
    text = page.content.decode()
    assert "Commitment" not in text.split('class="happened"')[1].split("</ul>")[0]  # found under "Is this deal fair?"
    picture = re.search(r'property="og:image" content="http://testserver([^"]+)"', text)
    assert picture is not None
    assert 'name="twitter:card" content="summary_large_image"' in text
    drawn = stranger.get(picture[1])
    assert drawn["Content-Type"] == "image/png"
    assert struct.unpack(">II", drawn.content[16:24]) == (WIDE, TALL)
    svg = stranger.get(picture[1].replace(".png", ".svg")).content.decode()
    assert svg.count("<use") >= (8 if "tiles" in standard else 14)  # both hands
    framed = stranger.get(f"{address}embed/")
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "<form" not in framed.content.decode()
    for other in (address, "/", picture[1]):
        assert "frame-ancestors 'none'" in stranger.get(other)["Content-Security-Policy"]
    last = page.context["last"]
    assert stranger.get(f"{address}?step={last}").status_code == 200
    assert stranger.get(f"{address}?step={last + 1}").status_code == 404


def test_only_who_played_shares_and_takes_back(play: type[Played]) -> None:
    played = play("maryland-tiles", rounds=1)
    other = Client()
    other.force_login(come_as_guest())
    assert other.post(reverse("round-share", args=(played.slug, 1))).status_code == 403
    assert Client().post(reverse("round-share", args=(played.slug, 1))).status_code == 302  # to sign in
    ann = played.client()
    assert ann.post(reverse("round-share", args=(played.slug, 99))).status_code == 404  # not over
    assert not SharedRound.objects.exists()
    address = shared_by(ann, played.slug)
    ann.post(reverse("round-share", args=(played.slug, 1)), {"act": "withdraw"})
    assert Client().get(address).status_code == 404
    noted = SignificantEvent.objects.filter(kind=SignificantEvent.Kind.SHARE).order_by("pk")
    assert [(each.person, each.shown_detail) for each in noted] == [
        ("ann", {"table": played.slug, "round": 1, "done": done}) for done in ("shared", "withdrawn")
    ]
    assert Client().get(f"{address}embed/").status_code == 404
    assert Client().get(f"{address}preview.png").status_code == 404


def test_a_link_tells_no_more_than_its_person_saw(play: type[Played]) -> None:
    """Step by step the page is drawn for the person who shared it: hands that they did not see are in none of it."""
    played = play("maryland-poker", rounds=1)
    address = shared_by(played.client(), played.slug)
    kept = SharedRound.objects.get()
    steps = share._steps(kept.table.pk, 1)
    hidden = 0
    for number, step in enumerate(steps, start=1):
        if step.after.round is None:
            continue
        seen = view(step.after, "ann")["round"]["hands"]
        text = Client().get(f"{address}?step={number}").content.decode()
        up = set(re.findall(r"#(c[2-9TJQKA][shdc]|cJk)\b", re.sub(r"<header.*?</header>", "", text, flags=re.S)))
        for place, hand in seen.items():
            if FACE_DOWN in hand["pieces"]:
                own = {f"c{piece}" for piece in map(str, step.after.current.hands[int(place)].pieces)}
                shown = {f"c{piece}" for other in seen.values() for piece in other["pieces"]}
                assert not (own - shown) & up, (number, place)
                hidden += 1
    assert hidden


def test_names_are_display_names(play: type[Played]) -> None:
    played = play("maryland-tiles", rounds=1)
    played.ann.display_name = "Lotus"
    played.ann.save()
    text = Client().get(shared_by(played.client(), played.slug)).content.decode()
    assert "Lotus" in text
    assert text.count("Lotus") > 1


def test_who_sat_out_has_not_pushed(play: type[Played]) -> None:
    """A seated player can share a round in which they had no bet."""
    played = play("maryland-tiles", rounds=1)
    address = shared_by(played.client(), played.slug)
    assert "shares this round" not in Client().get(address).content.decode()
    idle = come_as_guest()
    SharedRound.objects.update(person=idle.username)
    text = Client().get(address).content.decode()
    assert f"{called(idle.username)} shares this round" in text
    assert "pushes" not in text


def test_a_link_that_is_asked_for_without_end_is_refused(play: type[Played], settings: Any) -> None:
    """Each page and picture is drawn again for every visitor who has the link."""
    address = shared_by(play("maryland-tiles", 1).client(), "maryland-tiles")
    settings.RATES = {"shared": 2}
    visitor = Client(REMOTE_ADDR="192.0.2.78")
    assert [visitor.get(f"{address}?at={step}").status_code for step in range(1, 5)] == [200, 200, 429, 429]
