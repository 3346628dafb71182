"""Who has met whom, and what each pair of a match counted."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

SAY_WHAT_HELD = """
    UPDATE ratings_ladder
    SET settings = '{"moves_min": 0, "repeats": null, "members": []}'::jsonb || settings"""
"""Old streams say nothing of it, and a fold of them says the same."""


def numbers() -> "ArrayField[list[int], list[int]]":
    """Return a column of whole numbers by seat."""
    return ArrayField(base_field=models.IntegerField(), default=list, size=None)


class Migration(migrations.Migration):
    """Add the counts; ladders from before have none."""

    dependencies: ClassVar = [("ratings", "0002_clock_of_the_ladder")]

    operations: ClassVar = [
        migrations.AddField("ratingchange", "met", models.IntegerField(default=0)),
        migrations.AddField("ratingchange", "on_day", numbers()),
        migrations.AddField("ratingchange", "in_season", numbers()),
        migrations.AddField("ratingchange", "weights", numbers()),
        migrations.AddField("standing", "met", models.IntegerField(default=0)),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("one", models.TextField()),
                ("other", models.TextField()),
                ("season", models.IntegerField()),
                ("season_games", models.IntegerField()),
                ("day", models.DateField()),
                ("on_day", models.IntegerField()),
                (
                    "ladder",
                    models.ForeignKey(
                        "ratings.ladder", on_delete=models.CASCADE, related_name="meetings"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("ladder", "one", "other"), name="ratings_meet_once"
                    )
                ]
            },
        ),
        migrations.RunSQL(SAY_WHAT_HELD, migrations.RunSQL.noop),
    ]
