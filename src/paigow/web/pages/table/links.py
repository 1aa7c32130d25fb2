"""Links from a hand at the table to its analysis."""

from collections.abc import Iterable
from functools import lru_cache

from django.urls import reverse
from django.utils.http import urlencode

from paigow.hands.pieces import Piece, Setting
from paigow.poker import PokerSetting
from paigow.table.core.game import Game
from paigow.tiles import TileSetting


def advice_link(
    game: Game, held: Setting | Iterable[Piece], dealer: Setting | Iterable[Piece] | None = None, *, banks: bool = False
) -> str:
    """Return a link to advice on a hand, whether or not it is set.

    The dealer's cards count only if they are open beforehand.
    """
    asked = {
        "rules": game.standard,
        "way": _way(game),
        "hand": _codes(held),
        "bank": "player" if banks else "house",
    }
    if dealer is not None and game.rules.shows_dealer:
        asked["dealer"] = _codes(dealer)
    if isinstance(held, TileSetting | PokerSetting):
        asked["set"] = str(held)
    return f"{reverse('advice')}?{urlencode(asked)}"


@lru_cache(maxsize=256)
def _way(game: Game) -> str:
    return str(game.submission.data()["house_way"])


def _codes(held: Setting | Iterable[Piece]) -> str:
    pieces = (*held.high, *held.low) if isinstance(held, TileSetting | PokerSetting) else tuple(held)
    return " ".join(map(str, pieces))
