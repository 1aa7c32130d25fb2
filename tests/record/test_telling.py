"""What is heard of an event is told in a sentence that says no more."""

from pathlib import Path
from string import Formatter

import pytest

from paigow.comparison import Result
from paigow.poker import PokerSetting
from paigow.record import Replay
from paigow.record.narration import tell, tell_heard, tell_transfer
from paigow.record.tellings import templates
from paigow.rules import STANDARDS, load_submission
from paigow.table import Event, Game, game_of
from paigow.table.core.engine import events
from paigow.table.core.log import sentences
from paigow.table.core.model import MAIN, WagerKey
from paigow.table.hearing import hear
from paigow.table.steps.delivery import Delivered
from paigow.table.steps.mixing import Mixed
from paigow.table.steps.seating import PlayerSeated
from paigow.table.steps.setting import HandSet
from paigow.table.steps.settlement import WagerSettled
from paigow.table.steps.start import DiceShaken
from paigow.table.steps.surrender import Surrendered
from paigow.table.view import own_fields

RECORDS = sorted((Path(__file__).parents[1] / "golden").glob("*/*.toml"))
TILES = game_of(load_submission("new-zealand"))
CARDS = game_of(load_submission("maryland-poker"))
SETTING = PokerSetting.parse("As Ks Qs Js Ts / 9h 9d")
ANY = ("X-1",)


@pytest.mark.parametrize(
    ("game", "event", "told"),
    [
        (TILES, PlayerSeated(player="ann", position=2, seed="", clauses=ANY), "You sit down at box 2."),
        (TILES, DiceShaken(dice=(1, 2, 3), shakes=3, player="ann", clauses=ANY), "You shake 3 times."),
        (TILES, DiceShaken(dice=(1, 2, 3), shakes=3, player="", clauses=ANY), "The dealer shakes 3 times."),
        (
            CARDS,
            HandSet(position=3, setting=SETTING, set_by="ann", clauses=ANY),
            "You set position 3’s hand: As Ks Qs Js Ts / 9h 9d.",
        ),
        (
            CARDS,
            WagerSettled(wager=WagerKey("ann", 3, MAIN), result=Result.LOSE, clauses=ANY),
            "Your bet on position 3 loses.",
        ),
        (
            CARDS,
            WagerSettled(wager=WagerKey("bob", 3, MAIN), result=Result.LOSE, clauses=ANY),
            "bob’s wager on position 3 loses.",
        ),
    ],
)
def test_the_reader_is_told_what_concerns_them_as_you(game: Game, event: Event, told: str) -> None:
    assert tell_heard(hear(event, "ann"), game, you="ann") == told


@pytest.mark.parametrize(
    ("game", "event", "told"),
    [
        (TILES, Mixed(order=TILES.kit.full_set, clauses=ANY), "The tiles are shuffled and stacked."),
        (CARDS, Mixed(order=CARDS.kit.full_set, clauses=ANY), "The cards are shuffled."),
        (
            TILES,
            Delivered(delivery="house", start=3, hands=((3, TILES.kit.full_set[:4]),), clauses=ANY),
            "The tiles are dealt (house), starting at box 3.",
        ),
        (
            CARDS,
            HandSet(position=3, setting=SETTING, set_by="ann", clauses=ANY),
            "Position 3’s hand is set by ann.",
        ),
        (TILES, PlayerSeated(player="ann", position=2, seed="mine", clauses=ANY), "ann sits down at box 2."),
        (TILES, PlayerSeated(player="ann", position=None, seed="", clauses=ANY), "ann stands behind the seats."),
        (TILES, DiceShaken(dice=(1, 2, 3), shakes=3, player="", clauses=ANY), "The dealer shakes 3 times."),
    ],
)
def test_hidden_things_are_left_out(game: Game, event: Event, told: str) -> None:
    assert tell_heard(hear(event, "nobody"), game) == told


def test_who_may_know_is_told_all() -> None:
    event = HandSet(position=3, setting=SETTING, set_by="ann", clauses=ANY)
    assert tell_heard(hear(event, "ann"), CARDS) == tell(event, CARDS)
    assert tell(event, CARDS) == "Position 3’s hand is set by ann: As Ks Qs Js Ts / 9h 9d."


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_everything_in_the_golden_records_can_be_told_as_heard(path: Path) -> None:
    hidden = 0
    with path.open(encoding="utf-8", newline="\n") as file:
        for step in Replay(file):
            game = step.state.game
            for event in step.events:
                heard = hear(event, "nobody")
                told = tell_heard(heard, game)
                assert told.endswith((".", "”"))
                assert "{" not in told
                if event.audience.hidden:
                    hidden += told != tell(event, game)
                else:
                    assert told == tell(event, game)
                assert all(tell_transfer(move, game) for move in event.transfers)
    assert hidden


def test_sentences_can_be_translated() -> None:
    """A translator gets whole templates, and only ones that he can know of."""
    known = set(templates())
    event = HandSet(position=3, setting=SETTING, set_by="ann", clauses=ANY)

    def translate(text: str) -> str:
        assert text in known
        return {"{position}’s hand is set by {set_by}.": "{set_by} 已排好{position}的牌。"}.get(
            text, text.replace("Position {number}", "{number} 號位")
        )

    assert tell_heard(hear(event, "bob"), CARDS, translate) == "ann 已排好3 號位的牌。"


def test_templates_name_fields_of_their_events() -> None:
    for standard in STANDARDS:
        game_of(load_submission(standard))
    for text in templates():
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(text))
    for kind in events():
        for sentence in (*sentences(kind.log), *sentences(kind.log_you)):
            named = {part for _, part, _, _ in Formatter().parse(sentence) if part}
            assert named <= {*own_fields(kind), "high", "low", "push"}, kind


def test_each_document_keeps_its_own_words() -> None:
    """Boxes, a banker, commission and conceding in New Zealand; positions, vigorish, surrender and ties in Maryland."""
    wager = WagerKey("ann", 2, MAIN)
    told = {
        Surrendered(wager=wager, clauses=ANY): (
            "ann’s wager on box 2 is conceded.",
            "ann’s wager on position 2 is surrendered.",
        ),
        WagerSettled(wager=wager, result=Result.WIN, won=100_00, vigorish=5_00, clauses=ANY): (
            "ann’s wager on box 2 wins $100.00, less $5.00 commission.",
            "ann’s wager on position 2 wins $100.00, less $5.00 vigorish.",
        ),
        WagerSettled(wager=wager, result=Result.PUSH, won=0, vigorish=0, clauses=ANY): (
            "ann’s wager on box 2 pushes.",
            "ann’s wager on position 2 is a tie.",
        ),
    }
    maryland = game_of(load_submission("maryland-tiles"))
    for event, (boxes, positions) in told.items():
        assert (tell(event, TILES), tell(event, maryland)) == (boxes, positions)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_document_speaks_in_anothers_words(path: Path) -> None:
    strange = {
        "new-zealand": ("position", "vigorish", "surrender", " tie"),
        "dealer-open": ("box ", "vigorish", "surrender", " tie", "commission:"),
    }.get(path.parent.name, ("box ", "conced", "push", "banker", "commission:"))
    with path.open(encoding="utf-8", newline="\n") as file:
        for step in Replay(file):
            game = step.state.game
            lines = [tell(event, game) for event in step.events]
            moves = [move for event in step.events for move in event.transfers]
            lines += [tell_transfer(move, game).split(": ")[1] for move in moves]
            assert [line for line in lines if any(word in line for word in strange)] == []
