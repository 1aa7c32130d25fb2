"""People together: names, hosted tables, quick phrases, duplicate play, shared rounds, and the installed app."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from operator import itemgetter

import pytest
from playwright.sync_api import Page, expect
from tests.browser.test_access import faults
from tests.browser.test_stage import LOOK, PARTS

from tools.tiers import cases, examples
from tools.visitor import PASS, Visitor, click, together
from tools.waiting import wait_until

NewPage = Callable[..., Page]
WORDS = "one => { const words = new Range(); words.selectNodeContents(one); return words.getBoundingClientRect(); }"
"""Where the words of an element are, without the room around them."""
PHONE = {"width": 390, "height": 844}
LOOKS = (
    ((1280, 800), "light", "en"),
    ((390, 844), "dark", "zh-TW"),
    ((844, 390), "light", "zh-CN"),
    ((1920, 1080), "dark", "en"),
)
OPEN_TO_ALL = ("/host/", "/learn/", "/duplicate/", "/learn/cards/1/", "/offline/", "/tables/dealer-open/rules/")
OF_A_PLAYER = ("/account/name/", "/account/preferences/", "/profile/", "/host/", "/duplicate/")


def look_at(page: Page, paths: tuple[str, ...]) -> Iterator[str]:
    """Each page in one of the four sizes and its language, in turn; in all of them in `make exhaustive`."""
    for number, path in enumerate(paths):
        for turn in range(examples(1, 4)):
            size, scheme, language = LOOKS[(number + turn) % 4]
            page.set_extra_http_headers({"Accept-Language": language})
            answer = page.goto(path)
            if answer is None or not answer.ok or page.locator("h1").count() != 1:
                yield f"{path}: {answer and answer.status}"
            yield from faults(page, [(size, scheme)])


def test_new_pages_for_all(page: Page) -> None:
    assert list(look_at(page, OPEN_TO_ALL)) == []


def test_new_pages_of_a_player(visitor: Callable[..., Visitor]) -> None:
    assert list(look_at(visitor("dealer-open").page, OF_A_PLAYER)) == []


@pytest.mark.parametrize(("locale", "viewport"), cases([("zh-TW", PHONE), ("en", {"width": 1280, "height": 800})]))
def test_a_game_night_from_one_link(new_page: NewPage, locale: str, viewport: dict[str, int]) -> None:
    """The host opens a table and sends the link; a friend types a name, joins and sits down."""
    host, friend = new_page(locale=locale, viewport=viewport), new_page(locale=locale, viewport=PHONE, has_touch=True)
    host.goto("/host/")
    host.locator("[name=shown]").fill(f"Hana {locale[:2]}")
    host.locator("[name=bots]").select_option("0")
    host.locator("[name=who][value=link]").check()
    host.locator("[data-act=create-table]").click()
    expect(host.locator("[data-act=pause-table]")).to_be_visible()
    assert list(faults(host)) == []
    host.set_viewport_size(viewport)  # type: ignore[arg-type]
    link = host.locator("[data-act=link]").input_value()
    slug = host.url.split("/")[-3]
    assert host.context.request.get(f"/tables/{slug}/").ok
    friend.goto(link)
    friend.locator("[name=shown]").fill(f"Finn {locale[:2]}")
    friend.locator("[data-act=join]").click()
    expect(friend.locator("#table")).to_be_visible()
    Visitor(friend).sit()
    host.goto(f"/tables/{slug}/host/")
    expect(host.locator("main")).to_contain_text(f"Finn {locale[:2]}")
    host.locator("[data-act=pause-table]").click()
    expect(friend.locator("#standing")).to_be_visible()
    host.locator("[data-act=resume-table]").click()
    expect(friend.locator("#standing")).to_have_count(0)
    host.locator("[data-act=close-table]").click()
    expect(host.locator("[data-act=close-table]")).to_have_count(0)
    Visitor(friend).until("#standing [data-act=lobby]", {**PASS, "[data-act=deal]:enabled": click})  # after the hand


@pytest.mark.parametrize(
    ("standard", "choices"),
    [
        ("maryland-tiles", {"viewport": PHONE, "has_touch": True, "locale": "zh-CN"}),
        ("maryland-poker", {"viewport": {"width": 1280, "height": 800}}),
        ("new-zealand", {"java_script_enabled": False}),
    ],
)
def test_a_duplicate_tournament_by_its_controls(new_page: NewPage, standard: str, choices: dict[str, object]) -> None:
    page = new_page(**choices)
    page.goto("/duplicate/")
    page.locator("[name=standard]").select_option(standard)
    page.locator("[name=deals]").select_option("5")
    page.locator("[data-act=create-tournament]").click()
    page.locator("[data-act=enter]").click()
    script = choices.get("java_script_enabled", True)
    for number in range(1, 6):
        expect(page.locator(f"#duplicate[data-hand='{number}']")).to_be_visible()
        if script:  # before it runs, the page works as it does without: the house way would be set at once
            expect(page.locator("form.set[data-picked]")).to_have_count(1)
        if number == 2 and script:
            page.locator("[data-act=piece]").nth(0).click()
            page.locator("[data-act=piece]").nth(1).click()
            expect(page.locator(".made.shown")).to_have_count(1)
        page.locator("[data-act=house-way]").click()
        if script:  # without it the house way is set at once
            page.locator("[data-act=set]").click()
    page.locator("[data-act=standings]").click()
    expect(page.locator("#standings")).to_be_visible()
    if script:  # the values are worked out while the page is looked at
        expect(page.locator("table.standings")).to_be_visible()


PAST = "step => Number(document.querySelector('#shared').dataset.step) > step"


def test_a_round_is_shared_and_plays_by_itself(visitor: Callable[..., Visitor], new_page: NewPage) -> None:
    player = visitor("shared", seat=2)
    player.settle()
    page = player.page
    own = page.locator("a[href*='/tables/shared/rounds/']").first

    def finished() -> int:
        page.goto("/review/shared/")
        return own.count()

    wait_until(finished)
    own.click()
    page.locator("[data-act=share]").click()
    link = page.locator("[data-act=link]").input_value()
    assert list(faults(page)) == []
    stranger = new_page(viewport={"width": 640, "height": 820})
    stranger.goto(f"{link}embed/")
    stranger.wait_for_function(PAST, arg=2)  # by itself, and it does not wait for who looks too late
    stranger.keyboard.press("End")
    expect(stranger.locator("#shared [rel=next]")).to_have_count(0)
    expect(stranger.locator("#own .mine")).to_be_visible()
    assert [fault for fault in stranger.evaluate(LOOK, PARTS) if " lies on " in fault] == []
    names = [stranger.evaluate(WORDS, name.element_handle()) for name in stranger.locator(".spot-name").all()]
    assert all(one["right"] < two["left"] for one, two in pairwise(sorted(names, key=itemgetter("left"))))
    stranger.locator("[data-act=previous]").click()
    expect(stranger.locator("#shared [rel=next]")).to_have_count(1)
    still = new_page(reduced_motion="reduce")
    still.goto(link)
    button = still.locator("[data-act=autoplay]")
    expect(button).to_have_text("Play")
    button.click()
    expect(button).to_have_text("Pause")
    still.wait_for_function(PAST, arg=1)


def test_two_people_talk_and_one_mutes(visitor: Callable[..., Visitor]) -> None:
    """Each sees what the other says, in their own language; who mutes sees only their own words."""
    ann, bo = visitor("talking", seat=1), visitor("talking", locale="zh-TW", viewport=PHONE, has_touch=True)
    coming = dict.fromkeys(("#pace-seat [data-act=sit]", "#sit [data-act=sit]"), click)
    bo.until("[data-act=cancel-seat], #own .place", coming)
    if not bo.page.locator("#own .place").count():  # the round goes on without a bet of Ann's
        ann.until("[data-act=deal]", PASS).click()
    expect(bo.page.locator("#own .place")).to_be_visible()

    def hears(person: Visitor, words: str, other: Visitor, code: str) -> None:
        """Say it until it is heard: it is shown for some seconds only, and refused too soon after another phrase."""
        said = {f"body:not(:has(#said [data-code={code}])) [data-act=say-menu]": lambda _menu: say(other, code)}
        together((person, {}), (other, said), until=person.page.locator(f"#said :text('{words}')").is_visible)

    def say(person: Visitor, code: str) -> None:
        person.page.locator("[data-act=say-menu]").click()
        person.page.locator(f"[data-act=say][data-code={code}]").click()

    hears(ann, "Hello!", bo, "hello")
    hears(bo, "祝你好運", ann, "good-luck")
    bo.prefer("mute", "talking")
    hears(ann, "👏", ann, "clap")
    hears(ann, "Thank", bo, "thanks")
    bo.page.reload()
    expect(bo.page.locator("#table")).to_be_visible()
    expect(bo.page.locator("#said [data-code=clap]")).to_have_count(0)


def test_without_a_network_the_app_helps(new_page: NewPage, watch: object) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED|ERR_FAILED")  # type: ignore[attr-defined]
    page = new_page(service_workers="allow")
    page.goto("/rules/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto("/learn/")
    expect(page.locator("[data-act=try-again]")).to_be_visible()
    page.context.set_offline(False)  # and the page that was asked for comes by itself
    expect(page.locator("[data-act=learn]").first).to_be_visible()
