"""Outside the core, a command is named by its class, or by a verb that `paigow.table.verbs` has checked."""

import ast
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path

import pytest

import paigow
from paigow.table.core.engine import commands
from paigow.table.verbs import by_verb, verbs

SOURCE = Path(paigow.__file__).parent
CORE = ("table",)
OWN_VERBS = ("web/pages/drill.py", "web/pages/drills.py", "web/templates/lessons")
"""The forms of the drills have verbs of their own."""
CHECKED = frozenset({"verbs", "by_verb"})
"""What raises for an unknown verb."""
OTHER_CODES = {
    "money/ledger.py": {"buy-in"},  # why money moves
    "web/people/models.py": {"buy-in"},
    "web/people/migrations/0001_initial.py": {"buy-in"},
    "learning/cases/__init__.py": {"play-on", "void-hands"},  # rulings, and then incidents, of a drill
    "learning/cases/maryland_poker.py": {"drawn-in-error", "walked-away"},
    "learning/cases/maryland_tiles.py": {"walked-away"},
    "learning/cases/new_zealand.py": {"knocked-over"},
    "rules/readings.py": {"all-wagers"},
}
"""Codes that are not verbs, and yet look like one, by module."""
NAMES = frozenset({"verb", "verbs", "by_verb"})
MODULES = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if path.relative_to(SOURCE).parts[0] not in CORE and path.relative_to(SOURCE).as_posix() not in OWN_VERBS
]
PAGES = [
    path
    for path in sorted([*(SOURCE / "web").rglob("*.html"), *(SOURCE / "web").rglob("*.js")])
    if not path.relative_to(SOURCE).as_posix().startswith(OWN_VERBS)
]


def is_verb(node: ast.AST) -> bool:
    """Whether an expression holds a verb, verbs, or something by verb: it is called so."""
    match node:
        case ast.Name(id=name):
            return name in NAMES
        case ast.Attribute(attr=name):
            return name == "verb"
        case ast.Tuple(elts=[first, *_]):
            return is_verb(first)
        case _:
            return False


def literals(node: ast.AST, constants: dict[str, ast.expr]) -> Iterator[str]:
    """The strings of an expression: of a dictionary its keys, of a constant of the module what it holds."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.Tuple(elts=several) | ast.List(elts=several) | ast.Set(elts=several):
            for each in several:
                yield from literals(each, constants)
        case ast.Starred(value=inner):
            yield from literals(inner, constants)
        case ast.Dict(keys=keys):
            for key in keys:
                if key is not None:
                    yield from literals(key, constants)
        case ast.BinOp(left=left, right=right):
            yield from literals(left, constants)
            yield from literals(right, constants)
        case ast.Call(func=ast.Attribute(value=inner, attr="items" | "keys" | "get")):
            yield from literals(inner, constants)
        case ast.Call(args=[*_, inner]):  # frozenset, MappingProxyType, enumerate
            yield from literals(inner, constants)
        case ast.Name(id=name) if name in constants:
            yield from literals(constants[name], {})


class WithoutChecked(ast.NodeTransformer):
    """Leaves out what is checked when the module is loaded."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in CHECKED:
            return ast.Constant(None)
        return self.generic_visit(node)


@cache
def nearly_a_verb(word: str) -> bool:
    hyphenated = [verb for verb in commands() if "-" in verb]
    return bool(get_close_matches(word, hyphenated, 1, 0.88))


def strays_in(source: str) -> Iterator[str]:
    """Every string that is, or is nearly, a verb of several words: what no sentence and no other code contains.

    Also a collection of words most of which are verbs.
    """
    for node in ast.walk(WithoutChecked().visit(ast.parse(source))):
        match node:
            case ast.Constant(value=str(text)) if "-" in text and nearly_a_verb(text):
                yield text
            case ast.Tuple(elts=several) | ast.List(elts=several) | ast.Set(elts=several):
                words = [each.value for each in several if isinstance(each, ast.Constant)]
            case ast.Dict(keys=keys):
                words = [each.value for each in keys if isinstance(each, ast.Constant)]
            case _:
                continue
        if not isinstance(node, ast.Constant) and 2 * sum(word in commands() for word in words) > len(words) > 1:
            yield from map(str, words)


