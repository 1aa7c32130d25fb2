"""The pages in Chinese: no English is left at the table, in the log, the drills and the results."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from paigow import __version__
from paigow.bots import CHOOSERS, Bot
from paigow.language.saying import CALLED
from paigow.learning.cases import cases
from paigow.money import Movement
from paigow.rules import STANDARDS, load_submission
from paigow.rules.clauses import clauses
from paigow.table import Event, Phase, TableState, game_of, perform
from paigow.table.boxes.discipline import BoxRestored
from paigow.table.driver import TableDriver, new_table
from paigow.table.floor.irregularities import HandVoided, PlayedOn
from paigow.table.hearing import hear
from paigow.table.steps.setting import LookAtHand, to_set
from paigow.text import Text, text
from paigow.text import words as listed
from paigow.tiles import TILES, TileSetting
from paigow.web.pages import words
from paigow.web.pages.table import LogLine, render_log, render_table
from paigow.web.pages.words import event_text, phrase

LANGUAGES = ("zh-hant", "zh-hans")
PLAYERS = ("ann", "bob", "cho", "dee")
NAMES = (*PLAYERS, "Ann", "Bob", "Cyd", "Dan", "bot-an", "bot-bao", "operator")
BRANDS = ("Foxwoods", "Trump Plaza", "MGM Grand", "Bally’s Atlantic City", "Flamingo", "Stones")
KEPT = (
    *NAMES, *BRANDS, *STANDARDS, "UTC", "ASCII", "UTF-8", "HMAC-SHA-256", "CSV", "TOML", "MB", "Off",
    "paigow verify record.toml", f"paigow {__version__}", "seed-ann",
)  # fmt: skip
ALLOWED = re.compile(
    "(?<![A-Za-z])(?:"
    + "|".join(map(re.escape, sorted(KEPT, key=len, reverse=True)))
    + r"|seed-of-\w+|set-\d+|deck-\d+|table-1|guest-\w+|Esc|An|Bao|Chen|Dong|Fei|Gang"  # names of things, keys and bots
    + r"|(?:MDT|MDP|NZ|DO)-[\w.+-]+"  # clauses
    + r"|[AKQJ2-9T][shdc]|Jk|[AKQJ]|[A-Z](?= )"  # cards, and letters of pay tables
    + r"|[0-9a-f]{16,})(?![A-Za-z])",
    re.ASCII,
)
ATTRIBUTES = ("title", "aria-label", "placeholder", "data-good", "data-bad")


class Said(HTMLParser):
    """What a page says to its reader; code and other languages apart."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.skipped = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("code", "pre", "script", "textarea") or (tag in ("option", "q") and "lang" in given):
            self.skipped += 1
        self.texts += [given[name] or "" for name in ATTRIBUTES if given.get(name)]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("code", "pre", "script", "textarea") or (tag in ("option", "q") and self.skipped):
            self.skipped -= 1

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.skipped:
            self.texts.append(" ".join(data.split()))


def english(html: str) -> set[str]:
    """The texts with words of English in them. What clauses say is theirs to say."""
    summaries = [clause.summary for clause in clauses().values()]
    found = set()
    for said in Said(html).texts:
        left = ALLOWED.sub("", said)
        if re.search("[A-Za-z]{2}|[a-z]", left) and not any(summary in said for summary in summaries):
            found.add(said)
    return found


