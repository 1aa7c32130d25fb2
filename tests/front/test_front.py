"""The front door: what a newcomer types first."""

import copy
import pickle
import pkgutil
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import paigow
from paigow.comparison import Result
from paigow.solver import Solution
from paigow.table import Command, TableState
from paigow.table.steps.wagers import PlaceWager

STANDARDS = tuple(paigow.STANDARDS)
SETTINGS = {"maryland-tiles": "66 45 / 23 12", "new-zealand": "66 45 / 23 12"}


def test_importing_the_package_loads_neither_models_nor_numbers() -> None:
    script = "import sys, paigow; dir(paigow); print([n for n in ('numpy', 'pydantic', 'typer') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def referenced() -> list[str]:
    """Return the names in the generated reference."""
    pages = (Path(__file__).parents[2] / "docs" / "reference").glob("*.md")
    return [name for page in pages for name in re.findall(r"^::: (\S+)", page.read_text(encoding="utf-8"), re.M)]


def undocumented(kind: type) -> list[str]:
    """Return the public methods and properties of a class, inherited ones of ours included, that say nothing."""
    ours = [each for each in kind.__mro__ if each.__module__.startswith("paigow")]
    members = {name: member for each in reversed(ours) for name, member in vars(each).items()}
    unwrapped = {name: getattr(member, "__func__", member) for name, member in members.items()}
    return [
        f"{kind.__name__}.{name}"
        for name, member in unwrapped.items()
        if not name.startswith("_") and (callable(member) or isinstance(member, property)) and not member.__doc__
    ]


def test_every_public_name_is_there_and_documented() -> None:
    for name in paigow.__all__:
        assert name in dir(paigow)
        assert name in ("STANDARDS", "__version__") or getattr(paigow, name).__doc__, name
    assert not {"TYPE_CHECKING", "_WHERE", "import_module", "version"} & {*dir(paigow)}
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        paigow.Gmae  # noqa: B018


def test_the_reference_has_every_public_name_and_what_it_returns() -> None:
    found = {name.rpartition(".")[2] for name in referenced()}
    errors = {name for name in paigow.__all__ if isinstance(getattr(paigow, name), type) and name.endswith("Error")}
    assert {*paigow.__all__} - {"__version__", "Refused"} - errors <= found
    assert {"errors", "RecordError", "Ask", "Offer", "Advice", "WagerOdds", "ParSheet"} <= found


@pytest.mark.parametrize("name", referenced())
def test_every_member_in_the_reference_is_documented(name: str) -> None:
    """The documentation builds pages for members that say nothing, even in strict mode."""
    thing = pkgutil.resolve_name(name)
    kinds = (
        [each for each in vars(thing).values() if isinstance(each, type) and each.__module__ == name]
        if isinstance(thing, ModuleType)
        else [thing]
    )
    for kind in kinds:
        assert kind.__doc__
        assert not isinstance(kind, type) or undocumented(kind) == []


def test_a_member_without_a_docstring_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert undocumented(paigow.Table) == []
    monkeypatch.setattr(paigow.Table.view, "__doc__", None)
    assert undocumented(paigow.Table) == ["Table.view"]


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_hand_is_dealt_set_and_compared(standard: str) -> None:
    game = paigow.Game(standard)
    hand = game.deal(seed="demo")
    assert hand == game.deal(seed="demo") != game.deal(seed="another")
    assert game.hand(str(hand)) == hand
    assert repr(hand) == f"<Hand {hand}>", "only the game knows how to read it back"
    mine = game.house_way(hand)
    assert mine.setting in game.settings(hand)
    assert mine.clause.startswith(f"{game.standard.prefix}-")
    assert game.setting(str(mine.setting)) == mine.setting
    assert hand._repr_svg_().startswith("<svg")


def test_the_number_of_pieces_is_checked() -> None:
    with pytest.raises(paigow.HandError, match="four"):
        paigow.Game("maryland-tiles").hand("66 45 12")
    with pytest.raises(paigow.NotationError):
        paigow.Game("maryland-poker").house_way("As Ad Kh Kc 9s 8d 2x")


def test_a_comparison_says_who_wins_and_why() -> None:
    found = paigow.Game("new-zealand").compare("66 45 / 12 23", "66 36 / 46 55")
    assert (found.result, found.clause) == (Result.PUSH, "NZ-6.1.c")
    assert str(found) == ("push [NZ-6.1.c]\nhigh  66 45 copies 66 36 [NZ-6.2.a.iv]\nlow   23 12 beats 55 46 [NZ-4.2.a]")
    assert paigow.Game("maryland-tiles").compare("66 66 / 11 11", "36 45 / 12 23").value(Fraction(1, 20)) == Fraction(
        19, 20
    )


