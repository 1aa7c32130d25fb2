"""The schemas of requests and responses.

Commands and events are open here, because the table itself decides what they contain; the OpenAPI document has a schema
for each kind of them (`unions`).
"""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    ConfigDict,
    Field,
    JsonValue,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from paigow.rules.fields import printable
from paigow.table.core.engine import PlayerCommand, commands
from paigow.table.core.model import FLOOR
from paigow.web.api.view_schemas import Shape, StandardName, View
from paigow.web.service.bots import NAMES
from paigow.web.service.duplicates import DEALS, HOURS
from paigow.web.service.seats import CODES
from paigow.web.service.tokens import LONGEST_DAYS, MAX_NAME_LENGTH, USUAL_DAYS, Scope

MAX_SAFE_INTEGER = 2**53  # the largest integer that every JSON parser holds exactly
SLUG = r"^[a-z0-9][a-z0-9-]{0,63}$"
Standard = StandardName
As = Literal["player", "floor"]
Seconds = Annotated[float, Field(ge=0, le=600)]


def verbs() -> list[str]:
    """Return the verbs that people may use, as players or the floor; the others are for the dealer and the system."""
    return [
        verb
        for verb, kind in sorted(commands().items())
        if issubclass(kind, PlayerCommand) or kind.role == FLOOR or "player" in kind.__dataclass_fields__
    ]


class Request(Shape):
    """A body in which nothing but these fields is accepted."""

    model_config = ConfigDict(extra="forbid")


class Problem(Shape):
    """Why a request was refused (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    reason: str = Field(description="A code for programs")
    clause: str | None = Field(description="The clause of the rule document that stands against it")


class TableLine(Shape):
    slug: str
    title: str
    standard: str
    standard_version: str
    submission_hash: str
    opened_at: datetime
    closing: bool
    closed_at: datetime | None
    sequence: int = Field(description="The number of the last event")


class TablePage(Shape):
    tables: list[TableLine]
    next: int | None = Field(description="The offset of the next page")


class Seat(Shape):
    position: int
    player: str | None
    shown: str | None = Field(description="What the player is called on pages")
    bot: bool
    away: bool


class TableWhole(TableLine):
    phase: str
    rounds: int
    minimum: int = Field(description="Cents")
    maximum: int = Field(description="Cents")
    seats: list[Seat]
    awaited: str = Field(description="What the window that is open waits for")
    deadline_at: datetime | None = Field(description="When that window closes")
    submission: dict[str, Any]


class PaceIn(Request):
    """The timings of a table in seconds; anything left out has its default."""

    between: Seconds = 3.0
    offer: Seconds = 15.0
    cut: Seconds = 10.0
    bet: Seconds = 25.0
    seeds: Seconds = Field(3.0, description="How long the deal waits for the seeds of those who play")
    quiet: Seconds = Field(6.0, description="Betting stays open for this long after each bet")
    choose: Seconds = 12.0
    set: Seconds = 60.0
    surrender: Seconds = 5.0
    step: Seconds = 0.6
    bot: Seconds = 0.3
    misses: int = Field(6, ge=1, le=1000, description="Rounds without a sign of life, after which a seat is given up")
    away: Seconds = Field(120.0, description="Time without a sign of life before that, however short the rounds are")
    hold: Seconds = Field(600.0, description="A seat is kept for somebody who sits out while nobody else plays")
    clock: bool = Field(True, description="Without one the table waits for its people as long as they like")
    stride: Literal["step", "phase", "round"] = Field("step", description="How far the dealer goes at one look")
    always: bool = Field(False, description="Deals on even if only bots sit there")
    floor: bool = Field(False, description="Payouts wait for a person of the floor")


class PaceAct(Request):
    act: Literal["deal", "skip", "sit-out", "deal-me-in", "dismiss"]
    round: int | None = Field(
        None, ge=0, le=MAX_SAFE_INTEGER, description="The round that is meant; refused if it is over"
    )


class PaceState(Shape):
    sequence: int
    awaited: str = Field(description="What the window that is open waits for")
    deadline_at: datetime | None = Field(description="When that window closes; never, if it is null")
    out: str = Field(description="Empty, or why the person sits out: asked or missed")


class HostIn(Request):
    """A table for yourself and your friends."""

    standard: Standard
    limits: Literal["low", "usual", "high"] = Field("usual", description="$1–$100, $10–$5,000 or $100–$10,000")
    pace: Literal["brisk", "casino"] = "brisk"
    bots: StrictInt = Field(2, ge=0, le=5)
    invitation_only: StrictBool = False


class HostAct(Request):
    """What a host can do."""

    act: Literal["pause", "resume", "close", "remove"]
    player: StrictStr = Field("", max_length=64, description="Whose seat is freed, for `remove`")


class HostedTable(Shape):
    slug: str
    title: str
    standard: str
    invitation: str = Field(description="What a guest needs to come; empty where everybody can")
    paused: bool
    closing: bool
    closed_at: datetime | None


class Joined(Shape):
    slug: str


class SharedLink(Shape):
    """The link that shows a round to everybody as its sharer saw it."""

    url: str
    embed: str
    preview: str = Field(description="A picture of both hands")


class TournamentIn(Request):
    """A duplicate tournament."""

    standard: Standard
    deals: Literal[DEALS] = Field(10, description="Hands that everybody plays")  # type: ignore[valid-type]
    hours: Literal[HOURS] = Field(72, description="Until the deadline")  # type: ignore[valid-type]


class Standing(Shape):
    place: int
    player: str
    cost: str = Field(description="What the settings gave away against best play, exactly, in cents: the ranking")
    net: int = Field(description="What was won or lost, in cents; it does not count")


class TournamentOut(Shape):
    """The published part of a tournament. The house signs the statement before anybody can enter."""

    tournament: str
    standard: str
    submission_hash: str
    deals: int
    deadline: datetime
    tip: str = Field(description="Tip of the hash chain that fixes every deal")
    statement: str
    signature: str
    key: str
    seeds: list[str] | None = Field(None, description="The revealed seeds, after the deadline")
    holds: bool | None = Field(None, description="Whether the seeds are those of the tip")
    standings: list[Standing] = Field(
        [], description="For everybody after the deadline, before it for those who have played every hand"
    )


class TournamentHand(Shape):
    """The next hand that the token's owner has to set; null when all are set."""

    number: int
    deals: int
    done: bool
    pieces: list[str]


