"""The wells that the deals of ladders come from, and which match has which slot of them."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

from eventstore import append_only


class Migration(migrations.Migration):
    """Ladders from before have none until their next season."""

    dependencies: ClassVar = [("ratings", "0007_beacon_of_the_deals")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="LadderWell",
            fields=[
                ("well", models.TextField(primary_key=True, serialize=False)),
                ("ladder", models.UUIDField(db_index=True)),
                ("secret", models.BinaryField()),
            ],
        ),
        append_only.grant("ratings_ladderwell"),
        migrations.AddField(
            model_name="ladder",
            name="slots",
            field=models.IntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="ladder",
            name="well",
            field=models.TextField(db_default="", default=""),
        ),
        migrations.CreateModel(
            name="MadeMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slot", models.IntegerField()),
                ("match", models.UUIDField(unique=True)),
                ("well", models.TextField()),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="made",
                        to="ratings.ladder",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["ladder", "well"], name="ratings_made_by_well")],
                "constraints": [
                    models.UniqueConstraint(fields=("ladder", "slot"), name="ratings_slot_once")
                ],
            },
        ),
    ]
