"""The glossary on the site."""

import pytest
from django.test import Client

from paigow.language.glossary import GLOSSARY

pytestmark = pytest.mark.django_db


def test_the_page_has_every_term_with_its_clauses(client: Client) -> None:
    page = client.get("/glossary/").content.decode()
    for term in GLOSSARY.values():
        assert f'<div id="{term.key}">\n<dt>{term.word}</dt>' in page
        assert all(f'href="/rules/{own.clause}/"' in page for own in term.own)


def test_it_speaks_chinese_and_quotes_the_documents_in_english(client: Client) -> None:
    page = client.get("/glossary/", headers={"Accept-Language": "zh-hant"}).content.decode()
    assert "走水" in page
    assert "抽水" in page
    assert '<q lang="en">vigorish</q>' in page
