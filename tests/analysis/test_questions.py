"""The odds of every wager under every rules: right figures, frozen answers, and errors that say what is allowed."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from paigow.analysis import WagerOdds, compare_house_ways, costly_hands, odds
from paigow.errors import PaigowError
from paigow.poker import ENVY_TABLES, PAYTABLES, QUALIFYING_WAGER
from paigow.rules import load_submission
from paigow.tiles import HOUSE_WAYS, hand_kinds

Choose = Callable[..., Any]

KEYS = [
    "rules", "wager", "paytable", "house_way", "player", "bank", "total", "outcomes", "win", "push", "lose", "edge",
    "edge_percent", "standard_deviation", "hit_frequency", "exact", "seconds",
]  # fmt: skip
QUICK = [
    ("maryland-tiles", "main", {}),
    ("maryland-tiles", "main", {"player": "best"}),
    ("maryland-tiles", "main", {"player": "foxwoods", "bank": "player"}),
    ("maryland-tiles", "pair-fortunes", {}),
    ("new-zealand", "main", {}),
    ("maryland-poker", "fortune", {}),
    ("maryland-poker", "fortune", {"others": 5}),
    ("maryland-poker", "emperors", {"paytable": "D"}),
    ("maryland-poker", "insurance", {}),
    ("maryland-poker", "progressive", {}),
    ("maryland-poker", "envy", {}),
    ("maryland-poker", "emperors-envy", {"others": 5}),
    ("dealer-open", "jack-beats", {"paytable": "2=1,3=9,4=99"}),
]


@pytest.fixture(scope="module")
def poker_main() -> WagerOdds:
    return odds("maryland-poker")


@pytest.mark.parametrize(("rules", "wager", "how"), QUICK)
def test_every_answer_adds_up_and_has_the_documented_keys(rules: str, wager: str, how: dict[str, Any]) -> None:
    answer = odds(rules, wager, **how)
    assert sum(each.count for each in answer.outcomes) == answer.total
    assert answer.exact
    assert (
        answer.edge
        == -sum((each.count * each.pays for each in answer.outcomes), Fraction(0)) / answer.total - answer.envy
    )
    data = answer.to_dict()
    extra = {"copies", "envy"} & set(data)
    assert [key for key in data if key not in extra] == KEYS
    assert (data["rules"], data["wager"], data["edge"]) == (rules, wager, str(answer.edge))
    assert json.loads(json.dumps(data)) == data
    counts = [data[key] for key in ("total", "win", "push", "lose")] + [each.count for each in answer.outcomes]
    assert all(type(count) is int for count in counts)
    assert data["win"] + data["push"] + data["lose"] == data["total"]  # type: ignore[operator]


@pytest.mark.exhaustive
def test_the_main_wager_of_poker(poker_main: WagerOdds) -> None:
    """The figures that took months elsewhere: 2.72% against the house's bank with the Foxwoods way on both sides."""
    assert poker_main.total == comb(53, 7) * comb(46, 7) == 8_250_459_031_214_400
    assert poker_main.counts is not None
    assert (poker_main.counts.win, poker_main.counts.push, poker_main.counts.lose) == (
        2_402_556_437_868_468, 3_340_828_470_902_840, 2_507_074_122_443_092,
    )  # fmt: skip
    assert poker_main.edge == Fraction(1123227532340237, 41252295156072000)
    assert round(poker_main.edge_percent, 2) == 2.72
    banked = odds("maryland-poker", bank="player")
    assert banked.counts is not None
    assert (banked.counts.win, banked.counts.lose) == (poker_main.counts.lose, poker_main.counts.win)
    assert round(banked.edge_percent, 2) == 0.25


def test_the_main_wager_of_tiles() -> None:
    answer = odds("maryland-tiles")
    assert answer.total == comb(32, 4) * comb(28, 4) == 736_281_000
    assert answer.counts is not None
    assert (answer.counts.win, answer.counts.lose) == (218_057_736, 226_898_888)
    best = odds("maryland-tiles", player="best")
    assert best.edge < 0, "Maryland's house way gives best play an advantage"
    assert odds("new-zealand", player="best").edge > 0
    free = odds("maryland-tiles", commission=Fraction(0))
    assert free.edge == Fraction(answer.counts.lose - answer.counts.win, answer.total)


