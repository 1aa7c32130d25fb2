"""The odds of any wager under any rules, from one function with typed and frozen answers.

>>> from paigow.analysis import odds
>>> odds("maryland-tiles", "pair-fortunes", paytable="B").edge
Fraction(979, 7192)
"""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Any

from paigow.analysis.asked import BEST, HOUSE_WAY, Asked, Rules, ask
from paigow.analysis.results import Counts, Odds, Outcome, main_odds
from paigow.columns import columns, html_table
from paigow.errors import PaigowError
from paigow.money import Cents, ToOne, format_cents, parse_cents, parse_odds
from paigow.poker import ENVY_TABLES, QUALIFYING_WAGER, RESET_MINIMA, FortuneClass, Meter

if TYPE_CHECKING:
    from pandas import DataFrame

    from paigow.analysis.best import BestPlay
    from paigow.analysis.execution import Progress

ENVY = {"envy": "fortune", "emperors-envy": "emperors"}
"""The Envy Bonuses, and the wagers that qualify for them."""
LIMITED = ("fortune", "emperors", "insurance")
"""Wagers of any size at fixed odds, whose payouts a limit may reduce."""
JACK_WAGERS = ("jack-beats", "chan-chu")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WagerOdds(Odds):
    """The odds of a wager, with the rules they apply to and the side that banks."""

    rules: str
    bank: str

    def to_dict(self) -> dict[str, object]:
        """Return plain data.

        Counts are integers, exact values are fractions written as text, and the other values are floats for
        convenience.
        """
        shown: dict[str, object] = {
            "rules": self.rules,
            "wager": self.wager,
            "paytable": self.paytable,
            "house_way": self.house_way,
            "player": self.player,
            "bank": self.bank,
            "total": self.total,
            "outcomes": [each.to_dict() for each in self.outcomes],
            "win": sum(each.count for each in self.outcomes if each.pays > 0),
            "push": sum(each.count for each in self.outcomes if each.pays == 0),
            "lose": sum(each.count for each in self.outcomes if each.pays < 0),
        }
        if self.copies is not None:
            shown["copies"] = self.copies
        if self.envy:
            shown["envy"] = str(self.envy)
        return shown | {
            "edge": str(self.edge),
            "edge_percent": self.edge_percent,
            "standard_deviation": self.standard_deviation,
            "hit_frequency": str(self.hit_frequency),
            "exact": self.exact,
            "seconds": self.seconds,
        }

    @property
    def title(self) -> str:
        """Return the question in one line."""
        about = [self.rules, self.wager]
        about += [f"pay table {self.paytable}"] if self.paytable else []
        about += [f"house way {self.house_way}"] if self.house_way else []
        about += [f"player {self.player}"] if self.player else []
        about += ["the player banks"] if self.bank == "player" else []
        return ", ".join(about)

    def _rows(self) -> list[tuple[str, ...]]:
        rows = [("", "count".rjust(22), "probability".rjust(14), "pays")]
        for each in self.outcomes:
            share = f"{each.count / self.total:.8%}"
            rows.append((each.name, f"{each.count:,}".rjust(22), share.rjust(14), str(each.pays)))
        rows.append(("total", f"{self.total:,}".rjust(22), "", ""))
        return [*rows]

    def _notes(self) -> tuple[str, ...]:
        whose = " (the player's advantage)" if self.edge < 0 else ""
        return (
            f"edge {self.edge} = {self.edge_percent:.6f}%{whose}",
            f"standard deviation {self.standard_deviation:.6f}",
            f"{'exact' if self.exact else 'estimated'}, in {self.seconds:.2f} s",
        )

    def __str__(self) -> str:
        return "\n".join((self.title, columns(self._rows()), *self._notes()))

    def __repr__(self) -> str:
        return f"<WagerOdds {self.title}: edge {self.edge_percent:.6f}%>"

    def _repr_html_(self) -> str:
        return html_table(self._rows(), self.title, self._notes())

    def to_frame(self) -> "DataFrame":
        """Return the outcomes as a pandas frame, if pandas is installed."""
        from paigow.analysis.results import frame

        return frame(self.outcomes)


