"""What each stream ended with when it was last found whole, and which runs read everything."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the table of checkpoints; the runs so far have read everything."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("eventstore", "0003_chain_2")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream_kind",
                        "stream_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("stream_kind", models.TextField()),
                ("stream_id", models.UUIDField()),
                ("version", models.IntegerField()),
                ("hash", models.BinaryField()),
                ("checked_at", models.DateTimeField()),
                ("is_whole", models.BooleanField(default=True, db_default=True)),
            ],
        ),
        migrations.AddField(
            "Verification", "is_full", models.BooleanField(default=True, db_default=True)
        ),
    ]
