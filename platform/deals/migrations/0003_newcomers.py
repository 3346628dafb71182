"""Accounts that are newer than the deal they play count in no table."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add who counts in no table."""

    dependencies: ClassVar = [("deals", "0002_round_deals")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="attempt",
            name="is_newcomer",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
