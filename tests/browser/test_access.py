"""For everybody: without script, by keyboard alone, by drag, on a phone and on a wall, light and dark, unmoved."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tools.house import PASSWORD, STAFF
from tools.tiers import examples
from tools.visitor import SETTLED, USUAL, Visitor

Came = Callable[..., Visitor]
PHONE, WALL = (360, 740), (1920, 1080)
LOOKS = ((PHONE, "light"), (WALL, "dark"), (PHONE, "dark"), (WALL, "light"))
OPEN_TO_ALL = (
    "/",
    "/account/sign-in/",
    "/account/sign-up/",
    "/account/guest/",
    "/account/forgotten/",
    "/advice/",
    "/advice/?rules=maryland-tiles&hand=66+11+36+25",
    "/drill/",
    "/math/",
    "/math/maryland-poker/",
    "/rules/",
    "/rules/readings/",
    "/rules/MDT-8.D.2/",
    "/rules/maryland-tiles/8/",
    "/verify/",
    "/tables/maryland-tiles/",
)
OF_A_PLAYER = (
    "/",
    "/account/",
    "/account/statement/",
    "/account/limits/",
    "/account/exclusion/",
    "/account/password/",
    "/account/sessions/",
    "/account/tokens/",
    "/account/second-factor/",
    "/account/report/",
    "/account/sign-out/",
    "/drill/house-way/maryland-tiles/maryland/",
    "/drill/settlement/maryland-poker/",
    "/drill/irregularities/new-zealand/",
    "/review/",
)
OF_STAFF = {
    "felix": ("/floor/", "/floor/players/", "/floor/tables/maryland-tiles/", "/tables/maryland-tiles/"),
    "audrey": (
        "/audit/",
        *(f"/audit/{room}/" for room in ("log", "rounds", "ledger", "meters", "wallets", "significant", "verify")),
    ),
    "oscar": (
        "/operator/",
        *(f"/operator/{room}/" for room in ("people", "limits", "returns", "software")),
        "/operator/people/felix/",
    ),
}


STICKING_OUT = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return null;
  const named = one => one.tagName.toLowerCase() + [...one.classList].map(name => '.' + name).join('');
  const out = [...document.body.querySelectorAll('*')].filter(one => one.getBoundingClientRect().right > clientWidth);
  return out.map(named).join(' ') || 'nothing that is left';
}"""


