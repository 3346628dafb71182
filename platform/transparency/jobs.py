"""What the log has on the agenda."""

from datetime import UTC, datetime, timedelta

from django.db.models import Subquery

from agenda.periodic_jobs import PeriodicJob
from transparency import identity, witness, writer
from transparency.models import LogCheckpoint

KEPT = timedelta(days=1)


def log_heads() -> None:
    """Log what has moved, and have it signed by the witnesses.

    On a database that has gone back it fails, until that is declared: the agenda shows it to all.
    """
    if identity.is_kept():
        if writer.log_moved() == writer.BATCH:
            # A site that is new to this has more streams than are written at once.
            log_all_heads()
        witness.ask_all()


def log_all_heads() -> None:
    """Log what a look at the last minutes has missed."""
    while writer.log_all():
        pass


def forget_checkpoints() -> None:
    """Delete old checkpoints but the newest one, which alone is asked for."""
    LogCheckpoint.objects.filter(at__lt=datetime.now(UTC) - KEPT).exclude(
        size=Subquery(LogCheckpoint.objects.order_by("-size").values("size")[:1])
    ).delete()


PERIODIC = (
    PeriodicJob("log_heads", log_heads, timedelta(seconds=10), lease_s=50),
    PeriodicJob("log_all_heads", log_all_heads, timedelta(days=1), lease_s=50),
    PeriodicJob("forget_checkpoints", forget_checkpoints, timedelta(days=1)),
)
