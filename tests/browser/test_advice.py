"""Advice in a real browser: on hands that are typed, and on those that are held or have been played."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from playwright.sync_api import Locator, Page, expect

from paigow.analysis.settings import advise
from paigow.comparison import Result
from paigow.money import parse_cents
from paigow.tiles import HOUSE_WAYS, TILE_SET, TileSetting, compare, parse_tiles, settings
from tools.visitor import SETTLED, USUAL, Visitor, codes, terms

Came = Callable[..., Visitor]
LOOKING = {sign: deed for sign, deed in USUAL.items() if "set" not in sign}


def ask(page: Page, game: str, hand: str, **more: str) -> None:
    """From the menu, with the form."""
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Advice").first.click()
    page.get_by_label("Game").select_option(game)
    page.get_by_label("Hand", exact=True).fill(hand)
    for label, value in more.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(value)
    page.get_by_role("button", name="Analyse").click()


def counted(hand: str) -> dict[TileSetting, Counter[Result]]:
    """Every setting against every hand that the house can hold beside it, one by one."""
    held = parse_tiles(hand)
    rest = list(TILE_SET)
    for tile in held:
        rest.remove(tile)
    house = HOUSE_WAYS["maryland"]
    kinds = Counter(tuple(sorted(four, key=TILE_SET.index)) for four in combinations(rest, 4))
    found: dict[TileSetting, Counter[Result]] = {setting: Counter() for setting in settings(held)}
    for four, times in kinds.items():
        bank = house.set(four).setting
        for setting, results in found.items():
            results[compare(setting, bank).result] += times
    return found


def worth(results: Counter[Result]) -> Fraction:
    """A win pays even money less 5 percent."""
    total = sum(results.values())
    return Fraction(95 * results[Result.WIN] - 100 * results[Result.LOSE], 100 * total)


def row_of(page: Page, low: set[str]) -> Locator:
    rows = page.locator("table.settings tbody tr")
    lows = [set(codes(row.locator("th .set"))[:2]) for row in rows.all()]
    return rows.nth(lows.index(low))


def test_a_typed_hand_of_tiles(page: Page) -> None:
    """Each setting with its chances as counted here one by one, the house way marked, and what it costs."""
    hand = "44 16 36 25"
    expected = counted(hand)
    ask(page, "maryland-tiles", hand)
    expect(page.locator("h2#answer")).to_have_text(f"The hand {' '.join(map(str, parse_tiles(hand)))}")
    rows = page.locator("table.settings tbody tr")
    expect(rows).to_have_count(len(expected))
    best = max(map(worth, expected.values()))
    for setting, results in expected.items():
        row = row_of(page, set(map(str, setting.low)))
        for place, result in enumerate((Result.WIN, Result.PUSH, Result.LOSE)):
            cell = row.locator("td").nth(place)
            expect(cell).to_contain_text(f"{results[result]:,}")
            expect(cell).to_contain_text(f"{results[result] / comb(28, 4):.4%}")
        value = worth(results)
        expect(row.locator("td").nth(3)).to_contain_text(f"{float(value):+.6f}".replace("-", "−"))
        cost = "nothing" if value == best else f"{float(best - value):.4%}"
        expect(row.locator("td").nth(4)).to_have_text(cost)
    house = HOUSE_WAYS["maryland"].set(parse_tiles(hand))
    marked = row_of(page, set(map(str, house.setting.low)))
    expect(marked.locator(".tag", has_text="house way")).to_be_visible()
    expect(page.locator(".tag", has_text="house way")).to_have_count(1)
    expect(page.locator(".told")).to_contain_text(f"“{house.rule}” {house.clause}")
    lost = best - worth(expected[house.setting])
    said = f"The house way costs {float(lost):.4%} of the bet" if lost else "None: the house way is the best setting."
    expect(page.locator(".told")).to_contain_text(said)


def test_a_typed_hand_of_cards(page: Page) -> None:
    """A setting of one's own is marked and its cost told; all chances are of the deals that are left."""
    hand, mine = "As Ad Kh Qc 9d 9s Jk", "As Ad Jk Kh Qc / 9d 9s"
    ask(page, "maryland-poker", hand, Your_setting=mine)
    advice = advise("maryland-poker", hand)
    assert advice.total == comb(46, 7)
    expect(page.locator("caption")).to_contain_text("53,524,680 hands the other side could have")
    first = page.locator("table.settings tbody tr").first
    expect(first.locator(".tag").first).to_have_text("best")
    expect(first.locator("td").nth(0)).to_contain_text(f"{advice.best.counts.win:,}")
    expect(first.locator("td").nth(3)).to_contain_text(f"{float(advice.best.value):+.6f}")
    values = [float(text.replace("−", "-")) for text in page.locator("table.settings td strong").all_inner_texts()]
    assert values == sorted(values, reverse=True)
    assert len(values) > 5
    yours = page.locator("tr", has=page.locator(".tag", has_text="yours"))
    expect(yours).to_have_count(1)
    played = next(each for each in advice.settings if set(each.low.split()) == {"9d", "9s"})
    cost = advice.best.value - played.value
    told = f"It costs {float(cost):.4%} of the bet" if cost else "No setting is better."
    expect(page.locator(".told div", has_text="Your setting")).to_contain_text(told)
    house = page.locator("tr.house")
    assert set(codes(house.locator("th .set"))[:2]) == set(advice.house_way.low.split())


