"""Tokens have scopes and expire. Those made before keep all that they opened."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def give_all(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("store", "ApiToken").objects.update(scopes=["read", "play", "run"])


class Migration(migrations.Migration):
    dependencies = [("store", "0012_plurals")]

    operations = [
        migrations.AddField("apitoken", "scopes", models.JSONField(default=list)),
        migrations.AddField("apitoken", "expires_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(give_all, migrations.RunPython.noop),
    ]
