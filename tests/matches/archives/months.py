"""What the tests of archives do with a month."""

from io import StringIO
from uuid import UUID

from django.core.management import call_command
from django.db import connection

from eventstore import lineage, sealed
from eventstore.months import Month
from matches import recordings
from matches.models import Match

ROWS = """SELECT count(*), sum(hashtextextended(row(event.*)::text, 0)::numeric)
FROM eventstore_event AS event"""


def month() -> str:
    """Return the name of the partition in which the matches of the test are."""
    return str(Month.of(Match.objects.latest("opened_at").opened_at))


def ended() -> list[UUID]:
    return list(Match.objects.order_by("id").values_list("id", flat=True))


def run(*arguments: str, **options: object) -> str:
    output = StringIO()
    call_command("archive", *arguments, stdout=output, **options)
    forget()
    return output.getvalue()


def forget() -> None:
    """Let this process know no more than one that has just been started."""
    lineage.changed.send(sender=None)
    recordings.RECORDINGS._kept.clear()  # noqa: SLF001 - what a new process does not have.
    sealed.opened.cache_clear()


def written() -> None:
    run("write", month(), after_days=0)


def dropped() -> None:
    written()
    run("drop", month(), yes=month())


def rows() -> object:
    with connection.cursor() as cursor:
        cursor.execute(ROWS)
        return cursor.fetchone()
