"""Edge cases where a change of one operator or number used to slip past every test of the clause."""

from collections.abc import Callable
from typing import Any

import pytest

from paigow.errors import SubmissionError
from paigow.money import (
    BANKER_AREA,
    INVENTORY,
    Chips,
    MeterRules,
    MoneyError,
    VigorishRounding,
    bet,
    format_cents,
    halves,
    is_exactly_payable,
    rack,
    vigorish,
)
from paigow.poker import DECK
from paigow.table import Command, Phase
from paigow.table.awaited import ask_of
from paigow.table.boxes.dealer_sets import AskDealerToSet
from paigow.table.boxes.inexact import AcceptInexact
from paigow.table.boxes.staking import (
    AgreeToCoBank,
    BankStaked,
    StakeBank,
    StakeReturned,
    TakeStake,
    WagerLimited,
    house_stake,
    stake_of_players,
)
from paigow.table.cards.decks import MarkDevice, ReportFault, RestoreDevice
from paigow.table.cards.progressive import Progressive, ProgressiveCollected, ProgressiveLocked, ProgressiveReturned
from paigow.table.core.model import BANK_STAKE, MAIN, WagerKey
from paigow.table.floor.irregularities import ExposePiece, FindMisdeal, VoidHand
from paigow.table.script import Plan, TableScript
from paigow.table.steps.banking import (
    AcceptBank,
    BankAccepted,
    DealerWagered,
    DirectDealerWager,
    HouseBanks,
    OfferBank,
    PassBank,
    cover_left,
    dealer_wager_limit,
    waiting,
    why_not_bank,
)
from paigow.table.steps.mixing import Mix
from paigow.table.steps.seating import LeaveTable, rack_of
from paigow.table.steps.setting import HouseHandSet, LookAtHand, SetBankHand, SetHouseHand
from paigow.table.steps.wagers import PlaceWager

Table = Callable[..., TableScript]
Bets = Callable[..., dict[Phase, list[Command]]]
clause = pytest.mark.clause


@clause("MDP-13.E.6")
@pytest.mark.parametrize(("rate", "reserve"), [(10_001, 0), (0, 10_001), (6_000, 4_001), (10_000, 10_000), (-1, 0)])
def test_a_meter_takes_at_most_all_of_a_wager(rate: int, reserve: int) -> None:
    assert MeterRules("m", 0, 0, 6_000, 4_000).reserve_rate == 4_000
    with pytest.raises(SubmissionError) as refused:
        MeterRules("m", 0, 0, rate, reserve)
    assert refused.value.clause == "MDP-13.E.6"


@clause("MDP-13.G.1.b")
def test_insurance_counts_toward_the_least_payout_limit(
    choose: Callable[..., Any], refusal: Callable[..., Any]
) -> None:
    only = {f"wagers.{kind}.offered": False for kind in ("fortune", "emperors", "progressive")}
    choices = only | {"wagers.insurance.minimum": "$600", "wagers.insurance.maximum": "$1,000"}
    least = 2 * (1000 + 60_000 * 100)  # on each of two areas: even money on $10, and a nine-high at 100 to 1
    assert choose("maryland-poker", choices | {"payout_limit": "$120,020"}).payout_limit == least
    assert refusal("maryland-poker", choices | {"payout_limit": "$120,019.99"}).clause == "MDP-13.G.1.b"


@clause("MDP-14.C")
def test_a_voided_hand_returns_its_own_progressive_wager_and_no_other(poker: Table, bets: Bets) -> None:
    script = poker(players={"ann": 1, "bob": 4})
    placed = bets({"ann": (1, {"main": 1000, "progressive": 100}), "bob": (4, {"main": 1000, "progressive": 100})})
    script.to(Phase.SETTING, Plan(before=placed))
    raised = script.state.meters["progressive"].display
    script.do(ExposePiece(position=1, place=3), VoidHand(player="ann", position=1))
    assert script.last(ProgressiveReturned).wagers == (WagerKey("ann", 1, "progressive"),)
    assert rack_of(script.state, "ann") == 1_000_000
    assert rack_of(script.state, "bob") == 1_000_000 - 1100
    assert 1_000_000 < script.state.meters["progressive"].display < raised
    assert WagerKey("bob", 4, "progressive") in script.state.current.part(Progressive).collected


