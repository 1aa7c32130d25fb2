"""A house that knows a player's seed and uses what it still decides: who plays, the cut, its bots' choices, a void."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import StringIO

import pytest

from paigow.bots import Bot
from paigow.commands.rounds import seed_lines
from paigow.errors import Refused
from paigow.fairness import chain_of, derived_seed
from paigow.hands.pieces import Setting
from paigow.record import record, verify
from paigow.record.seeds import Seat, SeedSummary
from paigow.rules import build_submission, load_submission
from paigow.table import Command, Phase, TableState, game_of
from paigow.table.boxes.dealer_sets import AskDealerToSet, SetForPlayer
from paigow.table.boxes.discipline import RemovePlayer
from paigow.table.boxes.disturbances import KnockOver, MixHands
from paigow.table.boxes.staking import StakeBank, TakeStake, YieldBank
from paigow.table.cards.card_cut import (
    CutCards,
    DirectShuffle,
    OfferCut,
    PassCut,
    RequireRecut,
    next_to_cut,
    waiting_to_cut,
)
from paigow.table.cards.decks import SHUFFLER, MarkDevice, ReportFault
from paigow.table.core.engine import can, perform
from paigow.table.core.model import HandStatus
from paigow.table.driver import TableDriver, new_table
from paigow.table.floor.irregularities import FindMisdeal, ResetHouseHand
from paigow.table.steps import mixing
from paigow.table.steps.banking import AcceptBank
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.seating import BuyIn, LeaveTable, StandBehind
from paigow.table.steps.seeds import STANDING, GiveSeed, PublishChain, publication, seeds_missing
from paigow.table.steps.setting import LookAtHand, SetHand, SetHouseHand, house_positions
from paigow.table.steps.stacks import CutStacks
from paigow.table.steps.start import ChooseDelivery
from paigow.table.steps.wagers import PlaceWager, WithdrawWager

STANDARDS = ("maryland-tiles", "maryland-poker", "new-zealand", "dealer-open")
BOTS = ("bot-1", "bot-2", "bot-3", "bot-4", "bot-5")


def player(name: str, bank: str = "", idle: Iterable[str] = ()) -> Callable[[TableState, str], Command | None]:
    """Return a player who takes the bank only if told to, does not bet if idle, and leaves choices to the house."""
    usual = Bot(name, "house-way", "a seed", banks=False)

    def acts(state: TableState, who: str) -> Command | None:
        if state.phase is Phase.OFFERING and who == bank and can(state, AcceptBank(player=who)):
            return AcceptBank(player=who)
        if state.phase is Phase.BETTING and who in idle:
            return None
        command = usual(state, who)
        return None if isinstance(command, ChooseDelivery) else command

    return acts


@dataclass
class House(TableDriver):
    """A table at which people give seeds of their own; the others are bots."""

    protocol: int = 3

    def publish_chain(self) -> None:
        table, first, secret = self.state.table_id, self.state.rounds + 1, bytes(range(32))
        self.seeds = (secret,)
        asked = publication(chain_of(table, first, secret, 1))
        self.do(PublishChain(tip=asked.tip, length=1, cuts=True, protocol=self.protocol))

    def give(self, name: str) -> None:
        current = self.state.current
        self.do(GiveSeed(player=name, seed=f"{name}-{current.number}", commitment=current.commitment))

    def give_missing(self) -> None:
        commitment = self.state.current.commitment
        for name, place in seeds_missing(self.state).items():
            if name in BOTS:
                self.do(GiveSeed(player=name, seed=derived_seed(commitment, place), commitment=commitment))
            else:
                self.give(name)

    def copy(self, idle: Iterable[str] = ()) -> "House":
        players = {name: player(name, idle=idle) for name in self.bots}
        return House(self.state, players, seeds=self.seeds, server_seed=self.server_seed, protocol=self.protocol)

    def to(self, phase: Phase) -> "House":
        while self.state.phase is not phase:
            self.step()
        return self

    def finish(self) -> None:
        while self.state.round is not None:
            self.step()


def house(
    standard: str, *, protocol: int = 3, people: tuple[str, ...] = ("ann",), bank: str = "", idle: Iterable[str] = ()
) -> tuple[House, StringIO]:
    game = game_of(load_submission(standard))
    players = {name: player(name, bank, idle) for name in (*people, *BOTS)}
    made, file = House(new_table(game), players, protocol=protocol), StringIO(newline="\n")
    record(made, file)
    made.open_table(1000 * game.options.minimum)
    made.open_round()
    return made, file


def found_in(file: StringIO) -> SeedSummary:
    return verify(file.getvalue().splitlines(keepends=True)).seeds


def with_seed_of_ann(standard: str, protocol: int) -> House:
    """Return a table at which Ann has bet and given her seed, and the bots have not decided yet."""
    made = house(standard, protocol=protocol, idle=BOTS)[0].to(Phase.BETTING)
    made.ask_bots()
    made.give("ann")
    return made


def dealt(made: House) -> tuple[str, ...]:
    """Return who would get what, position by position."""
    while made.state.phase in UNTIL_DEALT:
        made.step()
    return tuple(f"{place}: {' '.join(map(str, hand.pieces))}" for place, hand in made.state.current.hands.items())


def shared_by(made: House, deals: Iterable[tuple[str, ...]]) -> set[str]:
    """Return the hands that Ann gets in these deals."""
    seat = made.state.players["ann"].position
    return {line for deal in deals for line in deal if line.startswith(f"{seat}:")}


UNTIL_DEALT = (Phase.BETTING, Phase.CUTTING, Phase.SEEDING, Phase.STARTING, Phase.DEALING)
IDLE = ((), BOTS[:1], BOTS[1:2], BOTS[2:], BOTS[:2], BOTS[1:], BOTS)
"""Who of the bots sits out."""


@pytest.mark.parametrize("standard", ["maryland-tiles", "maryland-poker", "new-zealand", "dealer-open"])
def test_the_house_does_not_change_a_deal_by_letting_its_bots_sit_out(standard: str) -> None:
    made = with_seed_of_ann(standard, 3)
    assert len(shared_by(made, [dealt(made.copy(idle)) for idle in IDLE])) == 1
    older = with_seed_of_ann(standard, 2)
    assert len(shared_by(older, [dealt(older.copy(idle)) for idle in IDLE])) > 4, "seven deals to choose from"


def bets_of_all(protocol: int) -> tuple[House, StringIO]:
    """Return a table with two people who have bet and given seeds, and bots at all other boxes."""
    made, file = house("new-zealand", protocol=protocol, people=("ann", "carl"))
    made.to(Phase.BETTING).ask_bots()
    made.give("ann")
    made.give("carl")
    return made, file


def test_nor_by_removing_a_player() -> None:
    """Neither a bot nor somebody whose seed it would rather not count (NZ-12.10)."""
    deals = {2: set[str](), 3: set[str]()}
    for protocol, hands in deals.items():
        made, _ = bets_of_all(protocol)
        for removed in ("", "carl", *BOTS):
            trial = made.copy(made.bots)
            if removed:
                trial.do(RemovePlayer(player=removed))
            hands |= shared_by(made, [dealt(trial)])
    assert len(deals[3]) == 1
    assert len(deals[2]) == 7


def without_seat(command: Callable[[House], None]) -> tuple[set[str], SeedSummary]:
    """Return the hands at a table where Ann stands behind the seats (NZ-6.5), before and after the house acts."""
    game = game_of(load_submission("new-zealand"))
    made, file = House(new_table(game), {"carl": player("carl")}), StringIO(newline="\n")
    record(made, file)
    made.open_table(1000 * game.options.minimum)
    for name in ("aaa", "ann"):
        made.do(StandBehind(player=name), BuyIn(player=name, amount=1000 * game.options.minimum))
    made.open_round()
    made.to(Phase.BETTING).ask_bots()
    made.give("carl")
    made.do(PlaceWager(player="ann", position=game.betting[3], amount=game.options.minimum))
    made.give("ann")
    made.bots = {name: player(name) for name in ("carl", "ann", "aaa")}
    honest = made.copy(("carl", "ann", "aaa"))
    command(made)
    made.bots = {name: player(name, idle=("carl", "ann", "aaa")) for name in made.bots}
    hands = {line for line in (*dealt(honest), *dealt(made)) if line.startswith(f"{game.betting[3]}:")}
    made.finish()
    return hands, found_in(file)


def bot_gives_its_seed(made: House) -> None:
    """A bot that stands with Ann, and comes before her in the alphabet."""
    commitment, place = made.state.current.commitment, made.state.current.seeds.places["aaa"]
    made.do(GiveSeed(player="aaa", seed=derived_seed(commitment, place), commitment=commitment))


def bot_leaves(made: House) -> None:
    made.do(LeaveTable(player="aaa"))


def carl_leaves(made: House) -> None:
    """He has given a seed and then taken his bet back; the house says that he is gone."""
    made.do(WithdrawWager(player="carl", position=made.state.current.wagers_at(2)[0].position))
    made.do(LeaveTable(player="carl"))


@pytest.mark.parametrize("act", [bot_gives_its_seed, bot_leaves, carl_leaves])
def test_nor_by_what_people_behind_the_seats_do_or_by_somebody_who_leaves(act: Callable[[House], None]) -> None:
    """A place is part of the draw, so it is fixed when the round opens; and a seed counts even if its player leaves."""
    hands, found = without_seat(act)
    assert len(hands) == 1
    assert (found.seats[Seat.FRESH], found.missing) == (2, {})


def test_rounds_from_before_places_were_fixed_verify_as_they_were_made() -> None:
    game = game_of(load_submission("new-zealand"))
    made = House(new_table(game), {"carl": player("carl")})
    made.open_table(1000 * game.options.minimum)
    made.do(StandBehind(player="ann"))
    made.publish_chain()
    rounds = [perform(made.state, OpenRound(commitment="0" * 64, revision=revision))[0].current for revision in (2, 3)]
    assert [dict(each.seeds.places) for each in rounds] == [{}, {"carl": 2, "ann": STANDING}]


@pytest.mark.parametrize(("revision", "loose"), [(2, 1), (3, 0)])
def test_what_an_earlier_revision_left_to_the_house_is_reported(
    revision: int, loose: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mixing, "REVISION", revision)  # as the version before this one played
    made, file = house("maryland-tiles")
    monkeypatch.undo()
    made.finish()
    found = found_in(file)
    assert (found.protocols, found.loose) == ({3: 1}, loose)
    assert any("by who stayed" in line for line in seed_lines(found)) == bool(loose)


def test_a_bet_that_the_floor_takes_out_of_play_is_counted() -> None:
    """The house could remove whoever is going to win (NZ-12.10)."""
    made, file = bets_of_all(3)
    made.do(RemovePlayer(player="ann"))
    made.finish()
    assert found_in(file).steered == 1


def test_a_seed_of_somebody_who_was_removed_is_fresh_and_not_missing() -> None:
    made, file = bets_of_all(3)
    made.do(RemovePlayer(player="carl"))
    made.finish()
    found = found_in(file)
    assert (found.seats[Seat.FRESH], found.missing) == (2, {})


def cut_again(made: House, *commands: Command) -> None:
    """The floor orders another cut, and everybody passes until the commands follow."""
    made.do(RequireRecut(next_person=True))
    while waiting_to_cut(made.state) or next_to_cut(made.state):
        waiting = waiting_to_cut(made.state)
        if waiting and waiting in {getattr(command, "player", "") for command in commands}:
            break
        made.do(PassCut(player=waiting) if waiting else OfferCut())
    made.do(*commands)


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.SEEDING, Phase.STARTING])
def test_a_cut_by_the_dealer_is_counted_as_soon_as_there_is_a_bet(phase: Phase) -> None:
    made, file = house("maryland-poker")
    made.to(phase).ask_bots()
    cut_again(made, CutCards(depth=20))
    made.finish()
    found = found_in(file)
    assert found.steered == 1
    assert any("chosen by the house" in line for line in seed_lines(found))


def test_a_cut_is_counted_even_if_the_house_holds_the_first_bet_back() -> None:
    made, file = house("maryland-poker", idle=("ann", *BOTS))
    made.to(Phase.BETTING)
    assert not made.state.current.wagers
    cut_again(made, CutCards(depth=20))
    made.bots = {name: player(name) for name in made.bots}
    made.finish()
    assert found_in(file).steered == 1


@pytest.mark.parametrize("order", [RequireRecut(), DirectShuffle()])
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.SEEDING])
def test_another_cut_is_counted_even_if_a_person_makes_it(order: Command, phase: Phase) -> None:
    """The house knows the deal and would rather have another, whichever it is."""
    made, file = house("maryland-poker", people=("ann", "carl"))
    made.to(phase).ask_bots()
    made.do(order)
    made.finish()
    found = found_in(file)
    assert found.redrawn == 1
    assert any("cut again" in line for line in seed_lines(found))


@pytest.mark.parametrize(("who", "counted"), [("carl", 0), ("bot-1", 1)])
def test_a_cut_by_a_bot_is_the_house_s_and_a_cut_by_a_person_is_not(who: str, counted: int) -> None:
    made, file = house("maryland-poker", people=("ann", "carl"))
    made.to(Phase.SEEDING)
    cut_again(made, CutCards(player=who, depth=20))
    made.finish()
    assert found_in(file).steered == counted


def played_with_bank(bank: str, command: Command, standard: str) -> int:
    made, file = house(standard, bank=bank)
    made.finish()  # nobody may bank in the first round
    made.open_round()
    made.to(Phase.STARTING)
    assert made.state.current.bank.player == bank
    while not can(made.state, command):
        made.proceed()
    made.do(command)
    made.finish()
    return found_in(file).steered


@pytest.mark.parametrize(("bank", "counted"), [("ann", 0), ("bot-1", 1)])
def test_a_bot_that_banks_and_chooses_the_delivery_is_counted(bank: str, counted: int) -> None:
    assert played_with_bank(bank, ChooseDelivery(delivery="jung-quat", player=bank), "maryland-tiles") == counted


@pytest.mark.parametrize("given", [True, False])
def test_a_void_is_counted_as_known_even_if_the_house_holds_a_seed_back(given: bool) -> None:
    made, file = house("maryland-tiles")
    while made.state.phase is not Phase.SEEDING:
        made.step()
    if given:
        made.give_missing()
    made.do(FindMisdeal(reason="wrong-count"))
    made.finish()
    found = found_in(file)
    assert found.voids == found.known_voids == {"wrong-count": 1}


def test_no_seed_is_taken_once_they_are_closed() -> None:
    made, _ = house("maryland-poker")
    made.to(Phase.STARTING)
    made.do(RequireRecut(next_person=True))
    assert made.state.phase is Phase.CUTTING
    with pytest.raises(Refused, match="before the deal"):
        made.do(GiveSeed(player="ann", seed="late", commitment=made.state.current.commitment))


def banked(standard: str, bank: str) -> tuple[House, StringIO]:
    """Return a table where this player banks, and everybody else has bet and given a seed."""
    made, file = house(standard, people=("ann", "carl"), bank=bank)
    made.finish()  # nobody may bank in the first round
    made.open_round()
    made.to(Phase.BETTING)
    assert made.state.current.bank.player == bank
    for name in ("ann", "carl"):
        made.give(name)
    for name, player_ in made.state.players.items():
        if name != bank:
            made.do(PlaceWager(player=name, position=player_.position or 0, amount=made.state.game.options.minimum))
    return made, file


CUTS = (CutStacks(player="bot-1", to_right=(3, 4)), CutStacks(player="bot-1", to_left=(1,)))


def test_a_bot_that_banks_could_choose_among_deals_by_its_cut_of_the_stacks_or_by_giving_up_the_bank() -> None:
    """The attack: once Ann has bet, the house knows what each of these would deal (MDT-9.G, NZ-11.2.b)."""
    choices: dict[str, tuple[Command | None, ...]] = {
        "maryland-tiles": (None, *CUTS),
        "new-zealand": (None, YieldBank(player="bot-1")),
    }
    for standard, commands in choices.items():
        made, _ = banked(standard, "bot-1")
        deals = []
        for command in commands:
            trial = made.copy()
            if command:
                trial.do(command)
            deals.append(dealt(trial))
        assert len(shared_by(made, deals)) == len(commands), standard


@pytest.mark.parametrize(("bank", "counted"), [("ann", 0), ("bot-1", 1)])
@pytest.mark.parametrize("choice", [("maryland-tiles", "cut"), ("new-zealand", "yield")])
def test_these_choices_are_counted_if_a_bot_makes_them(choice: tuple[str, str], bank: str, counted: int) -> None:
    standard, what = choice
    made, file = banked(standard, bank)
    made.do(CutStacks(player=bank, to_right=(3, 4)) if what == "cut" else YieldBank(player=bank))
    made.finish()
    found = found_in(file)
    assert found.steered == counted
    assert any("chosen by the house" in line for line in seed_lines(found)) is bool(counted)


def test_a_bank_that_the_dealer_takes_away_because_it_is_not_covered_is_counted() -> None:
    """The house's bots can bet so much that a person cannot cover it, and the count then starts elsewhere."""
    made, file = banked("new-zealand", "ann")
    made.do(StakeBank(player="ann", amount=made.state.game.options.minimum), TakeStake())
    assert made.state.current.bank.player is None
    made.finish()
    assert found_in(file).steered == 1


