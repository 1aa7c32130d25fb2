"""The schemas of odds and advice, and of the standards and clauses they follow.

Counts are integers, exact values are fractions written as text, and values that end in `percent` are floats for
convenience.
"""

from typing import Annotated, Literal

from pydantic import Field

from paigow.web.api.view_schemas import Shape, StandardName

Exact = Annotated[str, Field(pattern=r"^-?[0-9]+(/[0-9]+)?$", description="An exact fraction", examples=["-1/20"])]
Bank = Literal["house", "player"]


class WagerOutcome(Shape):
    """One way a wager can end."""

    name: str
    count: int
    pays: Exact = Field(description="For a unit staked; -1 if the stake is lost")


class Odds(Shape):
    """The exact odds of a wager. Counts are numbers of equally likely deals."""

    rules: str
    wager: str
    paytable: str | None
    house_way: str | None
    player: str | None
    bank: Bank
    total: int
    outcomes: list[WagerOutcome]
    win: int
    push: int
    lose: int
    copies: int | None = Field(None, description="Deals with a copy among the two comparisons, where that was counted")
    envy: Exact | None = Field(None, description="Expected gain from other players' hands, on top of the outcomes")
    edge: Exact
    edge_percent: float
    standard_deviation: float
    hit_frequency: Exact
    exact: bool


class SettingOut(Shape):
    """A legal setting, and the other side's hands against which it wins, pushes and loses."""

    high: str
    low: str
    high_name: str
    low_name: str
    win: int
    push: int
    lose: int
    ev: Exact = Field(description="Expected gain of a unit staked")
    ev_percent: float


class HouseSetting(SettingOut):
    rule: str
    clause: str


class AdviceOut(Shape):
    """Every legal setting, best first, and what the house way would do."""

    rules: str
    pieces: str
    against: str
    bank: Bank
    total: int
    settings: list[SettingOut]
    best: SettingOut
    house_way: HouseSetting
    cost: Exact = Field(description="What setting the house way gives away, of a unit staked")
    cost_percent: float
    exact: bool


class StandardOut(Shape):
    """One of the four rule documents, with what no submission can change."""

    name: StandardName
    prefix: str = Field(description="With which the ids of its clauses begin")
    version: str
    title: str
    game: Literal["tiles", "poker"]
    seats: int
    positions: int
    pays: str
    vigorish: Exact
    player_may_bank: bool


class StandardList(Shape):
    standards: list[StandardOut]


class ClauseOut(Shape):
    """A statement in a document. The summary is ours; the document's own text is binding."""

    id: str
    document: str
    title: str
    kind: str
    actor: str
    summary: str
    software: str = Field(description="What this program makes of it")


class ClausePage(Shape):
    clauses: list[ClauseOut]
    next: int | None = Field(description="The offset of the next page")
