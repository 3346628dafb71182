"""The row by which outages are known, and the outages."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Make both tables."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("agenda", "0001_initial")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("id", models.SmallIntegerField(primary_key=True, serialize=False)),
                ("beat_at", models.DateTimeField()),
            ],
            options={"db_table": "agenda_heartbeat"},
        ),
        migrations.CreateModel(
            name="OutageRow",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(db_index=True)),
            ],
            options={"db_table": "agenda_outage"},
        ),
    ]
