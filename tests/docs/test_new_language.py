"""A new language is one catalogue: with a few lines of it, pages, drills and plurals come out in that language."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

STEPS = ("%(steps)s step", "%(steps)s steps")
PHRASES: dict[str, dict[str | tuple[str, ...], str | tuple[str, ...]]] = {
    "pl": {  # has three plural forms
        "Push": "Remis",
        "Language": "Język",
        "Which game?": "Która gra?",
        "Your hand:  {hand}": "Twoja ręka:  {hand}",
        STEPS: ("%(steps)s krok", "%(steps)s kroki", "%(steps)s kroków"),
    },
    "yue": {  # is not on Django's list of languages
        "Push": "走水",
        "Language": "語言",
        "Which game?": "玩邊隻？",
        "Your hand:  {hand}": "你隻牌：  {hand}",
        STEPS: ("%(steps)s步", "%(steps)s步"),
    },
}
TERMINAL = """
import sys
from paigow.terminal.text import _, language_of, speak
code = sys.argv[1]
print(language_of({"LANG": f"{code}.UTF-8"}), speak(code), _("Which game?"), _("Push"), _("Your hand"), sep="|")
"""
SITE = """
import sys
import django
django.setup()
from django.conf import settings
from django.test import Client
settings.ALLOWED_HOSTS = ["testserver"]
print(*dict(settings.LANGUAGES))
for page in ("/glossary/", "/learn/"):
    print(Client().get(page, headers={"Accept-Language": sys.argv[1]}).content.decode())
"""


@pytest.fixture(params=list(PHRASES))
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(tmp_path: Path, code: str) -> Path:
    """A folder with nothing but the catalogue."""
    catalogue = Catalog(code)
    for text, said in PHRASES[code].items():
        catalogue.add(text, said)
    path = tmp_path / code / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)
    return tmp_path


def said(folder: Path, *command: str) -> str:
    settings = {
        "PAIGOW_LOCALES": str(folder), "DJANGO_SETTINGS_MODULE": "tests.site_settings", "PYTHONIOENCODING": "utf-8",
    }  # fmt: skip
    ran = subprocess.run(
        [sys.executable, *command], env=os.environ | settings, input="q\n", capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_the_terminal_speaks_it_and_falls_back_to_english(folder: Path, code: str) -> None:
    words = PHRASES[code]
    assert said(folder, "-c", TERMINAL, code) == f"{code}|{code}|{words['Which game?']}|{words['Push']}|Your hand"


def test_a_drill_is_in_it(folder: Path, code: str) -> None:
    drilled = said(folder, "-m", "paigow", "drill", "maryland-tiles", "--seed", "a", "--language", code)
    assert str(PHRASES[code]["Your hand:  {hand}"]).split("{")[0] in drilled
    assert "Low hand, or HIGH / LOW" in drilled


def test_the_site_offers_it_and_its_pages_are_in_it(folder: Path, code: str) -> None:
    offered, page = said(folder, "-c", SITE, code).split("\n", 1)
    words = PHRASES[code]
    assert set(offered.split()) == {"en", "zh-hant", "zh-hans", code}
    assert page.count(f'<html lang="{code}">') == 2
    assert page.count(f'for="language">{words["Language"]}</label>') == 2
    assert page.count(f'<option value="{code}" lang="{code}" selected>') == 2
    assert f"<dt>{words['Push']}</dt>" in page
    assert "<dt>Commission</dt>" in page, "what the catalogue lacks is said in English"
    assert str(words[STEPS][-1]).replace("%(steps)s", "8") in page
