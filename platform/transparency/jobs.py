"""What the log has on the agenda."""

from datetime import timedelta

from agenda.periodic_jobs import PeriodicJob
from transparency import identity, witness, writer


def log_heads() -> None:
    """Log what has moved, and have it signed by the witnesses."""
    if identity.is_kept():
        writer.log_moved()
        witness.ask_all()


def log_all_heads() -> None:
    """Log what a look at the last minutes has missed."""
    while writer.log_all():
        pass


PERIODIC = (
    PeriodicJob("log_heads", log_heads, timedelta(seconds=10)),
    PeriodicJob("log_all_heads", log_all_heads, timedelta(days=1)),
)
