"""A code under the head of every table. Those that are there get theirs: from here on one without is a fault."""

from typing import Any

from django.db import migrations, models

from paigow.web.seals.sealing import head_code


def forward(apps: Any, schema_editor: Any) -> None:
    rows = apps.get_model("store", "Table").objects
    for pk, slug, sequence, head in rows.values_list("pk", "slug", "sequence", "head"):
        rows.filter(pk=pk).update(head_code=head_code(slug, sequence, head))


class Migration(migrations.Migration):
    dependencies = [("store", "0004_round_form")]
    operations = [
        migrations.AddField(
            model_name="table",
            name="head_code",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.RunPython(forward, migrations.RunPython.noop),
    ]
