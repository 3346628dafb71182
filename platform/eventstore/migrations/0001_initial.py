"""The append-only table, the triggers that keep it so, and the rights of the application."""

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

CREATE = """
CREATE TABLE eventstore_event (
    stream_kind text NOT NULL,
    stream_id uuid NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    type text NOT NULL,
    schema smallint NOT NULL DEFAULT 1,
    body text NOT NULL,
    actor text NOT NULL,
    key text,
    fingerprint bytea,
    recorded_at timestamptz(3) NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (stream_kind, stream_id, version)
);
CREATE UNIQUE INDEX eventstore_event_command ON eventstore_event (actor, key)
    WHERE key IS NOT NULL;

CREATE FUNCTION eventstore_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER eventstore_event_no_change BEFORE UPDATE OR DELETE ON eventstore_event
    FOR EACH ROW EXECUTE FUNCTION eventstore_refuse();
CREATE TRIGGER eventstore_event_no_truncate BEFORE TRUNCATE ON eventstore_event
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
ALTER TABLE eventstore_event ENABLE ALWAYS TRIGGER eventstore_event_no_change;
ALTER TABLE eventstore_event ENABLE ALWAYS TRIGGER eventstore_event_no_truncate;
"""

DROP = """
DROP TABLE eventstore_event;
DROP FUNCTION eventstore_refuse();
"""


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the application's role read and add events, and nothing else."""
    role = schema_editor.quote_value(settings.DATABASES["default"]["USER"]).strip("'")
    quoted = schema_editor.connection.ops.quote_name(role)
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if cursor.fetchone() == (role,):
            # One role for everything: the triggers alone guard the table.
            return
    schema_editor.execute(f"REVOKE ALL ON eventstore_event FROM {quoted}")
    schema_editor.execute(f"GRANT SELECT, INSERT ON eventstore_event TO {quoted}")


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunSQL(
            CREATE,
            DROP,
            state_operations=[
                migrations.CreateModel(
                    name="Event",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "stream_kind",
                                "stream_id",
                                "version",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("stream_kind", models.TextField()),
                        ("stream_id", models.UUIDField()),
                        ("version", models.IntegerField()),
                        ("type", models.TextField()),
                        ("schema", models.SmallIntegerField(default=1)),
                        ("body", models.TextField()),
                        ("actor", models.TextField()),
                        ("key", models.TextField(null=True)),
                        ("fingerprint", models.BinaryField(null=True)),
                        ("recorded_at", models.DateTimeField()),
                        ("hash", models.BinaryField()),
                    ],
                    options={"db_table": "eventstore_event", "managed": False},
                ),
            ],
        ),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
