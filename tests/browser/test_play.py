"""A round in a real browser: in each of the four games, between two people, with all that may befall a hand."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tools.house import PASSWORD, STANDARDS
from tools.server import SiteServer
from tools.visitor import PASS, SETTLED, USUAL, Deed, Visitor, click, sit_down, together

Came = Callable[..., Visitor]


COMPARED = "Both hands win|One hand each|Both hands lose"
RESULTS = {**dict.fromkeys(STANDARDS, COMPARED), "dealer-open": f"{COMPARED}|Dealer has (two|three|four) jacks"}
LOOKING: Mapping[str, Deed] = {sign: deed for sign, deed in USUAL.items() if "set" not in sign}
BANKING: Mapping[str, Deed] = {
    "#do-stake > button": click,
    **{f"#do-{verb} button >> nth=0": click for verb in ("choose-delivery", "adjust")},
    "#do-shake > button": click,
    "#do-confirm > button": click,
    **USUAL,
}


def sign_up(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="open an account").click()
    page.get_by_label("User name").fill(name)
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page.locator(".who a").first).to_have_text(name)


@pytest.mark.parametrize("standard", STANDARDS)
def test_sign_up_sit_bet_set_settle(page: Page, standard: str) -> None:
    """With bots at the table; the result is told in words and money, and the deal recomputed in the browser."""
    sign_up(page, f"ann-{standard}")
    page.locator(f"#table-{standard} .way-in a").click()
    player = Visitor(page)
    player.sit()
    expect(page.locator("#account")).to_contain_text("$")
    headline = player.read("#middle .say:is(.win, .lose, .push) .hint")
    assert re.match(RESULTS[standard], headline)
    last = player.last_hand()
    assert re.match(r"Last hand [+−]?\$\d", last.locator("h2").inner_text())
    assert headline.removesuffix("§").strip().lower() in last.inner_text().lower()
    last.locator(".verify").click()
    expect(last.locator(".verified")).to_have_text("Recomputed in your browser: the deal is as committed.")
    last.get_by_role("link", name="Replay round").click()
    expect(page.locator("h1")).to_contain_text("Replay")


def test_two_people_at_one_table(visitor: Came) -> None:
    """Each sees the other's chips and result, and nobody another's tiles before they are exposed."""
    ann, bob = visitor("two-people"), visitor("two-people")
    sit_down((ann, 1), (bob, 2))
    expect(ann.page.locator("#seat-2.taken")).to_be_visible()
    wagering = {sign: deed for sign, deed in LOOKING.items() if "look" not in sign}
    dealt = [person.page.locator("form.set") for person in (ann, bob)]
    together((ann, wagering), (bob, wagering), until=lambda: all(form.count() for form in dealt))
    expect(bob.page.locator("#seat-1 .pile")).to_be_visible()
    ann.until("form.set", LOOKING)
    expect(ann.page.locator("#seat-1 .piece.up")).to_have_count(4)
    assert bob.page.locator("#seat-1 .piece.up").count() == 0
    expect(bob.page.locator("#seat-1 .piece.down")).to_have_count(4)
    ann.page.locator("form.set [data-act=piece]").nth(0).click()
    bob.until("#seat-2 .laid.is-set")
    expect(ann.page.locator("#seat-2 .hand.is-set")).to_be_visible()
    assert ann.page.locator(".pieces input:checked").count() == 1  # what another does leaves one's own choice alone
    seen: set[str] = set()

    def both_settled() -> bool:
        for name, one, sign in (
            ("own", ann, SETTLED),
            ("own too", bob, SETTLED),
            ("other", bob, "#seat-1 .verdict"),
        ):
            if one.page.locator(sign).count():
                seen.add(name)
        return len(seen) == 3

    together((ann, USUAL), (bob, USUAL), until=both_settled)


def offered_the_bank(bank: Visitor, other: Visitor) -> None:
    """Both play until the first of them is offered the bank."""
    waits = {sign: deed for sign, deed in USUAL.items() if "bank" not in sign}
    offer = bank.page.locator("#do-accept-bank")
    together((bank, waits), (other, USUAL), until=lambda: offer.count() > 0)
    asked = bank.page.locator("#question, #prompt").filter(has_text="You are offered the bank")
    expect(asked).to_have_count(1)  # below the last result while that is shown, else in its place
    expect(offer).to_contain_text("you cover every bet against you")


def until_settled(bank: Visitor, other: Visitor) -> None:
    settled = other.page.locator(SETTLED)
    together((bank, BANKING), (other, USUAL), until=lambda: settled.count() > 0)


def test_banking(visitor: Came) -> None:
    """After a round against the house the bank is offered; who takes it shakes, is wagered against and settles."""
    bank, other = visitor("banking"), visitor("banking")
    posts: list[dict[str, list[str]]] = []
    for player in (bank, other):
        player.page.on("request", lambda request: posts.append(parse_qs(request.post_data or "")))
    sit_down((bank, 1), (other, 2))
    offered_the_bank(bank, other)
    bank.page.get_by_role("button", name="Take the bank alone").click()
    expect(bank.page.locator("#seat-1 .marker.bank")).to_be_visible()
    expect(other.page.locator(".about")).to_contain_text("banks")
    result = "settled => document.querySelector(settled) && document.querySelector('#middle')?.innerText"

    def settled() -> bool:
        """Read the result in one step: the next round does not wait. If nobody wins, it is just a push."""
        shown = bank.page.evaluate(result, SETTLED) or ""
        return re.search("The bank (takes|pays in|breaks even)|Push", shown) is not None

    together((bank, BANKING), (other, USUAL), until=settled)
    sent = {verb for post in posts if "contribution" in post for verb in post["verb"]}
    assert "accept-bank" in {verb for post in posts for verb in post.get("verb", ())}
    assert sent
    assert sent <= {"wager", "rebet"}, "a seed sent earlier would tell the house the deal before the bank is decided"


def test_co_banking(visitor: Came) -> None:
    """Half the bank is the house's, and the dealer sets its hand."""
    bank, other = visitor("co-banking"), visitor("co-banking")
    sit_down((bank, 1), (other, 2))
    offered_the_bank(bank, other)
    bank.page.get_by_role("button", name="Co-bank with the house").click()
    expect(other.page.locator(".about")).to_contain_text("co-banks with the house")
    expect(bank.page.locator("#seat-1 .marker.co-bank")).to_be_visible()
    until_settled(bank, other)


