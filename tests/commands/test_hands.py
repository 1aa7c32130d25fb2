"""`paigow set`, `compare` and `classify`: answers, their JSON keys, and one line for what is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paigow.poker import DECK, HOUSE_WAYS, Wheel
from paigow.rules import STANDARDS
from paigow.rules.packaged import packaged_data
from paigow.rules.poker_wagers import card_outcomes
from paigow.tiles import HOUSE_WAYS as TILE_HOUSE_WAYS
from paigow.tiles import TILE_SET

Run = Callable[..., Any]

SET_KEYS = ["rules", "house_way", "high", "low", "high_name", "low_name", "rule", "clause"]
COMPARE_KEYS = ["rules", "result", "high", "low", "clause", "reason", "high_clause", "low_clause", "player", "bank"]
ONE_HAND = {
    "maryland-tiles": "66 45 12 23",
    "new-zealand": "66 45 12 23",
    "maryland-poker": "As Kd Qh 9c 8c 4d Jk",
    "dealer-open": "As Kd Qh 9c 8c 4d Jk",
}


@pytest.mark.parametrize("rules", ONE_HAND)
def test_set_answers_with_the_documented_keys(run: Run, rules: str) -> None:
    ran = run("set", rules, *ONE_HAND[rules].split(), "--json")
    answer = json.loads(ran.out)
    assert ran.status == 0
    assert list(answer) == SET_KEYS
    assert answer["rules"] == rules
    assert sorted(f"{answer['high']} {answer['low']}".split()) == sorted(ONE_HAND[rules].split())


def test_set_in_words(run: Run) -> None:
    assert run("set", "maryland-tiles", "66", "45", "12", "23").out == (
        "High  66 45  Teen Wong\nLow   23 12  Eight with 5\npair, Wong or Gong [MDT-8.D.2]\n"
    )


def test_pieces_may_be_one_argument_and_pips_in_either_order(run: Run) -> None:
    apart = run("set", "maryland-tiles", "66", "45", "12", "23").out
    assert run("set", "maryland-tiles", "66 54 21 32").out == apart


def test_another_house_way(run: Run, tmp_path: Path) -> None:
    hand = ["66", "66", "45", "56"]
    assert json.loads(run("set", "maryland-tiles", *hand, "--json").out)["high"] == "66 66"
    other = json.loads(run("set", "maryland-tiles", *hand, "--json", "--house-way", "new-zealand").out)
    assert (other["house_way"], other["clause"]) == ("new-zealand", "NZ-A4.2.3.teen-day.9-11")
    file = tmp_path / "mine.toml"
    file.write_text('standard = "maryland-tiles"\nhouse_way = "new-zealand"\n', encoding="utf-8")
    mine = json.loads(run("set", str(file), *hand, "--json").out)
    assert mine == other | {"rules": str(file)}
    vegas = run("set", "maryland-tiles", *hand, "--house-way", "vegas")
    assert (vegas.status, vegas.out) == (2, "")
    assert (
        'house_way is "vegas"; it must be one of "maryland", "foxwoods", "new-zealand", "optimal" [MDT-8.D]'
        in vegas.err
    )
    assert "[NZ-1.house-way]" in run("set", "new-zealand", *hand, "--house-way", "maryland").err


def test_where_a_source_is_silent_the_answer_says_so(run: Run, tmp_path: Path) -> None:
    tiles = run("set", "maryland-tiles", "--house-way", "foxwoods", "66 11 33 13").out
    assert "other hands: best low hand, where the source is incomplete [MDT-10.F]" in tiles
    cards = run("set", "maryland-poker", "--house-way", "ballys-atlantic-city", "As Ad Ah Ac 5d 9h 2c").out
    assert "on which the source is silent" in cards


def test_compare_answers_with_the_documented_keys(run: Run) -> None:
    ran = run("compare", "maryland-tiles", "66 45 / 12 23", "11 36 / 46 55", "--json")
    answer = json.loads(ran.out)
    assert list(answer) == COMPARE_KEYS
    assert (answer["result"], answer["high"], answer["low"], answer["clause"]) == ("win", "player", "player", "MDT-8.I")
    assert answer["player"] == {"high": "66 45", "low": "23 12", "high_name": "Teen Wong", "low_name": "Eight with 5"}


def test_compare_in_words(run: Run) -> None:
    ran = run("compare", "new-zealand", "66 45 / 12 23", "66 36 / 46 55")
    assert "copy, to the bank [NZ-6.2.a.iv]" in ran.out
    assert ran.out.endswith("The player's wager: push [NZ-6.1.c]\n")


@pytest.mark.clause("NZ-6.1.b.ii")
def test_two_zeros_by_either_reading(run: Run, tmp_path: Path) -> None:
    hands = ("66 66 / 55 46", "11 36 / 55 46")
    answer = json.loads(run("compare", "new-zealand", *hands, "--json").out)
    assert (answer["result"], answer["low"]) == ("push", "copy")
    file = tmp_path / "literal.toml"
    file.write_text('standard = "new-zealand"\n[readings]\nzero_zero = "loses-wager"\n', encoding="utf-8")
    assert json.loads(run("compare", str(file), *hands, "--json").out)["result"] == "lose"


@pytest.mark.clause("MDP-11.F.1.c")
def test_a_players_foul_loses_and_a_banks_is_refused(run: Run) -> None:
    foul, good = "Kd Qh 9c 8c 4d / As Ah", "Kc Ks Qd 7c 5d / Jh Td"
    answer = json.loads(run("compare", "maryland-poker", foul, good, "--json").out)
    assert (answer["result"], answer["clause"]) == ("lose", "MDP-11.F.1.c")
    assert "foul" in answer["reason"]
    ran = run("compare", "maryland-poker", good, foul)
    assert (ran.status, ran.out) == (2, "")
    assert "the bank's setting cannot be compared" in ran.err


@pytest.mark.clause("DO-W", "DO-W.s4")
def test_two_jacks_of_the_dealer_beat_everything(run: Run) -> None:
    royal = "As Ks Qs Js Ts / 3c 3d"
    answer = json.loads(run("compare", "dealer-open", royal, "Jh Jd 4c 4d 5h / 6c 7c", "--json").out)
    assert (answer["result"], answer["high"], answer["low"]) == ("lose", "player", "player")
    assert (answer["clause"], answer["reason"]) == ("DO-W", "the dealer has two jacks or more")
    answer = json.loads(run("compare", "dealer-open", royal, "Jh Td 4c 4d 5h / 6c 7c", "--json").out)
    assert (answer["result"], answer["clause"]) == ("win", "DO-W.s4")


def test_the_wheel_reading_decides(run: Run, tmp_path: Path) -> None:
    hands = ("Ac 2d 3h 4s 5c / Kd 9d", "6c 7d 8h 9s Tc / Kh 8s")
    assert json.loads(run("compare", "maryland-poker", *hands, "--json").out)["high"] == "player"
    file = tmp_path / "lowest.toml"
    file.write_text('standard = "maryland-poker"\n[readings]\nwheel = "lowest"\n', encoding="utf-8")
    assert json.loads(run("compare", str(file), *hands, "--json").out)["high"] == "bank"


def classes(run: Run, rules: str, cards: str) -> dict[str, tuple[str | None, str | None]]:
    answer = json.loads(run("classify", rules, cards, "--json").out)
    return {wager["wager"]: (wager["class"], wager["pays"]) for wager in answer["wagers"]}


def test_classify(run: Run) -> None:
    pairs = {"pair_fortunes": ("Gee Joon pair and Heaven pair", "300 to 1")}
    assert classes(run, "maryland-tiles", "66 66 12 24") == pairs
    assert classes(run, "maryland-tiles", "66 11 12 23") == {"pair_fortunes": (None, None)}
    assert classes(run, "maryland-poker", "As Ks Qs Js Ts Kh Ah") == {
        "fortune": ("royal flush plus suited match", "2000 to 1"),
        "emperors": ("royal flush plus suited match", "2000 to 1"),
        "insurance": (None, None),
        "progressive": ("royal flush", "500 for 1"),
    }
    assert classes(run, "maryland-poker", "9s 8d 7h 5c 4c 3d 2d")["insurance"] == ("nine-high", "100 to 1")
    assert classes(run, "dealer-open", "As Qd Th 8c 6c 4d 2d") == {"ace_high": ("dealer ace-high", "5 to 1")}
    assert classes(run, "dealer-open", "Jk Qd Th 8c 6c 4d 2d") == {
        "ace_high": ("dealer ace-high with joker", "15 to 1")
    }
    assert classes(run, "new-zealand", "66 66 12 24") == {}


def test_classify_in_words(run: Run) -> None:
    out = run("classify", "maryland-poker", "As", "Ah", "Ad", "Kc", "Kd", "2c", "3d").out
    assert out.splitlines()[0] == "As Ah Ad Kd Kc 3d 2c: Full house, aces over kings"
    assert "Fortune Bonus       full house  5 to 1   [MDP-13.B.1.h]" in out
    assert "Pai Gow Insurance   nothing     loses    [MDP-11.H.5.a]" in out
    assert "2 jacks, every main wager loses" in run("classify", "dealer-open", "Js Jd 2c 3c 4d 9h Kh").out
    assert run("classify", "new-zealand", "66 66 12 24").out == "new-zealand offers no optional wager\n"


def test_classify_by_the_pay_tables_and_readings_chosen(run: Run, tmp_path: Path) -> None:
    both = "7s 7h 7d 8c 9d Tc Jd"
    assert classes(run, "maryland-poker", both)["fortune"] == ("straight", "2 to 1")
    file = tmp_path / "mine.toml"
    start = 'standard = "maryland-poker"\n[wagers]\nemperors.offered = false\ninsurance.paytable = "B"\n[readings]\n'
    file.write_text(start + 'threes_over_straight = "better-line"\n', encoding="utf-8")
    assert classes(run, str(file), both)["fortune"] == ("three of a kind", "3 to 1")
    assert classes(run, str(file), "Qs 8d 7h 5c 4c 3d 2d")["insurance"] == ("queen-high", "7 to 1")
    assert "emperors" not in classes(run, str(file), both)
    file.write_text(start + 'bonus_threshold = "straight"\n', encoding="utf-8")
    assert classes(run, str(file), both)["fortune"] == ("straight", "2 to 1")
    assert classes(run, str(file), "7s 7h 7d 8c 9d 2c Kd")["fortune"] == (None, None)


def test_classify_operator_supplied_tables(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "jacks.toml"
    text = 'standard = "dealer-open"\n[wagers.jack_beats]\noffered = true\nlines = [{ jacks = 3, pays = "20 to 1" }]\n'
    file.write_text(text, encoding="utf-8")
    assert classes(run, str(file), "Js Jd Jc 3c 4d 9h Kh")["jack_beats"] == ("3 jacks", "20 to 1")
    assert classes(run, str(file), "Js Jd 2c 3c 4d 9h Kh")["jack_beats"] == (None, None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["set", "maryland-tiles", "66", "45", "12"], "a hand has four tiles, not 3 [MDT-1.B.8]"),
        (["set", "maryland-tiles", "66", "45", "12", "23", "24"], "a hand has four tiles, not 5"),
        (["set", "maryland-tiles", "66", "66", "66", "12"], "66 appears 3 times, but a set has only 2"),
        (["set", "new-zealand", "66", "67", "12", "23"], "'67' is not a tile"),
        (["set", "maryland-poker", *["As", "Kd", "Qh", "9c", "8c", "4d"]], "a hand has seven cards, not 6 [MDP-1.B.8]"),
        (["set", "maryland-poker", *["As", "As", "Qh", "9c", "8c", "4d", "2d"]], "As appears twice"),
        (["set", "maryland-poker", *["As", "1s", "Qh", "9c", "8c", "4d", "2d"]], "'1s' is not a card"),
        (["set", "maryland-poker"], "give the cards or tiles of a hand, or --from FILE"),
        (["classify", "dealer-open", "As"], "a hand has seven cards, not 1"),
        (["compare", "maryland-tiles", "66 45 12 23", "11 36 / 46 55"], "is not a setting"),
        (["compare", "maryland-tiles", "66 45 / 12 23"], "give two settings"),
        (["compare", "maryland-tiles", "66 66 / 12 23", "66 36 / 46 55"], "66 appears 3 times, but a set has only 2"),
        (["compare", "maryland-poker", "As Kd Qh 9c 8c / 4d Jk", "As Kc Qs 9h 8d / 4c 2d"], "cannot both hold As"),
        (["set", "nevada", "66", "45", "12", "23"], "'nevada' is neither a standard"),
        (["set"], "Missing argument"),
        (["sett"], "No such command 'sett'"),
        (["set", "--jsn"], "No such option: --jsn"),
        (["set", "maryland-tiles", "66", "--from", "-"], "either a hand or --from FILE"),
        (["set", "maryland-tiles", "--from", "absent.txt"], "absent.txt cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_status_2(run: Run, arguments: list[str], words: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("paigow: ")
    assert words in ran.err
    assert ran.err.count("\n") == 1


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_from_a_file_one_object_a_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("66 45 12 23\n\n11 36 46 55\n", encoding="utf-8")
    ran = run("set", "maryland-tiles", "--from", str(file))
    assert ran.status == 0
    assert [answer["high"] for answer in lines(ran.out)] == ["66 45", "11 36"]
    assert run("classify", "maryland-tiles", "--from", "-", stdin="24 12 66 66\n").out.count("\n") == 1
    ran = run("compare", "maryland-tiles", "--from", "-", stdin="66 45 / 12 23 | 11 36 / 46 55\n")
    assert [answer["result"] for answer in lines(ran.out)] == ["win"]


def test_a_file_as_windows_writes_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(b"\xef\xbb\xbf66 45 12 23\r\n\r\n11 36 46 55\r\n")
    ran = run("set", "maryland-tiles", "--from", str(file))
    assert (ran.status, ran.err) == (0, "")
    assert [answer["high"] for answer in lines(ran.out)] == ["66 45", "11 36"]


def test_a_wrong_line_is_answered_in_its_place_and_the_rest_goes_on(run: Run) -> None:
    ran = run("set", "maryland-tiles", "--from", "-", stdin="66 45 12 23\n66 45\n11 36 46 55\n")
    first, wrong, last = lines(ran.out)
    assert wrong == {"line": 2, "error": "a hand has four tiles, not 2", "clause": "MDT-1.B.8"}
    assert (first["high"], last["high"]) == ("66 45", "11 36")
    assert (ran.status, ran.err) == (2, "paigow: 1 line of - could not be answered\n")
    ran = run("compare", "maryland-tiles", "--from", "-", stdin="66 45 / 12 23\nx\n")
    assert ran.err == "paigow: 2 lines of - could not be answered\n"
    assert "a bar |" in lines(ran.out)[0]["error"]


def test_a_file_that_is_no_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.bin"
    file.write_bytes(b"66 45 12 23\n\xff\xfe\n")
    assert "is not a text file" in run("set", "maryland-tiles", "--from", str(file)).err


@pytest.mark.parametrize("name", HOUSE_WAYS)
def test_many_poker_hands_are_set_as_one_by_one(run: Run, name: str) -> None:
    random = Random(name)
    hands = [random.sample(DECK, 7) for _ in range(3000)]
    suit = [card for card in DECK if card.suit in ("s", "")]
    hands += [[*random.sample(suit, 5), *random.sample(DECK[:8:4], 2)] for _ in range(1000)]
    text = "".join(" ".join(map(str, hand)) + "\n" for hand in hands)
    answers = lines(run("set", "dealer-open", "--from", "-", "--house-way", name, stdin=text).out)
    assert len(answers) == len(hands)
    for hand, answer in zip(hands, answers, strict=True):
        one = HOUSE_WAYS[name].set(hand)
        assert (f"{answer['high']} / {answer['low']}", answer["rule"]) == (str(one.setting), one.rule)
        assert answer["high_name"] == one.setting.high_rank(Wheel.SECOND).name


def test_many_poker_hands_are_classified_as_one_by_one(run: Run) -> None:
    random = Random(5)
    suit = [card for card in DECK if card.suit in ("h", "")]
    top = [card for card in DECK if card.rank >= 11]
    hands = [random.sample(DECK, 7) for _ in range(2000)] + [random.sample(suit, 7) for _ in range(500)]
    hands += [list(dict.fromkeys([*suit[-6:-1], *random.sample(top, 6)]))[:7] for _ in range(1500)]  # royal and match
    text = "".join(" ".join(map(str, hand)) + "\n" for hand in hands)
    answers = lines(run("classify", "maryland-poker", "--from", "-", stdin=text).out)
    data, bets = packaged_data("maryland-poker"), STANDARDS["maryland-poker"].side_bets
    for hand, answer in zip(hands, answers, strict=True):
        assert sorted(answer["pieces"].split()) == sorted(map(str, hand))
        assert answer["wagers"] == [outcome.to_dict() for outcome in card_outcomes(bets, data, hand)]
    assert "royal flush plus suited match" in {answer["wagers"][0]["class"] for answer in answers}


@pytest.mark.parametrize("name", TILE_HOUSE_WAYS)
def test_many_tile_hands_are_set_as_one_by_one(run: Run, name: str) -> None:
    random = Random(name)
    hands = [random.sample(TILE_SET, 4) for _ in range(5000)]
    text = "".join(" ".join(map(str, hand)) + "\n" for hand in hands)
    answers = lines(run("set", "maryland-tiles", "--from", "-", "--house-way", name, stdin=text).out)
    for hand, answer in zip(hands, answers, strict=True):
        one = TILE_HOUSE_WAYS[name].set(hand)
        assert (f"{answer['high']} / {answer['low']}", answer["rule"]) == (str(one.setting), one.rule)
