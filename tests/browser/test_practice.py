"""The practice table in a real browser.

The showdown that stays, the coach, taking a set hand up again, a second hand, panels and sound. One page plays for
several tests of a game.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from paigow.analysis.settings import advise
from tools.house import STANDARDS
from tools.visitor import codes

Opened = Callable[..., Page]
SAME = {"en-US": "same as yours", "zh-TW": "和你的一樣", "zh-CN": "和你的一样"}
REBET = {"en-US": "Rebet & deal", "zh-TW": "照舊下注並派牌", "zh-CN": "照旧下注并发牌"}


def practise(page: Page, standard: str, **asked: object) -> Page:
    query = "&".join(f"{name}={value}" for name, value in {"pace": "brisk", "bots": 1, **asked}.items())
    page.goto(f"/practise/{standard}/?{query}")
    expect(page.locator("#table[data-phase=betting]")).to_be_visible()
    return page


def bet(page: Page) -> None:
    """Bet, or bet as before, and have it dealt."""
    if page.locator("[data-act=rebet-deal]").count():
        page.locator("[data-act=rebet-deal]").click()
    else:
        page.locator("[data-act=spot][data-wager=main]").click()
        page.locator("[data-act=deal][data-key=Enter]").click()
    expect(page.locator("form.set")).to_be_visible()


def settled(page: Page) -> str:
    """Wait for the result; give the round it belongs to."""
    expect(page.locator("#table")).to_have_attribute("data-mood", re.compile("win|lose|push"))
    return page.locator("#table").get_attribute("data-told") or ""


@pytest.mark.parametrize(
    ("size", "locale"),
    [((1280, 800), "en-US"), ((390, 844), "zh-TW"), ((844, 390), "en-US"), ((1920, 1080), "zh-CN")],
    ids=str,
)
def test_a_round_with_the_coach(new_page: Opened, size: tuple[int, int], locale: str) -> None:
    """Nobody asks about bank or cut.

    A set hand can be taken up again; the showdown and the coach's line stay until the next bet. What the coach says is
    what an exact count says.
    """
    width, height = size
    window = {"viewport": {"width": width, "height": height}, "has_touch": width < 900, "locale": locale}
    page = practise(new_page(**window), "maryland-poker", coach=1)
    bet(page)
    held = codes(page.locator("form.set"))
    assert len(held) == 7
    advice = advise("maryland-poker", " ".join(held))
    worst = advice.settings[-1]
    for code in worst.low.split():
        page.locator(f"[data-act=piece]:has(use[href$='#c{code}'])").dispatch_event("click")
    expect(page.locator("form.set .made.shown:not(.foul)")).to_have_count(1)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.url.endswith("/do/") else None)
    page.evaluate("for (const act of ['set', 'undo']) document.querySelector(`#actions [data-act=${act}]`).click()")
    expect(page.locator("form.set:not(.is-held)")).to_be_visible()
    page.evaluate("for (const _ of [1, 2]) document.querySelector('#actions [data-act=set]').click()")  # again: at once
    number = settled(page)
    assert sum("verb=set&" in data for data in sent) == 1
    line = page.locator(f"#coach-{number} .lesson")
    expect(line).to_have_count(1)
    cost = (advice.best.value - worst.value) * 2500
    if cost >= 1:
        expect(line).to_contain_text(f"${round(cost) / 100:.2f}".removesuffix(".00"))
        shown = codes(line)
        counts = {(" ".join(sorted(each.low.split()))): each.value for each in advice.settings}
        assert counts[" ".join(sorted(shown[:2]))] == advice.best.value
    else:
        expect(line).to_contain_text("<$0.01" if cost else SAME[locale])
    expect(page.locator("#actions [data-act=rebet-deal]")).to_contain_text(REBET[locale])
    expect(page.locator("#table.resting[data-phase=betting]")).to_be_visible()
    assert settled(page) == number
    for part in ("#dealer-hand .group.low", "#own .mine .group.low", f"#coach-{number} .lesson", "[data-act=chip]"):
        expect(page.locator(part).first).to_be_visible()
    assert sorted(codes(page.locator("#own .mine"))) == sorted(held)
    expect(page.locator("[data-act=rebet-deal]")).to_be_in_viewport()
    bet(page)
    expect(page.locator(".coach")).to_have_count(0)


def test_a_hand_is_sorted_like_the_one_before(new_page: Opened) -> None:
    page = practise(new_page(), "maryland-poker", bots=0, pace="instant")
    bet(page)
    page.keyboard.press("s")
    page.locator("[data-act=house-way]").click()
    page.locator("[data-act=set]").dblclick()  # at once
    settled(page)
    bet(page)
    places = page.locator("[data-act=piece]").evaluate_all(
        "all => all.map(one => [new DOMMatrix(one.style.transform).e, Number(one.dataset.rank)])"
    )
    ranks = [rank for _x, rank in sorted(places)]
    assert ranks == sorted(ranks)


def test_a_second_hand_is_bet_by_tapping(new_page: Opened) -> None:
    page = practise(new_page(), "new-zealand", bots=0)
    page.locator("[data-act=spot][data-wager=main]").click()
    page.locator(".rim [data-act=spot-elsewhere]").first.click()
    expect(page.locator("#own .spot.main.has")).to_have_count(2)
    page.locator("#own .spot-name").first.click()
    expect(page.locator(".pays:popover-open")).to_be_visible()


@pytest.mark.parametrize("standard", STANDARDS)
def test_panels_by_key(new_page: Opened, standard: str) -> None:
    """The ranking in real tiles or cards, the real layout with its clauses, the log at two levels, help and proof."""
    page = practise(new_page(viewport={"width": 390, "height": 844}), standard, bots=0)
    page.keyboard.press("k")
    tiles = "tiles" in standard or standard == "new-zealand"
    ranks = page.locator("#ranks .ranks li")
    expect(ranks).to_have_count({"maryland-tiles": 20, "new-zealand": 22}.get(standard, 13))
    assert ranks.first.locator("svg.piece").count() == (2 if tiles else 5)
    page.keyboard.press("y")
    expect(page.locator("#layout .plan")).to_be_visible()
    betting = page.locator("#layout [data-kind=main]").count()
    assert betting == page.locator("#table .seat, #table .place").count()
    page.keyboard.press("l")
    log = page.locator("#log-box")
    expect(log).to_be_visible()
    expect(log.locator(".fine").first).to_be_attached()
    assert not log.locator(".fine").first.is_visible()
    page.keyboard.press("f")
    expect(page.locator("#fair code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    page.keyboard.press("?")
    keys = {text for text in page.locator("#help .keys kbd").all_inner_texts() if len(text) == 1}
    used = page.locator(".at-table [data-key]").evaluate_all("all => all.map(one => one.dataset.key)")
    named = {{"Enter": "↵", " ": "␣"}.get(key, key.upper()) for key in used}
    assert named - keys <= {str(number) for number in range(1, 8)}


def test_the_log_is_fetched_when_opened_and_follows_the_table(new_page: Opened) -> None:
    page = practise(new_page(), "maryland-tiles", bots=0)
    log = page.locator("#log")
    page.keyboard.press("l")
    expect(log).to_be_visible()
    expect(log).not_to_contain_text("Your bet")
    page.locator("[data-act=spot][data-wager=main]").evaluate("circle => circle.click()")  # the panel stays open
    expect(log).to_contain_text("Your bet on position")
    page.keyboard.press("Escape")
    page.locator("[data-act=deal][data-key=Enter]").click()
    expect(page.locator("form.set")).to_be_visible()
    expect(log).not_to_contain_text("The dice show")  # nobody reads it
    page.keyboard.press("l")
    expect(log).to_contain_text("The dice show")
    page.keyboard.press("Escape")
    page.locator("[data-act=house-way]").click()
    page.locator("[data-act=set]").dblclick()
    settled(page)
    page.locator("#table.resting").wait_for()
    page.keyboard.press("l")
    expect(log.locator(".of-round")).to_have_text(["Round 1", "Round 2"])  # the hand that is shown, and the next
    expect(log).to_contain_text("The dice show")


def test_the_prompt_follows_the_picks_and_a_double_click_sets_once(new_page: Opened) -> None:
    page = practise(new_page(), "maryland-tiles", pace="instant", bots=0)
    bet(page)
    expect(page.locator("#prompt")).to_have_text("Pick two tiles for your low hand")
    page.locator("[data-act=house-way]").click()
    expect(page.locator("#prompt")).to_have_text("Set your hand")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    page.locator("[data-act=set]").dblclick()
    settled(page)
    assert len([data for data in sent if "low=" in data]) == 1


def test_sound_is_silent_until_it_is_switched_on(new_page: Opened) -> None:
    page = new_page()
    page.add_init_script(
        "window.heard = 0; const Plain = window.AudioContext; window.AudioContext = class extends Plain {"
        "constructor() { super(); window.heard += 1; } };"
    )
    practise(page, "maryland-tiles", bots=0)
    page.locator("[data-act=spot][data-wager=main]").click()
    expect(page.locator(".spot.main.has")).to_be_visible()
    assert page.evaluate("heard") == 0
    page.keyboard.press("m")
    page.locator("[data-act=sound]").check()
    page.keyboard.press("Escape")
    page.locator("[data-act=deal]").click()
    expect(page.locator("form.set")).to_be_visible()
    page.wait_for_function("() => heard === 1")


def test_nothing_moves_for_who_wants_no_motion(new_page: Opened) -> None:
    page = practise(new_page(reduced_motion="reduce"), "maryland-poker", bots=0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    bet(page)
    assert page.evaluate("document.getAnimations().length") == 0
    assert not [url for url in asked if "motion" in url]


def test_cards_fly_in_the_order_of_delivery(new_page: Opened) -> None:
    """The page is told the order, and sends a card to each seat that is dealt to."""
    page = new_page()
    page.add_init_script(
        "window.flown = []; const plain = Element.prototype.animate; Element.prototype.animate = function (...given) {"
        "if (this.matches('.flying-piece')) window.flown.push(given[1].delay); return plain.apply(this, given); };"
    )
    practise(page, "maryland-poker", bots=2)
    bet(page)
    page.wait_for_function("() => flown.length > 0")
    order = (page.locator("#table").get_attribute("data-delivery") or "").split()
    assert sorted(order) == sorted(["dealer", *"123456"])
    delays = page.evaluate("flown")
    assert len(delays) == 4  # two bots, the player and the dealer
    assert delays == sorted(delays)


def test_advice_by_tapping_and_dealing(new_page: Opened) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/advice/?rules=maryland-tiles")
    tapped = page.locator(".deck.tiles input:checked")
    for code in ("66", "45", "12", "24"):
        page.locator(f".deck.tiles label:has([value='{code}'])").first.tap()
    expect(page.locator("h2#answer")).to_have_text("The hand 66 45 24 12")
    expect(page.locator("#weighed table.settings tbody tr")).to_have_count(2)  # 12 and 24 stand for one another
    page.locator(".deck.tiles label:has([value='11'])").first.tap()  # a fifth takes the place of the first
    expect(page.locator("h2#answer")).to_have_text("The hand 11 45 24 12")
    assert tapped.count() == 4
    page.locator("[data-act=deal-me]").tap()
    expect(tapped).to_have_count(4)
    page.locator("#rules").select_option("maryland-poker")
    expect(page.locator(".deck.cards")).to_be_visible()
    expect(page.locator(".deck.tiles")).to_be_hidden()


def test_the_lobby_and_the_rules_of_a_table(new_page: Opened) -> None:
    page = new_page()
    page.goto("/")
    cards = page.locator(".game-card")
    assert cards.count() == 4
    expect(cards.first.locator(".start-here")).to_be_visible()
    for card in cards.all():
        assert re.search(r"\d+ (person|people) playing", card.inner_text())
        expect(card.locator("[data-act=practise]")).to_be_visible()
    cards.first.locator("[data-act=watch]").click()
    slug = page.url.rstrip("/").rpartition("/")[2]
    page.goto(f"/tables/{slug}/rules/")
    for part in ("#facts", "#payouts", "#way", "#chart"):
        expect(page.locator(part)).to_be_visible()
    expect(page.locator("section[aria-labelledby=way] ol li").first).to_have_text(re.compile("aces"))
