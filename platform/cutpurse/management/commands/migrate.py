"""`manage.py migrate`: Django's own, which never makes players wait behind a lock."""

import time

from django.core.management.commands import migrate
from django.db import OperationalError, connections

LOCK_TIMEOUT = "3s"
"""How long a statement may wait for a lock: whoever comes after it waits as well."""
TRIES = 20
PAUSE_S = 1.0
LOCKED = "55P03"


class Command(migrate.Command):
    """Migrate; begin again where a migration could not get its lock."""

    def handle(self, *arguments: object, database: str, **options: object) -> None:
        """Migrate, and try again: each migration is written whole or not at all."""
        for last in range(1 - TRIES, 1):
            with connections[database].cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, false)", [LOCK_TIMEOUT])
            try:
                super().handle(*arguments, database=database, **options)
            except OperationalError as error:
                if last == 0 or getattr(error.__cause__, "sqlstate", None) != LOCKED:
                    raise
                self.stderr.write("Others hold what a migration needs; trying again.")
                time.sleep(PAUSE_S)
            else:
                return
