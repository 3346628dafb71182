"""What writes the dumps of the months that are over: on the agenda, a part at a time."""

from datetime import timedelta

from django.conf import settings

from agenda import sql
from agenda.periodic_jobs import INSTALLATION, PeriodicJob
from agenda.registry import LEASE_MAX_S, Handler, Job
from dumps import publishing, selection

STEP = "export_dump_step"


def look() -> None:
    """Begin, where dumps are published: a month may be over, or somebody have been erased."""
    if settings.DUMPS != "off":
        sql.schedule(kind=STEP, subject=INSTALLATION, version=1)


def take_step(due: Job) -> None:
    """Do one part of what there is to do, and put the next one on the agenda."""
    if settings.DUMPS == "off":
        return
    home = publishing.folder()
    if any(publishing.step(home, period) for period in selection.months()):
        sql.schedule(kind=STEP, subject=INSTALLATION, version=due.version + 1)


HANDLERS = (Handler(STEP, take_step, "leased", lease_s=LEASE_MAX_S),)
PERIODIC = (PeriodicJob("export_dumps", look, timedelta(hours=6)),)
