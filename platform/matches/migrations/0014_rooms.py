"""Remarks of tournaments' rooms, in people's own words, and removed ones."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make room for them beside the phrases of tables."""

    dependencies: ClassVar = [("matches", "0013_personal_invitation")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="remark",
            name="match",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="matches.match",
            ),
        ),
        migrations.AddField(
            model_name="remark",
            name="tournament",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="remark",
            name="words",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="remark",
            name="removed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="remark",
            index=models.Index(
                condition=models.Q(("tournament__isnull", False)),
                fields=["tournament", "-id"],
                name="matches_remarks_of_room",
            ),
        ),
        migrations.AddConstraint(
            model_name="remark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("match__isnull", False), ("tournament__isnull", True), _connector="AND"
                )
                | models.Q(("match__isnull", True), ("tournament__isnull", False)),
                name="matches_remark_at_one_place",
            ),
        ),
    ]
