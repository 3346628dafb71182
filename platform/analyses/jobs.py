"""What analyses have on the agenda."""

from datetime import timedelta

from agenda.periodic_jobs import PeriodicJob
from analyses import services


def analyse() -> None:
    """Queue what has ended and what an upgrade has left, and work for a while."""
    services.queue_recent()
    services.queue_earlier()
    services.work()


PERIODIC = (
    PeriodicJob(services.KIND, analyse, timedelta(seconds=5), lease_s=50, queue="analyses"),
    PeriodicJob(
        "queue_analyses", services.queue_old, timedelta(days=1), lease_s=50, queue="analyses"
    ),
)
