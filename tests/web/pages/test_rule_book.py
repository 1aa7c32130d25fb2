"""The rule book: every clause has its page, with what the software does and the tests that show it."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from paigow.rules import CLAUSES, READINGS, STANDARDS, under
from paigow.rules.chapters import chapter_of, chapters, chapters_of
from paigow.rules.coverage import implemented
from paigow.rules.prices import prices
from paigow.rules.tested import asserted_by


def told(client: Client, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_the_chapters_hold_every_clause_once() -> None:
    assert [each for chapter in chapters().values() for each in chapter.clauses] == sorted(
        CLAUSES.values(), key=lambda each: list(chapters().values()).index(chapter_of(each))
    )
    assert sum(len(chapter.clauses) for chapter in chapters().values()) == 1237
    assert all(chapter.clauses for chapter in chapters().values())


def test_the_book_lists_documents_and_chapters(client: Client) -> None:
    page = client.get(reverse("rule-book")).content.decode()
    for (standard, key), chapter in chapters().items():
        assert reverse("rule-chapter", args=(standard, key)) in page
        assert chapter.standard is STANDARDS[standard]
    assert "1,237 clauses" in page


@pytest.mark.clause("NZ-0", "NZ-2")
def test_the_book_says_when_a_document_took_effect_and_what_it_is_read_with(client: Client) -> None:
    page = told(client, reverse("rule-book"))
    assert "adopted 1997-11-27, in force from 1998-02-01, replacing that of 1996-01-26; read with Division 1" in page
    assert "read with Division 1, general rules" in page
    assert page.count("in force from") == 1, "the other documents do not say"


@pytest.mark.parametrize("standard", STANDARDS)
def test_every_clause_has_a_page_that_tells_all(client: Client, standard: str) -> None:
    for chapter in chapters_of(standard):
        listed = client.get(reverse("rule-chapter", args=(standard, chapter.key))).content.decode()
        for clause in chapter.clauses:
            url = reverse("rule-clause", args=(clause.id,))
            assert f'href="{url}"' in listed
            text = told(client, url)
            for said in (clause.id, clause.title, clause.kind, clause.actor):
                assert said in text
            assert " ".join(clause.summary.split()) in text
            assert clause.software[1:] in text
            for place in implemented(clause.id):
                assert place.path in text
            assert asserted_by(clause.id)
            for test in asserted_by(clause.id):
                assert test in text


def test_an_id_that_opens_a_list_shows_its_clauses(client: Client) -> None:
    text = told(client, "/rules/MDT-8.L.1/")
    assert all(each.title in text for each in under("MDT-8.L.1"))


def test_what_there_is_not(client: Client) -> None:
    for url in ("/rules/MDT-8.D.9/", "/rules/nonsense/", "/rules/nevada/1/", "/rules/maryland-tiles/99/"):
        assert client.get(url).status_code == 404
    assert client.get("/rules/maryland-tiles/").headers["Location"] == "/rules/#maryland-tiles"


def test_search_by_words_kind_and_actor(client: Client) -> None:
    kinds = [each for each in CLAUSES.values() if each.kind == "surrender" and each.actor == "player"]
    text = told(client, "/rules/?kind=surrender&actor=player")
    assert f"{len(kinds)} clauses found" in text
    assert all(each.id in text for each in kinds)
    expected = [
        each
        for each in CLAUSES.values()
        if each.prefix == "MDT"
        and {"gee", "joon"} <= set(re.findall(r"\w+", f"{each.title} {each.summary}".casefold()))
    ]
    found = client.get("/rules/?q=JOON+gee&document=maryland-tiles").content.decode()
    assert expected
    assert all(f'id="{each.id}"' in found for each in expected)
    assert 'id="NZ-' not in found
    assert "0 clauses found" in told(client, "/rules/?q=roulette")
    assert "1 clause found" in told(client, "/rules/?q=MDT-8.D.4")


def test_search_goes_on_page_by_page(client: Client) -> None:
    first, second = (client.get(f"/rules/?document=maryland-poker&page={page}").content.decode() for page in (1, 2))
    ids = [each.id for each in CLAUSES.values() if each.prefix == "MDP"]
    assert all(f'id="{each}"' in first for each in ids[:50])
    assert all(f'id="{each}"' in second for each in ids[50:100])
    assert 'rel="next"' in first
    assert 'rel="prev"' in second
    assert "535 clauses found" in told(client, "/rules/?document=maryland-poker&page=999")


def test_every_reading_is_priced_in_every_standard_that_has_it(client: Client) -> None:
    text = told(client, "/rules/readings/")
    assert "Fortune Bonus maryland-poker better-line" in text
    assert "as the bank maryland-tiles free 0.3401% \u22122.7944% \u22123.1344" in text
    for reading in READINGS.values():
        for standard in reading.standards:
            found = prices(standard, reading.name)
            assert set(found) == set(reading.values) - {reading.default}
            assert all(moved or f"{value} ({standard})" in text for value, moved in found.items())


def test_readings_are_told_and_linked_both_ways(client: Client) -> None:
    text = told(client, "/rules/readings/")
    page = client.get("/rules/readings/").content.decode()
    for reading in READINGS.values():
        assert re.sub("`([^`]+)`", r"<code>\1</code>", reading.text) in unescape(page)
        assert f"{reading.default} (default)" in text
        for clause_id in reading.clauses:
            assert reverse("rule-clause", args=(clause_id,)) in page
            for each in under(clause_id):
                assert f"/rules/readings/#{reading.name}" in client.get(f"/rules/{each.id}/").content.decode()
