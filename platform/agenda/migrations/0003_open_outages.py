"""Since when an outage lasts of which one kind of process has come back, and another has not."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("agenda", "0002_heartbeat")]

    operations: ClassVar = [
        migrations.AddField("heartbeat", "open_since", models.DateTimeField(null=True)),
    ]
