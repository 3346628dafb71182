"""Leave room on the pages of the matches' rows, which every move updates."""

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    """With room on its page an updated row needs no new entries in the indexes (PostgreSQL: HOT)."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("matches", "0004_vacation")]

    operations: ClassVar = [
        migrations.RunSQL(
            "ALTER TABLE matches_match SET (fillfactor = 60)",
            "ALTER TABLE matches_match RESET (fillfactor)",
        )
    ]
