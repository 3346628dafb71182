"""Room for chain 2, whose hashes cover who did something as well."""

from typing import ClassVar

from django.db import migrations, models

# The stored rows are of chain 1 and fit by the defaults: there is nothing to look at row by row.
ADD = """
ALTER TABLE eventstore_event
    ADD COLUMN chain smallint NOT NULL DEFAULT 1,
    ADD COLUMN salt bytea,
    ADD COLUMN by bytea;
ALTER TABLE eventstore_event ADD CONSTRAINT eventstore_event_author CHECK (
    chain = 1 AND salt IS NULL AND by IS NULL
    OR chain = 2 AND octet_length(salt) = 16 AND by IS NULL
    OR chain = 2 AND salt IS NULL AND octet_length(by) = 32
) NOT VALID;

CREATE FUNCTION eventstore_refuse_older_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.chain < (
        SELECT chain FROM eventstore_event
        WHERE stream_kind = NEW.stream_kind AND stream_id = NEW.stream_id
            AND version < NEW.version
        ORDER BY version DESC LIMIT 1
    ) THEN
        RAISE EXCEPTION 'stream % goes on under a newer chain than %', NEW.stream_id, NEW.chain
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER eventstore_event_no_older_chain BEFORE INSERT ON eventstore_event
    FOR EACH ROW WHEN (NEW.chain < 2) EXECUTE FUNCTION eventstore_refuse_older_chain();
ALTER TABLE eventstore_event ENABLE ALWAYS TRIGGER eventstore_event_no_older_chain;
"""

REMOVE = """
DROP TRIGGER eventstore_event_no_older_chain ON eventstore_event;
DROP FUNCTION eventstore_refuse_older_chain();
ALTER TABLE eventstore_event DROP COLUMN chain, DROP COLUMN salt, DROP COLUMN by;
"""


class Migration(migrations.Migration):
    """Add the columns, and refuse an event under an older chain than the one before it."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("eventstore", "0002_verification")]

    operations: ClassVar = [
        migrations.RunSQL(
            ADD,
            REMOVE,
            state_operations=[
                migrations.AddField("Event", "chain", models.SmallIntegerField(default=1)),
                migrations.AddField("Event", "salt", models.BinaryField(null=True)),
                migrations.AddField("Event", "by", models.BinaryField(null=True)),
            ],
        )
    ]
