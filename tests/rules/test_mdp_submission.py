"""What Maryland's rules for poker leave to an operator's Rules Submission, and what they do not."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from paigow.errors import SubmissionError
from paigow.rules import STANDARDS
from paigow.table import game_of
from paigow.table.driver import new_table

POKER = "maryland-poker"
Choose = Callable[..., Any]
Refusal = Callable[..., SubmissionError]

APPROVALS = {"approvals.random_number_generator": "r", "approvals.button": "b", "approvals.reshuffling_device": "d"}
AUTOMATED = {"dealing.method": "automated-shoe", "dealing.shuffler": "automated"}
NO_BANK = {"banking.offered": False, "banking.co_banking": False}


def meters(*amounts: tuple[str, str]) -> list[dict[str, str]]:
    return [
        {"name": name, "rate": "5%", "reserve_rate": "1%", "initial": amount, "reset": amount, "ceiling": "none"}
        for name, amount in amounts
    ]


@pytest.mark.clause("MDP-2.A")
def test_six_seats_at_most(choose: Choose, refusal: Refusal) -> None:
    for seats in range(1, 7):
        assert choose(POKER, {"table.seats": seats}).table.seats == seats
    assert refusal(POKER, {"table.seats": 7}).clause == "MDP-2.A"
    assert STANDARDS[POKER].positions == 7


@pytest.mark.parametrize(
    ("key", "use"),
    [
        pytest.param("layout", {}, marks=pytest.mark.clause("MDP-2.B")),
        pytest.param("boxes", {}, marks=pytest.mark.clause("MDP-2.E.1")),
        pytest.param("random_number_generator", {"start": "random-number"}, marks=pytest.mark.clause("MDP-2.C.2")),
        pytest.param("button", {"start": "button"} | AUTOMATED | NO_BANK, marks=pytest.mark.clause("MDP-2.C.3")),
        pytest.param(
            "reshuffling_device", {"dealing.shuffler": "reshuffling-device"}, marks=pytest.mark.clause("MDP-5.I")
        ),
        pytest.param("shoe_location", {"dealing.method": "manual-shoe"}, marks=pytest.mark.clause("MDP-8.A")),
        pytest.param("start_marker", {"dealing.start_marker": "object"}, marks=pytest.mark.clause("MDP-5.L")),
        pytest.param("other_instruments", {"wagers.other_instruments": True}, marks=pytest.mark.clause("MDP-7.A")),
        pytest.param("alternative_tip_box", {"equipment.tip_box": "alternative"}, marks=pytest.mark.clause("MDP-2.F")),
    ],
)
def test_what_is_used_needs_its_approval(
    choose: Choose, refusal: Refusal, request: pytest.FixtureRequest, key: str, use: dict[str, Any]
) -> None:
    (mark,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    assert getattr(choose(POKER, use | {f"approvals.{key}": "ref 8"}).approvals, key) == "ref 8"
    assert refusal(POKER, use | {f"approvals.{key}": ""}).clause == mark


@pytest.mark.clause("MDP-2.F")
def test_the_tip_box_is_elsewhere_only_where_equipment_is_in_its_way(choose: Choose, refusal: Refusal) -> None:
    elsewhere = {"equipment.tip_box": "alternative", "approvals.alternative_tip_box": "t"}
    bare = {"wagers.progressive.offered": False, "wagers.progressive.system": False}
    assert refusal(POKER, elsewhere | bare).clause == "MDP-2.F"
    for equipment in ({"dealing.shuffler": "automated"}, {"dealing.method": "automated-shoe"}):
        assert choose(POKER, elsewhere | bare | equipment).equipment.tip_box == "alternative"


@pytest.mark.clause("MDP-2.C.1")
def test_a_shaker_is_one_way_to_find_the_start_and_needs_no_approval(choose: Choose, refusal: Refusal) -> None:
    assert choose(POKER, {"start": "shaker"}).start == "shaker"
    assert refusal(POKER, {"start": "coin"}).clause == "MDP-2.C.1"


@pytest.mark.clause("MDP-2.C.1.c")
def test_dice_stay_24_hours_at_most(choose: Choose, refusal: Refusal) -> None:
    assert choose(POKER, {"equipment.dice_hours": 24}).equipment.dice_hours == 24
    assert refusal(POKER, {"equipment.dice_hours": 25}).clause == "MDP-2.C.1.c"


@pytest.mark.clause("MDP-2.D")
def test_a_progressive_wager_needs_a_system(choose: Choose, refusal: Refusal) -> None:
    assert choose(POKER, {"wagers.progressive.offered": False, "wagers.progressive.system": False})
    assert refusal(POKER, {"wagers.progressive.system": False}).clause == "MDP-2.D"


@pytest.mark.clause("MDP-3.A.1", "MDP-3.B")
def test_two_decks_need_a_shuffler(choose: Choose, refusal: Refusal) -> None:
    two = {"dealing.decks": 2, "dealing.backs": ["red", "blue"]}
    assert choose(POKER).dealing.decks == 1
    assert choose(POKER, two | {"dealing.shuffler": "automated"}).dealing.decks == 2
    assert refusal(POKER, two | {"dealing.shuffler": "none"}).clause == "MDP-3.B"
    assert refusal(POKER, {"dealing.decks": 3}).clause == "MDP-3.A.1"


@pytest.mark.clause("MDP-3.B.1")
def test_two_decks_have_backs_of_different_colours(refusal: Refusal) -> None:
    two = {"dealing.decks": 2, "dealing.shuffler": "automated"}
    assert refusal(POKER, two | {"dealing.backs": ["red", "red"]}).clause == "MDP-3.B.1"
    assert refusal(POKER, two | {"dealing.backs": ["red"]}).clause == "MDP-3.B.1"


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("dealing.two_joker_decks", (True, False)),
        ("dealing.preshuffled", (True, False)),
        pytest.param(
            "dealing.cover_card",
            ("discard-rack", "fourth-from-bottom"),
            marks=pytest.mark.clause("MDP-5.F.3.a", "MDP-5.F.3.b"),
        ),
        pytest.param("signs.payouts", ("layout", "sign"), marks=pytest.mark.clause("MDP-2.B.9")),
        pytest.param("signs.payout_limit", ("layout", "generic", "sign"), marks=pytest.mark.clause("MDP-2.B.10")),
    ],
)
def test_small_options(choose: Choose, key: str, values: tuple[object, ...]) -> None:
    table, name = key.split(".")
    for value in values:
        assert getattr(getattr(choose(POKER, {key: value}), table), name) == value


@pytest.mark.clause("MDP-3.C.1", "MDP-3.C.2")
def test_decks_are_changed_every_4_or_8_hours_or_sooner(choose: Choose, refusal: Refusal) -> None:
    by_hand = {"dealing.method": "hand", "dealing.shuffler": "automated"}
    assert choose(POKER, by_hand | {"equipment.cards_hours": 4}).equipment.cards_hours == 4
    assert refusal(POKER, by_hand | {"equipment.cards_hours": 5}).clause == "MDP-3.C.1"
    for shoe in ("manual-shoe", "automated-shoe"):
        assert choose(POKER, {"dealing.method": shoe, "equipment.cards_hours": 8}).equipment.cards_hours == 8
        assert refusal(POKER, {"dealing.method": shoe, "equipment.cards_hours": 9}).clause == "MDP-3.C.2"


@pytest.mark.clause("MDP-5.B")
def test_a_shuffler_may_feed_a_shoe_but_not_the_hand(choose: Choose, refusal: Refusal) -> None:
    assert choose(POKER, {"dealing.shuffler": "into-shoe"}).dealing.shuffler == "into-shoe"
    feeds = {"dealing.shuffler": "into-shoe", "dealing.method": "hand", "equipment.cards_hours": 4}
    assert refusal(POKER, feeds).clause == "MDP-5.B"


@pytest.mark.clause("MDP-5.K.3")
@pytest.mark.parametrize(
    "without", [{"dealing.method": "manual-shoe"}, {"dealing.shuffler": "none"}, {"banking.offered": True}]
)
def test_a_button_needs_shuffler_and_automated_shoe_and_no_bank(
    choose: Choose, refusal: Refusal, without: dict[str, Any]
) -> None:
    button = {"start": "button"} | AUTOMATED | APPROVALS | NO_BANK
    assert choose(POKER, button).start == "button"
    assert refusal(POKER, button | without).clause == "MDP-5.K.3"


@pytest.mark.parametrize(
    ("method", "starts"),
    [
        pytest.param("manual-shoe", {"shaker", "random-number"}, marks=pytest.mark.clause("MDP-8.D.1")),
        pytest.param("hand", {"shaker", "random-number"}, marks=pytest.mark.clause("MDP-9.B.2")),
        pytest.param("automated-shoe", {"shaker", "random-number", "button"}, marks=pytest.mark.clause("MDP-10.B")),
    ],
)
def test_each_way_of_dealing_starts_by_a_method_of_chapter_5(
    choose: Choose, refusal: Refusal, method: str, starts: set[str]
) -> None:
    dealing = {"dealing.method": method, "dealing.shuffler": "automated", "equipment.cards_hours": 4}
    for start in ("shaker", "random-number", "button"):
        choices = dealing | APPROVALS | NO_BANK | {"start": start}
        if start in starts:
            assert choose(POKER, choices).start == start
        else:
            assert refusal(POKER, choices).clause == "MDP-5.K.3"


@pytest.mark.clause("MDP-12.H")
def test_with_a_bank_the_start_is_counted_from_it(choose: Choose, refusal: Refusal) -> None:
    banked = APPROVALS | AUTOMATED | {"banking.offered": True}
    for start in ("shaker", "random-number"):
        assert choose(POKER, banked | {"start": start}).start == start
    assert refusal(POKER, banked | {"start": "button"}).clause == "MDP-5.K.3"


@pytest.mark.clause("MDP-5.C.2")
@pytest.mark.parametrize(
    ("shuffler", "is_cut"),
    [("none", True), ("automated", False), ("into-shoe", False), ("reshuffling-device", False)],
)
def test_cards_are_cut_after_a_shuffle_by_hand_only(choose: Choose, shuffler: str, is_cut: bool) -> None:
    table = new_table(game_of(choose(POKER, APPROVALS | {"dealing.shuffler": shuffler})))
    assert table.game.strategy.must_cut(table) is is_cut


@pytest.mark.clause("MDP-7.E")
@pytest.mark.parametrize("wager", ["fortune", "emperors", "insurance", "progressive"])
def test_additional_wagers_are_options(choose: Choose, refusal: Refusal, wager: str) -> None:
    for offered in (True, False):
        wagers = choose(POKER, {f"wagers.{wager}.offered": offered}).wagers
        assert getattr(wagers, wager).offered is offered
    assert "unknown key wagers.pair_fortunes" in str(refusal(POKER, {"wagers.pair_fortunes.offered": True}))


@pytest.mark.clause("MDP-7.F")
@pytest.mark.parametrize("allowed", [True, False])
def test_two_adjacent_positions_are_an_option(choose: Choose, allowed: bool) -> None:
    assert choose(POKER, {"wagers.two_adjacent": allowed}).wagers.two_adjacent is allowed


@pytest.mark.clause("MDP-9.A.1")
def test_dealing_from_the_hand_needs_a_shuffler(choose: Choose, refusal: Refusal) -> None:
    by_hand = {"dealing.method": "hand", "equipment.cards_hours": 4}
    assert choose(POKER, by_hand | {"dealing.shuffler": "automated"}).dealing.method == "hand"
    assert refusal(POKER, by_hand | {"dealing.shuffler": "none"}).clause == "MDP-9.A.1"


@pytest.mark.clause("MDP-11.C.1")
def test_the_submission_states_the_house_way(choose: Choose, refusal: Refusal) -> None:
    assert choose(POKER).house_way == "foxwoods"
    assert choose(POKER, {"house_way": "trump-plaza"}).house_way == "trump-plaza"
    assert refusal(POKER, {"house_way": "maryland"}).clause == "MDP-11.C.1"


@pytest.mark.clause("MDP-12.A", "MDP-12.E")
def test_banking_and_co_banking_are_options(choose: Choose, refusal: Refusal) -> None:
    for offered, co_banking in ((True, True), (True, False), (False, False)):
        banking = choose(POKER, {"banking.offered": offered, "banking.co_banking": co_banking}).banking
        assert (banking.offered, banking.co_banking) == (offered, co_banking)
    assert refusal(POKER, {"banking.offered": False, "banking.co_banking": True}).clause == "MDP-12.E"


@pytest.mark.clause("MDP-1.B.2")
def test_a_co_bank_covers_half() -> None:
    assert STANDARDS[POKER].co_bank_share == Fraction(1, 2)


@pytest.mark.clause("MDP-1.B.9", "MDP-13.A.s2", "MDP-13.A.1")
def test_vigorish_is_five_percent_and_may_be_rounded_to_a_quarter(choose: Choose, refusal: Refusal) -> None:
    assert STANDARDS[POKER].main.vigorish == Fraction(1, 20)
    assert refusal(POKER, {"vigorish.percent": 6}).clause == "MDP-13.A.s2"
    assert choose(POKER, {"vigorish.rounding": "quarter"}).vigorish.rounding == "quarter"
    assert refusal(POKER, {"vigorish.rounding": "half"}).clause == "MDP-13.A.1"


@pytest.mark.parametrize(
    ("wager", "letters"),
    [
        pytest.param("fortune", "ABCD", marks=pytest.mark.clause("MDP-13.B")),
        pytest.param("emperors", "ABCD", marks=pytest.mark.clause("MDP-13.C")),
        pytest.param("insurance", "AB", marks=pytest.mark.clause("MDP-13.D")),
    ],
)
def test_one_of_the_pay_tables_is_selected(
    choose: Choose, refusal: Refusal, request: pytest.FixtureRequest, wager: str, letters: str
) -> None:
    (mark,) = [mark.args[0] for mark in request.node.iter_markers("clause")]
    for letter in letters:
        assert getattr(choose(POKER, {f"wagers.{wager}.paytable": letter}).wagers, wager).paytable == letter
    for letter in {"C", "E"} - set(letters):
        assert refusal(POKER, {f"wagers.{wager}.paytable": letter}).clause == mark


LEAST = {
    "A": [("progressive", "$10,000")],
    "B": [("major", "$10,000"), ("minor", "$1,000")],
    "C": [("mega", "$10,000"), ("major", "$1,000"), ("minor", "$500")],
    "D": [("mega", "$10,000"), ("major", "$2,500"), ("minor", "$1,000")],
}


@pytest.mark.clause("MDP-13.E.1")
def test_a_progressive_pay_table_comes_with_its_meters(choose: Choose, refusal: Refusal) -> None:
    for letter, least in LEAST.items():
        plan = {"wagers.progressive.paytable": letter, "wagers.progressive.meters": meters(*least)}
        assert choose(POKER, plan).wagers.progressive.paytable == letter
    assert refusal(POKER, {"wagers.progressive.paytable": "B"}).clause == "MDP-13.E.1"
    assert refusal(POKER, {"wagers.progressive.paytable": "E"}).clause == "MDP-13.E.1"


@pytest.mark.parametrize(
    "letter",
    [
        pytest.param(letter, marks=pytest.mark.clause(f"MDP-13.E.7.{row}"))
        for letter, row in zip("ABCD", "bcde", strict=True)
    ],
)
@pytest.mark.clause("MDP-13.E.7.a")
def test_least_initial_and_reset_amounts(choose: Choose, refusal: Refusal, letter: str) -> None:
    clause = f"MDP-13.E.7.{dict(zip('ABCD', 'bcde', strict=True))[letter]}"
    least = meters(*LEAST[letter])
    paytable = {"wagers.progressive.paytable": letter}
    found = choose(POKER, paytable | {"wagers.progressive.meters": least}).wagers.progressive.meter_rules
    assert [meter.initial for meter in found] == [meter.reset for meter in found]
    for place in range(len(least)):
        for amount in ("initial", "reset"):
            short = [dict(meter) for meter in least]
            cents = int(short[place][amount].replace("$", "").replace(",", "")) * 100 - 1
            short[place][amount] = f"${cents // 100}.{cents % 100:02}"
            assert refusal(POKER, paytable | {"wagers.progressive.meters": short}).clause == clause


@pytest.mark.clause("MDP-13.E.6")
def test_rates_of_progression_are_stated_and_are_shares_of_the_wager(choose: Choose, refusal: Refusal) -> None:
    plan = meters(("progressive", "$10,000"))
    plan[0] |= {"rate": "12.5%", "reserve_rate": "7.25%"}
    (meter,) = choose(POKER, {"wagers.progressive.meters": plan}).wagers.progressive.meter_rules
    assert (meter.rate, meter.reserve_rate) == (1250, 725)
    plan[0] |= {"rate": "99%", "reserve_rate": "2%"}
    assert refusal(POKER, {"wagers.progressive.meters": plan}).clause == "MDP-13.E.6"
    plan[0] |= {"rate": "100.01%", "reserve_rate": "0%"}
    assert 'is "100.01%"; it must be at most "100%"' in str(refusal(POKER, {"wagers.progressive.meters": plan}))
    for rate in ("20", "0.2", "20.125%", "-1%"):
        plan[0] |= {"rate": rate, "reserve_rate": "0%"}
        assert "is not a share; write it as text" in str(refusal(POKER, {"wagers.progressive.meters": plan}))
    plan[0] |= {"rate": "20%", "ceiling": "$9,999.99"}
    assert "is above its ceiling $9,999.99" in str(refusal(POKER, {"wagers.progressive.meters": plan}))
    del plan[0]["rate"]
    assert refusal(POKER, {"wagers.progressive.meters": plan}).clause == "MDP-13.E.6"


FIXED = {"readings.payout_limit": "fixed-pays"}


@pytest.mark.clause("MDP-13.G", "MDP-13.G.1.a")
def test_a_payout_limit_is_an_option_of_50_000_dollars_or_more(choose: Choose, refusal: Refusal) -> None:
    assert choose(POKER).payout_limit is None
    assert choose(POKER, FIXED | {"payout_limit": "$50,000"}).payout_limit == 50_000_00
    assert refusal(POKER, FIXED | {"payout_limit": "$49,999.99"}).clause == "MDP-13.G.1.a"


@pytest.mark.clause("MDP-13.G.1.b")
def test_a_payout_limit_is_not_below_what_a_round_of_minimum_wagers_can_win(choose: Choose, refusal: Refusal) -> None:
    minima = {"wagers.fortune.minimum": "$5", "wagers.emperors.minimum": "$2"}
    # on each of two areas $10 for the Pai Gow Poker Wager, and for a seven-card straight flush 8,000 times $5 and $2
    least = 2 * (10_00 + 56_000_00)
    assert choose(POKER, FIXED | minima | {"payout_limit": "$112,020"}).most_at_minimum == least
    assert refusal(POKER, FIXED | minima | {"payout_limit": "$112,019.99"}).clause == "MDP-13.G.1.b"
    one_area = minima | {"wagers.two_adjacent": False}
    assert choose(POKER, FIXED | one_area).most_at_minimum == 56_010_00
    assert choose(POKER, FIXED | minima | {"table.seats": 1}).most_at_minimum == 56_010_00  # it has no second area
    assert choose(POKER, FIXED | minima | {"table.seats": 2}).most_at_minimum == least
    assert choose(POKER, FIXED | one_area | {"wagers.emperors.offered": False}).most_at_minimum == 40_010_00
    only_progressive = {f"wagers.{wager}.offered": False for wager in ("fortune", "emperors", "insurance")}
    assert choose(POKER, FIXED | one_area | only_progressive).most_at_minimum == 510_00
    insurance = {f"wagers.{wager}.offered": False for wager in ("fortune", "emperors", "progressive")}
    assert choose(POKER, FIXED | one_area | insurance).most_at_minimum == 110_00  # nine-high, 100 to 1


@pytest.mark.clause("MDP-13.G", "MDP-13.G.1.b")
def test_awards_from_a_meter_count_towards_it(choose: Choose, refusal: Refusal) -> None:
    # the first hand wins a meter of $10,000, the second the reset amount
    assert choose(POKER).most_at_minimum == 2 * (10_00 + 16_000_00 + 10_000_00)
    assert refusal(POKER, {"payout_limit": "$52,019.99"}).clause == "MDP-13.G.1.b"
    assert choose(POKER, {"payout_limit": "$52,020"}).payout_limit == 52_020_00
    plan = dict(choose(POKER).data()["wagers"]["progressive"]["meters"][0])
    higher = plan | {"initial": "$15,000", "ceiling": "$20,000"}
    assert choose(POKER, {"wagers.progressive.meters": [higher]}).most_at_minimum == 52_020_00 + 10_000_00


@pytest.mark.clause("MDP-13.G.1.b")
def test_two_hands_can_win_two_meters_but_not_two_hands_of_five_aces(choose: Choose, refusal: Refusal) -> None:
    """One area wins the Major Progressive, the other the Minor; a deck has four aces and one joker."""
    plan = dict(choose(POKER).data()["wagers"]["progressive"]["meters"][0])
    meters = [
        plan | {"name": "major", "initial": "$10,000", "reset": "$10,000", "ceiling": "$20,000"},
        plan | {"name": "minor", "initial": "$1,000", "reset": "$1,000", "ceiling": "$60,000"},
    ]
    only = {f"wagers.{wager}.offered": False for wager in ("fortune", "emperors", "insurance")}
    paid = only | {"wagers.progressive.paytable": "B", "wagers.progressive.meters": meters}
    assert choose(POKER, paid).most_at_minimum == 2 * 10_00 + 20_000_00 + 60_000_00
    assert refusal(POKER, paid | {"payout_limit": "$80,019.99"}).clause == "MDP-13.G.1.b"
    # with the Major at its least, the second hand is a straight flush of seven again, or a royal flush: not five aces
    meters[0] = meters[0] | {"ceiling": "$10,000"}
    meters[1] = meters[1] | {"initial": "$50,000", "reset": "$50,000"}
    paid["wagers.progressive.meters"] = meters
    assert choose(POKER, paid).most_at_minimum == 2 * 10_00 + 60_000_00 + 10_000_00


def meters_up_to(choose: Choose, **ceilings: str) -> list[dict[str, object]]:
    """Meters that begin and reset at $10,000, with these ceilings."""
    plan = dict(choose(POKER).data()["wagers"]["progressive"]["meters"][0])
    return [
        plan | {"name": name, "initial": "$10,000", "reset": "$10,000", "ceiling": ceiling}
        for name, ceiling in ceilings.items()
    ]


ONE_AREA = {"wagers.two_adjacent": False}
ONLY_PROGRESSIVE = {f"wagers.{wager}.offered": False for wager in ("fortune", "emperors", "insurance")}


@pytest.mark.clause("MDP-13.G.1.b")
def test_beside_five_aces_nobody_has_a_royal_flush(choose: Choose) -> None:
    three = meters_up_to(choose, mega="$10,000", major="$50,000", minor="$60,000")
    paid = ONLY_PROGRESSIVE | {"wagers.progressive.paytable": "C", "wagers.progressive.meters": three}
    # a royal flush wins the Minor, and beside it a straight flush of seven the Mega; five aces would win the Major
    assert choose(POKER, paid).most_at_minimum == 2 * 10_00 + 60_000_00 + 10_000_00
    assert choose(POKER, paid | ONE_AREA).most_at_minimum == 10_00 + 60_000_00


@pytest.mark.clause("MDP-13.G.1.b")
def test_a_royal_match_wins_what_a_royal_flush_wins_of_a_meter(choose: Choose) -> None:
    three = meters_up_to(choose, mega="$10,000", major="$10,000", minor="$60,000")
    paid = ONE_AREA | {"wagers.progressive.paytable": "C", "wagers.progressive.meters": three}
    # for $1 each, the Fortune Bonus and the Emperor's Treasure pay 2,000 to 1
    assert choose(POKER, paid).most_at_minimum == 10_00 + 2 * 2_000_00 + 60_000_00


@pytest.mark.clause("MDP-13.G.1.b")
def test_a_high_progressive_wager_wins_more_by_its_odds_than_from_a_meter(choose: Choose) -> None:
    three = meters_up_to(choose, mega="$10,000", major="$10,000", minor="$10,000")
    paid = ONLY_PROGRESSIVE | ONE_AREA | {"wagers.progressive.paytable": "C", "wagers.progressive.meters": three}
    assert choose(POKER, paid | {"wagers.progressive.wager": "$1,000"}).most_at_minimum == 10_00 + 100_000_00


@pytest.mark.clause("MDP-13.G.1.b")
def test_what_a_first_hand_takes_from_a_meter_is_not_there_for_the_second(choose: Choose) -> None:
    """Five aces take a tenth of it; a whole meter and its reset amount are more than the tenth and what is left."""
    paid = ONLY_PROGRESSIVE | {"wagers.progressive.meters": meters_up_to(choose, progressive="$200,000")}
    assert choose(POKER, paid).most_at_minimum == 2 * 10_00 + 200_000_00 + 10_000_00


@pytest.mark.clause("MDP-13.G.1.b")
@pytest.mark.parametrize(("initial", "reset"), [("$15,000", "$10,000"), ("$10,000", "$15,000")])
def test_a_meter_without_a_ceiling_counts_with_what_it_begins_or_resets_at(
    choose: Choose, initial: str, reset: str
) -> None:
    (plan,) = meters_up_to(choose, progressive="none")
    paid = ONLY_PROGRESSIVE | ONE_AREA | {"wagers.progressive.meters": [plan | {"initial": initial, "reset": reset}]}
    assert choose(POKER, paid).most_at_minimum == 10_00 + 15_000_00


@pytest.mark.clause("MDP-13.E.6")
def test_a_progressive_wager_is_not_nothing(choose: Choose, refusal: Refusal) -> None:
    assert choose(POKER, {"wagers.progressive.wager": "$0.01"}).wagers.progressive.wager == 1
    assert refusal(POKER, {"wagers.progressive.wager": "$0"}).clause == "MDP-13.E.6"


@pytest.mark.clause("MDP-13.G.1.b")
def test_the_first_edition_looked_at_one_hand_only(choose: Choose) -> None:
    assert choose(POKER, {"edition": 1, "payout_limit": "$50,000"}).most_at_minimum == 16_000_00
