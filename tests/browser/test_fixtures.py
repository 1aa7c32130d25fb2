"""The watch over pages sees what would otherwise go unnoticed."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page


def test_a_page_in_order(page: Page, watch: Any) -> None:
    answer = page.goto("/")
    assert answer is not None
    assert answer.ok
    assert page.locator("h1").is_visible()
    assert watch.faults == []


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('no dice')", "console: no dice"),
        ("setTimeout(() => { throw new Error('no tiles') })", "script: Error: no tiles|script: no tiles"),
        ("fetch('http://127.0.0.1:9/').catch(() => null)", "request to elsewhere: http://127.0.0.1:9/"),
        ("fetch('http://127.0.0.1:9/').catch(() => null)", "request failed: GET http://127.0.0.1:9/"),
    ],
)
def test_complaints_are_seen(page: Page, watch: Any, script: str, complaint: str) -> None:
    page.goto("about:blank")  # no policy there keeps a request from being made
    page.evaluate(script)
    for _ in range(1500):
        if any(re.search(complaint, fault) for fault in watch.complaints):
            break
        page.wait_for_timeout(20)
    else:
        raise AssertionError(watch.faults)
    watch.allow(".*")