def moments(standard: str, rounds: int) -> Iterator[tuple[TableState, tuple[Event, ...]]]:
    """Every state of some rounds and the events of its round so far."""
    styles = list(CHOOSERS)
    bots = {name: Bot(name, styles[n % len(styles)], "chinese") for n, name in enumerate(PLAYERS)}
    driver = TableDriver(new_table(game_of(load_submission(standard))), bots, "chinese")
    story: list[Event] = []
    met: list[tuple[TableState, tuple[Event, ...]]] = []

    def note(command: object, events: tuple[Event, ...]) -> None:
        story.extend(events)
        met.append((driver.state, tuple(story)))

    driver.on_command = note
    driver.open_table(500_000)
    for _ in range(rounds):
        if driver.state.phase is Phase.CLOSED:
            driver.reopen()
        story.clear()
        driver.open_round()
        while driver.state.round is not None:
            before = driver.state
            driver.step()
            if before.phase is Phase.SETTING:
                for position in to_set(before, "ann")[:1]:
                    if not before.current.hands[position].viewed and position not in before.current.choices:
                        met.append((perform(before, LookAtHand(player="ann", position=position))[0], tuple(story)))
    yield from met


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_table_in_every_phase(standard: str) -> None:
    found: set[str] = set()
    phases = set()
    for number, (state, events) in enumerate(moments(standard, rounds=3)):
        language = LANGUAGES[number % 2]
        with translation.override(language):
            found |= english(render_log([LogLine(event_text(hear(event, "ann"), state.game)) for event in events]))
        viewer = ("ann", "bob", "")[number % 3]
        found |= english(render_table(state, viewer, slug="one", language=language, events=events, purse=50_000))
        phases.add(state.phase)
    assert not found, sorted(found)
    assert phases >= {Phase.BETTING, Phase.SETTING, Phase.EXPOSING}


