"""The events in partitions: by kind, and those of matches by the month in which they were opened.

While the site runs on. What takes long (indexes, copies, the check of every row) is done beside the
table in use, or under a lock that nobody waits for. Two locks are short, however long the table:
one in which the little that is not of the first partition moves to tables beside it, which inherit
from it, and one in which it becomes the first partition as it stands. Every step can be done again,
so a migration that was broken off goes on where it was.

A command's key becomes unique in its stream. What opens a stream has its key in a table of its own,
since it has another id every time.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import ClassVar

from django.conf import settings
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.utils import CursorWrapper
from django.db.migrations.state import StateApps

from eventstore import append_only
from eventstore.months import Month

SEARCH_PATH = "SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)"
"""What the functions name is never looked for among somebody's temporary tables first."""

OPENINGS = f"""
CREATE TABLE eventstore_opening (
    actor text NOT NULL,
    key text NOT NULL,
    stream_kind text NOT NULL,
    stream_id uuid NOT NULL,
    fingerprint bytea,
    PRIMARY KEY (actor, key)
);
{append_only.keep("eventstore_opening")}
CREATE FUNCTION eventstore_open() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO eventstore_opening (actor, key, stream_kind, stream_id, fingerprint)
    VALUES (NEW.actor, NEW.key, NEW.stream_kind, NEW.stream_id, NEW.fingerprint);
    RETURN NULL;
END $$;
CREATE TRIGGER eventstore_event_opening AFTER INSERT ON eventstore_event
    FOR EACH ROW WHEN (NEW.version = 1 AND NEW.key IS NOT NULL)
    EXECUTE FUNCTION eventstore_open();
"""  # noqa: S608 - built from constants

EARLIER_OPENINGS = """
INSERT INTO eventstore_opening (actor, key, stream_kind, stream_id, fingerprint)
SELECT actor, key, stream_kind, stream_id, fingerprint FROM eventstore_event
WHERE version = 1 AND key IS NOT NULL ON CONFLICT DO NOTHING
"""

IN_STREAM = """
CREATE UNIQUE INDEX CONCURRENTLY eventstore_event_before_command
    ON eventstore_event (stream_kind, stream_id, actor, key) WHERE key IS NOT NULL
"""
BRIN = "USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on)"

APART = """
CREATE TABLE eventstore_event_other
    (LIKE eventstore_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
CREATE TABLE eventstore_event_match_rest
    (LIKE eventstore_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
ALTER TABLE eventstore_event_other
    ADD CONSTRAINT eventstore_event_other_pkey PRIMARY KEY (stream_kind, stream_id, version),
    ADD CONSTRAINT eventstore_event_apart
        CHECK (NOT (stream_kind IS NOT NULL AND stream_kind = 'match'));
ALTER TABLE eventstore_event_match_rest
    ADD CONSTRAINT eventstore_event_match_rest_pkey PRIMARY KEY (stream_kind, stream_id, version);
"""
"""Where that goes which the first partition does not take; beside the table until the end."""
PARTS = ("eventstore_event_other", "eventstore_event_match_rest")

NOT_BEFORE = (
    "(stream_kind < 'match' OR stream_kind > 'match' OR stream_kind = 'match' AND stream_id >= %s)"
)
"""What the first partition does not take, in words for which the primary key serves."""
OF_PART = ("stream_kind <> 'match'", "stream_kind = 'match'")
COPY = f"""
INSERT INTO {{part}} SELECT * FROM ONLY eventstore_event AS old WHERE {NOT_BEFORE} AND {{of_part}}
    AND NOT EXISTS (SELECT FROM {{part}} AS new WHERE new.stream_kind = old.stream_kind
        AND new.stream_id = old.stream_id AND new.version = old.version)
"""  # noqa: S608 - built from constants
DIGEST = """
SELECT count(*), coalesce(sum(hashtextextended(row(event.*)::text, 0)::numeric), 0)
FROM ONLY {} AS event WHERE {}
"""

