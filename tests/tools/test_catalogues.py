"""The translations: every text has one where a person plays, learns or keeps an account, and none loses a field."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tools.messages import LOCALES, OWNERS, SOURCE, catalogue_of, outdated

COMPLETE = (
    "commands/", "language/", "learning/", "money/", "poker/", "rules/", "table/", "terminal/", "tiles/",
    "web/pages/drill", "web/pages/lobby.py", "web/pages/play.py",
    "web/pages/replay.py", "web/pages/review.py", "web/pages/said.py", "web/pages/standards.py", "web/pages/table/",
    "web/pages/tags.py", "web/pages/verify.py", "web/pages/words.py", "web/people/", "web/service/",
    "web/templates/base.html",
    "web/templates/lessons/", "web/templates/lobby/", "web/templates/people/", "web/templates/table/",
)  # fmt: skip
LEFT_OUT = {"%(name)s %(characters)s (%(called)s), %(one)s-%(two)s": {"characters", "called"}}
"""Fields that a translation need not have: a tile's name in Chinese is its characters."""


def read(locale: str, owner: str) -> Catalog:
    with catalogue_of(SOURCE, locale, owner).open("rb") as file:
        return read_po(file, locale)


@pytest.fixture(scope="module", params=[(locale, owner) for locale in LOCALES for owner in OWNERS], ids="-".join)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return read(*request.param)


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def fields(text: str) -> set[str]:
    """Those of both kinds: %(name)s and {name}."""
    percent = {name + kind for name, kind in re.findall(r"%\((\w+)\)(\w)", text)}
    if percent:
        return percent
    try:
        return {f"{{{name}}}" for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}
    except ValueError:  # braces that are only written
        return set()


def test_the_catalogues_are_what_the_sources_say() -> None:
    assert outdated() == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_text_is_translated_twice(locale: str) -> None:
    told = [(*forms(message.id), message.context) for owner in OWNERS for message in messages(read(locale, owner))]
    assert len(told) > 2000
    assert len(told) == len(set(told))


def test_every_text_of_play_and_learning_is_translated(catalogue: Catalog) -> None:
    missing = [
        message.id
        for message in messages(catalogue)
        if any(place.startswith(COMPLETE) for place, _line in message.locations) and not all(forms(message.string))
    ]
    assert missing == []


def test_no_translation_loses_or_invents_a_field(catalogue: Catalog) -> None:
    wrong = []
    for message in messages(catalogue):
        wanted = set.union(*map(fields, forms(message.id)))
        left_out = {f"{name}s" for name in LEFT_OUT.get(forms(message.id)[0], ())}
        for said in filter(None, forms(message.string)):
            if fields(said) != wanted - left_out or said.count("%%") != forms(message.id)[0].count("%%"):
                wrong.append((message.id, said))
    assert wrong == []


TRADITIONAL, SIMPLIFIED = "莊擺頭對點長雜這個張們", "庄摆头对点长杂这个张们"
FOREIGN = {
    "zh_Hant": (*"您裡檯", "發牌", "坐莊", "默認", "服務器", "登錄", "鏈接", "用戶名"),
    "zh_Hans": (
        *"您枱細",
        "派牌",
        "坐庄",
        "预设",
        "伺服器",
        "登入",
        "连结",
        "连线",
        "字元",
        "档案",
        "程式",
        "身分",
        "帐",
    ),
}
"""Words that the catalogue has another word for, or that only the other one's readers use."""


def chinese(locale: str) -> Iterator[tuple[Message, str]]:
    for owner in OWNERS:
        for message in messages(read(locale, owner)):
            yield from ((message, text) for text in forms(message.string))


@pytest.mark.parametrize(
    ("locale", "own", "other"),
    [("zh_Hant", TRADITIONAL, SIMPLIFIED), ("zh_Hans", SIMPLIFIED, TRADITIONAL)],
    ids=("zh_Hant", "zh_Hans"),
)
def test_each_chinese_catalogue_keeps_to_its_characters(locale: str, own: str, other: str) -> None:
    """Some characters that only one of the two ways of writing has."""
    said = "".join(text for _message, text in chinese(locale))
    assert set(own) <= set(said)
    assert not (set(other) - set(own)) & set(said)


@pytest.mark.parametrize("locale", FOREIGN)
def test_one_chinese_word_for_one_thing(locale: str) -> None:
    found = [text for _message, text in chinese(locale) if any(word in text for word in FOREIGN[locale])]
    assert found == []


@pytest.mark.parametrize("locale", FOREIGN)
def test_chinese_punctuation_is_full_width(locale: str) -> None:
    half = re.compile("[\u4e00-\u9fff][,;:!?()]|[,;:!?()][\u4e00-\u9fff]|(?<!…)…(?!…)")
    assert [text for _message, text in chinese(locale) if half.search(text)] == []
