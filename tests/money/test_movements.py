"""Every transfer says by its movement why chips move, and records tell the same in words."""

import pytest

from paigow.money import CAGE, INVENTORY, ForOne, Movement, ToOne, Transfer, rack
from paigow.money.ledger import award_text, envy_text, read_reason
from paigow.poker import PAYTABLES
from paigow.record.wire import _read_transfer, _write_transfer
from paigow.text import Text

PAID = (Movement.AWARD, Movement.ENVY)


@pytest.mark.parametrize("kind", [kind for kind in Movement if kind not in PAID])
def test_a_record_tells_the_movement_in_words_and_reads_it_back(kind: Movement) -> None:
    move = Transfer(CAGE, rack("ann"), 500, kind, "MDT-5.A")
    assert str(move.reason) == kind.value
    assert _read_transfer(_write_transfer(move)) == move


@pytest.mark.parametrize("odds", [ToOne(50), ForOne(4)])
@pytest.mark.parametrize("line", ["full house", "two pairs + one, and another", "3 jacks"])
def test_an_award_is_read_back_with_its_line(line: str, odds: ToOne | ForOne) -> None:
    move = Transfer(INVENTORY, rack("ann"), 500, Movement.AWARD, "MDP-13.B.1.a", award_text(line, odds))
    assert str(move.reason) == f"{line}, {odds}"
    assert _read_transfer(_write_transfer(move)) == move
    assert move.award is not None
    assert move.award.fields["line"] == Text(line)


@pytest.mark.parametrize("line", PAYTABLES["fortune"]["A"].lines)
def test_an_envy_bonus_is_read_back_with_its_hand(line: object) -> None:
    hand = line.hand  # type: ignore[attr-defined]
    move = Transfer(INVENTORY, rack("ann"), 500, Movement.ENVY, "MDP-13.B.2.a", envy_text(hand))
    assert read_reason(str(move.reason)) == (Movement.ENVY, move.award)


@pytest.mark.parametrize("reason", ["a pair, {name} to 1", "{0.__class__}, 3 to 1", "no comma", "", "x, 3 to {1}"])
def test_whatever_a_forged_row_says_is_only_shown(reason: str) -> None:
    kind, award = read_reason(reason)
    assert kind is Movement.AWARD
    assert str(award) == reason
