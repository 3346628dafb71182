"""Matches say whether they were played here or brought in from a log."""

from typing import ClassVar

from django.db import migrations, models

IMPORTED = """
UPDATE matches_match SET imported_at = now() FROM eventstore_event
WHERE stream_kind = 'match' AND stream_id = matches_match.id AND eventstore_event.version = 1
    AND actor = 'import'
"""


class Migration(migrations.Migration):
    """Add the moment at which a match was imported, and note it of those that have been."""

    dependencies: ClassVar = [("matches", "0007_by_end"), ("eventstore", "0001_initial")]

    operations: ClassVar = [
        migrations.AddField(
            "match", "imported_at", models.DateTimeField(editable=False, null=True)
        ),
        migrations.RunSQL(IMPORTED, migrations.RunSQL.noop),
        # A file's word that a match was rated, or a tournament's, counts for nothing here.
        migrations.RunSQL(
            "UPDATE matches_match SET ladder_id = NULL, table_id = NULL"
            " WHERE imported_at IS NOT NULL",
            migrations.RunSQL.noop,
        ),
    ]
