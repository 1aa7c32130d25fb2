"""A cut before the seeds are closed, at a table with a chain: it is carried out on what is dealt."""

from io import StringIO

import pytest

from paigow.bots import Bot
from paigow.errors import PaigowError
from paigow.fairness import chain_of, chain_seeds, practice_seed
from paigow.hands.pieces import Piece
from paigow.record import record, verify
from paigow.rules import load_submission
from paigow.table import Phase, game_of
from paigow.table.cards.card_cut import CutCards, waiting_to_cut
from paigow.table.driver import TableDriver, new_table
from paigow.table.steps.seeds import CloseSeeds, GiveSeed, PublishChain, SeedsClosed
from paigow.table.steps.stacks import CutStacks
from paigow.tiles import BankCut

clause = pytest.mark.clause


def table(standard: str, *, cuts: bool = True) -> tuple[TableDriver, StringIO]:
    """Three players who bank whenever they may, and a record of what they do."""
    game = game_of(load_submission(standard))
    driver = TableDriver(
        new_table(game), {name: Bot(name, "house-way", "0", banks=True) for name in ("ann", "bob", "cyd")}
    )
    file = StringIO(newline="\n")
    record(driver, file)
    driver.open_table(10_000 * game.options.minimum)
    secret = practice_seed("cut", driver.state.table_id, 1)
    driver.seeds = chain_seeds(driver.state.table_id, 1, secret, 100)
    driver.do(PublishChain(tip=chain_of(driver.state.table_id, 1, secret, 100).tip.hex(), length=100, cuts=cuts))
    return driver, file


def until_a_player_banks(driver: TableDriver) -> str:
    while True:
        driver.open_round()
        while driver.state.round is not None:
            bank = driver.state.current.bank.player
            if driver.state.phase is Phase.BETTING and bank is not None:
                return bank
            driver.step()


def drawn_and_dealt(driver: TableDriver) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """What the seeds of all give, and what lies there to be dealt."""
    while driver.state.phase is not Phase.SEEDING:
        driver.step()
    driver.give_missing()
    drawn = driver.draws().deal(driver.state)
    driver.do(CloseSeeds(order=drawn))
    return drawn, driver.state.current.stack.order


def to_the_end(driver: TableDriver, file: StringIO) -> None:
    while driver.state.round is not None:
        driver.step()
    assert verify(file.getvalue().splitlines(keepends=True)).seeds.protocols[2] == driver.state.rounds


@clause("MDT-9.G.3", "MDT-9.G.3.b")
def test_the_banks_cut_is_carried_out_on_the_stacks_that_are_dealt() -> None:
    driver, file = table("maryland-tiles")
    driver.do(CutStacks(player=until_a_player_banks(driver), to_right=(5,), to_left=(3, 4)))
    drawn, dealt = drawn_and_dealt(driver)
    stacks = [drawn[4 * n : 4 * n + 4] for n in range(8)]
    assert dealt == tuple(tile for stack in BankCut((5,), (3, 4)).apply(stacks) for tile in stack)
    assert dealt != drawn
    to_the_end(driver, file)


@clause("MDT-9.G.3")
def test_stacks_that_the_bank_does_not_cut_are_dealt_as_they_are() -> None:
    driver, file = table("maryland-tiles")
    until_a_player_banks(driver)
    drawn, dealt = drawn_and_dealt(driver)
    assert dealt == drawn
    to_the_end(driver, file)


def test_under_an_older_chain_a_cut_moved_only_what_was_not_dealt() -> None:
    """Records of version 0.2.0 verify as they were made."""
    driver, file = table("maryland-tiles", cuts=False)
    driver.do(CutStacks(player=until_a_player_banks(driver), to_right=(5,), to_left=(3, 4)))
    drawn, dealt = drawn_and_dealt(driver)
    assert dealt == drawn
    to_the_end(driver, file)
    assert "places" not in file.getvalue()
    assert "cuts" not in file.getvalue()


@clause("MDP-5.F")
def test_the_cards_are_dealt_as_a_player_cut_them() -> None:
    driver, file = table("maryland-poker")
    driver.open_round()
    while not (cutter := waiting_to_cut(driver.state)):
        driver.proceed()
    driver.do(CutCards(player=cutter, depth=20))
    drawn, dealt = drawn_and_dealt(driver)
    assert dealt == drawn[20:] + drawn[:20]
    to_the_end(driver, file)


@clause("MDT-2.A", "MDT-4.E.1.c", "MDT-4.E.2")
def test_seeds_are_closed_once_and_the_whole_set_is_dealt() -> None:
    driver, _ = table("maryland-tiles")
    driver.open_round()
    with pytest.raises(PaigowError, match="seeds can be closed only once"):
        driver.do(CloseSeeds(order=driver.state.game.kit.full_set))
    while driver.state.phase is not Phase.SEEDING:
        driver.step()
    driver.give_missing()
    with pytest.raises(PaigowError, match="given a seed for this round"):
        driver.do(GiveSeed(player="ann", seed="another", commitment=driver.state.current.commitment))
    drawn = driver.draws().deal(driver.state)
    for wrong in (drawn[1:], drawn[:1] * len(drawn)):
        with pytest.raises(PaigowError, match="each card or tile once"):
            driver.do(CloseSeeds(order=wrong))
    (closed,) = driver.do(CloseSeeds(order=drawn))
    assert isinstance(closed, SeedsClosed)
    assert (closed.order, closed.missing, len(closed.seats)) == (drawn, (), 3)
    assert driver.state.current.stack.order == drawn


@clause("MDT-4.G")
def test_a_round_is_closed_with_the_next_seed_of_the_chain() -> None:
    driver, _ = table("maryland-tiles")
    driver.seeds = driver.seeds[1:2] * 2  # it commits to another link
    with pytest.raises(PaigowError, match="not the next one"):
        driver.play_round()