def test_two_jacks_of_the_dealer_win_whatever_the_hands() -> None:
    found = paigow.Game("dealer-open").compare("As Ad Ac 9s 8d / Kh Kc", "Js Jd 7c 6d 2c / Qh 9h")
    assert (found.result, found.reason) == (Result.LOSE, "the dealer has two jacks or more")


def test_rules_can_be_a_mapping_a_submission_or_a_file(tmp_path: object) -> None:
    mine = paigow.Game({"standard": "maryland-poker", "table": {"minimum": "$25.00"}})
    assert not mine.is_default
    assert paigow.Game(mine.submission).submission == mine.submission
    assert repr(paigow.Game("maryland-poker")) == "Game('maryland-poker')"
    with pytest.raises(paigow.SubmissionError, match=r"MDP-2\.A"):
        paigow.Game({"standard": "maryland-poker", "table": {"seats": 7}})


def test_odds_and_advice_print_themselves() -> None:
    game = paigow.Game("maryland-tiles")
    odds = game.odds("pair-fortunes", paytable="B")
    assert odds.edge == Fraction(979, 7192)
    assert repr(odds).startswith("<WagerOdds maryland-tiles, pair-fortunes")
    assert "edge 979/7192" in str(odds)
    advice = game.advise("66 11 36 25")
    assert (advice.best.high, advice.best.low) == ("66 36", "11 25")
    assert "<table>" in advice._repr_html_()
    assert "<table>" in odds._repr_html_()


def test_a_game_can_be_solved(solution: Solution) -> None:
    """The fixture asks `Game.solve`."""
    assert solution.lower == solution.upper == Fraction(-16612395979, 699466950000)
    assert solution.pure.proved
    assert solution.pure.edge == Fraction(69391, 2921750)


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_table_of_bots_plays_prints_and_verifies(standard: str) -> None:
    table = paigow.Game(standard).table(["ann", "bob"], seed="demo").play(3)
    assert table.rounds == 3
    assert table.players == ("ann", "bob")
    assert "ann" in str(table)
    assert "round 3" in str(table).splitlines()[0]
    assert len(repr(table.state)) < 100
    assert table._repr_html_().count("<tr>") >= 2
    again = paigow.Game(standard).table(["ann", "bob"], seed="demo").play(3)
    assert again.record() == table.record()
    assert paigow.verify(table.record()).rounds == 3
    assert sum(len(step.events) for step in paigow.replay(table.record())) > 20


def test_a_new_table_shows_its_players() -> None:
    table = paigow.Game("maryland-tiles").table(["ann", "bob"], seed="demo")
    shown = str(table)
    assert "no round yet" in shown
    assert "ann" in shown
    assert "bob" in shown
    assert table._repr_html_().count("<tr>") == 3


def test_a_table_shows_side_bets_next_to_the_main_bet() -> None:
    table = paigow.Game("maryland-tiles").table(["ann", "bob"], seed="demo").play(3)
    heading, _dealer, ann, bob = str(table).splitlines()[1:]
    assert "side bets" in heading
    assert ann.split()[:4] == ["1", "ann", "$40", "$3"]
    assert bob.split()[:4] == ["2", "bob", "$30", "$5"]
    assert "<td>$40 + $3</td>" in table._repr_html_()


def test_a_tampered_record_is_refused() -> None:
    text = paigow.Game("maryland-tiles").table(["ann"], seed="demo").play().record()
    with pytest.raises(paigow.RecordError):
        paigow.verify(text.replace("ann", "eve", 1))


def test_a_record_is_saved_and_verified_from_its_file(tmp_path: object) -> None:
    import pathlib

    path = pathlib.Path(str(tmp_path)) / "table.toml"
    paigow.Game("dealer-open").table(["ann"], seed="demo").play(2).save(path)
    assert paigow.verify(path).rounds == paigow.verify(str(path)).rounds == 2


def test_a_person_is_waited_for_and_plays_by_commands() -> None:
    table = paigow.Game("maryland-tiles").table({"ann": None, "bob": "house-way"}, seed="demo").play()
    while table.state.round is not None and not table.state.round.hands:
        offers = table.legal("ann")
        bets = [offer for offer in offers if isinstance(offer.command, PlaceWager) and offer.command.kind == "main"]
        if bets and not any(key.player == "ann" for key in table.state.round.wagers):
            position = table.state.players["ann"].position
            table.do("wager", "ann", position=position, kind="main", amount=2500)
        table.proceed()
    assert table.state.round is not None
    assert any(key.player == "ann" for key in table.state.round.wagers)
    position = table.state.players["ann"].position
    with pytest.raises(paigow.PaigowError, match="ann: look"):
        table.proceed()
    table.do("look", "ann", position=position)
    hand = table.view("ann")["round"]["hands"][position]["pieces"]
    assert "?" not in hand
    assert "?" in table.view("bob")["round"]["hands"][position]["pieces"]
    table.do("set", "ann", position=position, setting=str(table.game.house_way(hand).setting))
    while table.state.round is not None:
        table.proceed()
    assert paigow.verify(table.record()).rounds == 1


