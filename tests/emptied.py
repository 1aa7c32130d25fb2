"""What Django establishes in an empty database, put back as it was the first time.

After each test with transactions of its own Django empties all tables and has every app establish its content types,
permissions and roles again, with hundreds of queries: a quarter of such a test's time.
"""

from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.core.management.sql import emit_post_migrate_signal
from django.db import connections, transaction

Rows = dict[str, list[tuple[Any, ...]]]
_ESTABLISHED: dict[str, Rows] = {}
"""The rows of each table that has any, by the name of the database."""


def establish(verbosity: int, interactive: bool, db: str, **kwargs: Any) -> None:
    """Do what `emit_post_migrate_signal` does after a flush, by the rows that it left when it was first called."""
    connection = connections[db]
    name = str(connection.settings_dict["NAME"])
    quoted = connection.ops.quote_name
    with transaction.atomic(using=db), connection.cursor() as cursor:
        if name not in _ESTABLISHED:
            emit_post_migrate_signal(verbosity, interactive, db, **kwargs)
            _ESTABLISHED[name] = {}
            for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
                cursor.execute(f"SELECT * FROM {quoted(table)}")
                if rows := cursor.fetchall():
                    _ESTABLISHED[name][table] = rows
            return
        for table, rows in _ESTABLISHED[name].items():
            row = f"({', '.join(['%s'] * len(rows[0]))})"
            values = [value for each in rows for value in each]
            cursor.execute(f"INSERT INTO {quoted(table)} VALUES {', '.join([row] * len(rows))}", values)
    ContentType.objects.clear_cache()
