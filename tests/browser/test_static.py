"""The static pages in a real browser, opened from a file and without a network: the package itself runs in them."""

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from paigow.analysis import advise
from paigow.hands import open_hands
from paigow.hands.answers import set_answer
from paigow.learning import first_steps
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


def shown(page: Page) -> Page:
    """Return the page in front of the other: a browser takes its time with a page that nobody sees."""
    page.bring_to_front()
    return page


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
    page = shown(pages["verify.html"])
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
    assert found == json.loads(json.dumps(set_answer(open_hands(rules), pieces)))


@pytest.mark.parametrize("bank", ["house", "player"])
@pytest.mark.parametrize("rules", ["maryland-tiles", "new-zealand"])
def test_tiles_are_weighed_as_exactly_as_by_the_package(rules: str, bank: str, pages: dict[str, Page]) -> None:
    found = pages["index.html"].evaluate("said => paigowAsk('weigh', ...said)", [rules, "66 11 36 25", bank])
    expected = json.loads(json.dumps(advise(rules, "66 11 36 25", bank=bank).to_dict()))
    assert found | {"seconds": 0} == expected | {"seconds": 0}


def test_a_person_asks_what_tiles_are_worth(pages: dict[str, Page]) -> None:
    page = shown(pages["index.html"])
    page.click("#weigh button")
    expect(page.locator("#weigh output")).to_contain_text("3387/4550")
    page.fill("#weigh input", "66 11 36")
    page.click("#weigh button")
    expect(page.locator("#weigh output")).to_contain_text("four")


def test_a_person_learns_the_game_to_the_end(pages: dict[str, Page]) -> None:
    page = shown(pages["index.html"])
    for track, steps in first_steps.TRACKS.items():
        page.select_option("#learn select", track)
        for number, step in enumerate(steps, start=1):
            expect(page.locator("#learn h3")).to_contain_text(f"{number} of {len(steps)}")
            right = _right_answer(track, number, step)
            if step.kind == "amount":
                page.fill("#learn input", right)
            for piece in right.split() if step.kind != "amount" else ():
                page.check(f"#learn input[value='{piece}']")
            page.click("#learn form button")
            expect(page.locator("#learn output.right")).not_to_be_empty()
            page.click("#learn > button")
        expect(page.locator("#learn form")).to_contain_text("That is all you need")


def _right_answer(track: str, number: int, step: first_steps.Step) -> str:
    """Try what a learner could answer until the engine says that it is right."""
    pairs = [" ".join(pair) for pair in combinations(step.hand.split(), 2)]
    possible = {"pick": pairs, "choose": [value for value, _ in step.options], "amount": ["95"]}[step.kind]
    return next(answer for answer in possible if first_steps.mark(track, number, answer).right)


def test_a_person_sets_compares_and_drills(pages: dict[str, Page]) -> None:
    page = shown(pages["index.html"])
    page.click("#set button")
    expect(page.locator("#set output")).to_contain_text("[MDT-")
    page.click("#compare button")
    expect(page.locator("#compare output")).to_contain_text("The player's bet")
    page.fill("#drill input", " ".join(["nonsense"]))
    page.click("#drill button")
    expect(page.locator("#drill output")).not_to_be_empty()
