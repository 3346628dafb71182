"""What the last verification found, and a way to find events by when they were recorded."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the table, and an index of a few pages: events lie in the order of their time."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("eventstore", "0001_initial")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Verification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_index=True)),
                ("streams", models.IntegerField()),
                ("faults", models.IntegerField()),
                ("first_faults", ArrayField(models.TextField(), default=list)),
            ],
        ),
        migrations.RunSQL(
            "CREATE INDEX eventstore_event_recorded ON eventstore_event"
            " USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on)",
            "DROP INDEX eventstore_event_recorded",
        ),
    ]
