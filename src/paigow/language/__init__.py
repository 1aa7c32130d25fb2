"""What the core and the lessons say, in other languages.

The core speaks English and knows no others: here are its words and sentences, and the catalogue that both the site and
the terminal read.

The catalogue is `locale/LANGUAGE/LC_MESSAGES/django.po`: it has the name that Django looks for in each of its
`LOCALE_PATHS`, so that one file serves both.
"""

from pathlib import Path

from paigow.language.voice import Voice

DOMAIN = "django"
LOCALE = Path(__file__).resolve().parent / "locale"

__all__ = ["DOMAIN", "LOCALE", "Voice"]
