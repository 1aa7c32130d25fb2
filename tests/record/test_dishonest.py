"""A house that cheats with its seeds: what it gets under protocol 1, and how later ones stop it or find it out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from io import StringIO
from math import sqrt
from random import Random

import pytest

from paigow.analysis.tiles import tiles_main
from paigow.bots import Bot
from paigow.commands.rounds import seed_lines
from paigow.comparison import Result
from paigow.fairness import RoundSeeds, Use, chain_of, commit, dice, practice_seed, shuffle
from paigow.money import rack
from paigow.record import RecordError, Replay, Verdict, record, verify
from paigow.record.seeds import Seat
from paigow.rules.submission import build_submission
from paigow.table import Phase, TableState, game_of
from paigow.table.boxes.cutting import DirectCut
from paigow.table.boxes.disturbances import OrderReshuffle
from paigow.table.cards.card_cut import DirectShuffle, PassCut, RequireRecut, waiting_to_cut
from paigow.table.cards.card_deal import FindFaceUp
from paigow.table.cards.decks import ReportFault
from paigow.table.core.model import MAIN
from paigow.table.core.values import changed
from paigow.table.driver import TableDriver, new_table
from paigow.table.floor.irregularities import FindMisdeal
from paigow.table.steps import closing, seeds
from paigow.table.steps.mixing import OpenRound
from paigow.table.steps.seeds import GiveSeed, protocol_of, publication, seeds_missing
from paigow.table.steps.settlement import WagerSettled
from paigow.table.steps.start import ChooseDelivery, ShakeDice
from paigow.tiles import TILE_SET, compare, find_house_way
from tools.tiers import examples

ROUNDS = 10
TRIES = 8
WAY = find_house_way("maryland")
WORTH = {Result.WIN: 1, Result.PUSH: 0, Result.LOSE: -1}


def fresh_seeds() -> Iterator[str]:
    """What Ann's browser makes, round after round; nobody else knows them before she gives them."""
    random = Random("ann's browser")
    while True:
        yield f"{random.getrandbits(128):032x}"


@dataclass
class House(TableDriver):
    """A table with Ann alone at it. `known` is what the house takes her next seed to be when it commits."""

    known: str = "ann-always-says-this"
    own: Iterator[str] = field(default_factory=fresh_seeds)
    gives: bool = True

    def give_missing(self) -> None:
        current = self.state.current
        if self.gives and seeds_missing(self.state):
            self.known = next(self.own)
            self.do(GiveSeed(player="ann", seed=self.known, commitment=current.commitment))

    def open_with(self, server_seed: bytes) -> None:
        self.server_seed, self.chance = server_seed, None
        state = self.state
        rules = bytes.fromhex(state.game.submission_hash)
        named = (state.table_id, state.rounds + 1, server_seed)
        self.do(OpenRound(commitment=str(commit(*named, submission=rules, protocol=protocol_of(state)))))

    def play_with(self, server_seed: bytes) -> int:
        """What Ann wins in a round with this seed."""
        before = self.state.ledger[rack("ann")]
        self.bots = {"ann": Bot("ann", "house-way", str(self.state.rounds), banks=False)}
        self.open_with(server_seed)
        while self.state.round is not None:
            self.step()
        return self.state.ledger[rack("ann")] - before

    def tries(self) -> list[bytes]:
        return [practice_seed(f"try-{n}", self.state.table_id, self.state.rounds + 1) for n in range(TRIES)]

    def guess(self, server_seed: bytes) -> int:
        """What Ann would win with the seed that the house knows of her."""
        trial = House(self.state, {}, chained=self.chained, known=self.known, own=iter([self.known, self.known]))
        trial.gives = self.gives
        if self.chained:
            trial.state = replaced_last_seed(trial.state)
            trial.publish(server_seed)
        return trial.play_with(server_seed)

    def publish(self, server_seed: bytes) -> None:
        """A chain for one round only: the shortest leash that the rules leave the house."""
        chain = chain_of(self.state.table_id, self.state.rounds + 1, server_seed, 1)
        self.do(publication(chain))


def replaced_last_seed(state: TableState) -> TableState:
    """In the house's imagination, Ann may say again what she said last."""
    ann = changed(state.players["ann"], seed="")
    return changed(state, players={**state.players, "ann": ann})


def house(
    *, chained: bool, standard: str = "maryland-tiles", kind: type[House] = House, choices: Mapping[str, object] = {}
) -> tuple[House, StringIO]:
    game = game_of(build_submission({"standard": standard, **choices}))
    made = kind(new_table(game), {"ann": Bot("ann", "house-way", "0", banks=False)}, chained=chained)
    file = StringIO(newline="\n")
    record(made, file)
    made.open_table(10_000 * game.options.minimum)
    return made, file