def said(client: Client, url: str, language: str = "zh-hant", **data: Any) -> str:
    headers = {"Accept-Language": language}
    response = client.post(url, data, headers=headers) if data else client.get(url, headers=headers)
    if response.status_code == 302:
        return said(client, response.headers["Location"], language)
    assert response.status_code in (200, 202), url
    return str(response.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drills(client: Client, language: str) -> None:
    found = english(said(client, "/drill/", language))
    for rules in STANDARDS:
        for kind, wrong in (("house-way", {"show": "1"}), ("settlement", {"result": "win"}), ("irregularities", {})):
            begun = client.post("/drill/", {"rules": rules, "kind": kind, "way": "", "limit": 0})
            url = begun.headers["Location"]
            for number in range(1, 4):
                asked = said(client, url, language)
                value = {"value": choice[1]} if (choice := re.search('name="value" value="([^"]+)"', asked)) else {}
                answered = said(client, url, language, verb="answer", round=number, **wrong, **value)
                found |= english(asked) | english(answered)
                said(client, url, language, verb="next")
    assert not found, sorted(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("standard", STANDARDS)
def test_what_follows_from_every_irregularity(standard: str, language: str) -> None:
    from paigow.learning.cases import found as ruled

    with translation.override(language):
        told_of = {name: phrase(ruled(standard, name).told) for name in cases(standard)}
    assert {name: text for name, text in told_of.items() if english(text)} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("standard", STANDARDS)
def test_lobby_results_and_replay(standard: str, play: Any) -> None:
    played = play(standard, rounds=1)
    ann = played.client()
    found = english(said(Client(), "/")) | english(said(ann, "/", "zh-hans"))
    for part in ("", "rules/", "ranks/", "layout/"):
        found |= english(said(ann, f"/tables/{standard}/{part}"))
    found |= english(said(ann, "/review/")) | english(said(ann, f"/review/{standard}/"))
    found |= english(said(ann, f"/verify/?table={standard}&round=1"))
    first = said(ann, f"/tables/{standard}/rounds/1/")
    last = int(re.search(r"step=(\d+)[^>]*>最後", first)[1])  # type: ignore[index]
    for step in range(1, last + 1, 7):
        found |= english(said(ann, f"/tables/{standard}/rounds/1/?step={step}"))
    assert not found, sorted(found)


@pytest.mark.django_db
def test_a_word_for_two_things_has_a_translation_for_each(client: Client) -> None:
    """What says Start or the name of a side bet in English is not an amount, nor English, in Chinese."""
    assert re.search(r"data-act=\"learn\"[^>]*>開始<", said(client, "/learn/"))
    assert re.search(r"/math/maryland-poker/tables/fortune/\"\s*>幸運獎<", said(client, "/math/"))


@pytest.mark.django_db
def test_accounts(client: Client) -> None:
    found: set[str] = set()
    for page in ("sign-up", "sign-in", "guest"):
        found |= english(said(client, f"/account/{page}/"))
    said(client, "/account/guest/", next="/account/")
    for page in ("", "statement/", "limits/", "exclusion/", "sign-up/", "sign-out/"):
        found |= english(said(client, f"/account/{page}"))
    assert not found, sorted(found)


def test_tiles_and_hands_have_their_usual_names() -> None:
    hands = {
        "24 12 / 66 56": ("至尊寶", "三點（天）"),
        "66 66 / 11 11": ("雙天", "雙地"),
        "36 45 / 26 35": ("雜九對", "雜八對"),
        "66 36 / 11 26": ("天九王", "地槓"),
        "66 44 / 11 25": ("天槓", "地高九"),
        "55 46 / 23 14": ("雜五對", "零點"),
    }
    with translation.override("zh-hant"):
        for text, names in hands.items():
            setting = TileSetting.parse(text)
            assert (words.hand_name(setting.high_rank), words.hand_name(setting.low_rank)) == names, text
        assert [words.piece_name(tile) for tile in TILES][:4] == ["天（6-6）", "地（1-1）", "人（4-4）", "鵝（3-1）"]


def test_cards_and_hands_have_their_usual_names() -> None:
    from paigow.poker import Card, parse_cards, rank_high, rank_low

    high = {
        "As Ks Qs Js Ts": "皇家同花順",
        "9h 8h 7h 6h 5h": "9高同花順",
        "Kh Kd Ks Kc 2d": "四條K",
        "Kh Kd Ks 9c 9d": "葫蘆K帶9",
        "Ah 9h 7h 4h 2h": "A高同花",
        "Ah 2s 3d 4c 5h": "順子（A至5）",
        "Qh Qd Qs 9c 2d": "三條Q",
        "Ah Ad 9s 9c 2d": "兩對A和9",
        "Th Td 9s 4c 2d": "一對10",
        "Ah Kd 9s 4c 2d": "A-K-9-4-2",
        "As Ah Ad Ac Jk": "五條A",
    }
    with translation.override("zh-hant"):
        assert {text: words.hand_name(rank_high(parse_cards(text))) for text in high} == high
        assert words.hand_name(rank_low(parse_cards("As Ah"))) == "一對A"
        assert words.piece_name(Card("Qh")) == "紅心Q"
        assert words.piece_name(Card("Jk")) == "鬼牌（百搭）"


def test_every_tile_has_a_word_in_the_names_of_hands() -> None:
    assert {name for tile in TILES for name in (tile.romanisation, tile.table_name)} <= {*CALLED, "Gee Joon"}


def test_a_refusal_is_said_by_its_message() -> None:
    refused = text("{player} has {held}, and the smallest wager is {low}", player="ann", held="$5.00", low="$10.00")
    offered = text(
        "there is no {kind} wager here: choose one of {kinds}", kind=Text("fortune"), kinds=listed(["pair-fortunes"])
    )
    with translation.override("zh-hant"):
        assert phrase(refused) == "ann有$5.00；最低注為$10.00"
        assert phrase(offered) == "這裏沒有幸運獎注；請從對子幸運獎中選擇"
        assert phrase("nobody knows this sentence") == "nobody knows this sentence"
        assert phrase("") == ""
    with translation.override("en"):
        assert phrase(refused) == "ann has $5.00, and the smallest wager is $10.00"


def test_a_name_is_never_put_into_other_words() -> None:
    """Not even one that is a word of the game."""
    on = text("position {number}", number=2)
    with translation.override("zh-hant"):
        assert phrase(text("{name} is not at this table", name="Bank")) == "Bank不在本桌"
        assert phrase(text("{player}’s wager on {place}", player="High", place=on)) == "High在2號位的注"


def test_a_sentence_of_the_log_begins_with_a_capital_letter() -> None:
    game = game_of(load_submission("maryland-tiles"))
    event = HandVoided(position=3, wagers=(), clauses=())
    played = PlayedOn(position=3, clauses=())
    assert event_text(hear(event, ""), game) == "Position 3’s hand is void."
    assert event_text(hear(played, ""), game).startswith("Position 3’s hand")
    assert event_text(hear(BoxRestored(position=3, clauses=()), ""), game) == "Position 3 is in play again."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_movement_of_chips_has_words(language: str) -> None:
    with translation.override(language):
        said = {kind: phrase(kind.value) for kind in Movement if kind not in (Movement.AWARD, Movement.ENVY)}
    assert {kind: words for kind, words in said.items() if english(words)} == {}
