"""The static pages in a real browser, opened from a file and without a network: the package itself runs in them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from paigow.desk import open_desk
from paigow.record import verify
from tools.programs import find_browser
from tools.static import __main__ as static

pytestmark = pytest.mark.skipif(
    not static.PYODIDE.exists(), reason="Pyodide is not installed: `make prepare` fetches it from npm"
)
GOLDEN = sorted((Path(__file__).parents[1] / "golden").rglob("*.toml"))
RECORDS = [path for path in GOLDEN if path.read_text(encoding="utf-8").startswith('format = "paigow-record"')]
PATIENCE = 240_000
DRAWN = next(path for path in RECORDS if 'chance = "seeds"' in path.read_text(encoding="utf-8"))
"""A record whose deals are drawn from seeds."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("static")
    static.main(made)
    return made


@pytest.fixture(scope="module")
def pages(folder: Path) -> Iterator[dict[str, Page]]:
    """Both pages, ready, in a browser that is offline."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(offline=True)
        opened = {}
        for name in static.PAGES:
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto((folder / name).as_uri())
            page.wait_for_selector("html[data-ready]")
            opened[name] = page
        yield opened
        browser.close()


def checked(page: Page, text: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("text => paigowCheck(text)", text)
    return found


def hash_of(path: Path) -> str:
    with path.open(encoding="utf-8", newline="\n") as file:
        return verify(file).hash


@pytest.mark.parametrize("path", [RECORDS[0], RECORDS[40], RECORDS[80], DRAWN], ids=lambda path: path.stem)
def test_a_golden_record_replays_with_the_same_hash(path: Path, pages: dict[str, Page]) -> None:
    found = checked(pages["verify.html"], path.read_text(encoding="utf-8"))
    assert found["holds"], found
    assert found["hash"] == hash_of(path)


@pytest.mark.exhaustive
def test_every_golden_record_replays_with_the_same_hash(pages: dict[str, Page]) -> None:
    assert len(RECORDS) > 100
    for path in RECORDS:
        assert checked(pages["verify.html"], path.read_text(encoding="utf-8"))["hash"] == hash_of(path), path


def test_a_person_chooses_a_file_and_is_told(pages: dict[str, Page], tmp_path: Path) -> None:
    page = pages["verify.html"]
    page.set_input_files("#file", DRAWN)
    expect(page.locator("#verdict")).to_contain_text("This record holds", timeout=PATIENCE)
    expect(page.locator("#verdict")).to_contain_text(hash_of(DRAWN))
    expect(page.locator("#verdict")).to_contain_text("follows from the seeds")
    text = DRAWN.read_text(encoding="utf-8")
    seed = next(line for line in text.splitlines() if line.startswith("seed = "))
    forged = tmp_path / "forged.toml"
    forged.write_text(text.replace(seed, 'seed = "' + "0" * 64 + '"'), encoding="utf-8")
    page.set_input_files("#file", forged)
    expect(page.locator("#verdict")).to_contain_text("does not hold: line", timeout=PATIENCE)


@pytest.mark.parametrize(
    ("rules", "pieces"),
    [("maryland-tiles", "66 45 12 24"), ("new-zealand", "66 55 12 24"), ("dealer-open", "As Ks Qd Jd 9c 8c 2h")],
)
def test_a_hand_is_set_as_the_package_does(rules: str, pieces: str, pages: dict[str, Page]) -> None:
    found = pages["index.html"].evaluate("said => paigowAsk('set_hand', ...said)", [rules, pieces])
    assert found == json.loads(json.dumps(open_desk(rules).set(pieces)))


def test_a_person_sets_compares_and_drills(pages: dict[str, Page]) -> None:
    page = pages["index.html"]
    page.click("#set button")
    expect(page.locator("#set output")).to_contain_text("[MDT-")
    page.click("#compare button")
    expect(page.locator("#compare output")).to_contain_text("The player's wager")
    page.fill("#drill input", " ".join(["nonsense"]))
    page.click("#drill button")
    expect(page.locator("#drill output")).not_to_be_empty()
