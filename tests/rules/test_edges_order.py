"""Edge cases in the order of play that used to slip past every test of their clauses."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from paigow.fairness.chain import MAX_CHAIN_LENGTH
from paigow.money import rack
from paigow.table import Command, Phase, game_of, legal_commands
from paigow.table.awaited import ask_of
from paigow.table.boxes.staking import StakeBank
from paigow.table.cards.decks import ReportFault, method
from paigow.table.cards.envy import LammersPlaced
from paigow.table.core.model import WagerKey
from paigow.table.floor.conduct import WalkAway
from paigow.table.layout import layout_of
from paigow.table.script import Plan, TableScript
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.seating import ColouredUp, ColourUp, SitDown
from paigow.table.steps.seeds import ChainPublished, GiveSeed, PublishChain, SeedGiven

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
TILES = "maryland-tiles"
TIP = "ab" * 32
clause = pytest.mark.clause


@clause("MDT-4.I")
@pytest.mark.parametrize(
    ("tip", "length", "words"),
    [
        ("ab" * 31, 1, "64 hexadecimal digits"),
        ("xy" * 32, 1, "64 hexadecimal digits"),
        (TIP, 0, "rounds, not 0"),
        (TIP, MAX_CHAIN_LENGTH + 1, "rounds, not 100001"),
    ],
)
def test_what_is_no_chain_of_seeds(table: Table, tip: str, length: int, words: str) -> None:
    refused = table(TILES).refusal(PublishChain(tip=tip, length=length))
    assert words in str(refused)
    assert refused.clause == "MDT-4.I"


@clause("MDT-4.I")
def test_a_chain_of_seeds_begins_with_the_next_round_and_is_not_replaced_before_its_end(table: Table) -> None:
    script = table(TILES)
    script.play(Plan(wagers={"ann": 1000}))
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert "between rounds" in str(script.refusal(PublishChain(tip=TIP, length=1)))
    script.play()
    script.do(PublishChain(tip=TIP, length=MAX_CHAIN_LENGTH))
    published = script.last(ChainPublished)
    assert (published.first, published.length, published.clauses) == (3, MAX_CHAIN_LENGTH, ("MDT-4.I",))
    assert "fixes the seeds up to round 100002" in str(script.refusal(PublishChain(tip=TIP, length=1)))
    script.state = replace(script.state, rounds=MAX_CHAIN_LENGTH + 2)
    assert script.do(PublishChain(tip=TIP, length=1))


@clause("MDT-2.A")
def test_without_a_chain_a_seed_is_given_before_the_mix_and_for_no_round(table: Table) -> None:
    script = table(TILES)
    script.do(GiveSeed(player="ann", seed="mine"))
    assert script.last(SeedGiven).clauses == ("MDT-2.A",)
    assert script.state.players["ann"].seed == "mine"
    bound = script.refusal(GiveSeed(player="ann", seed="other", commitment="0" * 64))
    assert (bound.clause, "cannot name a round" in str(bound)) == ("MDT-2.A", True)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    late = script.refusal(GiveSeed(player="ann", seed="other"))
    assert (late.clause, "before the" in str(late)) == ("MDT-2.A", True)


@clause("MDT-2.A")
def test_with_a_chain_a_seed_follows_the_commitment_that_it_names_once(table: Table) -> None:
    script, commitment = table(TILES), "12" * 32
    used = script.state.players["ann"].seed
    script.do(PublishChain(tip=TIP, length=3))

    def why(seed: str, named: str) -> str:
        refused = script.refusal(GiveSeed(player="ann", seed=seed, commitment=named))
        assert refused.clause == "MDT-2.A"
        return str(refused)

    assert "only after the round's commitment" in why("fresh", commitment)
    script.do(OpenRound(commitment=commitment))
    assert "must name the commitment of its round" in why("fresh", "")
    assert "must name the commitment of its round" in why("fresh", "34" * 32)
    assert "every round needs a fresh one" in why(used, commitment)
    script.do(GiveSeed(player="ann", seed="fresh", commitment=commitment))
    assert "already given a seed" in why("second", commitment)
    assert script.state.current.seeds.given == {"ann": "fresh"}


@clause("MDT-2.A")
@pytest.mark.parametrize("chained", [False, True])
def test_who_sits_down_may_name_a_seed_that_counts_as_used(table: Table, chained: bool) -> None:
    script = table(TILES, players={"ann": 1})
    if chained:
        script.do(PublishChain(tip=TIP, length=3))
    sit = SitDown(player="bob", position=2, seed="bob's")
    assert any(offer.admits(sit) for offer in legal_commands(script.state, "bob"))
    assert not any(offer.admits(replace(sit, seed="two words")) for offer in legal_commands(script.state, "bob"))
    script.do(sit)
    commitment = "12" * 32
    script.do(OpenRound(commitment=commitment))
    assert script.state.current.seeds.given == {}
    if chained:
        again = script.refusal(GiveSeed(player="bob", seed="bob's", commitment=commitment))
        assert (again.clause, "every round needs a fresh one" in str(again)) == ("MDT-2.A", True)


@clause("MDT-2.A")
def test_without_a_chain_every_seat_has_a_seed_before_a_round(table: Table) -> None:
    script = table(TILES, players={"ann": 1})
    script.do(SitDown(player="bob", position=2, seed=""))
    refused = script.refusal(OpenRound(commitment="0" * 64))
    assert (refused.clause, "bob" in str(refused)) == ("MDT-2.A", True)
    script.do(GiveSeed(player="bob", seed="late"))
    assert script.do(OpenRound(commitment="0" * 64))


@clause("MDT-5.C", "MDP-7.C", "DO-R1")
@pytest.mark.parametrize("standard", [TILES, "maryland-poker", "dealer-open"])
def test_a_game_has_no_command_of_another(table: Table, standard: str) -> None:
    script = table(standard)
    script.to(Phase.BETTING, Plan(wagers={"ann": 1000}))
    assert "this game has no command 'stake'" in str(script.refusal(StakeBank(player="ann", amount=1000)))


@clause("DO-R1")
def test_where_the_document_does_not_speak_of_leaving_there_is_no_command_for_it(table: Table) -> None:
    script = table("dealer-open")
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000}))
    assert "this game has no command 'walk-away'" in str(script.refusal(WalkAway(player="ann")))


@clause("MDT-5.A")
def test_chips_are_changed_for_others_of_the_same_worth(table: Table) -> None:
    script = table(TILES, players={"ann": 1}, chips=500)
    for amount in (0, -1, 501):
        assert "can colour up 1 to 500" in str(script.refusal(ColourUp(player="ann", amount=amount)))
    script.do(ColourUp(player="ann", amount=1))
    script.do(ColourUp(player="ann", amount=500))
    changed = script.last(ColouredUp)
    assert [(move.amount, move.clause) for move in changed.transfers] == [(500, "MDT-5.A")] * 2
    assert script.state.ledger[rack("ann")] == 500
    nothing = table(TILES, players={"ann": 1}, chips=0)
    assert "no chips to colour up" in str(nothing.refusal(ColourUp(player="ann", amount=1)))


@clause("MDP-9.A.1")
@pytest.mark.parametrize(
    ("chosen", "fault", "when", "then"),
    [
        ("hand", "shuffler", Phase.MIXING, "manual-shoe"),
        ("automated-shoe", "shoe", Phase.DEALING, "manual-shoe"),
        ("automated-shoe", "shuffler", Phase.MIXING, "automated-shoe"),
        ("manual-shoe", "shuffler", Phase.MIXING, "manual-shoe"),
    ],
)
def test_dealing_from_the_hand_needs_a_shuffler(poker: Table, chosen: str, fault: str, when: Phase, then: str) -> None:
    script = poker({"dealing.method": chosen, "dealing.shuffler": "automated", "equipment.cards_hours": 4})
    assert method(script.state) == chosen
    script.to(when, Plan(wagers={"ann": 1000}))
    script.do(ReportFault(device=fault, usable=False))
    assert method(script.state) == then


@clause("MDP-1.B.7")
def test_a_qualifying_wager_is_five_dollars_or_more(poker: Table, bets: Bets) -> None:
    script = poker(players={"ann": 1, "bob": 2, "cyd": 3})
    kinds: Mapping[str, tuple[int, dict[str, int]]] = {
        "ann": (1, {"main": 1000, "fortune": 500, "emperors": 400}),
        "bob": (2, {"main": 1000, "fortune": 400, "insurance": 500}),
        "cyd": (3, {"main": 1000, "emperors": 600}),
    }
    script.to(Phase.SETTING, Plan(before=bets(kinds)))
    assert script.last(LammersPlaced).wagers == (WagerKey("ann", 1, "fortune"), WagerKey("cyd", 3, "emperors"))
    none = poker()
    none.to(Phase.SETTING, Plan(before=bets({"ann": (1, {"main": 1000, "fortune": 400})})))
    assert none.events(LammersPlaced) == []


@clause("NZ-11.2.b")
@pytest.mark.parametrize(
    ("standard", "co", "asked"),
    [
        (TILES, False, ("cut-stacks", "direct-dealer-wager")),
        (TILES, True, ("cut-stacks",)),
        ("maryland-poker", False, ("direct-dealer-wager",)),
        ("maryland-poker", True, None),
        ("new-zealand", False, None),
    ],
)
def test_a_bank_that_puts_up_no_stake_is_asked_for_nothing_it_must_do(
    table: Table, standard: str, co: bool, asked: tuple[str, ...] | None
) -> None:
    """In New Zealand it is asked for its stake as soon as there is something to cover, and for nothing before that."""
    script = table(standard, players={"ann": 2, "bob": 3})
    script.play(Plan(wagers={"ann": 10_000, "bob": 10_000}))
    script.to(Phase.BETTING, Plan(bank="bob", co=co))
    ask = ask_of(script.state, "bob")
    assert (ask and ask.verbs) == asked
    assert ask is None or not ask.must


@clause("DO-R0.s2", "DO-R0.s4", "DO-R4.a.s2", "DO-P.push-ace-high")
def test_the_layout_of_dealer_open_shows_how_the_start_is_found_and_what_is_paid(choose: Callable[..., Any]) -> None:
    lines = [{"jacks": 3, "pays": "25 to 2"}, {"jacks": 2, "pays": "3 to 1"}]
    posted = {"wagers.jack_beats.offered": True, "wagers.jack_beats.lines": lines}
    shaken = posted | {"start": "shaker"}
    dice, drawn = (layout_of(game_of(choose("dealer-open", chosen))) for chosen in (shaken, {}))
    assert [(thing.kind, thing.count) for thing in dice.things] == [("deck", 1), ("dice", 3)]
    assert [(thing.kind, thing.count) for thing in drawn.things] == [("deck", 1), ("random-number-display", 1)]
    signs = {sign.subject: sign for sign in dice.signs}
    assert signs.keys() == {"ace-high", "jack-beats"}
    assert (signs["jack-beats"].clause, len(signs["jack-beats"].rows)) == ("DO-R4.a.s2", 2)
    assert [str(hand) for hand, _ in signs["jack-beats"].rows] == ["2 jacks", "3 jacks"]
    assert (signs["ace-high"].clause, len(signs["ace-high"].rows)) == ("DO-P.push-ace-high", 3)
    assert [sign.subject for sign in drawn.signs] == ["ace-high"]
