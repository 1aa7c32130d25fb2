"""Duplicate Pai Gow: the same deals for everybody, fixed by one published tip, in records that verify."""

from collections.abc import Callable

import pytest

from paigow.errors import PaigowError
from paigow.fairness import chain_seeds
from paigow.hands.pieces import Setting
from paigow.learning import duplicate
from paigow.learning.duplicate import PLAYER, STANDARDS, Entry, commitment
from paigow.record import Replay, verify
from paigow.rules import load_submission
from paigow.table.steps.seeds import ChainPublished
from paigow.table.view import FACE_DOWN, view

SECRET = bytes(range(32))
TABLE = "duplicate-test"
DEALS = 3
Choice = Callable[[Entry], Setting]


def house_way(entry: Entry) -> Setting:
    return entry.game.kit.house_set(entry.state.current.hands[entry.position].pieces).setting


def worst(entry: Entry) -> Setting:
    kit = entry.game.kit
    legal = [each for each in kit.settings(entry.state.current.hands[entry.position].pieces) if not kit.is_foul(each)]
    return min(legal, key=kit.low_key)


def played(standard: str, choice: Choice, secret: bytes = SECRET) -> tuple[Entry, list[str]]:
    """An entry played to its end, and the hands that its player was dealt."""
    entry = Entry(load_submission(standard), TABLE, secret, DEALS)
    dealt = []
    while not entry.is_over:
        dealt.append(" ".join(map(str, entry.state.current.hands[entry.position].pieces)))
        entry.set(choice(entry))
    return entry, dealt


@pytest.mark.parametrize("standard", STANDARDS)
def test_everybody_has_the_same_deals_whatever_they_do(standard: str) -> None:
    one, ones = played(standard, house_way)
    other, others = played(standard, worst)
    assert ones == others
    assert len(set(ones)) == DEALS
    assert one.settings != other.settings
    _third, thirds = played(standard, house_way, secret=bytes(32))
    assert thirds != ones


@pytest.mark.parametrize("standard", STANDARDS)
def test_the_record_verifies_and_its_chain_is_the_published_one(standard: str) -> None:
    entry, _dealt = played(standard, worst)
    lines = entry.record().splitlines(keepends=True)
    assert verify(lines).rounds == DEALS
    tips = [event.tip for step in Replay(lines) for event in step.events if isinstance(event, ChainPublished)]
    chain = commitment(TABLE, SECRET, DEALS)
    assert tips == [chain.tip.hex()]
    seeds = chain_seeds(TABLE, 1, SECRET, DEALS)
    assert all(chain.holds(number, seed) for number, seed in enumerate(seeds, start=1))


def test_what_is_kept_is_enough_to_work_it_out_again() -> None:
    entry, _dealt = played("maryland-tiles", worst)
    again = Entry(load_submission("maryland-tiles"), TABLE, SECRET, DEALS, entry.settings)
    assert again.record() == entry.record()


@pytest.mark.parametrize("standard", STANDARDS)
def test_nothing_of_the_deals_to_come_is_to_be_seen(standard: str) -> None:
    """The player sees one hand: not the house's, and no seed."""
    entry = Entry(load_submission(standard), TABLE, SECRET, DEALS)
    seen = view(entry.state, PLAYER)
    hands = seen["round"]["hands"]
    assert all(set(hand["pieces"]) == {FACE_DOWN} or place == entry.position for place, hand in hands.items())
    assert SECRET.hex() not in str(seen)
    assert not any(seed.hex() in str(seen) for seed in chain_seeds(TABLE, 1, SECRET, DEALS))
    assert not any(seed.hex() in entry.record() for seed in chain_seeds(TABLE, 1, SECRET, DEALS))


def test_a_record_tells_the_seeds_of_played_deals_only() -> None:
    entry = Entry(load_submission("maryland-tiles"), TABLE, SECRET, DEALS)
    entry.set(house_way(entry))
    first, *later = (seed.hex() for seed in chain_seeds(TABLE, 1, SECRET, DEALS))
    assert first in entry.record()
    assert not any(seed in entry.record() for seed in later)


def test_values_not_luck() -> None:
    best, _dealt = played("maryland-tiles", house_way)
    poor, _dealt = played("maryland-tiles", worst)
    good, bad = best.review(), poor.review()
    assert [hand.pieces for hand in good.hands] == [hand.pieces for hand in bad.hands]
    assert good.best == bad.best
    assert good.cost < bad.cost
    assert len({hand.wager for hand in good.hands}) == 1


def test_what_cannot_be_is_refused() -> None:
    rules = load_submission("maryland-tiles")
    with pytest.raises(PaigowError):
        Entry(load_submission("dealer-open"), TABLE, SECRET, DEALS)
    with pytest.raises(PaigowError):
        commitment(TABLE, SECRET, duplicate.MAX_DEALS + 1)
    entry = Entry(rules, TABLE, SECRET, 1)
    hand = entry.state.current.hands[entry.position].pieces
    with pytest.raises(PaigowError):
        entry.set("66 45 / 23 12" if "66" not in map(str, hand) else "44 55 / 13 11")  # not one's own tiles
    assert entry.played == 0
    entry.set(house_way(entry))
    with pytest.raises(PaigowError):
        entry.set(house_way(Entry(rules, TABLE, SECRET, 1)))
