"""Fresh wells for tournaments that go on after the database has gone back in time.

What was drawn in the lost time is known, and would be drawn again.
"""

from collections.abc import Iterator
from functools import partial

from api.problems import Problem
from ratings.services.renewing import Renewed
from tournaments.command_handler import handle, load
from tournaments.models import Tournament
from tournaments.state import OVER
from tournaments.unit_of_work import PLATFORM, UnitOfWork

SKIPPED = 1000
"""Numbers of draws and deals that may have been used in the lost time, and are left out."""


def renew_all(reason: str, skipped: int = SKIPPED) -> Iterator[Renewed]:
    """Give every tournament with a chain that is not over a fresh one; yield what came of it.

    Where one fails the others have their turn all the same.
    """
    over = [each.value for each in OVER]
    decide = partial(_renew, skipped=skipped)
    for row in Tournament.objects.exclude(status__in=over):
        try:
            if load(row.id).draws.chain is None:
                continue
            handle(slug=row.slug, who=PLATFORM, decide=decide, reason=reason)
        except Problem as problem:
            yield Renewed(row.slug, str(problem.detail))
        except Exception as error:  # noqa: BLE001 - Whatever it is: the others have to go on.
            yield Renewed(row.slug, f"{type(error).__name__}: {error}")
        else:
            yield Renewed(row.slug)


def _renew(work: UnitOfWork, *, skipped: int) -> None:
    work.renew_well(even_if_hidden=True, skipped=skipped)
