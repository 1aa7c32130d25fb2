"""One interface to both kinds of game: what each game's own functions say, under each document's rules."""

from itertools import pairwise
from random import Random

import pytest

from paigow import poker, tiles
from paigow.comparison import Result
from paigow.errors import HandError, PaigowError
from paigow.hands import AnyHands, hands_of, kind_of_hands, open_hands
from paigow.hands.interface import require_made_of
from paigow.rules import STANDARDS, build_submission, load_submission


def dealt(hands: AnyHands, count: int) -> list[tuple[str, ...]]:
    random = Random(hands.choices.rules)
    codes = tuple(map(str, hands.full_set))
    return [tuple(random.sample(codes, hands.hand_size)) for _ in range(count)]


@pytest.fixture(params=STANDARDS)
def hands(request: pytest.FixtureRequest) -> AnyHands:
    return open_hands(request.param)


def test_the_kind_follows_from_the_rules(hands: AnyHands) -> None:
    game = hands.choices.standard.game
    assert type(hands) is kind_of_hands(game)
    assert (hands.kind, hands.hand_size, len(hands.full_set)) == (
        ("tiles", 4, 32) if game == "tiles" else ("cards", 7, 53)
    )
    assert type(hands_of(load_submission(hands.choices.rules))) is type(hands)


def test_hands_and_settings_are_read_back(hands: AnyHands) -> None:
    for codes in dealt(hands, 50):
        hand = hands.hand(hands.parse(codes))
        assert hands.hand(hands.parse(" ".join(map(str, hand)))) == hand
        for setting in hands.settings(hand):
            assert hands.parse_setting(str(setting)) == setting
            assert hands.make_setting(setting.high, setting.low) == setting
            require_made_of(setting, hand, "")
    with pytest.raises(HandError):
        hands.hand(hands.full_set[: hands.hand_size - 1])


def test_a_hand_is_set_as_the_games_own_house_way_sets_it(hands: AnyHands) -> None:
    wheel = poker.Wheel(hands.choices.readings.get("wheel", "second"))
    for way in hands.house_ways():
        named = hands.with_house_way(way)
        assert named.written_way.name == way
        for codes in dealt(hands, 30):
            found = named.house_set(named.parse(codes))
            if hands.kind == "tiles":
                expected: object = tiles.HOUSE_WAYS[way].set(tiles.parse_tiles(codes)).setting
            else:
                expected = poker.HOUSE_WAYS[way].set(poker.parse_cards(codes), wheel=wheel).setting
            assert found.setting == expected
            assert (found.high_name, found.low_name) == hands.names(found.setting)
            assert found.rule in named.written_way.rules or found.gap


def test_hands_of_one_kind_are_set_alike_each_with_its_own_cards() -> None:
    """Suits that make no flush do not matter, and the cards of the hand before are not dealt again."""
    hands = open_hands("maryland-poker")
    first = hands.house_set(hands.parse("As Kd Qh 9c 8c 4d 2s"))
    second = hands.house_set(hands.parse("Ah Kc Qs 9d 8d 4c 2h"))
    assert (first.rule, first.high_name, first.low_name) == (second.rule, second.high_name, second.low_name)
    assert str(second.setting) == "Ah 9d 8d 4c 2h / Kc Qs"


def test_a_house_way_of_the_other_game_is_refused() -> None:
    for rules, way, known in (("new-zealand", "flamingo", "maryland, new-zealand"), ("dealer-open", "maryland", "fox")):
        with pytest.raises(PaigowError, match=f"choose one of {known}"):
            open_hands(rules).with_house_way(way)


def test_probabilities_of_the_solved_game_sum_to_one(hands: AnyHands) -> None:
    solved = hands.with_house_way("equilibrium")
    for example in solved.mixed_examples()[:20]:
        weights = hands.weights(hands.parse(example), "player")
        assert sum(share for _, share in weights) == 1
        found = solved.house_set(hands.parse(example))
        assert found.mixed == weights
        assert found.setting == weights[0][0]


def test_keys_decide_comparisons(hands: AnyHands) -> None:
    """A setting with the greater key has the better hand; equal keys are a copy."""
    for codes in dealt(open_hands(hands.choices.rules), 40):
        random = Random(" ".join(codes))
        others = random.sample([str(each) for each in hands.full_set if str(each) not in codes], hands.hand_size)
        player, bank = (hands.house_set(hands.parse(each)).setting for each in (codes, others))
        match = hands.compare(player, bank)
        for mine, theirs, each in zip(hands.keys(player), hands.keys(bank), (match.high, match.low), strict=True):
            if hands.kind == "cards":  # a document may rank tiles in its own way
                assert each.winner == ("player" if mine > theirs else "bank" if mine < theirs else "copy")
        assert match.clause.startswith(hands.choices.standard.prefix)


@pytest.mark.clause("MDP-11.F.1.c")
def test_a_foul_loses_and_says_why() -> None:
    hands = open_hands("maryland-poker")
    foul = hands.parse_setting("Ks Qd Jc 9h 2s / As Ac")
    verdict = hands.judge(foul, hands.parse_setting("Th 7s 6d 4h 2d / 9c 8s"))
    assert (verdict.match.result, verdict.reason) == (Result.LOSE, "the player's setting is foul")
    assert [str(each) for each in hands.defects(foul)] == [
        "the high hand (King-queen-jack-nine-two) ranks below the low hand (Pair of aces)"
    ]
    assert not any(open_hands("maryland-tiles").is_foul(each) for each in tiles.settings(tiles.TILE_SET[:4]))


@pytest.mark.clause("DO-W", "DO-W.s2")
def test_two_jacks_of_an_open_dealer_beat_a_better_hand() -> None:
    player, bank = "As Ac Ad 9h 2s / Ks Kc", "Js Jd 5c 4h 2d / 8s 3c"
    opened = open_hands("dealer-open")
    verdict = opened.judge(opened.parse_setting(player), opened.parse_setting(bank))
    assert (verdict.match.result, verdict.match.clause) == (Result.LOSE, "DO-W")
    assert verdict.reason == "the dealer has two jacks or more"
    closed = open_hands("maryland-poker")
    assert closed.judge(closed.parse_setting(player), closed.parse_setting(bank)).match.result is Result.WIN


def test_the_ranking_goes_down(hands: AnyHands) -> None:
    lines = list(hands.ranking())
    values = [getattr(each.rank, "key", None) or -lines.index(each) for each in lines]
    assert all(first > second for first, second in pairwise(values))
    assert all(each.clause.startswith(("MD", "NZ")) for each in lines)
    assert bool(list(hands.single_ranks())) is (hands.kind == "tiles")


@pytest.mark.clause("NZ-6.1.b.ii")
def test_a_reading_changes_the_comparison() -> None:
    player, bank = "66 66 / 55 46", "11 11 / 45 56"
    results = {}
    for reading in ("copy", "loses-wager"):
        hands = hands_of(build_submission({"standard": "new-zealand", "readings": {"zero_zero": reading}}))
        results[reading] = hands.compare(hands.parse_setting(player), hands.parse_setting(bank)).result
    assert results == {"copy": Result.PUSH, "loses-wager": Result.LOSE}
