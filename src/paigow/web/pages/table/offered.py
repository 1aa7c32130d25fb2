"""The viewer's options as forms and their fields: each is a legal command, or a choice among several."""

from dataclasses import dataclass

from paigow.web.pages.table.pieces import PieceView, Pile

Pairs = tuple[tuple[str, str], ...]
ACTS = {"look": "pick-up", "set-bank-hand": "set", "walk-away": "leave"}
"""Controls whose name differs from the verb of their command."""
KEYS = {"surrender": "g", "pass-bank": "n", "pass-cut": "n", "decline-cut": "n", "yield-bank": "n"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several ways to give a command: the fields it sets, and its label."""

    fields: Pairs
    label: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Amounts:
    """A range of amounts, as text to be typed."""

    least: str
    most: str
    step: str
    value: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A command, or several similar ones, as one HTML form."""

    id: str
    verb: str
    label: str
    hidden: Pairs = ()
    choices: tuple[Choice, ...] = ()
    amounts: Amounts | None = None
    text: str = ""  # the name of an optional text field
    hint: str = ""
    main: bool = False  # whether the table waits for it
    primary: bool = False

    @property
    def as_buttons(self) -> bool:
        return 0 < len(self.choices) <= 4

    @property
    def simple(self) -> bool:
        """Return whether one press gives the command."""
        return not (self.choices or self.amounts or self.text)

    @property
    def act(self) -> str:
        """Return the stable name of the control, `data-act`."""
        return ACTS.get(self.verb, self.verb)

    @property
    def key(self) -> str:
        """Return the key that presses it."""
        return KEYS.get(self.verb, "")


@dataclass(frozen=True, slots=True)
class ChipView:
    """A chip of the rack: its colour, its text, its value, and whether it is selected at first."""

    css: str
    label: str
    amount: str
    said: str
    picked: bool = False


@dataclass(frozen=True, slots=True)
class BetForm:
    """A betting circle where the viewer may place chips.

    `least`, `most` and `step` are in cents; `put` is the amount of the bet if the circle is tapped with the chip that
    is selected at first.
    """

    id: str
    position: int
    kind: str
    label: str
    where: str
    own: bool
    now: int
    least: int
    most: int
    step: int
    put: str
    amounts: Amounts
    withdraw: bool = False
    held: bool = False  # waits for the main bet
    pays: Pairs = ()
    pays_clause: str = ""
    meter: int | None = None
    pile: Pile | None = None


@dataclass(frozen=True, slots=True)
class LowChoice:
    """Two positions that could be the low hand, and the names of both resulting hands.

    If `swapped` is true, the two are the better hand, and so the high one.
    """

    css: str
    high: str
    low: str
    foul: bool = False
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The house way's setting of the hand."""

    places: str
    high: str
    low: str
    rule: str
    clause: str
    value: str


@dataclass(frozen=True, slots=True)
class SetForm:
    """A hand to set: its tiles or cards, each of which can be picked for the low hand."""

    id: str
    verb: str
    label: str
    hidden: Pairs
    pieces: tuple[PieceView, ...]
    lows: tuple[LowChoice, ...]
    suggestion: Suggestion | None
    foul_clause: str = ""
    advice: str = ""  # link to the analysis of the hand
    position: int = 0


@dataclass(frozen=True, slots=True)
class Rebet:
    """The wagers of the viewer's last round that can be repeated now."""

    total: int
    wagers: tuple[tuple[str, int], ...]  # name and amount of each


@dataclass(frozen=True, slots=True)
class SitForm:
    """The form to take a seat and buy chips; the seats' own buttons belong to this one form."""

    positions: tuple[int, ...]
    chips: Amounts | None  # none if the purse is empty
    hint: str = ""
