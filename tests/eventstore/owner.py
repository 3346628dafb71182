"""What nobody may do to the history, as only the owner of the tables can."""

from typing import Any

from django.db import connections

TRIGGERS = ("no_change", "no_truncate", "no_older_chain")


def as_owner(statement: str, *parameters: Any) -> None:
    """Run a statement with the triggers of the events switched off, and switch them on again."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE eventstore_event DISABLE TRIGGER USER")
        cursor.execute(statement, parameters)
        cursor.execute("ALTER TABLE eventstore_event ENABLE TRIGGER eventstore_event_opening")
        for trigger in TRIGGERS:
            cursor.execute(
                f"ALTER TABLE eventstore_event ENABLE ALWAYS TRIGGER eventstore_event_{trigger}"
            )
    connections["owner"].close()
