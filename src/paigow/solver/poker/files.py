"""A solution as one file: the results as text, the mixed strategies and the fixed house way's table as arrays."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from paigow.analysis.house_ways import settings_from_table, table_from_settings
from paigow.analysis.ranks import setting_table
from paigow.analysis.types import TYPES
from paigow.errors import PaigowError
from paigow.poker import Wheel
from paigow.solver.model import FORMAT, Solution, read_claims
from paigow.solver.poker.kept import Arrays
from paigow.solver.poker.strategy import TypeStrategy

NOT_IN_HEADER = ("seconds", "bank", "player", "house")


def save(solution: Solution, path: Path) -> None:
    """Write a solution; the same solution produces the same bytes."""
    fixed = _by_type(solution.pure.strategy)
    sides = {"player": solution.player, "house": solution.house}
    strategies = {side: _by_type(each) for side, each in sides.items() if each is not None}
    header = {
        "format": FORMAT,
        **{key: each for key, each in replace(solution, file=None).to_dict().items() if key not in NOT_IN_HEADER},
        "wheel": str(fixed.wheel),
        "parts": {side: each.parts for side, each in strategies.items()},
    }
    arrays: Arrays = {
        "header": np.frombuffer(json.dumps(header, indent=1).encode(), dtype=np.uint8),
        "table": np.frombuffer(table_from_settings(fixed.setting, fixed.wheel), dtype=np.uint8),
    }
    for side, each in strategies.items():
        arrays[f"{side}_settings"] = np.bincount(each.type, minlength=TYPES).astype(np.uint8)  # how many each type uses
        arrays[f"{side}_setting"] = each.setting
        arrays[f"{side}_weight"] = each.weight.astype(np.int16)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(buffer.getvalue())
    temporary.replace(path)


def load(path: Path) -> Solution:
    """Read a solution; refuse any other file."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = dict(archive)
        header = json.loads(arrays["header"].tobytes())
        if header["format"] != FORMAT or header["game"] != "poker":
            raise ValueError(f"its format is {header['format']} of {header['game']}")
        return _solution(header, arrays, path.name)
    except (OSError, KeyError, ValueError, TypeError, IndexError, EOFError, BadZipFile) as error:
        raise PaigowError(f"{path} is not a solution of pai gow poker: {error}") from None


def _solution(header: dict[str, Any], arrays: Arrays, name: str) -> Solution:
    wheel = Wheel(header["wheel"])
    strategies = {}
    for side, parts in header["parts"].items():
        types = np.repeat(np.arange(TYPES, dtype=np.int32), arrays[f"{side}_settings"])
        weight = arrays[f"{side}_weight"].astype(np.int32)
        strategies[side] = TypeStrategy(types, arrays[f"{side}_setting"], weight, int(parts), wheel)
    fixed = TypeStrategy.fixed(settings_from_table(arrays["table"].tobytes(), wheel), wheel)
    for each in (*strategies.values(), fixed):
        _require_whole(each)
    return read_claims(header, house=strategies["house"], player=strategies.get("player"), fixed=fixed, file=name)


def _by_type(strategy: object) -> TypeStrategy:
    assert isinstance(strategy, TypeStrategy)
    return strategy


def _require_whole(strategy: TypeStrategy) -> None:
    """Check that every type has legal settings whose weights add up."""
    legal = setting_table(strategy.wheel).legal
    if len({len(strategy.type), len(strategy.setting), len(strategy.weight)}) > 1:
        raise ValueError("its strategies are not one setting and one weight for each line")
    if not legal[strategy.type, strategy.setting].all():
        raise ValueError("a setting is not legal")
    shares = np.bincount(strategy.type, strategy.weight, minlength=TYPES)
    if (strategy.weight <= 0).any() or (shares != strategy.parts).any():
        raise ValueError("its weights do not add up for every type")
