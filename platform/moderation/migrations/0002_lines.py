"""What was said around a remark that is reported, and what was said in own words."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Make room for the copies."""

    dependencies: ClassVar = [("moderation", "0001_initial")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="report",
            name="said",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="report",
            name="tournament",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="report",
            name="lines",
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]