@clause("MDT-9.D.1")
def test_a_void_round_is_no_round_that_anybody_played(table: Table) -> None:
    """Nobody banks in the first round of a game, and a void round does not count as the first."""
    script = table("maryland-tiles")
    script.to(Phase.SETTING, Plan(wagers={"ann": 1000, "bob": 1000}))
    before, rotation = dict(script.state.players), script.state.rotation
    script.do(FindMisdeal(reason="wrong-positions"))
    assert script.state.current.void
    while script.state.round is not None:
        script.step()
    after = script.state.players
    for name, player in before.items():
        assert after[name].played_last_round is player.played_last_round is False
        assert after[name].wagered_against_house is player.wagered_against_house
        assert after[name].last_main == player.last_main == 0
    assert script.state.rotation == rotation
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    assert all(player.played_last_round for player in script.state.players.values())


@clause("MDP-14.N.1")
def test_a_device_is_not_restored_in_the_middle_of_a_round(poker: Table) -> None:
    script = poker({"dealing.shuffler": "automated"})
    script.to(Phase.MIXING, Plan(wagers={"ann": 1000}))
    assert "'kettle' is not a device" in str(script.refusal(ReportFault(device="kettle", usable=False)))
    script.do(ReportFault(device="shuffler", usable=False))
    assert script.refusal(Mix(order=DECK)).clause == "MDP-14.N.1"
    assert script.refusal(RestoreDevice(device="shuffler")).clause == "MDP-14.N.1"
    script.do(MarkDevice(device="shuffler", sign=False))
    assert script.refusal(RestoreDevice(device="shuffler")).clause == "MDP-14.N.1"
    script.play()
    assert script.refusal(RestoreDevice(device="shoe")).clause == "MDP-14.N.1"
    script.do(RestoreDevice(device="shuffler"))
    assert not script.state.equipment.faults
    assert not script.state.equipment.covered


@clause("NZ-11.2.b")
def test_a_stake_that_is_lowered_goes_back_in_part(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.BETTING)
    held = rack_of(script.state, "bob")
    script.do(StakeBank(player="bob", amount=60_000))
    assert rack_of(script.state, "bob") == held - 60_000
    script.do(StakeBank(player="bob", amount=45_000))
    lowered = script.last(BankStaked)
    (move,) = lowered.transfers
    assert (move.credit, move.amount) == (rack("bob"), 15_000)
    assert script.state.current.wagers[WagerKey("bob", 3, BANK_STAKE)] == 45_000
    assert rack_of(script.state, "bob") == held - 45_000
    script.do(StakeBank(player="bob", amount=45_000))
    assert script.last(BankStaked).transfers == ()
    for amount in (0, 1, held + 100):
        assert script.refusal(StakeBank(player="bob", amount=amount)).clause == "NZ-11.2.b"


@clause("NZ-11.2.c", "NZ-11.3.c")
@pytest.mark.parametrize("co", [False, True])
def test_a_void_round_gives_back_what_lies_in_the_banker_wager_area(bob_banks: Table, co: bool) -> None:
    script = bob_banks(co=co)
    before = {name: rack_of(script.state, name) for name in script.state.players}
    float_tray = script.state.ledger[INVENTORY]
    script.to(Phase.SETTING)
    area = script.state.ledger[BANKER_AREA]
    assert area == stake_of_players(script.state) + house_stake(script.state)
    assert (house_stake(script.state) > 0) is co
    script.do(FindMisdeal(reason="wrong-boxes"))
    returned = script.last(StakeReturned)
    assert sum(move.amount for move in returned.transfers) == area
    assert {name: rack_of(script.state, name) for name in script.state.players} == before
    assert (script.state.ledger[INVENTORY], script.state.ledger[BANKER_AREA]) == (float_tray, 0)


@clause("NZ-11.3.c")
def test_read_pro_rata_the_house_adds_the_half_that_it_covers(bob_banks: Table) -> None:
    script = bob_banks(co=True, stake=40_000, choices={"readings.co_bank_losses": "pro-rata"})
    script.to(Phase.SETTING)
    assert (stake_of_players(script.state), house_stake(script.state)) == (40_000, 30_000)


