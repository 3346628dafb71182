"""Deals may be drawn with a public beacon."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add which one it is, what it came to, and whether it is waited for."""

    dependencies: ClassVar = [("deals", "0003_newcomers")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="deal",
            name="awaits_beacon",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="deal",
            name="beacon",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="deal",
            name="beacon_value",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
    ]
