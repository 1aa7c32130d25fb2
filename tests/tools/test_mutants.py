"""The tool that breaks the code clause by clause: what it changes, where, and what it makes of the results."""

import ast
from pathlib import Path

import pytest

from paigow.money import MeterRules, halves
from paigow.rules.coverage import PACKAGE
from tools.mutants.aims import Mutant, aims, mutants
from tools.mutants.operators import functions, mutations
from tools.mutants.results import KILLED, SURVIVED, UNREACHED, Result, Results, by_clause, report, shortened
from tools.mutants.run import Code

SOURCE = '''
def price(cents: int, many: int = 2) -> int:
    """Not 3."""
    if cents < 5 and not many:
        raise ValueError(f"{cents + 1} is wrong")
    log(cents)
    cents += 1
    return cents * many
'''


def changes(source: str) -> set[tuple[str, str]]:
    tree = ast.parse(source)
    ((_, function),) = functions(tree)
    return {(each.before, each.after) for each in mutations(tree, function)}


def test_every_kind_of_change() -> None:
    condition = "if cents < 5 and (not many):"  # and the error that it leads to stays when it does not hold
    assert changes(SOURCE) == {
        (condition, "if cents <= 5 and (not many):"),
        (condition, "if cents < 6 and (not many):"),
        (condition, "if cents < 5 or not many:"),
        (condition, "if cents < 5 and (not not many):"),
        (condition, "if True:"),
        (condition, "if False:"),
        ("log(cents)", "pass"),
        ("cents += 1", "cents -= 1"),
        ("cents += 1", "cents += 2"),
        ("cents += 1", "pass"),
        ("return cents * many", "return cents // many"),
        ("return cents * many", "return None"),
    }


def test_what_only_old_tables_do_is_left_as_it_is() -> None:
    source = """
def fee(state, cents):
    if state.game.first_edition:
        log(cents)
        return cents + 1
    return cents
"""
    condition = "if state.game.first_edition:"
    expected = {(condition, "if True:"), (condition, "if False:"), ("return cents", "return None")}
    assert changes(source) == expected


def test_each_change_is_taken_back() -> None:
    tree = ast.parse(SOURCE)
    ((_, function),) = functions(tree)
    before = ast.unparse(tree)
    broken = {ast.unparse(each.tree) for each in mutations(tree, function)}
    assert before not in broken
    assert len(broken) == 12
    assert ast.unparse(tree) == before


def test_functions_are_known_by_the_clauses_they_name_or_cite() -> None:
    meters = {name: clauses for _, name, _, clauses in aims(PACKAGE / "money" / "meters.py")}
    assert "MDP-13.E.6" in meters["Meter.contribute"]
    staking = {name: clauses for _, name, _, clauses in aims(next((PACKAGE / "table").rglob("staking.py")))}
    assert "NZ-11.2.b" in staking["take_stake"]


def test_a_function_gets_the_code_of_its_mutant_and_nothing_else_does() -> None:
    path = PACKAGE / "money" / "meters.py"
    mutant, code = next(
        (each, compile(tree, str(path), "exec"))
        for each, tree in mutants(path, frozenset({"MDP-13.E.6"}))
        if each.function == "MeterRules.__post_init__" and each.after == "if False:" and "rates" in each.before
    )
    before = MeterRules.__post_init__.__code__
    try:
        Code().swap(mutant, code)
        assert MeterRules("m", 0, 0, 20_000).rate == 20_000
        assert halves(1001).house == 501
    finally:
        MeterRules.__post_init__.__code__ = before
    with pytest.raises(ValueError, match="together at most"):
        MeterRules("m", 0, 0, 20_000)


def test_results_are_kept_and_summed_up(tmp_path: Path) -> None:
    path = tmp_path / "mutants.jsonl"

    def mutant(number: int) -> Mutant:
        at = ("paigow/money/meters.py", "Meter.contribute", "abc", 1, 2)
        return Mutant(*at, "a < b", "a <= b", number, frozenset({"MDP-13.E.6"}))

    results = Results(path)
    for number, outcome in enumerate((KILLED, SURVIVED, UNREACHED)):
        results.add(Result(mutant(number).key, "t", outcome))
    again = Results(path)
    assert again.all == results.all
    assert again.known(mutant(0), "other tests")  # they do not bring it back to life
    assert again.known(mutant(1), "t")
    assert not again.known(mutant(1), "other tests")
    now = [mutant(number) for number in range(4)]
    assert by_clause(again, now) == {"MDP-13.E.6": {"mutants": 4, "survivors": 2, "untried": 1}}
    text = report(again, now, frozenset({"MDP-13.E.6"}))
    assert "4 mutants: 1 killed, 0 equivalent, 1 survived, 1 unreached, 1 untried" in text
    assert report(again, now, frozenset({"MDP-13.E.8"})).startswith("0 mutants")


def test_a_mutant_keeps_its_key_when_its_function_moves_and_not_when_it_changes(tmp_path: Path) -> None:
    def keys(source: str) -> list[tuple[str, int]]:
        path = tmp_path / "rule.py"
        path.write_text(source)
        return [(each.key, each.line) for each, _ in mutants(path, frozenset({"MDP-13.E.6"}), tmp_path)]

    rule = 'def rule(cents: int) -> bool:\n    """MDP-13.E.6"""\n    return cents < 5\n'
    before = keys(rule)
    assert keys(f"MANY = 7\n\n\n{rule}") == [(key, line + 3) for key, line in before]
    assert not {key for key, _ in keys(rule.replace("5", "6"))} & {key for key, _ in before}


def test_a_long_line_is_told_by_what_differs() -> None:
    assert shortened("x" * 90 + "+" + "y" * 90, "x" * 90 + "-" + "y" * 90, 3) == "xxx+yyy  ->  xxx-yyy"