@pytest.mark.parametrize(("early", "counted"), [(True, 1), (False, 0)])
def test_a_bot_that_takes_the_bank_is_counted_if_a_seed_came_before(early: bool, counted: int) -> None:
    """Whoever banks is number one when positions are counted."""
    made, file = house("maryland-tiles", bank="bot-1")
    made.finish()
    made.open_round()
    if early:
        made.give("ann")
    made.to(Phase.BETTING)
    assert made.state.current.bank.player == "bot-1"
    made.finish()
    assert found_in(file).steered == counted


def test_a_shuffler_that_fails_once_there_is_a_bet_is_counted() -> None:
    """Without it the shaker decides where the deal starts, and no longer the button (MDP-5.K.3, MDP-14.L)."""
    game = game_of(
        build_submission(
            {
                "standard": "maryland-poker",
                "start": "button",
                "dealing": {"method": "automated-shoe", "shuffler": "automated"},
                "banking": {"offered": False, "co_banking": False},
                "approvals": {"button": "yes"},
            }
        )
    )
    made, file = House(new_table(game), {name: player(name) for name in ("ann", "carl")}), StringIO(newline="\n")
    record(made, file)
    made.open_table(1000 * game.options.minimum)
    made.open_round()
    made.to(Phase.BETTING).ask_bots()
    made.give("ann")
    made.do(DirectShuffle(), ReportFault(device=SHUFFLER, usable=False), MarkDevice(device=SHUFFLER))
    made.finish()
    assert found_in(file).steered == 1