def test_a_banker_stakes(visitor: Came) -> None:
    """New Zealand: the bank puts up what covers the wagers before no more bets are taken."""
    bank, other = visitor("staking"), visitor("staking")
    sit_down((bank, 2), (other, 3))
    offered_the_bank(bank, other)
    bank.page.get_by_role("button", name="Take the bank alone").click()
    expect(bank.page.locator("#seat-2 .marker.banker")).to_be_visible()
    other.until("#own .spot.main.has")
    expect(bank.page.locator("#do-stake")).to_contain_text("Bets against you: $")
    until_settled(bank, other)


def _foul(form: Locator) -> None:
    """Two picks that the page marks as a foul, set nevertheless."""
    page = form.page
    made = form.locator(".made.foul").first.get_attribute("class") or ""
    found = re.search(r"low-(\d)-(\d)", made)
    assert found is not None
    for place in found.groups():  # when it is tried again, a pick may be there already
        if not form.locator(".pieces input").nth(int(place)).is_checked():
            form.locator("[data-act=piece]").nth(int(place)).click()
    expect(form.locator(".made.foul:visible")).to_contain_text("Foul: low beats high")
    expect(form.locator(".made.foul:visible .clause")).to_be_visible()
    page.locator("[data-act=set]").click()


@pytest.mark.clause("MDP-11.F.1.c")
def test_a_foul(visitor: Came) -> None:
    """It is marked before it is committed; committed nevertheless, it loses, and the clause is that of fouls."""
    player = visitor("foul", seat=3)
    told = player.settle({**USUAL, "form.set >> nth=0": _foul}).locator(".say")
    expect(told).to_contain_text("Foul hand — you lose")
    expect(told.locator(".hint .clause")).to_have_attribute("href", "/rules/MDP-11.F.1.c/")


