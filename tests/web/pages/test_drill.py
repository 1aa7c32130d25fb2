"""The drills: an answer is marked as the rules say, with its clause; what was wrong comes back; all is remembered."""

import re
from html import unescape
from typing import Any

import pytest
from django.template.defaultfilters import capfirst
from django.test import Client
from django.utils import timezone

from paigow.hands import HouseSet, open_hands
from paigow.hands.pieces import Setting
from paigow.learning import house_way, irregularities, settlement
from paigow.learning.shown import hands_to_drill, show
from paigow.money import format_cents
from paigow.rules import STANDARDS
from paigow.rules.clauses import known
from paigow.web.lessons.kept import DrillState
from paigow.web.lessons.models import DrillProgress
from paigow.web.pages.words import phrase
from paigow.web.people.models import User

pytestmark = pytest.mark.django_db
TILES = "/drill/house-way/maryland-tiles/maryland/"
SETTLE = "/drill/settlement/maryland-tiles/"
RULE = "/drill/irregularities/maryland-tiles/"
HTMX = {"HX-Request": "true"}


def told(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def begin(client: Client, kind: str, rules: str = "maryland-tiles", way: str = "", limit: int = 0) -> Any:
    begun = client.post("/drill/", {"rules": rules, "kind": kind, "way": way, "limit": limit})
    return client.get(begun.headers["Location"])


def kept(client: Client, drill: str) -> DrillState:
    return DrillState.read(client.session["drills"][drill])


def answer(client: Client, url: str, number: int, **fields: Any) -> Any:
    return client.post(url, {"verb": "answer", "round": number, **fields}, follow=True)


def low_places(pieces: list[str], low: str) -> list[int]:
    """Where the pieces of a low hand lie in a hand."""
    places: list[int] = []
    for piece in low.split():
        places.append(next(n for n, each in enumerate(pieces) if each == piece and n not in places))
    return places


def house_places(pieces: list[str], rules: str = "maryland-tiles", way: str = "maryland") -> list[int]:
    return low_places(pieces, " ".join(map(str, decide(pieces, rules, way).setting.low)))


def decide(pieces: list[str], rules: str = "maryland-tiles", way: str | None = None) -> HouseSet[Setting]:
    hands = hands_to_drill(rules, way)
    return hands.house_set(hands.parse(pieces))


@pytest.mark.parametrize("rules", STANDARDS)
def test_every_drill_of_every_game_begins(client: Client, rules: str) -> None:
    page = client.get("/drill/").content.decode()
    assert f'value="{rules}"' in page
    for way in open_hands(rules).house_ways():
        assert f'<option value="{way}"' in page
        assert 'name="low"' in begin(client, "house-way", rules, way).content.decode()
    assert 'name="result"' in begin(client, "settlement", rules).content.decode()
    assert 'name="value"' in begin(client, "irregularities", rules).content.decode()


def test_what_is_not_there_is_not_found(client: Client) -> None:
    for rules, kind, way in (("x", "settlement", ""), ("new-zealand", "x", ""), ("new-zealand", "house-way", "x")):
        assert client.post("/drill/", {"rules": rules, "kind": kind, "way": way}).status_code == 404
    assert client.get("/drill/house-way/maryland-tiles/foxwoods-cards/").status_code == 404
    assert client.get("/drill/settlement/x/").status_code == 404


def test_looking_changes_nothing(client: Client) -> None:
    assert "Begin when you are ready" in told(client.get(TILES))
    assert "drills" not in client.session


def test_a_right_setting_is_right(client: Client) -> None:
    begin(client, "house-way")
    asked = kept(client, "house-way/maryland-tiles/maryland")
    assert asked.question is not None
    decided = decide(asked.question["pieces"])
    page = answer(client, TILES, 1, low=house_places(asked.question["pieces"]))
    assert "Right." in told(page)
    assert f"The rule is “{decided.rule}”" in told(page)
    assert known(decided.clause)
    assert f'href="/rules/{decided.clause}/"' in page.content.decode()
    after = kept(client, "house-way/maryland-tiles/maryland")
    assert (after.progress.right, after.progress.streak, after.progress.weak) == (1, 1, ())


def test_a_wrong_setting_is_wrong_and_its_rule_a_weak_spot(client: Client) -> None:
    for number in range(1, 30):
        begin(client, "house-way")
        asked = kept(client, "house-way/maryland-tiles/maryland").question
        assert asked is not None
        pieces, right = asked["pieces"], house_places(asked["pieces"])
        decided = decide(pieces)
        other = sorted({0, 1, 2, 3} - set(right))
        for low in ([other[0], right[0]], [other[0], right[1]]):
            high = [pieces[place] for place in range(4) if place not in low]
            hands = hands_to_drill("maryland-tiles")
            shown = show(hands, hands.parse_setting(f"{' '.join(high)} / {' '.join(pieces[place] for place in low)}"))
            if shown.ranks != hands.keys(decided.setting):
                page = answer(client, TILES, number, low=low)
                assert "Wrong." in told(page)
                assert f"You set {shown}" in told(page)
                assert f"The house way sets {decided.setting}" in told(page)
                after = kept(client, "house-way/maryland-tiles/maryland").progress
                assert decided.rule in after.weak
                assert after.spots[decided.rule].missed == (" ".join(pieces),)
                assert "Weak spots" in told(page)
                assert "/advice/?rules=maryland-tiles" in page.content.decode()
                return
    raise AssertionError("no hand could be set wrong")


def test_giving_up_shows_the_house_way(client: Client) -> None:
    begin(client, "house-way")
    page = answer(client, TILES, 1, show="1")
    assert "Wrong." in told(page)
    assert "The house way sets" in told(page)
    assert "You set" not in told(page)
    assert kept(client, "house-way/maryland-tiles/maryland").progress.wrong == 1


@pytest.mark.parametrize("low", [[], [0], [0, 1, 2], [0, 9], ["x", "y"]])
def test_a_slip_is_not_counted(client: Client, low: list[Any]) -> None:
    begin(client, "house-way")
    page = client.post(TILES, {"verb": "answer", "round": 1, "low": low})
    assert page.status_code == 422
    assert "Pick two for your low hand." in told(page)
    assert kept(client, "house-way/maryland-tiles/maryland").progress.answered == 0


def test_an_answer_counts_once(client: Client) -> None:
    begin(client, "house-way")
    answer(client, TILES, 1, show="1")
    again = client.post(TILES, {"verb": "answer", "round": 1, "show": "1"})
    assert (again.status_code, "already been answered" in told(again)) == (422, True)
    client.post(TILES, {"verb": "next"})
    assert client.post(TILES, {"verb": "answer", "round": 1, "show": "1"}).status_code == 422
    assert kept(client, "house-way/maryland-tiles/maryland").progress.answered == 1


def test_the_clock_runs_on_the_server(client: Client) -> None:
    page = begin(client, "house-way", limit=10)
    assert 'role="timer"' in page.content.decode()
    key = "house-way/maryland-tiles/maryland"
    session = client.session
    session["drills"][key]["asked"] = round(timezone.now().timestamp() * 1000) - 11_000
    session.save()
    question = kept(client, key).question
    assert question is not None
    page = answer(client, TILES, 1, low=house_places(question["pieces"]))
    assert "That is the house way, but the time was up." in told(page)
    assert kept(client, key).progress.wrong == 1


def test_the_clock_can_be_changed_and_everything_forgotten(client: Client) -> None:
    begin(client, "house-way")
    answer(client, TILES, 1, show="1")
    client.post(TILES, {"verb": "limit", "limit": "20"})
    assert kept(client, "house-way/maryland-tiles/maryland").limit == 20
    client.post(TILES, {"verb": "limit", "limit": "-5"})
    assert kept(client, "house-way/maryland-tiles/maryland").limit == 0
    client.post(TILES, {"verb": "forget"})
    assert kept(client, "house-way/maryland-tiles/maryland").progress.answered == 0
    assert client.post(TILES, {"verb": "dance"}).status_code == 422


def test_a_person_is_remembered_and_brings_what_the_visit_knew(client: Client) -> None:
    begin(client, "house-way")
    answer(client, TILES, 1, show="1")
    person = User.objects.create_user("ann")
    client.force_login(person)
    client.post(TILES, {"verb": "next"})
    row = DrillProgress.objects.get(user=person)
    assert row.drill == "house-way/maryland-tiles/maryland"
    assert DrillState.read(row.data).progress.wrong == 1
    elsewhere = Client()
    elsewhere.force_login(person)
    assert "0 of 1" in told(elsewhere.get(TILES))
    assert "0 of 1 right" in told(elsewhere.get("/drill/"))


def test_what_an_older_program_kept_is_given_up(client: Client) -> None:
    person = User.objects.create_user("ann")
    DrillProgress.objects.create(user=person, drill="settlement/maryland-tiles", data={"other": 1})
    client.force_login(person)
    assert "Begin when you are ready" in told(client.get(SETTLE))


def test_a_right_settlement_is_right(client: Client) -> None:
    for number in range(1, 7):
        begin(client, "settlement")
        question = kept(client, "settlement/maryland-tiles").question
        assert question is not None
        situation = settlement.Situation.read(question)
        right = {part.part.name: part.right for part in settlement.mark(situation, {}).parts}
        typed = {name: format_cents(value) if isinstance(value, int) else value for name, value in right.items()}
        page = answer(client, SETTLE, number, **typed)
        assert "Right." in told(page), situation
        assert kept(client, "settlement/maryland-tiles").progress.right == number


def test_hand_names_are_told_with_the_answer_only(client: Client) -> None:
    asked = begin(client, "settlement")
    question = kept(client, "settlement/maryland-tiles").question
    assert question is not None
    assert 'class="names"' not in asked.content.decode()
    page = answer(client, SETTLE, 1, result="win")
    assert 'class="names"' in page.content.decode()
    marked = settlement.mark(settlement.Situation.read(question), {"result": "win"})
    for part in marked.parts:
        assert part.correct or "the right answer is" in told(page)
        for clause in part.clauses:
            assert f'href="/rules/{clause}/"' in page.content.decode()


def test_an_amount_that_is_none_is_a_slip(client: Client) -> None:
    begin(client, "settlement")
    page = client.post(SETTLE, {"verb": "answer", "round": 1, "paid": "much"})
    assert page.status_code == 422
    assert kept(client, "settlement/maryland-tiles").progress.answered == 0
    assert client.post(SETTLE, {"verb": "answer", "round": 1, "paid": "1" * 41}).status_code == 422


def test_irregularities_are_ruled_on(client: Client) -> None:
    for number in range(1, 5):
        begin(client, "irregularities")
        data = kept(client, "irregularities/maryland-tiles").question
        assert data is not None
        question = irregularities.CaseQuestion.read(data)
        right = irregularities.answer(question, question.choices[0][0])
        wrong = next(value for value, _ in question.choices if value != right.right)
        given = right.right if number % 2 else wrong
        page = answer(client, RULE, number, value=given)
        assert ("Right." if number % 2 else "Wrong.") in told(page)
        assert str(right.required) in told(page)
        assert capfirst(phrase(right.told)) in told(page)
        assert all(f'href="/rules/{clause}/"' in page.content.decode() for clause in right.clauses)
    assert client.post(RULE, {"verb": "answer", "round": 4, "value": "dance"}).status_code == 422


def test_a_swapped_part_is_no_whole_page(client: Client) -> None:
    begin(client, "house-way")
    page = client.post(TILES, {"verb": "answer", "round": 1, "show": "1"}, headers=HTMX)
    assert page.status_code == 200
    assert page.content.decode().startswith('<section id="lesson"')
    assert "<html" not in page.content.decode()


def test_the_same_hands_are_asked_as_the_package_asks() -> None:
    """The page adds nothing to the drill but its form."""
    client = Client()
    begin(client, "house-way")
    asked = kept(client, "house-way/maryland-tiles/maryland")
    due = house_way.question("maryland-tiles", "maryland", seed=asked.seed, number=1)
    assert asked.question == due.data()