def test_a_person_who_is_given_a_bot_s_seed_is_named() -> None:
    """The house leaves out a seed that it dislikes, and hides that it is missing."""
    made, file = house("maryland-tiles")
    made.finish()
    made.open_round()
    made.to(Phase.SEEDING)
    commitment, place = made.state.current.commitment, made.state.players["ann"].position or 0
    made.do(GiveSeed(player="ann", seed=derived_seed(commitment, place), commitment=commitment))
    made.finish()
    found = found_in(file)
    assert (found.missing, found.replaced, found.data()["replaced"]) == ({}, {"ann": 1}, {"ann": 1})
    told = "a bot's seed for ann in 1 round: the house may have put it in place of another"
    assert told in list(seed_lines(found))


def test_hands_that_the_floor_calls_mixed_up_are_counted() -> None:
    """The house knows whose hand wins, and returns that wager (NZ-12.15)."""
    made, file = bets_of_all(3)
    made.to(Phase.SETTING)
    first, second = sorted(key.position for key in made.state.current.wagers)[:2]
    made.do(MixHands(position=first, other=second))
    made.finish()
    found = found_in(file)
    assert (found.steered, found.voids) == (1, {})


def other_way(made: House, position: int) -> Setting:
    """Return a setting of the hand that is neither foul nor the house way."""
    kit, pieces = made.state.game.kit, made.state.current.hands[position].pieces
    usual = kit.house_set(pieces).setting
    return next(each for each in kit.settings(pieces) if each != usual and not kit.is_foul(each))


