"""Whether the deals of a ladder wait for a public beacon: before there were any, none did."""

from typing import ClassVar

from django.db import migrations

SAY_WHAT_HELD = """
    UPDATE ratings_ladder SET settings = '{"beacon": false}'::jsonb || settings"""
"""Old streams say nothing of it, and a fold of them says the same."""


class Migration(migrations.Migration):
    """Add the setting to ladders from before."""

    dependencies: ClassVar = [("ratings", "0006_chance_of_the_deals")]

    operations: ClassVar = [migrations.RunSQL(SAY_WHAT_HELD, migrations.RunSQL.noop)]
