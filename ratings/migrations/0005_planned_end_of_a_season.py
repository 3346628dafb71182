"""A season may close by itself; nothing is planned for those that run."""

from typing import ClassVar

from django.db import migrations

SAY_WHAT_HELD = """
    UPDATE ratings_ladder
    SET settings = '{"season_end": {"at": "", "name": "", "keep_percent": 50}}'::jsonb || settings"""
"""Old streams say nothing of it, and a fold of them says the same."""


class Migration(migrations.Migration):
    """Write into the rows what a fold gives."""

    dependencies: ClassVar = [("ratings", "0004_sightings")]

    operations: ClassVar = [migrations.RunSQL(SAY_WHAT_HELD, migrations.RunSQL.noop)]
