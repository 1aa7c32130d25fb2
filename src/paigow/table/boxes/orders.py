"""Orders of the game supervisor that are in force (NZ chapter 12); the commands for them are in `discipline`."""

from dataclasses import dataclass
from typing import ClassVar

from paigow.table.core.model import Part


@dataclass(frozen=True)
class Orders(Part):
    """Orders that stay in force from one round to the next."""

    of_table: ClassVar[bool] = True
    off: frozenset[int] = frozenset()  # boxes removed from play
    removed: frozenset[str] = frozenset()  # players removed from play
    barred: frozenset[str] = frozenset()
    english_only: bool = False
    set_first: frozenset[str] = frozenset()
