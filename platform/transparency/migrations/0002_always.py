"""The triggers of the log fire in whatever session, as those of the events do."""

from typing import ClassVar

from django.db import migrations

from eventstore import append_only


class Migration(migrations.Migration):
    """Say so where the table came with triggers that a replica's session passes."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("transparency", "0001_initial")]

    operations: ClassVar = [
        migrations.RunSQL(append_only.keep_always("transparency_logentry"), migrations.RunSQL.noop)
    ]