@pytest.mark.parametrize(
    ("game", "hand", "wrong"),
    [
        ("maryland-tiles", "66 66 66 12", "66"),
        ("maryland-tiles", "66 45 12", "A hand has four tiles, not 3"),
        ("maryland-poker", "As As Kh Qc 9d 9s Jk", "As"),
        ("maryland-poker", "As Kx Kh Qc 9d 9s Jk", "Kx"),
        ("maryland-tiles", "As Ad Kh Qc 9d 9s Jk", "As"),
    ],
)
def test_a_bad_hand_is_refused_with_words(page: Page, watch: object, game: str, hand: str, wrong: str) -> None:
    watch.allow("status of 400")  # type: ignore[attr-defined]
    ask(page, game, hand)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(wrong)
    assert len(alert.inner_text().split()) > 4
    expect(page.locator("table.settings")).to_have_count(0)
    expect(page.get_by_label("Hand", exact=True)).to_have_value(hand)  # to be mended


def test_advice_on_a_hand_in_play_and_after_it(visitor: Came) -> None:
    """In another window, so that the hand is not left; and from the result, with the setting that was played."""
    player = visitor("advised", seat=3)
    player.until("form.set", LOOKING)
    page = player.page
    held = codes(page.locator("form.set .pieces"))
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="What is each setting worth?").click()
    advice = opened.value
    expect(advice.locator("h2#answer")).to_contain_text("The hand")
    assert set(codes(advice.locator("p.hand"))) == set(held)
    expect(advice.get_by_label("Game")).to_have_value("maryland-poker")
    advice.close()
    expect(page.locator("form.set")).to_be_visible()
    player.settle()
    with page.context.expect_page() as opened:
        page.locator("#middle").get_by_role("link", name="What was each setting worth?").click()
    page = opened.value
    expect(page.locator("h2#answer")).to_be_visible()
    assert set(codes(page.locator("p.hand"))) == set(held)
    expect(page.locator(".tag", has_text="yours")).to_have_count(1)
    yours = page.locator("tr", has=page.locator(".tag", has_text="yours"))
    expect(yours.locator(".tag", has_text="house way")).to_be_visible()  # so it was laid out


def _worst_setting(tiles: tuple[str, ...]) -> tuple[int, int, Fraction]:
    """The dearest way to set the tiles: which places are low, and what it costs of the bet."""
    advice = advise("maryland-tiles", " ".join(tiles))
    worst = min(advice.settings, key=lambda each: each.value)
    low = Counter(worst.low.split())
    places = next(pair for pair in combinations(range(4), 2) if Counter(tiles[place] for place in pair) == low)
    return *places, advice.best.value - worst.value


def test_the_review_finds_what_a_bad_setting_cost(visitor: Came) -> None:
    """A hand is set as dearly as it can be; the session against best play names it and its cost to the cent."""
    player = visitor("reviewed", seat=3)
    page = player.page
    played: list[tuple[tuple[str, ...], Fraction]] = []

    def badly(form: Locator) -> None:
        tiles = codes(form.locator(".pieces"))
        one, two, cost = _worst_setting(tiles)
        for place in (one, two):
            form.locator(f"label[for='set-3-{place}']").click()
        expect(form.locator(".made.shown b").first).to_be_visible()
        page.locator("[data-act=set]").click()
        played.append((tiles, cost))
        expect(page.locator("form.set")).to_have_count(0)

    while not played or not played[-1][1]:
        seen = len(played)
        player.until(SETTLED, {**USUAL, "form.set >> nth=0": badly})
        if len(played) > seen and not played[-1][1]:
            player.until("#last", {})
    player.until("#last", {})
    page.goto("/review/")
    page.get_by_role("link", name="Pai Gow Tiles").first.click()
    expect(page.locator(".result")).to_be_visible(timeout=180_000)  # worked out beside the server
    tiles, cost = played[-1]
    cents = round(2500 * cost)  # of 25 dollars, rounded once
    dollars = f"${cents / 100:.2f}"
    totals = terms(page, ".totals dt", ".totals dd b")
    assert totals["Wagered"] == f"${25 * len(played)}.00"
    assert totals["Your mistakes"] == f"−{dollars}" if cents else dollars
    money = {name: parse_cents(text.replace("−", "-").replace("+", "")) for name, text in totals.items()}
    assert abs(money["Best play"] - money["Expected"] - cents) <= 1
    assert abs(money["Won or lost"] - money["Expected"] - money["Luck"]) <= 1
    first = page.locator(".mistakes li").first
    expect(first.locator(".cost")).to_contain_text(dollars)
    expect(first.locator(".cost")).to_contain_text(f"{float(100 * cost):.2f}% of the bet")
    assert Counter(codes(first.locator(".compare p").first)) == Counter(tiles)
    first.get_by_role("link", name="Advice").click()
    expect(page.locator(".told div", has_text="Your setting")).to_contain_text(f"It costs {float(cost):.4%} of the bet")
