"""A search and a table have the ladder's clock, and nobody's own."""

from typing import ClassVar

from django.db import migrations

SAY_WHAT_HELD = """
    UPDATE ratings_ladder SET settings = '{"on_timeout": "auto"}'::jsonb || settings"""
"""Old streams say nothing of it, and a fold of them says the same."""


class Migration(migrations.Migration):
    """Drop the clocks that those who searched chose."""

    dependencies: ClassVar = [("ratings", "0001_initial")]

    operations: ClassVar = [
        migrations.RemoveField(model_name="seek", name="per_move"),
        migrations.RemoveField(model_name="call", name="per_move"),
        migrations.RunSQL(SAY_WHAT_HELD, migrations.RunSQL.noop),
    ]