@pytest.mark.clause("MDT-8.K.s2")
def test_vigorish_is_in_the_win() -> None:
    win, push, lose = odds("maryland-tiles").outcomes
    assert (win.pays, push.pays, lose.pays) == (Fraction(19, 20), Fraction(0), Fraction(-1))
    assert odds("maryland-tiles", commission=Fraction(0)).outcomes[0].pays == 1


@pytest.mark.parametrize(
    ("wager", "paytable", "edge"),
    [
        ("fortune", "A", Fraction(17704, 226681)),
        ("emperors", "A", Fraction(304298, 3853577)),
        ("insurance", "B", Fraction(763, 10387)),
    ],
)
def test_side_wagers_of_poker(wager: str, paytable: str, edge: Fraction) -> None:
    assert odds("maryland-poker", wager, paytable=paytable).edge == edge


@pytest.mark.parametrize(
    ("wager", "edge"), [("fortune", Fraction(87036, 1133405)), ("emperors", Fraction(1496262, 19267885))]
)
def test_bonus_wagers_as_public_tables_count_them(choose: Choose, wager: str, edge: Fraction) -> None:
    assert odds(choose("maryland-poker", {"readings.threes_over_straight": "better-line"}), wager).edge == edge


@pytest.mark.parametrize(("paytable", "percent"), [("A", 5.30), ("B", 13.61)])
def test_pair_fortunes_as_published(paytable: str, percent: float) -> None:
    assert round(odds("maryland-tiles", "pair-fortunes", paytable=paytable).edge_percent, 2) == percent


@pytest.mark.clause("MDP-13.B", "MDP-1.B.7")
@pytest.mark.parametrize("others", [1, 5])
def test_envy_adds_the_same_for_every_other_player(others: int) -> None:
    alone, joined = odds("maryland-poker", "fortune"), odds("maryland-poker", "fortune", others=others)
    envy = odds("maryland-poker", "envy", others=others)
    assert alone.edge - joined.edge == -envy.edge == joined.envy
    counts = {each.name: each.count for each in alone.outcomes}
    lines = ENVY_TABLES["fortune"]["A"].lines
    expected = Fraction(sum(counts[str(line.hand)] * line.amount for line in lines), alone.total * QUALIFYING_WAGER)
    assert joined.envy == others * expected
    assert odds("maryland-poker", "fortune", others=others, bet=499).envy == 0
    assert odds("maryland-poker", "fortune", others=others, bet=1000).envy == joined.envy / 2
    assert odds("maryland-poker", "envy", others=others, bet=1000).edge == envy.edge / 2


@pytest.mark.clause("MDP-13.G")
def test_a_payout_limit_cuts_what_a_bet_is_paid(choose: Choose) -> None:
    plain = odds("maryland-poker", "fortune", bet=10_000)
    cut = odds("maryland-poker", "fortune", bet=10_000, payout_limit=5_000_000)
    assert [each.pays for each in cut.outcomes] == [min(each.pays, 500) for each in plain.outcomes]
    limited = choose("maryland-poker", {"payout_limit": "$50,000.00", "readings.payout_limit": "fixed-pays"})
    assert odds(limited, "fortune", bet=10_000).edge == cut.edge > plain.edge
    assert odds(limited, "fortune").edge == plain.edge  # five dollars win forty thousand at most


def test_a_progressive_pays_what_its_meters_show() -> None:
    low, high = (odds("maryland-poker", "progressive", meters={"progressive": cents}) for cents in (10**6, 2 * 10**6))
    share = Fraction(228 + Fraction(1128, 10), 154_143_080)
    assert low.edge - high.edge == share * 10**6 / 100
    assert odds("maryland-poker", "progressive").edge == low.edge  # the initial amount of the default submission
    assert odds("maryland-poker", "progressive", paytable="D").outcomes[1].pays == 2500 - 1  # at the least amounts


