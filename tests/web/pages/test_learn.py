"""The three-minute lesson: every step can be done, wrong answers are explained, and the engine decides."""

import re

import pytest
from django.test import Client

from paigow.front.game import Game
from paigow.learning.first_steps import STANDARDS, TRACKS, Step

RIGHT = {
    "cards": ("Ad Kc", "Ac Ad", "Qh Js", "push", "push", "player", "95"),
    "tiles": ("66 45", "9", "24 12", "66 45", "win", "push", "player", "95"),
}
WRONG = {
    "cards": (None, "Qh Js", "8d 5c", "win", "win", "bank", "100"),
    "tiles": (None, "19", "24 56", "66 23", "lose", "win", "bank", "100"),
}


def asked(step: Step, answer: str) -> dict[str, str | list[str]]:
    return {"low": answer.split()} if step.kind == "pick" else {"answer": answer}


@pytest.mark.django_db
@pytest.mark.parametrize("track", ["cards", "tiles"])
def test_every_step_can_be_done_and_ends_at_a_practice_table(client: Client, track: str) -> None:
    assert f"/learn/{track}/1/" in client.get("/learn/").content.decode()
    for number, (step, answer) in enumerate(zip(TRACKS[track], RIGHT[track], strict=True), start=1):
        address = f"/learn/{track}/{number}/"
        before = client.get(address).content.decode()
        assert 'data-act="next"' not in before
        after = client.get(address, asked(step, answer)).content.decode()
        assert 'data-act="next"' in after, (number, answer)
        assert f"/learn/{track}/{number + 1}/" in after
        assert not re.search(r"\[[A-Z]{2,3}-", after)  # a clause is a quiet link, not a suffix
    done = client.get(f"/learn/{track}/{len(TRACKS[track]) + 1}/").content.decode()
    assert f"/practise/{STANDARDS[track]}/" in done


@pytest.mark.django_db
@pytest.mark.parametrize("track", ["cards", "tiles"])
def test_a_wrong_answer_is_explained_and_can_be_tried_again(client: Client, track: str) -> None:
    for number, (step, answer) in enumerate(zip(TRACKS[track], WRONG[track], strict=True), start=1):
        if answer is None:
            continue
        page = client.get(f"/learn/{track}/{number}/", asked(step, answer)).content.decode()
        assert "verdict-line wrong" in page, number
        assert 'data-act="next"' not in page
        assert 'data-act="answer"' in page


@pytest.mark.parametrize("low", ["Ac", "Ac Ad Qh", "Ks Kd"])
@pytest.mark.django_db
def test_a_pick_that_is_none_is_answered_in_words(client: Client, low: str) -> None:
    page = client.get("/learn/cards/2/", {"low": low.split()})
    assert page.status_code == 200
    assert "verdict-line wrong" in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/learn/dice/1/", "/learn/cards/0/", "/learn/cards/99/"])
def test_there_is_no_such_step(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("track", ["cards", "tiles"])
def test_every_hand_of_the_lesson_is_a_real_one(track: str) -> None:
    game = Game(STANDARDS[track])
    for step in TRACKS[track]:
        if step.hand:
            game.hand(step.hand)
        if step.dealers:
            game.compare(step.mine, step.dealers)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["zh-hant", "zh-hans"])
def test_the_lesson_is_translated(client: Client, language: str) -> None:
    for track in TRACKS:
        for number in range(1, len(TRACKS[track]) + 2):
            page = client.get(f"/learn/{track}/{number}/", headers={"Accept-Language": language}).content.decode()
            main = page[page.index("<main") : page.index("</main")]
            words = re.sub(r"<[^>]*>", " ", main)
            assert re.search("[\u4e00-\u9fff]{4}", words)
            assert not re.search(r"\b(the|your|hand|pick)\b", words, re.IGNORECASE), words
