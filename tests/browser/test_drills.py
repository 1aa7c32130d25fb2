"""The drills in a real browser: answered right and wrong, with the rule, the clause and the streak."""

import re
from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

from paigow.comparison import Result, Winner
from paigow.hands.pieces import Piece
from paigow.learning.cases import WORDS, cases
from paigow.learning.cases import found as outcome_of
from paigow.learning.shown import hands_to_drill, show
from paigow.money import VigorishRounding, format_cents, parse_cents, vigorish
from paigow.tiles import TileSetting, compare, parse_tiles
from tools.visitor import codes

VERDICT = ".verdict-line"
ROUNDING = {
    "5 percent of the win, rounded up to the next 25 cents.": VigorishRounding.QUARTER,
    "5 percent of the win, rounded up to the next cent.": VigorishRounding.CENT,
}
BASIC = {"high", "low", "result", "paid", "vigorish"}


def begin(page: Page, kind: str, game: str) -> None:
    """From the list of drills, as one finds it in the menu."""
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Drill").first.click()
    page.locator(f"section[aria-labelledby={game}] button[value={kind}]").click()
    expect(page.locator(".phase")).to_contain_text("Question 1")


def standing(page: Page, right: str, streak: int, best: int) -> None:
    expect(page.locator(".standing dt")).to_have_text(["Right", "Streak", "Best streak"])
    expect(page.locator(".standing dd")).to_have_text([right, str(streak), str(best)])


def go_on(page: Page, number: int) -> None:
    page.locator("#next button").click()
    expect(page.locator(".phase")).to_contain_text(f"Question {number}")


def set_low(page: Page, places: tuple[int, ...]) -> None:
    for place in places:
        page.locator(f"label[for='answer-{place}']").click()
    expect(page.locator(".made.shown b").first).to_be_visible()
    page.locator("[data-act=set]").click()


def test_a_hand_to_set_stays_within_its_cloth_and_the_progress_beside_it(page: Page) -> None:
    begin(page, "house-way", "maryland-tiles")
    cloth = page.locator(".exercise form.set")
    beside = page.evaluate(
        "() => document.querySelector('.standing').getBoundingClientRect().left >="
        " document.querySelector('.exercise').getBoundingClientRect().right"
    )
    assert beside
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("width => innerWidth === width", arg=width)
        inner, outer = page.locator(".slot.high").bounding_box(), cloth.bounding_box()
        assert inner is not None
        assert outer is not None
        assert inner["x"] + inner["width"] < outer["x"] + outer["width"], width


@pytest.mark.parametrize(
    ("rules", "way"), [("maryland-tiles", "maryland"), ("maryland-poker", ""), ("new-zealand", "new-zealand")]
)
def test_the_house_way(page: Page, rules: str, way: str) -> None:
    """Two right answers and a wrong one: the streak grows and breaks, and the rule that decided is named each time."""
    begin(page, "house-way", rules)
    hands = hands_to_drill(rules, way or None)
    streak = number = 0
    while True:
        number += 1
        pieces = codes(page.locator("form.set .pieces"))
        assert len(pieces) == hands.hand_size
        decided = hands.house_set(hands.parse(pieces))
        lows = list(combinations(range(len(pieces)), 2))
        cards = hands.parse(pieces)
        shown = {
            low: show(hands, hands.make_setting(_without(cards, low), tuple(cards[at] for at in low))) for low in lows
        }
        good = next(low for low in lows if shown[low].ranks == hands.keys(decided.setting) and not shown[low].foul)
        bad = [low for low in lows if shown[low].ranks != hands.keys(decided.setting)]
        if streak < 2 or not bad:
            set_low(page, good)
            streak += 1
            expect(page.locator(VERDICT)).to_contain_text("Right.")
            if streak > 1:
                expect(page.locator(VERDICT)).to_contain_text(f"{streak} in a row.")
            expect(page.locator(".exercise")).to_contain_text("That is the house way: ")
            standing(page, f"{streak} of {streak}", streak, streak)
        else:
            set_low(page, bad[0])
            break
        _rule(page, decided.rule, decided.clause)
        go_on(page, number + 1)
    expect(page.locator(VERDICT)).to_contain_text("Wrong.")
    expect(page.locator(".exercise")).to_contain_text(f"You set {shown[bad[0]]}:")
    expect(page.locator(".exercise")).to_contain_text(f"The house way sets {decided.setting}:")
    house = page.locator("figure", has_text="The house way")
    assert codes(house.locator(".row.low")) == tuple(map(str, decided.setting.low))
    _rule(page, decided.rule, decided.clause)
    standing(page, f"{streak} of {streak + 1}", 0, streak)
    expect(page.locator(".standing li")).to_contain_text(re.compile(r"\d right, 1 wrong"))
    page.reload()  # it is remembered
    standing(page, f"{streak} of {streak + 1}", 0, streak)
    page.get_by_role("link", name="What is each setting of this hand worth?").click()
    expect(page.locator("h2#answer")).to_contain_text("The hand")


def _without(pieces: tuple[Piece, ...], low: tuple[int, ...]) -> tuple[Piece, ...]:
    return tuple(piece for place, piece in enumerate(pieces) if place not in low)


