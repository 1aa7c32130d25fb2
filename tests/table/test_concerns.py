"""Games list their concerns; nothing tells what a game has by looking at what it cites, at its boxes or at its name."""

import ast
import re
from pathlib import Path

import pytest

from paigow.rules import STANDARDS, load_submission
from paigow.table import Game, game_of
from paigow.table.core.engine import commands, concern_of

SOURCE = Path(__file__).parent.parent.parent / "src" / "paigow"
GAMES = {name: game_of(load_submission(name)) for name in STANDARDS}
NAMES = "|".join(STANDARDS)
PREFIXES = "|".join(each.prefix for each in STANDARDS.values())
FEATURE_TESTS = {
    "a citation": r"\bin [\w.]*\.?cites\b|\bcites\.get\(",
    "boxes": r"\bboxes is (?:not )?None",
    "how long players bank": r"\bbank_limit (?:==|!=|>|<) ?\d",
    "how winners are paid": r"\btwo_pass\b",
    "the size of a hand": r"\bhand_size (?:==|!=|>|<)",
    "the name of a standard": rf"\bstandard(?:\.name)? (?:==|!=) [\"']|\bname (?:==|!=|in) [\"'(]*(?:{NAMES})[\"']",
    "a table by document": rf"[\"'](?:{NAMES})[\"']: ",
    "whose rules compare hands": r"\bcomparing\.rules (?:==|!=|in)",
    "a document's own words": r"\bterms\.(?:push|place|fee|give_up) (?:==|!=|in)",
    "an open dealer, for a clause": rf"[\"'](?:{PREFIXES})-[^\"']*[\"'] if \S*(?:shows_dealer|standard)",
    "the prefix of its clauses": r"\bprefix (?:==|!=) [\"']",
}


@pytest.mark.parametrize("told_by", FEATURE_TESTS)
def test_no_feature_is_told_by(told_by: str) -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for path in sorted(SOURCE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(FEATURE_TESTS[told_by], line)
    ]
    assert [line for line in found if not line.startswith(ALLOWED)] == []


ALLOWED = (
    "table/core/game.py:",  # where the citations themselves are looked up
    "analysis/simulate.py:",  # by the game that is calculated, which Dealer Open has given its name
    "house/self_test.py:",  # a sample of known answers
    "language/codes.py:",  # the name of a house way
    "web/pages/solved.py:",  # solutions that come with the package
    "web/pages/standards.py:",
)


@pytest.mark.parametrize(
    ("told_by", "line"),
    [
        ("the name of a standard", 'game = "open" if standard.name == "dealer-open" else standard.game'),
        ("a table by document", '    "new-zealand": (*_ANYWHERE, Ruling.LAJA),'),
        ("whose rules compare hands", 'return "DO" if self.choices.standard.comparing.rules == "DO" else "MDP"'),
        ("a document's own words", 'if game.rules.terms.place == "position":'),
        ("a document's own words", 'return game.rules.terms.give_up == "concede"'),
        (
            "an open dealer, for a clause",
            'raise PaigowError("no player may bank", "DO-R0" if self.shows_dealer else None)',
        ),
    ],
)
def test_what_used_to_tell_a_feature_is_noticed(told_by: str, line: str) -> None:
    assert re.search(FEATURE_TESTS[told_by], line)


def test_every_command_is_of_a_concern_that_a_game_lists() -> None:
    listed = frozenset[str]().union(*(game.concerns for game in GAMES.values()))
    assert {concern_of(kind) for kind in commands().values()} == listed


def names_in_code() -> set[str]:
    """Every text in the core that could name a citation, whole or as the part of one that is put together."""
    found = set()
    for path in (SOURCE / "table").rglob("*.py"):
        if path.parent.name == "games":  # where the citations are listed
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


PUT_TOGETHER = re.compile(
    r"(?:misdeal|no-roll|conduct|side|late|mix|load|cut|envy|fortune|emperors|insurance|deal)\..+"
    r"|.+\.(?:manual-shoe|hand|automated-shoe)"
)
"""Names of which the second half is a reason, a wager or a way of dealing."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_citation_has_a_name_that_the_table_uses(game: Game) -> None:
    """A slip in a name would drop the citation, and with it what is decided by it."""
    used = names_in_code()
    for name in game.cites:
        by_bank = {re.sub(r"\.(?:co-bank|bank)$", "", name), name.removeprefix("co-bank"), name.removeprefix("bank")}
        assert name in used or by_bank & used or PUT_TOGETHER.fullmatch(name), name
