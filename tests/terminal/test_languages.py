"""The terminal in Chinese: no English is left at the table, in the log, the drills and the results, and it lines up."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from rich.cells import cell_len
from rich.text import Text

from paigow.errors import PaigowError
from paigow.language.codes import CODES
from paigow.rules import STANDARDS
from paigow.rules.clauses import clauses
from paigow.table import Phase
from paigow.terminal import drill, pages
from paigow.terminal.columns import centred, left, right, wrapped
from paigow.terminal.text import language_of, phrase, speak
from paigow.tiles import DELIVERIES

Sit = Callable[..., None]
CHINESE = ("zh_Hant", "zh_Hans")
NAMES = ("guest", "ann", "bob", "cyd", "dan", "eve", "fay", "gus", "Ann", "Bob", "Cyd", "Dan")
KEYS = ("Enter", "Esc", "Space", *"abcdefghijklmnopqrstuvwxyz")
WORDS = (*NAMES, *KEYS, *STANDARDS, "Foxwoods", "HIGH", "LOW", "paigow rules show", "PF", "Off")
ALLOWED = re.compile(
    r"(?<![A-Za-z])(?:"
    + "|".join(map(re.escape, sorted(WORDS, key=len, reverse=True)))
    + r"|seed-of-\w+|set-\d+|deck-\d+|(?:MDT|MDP|NZ|DO)-[\w.+-]+"
    + r"|[AKQJ2-9T][shdc♠♥♦♣]|Jk|★J|Jo|ker|[AKQJ]|[A-Z]\d*|[0-9a-f]{16,})(?![A-Za-z])"
)


def english(lines: Iterator[str] | list[str]) -> set[str]:
    """The lines with words of English in them. What clauses say is theirs to say."""
    summaries = [clause.summary for clause in clauses().values()]
    return {
        line.strip()
        for line in lines
        if re.search("[A-Za-z]{2}", ALLOWED.sub("", re.sub(r"★J|\[[^\]]*\]?|[0-9a-f]{16,}", "", line)))
        and not any(summary in line for summary in summaries)
    }


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("rules", STANDARDS)
def test_a_round_and_its_pages(sit: Sit, rules: str, language: str) -> None:
    speak(language)
    found: set[str] = set()

    def look(person: Any) -> None:
        lines = person.seen()
        found.update(english(lines))
        assert {cell_len(line) for line in lines} == {80}, "a line is not as wide as the screen"

    async def script(person: Any) -> None:
        await person.bet("3")
        look(person)
        if len(person.screen.moment.spots) > 1:
            await person.press("down", "3", "enter")
            look(person)
        while person.screen.setter is None:
            await person.say_no()
            look(person)
        await person.press("1", "2")
        look(person)
        await person.press("h")
        look(person)
        await person.press("enter")
        look(person)
        await person.finish()
        look(person)
        for key in "livq?":
            if key != "q":
                await person.press(key)
                look(person)
                await person.press("escape")
        table = person.table
        for text in (pages.log_text(table), pages.pays_text(table.state.game), pages.help_text()):
            found.update(english(text.plain.splitlines()))

    sit(rules, script)
    assert not found, sorted(found)


@pytest.mark.parametrize("rules", ["maryland-tiles", "maryland-poker", "new-zealand"])
def test_a_bank(sit: Sit, rules: str) -> None:
    speak("zh_Hant")
    found: set[str] = set()

    async def script(person: Any) -> None:
        await person.until_bank_offered()
        found.update(english(person.seen()))
        await person.press("b")
        while not person.screen.between:
            found.update(english(person.seen()))
            moment = person.screen.moment
            if any(spot.command.verb == "stake" and not spot.now for spot in moment.spots):
                await person.press("w", "enter")
            elif person.screen.setter is not None:
                await person.press("h", "enter")
            elif "d" in moment.keys and person.table.state.phase is Phase.STARTING:
                await person.press("d")
                found.update(english(person.seen()))
                await person.press("enter")
            elif "s" in moment.keys and person.table.state.phase is Phase.STARTING:
                await person.press("s")
            else:
                await person.say_no()
        found.update(english(person.seen()))
        assert "莊：你" in person.text()

    sit(rules, script)
    assert not found, sorted(found)


def test_names_refusals_and_a_foul_in_chinese(sit: Sit) -> None:
    speak("zh_Hant")

    async def script(person: Any) -> None:
        while not person.screen.moment.spots:
            await person.say_no()
        await person.press("1", "enter")
        assert "不接受" in person.text()
        assert "不可下$1.00" in person.text()
        await person.press("backspace")
        await person.to_setting()
        setter = person.screen.setter
        for picked in combinations(range(7), 2):
            setter.picked = list(picked)
            if setter.foul:
                break
        assert setter.foul
        await person.press("enter")
        assert "犯規" in person.text()
        assert "再按Enter仍照樣擺" in person.text()

    sit("maryland-poker", script, seed="foul")


def lines_of(run: Callable[[drill.Person], Any], answers: list[str]) -> list[str]:
    """What a drill says to these answers, questions included."""
    said: list[str] = []
    given = iter(answers)

    def ask(prompt: str) -> str:
        said.append(prompt)
        return next(given, "q")

    run(drill.Person(ask, lambda text: said.extend(text.splitlines()), lambda: 0.0))
    return said


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("rules", STANDARDS)
def test_the_drills(rules: str, language: str) -> None:
    speak(language)
    found: set[str] = set()
    drills = {
        drill.drill: ["?", "", "66 77 88", "Jk", "12 12", "", ""],
        drill.drill_settlement: ["?", "7", *["1"] * 60],
        drill.drill_irregularities: ["?", "9", "1", "2", "3", "1"],
    }
    for kind, answers in drills.items():
        said = lines_of(partial(kind, rules, seed="a"), answers)
        assert len(said) > 10
        found |= english(said)
    assert not found, sorted(found)


@pytest.mark.parametrize("rules", STANDARDS)
def test_the_english_log_has_words_for_codes(sit: Sit, rules: str) -> None:
    async def script(person: Any) -> None:
        for _ in range(2):
            await person.bet()
            await person.finish()
            await person.press("enter")
        log = pages.log_text(person.table).plain
        assert "wager on " in log
        codes = {*DELIVERIES, *(code for table in CODES for code in table)} - {"ace-high"}  # which is a hand too
        alone = r"(?<![\w.]){}(?![\w.])"  # not as part of a clause's id
        assert [code for code in codes if "-" in code and re.search(alone.format(code), log)] == []

    sit(rules, script)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "zh_Hant"),
        ({"LANG": "zh_HK.UTF-8"}, "zh_Hant"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_Hans"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:zh_TW:en"}, "zh_Hant"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "C", "LANGUAGE": "zh_TW"}, "en"),
        ({"LANG": "en_NZ.UTF-8", "LC_MESSAGES": "zh_Hans"}, "zh_Hans"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_a_language_that_is_not_there() -> None:
    assert speak("zh-tw") == "zh_Hant"
    assert phrase("Dead Hand") == "死牌"
    with pytest.raises(PaigowError, match="there is no language 'tlh'; there are en, zh_Hant, zh_Hans"):
        speak("tlh")


def test_columns_count_what_the_terminal_shows() -> None:
    assert [left("牌", 4), right("牌", 4), centred("牌", 4), centred("a", 4)] == ["牌  ", "  牌", " 牌 ", " a  "]
    assert centred("牌九撲克", 5) == "牌九 "
    lines = wrapped(Text("大手：天槓勝九點（鵝） [MDT-3.B.1] and more"), 12)
    assert all(line.cell_len <= 12 for line in lines)
    assert "".join(line.plain for line in lines).replace(" ", "") == "大手：天槓勝九點（鵝）[MDT-3.B.1]andmore"
    assert not any(line.plain.startswith(("，", "。", "）", " ")) for line in lines)