def _rule(page: Page, rule: str, clause: str) -> None:
    expect(page.locator(".exercise")).to_contain_text(f"The rule is “{rule}”.")
    expect(page.locator(f".exercise a.clause[href='/rules/{clause}/']").first).to_be_visible()


def test_against_the_clock(page: Page) -> None:
    page.goto("/drill/")
    page.locator("#limit-maryland-tiles").select_option("60")
    page.locator("section[aria-labelledby=maryland-tiles] button[value=house-way]").click()
    expect(page.locator("#clock b")).to_have_text(re.compile(r"^[1-5]\d?$"))  # it runs
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(VERDICT)).to_contain_text("Wrong. It took you")
    expect(page.locator("#clock")).to_have_count(0)


def _setting(lying: Locator) -> TileSetting:
    high, low = (parse_tiles(" ".join(codes(lying.locator(f".row.{row}")))) for row in ("high", "low"))
    return TileSetting(high, low)  # type: ignore[arg-type]


def test_the_dealers_settlement(page: Page) -> None:
    """What lies on the cloth decides; the first question is left open and so is wrong, a plain one answered right."""
    begin(page, "settlement", "maryland-tiles")
    page.get_by_role("button", name="Settle").click()
    expect(page.locator(VERDICT)).to_contain_text("Wrong.")
    expect(page.locator(".answers li.wrong").first).to_contain_text("You gave no answer. The right answer is “")
    expect(page.locator(".answers li.wrong .clause").first).to_be_visible()
    standing(page, "0 of 1", 0, 0)
    number = 1
    while True:
        number += 1
        go_on(page, number)
        asked = page.locator("#answer [name]:not([type=hidden])").evaluate_all("all => all.map(one => one.name)")
        if set(asked) == BASIC and "The house banks." in page.locator(".exercise").inner_text():
            break
        page.get_by_role("button", name="Settle").click()
        expect(page.locator(VERDICT)).to_be_visible()
    match = compare(_setting(page.locator(".lying.asked")), _setting(page.locator(".lying").last))
    wager = parse_cents(page.locator(".lying.asked .stake b").inner_text())
    won = wager if match.result is Result.WIN else 0
    told = page.locator(".exercise > p").first.inner_text()
    fee = vigorish(won, ROUNDING[told.removeprefix("The house banks. ")]) if won else 0
    for name, value in (("high", match.high.winner), ("low", match.low.winner), ("result", match.result)):
        page.locator(f"[name={name}][value={value.value}]").check()
    page.locator("[name=paid]").fill(format_cents(won))
    page.locator("[name=vigorish]").fill(format_cents(fee))
    page.get_by_role("button", name="Settle").click()
    expect(page.locator(VERDICT)).to_contain_text("Right.")
    expect(page.locator(".answers li.right")).to_have_count(len(BASIC))
    words = {Winner.PLAYER: "the player", Winner.BANK: "the bank", Winner.COPY: "a copy, so the bank wins"}
    expect(page.locator(".answers li").first).to_contain_text(f"✓ {words[match.high.winner]}")
    expect(page.locator(".answers li").last).to_contain_text(f"✓ {format_cents(fee)}")
    for lying in page.locator(".lying .names").all():  # now the hands are named
        expect(lying).to_be_visible()
    standing(page, f"1 of {number}", 1, 1)


@pytest.mark.parametrize("rules", ["maryland-tiles", "dealer-open"])
def test_irregularities(page: Page, rules: str) -> None:
    """What the engine does is what the document requires; one answer right, one wrong, each with its clause."""
    begin(page, "irregularities", rules)
    stories = {str(case.story): name for name, case in cases(rules).items()}
    for number, wanted in ((1, True), (2, False)):
        found = outcome_of(rules, stories[page.locator(".story").inner_text()])
        choices = page.locator(".rulings input")
        expect(choices).to_have_count(4)
        right = page.locator(f".rulings input[value='{found.outcome.value}']")
        given = right if wanted else page.locator(f".rulings input:not([value='{found.outcome.value}'])").first
        said = given.locator("xpath=..").inner_text().strip()
        given.check()
        page.get_by_role("button", name="Answer").click()
        expect(page.locator(VERDICT)).to_contain_text("Right." if wanted else "Wrong.")
        expect(page.locator(".required")).to_have_text(str(WORDS[found.outcome]))
        if not wanted:
            expect(page.locator(".exercise")).to_contain_text(f"You said: {said}")
        for clause in found.clauses:
            expect(page.locator(f".exercise a.clause[href='/rules/{clause}/']")).to_be_visible()
        standing(page, f"1 of {number}", int(wanted), 1)
        if wanted:
            go_on(page, number + 1)


def test_a_lesson_on_a_phone(new_page: Callable[..., Page]) -> None:
    """What is typed can be read on the felt, and after the answer the way on is in sight."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/learn/cards/7/")
    page.locator("#answer").fill("95")
    light = "one => ['color', 'backgroundColor'].map(name => getComputedStyle(one)[name].match(/\\d+/g)[1])"
    ink, paper = page.locator("#answer").evaluate(light)
    assert int(paper) - int(ink) > 150
    page.goto("/learn/cards/2/")
    for code in ("Ac", "Ad"):
        page.locator(f"[data-act=piece]:has([value={code}])").tap()
    page.locator("[data-act=answer]").tap()
    expect(page.locator("[data-act=next]")).to_be_in_viewport(ratio=1)