def verdict(file: StringIO) -> Verdict:
    return verify(file.getvalue().splitlines(keepends=True))


def engine_cheats(made: House, rounds: int) -> list[int]:
    """Ann's results at the real table when the house commits, of eight seeds, to the one that it likes best."""
    results = []
    for _ in range(rounds):
        best = min(made.tries(), key=made.guess)
        if made.chained:
            made.publish(best)
        results.append(made.play_with(best))
    return results


# a fast model of the deal, so that the attack can be mounted thousands of times


def seeds_for(number: int, server_seed: bytes, own: str, protocol: int) -> RoundSeeds:
    """Ann alone at table t, in seat 1. Since version 2 her seed may be missing."""
    bound = commit("t", number, server_seed, protocol=protocol).digest if protocol > 1 else b""
    return RoundSeeds("t", number, server_seed, ((1, own),) if own else (), bound, protocol)


def ann_wins(seeds: RoundSeeds) -> int:
    """1, 0 or -1: Ann and the dealer set their hands by the house way."""
    order = shuffle(seeds, 32, Use.DEAL if seeds.protocol > 1 else Use.SHUFFLE).values
    start = sum(dice(seeds).values) - 1  # the dealer is number one, and the count goes over all eight positions
    groups = [order[4 * n : 4 * n + 4] for n in range(8)]
    hands = (groups[(position - start) % 8] for position in (1, 0))
    ann, dealer = (WAY.set(tuple(TILE_SET[piece] for piece in hand)).setting for hand in hands)
    return WORTH[compare(ann, dealer).result]


@pytest.mark.parametrize("chained", [True, False])
def test_the_model_deals_what_the_table_deals(chained: bool) -> None:
    made, file = house(chained=chained)
    modelled = []
    for _ in range(12):
        server_seed = made.tries()[0]
        if chained:
            made.publish(server_seed)
        made.play_with(server_seed)
        state, own = made.state, made.known if chained else made.state.players["ann"].seed
        rules = bytes.fromhex(state.game.submission_hash)
        named = (state.table_id, state.rounds, server_seed)
        protocol = protocol_of(state)
        bound = commit(*named, submission=rules, protocol=protocol).digest if chained else b""
        modelled.append(ann_wins(RoundSeeds(*named, ((1, own),), bound, protocol)))
    events = [event for step in Replay(file.getvalue().splitlines(keepends=True)) for event in step.events]
    settled = [event for event in events if isinstance(event, WagerSettled) and event.wager.kind == MAIN]
    assert modelled == [WORTH[event.result] for event in settled]
    assert set(modelled) == {1, 0, -1}


Guess = Callable[[int, str], list[str]]
"""What the house takes Ann's seed to be when it commits: from the round's number and the seed that she gave last."""
GUESSES: dict[str, Guess] = {
    "that she gives the last one again": lambda number, last: [last],
    "that she gives none": lambda number, last: [""],
    "that it does not matter: on the average of four": lambda number, last: [f"{number}-{n}" for n in range(4)],
}


def attacked(rounds: int, protocol: int, guess: Guess, tries: int = TRIES) -> int:
    """Count the rounds Ann wins against a house that picks the worst seed for her.

    The house knows everything that was said before it commits, and tries so many seeds.
    """
    own, wins = fresh_seeds(), 0
    said = next(own)
    for number in range(1, rounds + 1):
        known = guess(number, said)

        def expected(seed: bytes, number: int = number, known: list[str] = known) -> int:
            return sum(ann_wins(seeds_for(number, seed, each, protocol)) for each in known)

        best = min((practice_seed(f"try-{n}", "t", number) for n in range(tries)), key=expected)
        if protocol > 1:
            said = next(own)  # made after the commitment; under protocol 1 it stays what it was
        wins += ann_wins(seeds_for(number, best, said, protocol)) > 0
    return wins


def fair_bounds(rounds: int) -> tuple[float, float]:
    """Six standard deviations around what Ann wins of that many fair deals, by the exact odds."""
    odds = tiles_main("maryland")
    chance = next(each.count for each in odds.outcomes if each.name == "win") / odds.total
    mean, deviation = rounds * chance, sqrt(rounds * chance * (1 - chance))
    return mean - 6 * deviation, mean + 6 * deviation


