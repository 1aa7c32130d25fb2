"""Advice on one hand: what each legal setting wins, pushes and loses, which is best, and what a house way costs."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter

import numpy as np

from paigow.analysis.dealer_open import jacks_of_types
from paigow.analysis.deals import dealer_hands
from paigow.analysis.disjoint import Dealer
from paigow.analysis.house_ways import dealer_of, house_way
from paigow.analysis.ranks import settings_of
from paigow.analysis.removal import count_against
from paigow.analysis.results import COMMISSION, Counts
from paigow.analysis.tiles import OTHERS, kind_of_tiles, tile_counts, tile_house_way, tile_table
from paigow.analysis.types import JOKER, LOW_OF_SETTING, canonical_order
from paigow.poker import DECK, DEFAULT_HOUSE_WAY, Card, HouseWay, PokerSetting, Wheel
from paigow.poker.card import require_seven
from paigow.tiles import HouseWay as TileHouseWay
from paigow.tiles import Tile, TileSetting, four_tiles


@dataclass(frozen=True, slots=True)
class SettingAdvice:
    """One way to set the hand, and its results against every hand the other side could have."""

    setting: PokerSetting | TileSetting
    counts: Counts
    value: Fraction
    """Expected gain per unit staked."""

    def to_dict(self) -> dict[str, object]:
        high, low = str(self.setting).split(" / ")
        return {"high": high, "low": low, **self.counts.to_dict(), "ev": str(self.value)}


@dataclass(frozen=True, slots=True)
class HandAdvice:
    """Every legal setting of a hand, best first. Settings that are equal in both hands appear once."""

    game: str
    settings: tuple[SettingAdvice, ...]
    house_way: str
    house: SettingAdvice
    """The setting the house way would choose."""
    rule: str
    """The rule of the house way that chooses it."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def best(self) -> SettingAdvice:
        return self.settings[0]

    @property
    def cost(self) -> Fraction:
        """The cost of following the house way, per unit staked."""
        return self.best.value - self.house.value

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.game,
            "settings": [each.to_dict() for each in self.settings],
            "best": self.best.to_dict(),
            "house_way": {"name": self.house_way, "rule": self.rule, "cost": str(self.cost), **self.house.to_dict()},
            "seconds": self.seconds,
        }


def advise_poker(
    cards: Iterable[Card],
    bank_way: str | HouseWay = DEFAULT_HOUSE_WAY,
    *,
    player_banks: bool = False,
    commission: Fraction = COMMISSION,
    wheel: Wheel = Wheel.SECOND,
) -> HandAdvice:
    """Compare seven cards with the 53,524,680 hands the other side could have, set by a house way."""
    return _advise_poker("poker", cards, house_way(bank_way), None, player_banks, commission, wheel)


def advise_dealer_open(
    cards: Iterable[Card], bank_way: str | HouseWay = DEFAULT_HOUSE_WAY, *, wheel: Wheel = Wheel.SECOND
) -> HandAdvice:
    """Compare seven cards, set blind, with every hand the dealer could have in Dealer Open.

    Two jacks beat everything, and there is no commission.
    """
    way = house_way(bank_way)
    live = dealer_of(way, wheel).only(jacks_of_types() < 2)
    return _advise_poker("dealer-open", cards, way, live, False, Fraction(0), wheel)


def _advise_poker(
    game: str,
    cards: Iterable[Card],
    way: HouseWay,
    dealer: Dealer | None,
    player_banks: bool,
    commission: Fraction,
    wheel: Wheel,
) -> HandAdvice:
    began = perf_counter()
    hand = require_seven(cards)
    order = canonical_order(card.index for card in hand)
    table = settings_of(np.array([_as_clubs(order)], dtype=np.uint8), wheel)
    high, low, legal = table.high[0], table.low[0], table.legal[0]
    first: dict[tuple[int, int], int] = {}
    for number in range(21):
        if legal[number]:
            first.setdefault((int(high[number]), int(low[number])), number)
    chosen = np.array(list(first.values()))
    raised = 1 if player_banks else 0
    below, above = count_against(
        tuple(order),
        dealer if dealer is not None else dealer_of(way, wheel),
        (high[chosen] + raised).astype(np.int16),
        (low[chosen] + raised).astype(np.uint8),
    )
    # Hands left out of the count have already beaten the player.
    outright = 0 if dealer is None else dealer_hands() - _live_hands(order, dealer)
    found: dict[tuple[int, int], SettingAdvice] = {}
    for number, win, above_both in zip(chosen.tolist(), below.tolist(), above.tolist(), strict=True):
        lose = above_both + outright
        counts = Counts(win, dealer_hands() - win - lose, lose)
        i, j = LOW_OF_SETTING[number].tolist()
        setting = PokerSetting(
            tuple(DECK[card] for place, card in enumerate(order) if place not in (i, j)),
            (DECK[order[i]], DECK[order[j]]),
        )
        key = int(high[number]), int(low[number])
        found[key] = SettingAdvice(setting, counts, counts.value(commission))
    decided = way.set(hand, wheel=wheel)
    mine = [order.index(card.index) for card in decided.setting.low]
    number = max(mine) * (max(mine) - 1) // 2 + min(mine)
    usual = found[int(high[number]), int(low[number])]
    ranked = sorted(found.items(), key=lambda item: (item[1].value, item[0]), reverse=True)
    return HandAdvice(game, tuple(each for _, each in ranked), way.name, usual, decided.rule, perf_counter() - began)


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


def advise_tiles(
    tiles: Iterable[Tile],
    bank_way: str | TileHouseWay = "maryland",
    *,
    player_banks: bool = False,
    commission: Fraction = COMMISSION,
    literal_zero: bool = False,
) -> HandAdvice:
    """Compare four tiles with the 20,475 hands the other side could have, set by a house way."""
    began = perf_counter()
    hand = four_tiles(tiles)
    way = tile_house_way(bank_way)
    kind = kind_of_tiles(hand)
    table = tile_table()
    counts = tile_counts(way, player_banks=player_banks, literal_zero=literal_zero, only=kind)
    found: dict[frozenset[tuple[int, ...]], SettingAdvice] = {}
    for place, setting in enumerate(table.settings[kind], start=int(table.start[kind])):
        win, lose = int(counts.win[place]), int(counts.lose[place])
        each = Counts(win, OTHERS - win - lose, lose)
        advice = SettingAdvice(_with_own_tiles(setting, hand), each, each.value(commission))
        found.setdefault(_halves(setting), advice)
    decided = way.set(hand)
    ranked = tuple(sorted(found.values(), key=lambda each: each.value, reverse=True))
    return HandAdvice("tiles", ranked, way.name, found[_halves(decided.setting)], decided.rule, perf_counter() - began)


def _with_own_tiles(setting: TileSetting, hand: Iterable[Tile]) -> TileSetting:
    """Return the setting of a hand of the same kind, using these tiles."""
    left = list(hand)

    def take(pattern: tuple[Tile, Tile]) -> tuple[Tile, Tile]:
        taken = []
        for tile in pattern:
            taken.append(left.pop(next(i for i, own in enumerate(left) if own.kind == tile.kind)))
        return taken[0], taken[1]

    return TileSetting(take(setting.high), take(setting.low))


def _halves(setting: TileSetting) -> frozenset[tuple[int, ...]]:
    """Return the kinds of tile that are played together."""
    return frozenset(tuple(sorted(tile.kind for tile in half)) for half in (setting.high, setting.low))