PART = f"""
ALTER TABLE eventstore_event DISABLE TRIGGER eventstore_event_no_change;
DELETE FROM ONLY eventstore_event WHERE {NOT_BEFORE};
ALTER TABLE eventstore_event ENABLE ALWAYS TRIGGER eventstore_event_no_change;
ALTER TABLE eventstore_event ADD CONSTRAINT eventstore_event_before CHECK (
    stream_kind IS NOT NULL AND stream_kind = 'match'
    AND stream_id IS NOT NULL AND stream_id < %s
) NO INHERIT NOT VALID;
CREATE FUNCTION eventstore_apart() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.stream_kind = 'match' THEN
        INSERT INTO eventstore_event_match_rest SELECT NEW.*;
    ELSE
        INSERT INTO eventstore_event_other SELECT NEW.*;
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION eventstore_apart FROM PUBLIC;
CREATE TRIGGER eventstore_event_redirect BEFORE INSERT ON eventstore_event
    FOR EACH ROW WHEN (NOT (NEW.stream_kind = 'match' AND NEW.stream_id < %s))
    EXECUTE FUNCTION eventstore_apart();
""" + "".join(  # noqa: S608 - built from constants
    f"""
ALTER TABLE {part} INHERIT eventstore_event;
CREATE TRIGGER {part}_opening AFTER INSERT ON {part}
    FOR EACH ROW WHEN (NEW.version = 1 AND NEW.key IS NOT NULL)
    EXECUTE FUNCTION eventstore_open();
{append_only.keep(part)}"""
    for part in PARTS
)
"""Everybody goes on to read and write the table alone: it has what it had, and what it does not
take any more goes to the two beside it, which it shows as its own. From now on a check can say of
it what the partition must be, and be validated while the site runs on."""

BOUND = """
SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') FROM pg_constraint
WHERE conname = 'eventstore_event_before' AND conrelid = 'eventstore_event'::regclass
"""

SWITCH = (
    "".join(  # noqa: S608 - built from constants
        f"""
DROP TRIGGER {part}_opening ON {part};
{append_only.forget(part)}
ALTER TABLE {part} NO INHERIT eventstore_event;"""
        for part in PARTS
    )
    + """
DROP TRIGGER eventstore_event_redirect ON eventstore_event;
DROP FUNCTION eventstore_apart;
DROP INDEX eventstore_event_command;
ALTER INDEX eventstore_event_pkey RENAME TO eventstore_event_before_pkey;
ALTER INDEX eventstore_event_recorded RENAME TO eventstore_event_before_recorded;
ALTER TABLE eventstore_event RENAME TO eventstore_event_match_before;
DROP TRIGGER eventstore_event_no_change ON eventstore_event_match_before;
DROP TRIGGER eventstore_event_no_older_chain ON eventstore_event_match_before;
DROP TRIGGER eventstore_event_opening ON eventstore_event_match_before;
CREATE TABLE eventstore_event
    (LIKE eventstore_event_match_rest INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY LIST (stream_kind);
CREATE TABLE eventstore_event_match PARTITION OF eventstore_event
    FOR VALUES IN ('match') PARTITION BY RANGE (stream_id);
ALTER TABLE eventstore_event ATTACH PARTITION eventstore_event_other DEFAULT;
ALTER TABLE eventstore_event_match ATTACH PARTITION eventstore_event_match_rest DEFAULT;
ALTER TABLE eventstore_event
    ADD CONSTRAINT eventstore_event_pkey PRIMARY KEY (stream_kind, stream_id, version);
CREATE UNIQUE INDEX eventstore_event_command
    ON eventstore_event (stream_kind, stream_id, actor, key) WHERE key IS NOT NULL;
"""
    + f"CREATE INDEX eventstore_event_recorded ON eventstore_event {BRIN};"
    + append_only.keep("eventstore_event")
    + """
CREATE TRIGGER eventstore_event_no_older_chain BEFORE INSERT ON eventstore_event
    FOR EACH ROW WHEN (NEW.chain < 2) EXECUTE FUNCTION eventstore_refuse_older_chain();
ALTER TABLE eventstore_event ENABLE ALWAYS TRIGGER eventstore_event_no_older_chain;
CREATE TRIGGER eventstore_event_opening AFTER INSERT ON eventstore_event
    FOR EACH ROW WHEN (NEW.version = 1 AND NEW.key IS NOT NULL)
    EXECUTE FUNCTION eventstore_open();
ALTER TABLE eventstore_event_match ATTACH PARTITION eventstore_event_match_before
    FOR VALUES FROM (MINVALUE) TO (%s);
ALTER TABLE eventstore_event_match_before DROP CONSTRAINT eventstore_event_before;
ALTER TABLE eventstore_event_other DROP CONSTRAINT eventstore_event_apart;
"""
)
"""The checks prove what a partition has to be: PostgreSQL reads no row of the table in the lock."""

