"""Let a table's row say that it came to nothing and waits for the staff."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """No table of old waits so: what came to nothing was called off there and then."""

    dependencies: ClassVar = [("tournaments", "0002_staff")]

    operations: ClassVar = [
        migrations.AddField("table", "stopped", models.TextField(blank=True, default="")),
    ]
