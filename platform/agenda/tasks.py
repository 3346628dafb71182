"""The one Celery task of the agenda."""

from datetime import datetime
from uuid import UUID

from celery import shared_task

from agenda import runs


@shared_task(name="agenda.run_due", ignore_result=True)
def run_due(kind: str, subject: str, version: int, lease_until: str | None = None) -> None:
    """Run the handler of a leased row unless the row has moved on.

    Safe late, twice or never: the row stays until a run has finished, a later version means that
    there is nothing to do, and a later lease_until that another message has taken over.
    """
    lease = datetime.fromisoformat(lease_until) if lease_until else None
    runs.run_leased(kind, UUID(subject), version, lease)
