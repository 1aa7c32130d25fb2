"""The drill of the house way: marks agree with the house ways, and weak rules come back."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.errors import HandError, PaigowError
from paigow.hands import AnyHands, HouseSet, open_hands
from paigow.hands.pieces import Setting
from paigow.learning.house_way import HandQuestion, Marked, answer, ask, give_up, learned, question
from paigow.learning.progress import KEPT, Progress
from paigow.learning.shown import hands_to_drill, read_setting
from paigow.poker import HOUSE_WAYS as CARD_WAYS
from paigow.poker import Wheel, parse_cards
from paigow.poker import settings as card_settings
from paigow.rules import STANDARDS
from paigow.tiles import HOUSE_WAYS as TILE_WAYS
from paigow.tiles import TileSetting, parse_tiles
from paigow.tiles import settings as tile_settings

EVERY = [(rules, way) for rules in STANDARDS for way in open_hands(rules).house_ways()]


def decide(game: AnyHands, pieces: tuple[str, ...]) -> HouseSet[Setting]:
    return game.house_set(game.parse(pieces))


@pytest.mark.parametrize("rules", STANDARDS)
def test_every_house_way_of_the_game_is_drilled(rules: str) -> None:
    known = TILE_WAYS if STANDARDS[rules].game == "tiles" else CARD_WAYS
    assert open_hands(rules).house_ways() == tuple(known)


def levels(setting: TileSetting) -> tuple[int, int]:
    """Zeros, equal at the table, are told apart by their tiles: a house way says which tiles lie together."""
    return setting.high_rank.level, setting.low_rank.level


@pytest.mark.parametrize(("rules", "way"), [each for each in EVERY if STANDARDS[each[0]].game == "tiles"])
def test_of_the_ways_to_set_tiles_only_the_house_way_is_right(rules: str, way: str) -> None:
    random = Random(way)
    for number in range(250):
        asked = question(rules, way, seed=rules, number=number)
        tiles = parse_tiles(asked.pieces)
        house = TILE_WAYS[way].set(random.sample(tiles, 4))
        for setting in tile_settings(tiles):
            marked = answer(asked, str(setting))
            assert marked.correct is (levels(setting) == levels(house.setting))
            assert (str(marked.house), marked.rule) == (str(house.setting), house.rule)
            assert (marked.clause, marked.tie_break, marked.gap) == (house.clause, house.tie_break, house.gap)


@pytest.mark.parametrize(("rules", "way"), [each for each in EVERY if STANDARDS[each[0]].game == "poker"])
def test_of_the_ways_to_set_cards_only_the_house_way_is_right(rules: str, way: str) -> None:
    random = Random(way)
    wheel = Wheel(hands_to_drill(rules).choices.readings["wheel"])
    for number in range(80):
        asked = question(rules, way, seed=rules, number=number)
        cards = parse_cards(asked.pieces)
        house = CARD_WAYS[way].set(cards, wheel)
        assert answer(asked, str(house.setting)).correct
        for setting in random.sample(card_settings(cards), 6):
            marked = answer(asked, " ".join(map(str, setting.low)))
            ranks = setting.high_rank(wheel), setting.low_rank
            assert marked.correct is (ranks == (house.setting.high_rank(wheel), house.setting.low_rank))
            assert set(marked.house.low.split()) == set(map(str, house.setting.low))
            assert (marked.rule, marked.gap) == (house.rule, house.gap)
            assert marked.clause == STANDARDS[rules].house_way_clause
            assert (marked.setting.foul is not None) is setting.is_foul
            assert marked.setting.high_name == setting.high_rank(wheel).name


def test_what_an_answer_explains() -> None:
    asked = ask("maryland-tiles", None, "66 45 12 24")
    wrong = answer(asked, "24 66")
    assert not wrong.correct
    assert [str(each) for each in wrong.explanation[:3]] == [
        "You set 66 24 / 45 12: Eight with Teen high, Five with 9 low.",
        "The house way sets 24 12 / 66 45: Gee Joon high, Teen Wong low.",
        "The rule is “supreme pair”.",
    ]
    assert str(wrong.explanation[3]).startswith("MDT-8.D.1: ")
    right = answer(asked, "66 45")
    assert right.correct
    assert str(right.explanation[0]) == "That is the house way: Gee Joon high, Teen Wong low."


def test_a_foul_is_told_with_its_clause() -> None:
    for rules, clause in (("maryland-poker", "MDP-11.F.1.c"), ("dealer-open", "DO-R7")):
        marked = answer(ask(rules, None, "As Ac Qd Tc 8h 6s 4d"), "As Ac")
        assert marked.setting.foul == clause
        assert any(clause in str(line) for line in marked.explanation)
        assert not marked.correct


def test_late_is_wrong_and_giving_up_is_not_known() -> None:
    asked = ask("maryland-poker", None, "As Ac Qd Tc 8h 6s 4d")
    house = str(give_up(asked).house)
    assert answer(asked, house, 900, limit=1000).correct
    late = answer(asked, house, 1100, limit=1000)
    assert (late.correct, late.late) == (False, True)
    assert "the time was up" in str(late.explanation[0])
    gave_up = give_up(asked, 300)
    assert not gave_up.correct
    assert learned(Progress(), gave_up).weak == (gave_up.rule,)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "a low hand has two cards or tiles, not 0"),
        ("66", "a low hand has two cards or tiles, not 1"),
        ("66 11", "11 is not in your hand"),
        ("66 66", "66 is not in your hand"),
        ("45 / 66 12", "the two hands together must make up your hand"),
    ],
)
def test_a_setting_of_other_pieces_is_refused(typed: str, words: str) -> None:
    with pytest.raises(HandError, match=words):
        answer(ask("maryland-tiles", None, "66 45 12 24"), typed)


def test_how_a_person_may_write() -> None:
    assert read_setting(("66", "45", "12", "24"), "54, 21") == (("66", "24"), ("45", "12"))
    assert read_setting(("As", "Kd", "Td"), "as TD") == (("Kd",), ("As", "Td"))
    assert read_setting(("66", "66", "36", "36"), "66 66 / 36 63") == (("66", "66"), ("36", "36"))


def test_seed_number_and_progress_decide_the_question() -> None:
    first = [question("new-zealand", seed="a", number=number) for number in range(20)]
    assert first == [question("new-zealand", seed="a", number=number) for number in range(20)]
    assert first != [question("new-zealand", seed="b", number=number) for number in range(20)]
    assert len({each.pieces for each in first}) > 15


@pytest.mark.parametrize("rules", STANDARDS)
def test_rules_answered_wrong_come_back_more_often(rules: str) -> None:
    def often(rule: str, progress: Progress) -> int:
        game = hands_to_drill(rules)
        asked = [question(rules, seed="often", number=number, progress=progress) for number in range(80)]
        assert all(each.again for each in asked if decide(game, each.pieces).rule in progress.weak)
        return sum(decide(game, each.pieces).rule == rule for each in asked)

    rare = _rarest(rules)
    missed = learned(Progress(), give_up(rare))
    rule = give_up(rare).rule
    before, after = often(rule, Progress()), often(rule, missed)
    assert after > max(10, 2 * before)
    known = missed
    for _ in range(4):
        known = learned(known, answer(rare, str(give_up(rare).house)))
    assert not known.weak
    assert often(rule, known) < after / 2


def _rarest(rules: str) -> HandQuestion:
    game = hands_to_drill(rules)
    asked = [question(rules, seed="rare", number=number) for number in range(150)]
    decided = [decide(game, each.pieces).rule for each in asked]
    return min(zip(decided, asked, strict=True), key=lambda each: decided.count(each[0]))[1]


def test_a_question_and_a_mark_are_plain_values_and_come_back() -> None:
    asked = question("maryland-poker", "flamingo", seed="x", number=3)
    assert HandQuestion.read(asked.data()) == asked
    marked: Marked = answer(asked, asked.hand[:5])
    assert marked.data()["question"] == asked.data()
    for spoilt in ({}, {**asked.data(), "pieces": ["As"]}, {**asked.data(), "house_way": "moon"}):
        with pytest.raises(PaigowError):
            HandQuestion.read(spoilt)


def test_a_house_way_of_the_other_game_is_refused() -> None:
    with pytest.raises(PaigowError, match="choose one of maryland, new-zealand, foxwoods, optimal"):
        question("maryland-tiles", "flamingo", seed="x", number=0)


answers = st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.integers(0, 9000), st.sampled_from("xyzvw")))


@given(answers)
def test_progress_counts_and_comes_back(given_answers: list[tuple[str, bool, int, str]]) -> None:
    progress, best, streak = Progress(), 0, 0
    for spot, correct, milliseconds, asked in given_answers:
        progress = progress.after(spot, correct, milliseconds, asked)
        streak = streak + 1 if correct else 0
        best = max(best, streak)
        assert (asked in progress.spots[spot].missed) is not correct
        assert len(progress.spots[spot].missed) <= KEPT
    assert Progress.read(progress.data()) == progress
    assert progress.right == sum(correct for _, correct, _, _ in given_answers)
    assert progress.answered == len(given_answers)
    assert (progress.streak, progress.best_streak) == (streak, best)
    assert progress.milliseconds == sum(each[2] for each in given_answers)
    for spot in progress.weak:
        assert progress.spots[spot].wrong
    last = {spot: correct for spot, correct, _, _ in given_answers}
    assert {spot for spot, correct in last.items() if not correct} <= set(progress.weak)


@pytest.mark.parametrize(
    "spoilt",
    [None, [], {}, {"spots": {}, "streak": -1, "best_streak": 0}, {"spots": {"a": {}}, "streak": 0, "best_streak": 0}],
)
def test_what_is_no_progress_is_refused(spoilt: object) -> None:
    with pytest.raises(PaigowError):
        Progress.read(spoilt)
    data = Progress().after("a", False, 5, "q").data()
    data["spots"]["a"]["box"] = 9
    with pytest.raises(PaigowError, match="no box 9"):
        Progress.read(data)


@pytest.mark.parametrize(("rules", "way"), [("maryland-tiles", "equilibrium"), ("maryland-poker", "equilibrium-bank")])
def test_where_an_optimal_strategy_mixes_every_setting_it_uses_is_right(rules: str, way: str) -> None:
    game = hands_to_drill(rules, way)
    hand = game.mixed_examples()[0]
    asked = ask(rules, way, hand)
    weights = decide(game, asked.pieces).mixed
    assert len(weights) > 1
    assert sum(share for _, share in weights) == 1
    options = tile_settings(parse_tiles(hand)) if rules == "maryland-tiles" else card_settings(parse_cards(hand))
    right = {marked.setting.ranks for each in options if (marked := answer(asked, str(each))).correct}
    assert right == {game.keys(setting) for setting, _ in weights}
    told = [str(each) for each in give_up(asked).explanation]
    assert all(any(str(share) in line for line in told) for _, share in weights)


@pytest.mark.parametrize("rules", ["maryland-tiles", "maryland-poker"])
def test_hands_that_are_set_at_random_are_asked_for_often(rules: str) -> None:
    game = hands_to_drill(rules, "equilibrium")
    asked = [question(rules, "equilibrium", seed="x", number=number) for number in range(60)]
    assert sum(bool(decide(game, each.pieces).mixed) for each in asked) > 8


def test_a_short_house_way_is_drilled_by_its_name() -> None:
    asked = question("maryland-tiles", "short-13", seed="x", number=1)
    assert "short-13" in str(asked.prompt)
    assert asked.house_way == "short-13"
