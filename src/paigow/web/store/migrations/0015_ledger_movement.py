"""Store the movement of each transfer, which until now had to be read out of its reason."""

from typing import Any

from django.db import migrations, models
from django.db.models import F

from paigow.money import Movement


def read_reasons(apps: Any, schema_editor: Any) -> None:
    """Every movement but two is its own reason; the others state a line of a pay table."""
    entries = apps.get_model("store", "LedgerEntry").objects.using(schema_editor.connection.alias)
    entries.filter(reason__in=[str(each) for each in Movement]).update(movement=F("reason"))
    entries.filter(movement="", reason__startswith="Envy Bonus, ").update(movement=str(Movement.ENVY))
    entries.filter(movement="").update(movement=str(Movement.AWARD))


class Migration(migrations.Migration):
    dependencies = (("store", "0014_fewer_indexes"),)
    operations = (
        migrations.AddField("ledgerentry", "movement", models.CharField(max_length=60, default=""), preserve_default=False),
        migrations.RunPython(read_reasons, migrations.RunPython.noop),
    )
