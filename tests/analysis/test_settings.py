"""Advice for one hand: all legal settings, counted right, the best first, the house way named and priced."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from paigow.analysis import Advice, advise
from paigow.comparison import Result
from paigow.errors import HandError, NotationError, PaigowError
from paigow.poker import DECK, PokerSetting, dealer_wins_outright, legal_settings, parse_cards
from paigow.poker import HOUSE_WAYS as CARD_WAYS
from paigow.poker import compare as compare_cards
from paigow.tiles import HOUSE_WAYS, TILE_SET, TileSetting, compare, parse_tiles, settings

CARDS = ("As Kd Qh 9c 8c 4d Jk", "As Ks Qs Js Ts 9h 9d", "2c 2d 5h 5s 9c Jd Kd", "Jk Qs Qh Qd 7s 2s As")


def setting_of(advice: Advice, place: int) -> str:
    return f"{advice.settings[place].high} / {advice.settings[place].low}"


@pytest.mark.parametrize("bank", ["house", "player"])
@pytest.mark.parametrize(("rules", "hand"), [("maryland-tiles", "66 45 14 24"), ("new-zealand", "55 46 36 14")])
def test_tiles_equal_a_comparison_with_every_hand_left(rules: str, hand: str, bank: str) -> None:
    tiles = parse_tiles(hand)
    left = list(TILE_SET)
    for tile in tiles:
        left.remove(tile)
    answer = advise(rules, hand, bank=bank)
    way = HOUSE_WAYS[answer.against]
    expected = {str(setting): Counter[Result]() for setting in settings(tiles)}
    for held in combinations(left, 4):
        theirs = way.set(held).setting
        for mine in settings(tiles):
            if bank == "house":
                result = compare(mine, theirs).result
            else:
                seen = compare(theirs, mine).result
                result = {Result.WIN: Result.LOSE, Result.LOSE: Result.WIN, Result.PUSH: Result.PUSH}[seen]
            expected[str(mine)][result] += 1
    assert answer.total == comb(28, 4)
    assert len(answer.settings) == len(expected)
    for each in answer.settings:
        tally = expected[f"{each.high} / {each.low}"]
        counts = each.counts
        assert (counts.win, counts.push, counts.lose) == (tally[Result.WIN], tally[Result.PUSH], tally[Result.LOSE])


@pytest.mark.clause("NZ-6.1.b.ii")
def test_two_zeros_lose_the_wager_where_the_submission_reads_it_so(choose: object) -> None:
    assert callable(choose)
    literal = choose("new-zealand", {"readings.zero_zero": "loses-wager"})
    usual, strict = advise("new-zealand", "66 46 44 55"), advise(literal, "66 46 44 55")
    zero = next(place for place, each in enumerate(usual.settings) if each.low == "55 46")
    counts = {f"{each.high} / {each.low}": each.counts for each in strict.settings}[setting_of(usual, zero)]
    before = usual.settings[zero].counts
    assert before.win == counts.win == 0  # a zero never beats anything
    assert counts.lose > before.lose
    assert counts.total == before.total


@pytest.mark.parametrize("hand", CARDS)
def test_cards_list_every_legal_setting_with_all_hands_counted(hand: str) -> None:
    answer = advise("maryland-poker", hand)
    legal = {str(setting) for setting in legal_settings(parse_cards(hand))}
    assert {setting_of(answer, place) for place in range(len(answer.settings))} == legal
    assert len(answer.settings) == len(legal)
    assert {each.counts.total for each in answer.settings} == {answer.total} == {comb(46, 7)}
    values = [each.value for each in answer.settings]
    assert values == sorted(values, reverse=True)
    assert answer.best is answer.settings[0]


@pytest.mark.parametrize("hand", CARDS)
@pytest.mark.parametrize("way", ["foxwoods", "stones"])
def test_the_house_way_is_the_engine_s_and_its_cost_is_against_the_best(hand: str, way: str) -> None:
    answer = advise("maryland-poker", hand, house_way=way)
    decided = CARD_WAYS[way].set(parse_cards(hand))
    assert f"{answer.house_way.high} / {answer.house_way.low}" == str(decided.setting)
    assert (answer.rule, answer.against) == (decided.rule, way)
    assert answer.cost == answer.best.value - answer.house_way.value >= 0


def test_cards_agree_with_dealing_and_comparing() -> None:
    """Three thousand dealer hands set and compared by the readable engine: every share within four standard errors."""
    hand, draws, random = "As Kd 9h 9c 5s 4d 2c", 3000, Random(4)
    answer = advise("maryland-poker", hand)
    mine = PokerSetting.parse(setting_of(answer, 0))
    left = [card for card in DECK if card not in mine.cards]
    won = lost = 0
    for _ in range(draws):
        theirs = CARD_WAYS["foxwoods"].set(random.sample(left, 7)).setting
        result = compare_cards(mine, theirs).result
        won += result is Result.WIN
        lost += result is Result.LOSE
    for seen, count in ((won, answer.best.counts.win), (lost, answer.best.counts.lose)):
        share = count / answer.total
        assert abs(seen / draws - share) < 4 * (share * (1 - share) / draws) ** 0.5


def test_value_is_what_the_counts_make_of_the_vigorish() -> None:
    answer = advise("maryland-poker", CARDS[0])
    for each in answer.settings:
        counts = each.counts
        assert each.value == Fraction(19 * counts.win - 20 * counts.lose, 20 * counts.total)
    free = advise("maryland-poker", CARDS[0], commission=Fraction(0))
    assert free.best.value == Fraction(free.best.counts.win - free.best.counts.lose, free.total)


def test_a_bank_wins_copies_too() -> None:
    plain, banking = advise("maryland-poker", CARDS[2]), advise("maryland-poker", CARDS[2], bank="player")
    by_setting = {(each.high, each.low): each.counts for each in banking.settings}
    for each in plain.settings:
        assert by_setting[each.high, each.low].win >= each.counts.win
        assert by_setting[each.high, each.low].lose <= each.counts.lose
    assert by_setting[plain.best.high, plain.best.low].win > plain.best.counts.win


@pytest.mark.clause("DO-W", "DO-R4.a")
def test_dealer_open_blind_and_against_the_open_hand() -> None:
    hand = "As Kd 9h 9c 5s 4d 2c"
    blind, plain = advise("dealer-open", hand), advise("maryland-poker", hand)
    jacks = sum(comb(4, held) * comb(42, 7 - held) for held in (2, 3, 4))
    for each in blind.settings:
        usual = next(other.counts for other in plain.settings if (other.high, other.low) == (each.high, each.low))
        assert each.counts.total == blind.total
        assert each.counts.lose >= max(jacks, usual.lose)
        assert each.counts.win <= usual.win
    random = Random(9)
    left = [card for card in DECK if card not in parse_cards(hand)]
    for _ in range(40):
        shown = random.sample(left, 7)
        theirs = CARD_WAYS["foxwoods"].set(shown).setting
        answer = advise("dealer-open", hand, dealer=map(str, shown))
        assert answer.total == 1
        for each in answer.settings:
            mine = PokerSetting.parse(f"{each.high} / {each.low}")
            result = Result.LOSE if dealer_wins_outright(shown) else compare_cards(mine, theirs, "DO").result
            assert each.value == {Result.WIN: 1, Result.PUSH: 0, Result.LOSE: -1}[result]


def test_the_order_of_the_pieces_does_not_matter() -> None:
    one, other = advise("maryland-poker", CARDS[3]), advise("maryland-poker", CARDS[3].split()[::-1])
    assert one == other
    assert advise("maryland-tiles", "66 45 14 24") == advise("maryland-tiles", ["42", "41", "54", "66"])


def test_as_dictionary_and_frame() -> None:
    answer = advise("maryland-tiles", "66 45 14 24")
    data = answer.to_dict()
    assert list(data) == [
        "rules", "pieces", "against", "bank", "total", "settings", "best", "house_way", "cost", "cost_percent", "exact",
        "seconds",
    ]  # fmt: skip
    assert data["best"] == answer.best.to_dict()
    pandas = pytest.importorskip("pandas")
    frame = answer.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["win"]) == [each.counts.win for each in answer.settings]


@pytest.mark.parametrize(
    ("rules", "hand", "more", "error", "words"),
    [
        ("maryland-poker", "As Kd", {}, HandError, "seven cards, not 2"),
        ("maryland-poker", "As As Kd Qh 9c 8c 4d", {}, HandError, "As"),
        ("maryland-tiles", "66 45 14", {}, HandError, "a hand has four"),
        ("maryland-tiles", "66 45 14 77", {}, NotationError, "77"),
        (
            "maryland-tiles",
            "66 45 14 24",
            {"house_way": "stones"},
            PaigowError,
            "there is no tile house way 'stones'",
        ),
        ("maryland-poker", CARDS[0], {"house_way": "maryland"}, PaigowError, "no poker house way"),
        ("maryland-poker", CARDS[0], {"dealer": CARDS[1]}, PaigowError, "the dealer shows cards only in dealer-open"),
        ("dealer-open", CARDS[0], {"dealer": CARDS[0]}, HandError, "twice"),
        ("dealer-open", CARDS[0], {"bank": "player"}, PaigowError, "no player may bank"),
        ("nowhere.toml", CARDS[0], {}, PaigowError, "neither a standard"),
    ],
)
def test_what_is_wrong_is_said(
    rules: str, hand: str, more: dict[str, str], error: type[PaigowError], words: str
) -> None:
    with pytest.raises(error, match=words):
        advise(rules, hand, **more)  # type: ignore[arg-type]


def test_settings_parse_back() -> None:
    for place, each in enumerate(advise("new-zealand", "66 45 14 24").settings):
        assert str(TileSetting.parse(f"{each.high} / {each.low}")) == f"{each.high} / {each.low}", place
