"""Rounds, their records, and whether they hold."""

import tomllib
from io import StringIO
from typing import Any

import pytest

from paigow.fairness.encoding import PROTOCOLS
from paigow.record import verify
from paigow.rules import STANDARDS
from paigow.web.store.models import StoredEvent, StoredRound
from tools.waiting import wait_until


def judged(caller: Any, record: str) -> Any:
    """What becomes of a record that is sent: a worker takes it, and the caller comes back for the verdict."""
    answer = caller.post("verification", {"record": record})
    if answer.status_code != 202:
        return answer.json()
    where = answer["Location"].removeprefix("/api/")

    def verdict() -> Any:
        answer = caller.get(where)
        if answer.status_code != 202:
            return answer.json()
        assert (answer.json(), answer["Retry-After"]) == ({"status": "working"}, "1")
        return None

    return wait_until(verdict)


def test_rounds_are_listed_the_latest_first(house: Any, new_caller: Any) -> None:
    mei = new_caller()
    mei.sit(house.slug, 1)
    for _ in range(3):
        house.round(mei)
    page = mei.get(f"tables/{house.slug}/rounds", limit=2).json()
    assert [each["number"] for each in page["rounds"]] == [3, 2]
    rest = mei.get(f"tables/{house.slug}/rounds", limit=2, before=page["next"]).json()
    assert ([each["number"] for each in rest["rounds"]], rest["next"]) == ([1], None)
    one = mei.get(f"tables/{house.slug}/rounds/2").json()
    assert one == page["rounds"][1]
    assert len(one["seed"]) == len(one["commitment"]) == len(one["record_hash"]) == 64


def test_a_round_that_is_on_shows_its_commitment_only(house: Any, new_caller: Any) -> None:
    mei = new_caller()
    mei.sit(house.slug, 1)
    house.deal(lambda state: state.round is not None and state.current.hands, mei)
    one = mei.get(f"tables/{house.slug}/rounds/1").json()
    assert one["commitment"] == house.state.current.commitment
    assert (one["seed"], one["record_hash"], one["closed_at"]) == ("", "", None)
    for path in ("/rounds/1/record", "/rounds/1/verification", "/rounds/2"):
        refused = mei.get(f"tables/{house.slug}{path}")
        assert (refused.status_code, refused.json()["reason"]) == (404, "no-such-round")
    assert "[[round]]" not in mei.get(f"tables/{house.slug}/record").content.decode()


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_record_holds_and_can_be_put_together_of_blocks(standard: str, new_house: Any, new_caller: Any) -> None:
    house, mei = new_house(standard), new_caller()
    mei.sit(house.slug, 1)
    house.round(mei)
    house.round(mei)
    whole = mei.get(f"tables/{house.slug}/record")
    assert whole["Content-Type"] == "application/toml; charset=utf-8"
    text = whole.content.decode()
    verdict = verify(StringIO(text, newline="\n"))
    last = StoredRound.objects.get(number=2)
    assert (verdict.rounds, verdict.hash) == (2, last.record_hash)
    first = mei.get(f"tables/{house.slug}/record", limit=1)
    assert first["Link"] == f'</api/tables/{house.slug}/record?after=1&limit=1>; rel="next"'
    block = mei.get(f"tables/{house.slug}/rounds/2/record").content.decode()
    assert first.content.decode() + block == text
    rest = mei.get(f"tables/{house.slug}/record", after=1)
    assert (rest.content.decode(), "Link" in rest) == (block, False)
    assert mei.get(f"tables/{house.slug}/record", after=2).content == b""
    alone = judged(mei, block)
    assert (alone["holds"], alone["line"]) == (False, 1)
    assert "head is missing" in alone["message"]
    assert tomllib.loads(block)["round"][0]["hash"] == last.record_hash
    posted = judged(mei, text)
    assert posted.pop("seeds")["protocols"] == {str(PROTOCOLS[-1]): 2}
    assert posted == {
        "holds": True, "rounds": 2, "hash": last.record_hash, "message": "", "clause": None, "line": None,
    }  # fmt: skip
    told = mei.get(f"tables/{house.slug}/rounds/2/verification").json()
    assert (told["holds"], told["message"], told["hash"]) == (True, "", last.record_hash)


def test_a_record_that_was_altered_does_not_hold(house: Any, new_caller: Any) -> None:
    mei = new_caller()
    mei.sit(house.slug, 1)
    house.round(mei)
    text = mei.get(f"tables/{house.slug}/record").content.decode()
    altered = text.replace('do = "wager"', 'do = "wagers"', 1)
    told = judged(mei, altered)
    assert told["holds"] is False
    assert told["line"] == 1 + text[: text.index('do = "wager"')].count("\n")
    endless = (
        text.replace("number = 1\n", f"number = {'9' * 6000}\n", 1),
        text.replace("cents = ", f"cents = {'9' * 5000}", 1),
        text.replace("seats = [", "seats = [" + "[" * 5000, 1),
        "a" + ".a" * 200_000 + " = 1\n",
    )
    assert text not in endless
    for nonsense in ("", "x", "a = 1\n", "\n[[round]]\n", *endless):
        assert judged(mei, nonsense)["holds"] is False
    for unknown in ("0" * 64, "../x", "x"):
        assert mei.get(f"verification/{unknown}").status_code in (404, 422)


def test_a_round_that_was_altered_where_it_is_kept_does_not_hold(house: Any, new_caller: Any) -> None:
    mei = new_caller()
    mei.sit(house.slug, 1)
    house.round(mei)
    kept = StoredRound.objects.get(number=1)
    path = f"tables/{house.slug}/rounds/1/verification"

    StoredRound.objects.filter(pk=kept.pk).update(seed="0" * 64)
    told = mei.get(path).json()
    assert (told["holds"], told["message"]) == (
        False,
        "the revealed seed does not match the commitment",
    )
    StoredRound.objects.filter(pk=kept.pk).update(seed=kept.seed)

    row = StoredEvent.objects.get(table__slug=house.slug, kind="WagerPlaced")
    assert row.data is not None
    StoredEvent.objects.filter(pk=row.pk).update(data=row.data | {"amount": 1})
    told = mei.get(path).json()
    assert (told["holds"], told["message"]) == (False, f"event {row.number} has changed since it was chained")
    StoredEvent.objects.filter(pk=row.pk).update(data=row.data)

    StoredRound.objects.filter(pk=kept.pk).update(seats=[])
    assert mei.get(path).json()["message"] == "the hash of the round's record is not the stored one"
    StoredRound.objects.filter(pk=kept.pk).update(seats=kept.seats)
    assert mei.get(path).json()["holds"] is True


def test_records_are_for_those_who_played_there_and_staff(new_house: Any, new_caller: Any) -> None:
    house, other = new_house(), new_house(slug="other")
    mei, bao = new_caller("mei"), new_caller("bao")
    mei.sit(house.slug, 1)
    bao.sit(other.slug, 1)
    house.round(mei)
    readers = [
        (mei, 200),
        (bao, 403),
        (new_caller("fen", "floor"), 200),
        (new_caller("aud", "auditor"), 200),
        (new_caller("op", "operator"), 403),
        (new_caller("idle"), 403),
    ]
    for reader, status in readers:
        for path in ("record", "rounds/1/record"):
            assert reader.get(f"tables/{house.slug}/{path}").status_code == status
