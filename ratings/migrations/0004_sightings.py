"""From where accounts play, as keyed digests that are kept for a month."""

from typing import ClassVar

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the table."""

    dependencies: ClassVar = [
        ("ratings", "0003_meetings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Sighting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("origin", models.TextField()),
                ("seen_at", models.DateTimeField(db_index=True)),
                (
                    "account",
                    models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE),
                ),
                (
                    "ladder",
                    models.ForeignKey("ratings.ladder", on_delete=models.CASCADE, related_name="+"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("ladder", "origin", "account"), name="ratings_seen_once"
                    )
                ]
            },
        ),
    ]
