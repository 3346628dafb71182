"""A process that sweeps with the handlers of the tests; `python -m tests.agenda.sweeping`."""

import django
from django.core.management import call_command

if __name__ == "__main__":
    django.setup()
    from tests.agenda import worker  # noqa: F401  It registers the handlers.

    call_command("sweep")
