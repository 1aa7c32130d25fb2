"""The few SQL statements that run many times a second.

The ORM builds the SQL of a query each time, which costs ten times what the database takes to answer. Here it is built
once; columns are still read and written as the model's fields specify. Anything less frequent stays with the ORM.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import BinaryField, DateTimeField, Field, ForeignKey, JSONField, Model, QuerySet
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)
PREPARED = (BinaryField, DateTimeField, JSONField)
"""Field types whose values the database needs in a special form."""


NUMBER, TEXT, TIME = 987_654_321_012, "a mark", datetime(1987, 6, 5, 4, 3, 2, 101, UTC)
"""Placeholders for building queries; no query contains these values otherwise."""
Place = tuple[int, Callable[[Any], Any], int]
"""Where a parameter goes, what converts it, and which one it is."""


class Statement:
    """A query that is always the same except for its parameters.

    It is written for the ORM, as a function of the parameters, and built once with placeholders (`NUMBER`, `TEXT`,
    `TIME`), which mark where each query's values go.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Any]"], *marks: Any) -> None:
        self._build, self._marks = build, marks
        self._made: dict[str, tuple[str, list[Any], list[Place], Any, Any]] = {}

    def __call__(self, *values: Any) -> list[tuple[Any, ...]]:
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._make()
        sql, given, places, compiler, converters = made
        params = list(given)
        for place, convert, which in places:
            params[place] = convert(values[which])
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            found = cursor.fetchall()
        return [tuple(row) for row in (compiler.apply_converters(found, converters) if converters else found)]

    def _make(self) -> tuple[str, list[Any], list[Place], Any, Any]:
        compiler: Any = self._build(*self._marks).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        marks = [moment(mark) if isinstance(mark, datetime) else mark for mark in self._marks]
        places: list[Place] = [  # including its type: a driver may have its own integers
            (place, moment if isinstance(self._marks[which], datetime) else type(each), which)
            for place, each in enumerate(params)
            for which, mark in enumerate(marks)
            if isinstance(each, type(mark)) and each == mark
        ]
        assert {which for _place, _kind, which in places} == set(range(len(self._marks))), sql
        converters = compiler.get_converters([expression for expression, *_ in compiler.select[: compiler.col_count]])
        return sql, list(params), places, compiler, converters


def row_of(model: type[M], names: Iterable[str], values: Iterable[Any]) -> M:
    """Return a row with these columns loaded; the others are fetched on demand.

    It is what the model's `from_db` returns, in a third of the time.
    """
    row = model.__new__(model)
    row._state = state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    row.__dict__.update(zip(names, values, strict=True))
    return row


class Insertion:
    """The statement that inserts rows of one model, each given as the values of these columns.

    The values are as the database needs them: JSON as text, and times as `moment` returns them. With `replacing`, a row
    with the same value in that column is replaced. The statement is the same for any number of rows, so that it is
    parsed and planned once: SQLite runs it for each row, and PostgreSQL takes all rows from one JSON value.
    """

    def __init__(self, model: type[Model], *names: str, replacing: str = "") -> None:
        self.names = names
        self._model, self._replacing = model, replacing
        self._made: dict[str, str] = {}

    def __call__(self, rows: Sequence[Sequence[Any]]) -> None:
        if not rows:
            return
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(self._sql(), [self.json(rows)])
            else:
                cursor.executemany(self._sql(), rows)

    @property
    def key(self) -> str:
        """The column of the primary key, in quotes."""
        return connection.ops.quote_name(_key(self._model))

    def keys(self, rows: Sequence[Sequence[Any]], by: str) -> dict[Any, int]:
        """Insert the rows and return their primary keys by the value of a column that differs in each."""
        if not rows:
            return {}
        sql = f"{self._sql()} RETURNING {connection.ops.quote_name(by)}, {self.key}"
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(sql, [self.json(rows)])
            else:
                marks = f"({', '.join(['%s'] * len(self.names))})"
                sql = sql.replace(marks, ", ".join([marks] * len(rows)))
                cursor.execute(sql, [value for row in rows for value in row])
            return dict(cursor.fetchall())

    def _sql(self) -> str:
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._make()
        return made

    def _make(self) -> str:
        fields, quote = _fields(self._model, self.names), connection.ops.quote_name
        columns = [quote(str(field.column)) for field in fields]
        if connection.vendor == "postgresql":
            sql = self.selecting()
        else:
            sql = f"{self._into(columns)} VALUES ({', '.join(['%s'] * len(columns))})"
        if self._replacing:
            (same,) = (quote(str(field.column)) for field in _fields(self._model, (self._replacing,)))
            sets = ", ".join(f"{name} = excluded.{name}" for name in columns if name != same)
            sql += f" ON CONFLICT ({same}) DO UPDATE SET {sets}"
        return sql

    def _into(self, columns: list[str]) -> str:
        return f"INSERT INTO {connection.ops.quote_name(self._model._meta.db_table)} ({', '.join(columns)})"

    def selecting(self, given: Mapping[str, str] = {}) -> str:
        """Return the statement for PostgreSQL; `given` has other expressions for some columns."""
        fields = _fields(self._model, self.names)
        columns = [connection.ops.quote_name(str(field.column)) for field in fields]
        read, plain = [], []
        for field, name in zip(fields, columns, strict=True):
            kind = str(field.db_type(connection))
            cast = f"decode({name}, 'base64')" if kind == "bytea" else f"{name}::{kind}" if kind == "jsonb" else name
            read.append(given.get(field.attname, cast))
            plain.append(f"{name} {'text' if kind in ('bytea', 'jsonb') else kind}")
        rows = f"json_to_recordset(%s::json) AS rows ({', '.join(plain)})"
        return f"{self._into(columns)} SELECT {', '.join(read)} FROM {rows}"

    def json(self, rows: Sequence[Sequence[Any]]) -> str:
        """Return the parameter of the statement for PostgreSQL."""
        return _ROWS([dict(zip(self.names, row, strict=True)) for row in rows])


