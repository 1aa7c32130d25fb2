"""Cards: 53 of them, in hands of seven."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from paigow.comparison import Match, Result
from paigow.hands.interface import MIXED, Classified, Hands, HouseSet, Ranked, Verdict, WrittenWay
from paigow.memo import Memo
from paigow.poker import (
    DECK,
    HOUSE_WAYS,
    Card,
    HighRank,
    HouseWay,
    LowRank,
    PokerSetting,
    Wheel,
    best_five,
    compare,
    count_jacks,
    dealer_wins_outright,
    find_house_way,
    is_ace_high_pai_gow,
    parse_cards,
    rank_high,
    settings,
)
from paigow.poker.card import seven_in_order
from paigow.poker.evaluator import Category
from paigow.poker.house_ways import SHORT
from paigow.poker.keys import SUIT_WEIGHTS, has_flush
from paigow.poker.mixed import MixedWay, equilibrium
from paigow.poker.setting import DOCUMENTS, Document
from paigow.rules.choices import Choices
from paigow.rules.poker_wagers import DEALERS, card_outcomes
from paigow.rules.wagers import SideBetResult
from paigow.text import Text

Kind = tuple[int, ...]

LOWEST_STRAIGHT = "5d 4s 3h 2c Ad"
EXAMPLES = {  # hands of each kind, best first
    Category.FIVE_ACES: ("As Ah Ad Ac Jk",),
    Category.ROYAL_FLUSH: ("As Ks Qs Js Ts",),
    Category.STRAIGHT_FLUSH: ("9h 8h 7h 6h 5h",),
    Category.FOUR_OF_A_KIND: ("Ks Kh Kd Kc 3s",),
    Category.FULL_HOUSE: ("Qs Qh Qd 8c 8s",),
    Category.FLUSH: ("Ah Jh 9h 6h 2h",),
    Category.STRAIGHT: ("Ad Ks Qh Jc Td", LOWEST_STRAIGHT, "Ts 9d 8h 7c 6s"),
    Category.THREE_OF_A_KIND: ("7s 7h 7d Kc 4s",),
    Category.TWO_PAIR: ("Js Jh 5d 5c As",),
    Category.PAIR: ("Ts Th Ad 8c 3s",),
    Category.HIGH_CARD: ("As Jh 8d 5c 3s",),
}


class CardHands(Hands[Card, PokerSetting]):
    """Hands of seven cards. Hands of one kind are classified the same way, so each kind is classified once."""

    kind = "cards"
    full_set = DECK
    hand_size = 7
    can_foul = True
    short_ways = SHORT

    def __init__(self, choices: Choices, losing_clause: str = "") -> None:
        super().__init__(choices, losing_clause)
        self.document: Document = DOCUMENTS[choices.standard.comparing.rules]
        self.wheel = Wheel(choices.readings.get("wheel", Wheel.SECOND))
        self._classified: Memo[Kind, Classified] = Memo()
        self._set: Memo[tuple[Card, ...], HouseSet[PokerSetting]] = Memo(limit=256)

    @cached_property
    def _way(self) -> HouseWay:
        return self._mixed.likeliest if self._mixed else find_house_way(self.choices.house_way)

    @cached_property
    def _mixed(self) -> MixedWay | None:
        side = MIXED.get(self.choices.house_way)
        return None if side is None else equilibrium(side)

    @staticmethod
    def house_ways() -> tuple[str, ...]:
        return tuple(HOUSE_WAYS)

    @cached_property
    def written_way(self) -> WrittenWay:
        names = tuple(dict.fromkeys(rule.name for rule in self._way.rules))
        return WrittenWay(self._way.name, self._way.source, names, names)

    def mixed_examples(self) -> tuple[str, ...]:
        return () if self._mixed is None else self._mixed.examples

    def parse(self, text: str | Iterable[str]) -> tuple[Card, ...]:
        return parse_cards(text)

    def parse_setting(self, text: str) -> PokerSetting:
        return PokerSetting.parse(text)

    def make_setting(self, high: tuple[Card, ...], low: tuple[Card, ...]) -> PokerSetting:
        return PokerSetting(high, low)

    def hand(self, pieces: Iterable[Card]) -> tuple[Card, ...]:
        return seven_in_order(pieces)

    def settings(self, pieces: Iterable[Card]) -> tuple[PokerSetting, ...]:
        return settings(pieces)

    def house_set(self, pieces: Iterable[Card]) -> HouseSet[PokerSetting]:
        cards = tuple(pieces)  # a bank's hand is set by its player and looked at again by the dealer
        return self._set.get(cards) or self._set.keep(cards, self._house_set(cards))

    def _house_set(self, pieces: tuple[Card, ...]) -> HouseSet[PokerSetting]:
        if self._mixed is not None:
            return self._solved(self._mixed.weights(pieces, self.wheel))
        view, low, rule = self._way.decide(seven_in_order(pieces), self.wheel)
        setting = view.setting(low)
        clause = self.choices.standard.house_way_clause or rule.clause
        return HouseSet(setting, *self.ranks(setting), rule.name, clause, gap=rule.gap)

    def weights(self, pieces: Iterable[Card], side: str) -> tuple[tuple[PokerSetting, Fraction], ...]:
        return equilibrium(side).weights(pieces, self.wheel)

    def _compare(self, player: PokerSetting, bank: PokerSetting) -> Match:
        return compare(player, bank, self.document, self.wheel)

    def judge(self, player: PokerSetting, bank: PokerSetting) -> Verdict:
        """Judge a bet: a player's foul hand loses, and so does any hand against an open dealer's two jacks.

        A bank's foul hand is refused, because it would be reset.
        """
        match = self.compare(player, bank)
        jacks = self.choices.standard.comparing.jacks_clause
        if jacks and dealer_wins_outright(bank.cards):
            return Verdict(replace(match, result=Result.LOSE, clause=jacks), "the dealer has two jacks or more")
        return Verdict(match, "the player's setting is foul" if player.is_foul else None)

    def ranks(self, setting: PokerSetting) -> tuple[HighRank, LowRank]:
        return setting.high_rank(self.wheel), setting.low_rank

    def ranking(self) -> Iterator[Ranked]:
        own = self.choices.standard.comparing.clause
        for category, examples in EXAMPLES.items():
            for cards in examples:
                if cards != LOWEST_STRAIGHT or self.wheel is Wheel.SECOND:
                    yield Ranked(rank_high(parse_cards(cards), self.wheel), cards, own or category.clause)

    def keys(self, setting: PokerSetting) -> tuple[int, int]:
        return setting.high_rank(self.wheel).key, setting.low_rank.key

    def is_foul(self, setting: PokerSetting) -> bool:
        return not setting.is_legal(self.wheel)

    def defects(self, setting: PokerSetting) -> tuple[Text, ...]:
        return tuple(defect.text for defect in setting.status(self.wheel))

    def side_bets(self, pieces: Iterable[Card], player: Iterable[Card] | None = None) -> tuple[SideBetResult, ...]:
        return card_outcomes(self.choices.standard.side_bets, self.choices.data, pieces, player)

    @property
    def bets_on_dealer(self) -> bool:
        return not DEALERS.isdisjoint(self.choices.standard.side_bets)

    def classify(self, pieces: Iterable[Card]) -> Classified:
        cards = self.hand(pieces)
        kind = _kind(cards)
        return self._classified.get(kind) or self._classified.keep(kind, self._classify(cards))

    def _classify(self, cards: tuple[Card, ...]) -> Classified:
        best, _ = best_five(cards, self.wheel)
        facts: dict[str, str | bool | int] = {"best_name": best.name}
        if self.bets_on_dealer:
            facts |= {"ace_high": is_ace_high_pai_gow(cards), "jacks": count_jacks(cards)}
        return Classified(self.side_bets(cards), facts)


def _kind(cards: tuple[Card, ...]) -> Kind:
    """Return the key that classes depend on: the ranks, and suits only if five cards could make a flush.

    Suits are identified by the position of their first card, so hands that differ only in the names of suits are of one
    kind.
    """
    indices = [card.index for card in cards]
    kind = [index >> 2 for index in indices]
    if has_flush(sum([SUIT_WEIGHTS[index] for index in indices])):
        suits = [index & 3 if index < 52 else 4 for index in indices]
        kind += [suits.index(suit) for suit in suits]
    return tuple(kind)
