"""The texts of the core that a person may see, for the catalogues: what is refused and why, what chips move for, the
names of rules, deliveries, hands and things of the layout, and the sentences of the log.

The core knows no languages: it makes English sentences. A sentence with values in it is listed as a template with the
values as fields, so that `paigow.language.phrases` can tell by the template what a sentence says.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGES = ("learning/hands.py", "money/cents.py", "poker", "rules/fields.py", "table", "tiles", "web/service")
CARRIERS = {  # calls that carry a text for people, and the place or the name of it
    **dict.fromkeys(("refuse", "Refused", "HandError", "NotationError", "PaigowError"), (0,)),
    **dict.fromkeys(("NotYours", "NoSuchTable", "NoSuchRound", "TableClosed", "TableExists", "Stale"), (0,)),
    **dict.fromkeys(("KeyReused", "KeyRefused"), (0,)),
    **dict.fromkeys(("Rule", "_rule", "keep_four", "split_four", "keep_two_pair", "_four_with_pair"), (0,)),
    **dict.fromkeys(("void_round", "Defect"), (1,)),
    "Transfer": (3,),
    "Sign": (2,),
    "Thing": ("inscription", "qualities"),
    "Area": (4, "inscription"),
    "_each": (3,),
    "DeckPlaced": ("draws", "lays"),
    "_deliver": (1,),
}
SINGLE = frozenset({"Thing", "dots", "_deliver"})  # those of which a single small word is told too, not only a code
KEYWORDS = frozenset({"reason", "rule"})
ASSIGNED = frozenset({"qualities", "dots", "lines", "limits", "names", "_POKER_AREAS", "TITLES", "HANDLING", "parts"})
TOLD = frozenset({"layout", "practice", "decks", "settlement"})  # modules of which such values are told
FORMATTERS = frozenset({"format_cents", "str", "repr", "list", "sorted", "tuple", "map", "join"})


def collect(source: Path) -> list[str]:
    """Every text once, in order."""
    return sorted({*sentences(source), *of_data()} - {""})


def sentences(source: Path) -> Iterator[str]:
    """The texts in the code itself."""
    for package in PACKAGES:
        path = source / package
        for module in [path] if path.suffix else sorted(path.rglob("*.py")):
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                carried: Iterable[ast.expr] = ()
                name = ""
                if isinstance(node, ast.Call):
                    name, carried = _name(node.func), _carried(node)
                elif isinstance(node, ast.Assign) and module.stem in TOLD:
                    name = _name(node.targets[0])
                    carried = (node.value,) if name in ASSIGNED else ()
                for text in (text for each in carried for text in _texts(each)):
                    if (
                        " " in text.strip()
                        or (text[:1].isupper() and "." not in text)
                        or (name in SINGLE and text.isalpha())
                    ):
                        yield text


def _carried(call: ast.Call) -> Iterator[ast.expr]:
    places = CARRIERS.get(_name(call.func), ())
    yield from (argument for place, argument in enumerate(call.args) if place in places)
    yield from (each.value for each in call.keywords if each.arg in places or each.arg in KEYWORDS)


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text.replace("{", "{{").replace("}", "}}")
        case ast.JoinedStr(values=parts):
            yield _template(parts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one), *_texts(other))
        case ast.Dict(keys=keys, values=values):
            yield from (text for each in (*keys, *values) if each is not None for text in _texts(each))
        case ast.Tuple(elts=several):
            yield from (text for each in several for text in _texts(each))
        case ast.Call(args=[ast.GeneratorExp(elt=each)]):
            yield from _texts(each)


def _template(parts: Iterable[ast.expr]) -> str:
    """A sentence that is put together, with a field for each value: named after it, so that a translator knows."""
    told: list[str] = []
    names: list[str] = []
    for part in parts:
        if isinstance(part, ast.FormattedValue):
            name = _name(part.value)
            names.append(name)
            told.append(f"{{{name}{names.count(name) if names.count(name) > 1 else ''}}}")
        else:
            told += _texts(part)
    return "".join(told)


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner) | ast.Starred(value=inner):
            return _name(inner)
        case ast.GeneratorExp(generators=[ast.comprehension(iter=inner)]):
            return _name(inner)
        case ast.Call(func=ast.Name(id="len")):
            return "count"
        case ast.Call(func=called, args=[*_, inner]) if _name(called) in FORMATTERS:
            return _name(inner)
        case ast.Call(func=ast.Attribute(value=inner)):
            return _name(inner)
        case _:
            return "value"


def of_data() -> Iterator[str]:
    """The texts that are values of the rules: lines of pay tables, deliveries, calls, titles, sentences of the log."""
    from paigow.poker import PAYTABLES
    from paigow.poker.house_way import Holding
    from paigow.record.tellings import templates
    from paigow.rules import STANDARDS, load_submission
    from paigow.rules.wagers import NAMES
    from paigow.table import game_of
    from paigow.tiles import DELIVERIES, PAIR_FORTUNES_PAYTABLES

    yield from templates()
    yield from (delivery.name for delivery in DELIVERIES.values())
    yield from (str(holding) for holding in Holding)
    yield from (str(hand) for table in PAIR_FORTUNES_PAYTABLES.values() for hand in table)
    for tables in PAYTABLES.values():
        for line in (line for table in tables.values() for line in table.lines):
            yield str(line.hand)
            yield str(line).replace(str(line.amount), "{amount}", 1)
            yield str(line.meter or "")
    yield from NAMES.values()
    for name, standard in STANDARDS.items():
        yield standard.title
        game = game_of(load_submission(name))
        yield game.submission.operator
        yield from game.calls.values()