@pytest.mark.parametrize(("standard", "reset"), [(name, reset) for name in STANDARDS for reset in (False, True)])
def test_a_house_that_sets_its_own_hand_against_the_players_is_counted(standard: str, reset: bool) -> None:
    """The house knows all hands when it sets its own. The rules take a wrong one for a mistake and may let it stand."""
    made, file = house(standard, people=("ann", "carl"), idle=BOTS)
    made.to(Phase.BANKING)
    position = house_positions(made.state)[0]
    made.do(SetHouseHand(setting=other_way(made, position)))
    if reset:
        made.do(ResetHouseHand(position=position))
    made.finish()
    found = found_in(file)
    assert found.steered == (not reset)
    assert any("hand chosen by the house" in line for line in seed_lines(found)) is not reset


@pytest.mark.parametrize("clumsy", [False, True])
def test_a_hand_that_the_dealer_disturbs_or_sets_wrongly_for_a_player_is_counted(clumsy: bool) -> None:
    """The house turns a hand that would win into one that does not (NZ-12.14, NZ-10.4)."""
    made, file = house("new-zealand", idle=BOTS)
    made.to(Phase.SETTING)
    hands = made.state.current.hands
    position = next(key.position for key in made.state.current.wagers if key.player == "ann")
    if clumsy:
        made.do(LookAtHand(player="ann", position=position))
        made.do(SetHand(player="ann", position=position, setting=other_way(made, position)))
        made.to(Phase.EXPOSING).do(KnockOver())
    else:
        assert hands[position].status is HandStatus.DEALT
        made.do(AskDealerToSet(player="ann", position=position))
        made.do(SetForPlayer(position=position, setting=other_way(made, position)))
    made.finish()
    assert found_in(file).steered == 1


def test_rounds_by_earlier_rules_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of an earlier revision verify; a house could still play by one whose rules it likes better."""
    monkeypatch.setattr(mixing, "REVISION", 2)
    made, file = house("maryland-tiles")
    monkeypatch.undo()
    made.finish()
    made.open_round()
    made.finish()
    found = found_in(file)
    assert (found.protocols, found.earlier, found.data()["rounds_by_earlier_rules"]) == ({3: 2}, {2: 1}, {"2": 1})
    told = f"revision 2 of the rules: 1 round; the newest revision is {mixing.REVISION}"
    assert told in list(seed_lines(found))