def verbs_in(source: str) -> Iterator[str]:
    """Every string that a module takes for a verb, unchecked."""
    tree = WithoutChecked().visit(ast.parse(source))
    constants: dict[str, ast.expr] = {}
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                constants[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                constants[name] = value
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others) if any(map(is_verb, (left, *others))):
                found = [left, *others]
            case ast.BinOp(left=left, right=right, op=ast.BitAnd()) if is_verb(left) or is_verb(right):
                found = [left, right]
            case ast.Match(subject=subject, cases=cases) if is_verb(subject):
                values = (each for case in cases for each in ast.walk(case.pattern))
                found = [each.value for each in values if isinstance(each, ast.MatchValue)]
            case ast.For(target=target, iter=several) | ast.comprehension(target=target, iter=several) if is_verb(
                target
            ):
                found = [several]
            case ast.comprehension(
                target=ast.Tuple(elts=[_, to]), iter=ast.Call(func=ast.Name(id="enumerate"), args=[several])
            ) if is_verb(to):
                found = [several]
            case ast.Subscript(value=table, slice=key) if is_verb(table) or is_verb(key):
                found = [table, key]
            case ast.Call(func=ast.Attribute(value=table, attr="get" | "pop"), args=[key, *_]) if is_verb(
                table
            ) or is_verb(key):
                found = [table, key]
            case ast.Call(args=[table, key]) if is_verb(key):
                found = [table]
            case ast.keyword(arg=str(name), value=value) if name == "do" or name.endswith(("verb", "verb__in")):
                found = [value]
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                found = [
                    value
                    for key, value in pairs
                    if isinstance(key, ast.Constant)
                    and key.value == "do"
                    and not isinstance(value, ast.Dict)  # a schema
                ]
            case _:
                continue
        for each in found:
            yield from literals(each, constants)


def verbs_on(page: str) -> list[str]:
    """Every string that a template or a script sends as a verb, or compares with one."""
    return re.findall(r"""\bverb(?:"|')?\s*(?:=|==|!=|===|:)\s*["']([\w-]+)["']""", page)


def test_no_module_names_a_command_by_an_unchecked_word() -> None:
    own = {"rebet", "deal"}  # all of the last wagers at once; nothing more to say before the deal
    found: dict[str, set[str]] = {}
    for module in MODULES:
        source, name = module.read_text(encoding="utf-8"), module.relative_to(SOURCE).as_posix()
        found[name] = {*verbs_in(source), *strays_in(source)} - own - OTHER_CODES.get(name, set())
    assert {name: words for name, words in found.items() if words} == {}


def checked_calls() -> Iterator[tuple[Path, ast.Call]]:
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CHECKED:
                yield module, node


def test_each_checked_verb_if_misspelled_fails_when_its_module_is_loaded() -> None:
    """Mutate every verb of every front end: a letter is lost, two change places, one is added."""
    tried = 0
    for module, call in checked_calls():
        given = [key for each in call.args for key in (each.keys if isinstance(each, ast.Dict) else [each])]
        for each in (key.value for key in given if isinstance(key, ast.Constant)):
            assert isinstance(each, str), module
            for wrong in (each[:-1], each[1::-1] + each[2:], each + "s"):
                if wrong in commands():
                    continue
                with pytest.raises(LookupError, match=re.escape(repr(wrong))):
                    verbs(wrong)
                with pytest.raises(LookupError, match=re.escape(repr(wrong))):
                    by_verb({wrong: None})
                tried += 1
    assert tried > 500


def test_pages_name_real_verbs() -> None:
    found = {page: set(verbs_on(page.read_text(encoding="utf-8"))) - {*commands()} for page in PAGES}
    assert {page: words for page, words in found.items() if words} == {}


def test_the_verbs_of_the_front_ends_are_found() -> None:
    """Else the tests above would hold of anything."""
    found = {
        node.value for _module, call in checked_calls() for node in ast.walk(call) if isinstance(node, ast.Constant)
    }
    assert found >= {"surrender", "look", "accept-bank", "misdeal", "declare-wager", "remove-set", "play-on"}
    assert {verb for page in PAGES for verb in verbs_on(page.read_text(encoding="utf-8"))} >= {"wager", "seed"}


@pytest.mark.parametrize(
    "source",
    [
        'command.verb == "typo"', 'verb in ("sit", "typo")', '{"typo"} & verbs', 'by_verb.get("typo", [])',
        'KEYS = {"typo": 1}\nfor verb, key in KEYS.items(): ...', 'match command.verb:\n    case "typo": ...',
        'NEEDED = ("typo",)\norder = {verb: n for n, verb in enumerate(NEEDED)}', 'send({"do": "typo"})',
        'DEEDS = MappingProxyType({"typo": 1})\nword(DEEDS, verb)', 'TOLD = ("typo",)\nrows(command__verb__in=TOLD)',
    ],
)  # fmt: skip
def test_a_wrong_verb_is_found(source: str) -> None:
    assert "typo" in set(verbs_in(source))


@pytest.mark.parametrize(
    "source",
    [
        'OFFERED = ("accept-bank", "cut", "cut-stakes")', 'texts = {"come-backs": "You are away"}',
        'LAST = ("seed", "color-up")',
        'PAYOUTS = ("validate-progressiv",)', 'GROUPS = (("equipment", ("remove-sets", "verify-set")),)',
        'heads = {"direct-dealer-wagr": "You are the banker."}', 'HALT = ("stop", "resume", "paws")',
    ],
)  # fmt: skip
def test_a_misspelled_verb_is_found_whatever_holds_it(source: str) -> None:
    assert set(strays_in(source)) - {*commands()}