@clause("NZ-11.3.c", "NZ-6.13")
def test_read_pro_rata_the_house_adds_the_odd_cent_of_a_wager_that_is_not_exact(table: Table) -> None:
    choices = {"readings.co_bank_losses": "pro-rata", "table.chips": ["$0.01"], "table.minimum": "$1"}
    script = table("new-zealand", choices, players={"ann": 2, "bob": 3})
    script.play(Plan(wagers={"ann": 100, "bob": 100}))
    script.to(Phase.BETTING, Plan(bank="bob", co=True))
    script.do(AcceptInexact(player="ann", position=2, amount=101), StakeBank(player="bob", amount=60), TakeStake())
    assert (stake_of_players(script.state), house_stake(script.state)) == (60, 51)


@clause("NZ-6.6", "NZ-11.2.b.s2")
@pytest.mark.parametrize(("minimum", "left"), [("$50", 5_000), ("$60", 0)])
def test_what_the_limits_leave_stays_if_it_is_the_minimum(table: Table, minimum: str, left: int) -> None:
    """Bob's wager leaves cyd $50 of the box: all of it stays if that is the minimum, and none if it is less."""
    limits = {"table.minimum": minimum, "table.maximum": "$200", "wagers.box_maximum": "$150"}
    limits |= {"wagers.player_maximum": "$100"}
    script = table("new-zealand", limits, players={"ann": 2, "bob": 3, "cyd": 4})
    script.play(Plan(wagers=dict.fromkeys(("ann", "bob", "cyd"), 10_000)))
    script.to(Phase.BETTING, Plan(bank="ann"))
    script.do(PlaceWager(player="bob", position=3, amount=10_000), PlaceWager(player="cyd", position=3, amount=10_000))
    script.do(StakeBank(player="ann", amount=10_000), AgreeToCoBank(player="ann"), TakeStake())
    assert script.last(WagerLimited).amount == left
    kept = {key.player: amount for key, amount in script.state.current.wagers.items() if key.kind == MAIN and amount}
    assert kept == {"bob": 10_000} | ({"cyd": left} if left else {})


@clause("NZ-11.2.d")
def test_a_bank_sets_its_hand_once(bob_banks: Table) -> None:
    script = bob_banks()
    script.to(Phase.BANKING)
    first, second = (script.state.game.kit.parse_setting(text) for text in ("22 13 / 22 15", "22 22 / 13 15"))
    script.do(LookAtHand(player="bob", position=3), SetBankHand(player="bob", setting=first))
    assert script.refusal(SetBankHand(player="bob", setting=second)).clause == "NZ-11.2.d"
    assert script.state.current.hands[3].setting == first
    assert len([event for event in script.events(HouseHandSet) if event.set_by == "bob"]) == 1


def asked(script: TableScript) -> dict[str, tuple[str, bool]]:
    """Return whom the table asks for something, what it asks first, and whether it waits for an answer."""
    asks = ((name, ask_of(script.state, name)) for name in script.state.players)
    return {name: (ask.verbs[0], ask.must) for name, ask in asks if ask is not None}


@clause("NZ-10.4.c", "NZ-11.2.d", "NZ-11.3.e")
def test_a_bank_is_asked_for_its_hand_when_the_others_have_set(bob_banks: Table, table: Table) -> None:
    alone = bob_banks()
    alone.to(Phase.BANKING)
    assert asked(alone) == {"bob": ("look", True)}
    alone.do(LookAtHand(player="bob", position=3))
    assert asked(alone) == {"bob": ("set-bank-hand", True)}
    alone.do(AskDealerToSet(player="bob", position=3))
    assert asked(alone) == {"bob": ("turn-bank-tile", False)}
    alone.do(SetHouseHand())
    assert asked(alone) == {"bob": ("confirm", True)}
    with_the_house = bob_banks(co=True)
    with_the_house.to(Phase.BANKING)
    assert asked(with_the_house) == {"bob": ("turn-bank-tile", False)}
    without = bob_banks(co=True, choices={"bank.co_banker_exposes": False})
    without.to(Phase.BANKING)
    assert asked(without) == {}
    set_before = table("maryland-tiles", players={"ann": 1, "bob": 3})
    set_before.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    set_before.to(Phase.BANKING, Plan(wagers={"ann": 1000}, bank="bob"))
    while set_before.state.phase is Phase.BANKING:
        assert asked(set_before) == {}
        set_before.advance()