COMMAND_INDEX = """
CREATE UNIQUE INDEX {part}_command ON {part} (stream_kind, stream_id, actor, key)
    WHERE key IS NOT NULL
"""

SEALED = """
CREATE TABLE eventstore_sealed (
    name text PRIMARY KEY,
    low uuid,
    high uuid NOT NULL UNIQUE,
    streams integer NOT NULL,
    events bigint NOT NULL,
    manifest text NOT NULL,
    sealed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE eventstore_sealed IS
    'partitions whose events lie in an archive alone, with the SHA-256 of its manifest';

CREATE FUNCTION eventstore_refuse_sealed() RETURNS trigger
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    sealed text := (SELECT name FROM eventstore_sealed
        WHERE (low IS NULL OR low <= NEW.stream_id) AND NEW.stream_id < high);
BEGIN
    IF sealed IS NOT NULL AND NEW.version > 1 AND NOT EXISTS (SELECT FROM eventstore_event
        WHERE stream_kind = 'match' AND stream_id = NEW.stream_id AND version = NEW.version - 1)
    THEN
        RAISE EXCEPTION 'match % is in the archive %, which nothing is added to', NEW.stream_id,
            sealed USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER eventstore_event_no_sealed BEFORE INSERT ON eventstore_event_match_rest
    FOR EACH ROW EXECUTE FUNCTION eventstore_refuse_sealed();
"""
"""What would go to a partition that was dropped comes to the rest: imports may, and what goes on
from an event in the archive may not."""

FUNCTIONS = f"""
CREATE FUNCTION eventstore_first_id(month date) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM month::timestamp) * 1000)::bigint), 12, '0')
        || repeat('0', 20))::uuid
$$;

CREATE FUNCTION eventstore_ranges(OUT part regclass, OUT low uuid, OUT high uuid)
    RETURNS SETOF record LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
    SELECT inhrelid::regclass,
        substring(pg_get_expr(relpartbound, oid) FROM 'FROM \\(''([0-9a-f-]+)''\\)')::uuid,
        substring(pg_get_expr(relpartbound, oid) FROM 'TO \\(''([0-9a-f-]+)''\\)')::uuid
    FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'eventstore_event_match'::regclass
        AND pg_get_expr(relpartbound, oid) <> 'DEFAULT'
$$;
COMMENT ON FUNCTION eventstore_ranges IS
    'the partitions of matches, each with the ids that it takes: from low, if any, to below high';

CREATE FUNCTION eventstore_guard(part regclass) RETURNS void
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    role regrole;
    name name;
BEGIN
    FOR role IN SELECT DISTINCT grantee::regrole FROM pg_class, aclexplode(relacl)
        WHERE oid = part AND grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %s', part, role);
    END LOOP;
    FOR role IN SELECT DISTINCT grantee::regrole FROM pg_class, aclexplode(relacl)
        WHERE oid = 'eventstore_event'::regclass AND grantee NOT IN (0, relowner)
            AND privilege_type = 'SELECT'
    LOOP
        EXECUTE format('GRANT SELECT ON %s TO %s', part, role);
    END LOOP;
    IF NOT EXISTS (SELECT FROM pg_trigger
        WHERE tgrelid = part AND tgname = 'eventstore_event_no_truncate')
    THEN
        EXECUTE format('CREATE TRIGGER eventstore_event_no_truncate BEFORE TRUNCATE ON %s'
            ' FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse()', part);
    END IF;
    FOR name IN SELECT tgname FROM pg_trigger
        WHERE tgrelid = part AND tgname LIKE 'eventstore\\_event\\_no\\_%'
    LOOP
        EXECUTE format('ALTER TABLE ONLY %s ENABLE ALWAYS TRIGGER %I', part, name);
    END LOOP;
END $$;
COMMENT ON FUNCTION eventstore_guard IS
    'has a partition refuse what the whole table refuses, also to who addresses it by itself';

CREATE FUNCTION eventstore_add_month(month date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '1s' AS $$
DECLARE
    name text := 'eventstore_event_match_' || to_char(month, 'YYYY_MM');
    first uuid := eventstore_first_id(month);
    beyond uuid := eventstore_first_id((month + interval '1 month')::date);
    this_month date := date_trunc('month', now() AT TIME ZONE 'UTC');
    is_owner boolean := pg_has_role(session_user, current_user, 'USAGE');
BEGIN
    IF month <> date_trunc('month', month) THEN
        RAISE EXCEPTION '% is not the first of a month', month;
    END IF;
    IF NOT is_owner AND NOT month BETWEEN this_month AND this_month + interval '12 months' THEN
        RAISE EXCEPTION 'only the owner of the events makes a partition for %', month
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    LOCK TABLE ONLY eventstore_event_match IN SHARE UPDATE EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM eventstore_ranges() AS taken
        WHERE (taken.low IS NULL OR taken.low <= first) AND taken.high > first)
        OR EXISTS (SELECT FROM eventstore_sealed AS sealed
        WHERE (sealed.low IS NULL OR sealed.low <= first) AND sealed.high > first)
    THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE %I'
        ' (LIKE eventstore_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (stream_kind, stream_id, version)',
        name, name || '_pkey');
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (stream_kind, stream_id, actor, key)'
        ' WHERE key IS NOT NULL', name || '_command', name);
    EXECUTE format('CREATE INDEX %I ON %I {BRIN}', name || '_recorded', name);
    LOCK TABLE eventstore_event_match_rest IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM eventstore_event_match_rest
        WHERE stream_kind = 'match' AND stream_id >= first AND stream_id < beyond)
    THEN
        IF NOT is_owner THEN
            RAISE EXCEPTION 'eventstore_event_match_rest holds events of %: run'
                ' manage.py ensure_partitions --database owner', to_char(month, 'YYYY-MM')
                USING ERRCODE = 'object_not_in_prerequisite_state';
        END IF;
        ALTER TABLE eventstore_event_match_rest DISABLE TRIGGER USER;
        EXECUTE format('INSERT INTO %I SELECT * FROM eventstore_event_match_rest'
            ' WHERE stream_kind = ''match'' AND stream_id >= $1 AND stream_id < $2', name)
            USING first, beyond;
        DELETE FROM eventstore_event_match_rest
            WHERE stream_kind = 'match' AND stream_id >= first AND stream_id < beyond;
        ALTER TABLE eventstore_event_match_rest ENABLE TRIGGER USER;
        PERFORM eventstore_guard('eventstore_event_match_rest');
    END IF;
    EXECUTE format('ALTER TABLE eventstore_event_match ATTACH PARTITION %I'
        ' FOR VALUES FROM (%L) TO (%L)', name, first, beyond);
    PERFORM eventstore_guard(name::regclass);
    RETURN true;
END $$;
COMMENT ON FUNCTION eventstore_add_month IS
    'makes the partition of a month; false if there is one, or was one that was sealed';
REVOKE ALL ON FUNCTION eventstore_guard, eventstore_add_month FROM PUBLIC;
"""  # noqa: S608 - built from constants

