"""The few SQL statements that run many times a second.

The ORM builds the SQL of a query each time, which costs ten times what the database takes to answer. Here it is built
once; columns are still read and written as the model's fields specify. Anything less frequent stays with the ORM.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import BinaryField, DateTimeField, Field, ForeignKey, JSONField, Model, QuerySet

M = TypeVar("M", bound=Model)
PREPARED = (BinaryField, DateTimeField, JSONField)
"""Field types whose values the database needs in a special form."""


NUMBER, TEXT = 987_654_321_012, "a mark"
"""Placeholders for building queries; no query contains these values otherwise."""


class Statement:
    """A query that is always the same except for its parameters.

    It is written for the ORM, as a function of the parameters, and built once with placeholders (`NUMBER`, `TEXT`),
    which mark where each query's values go.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Any]"], *marks: Any) -> None:
        self._build, self._marks = build, marks
        self._made: dict[str, tuple[str, list[Any], list[tuple[int, type, int]], Any, Any]] = {}

    def __call__(self, *values: Any) -> list[tuple[Any, ...]]:
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._make()
        sql, given, places, compiler, converters = made
        params = list(given)
        for place, kind, which in places:
            params[place] = kind(values[which])
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            found = cursor.fetchall()
        return [tuple(row) for row in (compiler.apply_converters(found, converters) if converters else found)]

    def _make(self) -> tuple[str, list[Any], list[tuple[int, type, int]], Any, Any]:
        compiler: Any = self._build(*self._marks).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        places = [  # including its type: a driver may have its own integers
            (place, type(each), which)
            for place, each in enumerate(params)
            for which, mark in enumerate(self._marks)
            if isinstance(each, type(mark)) and each == mark
        ]
        assert {which for _place, _kind, which in places} == set(range(len(self._marks))), sql
        converters = compiler.get_converters([expression for expression, *_ in compiler.select[: compiler.col_count]])
        return sql, list(params), places, compiler, converters


def row_of(model: type[M], names: Sequence[str], values: Iterable[Any]) -> M:
    """Return a row with these fields loaded; the others are fetched on demand."""
    known = dict(zip(names, values, strict=True))
    fields = [field.attname for field in model._meta.concrete_fields if field.attname in known]
    return model.from_db(connection.alias, fields, [known[name] for name in fields])


def insert(rows: Sequence[Model]) -> None:
    """Insert new rows of one model in one statement, and set their keys."""
    if not rows:
        return
    into, marks, key, fields = _insertion(type(rows[0]), connection.vendor)
    values = [_value(row, field) for row in rows for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(f"{into} VALUES {', '.join([marks] * len(rows))} RETURNING {key}", values)
        for row, (made,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = made
            row._state.adding, row._state.db = False, connection.alias


@cache
def _insertion(model: type[Model], vendor: str) -> "tuple[str, str, str, tuple[Field[Any, Any], ...]]":
    meta, quote = model._meta, connection.ops.quote_name
    fields = tuple(field for field in meta.concrete_fields if field is not meta.pk)
    names = ", ".join(quote(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {quote(meta.db_table)} ({names})", f"({marks})", quote(_key(model)), fields


def update(row: Model, names: Iterable[str]) -> None:
    """Update these fields of a row."""
    meta, quote = row._meta, connection.ops.quote_name
    fields: list[Field[Any, Any]] = [meta.get_field(name) for name in names]  # type: ignore[misc]
    sets = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {quote(meta.db_table)} SET {sets} WHERE {quote(_key(type(row)))} = %s",
            [*(_value(row, field) for field in fields), row.pk],
        )


def _key(model: type[Model]) -> str:
    assert model._meta.pk is not None
    return str(model._meta.pk.column)


def _value(row: Model, field: "Field[Any, Any]") -> Any:
    if isinstance(field, ForeignKey):  # the referenced row may have just been given its key
        return getattr(getattr(row, field.name), "pk", None)
    value = getattr(row, field.attname)
    return field.get_db_prep_save(value, connection) if isinstance(field, PREPARED) else value