class TournamentSetting(Request):
    setting: StrictStr = Field(max_length=64, description="`high / low`", examples=["66 45 / 23 12"])


class SayIn(Request):
    code: Literal[CODES] = Field(description="A phrase or reaction from the fixed list")  # type: ignore[valid-type]


class PracticeIn(Request):
    standard: str = Field(max_length=32, examples=["maryland-tiles"])
    pace: Literal["instant", "brisk", "casino"] = "brisk"
    bots: StrictInt = Field(3, ge=0, le=5)
    coach: StrictBool = False


class PreferencesIn(Request):
    """Preferences; anything left out has a new player's default."""

    pick_up: StrictBool = Field(True, description="Cards or tiles are picked up as soon as they are dealt")
    pass_bank: StrictBool = Field(False, description="The bank is always passed")
    never_cut: StrictBool = False
    rebet: StrictBool = Field(False, description="The bets of the last round are repeated every round")
    ask_surrender: StrictBool = Field(False, description="The table pauses for a surrender")
    mute: StrictBool = Field(False, description="Other people's quick phrases are not shown")
    public_profile: StrictBool = Field(False, description="Everybody can see the profile")
    practise_all: StrictBool = Field(False, description="Practice tables offer the bank and the cut too")


class NewTable(Request):
    slug: str = Field(pattern=SLUG)
    title: str = Field("", max_length=100)
    bots: int = Field(0, ge=0, le=len(NAMES))
    pace: PaceIn | None = None

    @field_validator("title")
    @classmethod
    def _printable(cls, title: str) -> str:
        return printable(title)


class StandardTable(NewTable):
    """A table with a standard's default rules."""

    standard: Standard

    def rules(self) -> dict[str, Any]:
        return {"standard": self.standard}


class SubmittedTable(NewTable):
    """A table with the rules of a submission."""

    submission: dict[str, JsonValue] = Field(json_schema_extra={"example": {"standard": "maryland-tiles"}})

    def rules(self) -> dict[str, Any]:
        return self.submission


class Amounts(Shape):
    least: int
    most: int
    step: int


class OfferOut(Shape):
    """A command that is accepted now, as it is or with any of `amounts` as its amount."""

    command: dict[str, Any]
    amounts: Amounts | None
    no_multiples_of: int = Field(description="Amounts that are not meant; 0 if there are none")
    free: list[str] = Field(description="Fields that may have other values than those shown")
    form: bool = Field(description="The command is a form to fill in")


class Legal(Shape):
    sequence: int
    actor: str
    offers: list[OfferOut]


