"""Seeds at the site's tables: chains that are published and signed, seeds that come with bets, and old tables."""

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from paigow.bots import Bot
from paigow.fairness import Chain, new_server_seed
from paigow.fairness.encoding import PROTOCOLS
from paigow.house.audit.whole import audit
from paigow.record import verify
from paigow.record.seeds import Seat
from paigow.rules import load_submission
from paigow.table import Phase, TableState, game_of
from paigow.table.boxes.cutting import DirectCut
from paigow.table.boxes.discipline import RemovePlayer
from paigow.table.boxes.staking import AgreeToCoBank, StakeBank
from paigow.table.cards.card_cut import RequireRecut
from paigow.table.core.engine import can
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps.banking import AcceptBank, PassBank, waiting
from paigow.table.steps.seeds import GiveSeed, SeedsClosed
from paigow.table.steps.setting import SetHand, SetHouseHand, controller, house_positions, open_positions
from paigow.table.steps.wagers import PlaceWager
from paigow.web.seals import sealing
from paigow.web.seals.sealing import is_signed, public_key, seal, unseal
from paigow.web.service import bots, dealing, history, proofs, records, tables
from paigow.web.service.attendance import Pace
from paigow.web.service.dealer import Desk
from paigow.web.service.tables import Contribution
from paigow.web.store import journal
from paigow.web.store.models import StoredChain, StoredCommand, StoredEvent, StoredRound, Table

NO_WAIT: dict[str, Any] = dict.fromkeys(
    ("between", "offer", "cut", "bet", "quiet", "seeds", "choose", "set", "surrender"), 0.0
)
BOTS_ALONE = Pace(**NO_WAIT, step=0, bot=0, always=True)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house(open_house: Any, unhurried: Pace) -> Any:
    """Ann at a table, which waits for her as long as it takes."""
    made = open_house("maryland-tiles", replace(unhurried, quiet=0, seeds=60))
    made.seat("ann")
    made.deal_until(lambda: made.state.phase is Phase.BETTING)
    return made


def bet(house: Any, seed: str = "", commitment: str | None = None) -> None:
    state: TableState = house.state
    place = state.players["ann"].position or 0
    command = PlaceWager(player="ann", position=place, amount=state.game.options.minimum)
    own = Contribution(seed, state.current.commitment if commitment is None else commitment) if seed else None
    tables.submit(house.slug, command, person="ann", key=f"bet-{state.rounds}", seed=own)


def finish(house: Any) -> int:
    """Plays the round that is on to its end, with Ann's time over whenever she is asked; the round's number."""
    number: int = house.state.rounds
    for _ in range(500):
        if house.state.rounds > number or house.state.round is None:
            return number
        Table.objects.update(due_at=timezone.now(), deadline_at=timezone.now() - timedelta(seconds=1))
        house.deal()
    raise AssertionError(house.state.phase)


def hurry(house: Any, reached: Callable[[], bool]) -> None:
    """Deal step by step, without the pauses between them."""

    def step() -> bool:
        Table.objects.update(due_at=timezone.now())
        return reached()

    house.deal_until(step)


def record_of(house: Any) -> Any:
    table = tables.find(house.slug)
    return verify(f"{line}\n" for line in records.record_lines(table, records.last_finished(table)))


def test_a_chain_is_published_and_signed_before_the_first_round(house: Any) -> None:
    row = StoredChain.objects.get()
    published = StoredEvent.objects.get(kind="ChainPublished")
    opened = StoredEvent.objects.filter(kind="RoundOpened").earliest("number")
    assert (row.first, row.number) == (1, published.number)
    assert published.number < opened.number
    chain = Chain(house.slug, row.first, row.length, bytes.fromhex(row.tip))
    assert is_signed(chain.signed_text(), row.signature, public_key())
    told = history.chains(tables.find(house.slug))
    assert [(each["tip"], each["signature"]) for each in told] == [(row.tip, row.signature)]
    secret = bytes.fromhex(unseal(row.sealed, sealing.chain_place(house.slug, 1)))
    assert secret not in bytes(row.sealed)


