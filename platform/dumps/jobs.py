"""What writes the dumps of the months that are over: on the agenda, some parts at a time."""

import time
from datetime import timedelta

from django.conf import settings

from agenda import sql
from agenda.periodic_jobs import INSTALLATION, PeriodicJob
from agenda.registry import LEASE_MAX_S, Handler, Job
from dumps import publishing, selection

STEP = "export_dump_step"
AT_A_TIME_S = LEASE_MAX_S / 3
"""How long a run begins parts; the last one has the rest of the lease."""


def look() -> None:
    """Begin, where dumps are published: a month may be over, or somebody have been erased."""
    if settings.DUMPS != "off":
        sql.schedule(kind=STEP, subject=INSTALLATION, version=1)


def take_step(due: Job) -> None:
    """Work at one month after the other for a while; where that does not do, go on later there."""
    if settings.DUMPS == "off":
        return
    home = publishing.folder()
    ends_at = time.monotonic() + AT_A_TIME_S
    # Names of months sort as the months do; those before were looked at a moment ago.
    ahead = [each for each in selection.months() if each.name >= due.payload]
    for number, period in enumerate(ahead):
        is_late = number > 0 and time.monotonic() > ends_at
        if is_late or publishing.work(home, period, ends_at):
            version = due.version + 1
            sql.schedule(kind=STEP, subject=INSTALLATION, version=version, payload=period.name)
            return


HANDLERS = (Handler(STEP, take_step, "leased", lease_s=LEASE_MAX_S),)
PERIODIC = (PeriodicJob("export_dumps", look, timedelta(hours=6)),)