def _one_of_them(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """Report a single error for a union instead of one for each of its members, of which the first is misleading."""
    try:
        return check(value)
    except ValidationError:
        wanted = "a whole number, a text, true or false, or a list of these"
        raise PydanticCustomError("given", "this must be {wanted}", {"wanted": wanted}) from None


Given = Annotated[StrictBool | StrictInt | StrictStr | list[JsonValue], WrapValidator(_one_of_them)]


class SeedIn(Request):
    """A client's own random contribution to the deal, made after it saw the round's commitment."""

    seed: str = Field(pattern=r"^[!-~]{1,64}$", description="1 to 64 visible ASCII characters; 128 random bits will do")
    commitment: str = Field(pattern=r"^[0-9a-f]{64}$", description="Of the round that the seed is for")


class CommandIn(Shape):
    """A command as in a record, but without `by`: the token says who acts. Outcomes of chance are left out."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Given]

    do: str
    expected: StrictInt = Field(
        ge=0, le=MAX_SAFE_INTEGER, description="The number of the last event that the client knows"
    )
    as_: As = Field("player", alias="as")
    why: StrictStr = Field("", max_length=200, description="The floor's reason, where a deed takes one")
    contribution: SeedIn | None = Field(None, description="A fresh seed for this round; counts if the command is a bet")

    @model_validator(mode="after")
    def _printable(self) -> Self:
        _no_control_signs({**self.fields(), "why": self.why})
        return self

    def fields(self) -> dict[str, Any]:
        """Return the command itself, as an inline table of a record."""
        return {"do": self.do, **(self.model_extra or {})}


class Receipt(Shape):
    table: str
    key: str
    first: int = Field(description="The number of its first event")
    last: int = Field(description="The number of its last event")
    repeated: bool = Field(description="It had been carried out before, under the same key")


class Done(Shape):
    receipt: Receipt
    view: View


class Heard(Shape):
    """An event as the viewer may see it."""

    model_config = ConfigDict(extra="allow")

    sequence: int = Field(description="Its number")
    given_at: str = Field(  # as in the stream: parsing and rewriting it would lose its microseconds
        description="When the command was given of which it came", json_schema_extra={"format": "date-time"}
    )
    given_by: str = Field(description="By whom")
    event: str
    clauses: list[str]
    transfers: list[dict[str, Any]]


class History(Shape):
    events: list[Heard]
    next: int | None = Field(description="`after` for the next page, if there is more")
    sequence: int


class SeedChain(Shape):
    """A published hash chain of a table's server seeds; see the fairness page."""

    table: str
    first: int = Field(description="The first round whose seed it fixes")
    length: int = Field(description="The number of rounds")
    tip: str
    published_at: str = Field(json_schema_extra={"format": "date-time"})
    event: int = Field(description="The number of the event that published it")
    signature: str = Field(description="Ed25519, by the house")
    key: str = Field(description="The house's public key")


class SeedChains(Shape):
    chains: list[SeedChain]


class Round(Shape):
    number: int
    protocol: int = Field(description="Version of the fairness algorithm")
    commitment: str
    seed: str = Field(description="Empty until the round is over")
    opened_at: datetime
    closed_at: datetime | None
    void: str
    first: int
    last: int | None
    submission_hash: str
    standard_version: str
    software: str
    record_hash: str = Field(description="Of the round's block in the table's record; empty until the round is over")


class RoundPage(Shape):
    rounds: list[Round]
    next: int | None = Field(description="`before` for the next page, if there is more")


class RecordIn(Request):
    record: str = Field(description="A whole record, as text", max_length=2_000_000)


class Verdict(Shape):
    """Whether everything follows from the seeds and the rules and, if not, the first thing that does not."""

    holds: bool
    rounds: int
    hash: str
    message: str
    clause: str | None
    line: int | None = Field(description="Of the record, where it first does not hold")
    seeds: dict[str, Any] | None = Field(description="What the seats' seeds were worth; voids and redraws")


class Working(Shape):
    """The answer is being computed; ask again after `Retry-After` seconds."""

    status: Literal["working"] = "working"


class NewToken(Request):
    name: str = Field(min_length=1, max_length=MAX_NAME_LENGTH, description="For its owner to know it by")
    scopes: list[Scope] = Field([Scope.READ, Scope.PLAY], min_length=1, max_length=9, description="What it is good for")
    days: int = Field(USUAL_DAYS, ge=1, le=LONGEST_DAYS, description="After so many days it opens nothing any more")

    @field_validator("name")
    @classmethod
    def _printable(cls, name: str) -> str:
        return printable(name)


class TokenLine(Shape):
    id: int
    name: str
    scopes: list[Scope]
    created_at: datetime
    expires_at: datetime | None = Field(description="Null for a token made before tokens expired")
    revoked_at: datetime | None


class TokenOnce(TokenLine):
    token: str = Field(description="Shown this once")


class TokenList(Shape):
    tokens: list[TokenLine]


def _no_control_signs(item: Any) -> None:
    if isinstance(item, str):
        printable(item)
    elif isinstance(item, list | dict):
        for each in item if isinstance(item, list) else (*item, *item.values()):
            _no_control_signs(each)
