"""One side's setting of every kind of tile hand, written with tiles so that files do not depend on a numbering."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from paigow.errors import PaigowError
from paigow.solver.model import SHOWN, describe
from paigow.tiles import Tile, TileSetting, four_tiles, hand_kinds, parse_tiles, settings
from paigow.tiles.table import kinds_of, partition

Line = tuple[tuple[TileSetting, Fraction], ...]


@dataclass(frozen=True)
class TileStrategy:
    """Settings with their probabilities for one example of each of the 3,620 kinds of hand."""

    lines: tuple[Line, ...]
    game: str = "tiles"

    @property
    def mixed_kinds(self) -> int:
        return sum(len(line) > 1 for line in self.lines)

    def __str__(self) -> str:
        mixed = [line for line in self.lines if len(line) > 1]
        return describe(len(self.lines), "kinds of tile hand", len(mixed), mixed[:SHOWN])

    def __repr__(self) -> str:
        return f"<TileStrategy: {self.mixed_kinds} of {len(self.lines):,} kinds set at random>"

    def weights(self, pieces: str | Iterable[Tile]) -> Line:
        """Return the settings of one hand with their probabilities."""
        tiles = four_tiles(parse_tiles(pieces) if isinstance(pieces, str) else pieces)
        line = self._by_kinds[kinds_of(tiles)]
        own = {partition(each): each for each in reversed(settings(tiles))}
        return tuple((own[partition(setting)], weight) for setting, weight in line)

    @cached_property
    def _by_kinds(self) -> Mapping[tuple[int, ...], Line]:
        return {kinds_of(line[0][0].tiles): line for line in self.lines}

    def digits(self) -> str:
        """Return the number of each kind's likeliest setting, in the form that `paigow.tiles.table` reads."""
        return "".join(
            str(settings(tiles).index(max(line, key=lambda each: each[1])[0]))
            for (tiles, _), line in zip(hand_kinds(), self.lines, strict=True)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return each kind by an example: its setting, or several with probabilities written as fractions."""
        return {
            " ".join(map(str, line[0][0].tiles)): str(line[0][0])
            if len(line) == 1
            else {str(setting): str(weight) for setting, weight in line}
            for line in self.lines
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "TileStrategy":
        """Parse the output of `to_dict`; every kind must occur once, and its probabilities must add up to one."""
        found: dict[tuple[int, ...], Line] = {}
        for hand, written in data.items():
            tiles = four_tiles(parse_tiles(hand))
            shares = {written: "1"} if isinstance(written, str) else written
            line = tuple((TileSetting.parse(text), _share(weight)) for text, weight in shares.items())
            if any(setting.tiles != tiles for setting, _ in line):
                raise PaigowError(f"{hand}: a setting is not made of these tiles")
            if sum(weight for _, weight in line) != 1 or any(weight <= 0 for _, weight in line):
                raise PaigowError(f"{hand}: probabilities are positive and add up to one")
            found[kinds_of(tiles)] = line
        wanted = [tiles for tiles, _ in hand_kinds()]
        missing = [tiles for tiles in wanted if kinds_of(tiles) not in found]
        if missing or len(found) != len(data):
            about = f"{' '.join(map(str, missing[0]))} is missing" if missing else "a kind of hand is there twice"
            raise PaigowError(f"a strategy has each of the {len(wanted):,} kinds of hand once: {about}")
        return cls(tuple(found[kinds_of(tiles)] for tiles in wanted))


def _share(text: object) -> Fraction:
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        raise PaigowError(f"{text!r} is not a probability") from None
