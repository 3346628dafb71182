"""Fresh wells for tournaments that go on after the database has gone back in time.

What was drawn in the lost time is known, and would be drawn again.
"""

from collections.abc import Iterator

from tournaments.command_handler import handle, load
from tournaments.models import Tournament
from tournaments.state import OVER
from tournaments.unit_of_work import PLATFORM, UnitOfWork


def renew_all(reason: str) -> Iterator[str]:
    """Give every tournament with a chain that is not over a fresh one; yield their slugs."""
    over = [each.value for each in OVER]
    for row in Tournament.objects.exclude(status__in=over):
        if load(row.id).draws.chain is not None:
            handle(slug=row.slug, who=PLATFORM, decide=_renew, reason=reason)
            yield row.slug


def _renew(work: UnitOfWork) -> None:
    work.renew_well(even_if_hidden=True)