def test_a_function_can_play() -> None:
    calls: list[str] = []

    def idle(state: TableState, name: str) -> Command | None:
        calls.append(name)
        return None

    paigow.Game("dealer-open").table({"ann": idle, "bob": "house-way"}, seed="demo").play()
    assert calls


def test_a_table_refuses_too_many_players_and_unknown_styles() -> None:
    game = paigow.Game("maryland-tiles")
    with pytest.raises(paigow.PaigowError, match="seats 1 to 6 players, not 7"):
        game.table(list("abcdefg"))
    with pytest.raises(paigow.PaigowError, match="no bot style 'wild'"):
        game.table({"ann": "wild"})


def test_games_with_the_same_rules_are_equal() -> None:
    """So a game is itself again after pickling and copying."""
    game = paigow.Game("maryland-tiles")
    assert game == paigow.Game("maryland-tiles") == pickle.loads(pickle.dumps(game)) == copy.deepcopy(game)
    game.deal()  # which builds the engine
    assert game == pickle.loads(pickle.dumps(game)) == copy.deepcopy(game)
    assert len({game, paigow.Game("maryland-tiles"), paigow.Game("maryland-poker")}) == 2
    assert game != paigow.Game({"standard": "maryland-tiles", "title": "Ours"})
    assert game != "maryland-tiles"


def test_what_the_house_way_sets_is_compared_as_it_is() -> None:
    game = paigow.Game("maryland-tiles")
    mine = game.house_way("66 45 12 23")
    assert game.compare(mine, "66 36 / 46 55") == game.compare(mine.setting, "66 36 / 46 55")


def test_a_seed_may_be_a_number() -> None:
    game = paigow.Game("maryland-tiles")
    assert game.deal(seed=0) == game.deal(seed="0") != game.deal(seed=1)
    assert game.table(["ann"], seed=7).play().record() == game.table(["ann"], seed="7").play().record()


def test_wrong_values_are_refused_with_what_is_allowed() -> None:
    game = paigow.Game("maryland-tiles")
    table = game.table(["ann"], seed="demo")
    nothing: Any = None
    record: Any = b"record"
    for ask, said in (
        (lambda: paigow.Game(nothing), "None is not a game: give a standard"),
        (lambda: game.hand(nothing), "write its tiles as text"),
        (lambda: game.setting(nothing), "None is not a setting: write it as text"),
        (lambda: game.compare("66 45 / 23 12", nothing), "None is not a setting"),
        (lambda: game.table("ann"), "players are a list of names"),
        (lambda: game.table(["ann", "ann"]), "two players are called 'ann'"),
        (lambda: game.table({"ann": nothing or 5}), "a bot style, a strategy, a function or None, not 5"),
        (lambda: game.table(nothing or [1]), "a player's name is text, not 1"),
        (lambda: game.table([""]), "a player's name is text, not ''"),
        (lambda: table.do("bet", "ann"), "there is no action 'bet'; now 'ann' can buy-in"),
        (lambda: table.play(-1), "a whole number of rounds, not -1"),
        (lambda: table.play(nothing), "a whole number of rounds, not None"),
        (lambda: table.do(nothing), "a verb or a value from `legal`"),
        (lambda: paigow.Table(record, ["ann"]), "a table needs a game, such as"),
        (lambda: paigow.verify(sys.executable), "is not a text file in UTF-8"),
        (lambda: paigow.verify("no-such-file.toml"), "nor an existing file"),
        (lambda: paigow.verify("x" * 5000), "nor an existing file"),
        (lambda: paigow.verify(record), "its text, its path or its lines, not b'record'"),
        (lambda: paigow.verify(nothing), "its text, its path or its lines"),
    ):
        with pytest.raises(paigow.PaigowError, match=re.escape(said)):
            ask()


def test_a_table_says_that_its_record_is_what_to_keep() -> None:
    table = paigow.Game("maryland-tiles").table(["ann"], seed="demo")
    for ask in (lambda: pickle.dumps(table), lambda: copy.copy(table), lambda: copy.deepcopy(table)):
        with pytest.raises(TypeError, match="keep its `record"):
            ask()