@pytest.mark.parametrize("protocol", [2, 3])
@pytest.mark.parametrize("guess", GUESSES.values(), ids=GUESSES)
def test_since_protocol_2_eight_tries_are_worth_nothing(guess: Guess, protocol: int) -> None:
    rounds = examples(500, 20_000)
    least, most = fair_bounds(rounds)
    assert least < attacked(rounds, protocol, guess) < most


def test_under_protocol_1_the_same_attack_takes_every_round() -> None:
    rounds, guess = examples(500, 20_000), GUESSES["that she gives the last one again"]
    least, most = fair_bounds(rounds)
    assert least < attacked(rounds, 1, guess, tries=1) < most, "with one try the house is honest"
    assert attacked(rounds, 1, guess, tries=2) < least, "two tries are seen"
    assert attacked(rounds, 1, guess) <= rounds // 1000, "she wins if all eight deals are hers: once in 17,000"


def test_at_a_real_table_every_proof_of_the_attack_holds_under_protocol_1() -> None:
    made, file = house(chained=False)
    assert not [won for won in engine_cheats(made, ROUNDS) if won > 0]
    found = verdict(file)
    assert (found.rounds, found.seeds.protocols[1], found.seeds.unguarded) == (ROUNDS, ROUNDS, ROUNDS)


def test_at_a_real_table_with_a_chain_the_seat_is_fresh() -> None:
    made, file = house(chained=True)
    assert [won for won in engine_cheats(made, ROUNDS) if won > 0]
    assert verdict(file).seeds.seats == {Seat.FRESH: ROUNDS}
    assert verdict(file).seeds.unguarded == 0


def test_without_a_fresh_seed_the_attack_works_and_the_verifier_says_so() -> None:
    made, file = house(chained=True)
    made.gives = False
    assert not [won for won in engine_cheats(made, ROUNDS) if won > 0]
    found = verdict(file).seeds
    assert (found.seats, found.unguarded, found.missing) == ({Seat.MISSING: ROUNDS}, ROUNDS, {"ann": ROUNDS})


@dataclass
class LeavesOut(House):
    """A house that has seen Ann's seed, works out the deal with it and without it, and takes the one that it likes."""

    left_out: list[int] = field(default_factory=list)

    def give_missing(self) -> None:
        current, own = self.state.current, next(self.own)
        bound = bytes.fromhex(current.commitment)
        named = (self.state.table_id, current.number, self.server_seed)
        protocol = protocol_of(self.state)
        with_it, without = (ann_wins(RoundSeeds(*named, seats, bound, protocol)) for seats in (((1, own),), ()))
        if without < with_it:
            self.left_out.append(current.number)
        else:
            self.do(GiveSeed(player="ann", seed=own, commitment=current.commitment))


def test_a_house_that_leaves_out_unwanted_seeds_is_found_in_the_record() -> None:
    """It gets two deals to choose from; and every seed that it leaves out is missing, by name and round."""
    made, file = house(chained=True, kind=LeavesOut)
    assert isinstance(made, LeavesOut)
    play_honestly(made, rounds := 40)
    lines = file.getvalue().splitlines(keepends=True)
    missing = {step.seeds.number: step.seeds.missing for step in Replay(lines) if step.seeds and step.seeds.missing}
    assert 5 < len(made.left_out) < rounds - 5
    assert missing == dict.fromkeys(made.left_out, ("ann",))
    found = verdict(file).seeds
    assert found.seats == {Seat.MISSING: len(made.left_out), Seat.FRESH: rounds - len(made.left_out)}
    assert found.unguarded == found.missing["ann"] == len(made.left_out)
    told = f"no seed from ann in {len(made.left_out)} rounds: it did not come in time, or the house left it out"
    assert told in list(seed_lines(found))
    assert found.data()["missing"] == {"ann": len(made.left_out)}


def test_a_record_that_hides_whose_seed_was_missing_does_not_hold() -> None:
    made, file = house(chained=True, kind=LeavesOut)
    play_honestly(made, 10)
    text = file.getvalue()
    assert 'missing = ["ann"]' in text
    with pytest.raises(RecordError, match="by the rules it is"):
        verify(text.replace('missing = ["ann"]', "missing = []").splitlines(keepends=True))


def play_honestly(made: House, rounds: int, seed_of: Callable[[int], bytes] | None = None) -> None:
    """On a long chain; `seed_of` may name another seed than the next for a round."""
    if made.state.chain is None:
        made.publish_chain()
    for _ in range(rounds):
        number = made.state.rounds + 1
        made.play_with(seed_of(number) if seed_of else made.seeds[number - 1])


class Whatever(str):
    """Equal to everything: a house whose own engine does not look at the chain."""

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__

    def hex(self) -> "Whatever":
        return self


