"""The append-only table, the triggers that keep it so, and the rights of the application."""

from django.db import migrations, models

from eventstore import append_only

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
"""

DROP = """
DROP TABLE eventstore_event;
DROP FUNCTION eventstore_refuse();
"""


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunSQL(
            CREATE + append_only.keep("eventstore_event"),
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
        append_only.grant("eventstore_event"),
    ]