def test_a_surrender(visitor: Came) -> None:
    player = visitor("surrender", seat=3)
    player.prefer("ask_surrender", "surrender")
    player.until("#do-surrender")
    player.page.locator("[data-act=surrender]").click()
    expect(player.page.locator("#middle")).to_contain_text("You surrendered")
    player.until("#last")
    expect(player.page.locator("#last h2")).to_contain_text("−$25")


def test_a_refused_bet_is_told_with_its_clause(visitor: Came) -> None:
    player = visitor("refusal", seat=3)
    player.until("[data-act=spot]", PASS)
    page = player.page
    page.locator("[data-act=pays][data-wager=main]").click()
    field = page.locator("#bet-3-main-amount input[type=number]")
    field.evaluate("field => { field.removeAttribute('max'); field.value = '900000'; }")
    page.locator("#bet-3-main-amount button").click()
    expect(page.locator("#notice .notice")).to_contain_text("not $900,000.00")
    expect(page.locator("#notice .clause")).to_be_visible()
    page.keyboard.press("Escape")
    before = page.locator("#table").get_attribute("data-sequence") or ""
    another = page.context.new_page()  # the table goes on, for something is done in another window
    another.goto("/tables/refusal/")
    another.locator("[data-act=spot][data-wager=main]").click()
    expect(page.locator("#table")).not_to_have_attribute("data-sequence", before)
    another.close()
    expect(page.locator("#notice .notice")).to_be_visible()  # the refusal stays
    page.locator("[data-act=spot][data-wager=main]").click()
    expect(page.locator("#notice .notice")).to_have_count(0)


def test_a_reconnect_in_mid_round(visitor: Came, site: SiteServer, watch: Any) -> None:
    """The house fails while a hand is being set: the page says so, comes back by itself, and so does the hand."""
    watch.allow("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|Failed to fetch|network error")
    player = visitor("reconnect", seat=3)
    player.until("form.set", LOOKING)
    page = player.page
    names = page.locator("form.set svg.piece").evaluate_all("all => all.map(one => one.ariaLabel)")
    expect(page.locator("#offline")).to_be_hidden()
    site.kill()
    expect(page.locator("#offline")).to_be_visible()
    site.start()
    expect(page.locator("#offline")).to_be_hidden()
    assert page.locator("form.set svg.piece").evaluate_all("all => all.map(one => one.ariaLabel)") == names
    another = page.context.new_page()  # the same hand in another window of the same person
    watch.over(another)
    another.goto("/tables/reconnect/")
    Visitor(another).until(f"#seat-3 .laid.is-set, {SETTLED}")
    expect(page.locator("form.set")).to_have_count(0)
    another.close()
    player.until("#last")


def test_a_stream_that_cannot_begin_begins_later(visitor: Came, watch: Any) -> None:
    """A busy house refuses the first connections: the page says so, tries again, and the game goes on."""
    watch.allow("503")
    player = visitor("reconnect")
    page = player.page
    refusals = iter((503, 503))

    def refuse(route: Route) -> None:
        status = next(refusals, None)
        if status is None:
            route.continue_()
        else:
            route.fulfill(status=status, body="busy")

    page.route("**/live/", refuse)
    page.reload()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_be_hidden()
    player.sit(4)
    player.settle()


def test_a_silent_stream_is_opened_again(visitor: Came) -> None:
    """A connection may be cut without anybody being told, as when a telephone changes networks."""
    page = visitor("reconnect").page
    page.clock.install()
    page.reload()
    page.wait_for_function("() => document.getElementById('live')._htmx?.sse")  # the page listens
    with page.expect_request("**/live/"):
        page.clock.fast_forward(60_000)


def test_an_action_without_an_answer(visitor: Came, watch: Any) -> None:
    """The page says that it lost the connection, connects again, and the next try counts."""
    watch.allow("ERR_CONNECTION_RESET|Failed to fetch")
    player = visitor("unanswered", seat=4)
    page = player.page
    page.route("**/do/", lambda route: route.abort("connectionreset"), times=1)
    player.until(".spot.main:not(.has) [data-act=spot]", PASS)
    page.locator(".spot.main [data-act=spot]").click()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_be_hidden()
    player.settle()


