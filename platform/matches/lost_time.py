"""Find the matches from which a database that has gone back in time may have lost something."""

from datetime import datetime

from django.db.models import Max, Q, QuerySet

from matches.models import Match


def head_time() -> datetime | None:
    """Return when something last happened in a match; None in an empty database."""
    found: datetime | None = Match.objects.aggregate(head=Max("updated_at"))["head"]
    return found


def live_at(moment: datetime) -> QuerySet[Match]:
    """Return the matches being played at a moment, those with a stake for others first."""
    begun = Match.objects.filter(started_at__lte=moment)
    running = begun.filter(Q(ended_at__isnull=True) | Q(ended_at__gt=moment))
    return running.select_related("opened_by").order_by("table_id", "ladder_id", "id")