@clause("MDP-12.G.1", "MDP-7.F")
def test_the_dealer_wagers_what_the_bank_last_wagered_at_its_own_seat(poker: Table, bets: Bets) -> None:
    """With two adjacent areas, it is the one in front of the player that counts, whichever is larger."""
    script = poker(players={"ann": 1, "bob": 3})
    placed = bets({"ann": (1, {"main": 1000}), "bob": (3, {"main": 2000})})
    placed[Phase.BETTING].append(PlaceWager(player="bob", position=4, amount=5000))
    script.play(Plan(before=placed))
    script.to(Phase.STARTING, Plan(wagers={"ann": 1000}, bank="bob"))
    assert script.last(DealerWagered).amount == 2000


def shares(*rates: tuple[str, str]) -> dict[str, object]:
    """Return a progressive with three meters at these rates and reserve rates."""
    names = (("mega", "$10,000.00"), ("major", "$1,000.00"), ("minor", "$500.00"))
    meters = [
        {"name": name, "initial": amount, "reset": amount, "rate": rate, "reserve_rate": reserve, "ceiling": "none"}
        for (name, amount), (rate, reserve) in zip(names, rates, strict=True)
    ]
    return {"wagers.progressive.paytable": "C", "wagers.progressive.meters": meters}


@clause("MDP-13.E.6")
def test_all_meters_together_take_at_most_all_of_a_wager(
    choose: Callable[..., Any], refusal: Callable[..., Any]
) -> None:
    assert choose("maryland-poker", shares(("50%", "20%"), ("20%", "0%"), ("10%", "0%")))
    for over in (shares(("50%", "20%"), ("20%", "0%"), ("10%", "0.01%")), shares(*[("67%", "0%")] * 3)):
        assert refusal("maryland-poker", over).clause == "MDP-13.E.6"


@clause("MDP-13.E.1")
@pytest.mark.parametrize("amount", ["initial", "reset"])
def test_no_meter_begins_or_resets_below_its_least_amount(
    choose: Callable[..., Any], refusal: Callable[..., Any], amount: str
) -> None:
    choices = shares(("10%", "0%"), ("5%", "0%"), ("5%", "0%"))
    assert choose("maryland-poker", choices)
    choices["wagers.progressive.meters"][2][amount] = "$499.99"  # type: ignore[index]
    assert "resets at $500" in str(refusal("maryland-poker", choices))


@clause("MDP-8.C.2", "MDP-8.C.3", "MDP-13.E.6")
def test_progressive_chips_are_locked_counted_and_collected_where_there_are_any(poker: Table, bets: Bets) -> None:
    without = poker({"wagers.progressive.offered": False})
    without.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert without.events(ProgressiveLocked) == []
    nobody = poker()
    nobody.to(Phase.STARTING, Plan(wagers={"ann": 1000}))
    assert len(nobody.events(ProgressiveLocked)) == 1
    assert nobody.events(ProgressiveCollected) == []
    both = poker()
    kinds = {"main": 1000, "progressive": 100}
    both.to(Phase.STARTING, Plan(before=bets({"ann": (1, kinds), "bob": (2, kinds)})))
    collected = both.last(ProgressiveCollected)
    assert (collected.chips, collected.accepted) == (2, 2)
    assert {move.clause for move in collected.transfers} == {collected.clauses[-1]}
    assert collected.clauses[-1] != collected.clauses[0]
    assert "MDP-8.C.2" in both.last(ProgressiveLocked).clauses
    assert "MDP-8.C.3" in collected.clauses


@clause("NZ-6.12")
def test_chips_have_a_value_and_a_measure_in_common(choose: Callable[..., Any], refusal: Callable[..., Any]) -> None:
    assert refusal("new-zealand", {"table.chips": ["$0", "$1.00"]}).clause == "NZ-6.12"
    assert choose("new-zealand", {"table.chips": ["$0.01", "$1.00"]}).table.chips[0] == 1
    fine = {"table.chips": ["$100.00", "$100.01"], "table.maximum": "none"}
    assert choose("new-zealand", fine).table.chips[0] == 10_000
    assert refusal("new-zealand", {"table.chips": ["$100.01", "$100.02"]}).clause == "NZ-6.12"