def unchecked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(closing, "link", lambda table, number, seed: Whatever("anything"))


@pytest.mark.parametrize(
    "seed_of",
    [
        pytest.param(lambda seeds, number: seeds[number], id="a link is skipped"),
        pytest.param(lambda seeds, number: seeds[number - 2], id="a link is used twice"),
        pytest.param(lambda seeds, number: practice_seed("mine", "table-1", number), id="a seed of its own"),
    ],
)
def test_only_the_next_link_of_the_chain_is_a_seed(
    seed_of: Callable[[tuple[bytes, ...], int], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, file = house(chained=True)
    play_honestly(made, 2)
    with pytest.raises(Exception, match="not the next one in the published chain"):
        play_honestly(made, 1, lambda number: seed_of(made.seeds, number))
    made, file = house(chained=True)
    play_honestly(made, 2)
    with monkeypatch.context() as patch:
        unchecked(patch)
        play_honestly(made, 1, lambda number: seed_of(made.seeds, number))
    with pytest.raises(RecordError, match="not the next one in the published chain"):
        verdict(file)


def test_a_chain_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    made, file = house(chained=True)
    play_honestly(made, 2)
    made.seed = "another"
    with pytest.raises(Exception, match="fixes the seeds up to round 1000"):
        made.publish_chain()
    with monkeypatch.context() as patch:
        patch.setattr(seeds, "needs_chain", lambda state: True)
        made.publish_chain()
    made.play_with(made.seeds[0])
    with pytest.raises(RecordError, match="fixes the seeds up to round 1000"):
        verdict(file)


def test_a_house_that_rewrites_its_chain_does_not_have_the_tip_that_was_published() -> None:
    """Seeds chosen when the seats' seeds were known, and a chain made up afterwards that fits them."""
    made, file = house(chained=True)
    play_honestly(made, 1)
    published = verdict(file).chains[0].tip.hex()
    forged, other = house(chained=True)
    best = min(forged.tries(), key=lambda seed: forged.guess(seed))
    forged.publish(best)
    forged.play_with(best)
    assert published not in {chain.tip.hex() for chain in verdict(other).chains}, "which is what --tip asks"


def test_a_seed_that_was_used_before_is_not_fresh() -> None:
    made, file = house(chained=True)
    made.own = iter(["one", "two", "one"])
    play_honestly(made, 3)
    assert verdict(file).seeds.seats == {Seat.FRESH: 2, Seat.REUSED: 1}
    made.own = iter(["one"])
    with pytest.raises(Exception, match="this seed has been used"):
        play_honestly(made, 1)


def test_a_seed_that_was_given_in_a_void_round_is_not_fresh() -> None:
    """The house knew it, although nothing was drawn from it: it could put it in place of Ann's later on."""
    made, file = house(chained=True)
    made.publish_chain()
    made.open_with(made.seeds[0])
    made.do(GiveSeed(player="ann", seed="one", commitment=made.state.current.commitment))
    made.bots = {}
    while made.state.round is not None:
        made.proceed()
    made.own = iter(["two", "one"])
    play_honestly(made, 2)
    found = verdict(file).seeds
    assert found.voids.total() == 1
    assert found.seats == {Seat.FRESH: 1, Seat.REUSED: 1}


def test_a_seed_is_bound_to_the_commitment_it_followed() -> None:
    made, _ = house(chained=True)
    made.publish_chain()
    stale = made.state
    made.open_with(made.seeds[0])
    for commitment in ("", "0" * 64):
        with pytest.raises(Exception, match="name the commitment"):
            made.do(GiveSeed(player="ann", seed="fresh", commitment=commitment))
    made.state = stale
    with pytest.raises(Exception, match="after the round's commitment"):
        made.do(GiveSeed(player="ann", seed="early", commitment="0" * 64))


def test_rounds_that_are_voided_when_the_deal_is_known_are_counted_with_their_seed() -> None:
    made, file = house(chained=True)
    made.publish_chain()
    for _ in range(4):
        before = made.state
        made.open_with(made.seeds[made.state.rounds])
        while made.state.phase is not Phase.SETTING:
            made.step()
        made.do(FindMisdeal(reason="wrong-positions"))
        while made.state.round is not None:
            made.step()
        assert made.state.ledger == before.ledger
    found = verdict(file).seeds
    assert found.voids == found.known_voids == {"wrong-positions": 4}
    assert file.getvalue().count("\nseed = ") == 4


def test_a_round_that_nobody_plays_is_void_before_its_deal_could_be_known() -> None:
    made, file = house(chained=True)
    made.publish_chain()
    made.bots = {"ann": lambda state, name: None}
    made.open_with(made.seeds[0])
    while made.state.round is not None:
        made.proceed()
    found = verdict(file).seeds
    assert (found.voids, found.known_voids["nobody wagers"]) == ({"nobody wagers": 1}, 0)


def test_a_deal_that_is_drawn_again_is_reported() -> None:
    made, file = house(chained=True, standard="new-zealand")
    made.publish_chain()
    made.open_with(made.seeds[0])
    while made.state.phase is not Phase.STARTING:
        made.step()
    made.do(OrderReshuffle(reason="exposed-tiles"))
    while made.state.round is not None:
        made.step()
    assert verdict(file).seeds.redrawn == 1


def test_a_shuffler_said_to_have_failed_until_the_deal_suits_the_house_is_reported() -> None:
    """Each failure (MDP-14.L) makes the next shuffle another one, of which the house knows every deal."""
    made, file = house(chained=True, standard="maryland-poker", choices={"dealing": {"shuffler": "automated"}})
    play_to(made, Phase.STARTING)
    made.do(DirectShuffle())
    for _ in range(3):
        made.do(ReportFault(device="shuffler"))
    finish(made)
    assert verdict(file).seeds.redrawn == 4


def play_to(made: House, phase: Phase) -> None:
    made.publish_chain()
    made.open_with(made.seeds[0])
    while made.state.phase is not phase:
        made.step()


def finish(made: House) -> None:
    while made.state.round is not None:
        made.step()


def hand_after(made: House, delivery: str) -> tuple[str, ...]:
    """Return the hand that Ann would get if the supervisor named this cut."""
    trial = House(made.state, {}, chained=True, server_seed=made.server_seed)
    trial.do(DirectCut(delivery=delivery))
    while trial.state.phase is not Phase.SETTING:
        trial.proceed()
    return tuple(sorted(map(str, trial.state.current.hands[trial.state.players["ann"].position or 0].pieces)))


def test_a_house_that_picks_the_cut_once_it_knows_the_deal_is_reported() -> None:
    """The supervisor may name any approved cut (NZ-9.5.s2), and so deal Ann one of several hands."""
    made, file = house(chained=True, standard="new-zealand")
    play_to(made, Phase.STARTING)
    made.step()
    cuts = tuple(made.state.game.options.start.deliveries)
    hands = {hand_after(made, cut) for cut in cuts}
    assert len(hands) > 5  # a real choice
    made.do(DirectCut(delivery=cuts[-1]))
    finish(made)
    found = verdict(file).seeds
    assert (found.steered, found.redrawn) == (1, 0)
    assert any("chosen by the house" in line for line in seed_lines(found))


def test_a_dealer_who_chooses_the_delivery_or_sets_a_card_aside_is_reported() -> None:
    made, file = house(chained=True, choices={"delivery": {"dealer_may_choose": True}})
    play_to(made, Phase.STARTING)
    made.do(ChooseDelivery(delivery="jung-quat"))
    finish(made)
    assert verdict(file).seeds.steered == 1
    made, file = house(chained=True, standard="maryland-poker")
    play_to(made, Phase.DEALING)
    while not made.state.current.stack.at:
        made.step()
    made.do(FindFaceUp(place=0))
    finish(made)
    assert verdict(file).seeds.steered == 1


def test_a_dealer_who_cuts_the_cards_again_is_reported_and_a_first_cut_is_not() -> None:
    made, file = house(chained=True, standard="maryland-poker")
    play_to(made, Phase.STARTING)
    made.do(RequireRecut(next_person=True))
    while made.state.phase is Phase.CUTTING:
        waiting = waiting_to_cut(made.state)
        made.do(PassCut(player=waiting)) if waiting else made.proceed()
    finish(made)
    made.open_with(made.seeds[1])
    finish(made)
    assert verdict(file).seeds.steered == 1


def test_what_is_mixed_before_the_seeds_is_not_what_is_dealt() -> None:
    made, _ = house(chained=True)
    made.publish_chain()
    made.open_with(made.seeds[0])
    while made.state.phase is not Phase.SEEDING:
        made.step()
    stacked = made.state.current.stack.order
    with pytest.raises(Exception, match="the start can be determined"):
        made.do(ShakeDice(dice=(1, 2, 3), player=""))
    made.step()
    assert made.state.current.seeds.closed
    assert made.state.current.stack.order != stacked
    assert sorted(map(str, made.state.current.stack.order)) == sorted(map(str, stacked))
