"""The glossary: real clauses, every language, and the words of the documents."""

import gettext

import pytest

from paigow.language.glossary import GLOSSARY, Term
from paigow.rules import CLAUSES, STANDARDS
from tools.messages import LOCALES, SOURCE, catalogue_of, compile_catalogues

TERMS = pytest.mark.parametrize("term", GLOSSARY.values(), ids=list(GLOSSARY))


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    compile_catalogues()


@TERMS
def test_a_term_names_clauses_of_the_document_that_has_it(term: Term) -> None:
    assert term.own, "every term is somewhere in the documents"
    for own in term.own:
        assert CLAUSES[own.clause].id.startswith(f"{STANDARDS[own.standard].prefix}-"), own


@TERMS
def test_a_term_is_explained_in_every_language(term: Term) -> None:
    for locale in LOCALES:
        with catalogue_of(SOURCE, locale, "language").with_suffix(".mo").open("rb") as file:
            said = gettext.GNUTranslations(file).gettext
        assert said(term.word) != term.word, (locale, term.word)
        assert said(term.meaning) != term.meaning, (locale, term.meaning)


def test_one_word_means_one_thing() -> None:
    words = [term.word.lower() for term in GLOSSARY.values()]
    assert len(set(words)) == len(words)
    assert words == sorted(words)


def test_a_definition_is_one_or_two_short_sentences() -> None:
    assert [term.key for term in GLOSSARY.values() if len(term.meaning) > 110] == []
