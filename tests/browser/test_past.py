"""Rounds that are over, in a real browser: replayed step by step, and verified by the browser itself."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from tools.visitor import USUAL, Visitor, codes

Came = Callable[..., Visitor]
GOOD = (
    "Everything checks out: your browser recomputed this deal from the seeds, "
    "and it is the one the server committed to."
)


def settled(player: Visitor) -> None:
    """A round of one's own is over and the next one waits for a wager."""
    player.settle()
    player.last_hand({})


def test_a_round_is_replayed_step_by_step(visitor: Came) -> None:
    """Forward and back, by mouse, by arrows and by Tab: each step shows the table as it was then."""
    player = visitor("replayed", seat=3)
    page = player.page
    player.until("form.set", {sign: deed for sign, deed in USUAL.items() if "set" not in sign})
    held = set(codes(page.locator("form.set .pieces")))
    settled(player)
    net = page.locator("#last h2 b").inner_text()
    page.locator("#last").get_by_role("link", name=re.compile("Replay round")).click()
    at = page.locator(".steps strong")
    expect(at).to_contain_text("Step 1 of ")
    last = int(at.inner_text().split()[-1])
    assert last > 10
    mine = page.locator("#seat-3")
    expect(mine.locator(".piece.up")).to_have_count(0)
    forward = [_shown(page)]
    hands: list[set[str]] = []
    page.get_by_role("link", name="Next", exact=True).click()
    expect(at).to_have_text(f"Step 2 of {last}")
    forward.append(_shown(page))
    page.keyboard.press("Tab")
    for _ in range(100):
        if page.evaluate("document.activeElement.rel === 'next'"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for step in range(3, last + 1):
        expect(at).to_have_text(f"Step {step} of {last}")
        forward.append(_shown(page))
        hands.append(set(codes(mine)))
        if step < last:
            _press(page, "ArrowRight")
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_count(0)
    assert held in hands
    row = page.locator("tr.mine")
    expect(row.locator("td").nth(5)).to_have_text(net)
    told = "\n".join(forward)
    for word in ("Wager", "Deal", "set", "DO-"):
        assert word in told
    assert len(set(forward)) == last  # every step tells something else
    _press(page, "ArrowRight")  # beyond the end is nothing
    for step in range(last - 1, last - 4, -1):
        _press(page, "ArrowLeft")
        expect(at).to_have_text(f"Step {step} of {last}")
        assert _shown(page) == forward[step - 1]
    page.get_by_role("link", name="Previous", exact=True).click()
    expect(at).to_have_text(f"Step {last - 4} of {last}")
    _press(page, "Home")
    expect(at).to_have_text(f"Step 1 of {last}")
    assert _shown(page) == forward[0]
    page.get_by_label("Seen by").select_option("")
    page.locator(".viewpoint button").click()
    expect(page).to_have_url(re.compile("step=1&as=$"))
    _press(page, "End")
    expect(at).to_have_text(f"Step {last} of {last}")


def _press(page: Page, key: str) -> None:
    """As soon as the page has all its script."""
    page.wait_for_load_state("load")
    page.keyboard.press(key)


def _shown(page: Page) -> str:
    return page.locator(".step").inner_text() + page.locator("#felt").inner_text()


def test_a_deal_is_verified_by_the_browser(visitor: Came, tmp_path: Path) -> None:
    """From the result in one click, without the server, and with a forgery for each thing that could be forged."""
    player = visitor("verified", seat=3)
    settled(player)
    page = player.page
    told = page.locator("#last .verified")
    page.locator("#last .verify").click()
    expect(told).to_have_text("Recomputed in your browser: the deal is as committed.")
    page.locator("#last").get_by_role("link", name="Proof").click()
    expect(page.locator("#checking")).to_have_text(GOOD)
    checks = page.locator("#checks li")
    proof = json.loads(page.locator("details pre").text_content() or "")
    # commitment, chain, the house's signature under the chain, the browser's own seed
    expected = 4 + len(proof["seat_seeds"]) + len(proof["draws"])
    expect(checks).to_have_count(expected)
    expect(page.locator("#checks li.right")).to_have_count(expected)
    order = next(draw for draw in proof["draws"] if draw["pieces"])
    assert len(order["pieces"]) == 32
    expect(page.locator("#checks")).to_contain_text(" ".join(order["pieces"]))

    page.set_viewport_size({"width": 390, "height": 844})
    for label in ("Table", "Round"):
        expect(page.get_by_label(label, exact=True)).to_be_visible()

    page.context.set_offline(True)  # nobody is asked
    _paste(page, proof)
    expect(page.locator("#own-checking")).to_have_text(GOOD)
    seed = proof["server_seed"]
    _paste(page, {**proof, "server_seed": ("0" if seed[0] != "0" else "1") + seed[1:]})
    expect(page.locator("#own-checking")).to_contain_text(
        re.compile(
            f"This does not check out. the revealed seed gives the commitment [0-9a-f]+, but {proof['commitment']}"
        )
    )
    expect(page.locator("#own-checks li.wrong").first).to_contain_text("✗ The revealed seed gives the commitment")
    draws = json.loads(json.dumps(proof["draws"]))
    forged = next(draw for draw in draws if draw["pieces"])
    forged["values"][0], forged["values"][1] = forged["values"][1], forged["values"][0]
    _paste(page, {**proof, "draws": draws})
    name = f"{forged['use']} {forged['repetition']}"
    expect(page.locator("#own-checking")).to_contain_text(f"This does not check out. {name} of 32 must be ")
    expect(page.locator("#own-checks li.wrong")).to_have_count(1)
    expect(page.locator("#own-checks li.wrong")).to_contain_text(name)
    swapped = json.loads(json.dumps(proof["draws"]))
    laid = next(draw for draw in swapped if draw["pieces"])
    other = next(place for place, piece in enumerate(laid["pieces"]) if piece != laid["pieces"][0])
    laid["pieces"][0], laid["pieces"][other] = laid["pieces"][other], laid["pieces"][0]
    _paste(page, {**proof, "draws": swapped})
    expect(page.locator("#own-checking")).to_contain_text("This does not check out.")
    _paste(page, {**proof, "commitment": "0" * 64})
    expect(page.locator("#own-checks")).to_contain_text("✗ Your browser was shown another commitment for this round")
    _paste(page, {**proof, "protocol": 2})
    expect(page.locator("#own-checks")).to_contain_text("✗ This round used the second protocol")
    page.locator("#own-proof").fill("{")
    page.locator("#own-check").click()
    expect(page.locator("#own-checking")).to_contain_text("This does not check out.")
    page.context.set_offline(False)


def _paste(page: Page, proof: dict[str, Any]) -> None:
    page.locator("#own-checking").evaluate("said => { said.textContent = '' }")
    page.locator("#own-proof").fill(json.dumps(proof))
    page.locator("#own-check").click()


def test_a_forged_seed_is_seen_at_the_table(visitor: Came) -> None:
    player = visitor("forged", seat=4)
    settled(player)
    page = player.page

    def forge(route: Route) -> None:
        proof = route.fetch().json()
        proof["server_seed"] = proof["server_seed"][:-1] + ("0" if proof["server_seed"][-1] != "0" else "1")
        route.fulfill(json=proof)

    page.route("**/proof.json", forge)
    page.locator("#last .verify").click()
    expect(page.locator("#last .verified.loss")).to_contain_text(
        "The deal does not match its commitment: the revealed seed gives the commitment"
    )
    page.unroute("**/proof.json")
    page.locator("#last .verify").click()
    expect(page.locator("#last .verified.gain")).to_be_visible()


def test_what_somebody_reads_stays_until_they_close_it(visitor: Came) -> None:
    """The table goes on meanwhile: into the next round and through its deal."""
    player = visitor("read", seat=4)
    settled(player)
    page = player.page
    last = page.locator("#last")
    last.locator(".verify").click()
    expect(last.locator(".verified.gain")).to_be_visible()
    before, proofs = last.inner_text(), last.locator(".proofs").get_attribute("id")
    page.locator(".spot.main [data-act=spot]").evaluate("spot => spot.click()")  # the panel covers it
    expect(page.locator("form.set")).to_be_attached()
    expect(last).to_be_visible()
    assert last.inner_text() == before
    page.keyboard.press("Escape")
    expect(last).to_be_hidden()
    player.settle()
    player.last_hand({})
    assert last.locator(".proofs").get_attribute("id") != proofs
    expect(last.locator(".verified")).to_have_text("")


def test_a_record_is_verified_and_a_forged_one_refused(visitor: Came, watch: Any) -> None:
    """The record of the table as the review gives it; one wager changed is found in its line."""
    watch.allow(r"GET .*/record/\?from=1: net::ERR_ABORTED")  # so a browser calls what it saves instead of showing it
    player = visitor("recorded", seat=5)
    settled(player)
    page = player.page
    number = int(re.sub(r"\D", "", page.locator("#last .proofs").get_attribute("id") or ""))
    page.goto("/review/recorded/")
    with page.expect_download() as coming:
        page.get_by_role("link", name=re.compile(r"Rounds 1 to \d+")).first.click()
    record = coming.value.path().read_text(encoding="utf-8")
    rounds = re.search(r"-1-(\d+)\.toml", coming.value.suggested_filename)
    assert rounds is not None
    assert int(rounds[1]) >= number
    _upload(page, record)
    expect(page.locator(".verdict-line.right")).to_have_text("Everything checks out.", timeout=180_000)
    told = dict(
        zip(page.locator(".proof dt").all_inner_texts(), page.locator(".proof dd").all_inner_texts(), strict=True)
    )
    assert (told["Table"], told["Rounds"]) == ("recorded", rounds[1])
    lines = record.splitlines()
    assert int(told["Actions"]) == sum(" do = " in line for line in lines)
    place = max(place for place, line in enumerate(lines) if 'do = "wager"' in line)
    lines[place] = re.sub(r"amount = (\d)", r"amount = 1\1", lines[place])
    _upload(page, "\n".join(lines) + "\n")
    wrong = page.locator(".verdict-line.wrong")
    expect(wrong).to_contain_text(re.compile(r"Line \d+ does not check out\."), timeout=180_000)
    found = int(re.findall(r"\d+", wrong.inner_text())[0])
    assert found in (place + 1, place + 2)  # the wager itself, or what should have come of it
    expect(page.locator(".around-line li.wrong")).to_have_attribute("value", str(found))
    expect(page.locator(".around-line")).to_contain_text('do = "wager"')


def _upload(page: Page, record: str) -> None:
    page.goto("/verify/")
    page.get_by_label("A record file").set_input_files(
        {"name": "record.toml", "mimeType": "application/toml", "buffer": record.encode()}
    )
    page.get_by_role("button", name="Verify the record").click()