Schema = BaseDatabaseSchemaEditor


def _step(work: Callable[[CursorWrapper], None]) -> migrations.RunPython:
    """Return a step of its own."""

    def run(_apps: StateApps, schema_editor: Schema) -> None:
        with schema_editor.connection.cursor() as cursor:
            work(cursor)

    return migrations.RunPython(run)


def _exists(cursor: CursorWrapper, name: str) -> bool:
    cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [name])
    return bool(cursor.fetchone()[0])


def _is_done(cursor: CursorWrapper) -> bool:
    return _exists(cursor, "eventstore_event_match_before")


def _is_parted(cursor: CursorWrapper) -> bool:
    cursor.execute(
        "SELECT EXISTS (SELECT FROM pg_constraint WHERE conname = 'eventstore_event_before'"
        " AND conrelid = 'eventstore_event'::regclass)"
    )
    return bool(cursor.fetchone()[0])


def _keep_openings(cursor: CursorWrapper) -> None:
    if not _exists(cursor, "eventstore_opening"):
        with transaction.atomic(using=cursor.db.alias):
            cursor.execute(SEARCH_PATH)
            cursor.execute(OPENINGS)
    if not _is_done(cursor):
        cursor.execute(EARLIER_OPENINGS)


def _prepare(cursor: CursorWrapper) -> None:
    """Do beside the table whatever takes long."""
    if _is_parted(cursor) or _is_done(cursor):
        return
    cursor.execute("ALTER TABLE eventstore_event VALIDATE CONSTRAINT eventstore_event_author")
    cursor.execute(
        "SELECT indisvalid FROM pg_index WHERE indexrelid"
        " = to_regclass('eventstore_event_before_command')"
    )
    found = cursor.fetchone()
    if found == (False,):
        cursor.execute("DROP INDEX eventstore_event_before_command")
    if found != (True,):
        cursor.execute(IN_STREAM)
    for part in PARTS:
        cursor.execute(f"DROP TABLE IF EXISTS {part}")
    with transaction.atomic(using=cursor.db.alias):
        cursor.execute(APART)
    _copy(cursor, _bound(cursor))
    for part in PARTS:
        cursor.execute(COMMAND_INDEX.format(part=part))


