"""Every command is written as an inline table and read back as the same command."""

import tomllib
from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

import pytest

from paigow.errors import NotationError, PaigowError
from paigow.hands import AnyHands
from paigow.record.toml import inline, value
from paigow.record.wire import command_table, event_table, read_command
from paigow.rules import load_submission
from paigow.table import Command, game_of, legal_commands
from paigow.table.core.engine import commands, event_name
from paigow.table.driver import new_table
from paigow.table.script import Plan, TableScript
from paigow.table.steps.mixing import Mix, RoundOpened
from paigow.table.steps.setting import SetHand, SetHouseHand
from paigow.table.steps.wagers import PlaceWager
from paigow.tiles import TILE_SET, TileSetting

TILES = game_of(load_submission("maryland-tiles")).kit
CARDS = game_of(load_submission("dealer-open")).kit


def read_back(command: Command, kit: AnyHands) -> Command:
    text = f"it = {inline(command_table(command))}"
    return read_command(tomllib.loads(text)["it"], kit)


def sample(hint: Any, kit: AnyHands) -> Any:
    """Some value of a field's type."""
    pieces = kit.full_set
    if hint is str:
        return 'said "so" — 天\\\x7f\n'
    if hint is int:
        return 7
    if hint is bool:
        return True
    if "Setting" in str(hint):
        return kit.settings(pieces[: kit.hand_size])[-1]
    kinds = get_args(hint)
    if "Tile" in str(hint):
        return pieces[::-1]
    if kinds[1:] == (...,):
        return (sample(kinds[0], kit), sample(kinds[0], kit))
    if type(None) in kinds:
        return sample(kinds[0], kit)
    return tuple(sample(kind, kit) for kind in kinds)


@pytest.mark.parametrize("kit", [TILES, CARDS], ids=["tiles", "cards"])
def test_every_command_with_every_field_is_read_back(kit: AnyHands) -> None:
    assert len(commands()) > 100
    for verb, kind in commands().items():
        hints = get_type_hints(kind)
        whole = kind(**{field.name: sample(hints[field.name], kit) for field in fields(kind)})
        assert read_back(whole, kit) == whole, verb
        needed = {f.name: sample(hints[f.name], kit) for f in fields(kind) if f.default is MISSING}
        assert read_back(kind(**needed), kit) == kind(**needed), verb


@pytest.mark.parametrize("standard", ["maryland-tiles", "dealer-open"])
def test_everything_offered_in_a_round_is_read_back(standard: str) -> None:
    script = TableScript(new_table(game_of(load_submission(standard))), {})
    script.open({"ann": 1, "bob": 2}, 100_000)
    script.begin(Plan(wagers={"ann": 1000, "bob": 1000}))
    seen = 0
    while script.state.round is not None:
        for actor in ("ann", "bob", "dealer", "floor", "system"):
            for offer in legal_commands(script.state, actor):
                assert read_back(offer.command, script.state.game.kit) == offer.command
                seen += 1
        script.advance()
    assert seen > 100


def test_how_commands_are_written() -> None:
    setting = TileSetting.parse("66 45 / 12 24")
    assert inline(command_table(SetHand(player="ann", position=3, setting=setting))) == (
        '{ by = "ann", do = "set", position = 3, setting = "24 12 / 66 45" }'
    )
    assert inline(command_table(SetHouseHand())) == '{ by = "dealer", do = "set-house-hand" }'
    assert inline(command_table(Mix(order=TILE_SET[:3]))) == '{ by = "dealer", do = "mix", order = "66 66 11" }'


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ({"do": "wager"}, "an action says who acts"),
        ({"by": "ann", "do": "dance"}, "there is no action 'dance'"),
        ({"by": "ann", "do": "wager", "position": 1}, "wager needs amount"),
        ({"by": "ann", "do": "wager", "position": 1, "amount": "10"}, "it must be a whole number"),
        ({"by": "ann", "do": "wager", "position": True, "amount": 10}, "it must be a whole number"),
        ({"by": "ann", "do": "wager", "position": 1, "amount": 10, "colour": 1}, "wager has no 'colour'"),
        ({"by": "ann", "do": "mix", "order": "66"}, "mix is done by dealer, not by ann"),
        ({"by": "dealer", "do": "mix", "order": ["66"]}, "it must be text"),
        ({"by": "dealer", "do": "mix", "order": "67"}, "67"),
        ({"by": "dealer", "do": "shake", "dice": [1, 2]}, "has 2 parts instead of 3"),
        ({"by": "dealer", "do": "shake", "dice": "1 2 3"}, "it must be a list"),
        ({"by": "ann", "do": "set", "position": 1, "setting": "66 45"}, "is not a setting"),
    ],
)
def test_what_is_no_command_is_refused_with_its_reason(table: dict[str, Any], reason: str) -> None:
    with pytest.raises(PaigowError, match=reason):
        read_command(table, TILES)


def test_events_say_their_name_and_clauses_and_leave_out_what_is_not() -> None:
    event = RoundOpened(number=2, commitment="ab", offering=False, clauses=("MDT-4.I",))
    assert event_name(RoundOpened) == "round-opened"
    assert event_table(event) == {
        "was": "round-opened",
        "number": 2,
        "commitment": "ab",
        "offering": False,
        "clauses": ["MDT-4.I"],
    }


@pytest.mark.parametrize("item", [1.5, None, object()])
def test_what_has_no_place_in_a_record(item: object) -> None:
    with pytest.raises(TypeError):
        value(item)


@pytest.mark.parametrize("text", ["", 'a "quote"', "back\\slash", "tab\tfeed\n", "天地人", "\x00\x1f\x7f", "🀄"])
def test_text_is_read_back_by_any_toml_reader(text: str) -> None:
    assert tomllib.loads(f"it = {value(text)}")["it"] == text
    assert "\n" not in value(text)


def test_a_player_command_needs_no_name_beside_by() -> None:
    table = command_table(PlaceWager(player="ann", position=1, amount=5))
    assert "player" not in table
    with pytest.raises(NotationError, match="has no 'player'"):
        read_command({**table, "player": "bob"}, TILES)