def test_readings_of_the_submission_count(choose: Choose) -> None:
    strict = odds("maryland-poker", "fortune")
    usual = odds(choose("maryland-poker", {"readings.threes_over_straight": "better-line"}), "fortune")
    counts = [{each.name: each.count for each in answer.outcomes} for answer in (usual, strict)]
    moved = counts[0]["three of a kind"] - counts[1]["three of a kind"]
    assert moved == counts[1]["straight"] - counts[0]["straight"] > 0
    assert strict.edge - usual.edge == Fraction(moved, usual.total)  # three to one becomes two to one
    literal = odds(choose("maryland-poker", {"readings.bonus_threshold": "straight"}), "fortune")
    names = [each.name for each in literal.outcomes]
    assert "three of a kind" not in names
    assert sum(each.count for each in literal.outcomes) == literal.total
    assert literal.edge > strict.edge
    split = odds(
        choose("maryland-tiles", {"readings.pair_fortunes": "hands-as-set", "house_way": "foxwoods"}), "pair-fortunes"
    )
    assert split.edge > odds("maryland-tiles", "pair-fortunes").edge  # that house way splits pairs
    every = odds(choose("dealer-open", {"readings.ace_high_lines": "all"}), "ace-high")
    highest = odds("dealer-open", "ace-high")
    paid = {each.pays: each.count for each in every.outcomes}
    assert [int(pays) for pays in paid] == [60, 45, 20, 5, -1]
    assert paid[Fraction(60)] + paid[Fraction(45)] == highest.outcomes[0].count
    assert paid[Fraction(20)] == highest.outcomes[1].count
    assert every.edge < 0 < highest.edge
    zero = odds(choose("new-zealand", {"readings.zero_zero": "loses-wager"}))
    assert zero.edge > odds("new-zealand").edge


