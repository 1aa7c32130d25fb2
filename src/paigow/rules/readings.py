"""Readings: a named switch for each place where a document can be read in more than one way.

Each switch is a key of a submission's `[readings]` table. The first value is the default of the packaged submissions;
the explanation describes the alternatives.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, get_args

from paigow.rules.fields import clauses_of
from paigow.rules.models import Model, key
from paigow.rules.standards import STANDARDS


@dataclass(frozen=True, slots=True)
class Reading:
    """One switch: its clauses, the standards that have it, its possible values and its default."""

    name: str
    standards: tuple[str, ...]
    values: tuple[str, ...]
    clauses: tuple[str, ...]
    text: str

    @property
    def default(self) -> str:
        return self.values[0]


class _Maryland(Model):
    """Readings that both Maryland documents share."""

    abandoned_wager: Literal["house-way", "losing"] = key(
        "When a player leaves during a round: `house-way` sets the hand the house way and the wager stays live; "
        "`losing` collects it.",
        "MDT-5.C.2", "MDP-7.C.2",
    )  # fmt: skip
    larger_wager: Literal["main", "all"] = key(
        "Which of two adjacent hands has the larger wager and is set first: compare only the `main` wagers, or "
        "`all` wagers on the position.",
        "MDT-5.E.2", "MDP-7.F.2",
    )  # fmt: skip
    start_of_game: Literal["opening-or-idle", "every-mix"] = key(
        "When nobody may bank: in the first round after `opening-or-idle` time; or, read literally, after "
        "`every-mix` or shuffle, which is every round, so nobody could ever bank.",
        "MDT-9.B.2", "MDP-12.B.2",
    )  # fmt: skip
    bank_offer: Literal["after-last-bank", "far-right"] = key(
        "Where the next offer of the bank starts: to the right of the last player who banked (`after-last-bank`), or "
        "always at the `far-right`.",
        "MDT-9.C.1.a", "MDT-9.C.2", "MDP-12.C.1.a", "MDP-12.C.2",
    )  # fmt: skip
    bank_cover: Literal["with-dealer", "players-only"] = key(
        "Which wagers a bank must be able to cover: those of the players and the dealer (`with-dealer`), or "
        "`players-only`.",
        "MDT-9.D.2", "MDP-12.D.2",
    )  # fmt: skip
    co_bank_cover: Literal["half", "all"] = key(
        "How much of the wagers a co-bank must be able to cover: `half`, which is all it can lose, or `all`.",
        "MDT-9.D.2", "MDP-12.D.2",
    )  # fmt: skip
    bank_setting: Literal["house-way", "free"] = key(
        "How a player who banks alone sets the hand: the `house-way`, with anything else reset to it, as the rule "
        "on wrong settings says expressly for a bank; or `free`, as the player likes, with only a foul corrected. A "
        "co-bank's hand is always set the house way.",
        "MDT-9.O", "MDT-10.F", "MDP-12.I.2", "MDP-14.I",
    )  # fmt: skip
    odd_half: Literal["house", "bank"] = key(
        "Who gets the odd cent when a co-bank's surplus is halved, and pays it when a deficit is: the `house` "
        "or the `bank`.",
        "MDT-9.S.5", "MDT-9.S.6", "MDT-9.S.8", "MDP-12.L.2", "MDP-12.L.3.a", "MDP-12.L.3.c",
    )  # fmt: skip
    bank_surrender: Literal["allowed", "refused"] = key(
        "Whether a player may surrender against a banking player: `allowed` until the hand is opened, with the wager "
        "going to the bank; or `refused`.",
        "MDT-8.E", "MDP-11.D",
    )  # fmt: skip


class MarylandTilesReadings(_Maryland):
    pair_fortunes: Literal["four-tiles", "hands-as-set"] = key(
        "What the Pair Fortunes wager depends on: the `four-tiles` dealt, or the two `hands-as-set`.",
        "MDT-5.F.1",
    )
    surrender_bonus: Literal["settled", "lost"] = key(
        "What happens to a Pair Fortunes wager when its player surrenders: `settled` on the tiles first, or `lost` "
        "with the main wager.",
        "MDT-8.E.2.a",
    )
    random_number_with_bank: Literal["allowed", "refused"] = key(
        "Whether a random number may replace the bank's shake of the dice: `allowed`, or `refused` because only dice "
        "are mentioned.",
        "MDT-9.J.2", "MDT-9.K",
    )  # fmt: skip


class MarylandPokerReadings(_Maryland):
    wheel: Literal["second", "lowest"] = key(
        "How A-2-3-4-5 ranks: `second` among the straights and first among the straight flushes below the royal, or "
        "`lowest`, as some houses play.",
        "MDP-6.B.3", "MDP-6.B.7",
    )  # fmt: skip
    bonus_threshold: Literal["three-of-a-kind", "straight"] = key(
        "Where the Fortune Bonus and Emperor's Treasure start to pay: at `three-of-a-kind`, which the pay tables "
        "list, or at a `straight`, which the description of the wagers names.",
        "MDP-7.E.1", "MDP-7.E.2", "MDP-11.H.3.a.i", "MDP-11.H.4.a",
    )  # fmt: skip
    threes_over_straight: Literal["highest-ranking", "better-line"] = key(
        "How seven cards with both a straight and three of a kind are paid: as the `highest-ranking` hand, the "
        "straight, which pays less; or by the `better-line` of the pay table, as in published tables.",
        "MDP-11.H.1", "MDP-13.B", "MDP-13.C",
    )  # fmt: skip
    cut_depth: Literal["both-ends", "one-end"] = key(
        "Where the cover card may go: at least ten cards from `both-ends` of the deck, or only from `one-end`.",
        "MDP-5.F",
    )
    payout_limit: Literal["all-pays", "fixed-pays", "each-wager"] = key(
        "What a payout limit caps: `all-pays` of one hand's optional wagers together, including awards from a meter; "
        "only the sum of their `fixed-pays`; or `each-wager` separately. Envy is never capped.",
        "MDP-13.G", "MDP-13.G.2",
    )  # fmt: skip
    envy_tables: Literal["each", "higher"] = key(
        "What a player with qualifying wagers on both the Fortune Bonus and Emperor's Treasure gets for another's "
        "hand: the envy of `each` table, or the `higher` of the two.",
        "MDP-11.H.3.b", "MDP-11.H.4.e",
    )  # fmt: skip
    envy_bank_hand: Literal["counts", "ignored"] = key(
        "Whether the hand of a player who banks can earn others an Envy Bonus: it `counts` as a player's, or is "
        "`ignored` as the house's would be.",
        "MDP-11.H.3.b.i", "MDP-11.H.4.e.i",
    )  # fmt: skip
    void_meter: Literal["reversed", "kept"] = key(
        "What a void round does to the progressive meters: contributions are `reversed` when wagers are returned, or "
        "`kept`.",
        "MDP-8.F.1", "MDP-9.E.1", "MDP-10.E.1",
    )  # fmt: skip
    face_up_stub: Literal["reduced", "four"] = key(
        "How many cards must remain after a face-up card is set aside: the stub is `reduced` by it, or must be "
        "`four`, which voids the round.",
        "MDP-8.F", "MDP-14.E",
    )  # fmt: skip
    exposed_hand_void: Literal["all-wagers", "main"] = key(
        "What is returned to a player who voids a hand that the dealer exposed: `all-wagers` on it, or only the `main` "
        "wager.",
        "MDP-14.C",
    )


class NewZealandReadings(Model):
    zero_zero: Literal["copy", "loses-wager"] = key(
        "What happens when zero meets zero: the hand is a `copy` that the bank wins, as in the rules from 1999 on; or, "
        "read literally, one zero against a zero `loses-wager` even if the other hand wins.",
        "NZ-6.1.b.ii", "NZ-6.2.a.iii",
    )  # fmt: skip
    odd_half: Literal["house", "bank"] = key(
        "Who gets the odd chip when co-bankers divide: the `house` or the `bank`.",
        "NZ-11.3.j", "NZ-11.3.k", "NZ-11.3.l",
    )  # fmt: skip
    shared_bank: Literal["pro-rata", "equal"] = key(
        "How players who share the bank divide it: `pro-rata` to their stakes, or in `equal` parts.",
        "NZ-5.5",
    )
    uncovered_bank: Literal["co-bank", "house"] = key(
        "Who banks when a player/banker cannot cover the wagers: a `co-bank` if half is covered and the player "
        "agrees, otherwise the house; or always the `house`.",
        "NZ-11.2.b.s2",
    )
    co_bank_losses: Literal["half", "pro-rata"] = key(
        "How co-bankers bear a loss when the player staked more than half: `half` each, or `pro-rata` to the stakes.",
        "NZ-11.3.l",
    )
    removed_box: Literal["bank-box", "skip-both", "skip-house"] = key(
        "Which boxes the dice may not remove from play: only the one with the bank's hand (`bank-box`), which is "
        "box 1 when the house banks and the chung's box otherwise; box 1 as well (`skip-both`); or only box 1, whoever "
        "banks (`skip-house`).",
        "NZ-12.10", "NZ-12.10.s3",
    )  # fmt: skip


class DealerOpenReadings(Model):
    wheel: Literal["second", "lowest"] = key(
        "How A-2-3-4-5 ranks among the straights and straight flushes: `second`, as in Maryland's rules, or `lowest`.",
        "DO-W.s3",
    )
    wrong_count: Literal["any", "fewer"] = key(
        "Which wrong number of cards voids the round: `any`, or only `fewer` than seven.",
        "DO-R3",
    )
    ace_high_lines: Literal["highest", "all"] = key(
        "What the Ace High wager pays when several of its lines apply: only the `highest`, or `all` of them.",
        "DO-P.push-ace-high",
    )
    wrong_setting: Literal["everyone", "dealer"] = key(
        "Whose hands are set again when the house hand was set wrong: those of `everyone`, the house's by the house "
        "way; or only the `dealer`'s, with the players' settings standing.",
        "DO-R9", "DO-R9.s2",
    )  # fmt: skip


def reading_model(standard: str) -> type[Model] | None:
    """Return the model of a standard's readings, if it has any."""
    name = STANDARDS[standard].sources.readings
    model: type[Model] | None = resolve_name(name) if name else None
    return model


def readings_of(standard: str) -> tuple[Reading, ...]:
    """Return the switches of one standard, with the clauses of its own document."""
    found = []
    model = reading_model(standard)
    for name, field in (model.model_fields if model else {}).items():
        clauses = clauses_of(field, STANDARDS[standard].prefix)
        found.append(Reading(name, (standard,), get_args(field.annotation), clauses, field.description or ""))
    return tuple(found)


@cache
def _all() -> Mapping[str, Reading]:
    merged: dict[str, Reading] = {}
    for standard in STANDARDS:
        for reading in readings_of(standard):
            earlier = merged.get(reading.name)
            merged[reading.name] = (
                reading
                if earlier is None
                else Reading(
                    reading.name,
                    earlier.standards + reading.standards,
                    earlier.values,
                    earlier.clauses + reading.clauses,
                    earlier.text,
                )
            )
    return MappingProxyType(merged)


if TYPE_CHECKING:
    READINGS: Mapping[str, Reading]
    """Every switch by name, across all standards that have it."""


def __getattr__(name: str) -> Any:
    """Load `READINGS` on first use: a further document's readings may be in a module that is not loaded yet."""
    if name == "READINGS":
        return _all()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
