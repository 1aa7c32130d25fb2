"""The engine of the tile house ways: an ordered table of named rules; the first that matches sets the hand."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from paigow.memo import Memo
from paigow.tiles.ranking import TwoTileRank
from paigow.tiles.setting import TileSetting, settings
from paigow.tiles.tile import FourTiles, Tile, four_tiles

HANDS = 8_130
"""The number of different hands: four of the 21 faces, eleven of which occur twice."""


class Dealt:
    """Four tiles as a rule sees them: from the highest rank to the lowest, with the ways to set them."""

    __slots__ = ("kinds", "pairs", "settings", "singles", "tiles")

    def __init__(self, tiles: FourTiles, ways: tuple[TileSetting, ...]) -> None:
        self.tiles = tiles
        self.settings = ways
        self.kinds = kinds = tuple([tile.kind for tile in tiles])
        if len(set(kinds)) == len(kinds):
            self.singles: tuple[int, ...] = kinds
            """The kinds held once."""
            self.pairs: tuple[int, ...] = ()
            """The kinds held twice."""
        else:
            self.singles = tuple([kind for kind in kinds if kinds.count(kind) == 1])
            self.pairs = tuple(sorted({kind for kind in kinds if kinds.count(kind) == 2}))


Settings = Sequence[TileSetting]
Choice = Callable[[Dealt], Settings]
"""The settings a rule leaves; none if the rule does not match the hand."""

TieBreak = Callable[[Dealt, Settings], tuple[Settings, str | None]]
"""A preference among the settings left by a rule, with the clause to cite if it made a difference."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the decision table."""

    name: str
    clause: str
    choose: Choice
    tie_break: TieBreak | None = None
    gap: Callable[[Dealt, TileSetting], bool] | None = None
    """Selects the hands for which the published rule is incomplete, so that the answer is this project's own."""
    plain: str = ""
    """The rule as a sentence for players, if its name says too little."""


@dataclass(frozen=True, slots=True)
class HouseSetting:
    """The setting, the rule that was applied and its clause; `tie_break` is the clause that chose among equals."""

    setting: TileSetting
    rule: str
    clause: str
    tie_break: str | None = None
    gap: bool = False


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A named decision table with its source that sets every hand.

    Each hand is decided once, so setting many hands is fast.
    """

    name: str
    source: str
    rules: tuple[Rule, ...]
    note: str = ""
    """Gaps in the source, and how they are filled here."""
    _known: Memo[FourTiles, HouseSetting] = field(
        default_factory=lambda: Memo(HANDS), init=False, repr=False, compare=False
    )

    def set(self, tiles: Iterable[Tile]) -> HouseSetting:
        """Set four tiles; their order does not matter."""
        hand = four_tiles(tiles)
        return self._known.get(hand) or self._known.keep(hand, self._decide(hand))

    def _decide(self, tiles: FourTiles) -> HouseSetting:
        dealt = Dealt(tiles, settings(tiles))
        for rule in self.rules:
            if left := rule.choose(dealt):
                clause = None
                if rule.tie_break and len(left) > 1:
                    left, clause = rule.tie_break(dealt, left)
                setting = max(left, key=low_then_high)
                gap = bool(rule.gap and rule.gap(dealt, setting))
                name = f"{rule.name}, where the source is incomplete" if gap else rule.name
                return HouseSetting(setting, name, rule.clause, clause, gap)
        raise AssertionError(f"house way {self.name} has no rule for {tiles}")


def low_then_high(setting: TileSetting) -> tuple[int, int]:
    """Return the preferred setting among equals: the highest low hand, then the highest high hand."""
    return setting.low_rank.level, setting.high_rank.level


def high_then_low(setting: TileSetting) -> tuple[int, int]:
    return setting.high_rank.level, setting.low_rank.level


def score(rank: TwoTileRank) -> int:
    """Return the points; a pair, Wong or Gong counts above nine."""
    return 10 if rank.points is None else rank.points


def scores(setting: TileSetting) -> tuple[int, int]:
    """Return the points of the low hand and of the high hand, in the order in which house ways name them (7/9)."""
    return score(setting.low_rank), score(setting.high_rank)


def best(left: Settings, key: Callable[[TileSetting], tuple[int, ...]]) -> Settings:
    """Return all settings with the greatest key."""
    if not left:
        return ()
    values = [key(setting) for setting in left]
    greatest = max(values)
    return [setting for setting, value in zip(left, values, strict=True) if value == greatest]


def with_pair(dealt: Dealt) -> Settings:
    """Return the settings that keep a pair together."""
    return [setting for setting in dealt.settings if setting.high_rank.is_pair]


def without_pair(dealt: Dealt) -> Settings:
    return [setting for setting in dealt.settings if not setting.high_rank.is_pair]
