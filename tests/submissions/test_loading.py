"""Submission files: defaults, merging, hashing, and what is refused in which words."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import PaigowError, SubmissionError
from paigow.money import MAX_AMOUNT
from paigow.poker import HOUSE_WAYS as POKER_HOUSE_WAYS
from paigow.poker.table_way import TableWay
from paigow.rules import (
    STANDARDS,
    MarylandPoker,
    build_submission,
    load_submission,
    stored_submission,
    submission_faults,
    submission_hash,
)
from paigow.rules.fields import write_rate
from paigow.rules.packaged import packaged_data
from paigow.rules.submission.maryland_tiles import MarylandTiles, Style
from paigow.rules.submission.parts import PokerHouseWay
from paigow.table import game_of
from paigow.tiles import HOUSE_WAYS as TILE_HOUSE_WAYS
from paigow.tiles import MARYLAND_DELIVERIES, NEW_ZEALAND_DELIVERIES

Choose = Callable[..., Any]
Refusal = Callable[..., SubmissionError]


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_packaged_submission_is_complete_valid_and_canonical(standard: str) -> None:
    text = (files("paigow.rules") / "data" / f"{standard}.toml").read_text(encoding="utf-8")
    submission = load_submission(standard)
    assert submission.data() == tomllib.loads(text) == packaged_data(standard)
    assert submission.rules is STANDARDS[standard]


def test_names_agree_with_the_games() -> None:
    assert set(get_args(get_args(PokerHouseWay)[0])) == set(POKER_HOUSE_WAYS)
    assert set(get_args(MarylandTiles.model_fields["house_way"].annotation)) == set(TILE_HOUSE_WAYS)
    assert {"house-way-right", *get_args(Style)} == set(MARYLAND_DELIVERIES)


def test_the_default_cuts_are_the_documented_ones(choose: Choose) -> None:
    documented = {key for key, delivery in NEW_ZEALAND_DELIVERIES.items() if delivery.provenance == "documented"}
    assert {cut.name for cut in choose("new-zealand").cuts} == documented


def test_a_file_changes_only_what_it_names(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('standard = "maryland-poker"\n[wagers.fortune]\npaytable = "C"\n', encoding="utf-8")
    submission = load_submission(file)
    assert isinstance(submission, MarylandPoker)
    assert submission.wagers.fortune.paytable == "C"
    assert submission.wagers.fortune.offered
    default = load_submission("maryland-poker")
    assert isinstance(default, MarylandPoker)
    assert submission.wagers.emperors == default.wagers.emperors


def test_money_is_cents(choose: Choose) -> None:
    table = choose("maryland-tiles", {"table.minimum": "12.50", "table.maximum": "$1,000"}).table
    assert (table.minimum, table.maximum) == (1250, 1_000_00)
    assert choose("maryland-tiles", {"table.maximum": "none"}).table.maximum is None
    assert choose("maryland-tiles", {"banking.dealer_wager": "$50"}).banking.dealer_wager == 50_00
    assert choose("maryland-tiles").banking.dealer_wager is None


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"table.minimum": 12.5}, "table.minimum is the float 12.5"),
        ({"delivery.styles": [1.5]}, "delivery.styles[0] is the float"),
        ({"table.minimum": 10}, "write money as text"),
        ({"table.minimum": "-$5"}, "write money as text"),
        ({"table.minimum": "10.5"}, "write money as text"),
        ({"table.minimum": "$0"}, 'table.minimum is "$0.00"; it must be at least "$0.01"'),
        ({"table.minimum": "$6,000"}, "the maximum is below the minimum"),
        ({"table.seats": True}, "it must be 6"),
        ({"equipment.dice_hours": True}, "a whole number"),
        ({"wagers.two_adjacent": 1}, "true or false"),
        ({"operator": 7}, "must be text"),
        ({"table": 7}, "table is 7; it must be a table"),
        ({"delivery.styles": "all"}, "it must be a list"),
        (
            {"delivery.styles": ["cup-say"]},
            'delivery.styles[0] is "cup-say"; it must be one of "house-way-left", "cup-say-r',
        ),
        ({"table.seats": 10**30}, "it must be 6"),
        ({"equipment.dice_hours": 10**30}, "it must be a smaller number"),
        ({"banking.dealer_wager": "double"}, 'neither "last-wager" nor an amount'),
        ({"start": "shakre"}, 'start is "shakre"; it must be one of "shaker", "random-number"'),
        ({"hose_way": "maryland"}, "unknown key hose_way; did you mean house_way?"),
        ({"table.minimun": "$5"}, "unknown key table.minimun; did you mean minimum?; the keys of [table] are minimum"),
        ({"table.minimum": 1, "table.seats": 7}, "(and 1 more)"),
        ({"title": "a\0b"}, r"title: 'a\x00b' contains characters that cannot be printed"),
        ({"operator": "\a"}, "operator: "),
        ({"title": "a\nb"}, "printable characters only"),
        ({"approvals.layout": "L\u202e1"}, "approvals.layout: "),
        ({"approvals.boxes": "\u2066B"}, "approvals.boxes: "),
        ({"delivery.styles": ["\u202a"]}, "delivery.styles[0]: "),
        ({"table.a\0": 1}, r"table: 'a\x00' contains characters"),
        ({"a\0": 1}, r"'a\x00' contains characters"),
        (
            {"table.minimum": "$10,000,000,000,000.01"},
            "table.minimum: $10,000,000,000,000.01 is too much; an amount is",
        ),
        ({"table.maximum": "$99999999999999999999999"}, "is at most $10,000,000,000,000.00"),
        ({"banking.dealer_wager": "$99999999999999999999999"}, "banking.dealer_wager: $99999999999999999999999 is too"),
        ({"a." * 3000 + "a": 1}, "a.a.a… goes 8 levels down and more"),
        ({"delivery." * 9 + "styles": "\0"}, "delivery.delivery.delivery… goes"),
    ],
)
def test_refusals_name_the_key_and_say_what_is_allowed(refusal: Refusal, choices: dict[str, Any], words: str) -> None:
    assert words in str(refusal("maryland-tiles", choices))


@pytest.mark.parametrize("name", ["initial", "reset", "ceiling"])
def test_a_meter_has_bounds(refusal: Refusal, name: str) -> None:
    meter = {"name": "progressive", "rate": "1%", "reserve_rate": "0%", "initial": "$10,000", "reset": "$10,000"}
    meter = {**meter, "ceiling": "none", name: "$999999999999999999999"}
    said = str(refusal("maryland-poker", {"wagers.progressive.meters": [meter]}))
    assert f"wagers.progressive.meters[0].{name}: $999999999999999999999 is too much" in said


def test_the_most_is_allowed(choose: Choose) -> None:
    most = choose("maryland-tiles", {"table.maximum": "$10,000,000,000,000.00"}).table.maximum
    assert most == MAX_AMOUNT == 10**15


@pytest.mark.clause("NZ-6.12")
def test_chips_have_a_common_unit(refusal: Refusal) -> None:
    no_common_unit = ["$9999999999999.99", "$9999999999999.98"]
    said = refusal("new-zealand", {"table.chips": no_common_unit})
    assert "the smallest chip is 999,999,999,999,998 times" in str(said)
    assert said.clause == "NZ-6.12"


SEVENTHS = {"offered": True, "minimum": "$1", "maximum": "$1.04", "lines": [{"jacks": 2, "pays": "10 to 7"}]}
NOT_PAYABLE: dict[str, tuple[str, dict[str, Any]]] = {
    "new-zealand": ("NZ-6.12", {"table": {"chips": ["$25.00"], "maximum": "$499"}}),
    "dealer-open": ("DO-R4.a.s2", {"wagers": {"chan_chu": SEVENTHS}}),
}


@pytest.mark.clause("NZ-6.12", "DO-R4.a.s2")
@pytest.mark.parametrize("standard", NOT_PAYABLE)
def test_limits_that_no_wager_fits_are_refused_for_a_new_table_and_kept_by_an_old_one(standard: str) -> None:
    clause, choices = NOT_PAYABLE[standard]
    data = {"standard": standard, "edition": 2, **choices}
    with pytest.raises(SubmissionError) as refused:
        build_submission(data)
    assert refused.value.clause == clause
    assert [fault.message for fault in submission_faults(data)] == [refused.value.message]
    stored = stored_submission(data)
    assert stored_submission(stored.kept()) == stored
    assert game_of(stored).submission_hash == submission_hash(stored)


def test_other_numbers_have_bounds(refusal: Refusal) -> None:
    assert "at most 1000" in str(refusal("new-zealand", {"equipment.dice_millimetres": 10**18}))
    many = [f"${number}" for number in range(1, 42)]
    assert "it must be a list of at most 40" in str(refusal("new-zealand", {"table.chips": many}))
    for digits in (7, 5000):
        line = [{"jacks": 2, "pays": f"{'9' * digits} to 1"}]
        assert "wagers.chan_chu.lines[0].pays: " in str(refusal("dealer-open", {"wagers.chan_chu.lines": line}))


def test_a_submission_names_its_standard() -> None:
    with pytest.raises(SubmissionError, match="says which standard"):
        build_submission({"title": "nothing"})
    with pytest.raises(SubmissionError, match="there is no standard 'nevada'"):
        build_submission({"standard": "nevada"})


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="neither a standard"):
        load_submission(tmp_path / "absent.toml")
    for nowhere in (tmp_path, ""):
        with pytest.raises(SubmissionError, match="nor an existing file"):
            load_submission(nowhere)
    broken = tmp_path / "broken.toml"
    broken.write_text("standard = ", encoding="utf-8")
    with pytest.raises(SubmissionError, match="is not valid TOML"):
        load_submission(broken)
    for endless in ("[" * 5000, "9" * 5000):
        broken.write_text(f"standard = {endless}", encoding="utf-8")
        with pytest.raises(SubmissionError, match="is not valid TOML"):
            load_submission(broken)
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(SubmissionError, match="is not a text file"):
        load_submission(broken)


def test_a_file_as_windows_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b'\xef\xbb\xbfstandard = "maryland-tiles"\r\nhouse_way = "foxwoods"\r\n')
    assert load_submission(file).data()["house_way"] == "foxwoods"


def test_a_submission_cannot_be_changed(choose: Choose) -> None:
    submission = choose("dealer-open")
    with pytest.raises(AttributeError, match="does not change"):
        submission.title = "other"
    with pytest.raises(AttributeError, match="does not change"):
        submission.table.seats = 5


def test_the_hash_depends_on_the_choices_and_on_nothing_else(choose: Choose) -> None:
    plain = choose("maryland-tiles")
    spelled = choose("maryland-tiles", {"table.minimum": "10", "table.maximum": "$5000.00"})
    other = choose("maryland-tiles", {"table.minimum": "$10.01"})
    assert submission_hash(plain) == submission_hash(spelled)
    assert submission_hash(plain) != submission_hash(other)
    assert len({submission_hash(load_submission(standard)) for standard in STANDARDS}) == 4
    assert len(submission_hash(plain)) == 64


@given(st.integers(0, 10_000))
def test_shares_are_written_as_they_are_read(basis_points: int) -> None:
    meter = {"name": "progressive", "initial": "$10,000", "reset": "$10,000", "ceiling": "none", "reserve_rate": "0%"}
    meter["rate"] = write_rate(basis_points)
    submission = build_submission({"standard": "maryland-poker", "wagers": {"progressive": {"meters": [meter]}}})
    assert isinstance(submission, MarylandPoker)
    assert submission.wagers.progressive.meters[0].rate == basis_points
    assert build_submission(submission.data()) == submission


@given(
    st.fixed_dictionaries(
        {
            "table.seats": st.integers(1, 6),
            "start": st.sampled_from(["shaker", "random-number", "button"]),
            "dealing.method": st.sampled_from(["manual-shoe", "hand", "automated-shoe"]),
            "dealing.shuffler": st.sampled_from(["none", "automated", "into-shoe", "reshuffling-device"]),
            "equipment.cards_hours": st.integers(1, 8),
            "banking.offered": st.booleans(),
            "banking.co_banking": st.booleans(),
            "payout_limit": st.sampled_from(["none", "$50,000", "$1,000"]),
            "approvals.button": st.sampled_from(["", "b"]),
            "approvals.random_number_generator": st.sampled_from(["", "r"]),
        }
    )
)
def test_every_choice_is_either_kept_as_it_is_or_refused_with_a_clause(
    choose: Choose, choices: dict[str, object]
) -> None:
    refused: SubmissionError | None = None
    try:
        submission = choose("maryland-poker", choices)
    except SubmissionError as error:
        refused = error
    if refused:
        assert str(refused.clause).startswith("MDP-")
    else:
        assert build_submission(submission.data()) == submission
        assert submission.start == choices["start"]


def test_a_poker_submission_may_carry_the_table_of_its_house_way(choose: Choose) -> None:
    optimal = POKER_HOUSE_WAYS["optimal"]
    assert isinstance(optimal, TableWay)
    assert choose("maryland-poker", {"house_way": optimal.text}).house_way == optimal.text
    with pytest.raises(PaigowError, match="292,253"):
        choose("maryland-poker", {"house_way": "table:mine:eJwDAAAAAAE="})
