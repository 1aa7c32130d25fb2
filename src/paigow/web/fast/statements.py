"""The few SQL statements that run many times a second.

The ORM builds the SQL of a query each time, which costs ten times what the database takes to answer. Here it is built
once; columns are still read and written as the model's fields specify. Anything less frequent stays with the ORM.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import BinaryField, DateTimeField, Field, ForeignKey, JSONField, Model, QuerySet
from django.db.models.base import ModelState

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


def new(model: type[M], **values: Any) -> M:
    """Return a new row, to be inserted, with these values and the defaults of the other fields.

    It is what the model's constructor returns, in a third of the time: a round writes some hundred rows.
    """
    plain, made, foreign = _blank(model)
    row = model.__new__(model)
    row._state = state = ModelState()
    known = row.__dict__
    known.update(plain)
    for attname, make in made:
        known[attname] = make()
    for name, value in values.items():
        if name in foreign:
            state.fields_cache[name] = value
            known[foreign[name]] = value.pk
        else:
            known[name] = value
    return row


@cache
def _blank(model: type[Model]) -> tuple[dict[str, Any], tuple[tuple[str, Callable[[], Any]], ...], dict[str, str]]:
    """Return a row's defaults, those that are made for each row, and the columns of references."""
    fields = model._meta.concrete_fields
    made = tuple((field.attname, field.default) for field in fields if callable(field.default) and field.has_default())
    plain = {field.attname: field.get_default() for field in fields if field.attname not in dict(made)}
    return plain, made, {field.name: field.attname for field in fields if isinstance(field, ForeignKey)}


def insert(rows: Sequence[Model]) -> None:
    """Insert new rows of one model in one statement, and set their keys."""
    if not rows:
        return
    into, marks, key, readers = _insertion(type(rows[0]), connection.vendor)
    values = [read(row) for row in rows for read in readers]
    with connection.cursor() as cursor:
        cursor.execute(f"{into} VALUES {', '.join([marks] * len(rows))} RETURNING {key}", values)
        for row, (made,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = made
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


@cache
def _insertion(model: type[Model], vendor: str) -> tuple[str, str, str, tuple[Callable[[Any], Any], ...]]:
    meta, quote = model._meta, connection.ops.quote_name
    fields = tuple(field for field in meta.concrete_fields if field is not meta.pk)
    names = ", ".join(quote(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    return (
        f"INSERT INTO {quote(meta.db_table)} ({names})",
        f"({marks})",
        quote(_key(model)),
        tuple(map(_reader, fields)),
    )


def update(row: Model, names: Iterable[str]) -> None:
    """Update these fields of a row."""
    sql, readers = _setting(type(row), tuple(names), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*(read(row) for read in readers), row.pk])


@cache
def _setting(model: type[Model], names: tuple[str, ...], vendor: str) -> tuple[str, tuple[Callable[[Any], Any], ...]]:
    meta, quote = model._meta, connection.ops.quote_name
    fields: list[Field[Any, Any]] = [meta.get_field(name) for name in names]  # type: ignore[misc]
    sets = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    sql = f"UPDATE {quote(meta.db_table)} SET {sets} WHERE {quote(_key(model))} = %s"
    return sql, tuple(map(_reader, fields))


def _key(model: type[Model]) -> str:
    assert model._meta.pk is not None
    return str(model._meta.pk.column)


def _reader(field: "Field[Any, Any]") -> Callable[[Any], Any]:
    """Return a function that reads a field of a row as the database needs it."""
    if isinstance(field, ForeignKey):
        name = field.name
        return lambda row: getattr(getattr(row, name), "pk", None)  # which may have just been given its key
    read = attrgetter(field.attname)
    if not isinstance(field, PREPARED):
        return read

    def prepared(row: Any) -> Any:
        value = read(row)
        return None if value is None else field.get_db_prep_save(value, connection)

    return prepared
