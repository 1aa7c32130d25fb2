"""The check of how the project writes: each rule finds what it is for, and wrapping changes nothing but line breaks."""

import pytest

from tools import prose

RULES = prose.rules()


@pytest.mark.parametrize(
    ("owner", "text"),
    [
        ("web", "Pick two pieces for the low hand."),
        ("web", "How much vigorish?"),
        ("terminal", "{typed} is no answer"),
        ("language", "the cards are shuffled anew"),
        ("web", "Who banks wins copies."),
        ("web", "{sum} comes back"),
        ("web", "The account is shut out."),
    ],
)
def test_a_banned_word_is_found(owner: str, text: str) -> None:
    (fault,) = prose.banned(RULES, [(owner, text)])
    assert text in fault


@pytest.mark.parametrize(
    ("owner", "text"),
    [
        ("web", "There is no such table."),
        ("language", "{wager} wins {won}, less {vigorish} vigorish."),
        ("web", "Who banks"),
        ("web", "Your chips go back to your wallet."),
    ],
)
def test_ordinary_words_are_left_alone(owner: str, text: str) -> None:
    assert list(prose.banned(RULES, [(owner, text)])) == []


def test_every_exception_is_still_a_message() -> None:
    messages = {text for _owner, text in prose._messages()}
    assert {text for rule in RULES["banned"] for text in rule.get("except", ())} <= messages


def test_the_project_follows_its_own_rules() -> None:
    assert list(prose.faults()) == []


LONG = "word " * 40 + "end"


@pytest.mark.parametrize("first", ["", "- ", "12. "])
def test_wrapping_keeps_every_word_and_the_indent(first: str) -> None:
    made = prose.wrap(f"# Title\n\n{first}{LONG}\n").split("\n")
    assert made[:2] == ["# Title", ""]
    assert max(map(len, made)) <= prose.WRAPPED
    assert made[2].startswith(f"{first}word")
    assert all(line.startswith(" " * len(first)) for line in made[3:-1])
    assert " ".join(" ".join(made[2:]).split()) == f"{first}{LONG}"


@pytest.mark.parametrize("text", [f"```\n{LONG}\n```", f"| {LONG} |", f"    {LONG}", "short\nlines"])
def test_code_tables_and_short_paragraphs_stay(text: str) -> None:
    assert prose.wrap(text) == text
