"""Pai Gow, tiles and poker, exactly as four rule documents describe it: play it, prove it, price it.

Start with a game:

>>> import paigow
>>> game = paigow.Game("maryland-tiles")
>>> print(game.house_way("66 45 12 23"))
66 45 / 23 12  Teen Wong / Eight with 5  (pair, Wong or Gong) [MDT-8.D.2]

Names are loaded when first used, so `import paigow` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from paigow.version import __version__

if TYPE_CHECKING:
    from paigow.errors import HandError, NotationError, PaigowError, Refused, SubmissionError
    from paigow.front.game import Game
    from paigow.front.hand import Comparison, Hand, HouseSetting
    from paigow.front.records import replay, verify
    from paigow.front.table import Table
    from paigow.record.errors import RecordError
    from paigow.rules.clauses import clause
    from paigow.rules.standards import STANDARDS

_WHERE = {
    "STANDARDS": "paigow.rules.standards",
    "Comparison": "paigow.front.hand",
    "Game": "paigow.front.game",
    "Hand": "paigow.front.hand",
    "HandError": "paigow.errors",
    "HouseSetting": "paigow.front.hand",
    "NotationError": "paigow.errors",
    "PaigowError": "paigow.errors",
    "RecordError": "paigow.record.errors",
    "Refused": "paigow.errors",
    "SubmissionError": "paigow.errors",
    "Table": "paigow.front.table",
    "clause": "paigow.rules.clauses",
    "replay": "paigow.front.records",
    "verify": "paigow.front.records",
}

__all__ = [
    "STANDARDS",
    "Comparison",
    "Game",
    "Hand",
    "HandError",
    "HouseSetting",
    "NotationError",
    "PaigowError",
    "RecordError",
    "Refused",
    "SubmissionError",
    "Table",
    "__version__",
    "clause",
    "replay",
    "verify",
]


def __getattr__(name: str) -> object:
    module = _WHERE.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__file__", "__name__", "__path__"])
