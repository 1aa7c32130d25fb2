"""Tiles: 32 of them, in hands of four."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property

from paigow.comparison import Match
from paigow.hands.interface import MIXED, Classified, Hands, HouseSet, Ranked, Verdict, WrittenWay
from paigow.rules.choices import Choices
from paigow.rules.tile_wagers import tile_outcomes
from paigow.rules.wagers import SideBetResult
from paigow.text import Text
from paigow.tiles import (
    HOUSE_WAYS,
    TILE_SET,
    Document,
    HouseWay,
    Tile,
    TileSetting,
    TwoTileRank,
    compare,
    find_house_way,
    four_tiles,
    parse_tiles,
    rank_pair,
    settings,
)
from paigow.tiles.house_ways import SHORT
from paigow.tiles.mixed import MixedWay, equilibrium
from paigow.tiles.ranking import RANKING_TABLES


class TileHands(Hands[Tile, TileSetting]):
    """Hands of four tiles. None can be foul: the better pair is the high hand (readings, MDT-1.B.5)."""

    kind = "tiles"
    full_set = TILE_SET
    hand_size = 4
    can_foul = False
    short_ways = SHORT

    def __init__(self, choices: Choices, losing_clause: str = "") -> None:
        super().__init__(choices, losing_clause)
        self.document: Document = RANKING_TABLES[choices.standard.comparing.rules].document
        self._literal_zero = choices.readings.get("zero_zero") == "loses-wager"  # one reading of NZ-6.1.b.ii

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
        rules = self._way.rules
        names, plain = tuple(rule.name for rule in rules), tuple(rule.plain or rule.name for rule in rules)
        return WrittenWay(self._way.name, self._way.source, names, plain)

    def mixed_examples(self) -> tuple[str, ...]:
        return () if self._mixed is None else self._mixed.examples

    def parse(self, text: str | Iterable[str]) -> tuple[Tile, ...]:
        return parse_tiles(text)

    def parse_setting(self, text: str) -> TileSetting:
        return TileSetting.parse(text)

    def make_setting(self, high: tuple[Tile, ...], low: tuple[Tile, ...]) -> TileSetting:
        (a, b), (c, d) = high, low
        return TileSetting((a, b), (c, d))

    def hand(self, pieces: Iterable[Tile]) -> tuple[Tile, ...]:
        return four_tiles(pieces)

    def settings(self, pieces: Iterable[Tile]) -> tuple[TileSetting, ...]:
        return settings(pieces)

    def house_set(self, pieces: Iterable[Tile]) -> HouseSet[TileSetting]:
        if self._mixed is not None:
            return self._solved(self._mixed.weights(pieces))
        found = self._way.set(pieces)
        ranks = self.ranks(found.setting)
        clause = self.choices.standard.house_way_clause or found.clause
        return HouseSet(found.setting, *ranks, found.rule, clause, found.tie_break, found.gap)

    def weights(self, pieces: Iterable[Tile], side: str) -> tuple[tuple[TileSetting, Fraction], ...]:
        return equilibrium(side).weights(pieces)

    def _compare(self, player: TileSetting, bank: TileSetting) -> Match:
        return compare(player, bank, self.document, literal_zero=self._literal_zero)

    def judge(self, player: TileSetting, bank: TileSetting) -> Verdict:
        """Compare two hands that can be dealt from one set of tiles."""
        parse_tiles([str(tile) for tile in (*player.tiles, *bank.tiles)])
        return Verdict(self.compare(player, bank))

    def ranks(self, setting: TileSetting) -> tuple[TwoTileRank, TwoTileRank]:
        return setting.high_rank, setting.low_rank

    def ranking(self) -> Iterator[Ranked]:
        table, own = RANKING_TABLES[self.document], self.choices.standard.comparing.clause
        for row in table.ranked:
            two = Tile(row.tops[0]), Tile(row.mates[0])
            yield Ranked(rank_pair(*two, table.document), f"{two[0]} {two[1]}", own or row.clause)

    def single_ranks(self) -> Iterator[str]:
        """Yield single tiles, highest first, grouped by rank: they break ties of points."""
        ranks = RANKING_TABLES[self.document].tile_ranks
        for rank in sorted(set(ranks.values())):
            yield " ".join(face for face, own in ranks.items() if own == rank)

    def keys(self, setting: TileSetting) -> tuple[int, int]:
        return setting.high_rank.level, setting.low_rank.level

    def defects(self, setting: TileSetting) -> tuple[Text, ...]:
        return ()

    def side_bets(self, pieces: Iterable[Tile], player: Iterable[Tile] | None = None) -> tuple[SideBetResult, ...]:
        return tile_outcomes(self.choices.standard.side_bets, self.choices.data, pieces)

    def classify(self, pieces: Iterable[Tile]) -> Classified:
        return Classified(self.side_bets(four_tiles(pieces)), {})
