"""When accounts were last there."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the table."""

    dependencies: ClassVar = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("matches", "0005_room_for_updates"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("seen_at", models.DateTimeField()),
                ("gone_at", models.DateTimeField(null=True)),
                ("back_at", models.DateTimeField(null=True)),
            ],
        ),
    ]
