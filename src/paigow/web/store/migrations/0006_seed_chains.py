"""Chains of server seeds, and the protocol that each round follows: those that are there follow the first."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def forward(apps: Any, schema_editor: Any) -> None:
    """Under the first protocol the house knew every deal."""
    apps.get_model("store", "StoredRound").objects.exclude(void="").update(known=True)


class Migration(migrations.Migration):
    dependencies = [("store", "0005_head_code")]
    operations = [
        migrations.AddField(
            model_name="storedround",
            name="protocol",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="storedround", name="known", field=models.BooleanField(db_default=False, default=False)
        ),
        migrations.RunPython(forward, migrations.RunPython.noop),
        migrations.CreateModel(
            name="StoredChain",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.PositiveBigIntegerField()),
                ("length", models.PositiveIntegerField()),
                ("tip", models.CharField(max_length=64)),
                ("sealed", models.BinaryField()),
                ("number", models.PositiveBigIntegerField()),
                ("at", models.DateTimeField()),
                ("signature", models.CharField(max_length=128)),
                ("key", models.CharField(max_length=64)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chains", to="store.table"
                    ),
                ),
            ],
            options={
                "ordering": ("table", "first"),
                "constraints": [models.UniqueConstraint(fields=("table", "first"), name="one_chain_a_round")],
            },
        ),
    ]