def odds(
    rules: Rules,
    wager: str = "main",
    *,
    paytable: str | None = None,
    house_way: str | None = None,
    player: str | None = None,
    bank: str | None = None,
    others: int | None = None,
    bet: Cents | None = None,
    payout_limit: Cents | None = None,
    meters: Mapping[str, Cents] | None = None,
    commission: Fraction | None = None,
    executor: Executor | None = None,
    progress: "Progress | None" = None,
) -> WagerOdds:
    """Return the exact odds of a wager.

    `rules` is a standard, a submission file or a submission, which also supplies any option that is not given. The main
    wager depends on `house_way`, on how the `player` sets ("house-way", "best" or the name of a house way), on the side
    that is the `bank` and on the `commission`; a side bet depends on its `paytable`. The Fortune Bonus and Emperor's
    Treasure earn envy from the hands of `others`, for a `bet` of at least five dollars; a `payout_limit`, or the
    submission's if a bet is given, caps the payout of a bet; a progressive wager pays what its `meters` show. Money is
    in cents.
    """
    asked = ask(rules, house_way)
    name = asked.wager(wager)
    banker = asked.bank(bank)
    if name == "main":
        _refuse(name, paytable=paytable, others=others, meters=meters, bet=bet, payout_limit=payout_limit)
        return _main(asked, asked.player(player), banker, commission, executor, progress)
    _refuse(name, player=player, house_way=house_way, commission=commission, bank=bank if banker == "player" else None)
    if name not in (*ENVY, *ENVY.values()):
        _refuse(name, others=others)
    if name not in (*ENVY, *LIMITED):
        _refuse(name, bet=bet)
    if name not in LIMITED:
        _refuse(name, payout_limit=payout_limit)
    if name != "progressive":
        _refuse(name, meters=meters)
    most = asked.choices.standard.seats - 1
    if others is not None and others not in range(most + 1):
        raise PaigowError(f"a table has 0 to {most} other players, not {others!r}")
    if payout_limit is not None and bet is None:
        raise PaigowError("a payout limit cuts a bet: say how much is bet")
    terms = _Terms(paytable, others, bet, payout_limit, meters)
    return _answer(asked, _side(asked, name, terms, executor), None, "house")


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms of a question about a side bet."""

    paytable: str | None
    others: int | None
    bet: Cents | None
    payout_limit: Cents | None
    meters: Mapping[str, Cents] | None


def _refuse(wager: str, **options: object) -> None:
    """Refuse options on which the wager does not depend, since a caller who gives them expects them to matter."""
    for name, value in options.items():
        if value is not None:
            raise PaigowError(f"the {wager} wager does not depend on {name.replace('_', ' ')}")


def _answer(asked: Asked, found: Odds, player: str | None, bank: str) -> WagerOdds:
    kept = {each.name: getattr(found, each.name) for each in fields(Odds)}
    return WagerOdds(**kept | {"player": player}, rules=asked.rules, bank=bank)


def _main(
    asked: Asked,
    player: str,
    bank: str,
    commission: Fraction | None,
    executor: Executor | None,
    progress: "Progress | None",
) -> WagerOdds:
    rate = asked.vigorish if commission is None else commission
    run = {"executor": executor, "progress": progress}
    key = (asked.standard, asked.house_way, player, bank, rate, asked.reading("wheel"), asked.literal_zero)
    if executor is None and key in _counted:
        found = _counted[key]
        if progress is not None:
            progress(1, 1)
    elif asked.game == "tiles":
        found = _tiles(asked, player, bank == "player", rate)
    elif asked.shows_dealer:
        found = _dealer_open(asked, player, rate, run)
    else:
        found = _cards(asked, player, bank == "player", rate, run)
    _counted[key] = found
    return _answer(asked, found, player, bank)


_counted: dict[tuple[object, ...], Odds] = {}
"""Main wagers already counted; the key contains everything their odds depend on."""


def _cards(asked: Asked, player: str, player_banks: bool, rate: Fraction, run: Any) -> Odds:
    """Return the odds of the main wager in pai gow poker."""
    from paigow.analysis.poker import main_wager

    if player == BEST:
        began = perf_counter()
        counts = best_card_play(asked, player_banks, rate, **run).counts
        seconds = perf_counter() - began
        return main_odds("poker", counts, rate, house_way=asked.house_way, player=BEST, seconds=seconds)
    ours = asked.house_way if player == HOUSE_WAY else player
    return main_wager(asked.house_way, ours, player_banks=player_banks, commission=rate, wheel=asked.wheel, **run)


_played: "dict[tuple[str, bool, Fraction, str], BestPlay]" = {}
"""Best plays already counted: counting one takes a while, and both its odds and its hands may be requested."""


def best_card_play(
    asked: Asked,
    player_banks: bool,
    rate: Fraction,
    *,
    executor: Executor | None = None,
    progress: "Progress | None" = None,
) -> "BestPlay":
    """Return the best play of every seven-card hand against the house way."""
    from paigow.analysis.best import play_best
    from paigow.analysis.house_ways import dealer_of, house_way, house_way_classes

    key = (asked.house_way, player_banks, rate, str(asked.wheel))
    if key not in _played:
        way = house_way(asked.house_way)
        _played[key] = play_best(
            dealer_of(way, asked.wheel),
            house_way_classes(way, asked.wheel),
            player_banks=player_banks,
            commission=rate,
            wheel=asked.wheel,
            executor=executor,
            progress=progress,
        )
    return _played[key]


def _dealer_open(asked: Asked, player: str, rate: Fraction, run: dict[str, Any]) -> Odds:
    """Return the main wager's odds in Dealer Open for the best settings against the open hand, or a house way's."""
    from paigow.analysis.dealer_open import dealer_open_main, jacks_of_types
    from paigow.analysis.deals import dealer_hands
    from paigow.analysis.house_ways import dealer_of, house_way, house_way_classes
    from paigow.analysis.poker import count_main
    from paigow.analysis.types import type_table

    wheel = asked.wheel
    if player == BEST:
        best = dealer_open_main(asked.house_way, wheel=wheel, **run)
        assert best.counts is not None
        return replace(best, outcomes=best.counts.outcomes(rate))  # the rate does not change the best setting
    began = perf_counter()
    theirs, ours = house_way(asked.house_way), house_way(asked.house_way if player == HOUSE_WAY else player)
    dealer, jacks = dealer_of(theirs, wheel), jacks_of_types() >= 2
    found = count_main(house_way_classes(ours, wheel), dealer.only(~jacks), **run)
    outright = int(type_table().hands[jacks].sum()) * dealer_hands()  # two jacks win whatever the player holds (DO-W)
    counts = Counts(found.win, found.push - outright, found.lose + outright)
    return main_odds(
        "dealer-open", counts, rate, house_way=theirs.name, player=ours.name, seconds=perf_counter() - began
    )


def _tiles(asked: Asked, player: str, player_banks: bool, rate: Fraction) -> Odds:
    """Return the odds of the main wager with tiles."""
    from paigow.analysis.tiles import tiles_main

    return tiles_main(
        asked.house_way,
        None if player == HOUSE_WAY else player,
        player_banks=player_banks,
        commission=rate,
        literal_zero=asked.literal_zero,
    )


def _side(
    asked: Asked,
    wager: str,
    terms: _Terms,
    executor: Executor | None,
) -> Odds:
    """Return the odds of a side bet under the requested pay table, or else the submission's."""
    if wager in JACK_WAGERS:
        return _jacks(asked, wager, terms.paytable)
    bonus = ENVY.get(wager, wager)
    chosen = asked.choices.wagers[bonus.replace("-", "_")]
    letter = terms.paytable or str(chosen["paytable"])
    if wager == "pair-fortunes":
        from paigow.analysis.tiles import pair_fortunes, tile_house_settings, tile_house_way

        as_set = asked.reading("pair_fortunes") == "hands-as-set"
        return pair_fortunes(letter, tile_house_settings(tile_house_way(asked.house_way)) if as_set else None)
    if wager == "ace-high":
        from paigow.analysis.dealer_open import ace_high_wager

        every = asked.reading("ace_high_lines") == "all"
        return ace_high_wager(letter, all_lines=every, executor=executor)
    from paigow.analysis.side import side_wager

    if wager == "progressive":
        return side_wager(
            wager, letter, meters=meter_amounts(chosen, letter, terms.meters), bet=parse_cents(chosen["wager"])
        )
    bet = QUALIFYING_WAGER if terms.bet is None else terms.bet
    if bet < 1:
        raise PaigowError(f"a bet is at least {format_cents(1)}, not {format_cents(bet)}")
    if wager in ENVY:
        return _envy(asked, wager, letter, 1 if terms.others is None else terms.others, bet)
    limit = terms.payout_limit
    if limit is None and terms.bet is not None and asked.choices.data["payout_limit"] != "none":
        limit = parse_cents(asked.choices.data["payout_limit"])
    found = side_wager(
        wager,
        letter,
        reading=asked.threes_over_straight,
        other_players=terms.others or 0,
        bet=bet,
        payout_limit=limit,
    )
    return found if asked.reading("bonus_threshold") != "straight" else _from_straight(found)


