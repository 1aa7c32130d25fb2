"""A new language is one catalogue: with a few lines of Esperanto, the site and the terminal offer and speak it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

ESPERANTO = {"Push": "Egaleco", "Tables": "Tabloj", "Which game?": "Kiu ludo?"}
TERMINAL = """
from paigow.terminal.text import _, language_of, speak
print(language_of({"LANG": "eo.UTF-8"}), speak("eo"), _("Which game?"), _("Push"), _("Your hand"), sep="|")
"""
SITE = """
import django
from django.conf import settings
from django.utils import translation
django.setup()
with translation.override("eo"):
    print(*dict(settings.LANGUAGES), translation.gettext("Tables"), translation.gettext("Push"),
          translation.gettext("Game log"), sep="|")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with nothing but the catalogue."""
    catalogue = Catalog("eo")
    for text, said in ESPERANTO.items():
        catalogue.add(text, said)
    path = tmp_path / "eo" / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)
    return tmp_path


def said(program: str, folder: Path) -> str:
    settings = {"PAIGOW_LOCALES": str(folder), "DJANGO_SETTINGS_MODULE": "tests.site_settings"}
    ran = subprocess.run([sys.executable, "-c", program], env=os.environ | settings, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_the_terminal_speaks_it_and_falls_back_to_english(folder: Path) -> None:
    assert said(TERMINAL, folder) == "eo|eo|Kiu ludo?|Egaleco|Your hand"


def test_the_site_offers_it_and_falls_back_to_english(folder: Path) -> None:
    assert said(SITE, folder) == "en|zh-hant|zh-hans|eo|Tabloj|Egaleco|Game log"
