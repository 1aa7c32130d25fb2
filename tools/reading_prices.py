"""Compute what every reading does to the edge and store it in the package.

    python -m tools.reading_prices

Run it after changing a reading, a default, a pay table or a house way, and review the difference. It takes minutes.
All wagers of a standard are played in all the usual ways, under each value. No assumption is made about which reading
affects which wager: every probe is computed under every value, and a value that changes no probe is reported as having
no effect.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import paigow.rules
from paigow.analysis.questions import odds
from paigow.analysis.side import class_of, pay_table, seven_card_counts
from paigow.analysis.tiles import best_tile_settings, pair_fortunes, tile_counts, tile_house_way
from paigow.analysis.types import HANDS
from paigow.poker import ENVY_TABLES, QUALIFYING_WAGER, FortuneClass, PayUnit, ThreesOverStraight
from paigow.rules import STANDARDS, Submission, build_submission, load_submission, readings_of
from paigow.rules.prices import FILE, Price

Probe = Callable[[Submission], Fraction]
OTHERS = 4
"""The number of players at the table besides the bettor and the possible banker."""
LIMIT, STAKES = 5_202_000, {"fortune": 10_000, "emperors": 10_000, "progressive": 100}
"""The lowest payout limit that the default submission allows, and the largest wagers it accepts."""


def _main(**how: str) -> Probe:
    return lambda submission: odds(submission, **how).edge  # type: ignore[arg-type]


def _side(wager: str) -> Probe:
    return lambda submission: odds(submission, wager).edge


def _pairs_set_best(submission: Submission) -> Fraction:
    """Price Pair Fortunes next to a Pai Gow wager whose hands are set for best play."""
    data: Any = submission.data()
    best = best_tile_settings(tile_counts(tile_house_way(data["house_way"])))
    as_set = data["readings"]["pair_fortunes"] == "hands-as-set"
    return pair_fortunes(data["wagers"]["pair_fortunes"]["paytable"], best if as_set else None).edge


def _as_bank(submission: Submission) -> Fraction:
    """Return a bank's setting: the best if the reading allows it, or the house way if the reading requires it."""
    free = submission.data()["readings"].get("bank_setting", "free") == "free"  # type: ignore[attr-defined]
    return odds(submission, bank="player", player="best" if free else "house-way").edge


def _bonus_class(submission: Submission, hand: Any, wager: str) -> FortuneClass | None:
    readings: Any = submission.data()["readings"]
    reading = ThreesOverStraight(readings["threes_over_straight"])
    found = class_of(hand, wager, reading)
    from_straight = readings["bonus_threshold"] == "straight"
    if from_straight and found is FortuneClass.THREE_OF_A_KIND:
        found = class_of(hand, wager, ThreesOverStraight.HIGHEST_RANKING)
        return None if found is FortuneClass.THREE_OF_A_KIND else FortuneClass(found) if found else None
    return FortuneClass(found) if found else None


def _envy(both: bool, bank: bool) -> Probe:
    """Price the Fortune Bonus, and Emperor's Treasure if `both`, at five dollars each, with envy from all other hands.

    With `bank`, one of the others banks.
    """
    wagers = ("fortune", "emperors") if both else ("fortune",)

    def edge(submission: Submission) -> Fraction:
        data: Any = submission.data()
        hands = OTHERS + (not bank or data["readings"]["envy_bank_hand"] == "counts")
        per_hand = 0
        for hand, number in seven_card_counts().items():
            lines = (
                ENVY_TABLES[wager][data["wagers"][wager]["paytable"]].line(_bonus_class(submission, hand, wager))
                for wager in wagers
            )
            amounts = [line.amount for line in lines if line is not None]
            higher = data["readings"]["envy_tables"] == "higher"
            per_hand += number * ((max(amounts) if higher else sum(amounts)) if amounts else 0)
        staked = QUALIFYING_WAGER * len(wagers)
        own = sum((odds(submission, wager).edge for wager in wagers), Fraction(0)) / len(wagers)
        return own - Fraction(hands * per_hand, HANDS * staked)

    return edge


