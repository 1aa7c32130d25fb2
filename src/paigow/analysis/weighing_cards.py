"""Exact advice on one hand of cards, counted by the compiled kernels."""

from collections.abc import Iterable

import numpy as np

from paigow.analysis.dealer_open import jacks_of_types
from paigow.analysis.deals import dealer_hands
from paigow.analysis.disjoint import Dealer
from paigow.analysis.house_ways import dealer_of
from paigow.analysis.ranks import settings_of
from paigow.analysis.removal import count_against
from paigow.analysis.results import Counts
from paigow.analysis.types import JOKER, canonical_order
from paigow.poker import Card, HouseWay, PokerSetting, Wheel, legal_settings
from paigow.poker.card import require_seven


def weigh_cards(
    cards: Iterable[Card],
    way: HouseWay,
    *,
    player_banks: bool = False,
    shows_dealer: bool = False,
    wheel: Wheel = Wheel.SECOND,
) -> dict[PokerSetting, Counts]:
    """Count the hands that each legal setting wins, pushes and loses against, out of 53,524,680.

    These are all the hands that the other side could have. A copy goes to the bank. With `shows_dealer`, the game is
    Dealer Open and the hand is set blind: two jacks beat everything.
    """
    hand = require_seven(cards)
    order = canonical_order(card.index for card in hand)
    table = settings_of(np.array([_as_clubs(order)], dtype=np.uint8), wheel)
    ranks = {}
    for setting in legal_settings(hand):
        first, second = sorted(order.index(card.index) for card in setting.low)
        number = second * (second - 1) // 2 + first
        ranks[setting] = int(table.high[0][number]), int(table.low[0][number])
    dealer, outright = dealer_of(way, wheel), 0
    if shows_dealer:
        dealer = dealer.only(jacks_of_types() < 2)
        outright = dealer_hands() - _live_hands(order, dealer)  # the others have already beaten the player
    different = tuple(dict.fromkeys(ranks.values()))
    high, low = (np.array(side) + int(player_banks) for side in zip(*different, strict=True))
    below, above = count_against(tuple(order), dealer, high.astype(np.int16), low.astype(np.uint8))
    counts = {}
    for each, win, above_both in zip(different, below.tolist(), above.tolist(), strict=True):
        lose = above_both + outright
        counts[each] = Counts(win, dealer_hands() - win - lose, lose)
    return {setting: counts[each] for setting, each in ranks.items()}


def _live_hands(order: list[int], dealer: Dealer) -> int:
    everything = np.array([0], dtype=np.int16), np.array([0], dtype=np.uint8)
    _, above = count_against(tuple(order), dealer, *everything)
    return int(above[0])


def _as_clubs(order: list[int]) -> list[int]:
    """Return the hand with its flush suit, if any, changed to clubs and all other cards to diamonds."""
    suits = [sum(card != JOKER and card % 4 == suit for card in order) for suit in range(4)]
    flush = max(range(4), key=suits.__getitem__)
    if suits[flush] + (JOKER in order) < 5:
        return [card if card == JOKER else card - card % 4 + place % 4 for place, card in enumerate(order)]
    return [card if card == JOKER else card - card % 4 + (card % 4 != flush) for card in order]
