"""What New Zealand's rules leave to the casino operator, and what they do not."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from paigow.errors import SubmissionError
from paigow.rules import STANDARDS

NZ = "new-zealand"
Choose = Callable[..., Any]
Refusal = Callable[..., SubmissionError]
YAT = {"name": "yat-dong-dong-right", "approval": "letter 3", "groups": []}


@pytest.mark.clause("NZ-0")
def test_the_notice() -> None:
    standard = STANDARDS[NZ]
    assert (standard.edition.adopted, standard.edition.effective) == ("1997-11-27", "1998-02-01")
    assert (standard.edition.supersedes, standard.version) == ("1996-01-26", "1998-01-29")


@pytest.mark.clause("NZ-2")
def test_read_with_the_general_rules() -> None:
    assert STANDARDS[NZ].edition.read_with == "Division 1, general rules"


@pytest.mark.clause("NZ-3.1", "NZ-3.2.a")
def test_eight_places_and_eight_boxes(choose: Choose, refusal: Refusal) -> None:
    assert choose(NZ).table.seats == STANDARDS[NZ].seats == STANDARDS[NZ].positions == 8
    assert refusal(NZ, {"table.seats": 7}).clause == "NZ-3.1"


@pytest.mark.clause("NZ-3.3.b", "NZ-3.3.b.i")
def test_dice_of_ten_millimetres_or_more(choose: Choose, refusal: Refusal) -> None:
    assert choose(NZ, {"equipment.dice_millimetres": 16}).equipment.dice_millimetres == 16
    assert refusal(NZ, {"equipment.dice_millimetres": 9}).clause == "NZ-3.3.b.i"
    assert refusal(NZ, {"start": "random-number"}).clause == "NZ-3.3.b"


@pytest.mark.clause("NZ-1.house-way")
def test_the_house_way_is_appendix_4(choose: Choose, refusal: Refusal) -> None:
    assert choose(NZ).house_way == "new-zealand"
    assert refusal(NZ, {"house_way": "foxwoods"}).clause == "NZ-1.house-way"


@pytest.mark.parametrize("key", [pytest.param("sharing", marks=pytest.mark.clause("NZ-5.5")), "adjustment"])
def test_options_of_the_bank(choose: Choose, key: str) -> None:
    for value in (True, False):
        assert getattr(choose(NZ, {f"bank.{key}": value}).bank, key) is value


@pytest.mark.clause("NZ-6.5")
def test_up_to_three_players_on_a_box(choose: Choose, refusal: Refusal) -> None:
    for players in (1, 2, 3):
        assert choose(NZ, {"wagers.bettors_per_box": players}).wagers.bettors_per_box == players
    assert refusal(NZ, {"wagers.bettors_per_box": 4}).clause == "NZ-6.5"


@pytest.mark.clause("NZ-6.6")
def test_maxima_of_box_and_player(choose: Choose, refusal: Refusal) -> None:
    limits = {"table.maximum": "$1,000", "wagers.box_maximum": "$1,000", "wagers.player_maximum": "$400"}
    wagers = choose(NZ, limits).wagers
    assert (wagers.box_maximum, wagers.player_maximum) == (1_000_00, 400_00)
    assert refusal(NZ, limits | {"wagers.box_maximum": "$1,001"}).clause == "NZ-6.6"
    for name in ("wagers.box_maximum", "wagers.player_maximum"):
        refused = refusal(NZ, limits | {"table.minimum": "$50", name: "$49.99"})
        assert (refused.message, refused.clause) == (f"{name} is below the table minimum", "NZ-6.6")
        assert choose(NZ, limits | {"table.minimum": "$50", name: "$50"}).table.minimum == 50_00


@pytest.mark.clause("NZ-6.12", "NZ-6.6")
def test_some_wager_within_the_maxima_can_be_paid_exactly(choose: Choose, refusal: Refusal) -> None:
    """With chips of $25 that is $500; a table that took it would break a smaller maximum on its sign."""
    coarse = {"table.chips": ["$25.00"], "table.maximum": "$500"}
    assert choose(NZ, coarse).table.maximum == 500_00
    refused = refusal(NZ, coarse | {"table.maximum": "$499"})
    assert refused.message == "table.maximum is below $500.00, the smallest wager that these chips can pay exactly"
    assert refused.clause == "NZ-6.12"
    for name in ("wagers.box_maximum", "wagers.player_maximum"):
        assert refusal(NZ, coarse | {name: "$499"}).clause == "NZ-6.12"
        assert choose(NZ, coarse | {name: "$500"}).table.maximum == 500_00


@pytest.mark.clause("NZ-6.7")
def test_players_are_not_confined_to_one_box(choose: Choose, refusal: Refusal) -> None:
    assert choose(NZ).wagers.several_boxes
    assert refusal(NZ, {"wagers.several_boxes": False}).clause == "NZ-6.7"


@pytest.mark.clause("NZ-6.11")
def test_commission_is_five_percent(choose: Choose, refusal: Refusal) -> None:
    assert STANDARDS[NZ].main.vigorish == Fraction(1, 20)
    assert choose(NZ).commission.percent == 5
    assert refusal(NZ, {"commission.percent": 10}).clause == "NZ-6.11"


@pytest.mark.clause("NZ-1.co-banker")
def test_a_co_banker_is_an_equal_partner() -> None:
    assert STANDARDS[NZ].co_bank_share == Fraction(1, 2)


@pytest.mark.clause("NZ-1.approved-cut.a", "NZ-1.approved-cut.b", "NZ-9.5.s2")
def test_cuts_are_of_appendix_5_and_approved_in_writing(choose: Choose, refusal: Refusal) -> None:
    cup_say = {"name": "cup-say-top-right", "approval": "letter 4", "groups": []}
    assert [cut.name for cut in choose(NZ, {"cuts": [YAT, cup_say]}).cuts] == [YAT["name"], cup_say["name"]]
    assert refusal(NZ, {"cuts": [YAT, cup_say | {"approval": ""}]}).clause == "NZ-1.approved-cut.b"
    assert refusal(NZ, {"cuts": [YAT, cup_say | {"name": "zig-zag"}]}).clause == "NZ-1.approved-cut.a"
    assert refusal(NZ, {"cuts": [YAT, YAT]}).clause == "NZ-1.approved-cut.a"
    assert refusal(NZ, {"cuts": [cup_say]}).clause == "NZ-9.5.s2"


@pytest.mark.clause("NZ-1.cut", "NZ-1.approved-cut.b")
def test_a_cut_that_nobody_documents_needs_the_table_that_was_approved(choose: Choose, refusal: Refusal) -> None:
    harbour = {"name": "harbour-bridge", "approval": "letter 5"}
    groups = [list(range(place, 32, 8)) for place in range(8)]
    chosen = choose(NZ, {"cuts": [YAT, harbour | {"groups": groups}]})
    assert [list(group) for group in chosen.cuts[1].delivery.groups] == groups
    assert chosen.cuts[1].delivery.provenance == "operator"
    assert refusal(NZ, {"cuts": [YAT, harbour | {"groups": []}]}).clause == "NZ-A5.harbour-bridge"
    doubled = [[0, 0, 1, 2], *groups[1:]]
    assert "come more than once" in str(refusal(NZ, {"cuts": [YAT, harbour | {"groups": doubled}]}))
    assert "eight groups" in str(refusal(NZ, {"cuts": [YAT, harbour | {"groups": groups[:7]}]}))


def test_chips_have_a_value(refusal: Refusal) -> None:
    assert refusal(NZ, {"table.chips": ["$0.00", "$1.00"]}).clause == "NZ-6.12"
    assert "table.chips is []; it must be a list that is not empty" in str(refusal(NZ, {"table.chips": []}))