def _copy(cursor: CursorWrapper, bound: str) -> None:
    for part, of_part in zip(PARTS, OF_PART, strict=True):
        cursor.execute(COPY.format(part=part, of_part=of_part), [bound])


def _part(cursor: CursorWrapper) -> None:
    """Leave to the table what is of the first partition; the rest lies beside it."""
    if _is_parted(cursor) or _is_done(cursor):
        return
    with transaction.atomic(using=cursor.db.alias):
        cursor.execute("LOCK TABLE eventstore_event IN ACCESS EXCLUSIVE MODE")
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(SEARCH_PATH)
        bound = _bound(cursor)
        _copy(cursor, bound)
        for part, of_part in zip(PARTS, OF_PART, strict=True):
            cursor.execute(
                DIGEST.format("eventstore_event", f"{NOT_BEFORE} AND {of_part}"), [bound]
            )
            there = cursor.fetchone()
            cursor.execute(DIGEST.format(part, "true"))
            if cursor.fetchone() != there:
                message = "what was copied is not what was there; nothing was changed"
                raise RuntimeError(message)
        cursor.execute(PART, [bound] * PART.count("%s"))


def _validate(cursor: CursorWrapper) -> None:
    """Read the table once, while everybody else reads and writes it."""
    if not _is_done(cursor):
        cursor.execute("ALTER TABLE eventstore_event VALIDATE CONSTRAINT eventstore_event_before")


def _switch(cursor: CursorWrapper) -> None:
    """Let a tree take the place of the table, which becomes its first partition."""
    if _is_done(cursor):
        return
    with transaction.atomic(using=cursor.db.alias):
        cursor.execute("LOCK TABLE eventstore_event IN ACCESS EXCLUSIVE MODE")
        cursor.execute(BOUND)
        cursor.execute(SWITCH, cursor.fetchone())
        cursor.execute(SEARCH_PATH)
        cursor.execute(SEALED)
        cursor.execute(FUNCTIONS)
        _grant(cursor)
        for part in ("match_before", "match_rest", "match", "other"):
            cursor.execute("SELECT eventstore_guard(%s)", [f"eventstore_event_{part}"])


def _bound(cursor: CursorWrapper) -> str:
    """Return the first id that is not for the first partition: a month begins with it."""
    month = Month.of(datetime.now(UTC))
    cursor.execute(
        "SELECT EXISTS (SELECT FROM eventstore_event WHERE stream_kind = 'match'"
        " AND stream_id >= %s)",
        [str(month.first_id)],
    )
    has_begun = cursor.fetchone()[0]
    return str((month.plus(1) if has_begun else month).first_id)


def _grant(cursor: CursorWrapper) -> None:
    role = settings.DATABASES["default"]["USER"]
    cursor.execute("SELECT current_user")
    if cursor.fetchone() == (role,):
        # One role for everything: the triggers alone guard the tables.
        return
    quoted = cursor.db.ops.quote_name(role)
    for table in ("eventstore_event", "eventstore_opening"):
        cursor.execute(f"REVOKE ALL ON {table} FROM {quoted}")
        cursor.execute(f"GRANT SELECT, INSERT ON {table} TO {quoted}")
    cursor.execute(f"REVOKE ALL ON eventstore_sealed FROM {quoted}")
    cursor.execute(f"GRANT SELECT ON eventstore_sealed TO {quoted}")
    cursor.execute(f"GRANT EXECUTE ON FUNCTION eventstore_add_month TO {quoted}")


def _add_months(cursor: CursorWrapper) -> None:
    month = Month.of(datetime.now(UTC))
    for later in range(4):
        cursor.execute("SELECT eventstore_add_month(%s)", [month.plus(later).begins.date()])


class Migration(migrations.Migration):
    """Make the tree, let it take the table in, and add this month and the next three."""

    atomic = False
    dependencies: ClassVar[list[tuple[str, str]]] = [("eventstore", "0004_checkpoints")]

    operations: ClassVar = [
        _step(_keep_openings),
        _step(_prepare),
        _step(_part),
        _step(_validate),
        _step(_switch),
        _step(_add_months),
    ]