def _from_straight(found: Odds) -> Odds:
    """Return the odds of the bonus wagers if three of a kind is not paid (MDP-7.E.1 read literally)."""
    threes = str(FortuneClass.THREE_OF_A_KIND)
    lost = sum(each.count for each in found.outcomes if each.name in (threes, "lose"))
    kept = [each for each in found.outcomes if each.name not in (threes, "lose")]
    return replace(found, outcomes=(*kept, Outcome("lose", lost, Fraction(-1))))


def _envy(asked: Asked, wager: str, letter: str, others: int, bet: Cents) -> Odds:
    """Return the Envy Bonus alone: what one other player's hand earns per unit bet on the qualifying wager.

    It has no separate stake, so no outcome loses. Several players' hands earn the sum of their bonuses, whose
    expectation is exact; outcomes and deviation are those of one hand.
    """
    from paigow.analysis.side import class_counts, envy_per_hand

    bonus = ENVY[wager]
    counts = class_counts(bonus, asked.threes_over_straight)
    tables = ENVY_TABLES[bonus]
    if letter not in tables:
        raise PaigowError(f"{bonus} has pay tables {', '.join(tables)}, not {letter!r}")
    if others < 1:
        raise PaigowError("an envy bonus needs at least one other player")
    if bet < QUALIFYING_WAGER:
        raise PaigowError(f"an envy bonus needs a bet of at least {format_cents(QUALIFYING_WAGER)}", "MDP-1.B.7")
    total = sum(counts.values())
    outcomes = [Outcome(str(line.hand), counts[line.hand], Fraction(line.amount, bet)) for line in tables[letter].lines]
    nothing = total - sum(each.count for each in outcomes)
    return Odds(
        game="poker",
        wager=wager,
        outcomes=(*outcomes, Outcome("nothing", nothing, Fraction(0))),
        total=total,
        paytable=letter,
        envy=(others - 1) * envy_per_hand(bonus, letter, asked.threes_over_straight) / bet,
    )


