"""How the latest seats of an account are found."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Make the index."""

    dependencies: ClassVar = [("matches", "0011_remarks")]

    operations: ClassVar = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["account", "-match"], name="matches_seats_latest"),
        ),
    ]