class LinkedInsertion:
    """The statement that inserts rows of several models, the second of which refers to the first.

    A row of the second has in column `link`, in place of a primary key, the value that the row of the first has in
    column `by`. On PostgreSQL all of it is one statement, because round trips cost more than the rows.
    """

    def __init__(self, first: Insertion, by: str, second: Insertion, link: str, *others: Insertion) -> None:
        self._first, self._by, self._second, self._link, self._others = first, by, second, link, others
        self._made = ""

    def __call__(self, *rows: Sequence[Sequence[Any]]) -> None:
        if connection.vendor == "postgresql":
            self._made = self._made or self._make()
            parts = (self._first, self._second, *self._others)
            first, second, *others = (part.json(some) for part, some in zip(parts, rows, strict=True))
            with connection.cursor() as cursor:
                cursor.execute(self._made, [first, *others, second])
            return
        keys, at = self._first.keys(rows[0], self._by), self._second.names.index(self._link)
        self._second([(*row[:at], keys[row[at]], *row[at + 1 :]) for row in rows[1]])
        for part, some in zip(self._others, rows[2:], strict=True):
            part(some)

    def _make(self) -> str:
        by, link = map(connection.ops.quote_name, (self._by, self._link))
        parts = [
            f"linked (value, key) AS ({self._first.selecting()} RETURNING {by}, {self._first.key})",
            *(f"part_{number} AS ({each.selecting()})" for number, each in enumerate(self._others)),
        ]
        second = self._second.selecting({self._link: "linked.key"})
        return f"WITH {', '.join(parts)} {second} JOIN linked ON linked.value = rows.{link}"


def _as_text(value: Any) -> str:
    """Return bytes and times as PostgreSQL reads them from JSON."""
    return b64encode(value).decode() if isinstance(value, bytes) else str(value)


_ROWS = json.JSONEncoder(separators=(",", ":"), default=_as_text).encode


class Setting:
    """The statement that updates these columns where those others have given values; it returns how many rows it met.

    The values are as the database needs them, as for an `Insertion`.
    """

    def __init__(self, model: type[Model], names: Sequence[str], where: Sequence[str]) -> None:
        self._model, self._names, self._where = model, names, where
        self._made: dict[str, str] = {}

    def __call__(self, values: Sequence[Any], where: Sequence[Any]) -> int:
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._make()
        with connection.cursor() as cursor:
            cursor.execute(made, [*values, *where])
            return int(cursor.rowcount)

    def _make(self) -> str:
        quote = connection.ops.quote_name
        json_mark = "%s::jsonb" if connection.vendor == "postgresql" else "%s"
        sets = ", ".join(
            f"{quote(str(field.column))} = {json_mark if isinstance(field, JSONField) else '%s'}"
            for field in _fields(self._model, self._names)
        )
        where = " AND ".join(f"{quote(str(field.column))} = %s" for field in _fields(self._model, self._where))
        return f"UPDATE {quote(self._model._meta.db_table)} SET {sets} WHERE {where}"


def moment(at: datetime) -> Any:
    """Return a time as the database needs it."""
    return connection.ops.adapt_datetimefield_value(at)


def _fields(model: type[Model], names: Iterable[str]) -> list["Field[Any, Any]"]:
    known = {field.attname: field for field in model._meta.concrete_fields}
    return [known[name] for name in names]


def update(row: Model, names: Iterable[str], also: str = "", given: Sequence[Any] = ()) -> None:
    """Update these fields of a row.

    `also` is an expression with these parameters that PostgreSQL evaluates in the same round trip.
    """
    sql, readers = _setting(type(row), tuple(names), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} RETURNING {also}" if also else sql, [*(read(row) for read in readers), row.pk, *given])


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
