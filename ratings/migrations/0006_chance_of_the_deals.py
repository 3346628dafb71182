"""From whom the chance of a ladder's deals has to come: before it could be asked for, from nobody."""

from typing import ClassVar

from django.db import migrations

SAY_WHAT_HELD = """
    UPDATE ratings_ladder SET settings = '{"chance": "offered"}'::jsonb || settings"""
"""Old streams say nothing of it, and a fold of them says the same."""


class Migration(migrations.Migration):
    """Add the setting to ladders from before."""

    dependencies: ClassVar = [("ratings", "0005_planned_end_of_a_season")]

    operations: ClassVar = [migrations.RunSQL(SAY_WHAT_HELD, migrations.RunSQL.noop)]