@clause("DO-R4.a.s2")
@pytest.mark.parametrize("wager", ["jack_beats", "chan_chu"])
def test_a_wager_on_jacks_is_offered_with_a_pay_table_only(
    choose: Callable[..., Any], refusal: Callable[..., Any], wager: str
) -> None:
    offered = {f"wagers.{wager}.offered": True}
    two, three = {"jacks": 2, "pays": "3 to 1"}, {"jacks": 3, "pays": "10 to 1"}
    assert refusal("dealer-open", offered).clause == "DO-R4.a.s2"
    assert refusal("dealer-open", offered | {f"wagers.{wager}.lines": [two, two]}).clause == "DO-R4.a.s2"
    assert choose("dealer-open", offered | {f"wagers.{wager}.lines": [two, three]})
    sevenths = offered | {
        f"wagers.{wager}.lines": [two, {"jacks": 3, "pays": "10 to 7"}],
        f"wagers.{wager}.minimum": "$1",
    }
    for least in ("$1", "$1.05"):
        limits = {f"wagers.{wager}.minimum": least, f"wagers.{wager}.maximum": "$1.05"}
        assert choose("dealer-open", sevenths | limits)
    refused = refusal("dealer-open", sevenths | {f"wagers.{wager}.maximum": "$1.04"})
    assert "multiples of $0.07, and none is within the limits" in refused.message
    assert refused.clause == "DO-R4.a.s2"


@clause("MDT-9.J.2")
def test_a_bank_shakes_dice_where_the_reading_wants_it(choose: Callable[..., Any], refusal: Callable[..., Any]) -> None:
    number = {"start": "random-number", "approvals.random_number_generator": "ref 1"}
    refused = number | {"banking.offered": True, "readings.random_number_with_bank": "refused"}
    assert refusal("maryland-tiles", refused).clause == "MDT-9.J.2"
    assert choose("maryland-tiles", refused | {"readings.random_number_with_bank": "allowed"})
    assert choose("maryland-tiles", refused | {"banking.offered": False, "banking.co_banking": False})


@clause("MDT-9.S.5", "MDP-12.L.2", "NZ-11.3.j")
@pytest.mark.parametrize("unit", [0, -25, 2.5, "25"])
def test_half_of_a_sum_is_counted_in_whole_units(unit: Any) -> None:
    assert halves(75, 25).house == 50
    with pytest.raises(MoneyError, match="the smallest unit"):
        halves(75, unit)


@clause("MDT-8.K", "MDP-13.A", "NZ-6.11", "NZ-6.12")
def test_five_percent_of_any_sum() -> None:
    """The sum is so large that a wrong last digit in a divisor would show."""
    assert vigorish(1_250_500, VigorishRounding.QUARTER) == 62_525
    assert vigorish(1_250_501, VigorishRounding.QUARTER) == 62_550
    assert vigorish(1_250_520, VigorishRounding.NONE) == 62_526
    with pytest.raises(MoneyError, match="not a whole number of cents"):
        vigorish(1_250_501, VigorishRounding.NONE)
    assert is_exactly_payable(1000, Chips((950,)))
    assert not is_exactly_payable(1000, Chips((350,)))  # of which three are the wager and 5 percent


@clause("NZ-6.5")
def test_each_wager_on_a_box_is_an_account_of_its_own() -> None:
    assert str(bet(3, MAIN, "ann")) == "bet:3:main:ann"
    assert len({bet(3, MAIN, "ann"), bet(3, MAIN, "bob"), bet(4, MAIN, "ann")}) == 3


@clause("MDT-9.C.3", "NZ-5.4")
def test_why_a_player_does_not_bank_again(table: Table, bob_banks: Table) -> None:
    once = table("maryland-tiles")
    once.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    once.play(Plan(wagers={"ann": 1000}, bank="bob"))
    once.begin()
    why = why_not_bank(once.state, once.state.players["bob"])
    assert why == ("bob may not bank two rounds in a row", ("MDT-9.C.3",))
    twice = bob_banks()
    twice.play()
    twice.begin(Plan(wagers={"ann": 10_000}, bank="bob"))
    assert why_not_bank(twice.state, twice.state.players["bob"]) is None
    twice.play()
    twice.begin()
    why = why_not_bank(twice.state, twice.state.players["bob"])
    assert why == ("bob may not bank more than 2 rounds in a row", ("NZ-5.4",))