def test_a_seed_comes_with_the_bet_and_decides_the_deal(house: Any) -> None:
    bet(house, "fresh-1")
    assert house.state.current.seeds.given == {"ann": "fresh-1"}
    given = StoredCommand.objects.get(verb="seed", actor="ann")
    assert given.data is None, "sealed until the seeds are closed"
    house.deal_until(lambda: house.state.current.seeds.closed)
    seats = dict(house.state.current.seeds.seats)
    assert seats[house.state.players["ann"].position] == "fresh-1"
    number = finish(house)
    proof = history.proof(house.slug, number)
    worth = {each["place"]: each["seed"] for each in proof["seats"]}
    assert worth[house.state.players["ann"].position] == "fresh"
    assert list(worth.values()).count("derived") == len(worth) - 1
    assert proof["protocol"] == PROTOCOLS[-1]
    assert proofs.prove(tables.find(house.slug), number).holds
    assert record_of(house).seeds.seats[Seat.FRESH] == 1
    assert list(audit()) == []


def test_the_deal_waits_for_a_seed_and_goes_on_when_it_comes(house: Any) -> None:
    bet(house)
    house.deal_until(lambda: house.state.phase is Phase.SEEDING)
    house.deal(20)
    assert house.state.phase is Phase.SEEDING
    commitment = house.state.current.commitment
    house.do(GiveSeed(player="ann", seed="late-but-there", commitment=commitment))
    house.deal_until(lambda: house.state.phase is not Phase.SEEDING)
    assert "late-but-there" in dict(house.state.current.seeds.seats).values()


def test_a_seed_that_does_not_come_is_recorded_as_missing(house: Any) -> None:
    bet(house)
    house.deal_until(lambda: house.state.phase is Phase.SEEDING)
    number = finish(house)
    closed = journal.event_of(house.slug, StoredEvent.objects.filter(kind="SeedsClosed").latest("number"))
    assert isinstance(closed, SeedsClosed)
    assert closed.missing == ("ann",)
    worth = {each["seed"] for each in history.proof(house.slug, number)["seats"]}
    assert "missing" in worth
    assert "fresh" not in worth
    assert list(audit()) == []
    told = {"table": house.slug, "player": "ann", "rounds": 1}
    assert history.unseeded([tables.find(house.slug)]) == [told], "whose seed it was"


@pytest.mark.parametrize("commitment", ["0" * 64, "another"])
def test_a_seed_for_another_round_is_none(house: Any, commitment: str) -> None:
    bet(house, "stale", commitment)
    assert house.state.current.seeds.given == {}


def test_the_same_bet_sent_twice_gives_one_seed(house: Any) -> None:
    for seed in ("first", "second"):
        bet(house, seed)
    assert house.state.current.seeds.given == {"ann": "first"}


def test_a_table_of_old_publishes_a_chain_before_its_next_round(open_house: Any, monkeypatch: Any) -> None:
    newest = PROTOCOLS[-1]
    monkeypatch.setattr(Desk, "chained", False)
    house = open_house("maryland-tiles", BOTS_ALONE)
    house.deal_until(lambda: house.state.rounds == 2)
    assert set(StoredRound.objects.values_list("protocol", flat=True)) == {1}
    monkeypatch.setattr(Desk, "chained", True)
    house.deal_until(lambda: house.state.rounds == 5)
    assert StoredChain.objects.get().first == 3
    assert dict(StoredRound.objects.values_list("number", "protocol")) == {1: 1, 2: 1, 3: newest, 4: newest, 5: newest}
    assert list(audit()) == []
    found = record_of(house)
    assert found.seeds.protocols == {1: 2, newest: 2}
    assert all(proofs.prove(tables.find(house.slug), number).holds for number in range(1, 5))


