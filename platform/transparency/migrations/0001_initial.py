"""The tables of the log; its entries are never changed, as the events are not."""

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

KEEP = """
CREATE TRIGGER transparency_logentry_no_change BEFORE UPDATE OR DELETE ON transparency_logentry
    FOR EACH ROW EXECUTE FUNCTION eventstore_refuse();
CREATE TRIGGER transparency_logentry_no_truncate BEFORE TRUNCATE ON transparency_logentry
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
"""
FORGET = """
DROP TRIGGER transparency_logentry_no_change ON transparency_logentry;
DROP TRIGGER transparency_logentry_no_truncate ON transparency_logentry;
"""


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the application's role read and add entries, and nothing else."""
    role = schema_editor.quote_value(settings.DATABASES["default"]["USER"]).strip("'")
    quoted = schema_editor.connection.ops.quote_name(role)
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if cursor.fetchone() == (role,):
            # One role for everything: the triggers alone guard the table.
            return
    schema_editor.execute(f"REVOKE ALL ON transparency_logentry FROM {quoted}")
    schema_editor.execute(f"GRANT SELECT, INSERT ON transparency_logentry TO {quoted}")


class Migration(migrations.Migration):
    initial = True
    dependencies = [("eventstore", "0004_checkpoints")]
    operations = [
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("index", models.BigIntegerField(primary_key=True, serialize=False)),
                ("entry", models.BinaryField()),
                ("stream_kind", models.TextField()),
                ("stream_id", models.UUIDField()),
                ("version", models.IntegerField()),
                ("hash", models.BinaryField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["stream_kind", "stream_id", "-index"],
                        name="transparency_entry_latest",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="LogTile",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "level",
                        "index",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("level", models.SmallIntegerField()),
                ("index", models.BigIntegerField()),
                ("hashes", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="LogCheckpoint",
            fields=[
                ("size", models.BigIntegerField(primary_key=True, serialize=False)),
                ("root", models.BinaryField()),
                ("at", models.DateTimeField()),
                ("note", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="StreamBlind",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream_kind",
                        "stream_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("stream_kind", models.TextField()),
                ("stream_id", models.UUIDField()),
                ("blind", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="WitnessedLog",
            fields=[
                ("origin", models.TextField(primary_key=True, serialize=False)),
                ("size", models.BigIntegerField()),
                ("root", models.BinaryField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RunSQL(KEEP, FORGET),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
