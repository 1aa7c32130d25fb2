"""Solutions as files. One file holds the certificate, both strategies and the best fixed house way."""

import json
from importlib import resources
from pathlib import Path
from typing import Any, cast

from paigow.errors import PaigowError
from paigow.solver.model import FORMAT, Solution, read_claims
from paigow.solver.tiles.strategy import TileStrategy
from paigow.solver.verify_tiles import Check, verify

DATA = Path(str(resources.files("paigow.solver"))) / "data"
"""The solutions in the package, as written by `paigow solve --out`."""


def shipped() -> dict[str, Path]:
    """Return every shipped solution by name."""
    return {path.stem: path for path in sorted(DATA.iterdir()) if path.suffix in (".json", ".npz")}


def save(solution: Solution, path: Path) -> None:
    """Write a solution; an existing file is replaced only once everything is written."""
    if solution.game != "tiles":
        from paigow.solver.poker.files import save as save_cards

        save_cards(solution, path)
        return
    assert isinstance(solution.house, TileStrategy)
    assert isinstance(solution.player, TileStrategy)
    assert isinstance(solution.pure.strategy, TileStrategy)
    claims = solution.to_dict()
    data = {
        "format": FORMAT,
        **{name: value for name, value in claims.items() if name not in ("bank", "player", "house", "seconds")},
        "literal_zero": solution.literal_zero,
        "pure": {name: value for name, value in cast(dict[str, Any], claims["pure"]).items() if name != "file"},
        "player": solution.player.to_dict(),
        "house": solution.house.to_dict(),
        "fixed": solution.pure.strategy.to_dict(),
    }
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    temporary.replace(path)


def load(path: Path) -> Solution:
    """Read a solution of either game."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PaigowError(f"{path} cannot be read: {error.strerror}") from None
    if content[:2] == b"PK":
        from paigow.solver.poker.files import load as load_cards

        return load_cards(path)
    return _read(read_json(content, str(path)), str(path))


def check(path: Path) -> list[Check]:
    """Check everything that a solution claims, with a separate program."""
    content = path.read_bytes()
    if content[:2] == b"PK":
        from paigow.solver.verify_cards import verify as verify_cards

        return [Check(*each) for each in verify_cards(path)]
    read_json(content, str(path))
    return verify(path)


def read_json(content: bytes, name: str) -> dict[str, Any]:
    """Return the data of a tile solution."""
    try:
        data = json.loads(content)
    except (ValueError, UnicodeDecodeError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise PaigowError(f"{name} is not a solution: `paigow solve --out FILE` writes one")
    return data


def _read(data: dict[str, Any], name: str) -> Solution:
    try:
        return read_claims(
            data,
            house=TileStrategy.from_dict(data["house"]),
            player=TileStrategy.from_dict(data["player"]),
            fixed=TileStrategy.from_dict(data["fixed"]),
            file=name,
            literal_zero=data["literal_zero"],
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, PaigowError):
            raise
        raise PaigowError(f"{name} is a damaged solution: {error}") from None
