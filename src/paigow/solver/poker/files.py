"""A solution as one file: what was found as text, both mixed strategies and the fixed way as arrays."""

import io
import json
from fractions import Fraction
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from paigow.analysis.house_ways import table_from_settings
from paigow.analysis.kernel import U8
from paigow.analysis.ranks import setting_table
from paigow.analysis.results import Counts
from paigow.analysis.types import TYPES
from paigow.errors import PaigowError
from paigow.poker import Wheel
from paigow.poker.table_way import TableWay
from paigow.solver.model import FORMAT, Priced, Pure, Solution
from paigow.solver.poker.kept import Arrays
from paigow.solver.poker.strategy import TypeStrategy

SIDES = ("player", "house")


def save(solution: Solution, path: Path) -> None:
    """Write a solution; the same solution gives the same bytes."""
    strategies = {"player": solution.player, "house": solution.house}
    fixed = _by_type(solution.pure.strategy)
    header = {
        "format": FORMAT,
        **{key: each for key, each in solution.to_dict().items() if key not in ("seconds", "bank", "player", "house")},
        "wheel": str(fixed.wheel),
        "parts": {side: _by_type(each).parts for side, each in strategies.items()},
    }
    arrays: Arrays = {
        "header": np.frombuffer(json.dumps(header, indent=1).encode(), dtype=np.uint8),
        "pure": fixed.setting,
    }
    for side, each in strategies.items():
        mixed = _by_type(each)
        arrays |= {f"{side}_type": mixed.type, f"{side}_setting": mixed.setting}
        arrays[f"{side}_weight"] = mixed.weight.astype(np.int16)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    path.write_bytes(buffer.getvalue())


def _by_type(strategy: object) -> TypeStrategy:
    assert isinstance(strategy, TypeStrategy)
    return strategy


def load(path: Path) -> Solution:
    """Read a solution; a file that is none is refused."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = dict(archive)
        header = json.loads(arrays["header"].tobytes())
        wheel, parts = Wheel(header["wheel"]), header["parts"]
        strategies = {
            side: TypeStrategy(
                arrays[f"{side}_type"],
                arrays[f"{side}_setting"],
                arrays[f"{side}_weight"].astype(np.int32),
                int(parts[side]),
                wheel,
            )
            for side in SIDES
        }
        fixed = arrays["pure"]
        pure = header["pure"]
        if header["format"] != FORMAT or header["game"] != "poker":
            raise ValueError(f"its format is {header['format']} of {header['game']}")
        for each in (*strategies.values(), TypeStrategy.fixed(fixed, wheel)):
            _require_whole(each)
        return Solution(
            rules=header["rules"],
            game="poker",
            commission=Fraction(header["commission"]),
            banker=header["banker"],
            total=int(header["total"]),
            lower=Fraction(header["lower"]),
            upper=Fraction(header["upper"]),
            house=strategies["house"],
            player=strategies["player"],
            pure=Pure(
                TypeStrategy.fixed(fixed, wheel),
                _counts(pure),
                Fraction(pure["edge"]),
                bool(pure["proved"]),
                Fraction(pure["at_most"]),
                int(pure["tried"]),
            ),
            house_ways=tuple(
                Priced(each["name"], _counts(each), Fraction(each["edge"])) for each in header["house_ways"]
            ),
            iterations=int(header["iterations"]),
            file=path.name,
        )
    except (OSError, KeyError, ValueError, TypeError, EOFError, BadZipFile) as error:
        raise PaigowError(f"{path} is no solution of pai gow poker: {error}") from None


def _counts(data: dict[str, int]) -> Counts:
    return Counts(int(data["win"]), int(data["push"]), int(data["lose"]))


def _require_whole(strategy: TypeStrategy) -> None:
    """Every type has legal settings whose weights add up."""
    legal = setting_table(strategy.wheel).legal
    if strategy.setting.dtype != np.uint8 or len({len(strategy.type), len(strategy.setting), len(strategy.weight)}) > 1:
        raise ValueError("its settings are not one number for each line")
    if (np.diff(strategy.type) < 0).any() or (strategy.setting > 20).any():
        raise ValueError("its types are not in order, or it has settings there are not")
    if not legal[strategy.type, strategy.setting].all():
        raise ValueError("it has settings that are not legal")
    shares = np.bincount(strategy.type, strategy.weight, minlength=TYPES)
    if (strategy.weight <= 0).any() or (shares != strategy.parts).any():
        raise ValueError("its weights do not add up for every type")


def house_way_of(path: Path) -> TableWay:
    """The fixed way of a solution as a house way."""
    solution = load(path)
    fixed = _by_type(solution.pure.strategy)
    return table_way(fixed.setting, path.stem, f"computed by paigow solve {solution.rules}", fixed.wheel)


def table_way(setting: U8, name: str, source: str, wheel: Wheel = Wheel.SECOND) -> TableWay:
    """A house way from the number of each type's setting."""
    return TableWay.of(name, source, table_from_settings(setting, wheel))
