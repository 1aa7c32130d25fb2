"""The groups player, floor, auditor and operator with their permissions."""

from typing import Any

from django.db import migrations

from paigow.web.people.roles import establish


def forward(apps: Any, schema_editor: Any) -> None:
    establish(apps)


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]
    operations = [migrations.RunPython(forward, migrations.RunPython.noop)]