def test_the_audit_sees_what_is_done_to_a_chain(house: Any) -> None:
    assert list(audit()) == []
    row = StoredChain.objects.get()
    other = seal(new_server_seed().hex(), sealing.chain_place(house.slug, 1))
    changes: dict[str, Any] = {"tip": "0" * 64, "length": 7, "signature": "0" * 128, "sealed": other}
    for name, value in changes.items():
        kept = getattr(row, name)
        StoredChain.objects.update(**{name: value})
        assert any(fault.row == "chain 1" for fault in audit()), name
        StoredChain.objects.update(**{name: kept})
    StoredChain.objects.all().delete()
    assert [(fault.row, fault.what) for fault in audit()] == [("chain 1", "the row is missing")]


def test_voids_are_counted_by_cause(open_house: Any) -> None:
    house = open_house("maryland-tiles", BOTS_ALONE)
    house.deal_until(lambda: house.state.rounds >= 3)
    StoredRound.objects.filter(number=1).update(void="wrong-positions", known=True)
    StoredRound.objects.filter(number=2).update(void="nobody wagers")
    assert history.voids(StoredRound.objects.all()) == [
        {"void": "nobody wagers", "rounds": 1, "known": 0},
        {"void": "wrong-positions", "rounds": 1, "known": 1},
    ]


def test_choices_of_the_house_once_it_could_know_the_deal_are_counted(
    open_house: Any,
) -> None:
    """The attack: the supervisor names the cut that deals the hand he likes (NZ-9.5.s2)."""
    house = open_house("new-zealand", replace(BOTS_ALONE, step=60))
    hurry(house, lambda: house.state.round is not None and house.state.current.start.dice is not None)
    assert not house.state.current.bank.player
    number = house.state.rounds
    house.do(DirectCut(delivery=tuple(house.state.game.options.start.deliveries)[-1]))
    assert history.steered(Table.objects.all()) == 0, "a round that is on is not counted"
    hurry(house, lambda: house.state.rounds > number)
    assert history.proof(house.slug, number)["steered"] == 1
    assert record_of(house).seeds.steered == history.steered(Table.objects.all()) == 1


def test_the_pace_says_how_long_seeds_are_waited_for() -> None:
    assert asdict(Pace())["seeds"] == 3.0


def test_the_audit_counts_a_bet_that_the_floor_takes_out_of_play(open_house: Any) -> None:
    """The supervisor removes a box or a player whose wager he would rather not have (NZ-12.9)."""
    house = open_house("new-zealand", replace(BOTS_ALONE, bet=60, quiet=60, step=60))
    house.seat("ann")
    hurry(house, lambda: house.state.phase is Phase.BETTING and bool(house.state.current.wagers))
    least, taken = house.state.game.options.minimum, {key.position for key in house.state.current.wagers}
    for box in sorted(set(house.state.game.positions) - taken - {1}):
        house.do(PlaceWager(player="ann", position=box, amount=least))
    house.do(RemovePlayer(player="bot-an"))
    finish(house)
    assert record_of(house).seeds.steered == history.steered(Table.objects.all()) == 1


def test_the_audit_counts_another_cut_before_the_first_bet_on_record(open_house: Any) -> None:
    """The house may hold back the first bet: it knows its seed and cuts until it likes the deal."""
    house = open_house("maryland-poker", replace(BOTS_ALONE, step=60, bet=60, quiet=60))
    hurry(house, lambda: house.state.phase is Phase.BETTING)
    assert not house.state.current.wagers
    house.do(RequireRecut(next_person=True))
    finish(house)
    assert record_of(house).seeds.steered == history.steered(Table.objects.all()) == 1


def test_the_audit_counts_a_house_hand_that_is_not_set_the_house_way(house: Any) -> None:
    """The house knows all hands when it sets its own; the rules take another setting for a mistake."""
    bet(house, "fresh-1")
    house.deal_until(lambda: house.state.phase is Phase.SETTING and len(open_positions(house.state)) == 1)
    (place,) = open_positions(house.state)
    own = house.state.game.kit.house_set(house.state.current.hands[place].pieces).setting
    house.do(SetHand(player=controller(house.state, place), position=place, setting=own))
    state = house.state
    kit, pieces = state.game.kit, state.current.hands[house_positions(state)[0]].pieces
    way = kit.house_set(pieces).setting
    house.do(SetHouseHand(setting=next(each for each in kit.settings(pieces) if each != way and not kit.is_foul(each))))
    finish(house)
    assert record_of(house).seeds.steered == history.steered(Table.objects.all()) == 1


