"""Advice on any hand: the page says what the analysis says, and what cannot be asked is answered clearly."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from paigow.analysis import advise

URL = "/advice/"


def told(response: Any) -> str:
    """The page's text, tags and runs of white space taken out."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def asked(client: Client, **query: str) -> Any:
    return client.get(URL, query)


def test_nothing_asked(client: Client) -> None:
    response = client.get(URL)
    assert response.status_code == 200
    assert "For example" in told(response)


@pytest.mark.parametrize(
    ("rules", "hand", "way"),
    [
        ("maryland-tiles", "66 45 12 24", ""),
        ("maryland-tiles", "44 16 36 25", "foxwoods"),
        ("new-zealand", "44 16 36 25", ""),
        ("maryland-poker", "As Ad Kh Qc 9d 9s Jk", "stones"),
        ("dealer-open", "Ah Kd Jc Ts 8h 5c 5d", ""),
    ],
)
def test_every_setting_has_the_figures_of_the_analysis(client: Client, rules: str, hand: str, way: str) -> None:
    expected = advise(rules, hand, house_way=way or None)
    response = asked(client, rules=rules, hand=hand, way=way)
    text = told(response)
    assert response.status_code == 200
    for each in expected.settings:
        counts = each.counts
        for count in (counts.win, counts.push, counts.lose):
            assert f"{count:,} {count / counts.total:.4%}" in text
        assert f"{float(each.value):+.6f} {each.value}".replace("-", "−") in text
        assert f"{each.low_name} · {each.high_name}" in text
    assert f"{expected.total:,} hands" in text
    assert f"“{expected.rule}” {expected.clause}" in text
    if expected.cost:
        assert f"costs {float(expected.cost):.4%} of the bet (exactly {expected.cost})" in text
    else:
        assert "the house way is the best setting" in text


def test_the_names_of_hands_are_translated(client: Client) -> None:
    for language, rules, hand, names in (
        ("zh-hant", "maryland-tiles", "66 11 36 25", "地高九 · 天九王"),
        ("zh-hans", "maryland-poker", "As Ad Kh Kc 9s 8d 2c", "一对K · 一对A"),
    ):
        page = told(client.get(URL, {"rules": rules, "hand": hand}, headers={"accept-language": language}))
        assert names in page
        assert not re.search("Pair of|High Nine|Wong", page)
    wrong = client.get(URL, {"rules": "maryland-tiles", "hand": "66 45"}, headers={"accept-language": "zh-hans"})
    assert "a hand has" not in told(wrong)


def test_the_page_says_what_the_command_says(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    from paigow.cli import main

    with pytest.raises(SystemExit):
        main(["advise", "maryland-tiles", "44", "16", "36", "25", "--bank", "player", "--json"])
    answer = json.loads(capsys.readouterr().out)
    text = told(asked(client, rules="maryland-tiles", hand="44 16 36 25", bank="player"))
    for each in answer["settings"]:
        assert f"{each['win']:,} " in text
        assert each["ev"].replace("-", "−") in text
    assert answer["house_way"]["clause"] in text


def test_what_your_own_setting_costs(client: Client) -> None:
    advice = advise("maryland-tiles", "66 45 12 24")
    mine = next(each for each in advice.settings if each.high == "66 24")
    text = told(asked(client, rules="maryland-tiles", hand="66 45 12 24", set="66 24 / 45 12"))
    cost = advice.best.value - mine.value
    assert f"It costs {float(cost):.4%} of the bet (exactly {cost}) compared with the best." in text
    assert "No setting is better." in told(
        asked(client, rules="maryland-tiles", hand="66 45 12 24", set="66 45 / 12 24")
    )


def test_against_open_cards(client: Client) -> None:
    text = told(asked(client, rules="dealer-open", hand="Ah Kd Jc Ts 8h 5c 5d", dealer="As Ks Qs 9c 7d 4d 2h"))
    assert "against the dealer’s open hand" in text
    assert "100.0000%" in text


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"rules": "nevada", "hand": "66 45 12 24"}, "There is no standard nevada. Choose one of maryland-tiles"),
        ({"rules": "/etc/passwd", "hand": "66 45 12 24"}, "There is no standard /etc/passwd"),
        (
            {"rules": "maryland-tiles", "hand": "66 45 12 99"},
            "'99' is not a tile: write the pips of both halves, one of 66",
        ),
        ({"rules": "maryland-tiles", "hand": "66 45"}, "A hand has four tiles, not 2 MDT-1.B.8"),
        (
            {"rules": "maryland-tiles", "hand": "66 45 12 24", "way": "stones"},
            "choose one of maryland, new-zealand",
        ),
        ({"rules": "maryland-poker", "hand": "As As Kh Qc 9d 9s Jk"}, "As appears twice"),
        ({"rules": "maryland-poker", "hand": "<script>"}, "is not a card"),
        ({"rules": "maryland-tiles", "hand": "66 " * 60}, "too long for a hand"),
        ({"rules": "dealer-open", "hand": "Ah Kd Jc Ts 8h 5c 5d", "bank": "player"}, "no player may bank"),
        ({"rules": "maryland-tiles", "hand": "66 45 12 24", "set": "66 11 / 12 24"}, "does not match the hand"),
        (
            {"rules": "maryland-poker", "hand": "As Ad Kh Qc 9d 9s Jk", "set": "Kh Qc 9d 9s Jk / As Ad"},
            "ranks below the low hand",
        ),
        ({"rules": "maryland-tiles", "hand": ""}, "Enter a hand"),
    ],
)
def test_what_cannot_be_answered_says_what_is_allowed(client: Client, query: dict[str, str], message: str) -> None:
    response = asked(client, **query)
    assert response.status_code == 400
    assert message in told(response)
    assert b"<script>" not in response.content


def test_a_foul_is_named_with_its_clause(client: Client) -> None:
    response = asked(client, rules="maryland-poker", hand="As Ad Kh Qc 9d 9s Jk", set="Kh Qc 9d 9s Jk / As Ad")
    assert "/rules/MDP-11.F.1.c/" in response.content.decode()
