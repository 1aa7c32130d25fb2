"""New Zealand, section 1: the definitions that concern tiles, hands, cuts and the dice."""

import pytest

from paigow.comparison import Result, Winner
from paigow.errors import HandError, Refused, SubmissionError
from paigow.rules import load_submission
from paigow.table import game_of
from paigow.tiles import (
    CUTS,
    HOUSE_WAYS,
    NEW_ZEALAND_DELIVERIES,
    TILE_SET,
    TileSetting,
    approved_cut,
    compare,
    compare_hands,
    delivery_table,
    hand_kinds,
    parse_tiles,
    rank_pair,
    settings,
)

clause = pytest.mark.clause


@clause("NZ-1.approved-cut.a")
def test_an_approved_cut_is_named_in_appendix_5() -> None:
    for key in ("pin-say-right", "cup-say", "house-way-left", "my-own-cut"):
        with pytest.raises(Refused) as refused:
            approved_cut(key, [key])
        assert refused.value.clause == "NZ-1.approved-cut.a"


@clause("NZ-1.approved-cut.b")
def test_an_approved_cut_has_written_approval_for_the_casino() -> None:
    assert approved_cut("yat-dong-dong-left", ["yat-dong-dong-left"]) is NEW_ZEALAND_DELIVERIES["yat-dong-dong-left"]
    with pytest.raises(Refused) as refused:
        approved_cut("yat-dong-dong-left", ["yat-dong-dong-right"])
    assert refused.value.clause == "NZ-1.approved-cut.b"


@clause("NZ-1.box")
def test_boxes_are_numbered() -> None:
    assert game_of(load_submission("new-zealand")).positions == (1, 2, 3, 4, 5, 6, 7, 8)


@clause("NZ-1.cut")
def test_a_cut_divides_32_tiles_into_eight_ordered_groups_of_four() -> None:
    for delivery in NEW_ZEALAND_DELIVERIES.values():
        groups = delivery.deliver(range(32))
        assert [len(group) for group in groups] == [4] * 8
        assert sorted(index for group in groups for index in group) == list(range(32))
    with pytest.raises(SubmissionError) as refused:
        delivery_table([range(4)] * 8)
    assert refused.value.clause == "NZ-1.cut"
    # The order of the groups is part of the cut.
    assert NEW_ZEALAND_DELIVERIES["cup-say-top-right"] != NEW_ZEALAND_DELIVERIES["cup-say-bottom-right"]


@clause("NZ-1.hand", "NZ-1.set")
def test_a_hand_is_four_tiles_set_as_a_higher_and_a_lower_hand_of_two() -> None:
    for tiles, _ in hand_kinds():
        for setting in settings(tiles):
            assert len(setting.high) == len(setting.low) == 2
            assert rank_pair(*setting.high, "NZ") >= rank_pair(*setting.low, "NZ")
            assert setting.tiles == tiles
    with pytest.raises(HandError):
        settings(parse_tiles("66 11 44"))


@clause("NZ-1.house-way")
def test_the_house_way_is_appendix_4() -> None:
    house_way = HOUSE_WAYS["new-zealand"]
    assert all(rule.clause.startswith("NZ-A4.") for rule in house_way.rules)
    assert "Appendix 4" in house_way.source


@clause("NZ-1.match.a", "NZ-1.match.b")
def test_to_match_is_to_compare_high_with_high_and_low_with_low() -> None:
    player, bank = TileSetting.parse("66 36 / 22 56"), TileSetting.parse("11 36 / 44 46")
    match = compare(player, bank, "NZ")
    assert match.high == compare_hands(player.high, bank.high, "NZ")
    assert match.low == compare_hands(player.low, bank.low, "NZ")
    assert (match.high.winner, match.low.winner, match.result) == (Winner.PLAYER, Winner.BANK, Result.PUSH)


@clause("NZ-1.tile")
def test_a_tile_is_one_of_32() -> None:
    assert len(TILE_SET) == 32
    assert all(TILE_SET.count(tile) == tile.copies for tile in TILE_SET)


def test_every_cut_cites_its_entry() -> None:
    assert {cut.clause for cut in CUTS.values()} == {f"NZ-A5.{key}" for key in CUTS}