def amounts(page: Page) -> dict[str, str]:
    """What lies on each of the viewer's circles."""
    told = page.locator("#own .spot.has").evaluate_all(
        "all => all.map(one => [one.id, one.querySelector('b').textContent])"
    )
    return {name.split("-", 2)[2]: text for name, text in told}


def test_rebet_repeats_every_bet(visitor: Came) -> None:
    """The main bet and what lay beside it, in one click; what was not bet is not."""
    player = visitor("rebet", seat=3)
    page = player.page
    player.until("[data-act=spot]", PASS)
    expect(page.locator("#rebet")).to_have_count(0)  # nothing to repeat yet
    for kind in ("fortune", "main", "insurance"):
        page.locator(f"[data-act=spot][data-wager={kind}]").click()
        expect(page.locator(f"#spot-3-{kind}.has")).to_be_visible()
        if kind == "fortune":  # without a main bet there is nothing to deal for
            expect(page.locator("[data-act=deal]")).to_have_text("No bet")
            expect(page.locator("#middle .hint")).to_have_text("Side bets wait for your main bet.")
    sums = amounts(page)
    assert set(sums) == {"main", "fortune", "insurance"}
    for act, cents in (
        ("double", 5000),
        ("undo", 2500),
        ("clear", 0),
        ("undo", 2500),
    ):  # undone at once, whatever changed
        page.locator(f"[data-act={act}]").click()
        for kind in sums:  # as the server has it, not only as the page shows it meanwhile
            expect(page.locator(f"[data-act=spot][data-wager={kind}]")).to_have_attribute("data-now", str(cents))
    page.locator("[data-act=deal]").click()
    player.settle()
    told = player.read("#middle .money", {})
    for name in ("Fortune Bonus", "Pai Gow Insurance"):
        assert re.search(rf"^{name} (wins|loses|pushes).*\$\d+", told, re.MULTILINE), told
    assert re.search(r"^Your (bet (wins|loses) \$\d+|\$\d+ is returned)", told, re.MULTILINE), told
    player.until("#rebet", PASS)
    total = sum(int(text.removeprefix("$")) for text in sums.values())
    expect(page.locator("[data-act=rebet]")).to_contain_text(f"Rebet ${total}")
    page.locator("[data-act=rebet]").click()
    expect(page.locator("#own .spot.has")).to_have_count(3)
    assert amounts(page) == sums
    expect(page.locator("#rebet")).to_have_count(0)
    page.locator("[data-act=undo]").click()
    expect(page.locator("#own .spot.has")).to_have_count(0)


def test_what_is_tapped_is_done_in_that_order(visitor: Came) -> None:
    """A second tap is sent when the first, which is still on its way to the house, has been answered."""
    player = visitor("hasty", seat=3)
    page = player.page
    player.until("[data-act=spot]", PASS)
    held: list[Route] = []
    sums: list[str] = []

    def sent(route: Route) -> None:
        sums.append(parse_qs(route.request.post_data or "")["amount"][0])
        held.append(route) if len(sums) == 1 else route.continue_()

    page.route("**/do/", sent)
    page.locator("[data-act=chip][data-amount='5']").click()
    circle = page.locator("[data-act=spot][data-wager=main]")
    for _ in range(3):
        circle.click()
    page.wait_for_timeout(500)  # for what does not wait to arrive
    assert sums == ["10"]
    held[0].continue_()
    expect(circle).to_have_attribute("data-now", "2000")
    expect(page.locator("#spot-3-main b")).to_have_text("$20")
    assert sums == ["10", "15", "20"]
    expect(page.locator("#notice .notice")).to_have_count(0)
    page.unroute("**/do/")
    page.locator("[data-act=undo]").click()
    expect(page.locator("#spot-3-main b")).to_have_text("$15")
    page.locator("[data-act=double]").click()
    expect(page.locator("#spot-3-main b")).to_have_text("$30")
    page.locator("[data-act=clear]").click()
    expect(page.locator("#own .spot.has")).to_have_count(0)