def _limited(submission: Submission) -> Fraction:
    """Price the largest side bets on one hand together, under the lowest payout limit."""
    data: Any = submission.data()
    reading, meter = data["readings"]["payout_limit"], 1_000_000
    paid = 0
    for hand, number in seven_card_counts().items():
        left, won = LIMIT, 0
        for wager, stake in STAKES.items():
            found = _bonus_class(submission, hand, wager) if wager != "progressive" else class_of(hand, wager)
            line = pay_table(wager, data["wagers"][wager]["paytable"]).line(found)
            if line is None:
                continue
            from_meter = line.unit is PayUnit.PERCENT
            full = line.amount * meter // 100 if from_meter else line.amount * stake
            most = full if from_meter and reading == "fixed-pays" else LIMIT if reading == "each-wager" else left
            pay = min(full, most)
            left -= 0 if from_meter and reading == "fixed-pays" else pay
            won += pay + (stake if line.unit is PayUnit.TO_ONE else 0)
        paid += number * won
    return 1 - Fraction(paid, HANDS * sum(STAKES.values()))


# The package comes with the prices of its own documents' readings; a further document's have none.
PROBES: Mapping[str, Mapping[str, Probe]] = {
    "maryland-tiles": {
        "Pai Gow wager, house way": _main(),
        "Pai Gow wager, set optimally": _main(player="best"),
        "as the bank": _as_bank,
        "Pair Fortunes, house way": _side("pair-fortunes"),
        "Pair Fortunes, hands set optimally": _pairs_set_best,
    },
    "maryland-poker": {
        "Pai Gow Poker Wager, house way": _main(),
        "as the bank": _as_bank,
        "Fortune Bonus": _side("fortune"),
        "Emperor's Treasure": _side("emperors"),
        "Pai Gow Insurance": _side("insurance"),
        "Progressive Payout": _side("progressive"),
        "Fortune Bonus of $5, five others": _envy(both=False, bank=False),
        "Fortune Bonus of $5, five others, one of whom banks": _envy(both=False, bank=True),
        "Fortune Bonus and Emperor's Treasure of $5 each, five others": _envy(both=True, bank=False),
        "largest optional wagers under a payout limit of $52,020": _limited,
    },
    "new-zealand": {
        "Pai Gow wager, house way": _main(),
        "Pai Gow wager, set optimally": _main(player="best"),
        "as the bank": _as_bank,
    },
    "dealer-open": {
        "Pai Gow wager, house way": _main(player="house-way"),
        "Pai Gow wager, set optimally": _main(player="best"),
        "Push Ace High": _side("ace-high"),
    },
}


def priced(standard: str, reading: str) -> Mapping[str, tuple[Price, ...]]:
    """Return, for each value of a reading except the default, every probe whose edge it changes."""
    default = load_submission(standard)
    chosen: Any = default.data()
    found = next(each for each in readings_of(standard) if each.name == reading)
    return {
        value: tuple(
            _moved(default, build_submission(chosen | {"readings": chosen["readings"] | {reading: value}}), value)
        )
        for value in found.values
        if value != found.default
    }


def _moved(default: Submission, other: Submission, value: str) -> Iterator[Price]:
    for wager, probe in PROBES.get(default.standard, {}).items():
        usual, edge = probe(default), probe(other)
        if usual != edge:
            yield Price(default.standard, value, wager, usual, edge)


def main() -> None:
    found = {
        standard: {
            reading.name: {
                value: [price.data() for price in moved] for value, moved in priced(standard, reading.name).items()
            }
            for reading in readings_of(standard)
        }
        for standard in STANDARDS
    }
    path = Path(paigow.rules.__file__).parent / "data" / FILE
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
