"""Tables whose rows are never changed: the triggers and the rights that keep them so.

For migrations, from which the function that the triggers call comes too (eventstore 0001).
"""

from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def keep(table: str) -> str:
    """Return the SQL by which a table refuses changes, also those of a replica's session."""
    return f"""
CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION eventstore_refuse();
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
{keep_always(table)}"""


def keep_always(table: str) -> str:
    """Return the SQL by which the triggers of a table fire in whatever session."""
    return f"""
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_no_change;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_no_truncate;
"""


def forget(table: str) -> str:
    """Return the SQL that takes the triggers away."""
    return f"""
DROP TRIGGER {table}_no_change ON {table};
DROP TRIGGER {table}_no_truncate ON {table};
"""


def grant(table: str) -> migrations.RunPython:
    """Return the step that lets the application read and add rows, and nothing else."""

    def allow(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        role = schema_editor.quote_value(settings.DATABASES["default"]["USER"]).strip("'")
        quoted = schema_editor.connection.ops.quote_name(role)
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT current_user")
            if cursor.fetchone() == (role,):
                # One role for everything: the triggers alone guard the table.
                return
        schema_editor.execute(f"REVOKE ALL ON {table} FROM {quoted}")
        schema_editor.execute(f"GRANT SELECT, INSERT ON {table} TO {quoted}")

    return migrations.RunPython(allow, migrations.RunPython.noop)
