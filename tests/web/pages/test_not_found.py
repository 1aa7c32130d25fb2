"""The page for an address that does not exist."""

import pytest
from django.test import Client


@pytest.mark.django_db
def test_an_address_that_leads_nowhere_leads_back(client: Client) -> None:
    answer = client.get("/nowhere/at-all/")
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode()
    assert 'href="/"' in answer.content.decode()