def too_wide(page: Page, size: tuple[int, int]) -> Iterator[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("width => innerWidth === width", arg=size[0])  # on a busy machine it takes a moment
    if out := page.evaluate(STICKING_OUT):
        yield f"{page.url} is wider than {size[0]} px: {out}"


def faults(page: Page, looks: Iterable[tuple[tuple[int, int], str]] = LOOKS[: examples(2, 4)]) -> Iterator[str]:
    """What axe finds, and what does not fit the width."""
    for size, scheme in looks:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        yield from too_wide(page, size)
        for found in Axe().run(page).response["violations"]:
            where = ", ".join(str(node["target"][0]) for node in found["nodes"][:3])
            yield f"{page.url} ({size[0]} px, {scheme}): {found['id']}: {where}"


def look_at(page: Page, paths: tuple[str, ...]) -> list[str]:
    """Both widths of every page; axe sees it in one of the looks, in turn, and in all of them in `make exhaustive`."""
    found: list[str] = []
    for number, path in enumerate(paths):
        answer = page.goto(path)
        if answer is None or not answer.ok:
            found.append(f"{path}: {answer and answer.status}")
        assert page.locator("h1").count() == 1, path
        for size in (PHONE, WALL):
            found += too_wide(page, size)
        found += faults(page, [LOOKS[(number + turn) % 4] for turn in range(examples(1, 4))])
    return found


def test_pages_for_all(page: Page) -> None:
    assert look_at(page, OPEN_TO_ALL) == []


def test_pages_of_a_player(visitor: Came) -> None:
    assert look_at(visitor("dealer-open").page, OF_A_PLAYER) == []


@pytest.mark.parametrize("name", STAFF)
def test_pages_of_the_staff(page: Page, name: str) -> None:
    page.goto("/account/sign-in/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.locator(".who a").first).to_have_text(name)
    assert look_at(page, OF_STAFF[name]) == []


def test_the_table_in_every_phase(visitor: Came) -> None:
    """With a seat to take, a bet to make, a hand to pick up and to set, hands compared, and the result."""
    player = visitor("looks")
    player.prefer("ask_surrender", "looks")
    met: list[str] = []
    click = USUAL["#do-look > button"]
    for sign in ("#sit", "[data-act=spot]", "form.set", "#do-surrender", SETTLED):
        deeds = {"#sit [data-act=sit]": click, **USUAL}
        if sign == "#sit":
            deeds.clear()  # whoever has sat down meanwhile is not shown it again
        if sign == "form.set":
            deeds.pop("form.set >> nth=0")
        if sign == "[data-act=spot]":
            deeds.pop(".spot.main:not(.has) [data-act=spot]")
        if sign == SETTLED:
            deeds["#do-surrender > button"] = click
        player.until(sign, deeds)
        if sign == "form.set":
            player.page.locator("[data-act=house-way]").click()
        met += faults(player.page)
        player.page.set_viewport_size({"width": 1280, "height": 800})
    assert met == []


def test_what_flies_does_not_widen_the_page(visitor: Came) -> None:
    """A window that becomes narrow while chips fly to a seat at the right: they are outside it, and nothing scrolls."""
    page = visitor("keys").page
    page.evaluate(
        """async () => {
          const { pay } = await import(new URL('motion.js', document.querySelector('script[src*="/table"]').src));
          const seats = [...document.querySelectorAll('[id^=seat-]')];
          const right = one => one.getBoundingClientRect().right;
          pay([[seats.reduce((one, other) => (right(one) > right(other) ? one : other)), true]]);
          for (const flight of document.getAnimations()) if (flight.effect.target.matches('.flying')) {
            flight.pause();
            flight.currentTime = 600;
          }
        }"""
    )
    assert list(too_wide(page, PHONE)) == []
    outside = "[...document.querySelectorAll('.flying')].some(one => one.getBoundingClientRect().left > innerWidth)"
    page.wait_for_function(outside)  # the flights stand still, so nothing but the window is waited for


def _set_without_script(form: Locator) -> None:
    form.page.locator("[data-act=house-way]").click()


def test_a_round_without_script(visitor: Came) -> None:
    """Every form works as a plain one; the page is looked at anew."""
    player = visitor("plain", java_script_enabled=False)
    player.sit(4)
    player.settle({**USUAL, "form.set >> nth=0": _set_without_script})
    expect(player.page.locator("#told")).to_contain_text("Position 4")


def _by_keyboard(page: Page, wanted: str) -> None:
    """Tabs to something and presses it; whoever cannot reach it so cannot play. The table may take it away."""
    for _ in range(150):
        if page.evaluate("wanted => document.activeElement?.matches(wanted)", wanted):
            page.keyboard.press("Enter")
            expect(page.locator(wanted)).to_have_count(0)
            return
        page.keyboard.press("Tab")
        if not page.locator(wanted).count():
            return
    raise AssertionError(f"{wanted} is not reached by keyboard")


def _set_by_keyboard(form: Locator) -> None:
    """The first two tiles with the space bar, then Enter."""
    page = form.page
    for place in (0, 1):
        for _ in range(150):
            if page.evaluate("id => document.activeElement?.id === id", f"set-3-{place}"):
                page.keyboard.press("Space")
                break
            page.keyboard.press("Tab")
    expect(page.locator(".made.shown b").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(form).to_have_count(0)


def test_a_round_by_keyboard_alone(visitor: Came) -> None:
    player = visitor("keyboard")
    page = player.page

    def pressing(selector: str) -> Callable[[Locator], None]:
        return lambda _found: _by_keyboard(page, selector)

    deeds: dict[str, Any] = {
        selector: pressing(selector)
        for selector in (
            "#seat-3 [data-act=sit]",
            "#do-pass-bank > button",
            ".spot.main:not(.has) [data-act=spot]",
            "#do-look > button",
        )
    }
    player.until("#told:has-text('Position 3: ')", {**deeds, "form.set": _set_by_keyboard})


def test_a_round_by_single_keys(visitor: Came) -> None:
    """Every control names its key, and pressing it does it."""
    player = visitor("keys", seat=3)
    page = player.page

    def pressed(*keys: str) -> Callable[[Locator], None]:
        def press(_found: Locator) -> None:
            for key in keys:
                page.keyboard.press(key)

        return press

    deeds = {
        "#do-pass-bank": pressed("n"),
        "#do-pass-cut": pressed("n"),
        ".spot.main:not(.has) [data-act=spot]": pressed("2", "b"),
        "#do-look": pressed("Enter"),
        "form.set": pressed("s", "1", "2", "h", "Enter"),
    }
    player.until(SETTLED, deeds)
    for key, panel in (("l", "#log-box"), ("o", "#results"), ("p", "#signs"), ("f", "#fair"), ("m", "#menu")):
        page.keyboard.press(key)
        expect(page.locator(panel)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(panel)).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_contain_text("Lay out the house way")


def test_enter_after_a_click_presses_the_gold_button(new_page: Callable[..., Page]) -> None:
    """After a click on a circle or the house way, Enter deals or sets instead of repeating the click."""
    page = new_page()
    page.goto("/practise/maryland-poker/?pace=instant&bots=0")
    page.locator("[data-act=spot][data-wager=main]").click()
    expect(page.locator(".spot.main.has")).to_be_visible()
    bet = page.locator("[data-act=spot][data-wager=main]").get_attribute("data-now")
    page.keyboard.press("2")  # a key pressed in between makes the browser draw the focus
    page.keyboard.press("Enter")
    page.locator("[data-act=house-way]").click()
    page.keyboard.press("s")
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    expect(page.locator("#table.resting")).to_be_visible()
    assert f"${int(bet or 0) // 100}" in page.locator("[data-act=rebet]").inner_text()


def drag(page: Page, place: int, slot: Locator) -> None:
    """Takes hold of a card when it lies still, and lets go of it over a slot."""
    page.locator(f"label[for='set-3-{place}']").hover()
    page.mouse.down()
    box = slot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()


def test_cards_are_dragged(visitor: Came) -> None:
    """To the low slot, and back."""
    player = visitor("drag", seat=3)
    player.until("form.set", {sign: deed for sign, deed in USUAL.items() if "set" not in sign})
    page = player.page
    low, high = page.locator(".slot.low"), page.locator(".slot.high")
    for place in (0, 2):
        drag(page, place, low)
        expect(page.locator(f"#set-3-{place}")).to_be_checked()
    expect(page.locator(".made.low-0-2")).to_be_visible()
    drag(page, 0, high)
    expect(page.locator("#set-3-0")).not_to_be_checked()
    for place in (1, 3):  # a third pick takes the place of the one before
        page.locator(f"label[for='set-3-{place}']").click(position={"x": 6, "y": 6})
    assert page.locator("form.set input:checked").count() == 2


def test_nothing_moves_for_who_wants_it_still(visitor: Came) -> None:
    player = visitor("still", seat=3, reduced_motion="reduce")
    player.until("form.set", {sign: deed for sign, deed in USUAL.items() if "set" not in sign})
    assert player.page.evaluate("document.getAnimations().length") == 0
    moving = "[...document.querySelectorAll('*')].filter(one => getComputedStyle(one).animationName !== 'none').length"
    assert player.page.evaluate(moving) == 0


@pytest.mark.parametrize("path", ["/", "/tables/maryland-poker/"])
def test_the_first_page_is_light(page: Page, path: str) -> None:
    """Under 100 kB beyond htmx, whole, as it comes over the line, and shown within a second."""
    page.goto(path, wait_until="load")
    came = "performance.getEntries().filter(one => one.encodedBodySize).map(one => [one.name, one.encodedBodySize])"
    own = {name: size for name, size in page.evaluate(came) if "htmx" not in name and "/live/" not in name}
    assert any(name.endswith(".css") for name in own)
    assert sum(own.values()) < 100_000, own
    shown: list[float] = []
    while len(shown) < 60 and (not shown or shown[-1] >= 1000):  # other tests are run at the same time
        page.goto(path, wait_until="load")
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        shown.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    assert shown[-1] < 1000, shown
