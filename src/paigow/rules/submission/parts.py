"""The parts that submissions of several standards share."""

from typing import TYPE_CHECKING, Annotated, Literal

from paigow.errors import SubmissionError
from paigow.poker import find_house_way as find_card_house_way
from paigow.poker.house_ways import SHORT as SHORT_CARD_WAYS
from paigow.poker.table_way import PREFIX as CARD_TABLE
from paigow.rules.fields import Cents, DealerWager, Limit
from paigow.rules.models import Model, Reads, check, key
from paigow.rules.standards import STANDARDS, Standard
from paigow.tiles import find_house_way
from paigow.tiles.house_ways import SHORT as SHORT_TILE_WAYS
from paigow.tiles.lists import PREFIX as LIST
from paigow.tiles.table import PREFIX as TABLE

Letter = Literal["A", "B", "C", "D"]


def _table(value: object) -> str | None:
    """Return a known house way, one that contains its own table or rules, or a short one converted to that form."""
    if isinstance(value, str) and (value := SHORT_TILE_WAYS.text(value) or value).startswith((LIST, TABLE)):
        find_house_way(value)
        return value
    return None


def _card_table(value: object) -> str | None:
    if isinstance(value, str) and (value := SHORT_CARD_WAYS.text(value) or value).startswith((LIST, CARD_TABLE)):
        find_card_house_way(value)
        return value
    return None


PokerHouseWay = Annotated[
    Literal[
        "foxwoods", "trump-plaza", "mgm-grand", "ballys-atlantic-city", "flamingo", "stones", "optimal", "optimal-open"
    ],
    Reads(other=_card_table),
]
TileHouseWay = Annotated[
    Literal["maryland", "foxwoods", "new-zealand", "optimal"],
    Reads(other=_table),
]


class Limits(Model):
    """The minimum and maximum of a wager."""

    minimum: Cents = key("The smallest wager.", ge=1)
    maximum: Limit = key('The largest wager, or "none".')

    @check
    def _in_order(self) -> None:
        if self.maximum is not None and self.maximum < self.minimum:
            raise SubmissionError("the maximum is below the minimum")


class OptionalWager(Limits):
    """A wager that a table may offer in addition to the main one."""

    offered: bool = key("Whether the wager is offered.")


class Vigorish(Model):
    """The house's charge on winnings (MDT-8.K, MDP-13.A)."""

    percent: Literal[5] = key(
        "The charge on an amount won, in percent; the documents fix it.", "MDT-8.K.s2", "MDP-13.A.s2"
    )
    rounding: Literal["cent", "cent-down", "quarter"] = key(
        "How it is rounded: only fractions of a cent, up (`cent`) or down (`cent-down`); or up to the "
        "next 25 cents (`quarter`).",
        "MDT-8.K.1",
        "MDP-13.A.1",
    )


class Banking(Model):
    """Whether players may bank, and the dealer's wager against a player who does."""

    offered: bool = key("Whether players may bank.", "MDT-9.A", "MDP-12.A")
    co_banking: bool = key("Whether a bank may ask the house to cover half.", "MDT-9.E", "MDP-12.E")
    dealer_wager: DealerWager = key(
        "What the dealer wagers against a bank: `last-wager`, the bank's own last wager against the dealer, or a "
        "fixed amount. The bank may ask for less.",
        "MDT-9.H.3",
        "MDP-12.G.1",
    )


class Submission(Model):
    """An operator's choices within a standard."""

    standard: str
    edition: Literal[1, 2] = key(
        "The edition of this program's rules that applies: the current one, or the first, which older records "
        "without this key use."
    )
    title: str = key("The operator's name for this submission.", min_length=1, max_length=200)
    operator: str = key(
        "The operator's name, shown on the layout.", "MDT-2.B.1", "MDP-2.B.1", min_length=1, max_length=200
    )

    if TYPE_CHECKING:  # each standard's model has the field, with the house ways it allows

        @property
        def house_way(self) -> str:
            """The name of the house way that sets the house's hand."""
            ...

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title!r}>"

    def require_payable(self) -> None:
        """Refuse limits within which no wager can be paid. A stored submission may have them and plays on."""

    @property
    def rules(self) -> Standard:
        """Return the standard that this submission belongs to."""
        return STANDARDS[self.standard]

    def reading(self, name: str) -> str:
        """Return the submission's reading of an ambiguous clause."""
        chosen: str = getattr(self.readings, name)  # type: ignore[attr-defined]
        return chosen

    def data(self) -> dict[str, object]:
        """Return all choices in the form of a submission file: money, shares and odds as text."""
        return self.model_dump()

    def kept(self) -> dict[str, object]:
        """Return the same in the form used by hashes and records, which do not name the first edition."""
        return {name: value for name, value in self.data().items() if (name, value) != ("edition", 1)}