@clause("MDT-9.D.2", "MDT-9.E.2", "MDT-9.H.3", "MDP-12.G.1")
@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker"])
def test_what_a_bank_covers_and_what_the_dealer_wagers_against_it(table: Table, standard: str) -> None:
    """A changed wager is covered at its new amount, all others as they are."""
    alone, shared = table(standard), table(standard)
    for script, co in ((alone, False), (shared, True)):
        script.play(Plan(wagers={"ann": 1000, "bob": 2000}))
        script.to(Phase.BETTING, Plan(bank="bob", co=co))
        held = rack_of(script.state, "bob") * (2 if co else 1)
        own, other = WagerKey("ann", 1, MAIN), WagerKey("eve", 5, MAIN)
        assert cover_left(script.state, own) == cover_left(script.state, other) == held
        script.do(PlaceWager(player="ann", position=1, amount=1500))
        assert cover_left(script.state, own) == held
        assert cover_left(script.state, other) == held - 1500
    assert (dealer_wager_limit(alone.state), dealer_wager_limit(shared.state)) == (2000, 0)
    house = table(standard)
    house.to(Phase.BETTING)
    assert cover_left(house.state, WagerKey("ann", 1, MAIN)) is None
    assert dealer_wager_limit(house.state) == 0


@clause("MDT-9.I.1", "MDP-12.G.3")
@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker"])
@pytest.mark.parametrize("dealer", [0, 2000])
def test_a_bank_is_asked_about_the_dealers_wager_if_there_is_one(table: Table, standard: str, dealer: int) -> None:
    script = table(standard, {"banking.dealer_wager": format_cents(dealer)})
    script.play(Plan(wagers={"ann": 1000, "bob": 2000}))
    script.to(Phase.BETTING, Plan(bank="bob"))
    ask = ask_of(script.state, "bob")
    assert (DirectDealerWager in (ask.kinds if ask else ())) is (dealer > 0)


@clause("MDT-9.C.4", "MDP-12.C.4")
@pytest.mark.parametrize(("standard", "cited"), [("maryland-tiles", "MDT-9.C.4"), ("maryland-poker", "MDP-12.C.4")])
def test_the_house_banks_as_soon_as_the_last_player_has_passed(table: Table, standard: str, cited: str) -> None:
    script = table(standard)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.to(Phase.OFFERING)
    script.history.clear()
    for _ in range(2):
        assert script.events(HouseBanks) == []
        script.do(OfferBank())
        (asked,) = waiting(script.state)
        script.do(PassBank(player=asked))
    assert script.last(HouseBanks).clauses == (cited,)
    assert script.state.phase is Phase.MIXING
    script.to(Phase.BETTING)
    assert "before the shuffle" in str(script.refusal(OfferBank()))


@clause("MDT-9.C.4", "MDP-12.C.4")
@pytest.mark.parametrize(("standard", "cited"), [("maryland-tiles", "MDT-9.C.4"), ("maryland-poker", "MDP-12.C.4")])
def test_the_house_banks_when_those_who_could_have_gone(table: Table, standard: str, cited: str) -> None:
    script = table(standard)
    script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
    script.sit({"cyd": 5}, 10_000)  # she has not played, so she is offered nothing
    script.to(Phase.OFFERING)
    script.do(LeaveTable(player="ann"), LeaveTable(player="bob"))
    script.history.clear()
    script.do(OfferBank())
    assert script.last(HouseBanks).clauses == (cited,)
    assert script.state.phase is Phase.MIXING


@clause("MDT-9.D.2", "MDT-9.E", "MDP-12.D.2", "MDP-12.E")
@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker"])
def test_only_a_co_bank_cites_its_request(table: Table, standard: str) -> None:
    found = {}
    for co in (False, True):
        script = table(standard)
        script.play(Plan(wagers={"ann": 1000, "bob": 1000}))
        script.to(Phase.OFFERING)
        script.do(OfferBank())
        (asked,) = waiting(script.state)
        script.do(AcceptBank(player=asked, co=co))
        found[co] = script.last(BankAccepted).clauses
    asked_for = script.state.game.cite("co-bank.request")
    assert set(asked_for) <= set(found[True])
    assert not set(asked_for) & set(found[False])
