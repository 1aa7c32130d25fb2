"""Drop the indexes that no query needs: most are the beginning of a unique one, and every booking paid for them.

They are dropped by what they cover: altering the fields would make SQLite copy the tables.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

NEEDLESS = {
    "StoredCommand": ("table",),
    "StoredEvent": ("table", "command"),
    "LedgerEntry": ("table",),
    "MeterChange": ("table",),
    "StoredRound": ("table",),
    "StoredChain": ("table",),
    "Checkpoint": ("table",),
}


def drop(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    for model, fields in NEEDLESS.items():
        meta = apps.get_model("store", model)._meta
        for column in (meta.get_field(field).column for field in fields):
            with connection.cursor() as cursor:
                found = connection.introspection.get_constraints(cursor, meta.db_table)
            for name, about in found.items():
                plain = about["index"] and not (about["unique"] or about["primary_key"] or about["foreign_key"])
                if plain and about["columns"] == [column]:
                    schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")


def restore(apps: Any, schema_editor: Any) -> None:
    for model, fields in NEEDLESS.items():
        kind = apps.get_model("store", model)
        for field in fields:
            schema_editor.execute(schema_editor._create_index_sql(kind, fields=[kind._meta.get_field(field)]))


def _key(model: str, field: str, related: str) -> migrations.AlterField:
    to = "store.storedcommand" if field == "command" else "store.table"
    key = models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name=related, to=to
    )
    return migrations.AlterField(model_name=model, name=field, field=key)


class Migration(migrations.Migration):
    dependencies = (("store", "0013_token_scopes"),)
    operations = (
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, restore)],
            state_operations=[
                _key("storedcommand", "table", "commands"),
                _key("storedevent", "table", "events"),
                _key("storedevent", "command", "events"),
                _key("ledgerentry", "table", "entries"),
                _key("meterchange", "table", "meter_changes"),
                _key("storedround", "table", "rounds"),
                _key("storedchain", "table", "chains"),
                _key("checkpoint", "table", "checkpoints"),
            ],
        ),
    )