def test_the_audit_tells_which_rounds_were_left_unfinished(house: Any) -> None:
    """The house knows the deal, dislikes it, and stops there; no record shows the round."""
    bet(house, "fresh-1")
    house.deal_until(lambda: house.state.current.seeds.closed)
    (row,) = StoredRound.objects.all()
    now = timezone.now()
    assert history.unfinished(Table.objects.all(), now - timedelta(hours=1)) == []
    left = [{"table": house.slug, "round": 1, "opened_at": row.opened_at.isoformat()}]
    assert history.unfinished(Table.objects.all(), now + timedelta(hours=1)) == left
    finish(house)
    assert all(each["round"] > 1 for each in history.unfinished(Table.objects.all(), now + timedelta(hours=1)))


def test_the_audit_tells_which_rounds_were_played_by_older_terms(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house could still open rounds by earlier rules if it likes these better."""
    house = open_house("maryland-tiles", BOTS_ALONE)
    house.deal_until(lambda: house.state.rounds == 1)
    assert history.older_terms(Table.objects.all()) == []
    monkeypatch.setattr(dealing, "REVISION", 2)
    house.deal_until(lambda: house.state.rounds == 2)
    monkeypatch.undo()
    terms = {"table": house.slug, "protocol": PROTOCOLS[-1], "revision": 2, "rounds": 1}
    assert history.older_terms(Table.objects.all()) == [terms]


def table_of_bots(standard: str, bank: str = "") -> TableDriver:
    """Return a table in its second round, in which one of two players may take the bank; nobody has bet."""

    def acts(state: TableState, name: str) -> Any:
        if name == bank and can(state, AcceptBank(player=name)):
            return AcceptBank(player=name)
        return None if bank and state.rounds > 1 and state.phase is Phase.BETTING else usual[name](state, name)

    usual = {name: Bot(name, "house-way", "a seed", banks=False) for name in ("bot-an", "bot-bao")}
    made = TableDriver(new_table(game_of(load_submission(standard))), dict.fromkeys(usual, acts))
    made.open_table(1000 * made.state.game.options.minimum)
    made.play_round()
    made.open_round()
    return made


def test_a_bot_that_banks_waits_for_bets_and_keeps_the_bank() -> None:
    """If it gave the bank up, the tiles would be counted from another box: the house would have chosen another deal."""
    made = table_of_bots("new-zealand", "bot-an")
    while made.state.phase is not Phase.BETTING:
        made.step()
    assert (made.state.current.bank.player, made.state.current.wagers) == ("bot-an", {})
    for slug in ("t1", "t2", "t3"):
        assert [bots.move(slug, "bot-an", "house-way", made.state) for _ in range(3)] == [None] * 3
    made.do(PlaceWager(player="bot-bao", position=made.state.players["bot-bao"].position or 0, amount=10_000))
    assert isinstance(bots.move("t1", "bot-an", "house-way", made.state), (StakeBank, AgreeToCoBank))


def test_a_bot_passes_the_bank_once_the_house_could_know_the_deal() -> None:
    """A program may give its seed early."""
    made = table_of_bots("maryland-tiles")
    while made.state.phase is not Phase.OFFERING or not waiting(made.state):
        made.proceed()
    (asked,) = waiting(made.state)[:1]
    other = next(name for name in made.state.players if name != asked)
    slugs = [f"table-{number}" for number in range(30)]
    before = [bots.move(slug, asked, "house-way", made.state) for slug in slugs]
    assert AcceptBank in {type(move) for move in before}
    made.do(GiveSeed(player=other, seed="early", commitment=made.state.current.commitment))
    after = [bots.move(slug, asked, "house-way", made.state) for slug in slugs]
    assert set(after) == {PassBank(player=asked)}
