"""`manage.py down`: stops what `up` runs on this clone; what `make down` calls."""

from django.core.management.base import BaseCommand

from cutpurse.embedded import servers
from cutpurse.embedded.addresses import var_folder
from cutpurse.up import record


class Command(BaseCommand):
    """Stop web, worker and the embedded servers."""

    help = "Stop the servers that `up` started from this clone, and unused ones."

    def handle(self, *_arguments: object, **_options: object) -> None:
        """Stop everything, and say whether there was anything."""
        stopped = record.stop(var_folder())
        free = servers.stop_unused()
        self.stdout.write("Stopped." if stopped else "Nothing was running.")
        if not free:
            self.stdout.write("The embedded servers run on: another process uses them.")
