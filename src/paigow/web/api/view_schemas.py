"""The schema of a view: the table as one viewer sees it (`paigow.table.view`)."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from paigow.comparison import Result
from paigow.rules.standards import STANDARDS
from paigow.table.core.model import HandStatus, Phase

if TYPE_CHECKING:
    StandardName = str
else:
    StandardName = Literal[tuple(STANDARDS)]
Cents = Annotated[int, Field(description="Cents")]
PlacedWager = Annotated[tuple[str, int, str, int], Field(description="Player, position, kind, cents")]
SettledWager = Annotated[tuple[str, int, str, Result], Field(description="Player, position, kind, result")]
Dice = tuple[int, int, int]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]*$")]


class Shape(BaseModel):
    """A schema that can be read from rows as well as from plain values."""

    model_config = ConfigDict(from_attributes=True)


class PlayerView(Shape):
    position: int | None = Field(description="Null for somebody who wagers from behind")
    away: bool


class ChainView(Shape):
    """The published chain of the server's seeds."""

    tip: str
    first: int
    length: int


class HandView(Shape):
    status: HandStatus
    pieces: list[str] = Field(description="In the notation; `?` lies face down for this viewer")
    setting: str | None = Field(description="high / low, if this viewer may see it")
    set_by: str
    foul: bool | None = Field(description="Null until the hand lies open")


class RoundView(Shape):
    number: int
    commitment: str
    seat_seeds: list[tuple[int, str]] = Field(description="Position and seed, once the seeds are closed")
    seeds_given: list[str]
    seeds_awaited: list[str]
    bank: str | None
    co_banked: bool
    sharers: list[str]
    chung: tuple[int, str] | None = Field(description="New Zealand: the box it marks, and the face it shows")
    stake_taken: bool
    laja_due: bool
    controllers: dict[int, str] = Field(description="By position: who decides for it")
    offered: list[str]
    wagers: list[PlacedWager]
    delivery: str
    adjustment: int
    dice: Dice | None
    number_drawn: int | None
    start: int | None
    hands: dict[int, HandView] = Field(description="By position")
    results: list[SettledWager]
    choices: list[int]
    void: str


class View(Shape):
    """The table as one viewer sees it; cards and tiles that are face down for that viewer are `?`."""

    table: str
    standard: StandardName
    submission: Hex
    phase: Phase
    time: int
    sequence: int
    chain: ChainView | None
    rounds: int
    viewer: str
    players: dict[str, PlayerView]
    accounts: dict[str, Cents]
    meters: dict[str, Cents]
    off: list[int]
    removed: list[str]
    set_first: list[str]
    english_only: bool
    set: list[str]
    round: RoundView | None
