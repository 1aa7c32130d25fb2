"""The ways to break a function: each mutation changes one node of its syntax tree."""

import ast
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef
_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change of a function: on which line, the statement before and after."""

    line: int
    before: str
    after: str
    tree: ast.Module
    """The whole module with the change."""


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Yield every function and method of a module with its qualified name; nested functions belong to the outer one."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, Function):
                    yield f"{node.name}.{inner.name}", inner


def mutations(tree: ast.Module, function: Function) -> Iterator[Mutation]:
    """Yield every way to break the function. The tree is as before when the iterator goes on."""
    for statement in _statements(function):
        before = _head(statement)
        for node, undo in _changes(statement):
            yield Mutation(node.lineno, before, _head(statement), tree)
            undo()
    for holder, place in _removable(function):
        removed = holder[place]
        holder[place] = ast.copy_location(ast.Pass(), removed)
        yield Mutation(removed.lineno, _head(removed), "pass", tree)
        holder[place] = removed


def _walk(function: Function) -> Iterator[ast.AST]:
    """Walk like `ast.walk`, but skip code that only first-edition tables use: old records test it, not the clauses."""
    todo = deque[ast.AST]([function])
    while todo:
        node = todo.popleft()
        old = node.body if isinstance(node, ast.If) and _is_of_first_edition(node.test) else []
        todo.extend(child for child in ast.iter_child_nodes(node) if child not in old)
        yield node


def _is_of_first_edition(test: ast.expr) -> bool:
    return isinstance(test, ast.Attribute | ast.Compare) and ast.unparse(test).endswith(
        ("first_edition", "edition == 1")
    )


def _statements(function: Function) -> Iterator[ast.stmt]:
    for node in _walk(function):
        if isinstance(node, ast.stmt) and node is not function and not _is_text(node):
            yield node


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _head(statement: ast.stmt) -> str:
    """Return the statement without the statements below it."""
    return ast.unparse(statement).partition("\n")[0]


def _own(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement itself: not those of statements below it, of messages or of annotations."""
    todo: list[ast.AST] = [
        child
        for name, value in ast.iter_fields(statement)
        if name not in ("annotation", "returns", "decorator_list", "type_params")
        for child in (value if isinstance(value, list) else [value])
        if isinstance(child, ast.AST) and not isinstance(child, ast.stmt)
    ]
    while todo:
        node = todo.pop(0)
        if isinstance(node, ast.JoinedStr | ast.stmt) or (isinstance(node, ast.keyword) and node.arg == "strict"):
            continue
        if isinstance(node, ast.expr):
            yield node
        todo += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _changes(statement: ast.stmt) -> Iterator[tuple[ast.stmt | ast.expr, "_Undo"]]:
    for node in _own(statement):
        if isinstance(node, ast.Compare):
            for place, op in enumerate(node.ops):
                if type(op) in _SWAPS:
                    node.ops[place] = _SWAPS[type(op)]()  # type: ignore[call-overload]
                    yield node, _Undo(node.ops, place, op)
        elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in _SWAPS:
            was = node.op
            node.op = _SWAPS[type(was)]()  # type: ignore[assignment]
            yield node, _Undo(node, "op", was)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            negated = node.operand
            node.operand = ast.copy_location(ast.UnaryOp(ast.Not(), negated), negated)
            yield node, _Undo(node, "operand", negated)
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
            value = node.value
            node.value = (not value) if isinstance(value, bool) else value + 1
            yield node, _Undo(node, "value", value)
    if isinstance(statement, ast.AugAssign) and type(statement.op) in _SWAPS:
        kept = statement.op
        statement.op = _SWAPS[type(kept)]()  # type: ignore[assignment]
        yield statement, _Undo(statement, "op", kept)
    if isinstance(statement, ast.Return) and statement.value is not None and not _is_none(statement.value):
        result = statement.value
        statement.value = ast.copy_location(ast.Constant(None), result)
        yield statement, _Undo(statement, "value", result)
    if isinstance(statement, ast.If | ast.While):
        test = statement.test
        for fixed in (True, False) if isinstance(statement, ast.If) else (False,):
            statement.test = ast.copy_location(ast.Constant(fixed), test)
            yield statement, _Undo(statement, "test", test)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


class _Undo:
    """Undo a change."""

    def __init__(self, holder: object, place: str | int, value: object) -> None:
        self._holder, self._place, self._value = holder, place, value

    def __call__(self) -> None:
        if isinstance(self._place, int):
            self._holder[self._place] = self._value  # type: ignore[index]
        else:
            setattr(self._holder, self._place, self._value)


def _removable(function: Function) -> Iterator[tuple[list[ast.stmt], int]]:
    """Statements that a function can do without: calls, raised errors, what is added up, and leaving a loop.

    Where an error is all that a condition leads to, a condition that never holds says the same.
    """
    for node in _walk(function):
        if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise) and not node.orelse:
            continue
        old = isinstance(node, ast.If) and _is_of_first_edition(node.test)
        for name in ("orelse",) if old else ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list):
                continue
            for place, statement in enumerate(block):
                kinds = ast.Raise | ast.AugAssign | ast.Continue | ast.Break | ast.Delete
                if isinstance(statement, kinds) or (isinstance(statement, ast.Expr) and not _is_text(statement)):
                    yield block, place
