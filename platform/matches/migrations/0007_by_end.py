"""Find matches by when they ended."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Matches that are not over are in no index that they do not need."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("matches", "0006_presence")]

    operations: ClassVar = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["ended_at"],
                name="matches_by_end",
                condition=models.Q(ended_at__isnull=False),
            ),
        )
    ]