def meter_amounts(chosen: Mapping[str, Any], letter: str, given: Mapping[str, Cents] | None) -> dict[Meter, Cents]:
    """Return the amounts on the meters: those given, else the submission's initial ones, else the table's minimums."""
    least = {str(each.meter): each.cents for each in RESET_MINIMA[letter]} if letter in RESET_MINIMA else {}
    planned = {meter["name"]: parse_cents(meter["initial"]) for meter in chosen["meters"]}
    if letter == chosen["paytable"]:
        least |= planned
    unknown = [name for name in given or {} if name not in least]
    if unknown:
        raise PaigowError(
            f"pay table {letter} has no meter {', '.join(unknown)}; it has {', '.join(least)}", "MDP-13.E.1"
        )
    return {Meter(name): cents for name, cents in (least | dict(given or {})).items()}


def _jacks(asked: Asked, wager: str, paytable: str | None) -> Odds:
    """Return the odds of Jack Beats or Chan Chu.

    The document has no pay table, so one must be given here or in the submission.
    """
    from paigow.analysis.side import jack_wager

    if paytable is None:
        lines = asked.choices.wagers[wager.replace("-", "_")]["lines"]
        if not lines:
            raise PaigowError(
                f"the document has no pay table for {wager}: supply one, such as --paytable 2=1,3=9,4=99, or in a "
                "submission",
                "DO-R4.a.s2",
            )
        pays = {int(line["jacks"]): _to_one(line["pays"]) for line in lines}
    else:
        try:
            pairs = [part.split("=") for part in paytable.split(",")]
            pays = {int(jacks): Fraction(to_one) for jacks, to_one in pairs}
        except ValueError:
            raise PaigowError(
                f"{paytable!r} is not a table of {wager}: write jacks and what they pay to 1, such as 2=1,3=9,4=99"
            ) from None
    return replace(jack_wager(wager, pays), paytable=paytable)


def _to_one(text: str) -> Fraction:
    odds = parse_odds(text)
    assert isinstance(odds, ToOne)
    return Fraction(odds.number, odds.per)