def test_rules_are_a_name_a_path_or_a_submission(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('standard = "maryland-tiles"\nhouse_way = "foxwoods"\n', encoding="utf-8")
    named = odds(str(file))
    assert named.rules == str(file)
    assert named.house_way == "foxwoods"
    assert odds(file) == named
    assert odds(load_submission(file)).counts == named.counts == odds("maryland-tiles", house_way="foxwoods").counts


def test_a_supplied_jack_table_equals_one_in_a_submission(choose: Choose) -> None:
    lines = [{"jacks": 2, "pays": "3 to 1"}, {"jacks": 4, "pays": "500 to 1"}]
    mine = choose("dealer-open", {"wagers.jack_beats.offered": True, "wagers.jack_beats.lines": lines})
    assert odds(mine, "jack-beats").edge == odds("dealer-open", "jack-beats", paytable="2=3,4=500").edge
    jacks = {each.name: each.count for each in odds(mine, "jack-beats").outcomes}
    assert jacks["2 jacks"] == comb(4, 2) * comb(49, 5)


def test_answers_are_frozen_and_equal_whenever_asked() -> None:
    one, other = odds("new-zealand"), odds("new-zealand")
    assert one == other
    with pytest.raises(FrozenInstanceError):
        one.total = 1  # type: ignore[misc]


def test_frames() -> None:
    pandas = pytest.importorskip("pandas")
    answer = odds("maryland-tiles", "pair-fortunes")
    frame = answer.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["count"].sum() == 35_960


@pytest.mark.parametrize(
    ("rules", "wager", "how", "words"),
    [
        ("maryland-tiles", "fortune", {}, "has no wager 'fortune'; it has main, pair-fortunes"),
        ("maryland-tiles", "main", {"house_way": "stones"}, "no tile house way 'stones': choose one of maryland"),
        ("maryland-tiles", "main", {"player": "nobody"}, "no tile house way 'nobody'"),
        ("maryland-tiles", "main", {"bank": "nobody"}, "the bank must be house or player"),
        ("dealer-open", "main", {"bank": "player"}, "no player may bank"),
        ("maryland-tiles", "main", {"paytable": "A"}, "does not depend on paytable"),
        ("maryland-tiles", "pair-fortunes", {"player": "best"}, "does not depend on player"),
        ("maryland-tiles", "pair-fortunes", {"paytable": "E"}, "pay tables A, B, C, D, not 'E'"),
        ("maryland-poker", "fortune", {"paytable": "E"}, "pay tables A, B, C, D, not 'E'"),
        ("maryland-poker", "insurance", {"others": 3}, "does not depend on others"),
        ("maryland-poker", "fortune", {"meters": {}}, "does not depend on meters"),
        ("maryland-poker", "progressive", {"meters": {"mega": 1}}, "has no meter mega; it has progressive"),
        ("maryland-poker", "envy", {"others": 0}, "at least one other player"),
        ("maryland-poker", "envy", {"bet": 100}, r"a bet of at least \$5.00"),
        ("maryland-poker", "fortune", {"bet": -500}, r"a bet is at least \$0.01, not -\$5.00"),
        ("maryland-poker", "fortune", {"others": 6}, "a table has 0 to 5 other players, not 6"),
        ("maryland-poker", "fortune", {"others": 2.5}, "a table has 0 to 5 other players, not 2.5"),
        ("maryland-poker", "fortune", {"payout_limit": 100}, "say how much is bet"),
        ("maryland-poker", "progressive", {"bet": 100}, "does not depend on bet"),
        ("dealer-open", "jack-beats", {}, "has no pay table for jack-beats: supply one"),
        ("dealer-open", "jack-beats", {"paytable": "A"}, "is not a table of jack-beats"),
        ("dealer-open", "chan-chu", {"paytable": "7=1"}, "0 to 4 dealer's jacks"),
        ("dealer-open", "ace-high", {"paytable": "3"}, "pay tables 1, 2, not '3'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(rules: str, wager: str, how: dict[str, Any], words: str) -> None:
    with pytest.raises(PaigowError, match=words):
        odds(rules, wager, **how)


def test_every_pay_table_of_every_document_has_odds() -> None:
    for wager, tables in PAYTABLES.items():
        if wager != "push-ace-high":  # over two hands; its own test
            for name in tables:
                assert odds("maryland-poker", wager, paytable=name).paytable == name


def test_house_ways_of_tiles_compared() -> None:
    answer = compare_house_ways("maryland", "new-zealand")
    ways = HOUSE_WAYS["maryland"], HOUSE_WAYS["new-zealand"]
    different = sum(number for tiles, number in hand_kinds() if len({way.set(tiles).setting for way in ways}) == 2)
    assert (answer.game, answer.hands, answer.different) == ("tiles", 35_960, different)
    edges = {(each.house_way, each.player): each.edge for each in answer.odds}
    assert edges["maryland", "maryland"] == odds("maryland-tiles").edge
    assert edges["maryland", "best"] == odds("maryland-tiles", player="best").edge < 0
    assert any(
        "the maryland house way gives a player who sets every hand optimally an advantage" in each
        for each in answer.findings
    )
    for way, hands in answer.costliest:
        assert len(hands) == 10
        shares = [each.share for each in hands]
        assert shares == sorted(shares, reverse=True)
        assert way in ("maryland", "new-zealand")
    every = costly_hands("maryland-tiles", most=4000)
    lost = odds("maryland-tiles").edge - odds("maryland-tiles", player="best").edge
    assert sum((each.share for each in every), Fraction(0)) == lost
    assert list(answer.to_dict()) == [
        "game", "first", "second", "hands", "different", "odds", "costliest", "findings", "exact", "seconds",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "game", "words"),
    [
        ("maryland", "stones", None, "are not house ways of one game"),
        ("maryland", "vegas", None, "there is no house way 'vegas'; poker has"),
        ("foxwoods", "maryland", "poker", "are not house ways of poker"),
        ("foxwoods", "foxwoods", "chess", "tiles or poker"),
    ],
)
def test_house_ways_that_cannot_be_compared(first: str, second: str, game: str | None, words: str) -> None:
    with pytest.raises(PaigowError, match=words):
        compare_house_ways(first, second, game=game)
