"""Texts: a message and its values, put together in any language."""

import pickle

import pytest

from paigow.errors import PaigowError, Refused
from paigow.text import Text, Texts, text, words

GERMAN = {"position {number}": "Platz {number}", "{place} is free": "{place} ist frei", "tiles": "Steine", "or": "oder"}


def german(message: str) -> str:
    return GERMAN.get(message, message)


def test_a_text_is_its_english_sentence() -> None:
    free = text("{place} is free", place=text("position {number}", number=3))
    assert str(free) == "position 3 is free"
    assert free.data() == {
        "text": "position 3 is free",
        "template": "{place} is free",
        "fields": {"place": "position 3"},
    }


def test_texts_in_fields_are_translated_with_it() -> None:
    free = text("{place} is free", place=text("position {number}", number=3))
    assert free.render(german) == "Platz 3 ist frei"
    assert text("{what}", what=words(["tiles", "cards"])).render(german) == "Steine, cards"
    assert text("{what}", what=Texts(["a", Text("tiles")], "; ")).render(german) == "a; Steine"


@pytest.mark.parametrize("name", ["tiles", "{number}", "{", "}"])
def test_a_name_stays_as_it_is(name: str) -> None:
    assert text("{place} is free", place=name).render(german) == f"{name} ist frei"
    assert str(Text(name)) == name


def test_an_error_is_a_text_with_a_clause() -> None:
    error = Refused("{player} holds the bank", "MDT-9.B.1", player="{ann}")
    assert (error.message, str(error)) == ("{ann} holds the bank", "{ann} holds the bank [MDT-9.B.1]")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.text, again.clause) == (Refused, error.text, "MDT-9.B.1")
    assert PaigowError(f"{error.text.fields} is shown").message == "{'player': '{ann}'} is shown"


def test_equal_texts_have_equal_hashes() -> None:
    assert text("{a}", a=1) == Text("{a}", {"a": 1})
    assert len({text("{a}", a=1), Text("{a}", {"a": 1}), text("{a}", a=2)}) == 2
