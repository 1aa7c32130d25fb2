"""Odds and advice, as the library gives them."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from paigow.analysis import advise, odds
from paigow.web.api.figures import OddsQuestion
from paigow.web.work import jobs
from tools.waiting import wait_until


def asked(caller: Any, **query: Any) -> Any:
    """The answer, when it has been worked out."""

    def answered() -> Any:
        response = caller.get("odds", **query)
        if response.status_code != 202:
            return response
        assert response["Retry-After"] == "2"
        assert response.json() == {"status": "working"}
        return None

    return wait_until(answered)


def test_odds_are_worked_out_once_and_kept(new_caller: Any) -> None:
    mei = new_caller()
    found = asked(mei, rules="maryland-tiles", wager="pair-fortunes", paytable="B").json()
    known = odds("maryland-tiles", "pair-fortunes", paytable="B").to_dict()
    del known["seconds"]
    assert found == known
    assert mei.get("odds", rules="maryland-tiles", wager="pair-fortunes", paytable="B").status_code == 200


def test_the_rules_may_be_those_of_a_table(house: Any, new_caller: Any) -> None:
    found = asked(new_caller(), table=house.slug, wager="pair-fortunes").json()
    assert found["total"] == odds("maryland-tiles", "pair-fortunes").total


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"rules": "maryland-tiles", "table": "t"},
        {"rules": "/etc/passwd"},
        {"rules": "../../x.toml"},
        {"rules": "maryland-tiles", "wager": "fortune"},
        {"rules": "maryland-tiles", "wager": "pair-fortunes", "paytable": "Z"},
        {"rules": "maryland-tiles", "wager": "pair-fortunes", "house_way": "maryland"},
        {"rules": "maryland-tiles", "bank": "dealer"},
        {"rules": "maryland-tiles", "wager": "x" * 100},
    ],
)
def test_odds_of_what_there_is_not(query: dict[str, Any], new_caller: Any) -> None:
    refused = asked(new_caller(), **query)
    assert refused.status_code == 422
    assert refused["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("rules", "pieces", "more"),
    [
        ("maryland-tiles", "66 45 12 24", {}),
        ("new-zealand", "44 16 36 25", {"bank": "player"}),
        ("maryland-tiles", "66 45 12 24", {"house_way": "foxwoods"}),
        ("dealer-open", "As Ks Qs Js Ts 9h 9d", {"dealer": "2c 3d 5h 6h 8c Td Kd"}),
    ],
)
def test_advice_is_the_librarys(rules: str, pieces: str, more: dict[str, Any], new_caller: Any) -> None:
    known: dict[str, Any] = advise(rules, pieces, **more).to_dict()
    del known["seconds"]
    assert new_caller().get("advice", rules=rules, pieces=pieces, **more).json() == known


def test_advice_by_the_rules_of_a_table(house: Any, new_caller: Any) -> None:
    found = new_caller().get("advice", table=house.slug, pieces="66 45 12 24").json()
    assert found["rules"] == "maryland-tiles"


@pytest.mark.parametrize(
    "query",
    [
        {"rules": "maryland-tiles"},
        {"rules": "maryland-tiles", "pieces": "66 66 66 66"},
        {"rules": "maryland-tiles", "pieces": "As Ks Qs Js"},
        {"rules": "maryland-tiles", "pieces": "66"},
        {"rules": "maryland-tiles", "pieces": "66 45 12 24", "dealer": "66 45 12 24"},
        {"rules": "maryland-tiles", "pieces": "66 45 12 24", "house_way": "none"},
        {"rules": "maryland-tiles", "pieces": "x" * 61},
        {"rules": "new-zealand", "pieces": "66 45 12 24\u0000"},
        {"rules": "poker", "pieces": "66 45 12 24"},
        {"table": "nowhere", "pieces": "66 45 12 24"},
    ],
)
def test_advice_on_what_is_no_hand(query: dict[str, Any], new_caller: Any) -> None:
    refused = new_caller().get("advice", **query)
    assert refused.status_code in (404, 422)
    assert refused["Content-Type"] == "application/problem+json"


def test_ever_new_questions_do_not_fill_the_disk(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA = tmp_path
    monkeypatch.setattr(jobs, "MAX_KEPT", 3)
    for number in range(6):
        job = OddsQuestion(f"question {number}")
        job.folder.mkdir(parents=True)
        job.prepare()
        os.utime(job.folder, (time.time() - 100 + number,) * 2)
    kept = {path.name for path in (tmp_path / "odds").iterdir()}
    assert len(kept) <= 4
    assert job.folder.name in kept
