"""What the core and the lessons say, in other languages.

The core speaks English and knows no others: here are its words and sentences, and the catalogue that both the site and
the terminal read.

The catalogue is `locale/LANGUAGE/LC_MESSAGES/django.po`: it has the name that Django looks for in each of its
`LOCALE_PATHS`, so that one file serves both. Adding a language is adding such a catalogue, here or in a folder that
`PAIGOW_LOCALES` names; what it lacks is said in English.
"""

import os
from pathlib import Path

DOMAIN = "django"
LOCALE = Path(__file__).resolve().parent / "locale"

LOCALES = "PAIGOW_LOCALES"
"""The variable that names additional catalogue folders, separated as in `PATH`."""


def locale_folders() -> tuple[Path, ...]:
    """Return the folders with catalogues: the package's own, and those that the environment names."""
    return LOCALE, *(Path(name) for name in os.environ.get(LOCALES, "").split(os.pathsep) if name)


def languages() -> tuple[str, ...]:
    """Return the languages there are: English, and every one with a catalogue."""
    found = {
        path.name
        for folder in locale_folders()
        for path in folder.glob("*")
        if any((path / "LC_MESSAGES").glob(f"{DOMAIN}.[mp]o"))
    }
    return "en", *sorted(found, reverse=True)  # traditional characters before simplified ones


__all__ = ["DOMAIN", "LOCALE", "languages", "locale_folders"]
