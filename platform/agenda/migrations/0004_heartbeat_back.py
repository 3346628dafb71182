"""When a kind of process was last heard of again after a silence for which clocks wait."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("agenda", "0003_open_outages")]

    operations: ClassVar = [
        migrations.AddField("heartbeat", "back_at", models.DateTimeField(null=True)),
    ]
