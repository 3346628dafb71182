"""Fresh wells for ladders after the database has gone back in time.

What was dealt in the lost time is known, and would be dealt again.
"""

from collections.abc import Iterator
from functools import partial
from secrets import token_urlsafe
from typing import NamedTuple

from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from ratings import wells
from ratings.aggregate import LADDER, Work
from ratings.ladder.events import WellRenewed
from ratings.ladder_rows import LadderState
from ratings.models import Ladder
from ratings.services.settling import SYSTEM


class Renewed(NamedTuple):
    """A ladder, or a tournament, whose turn it was."""

    slug: str
    fault: str = ""
    """Why it has no fresh well; empty where it has."""


def renew_all(reason: str, skipped: int) -> Iterator[Renewed]:
    """Give every ladder whose season has a well a fresh one; yield what came of it.

    Where one fails the others have their turn all the same.
    """
    for ladder in Ladder.objects.exclude(well=""):
        context = CommandContext(SYSTEM, token_urlsafe(24), reason=reason)
        try:
            handle(LADDER, ladder.id, context, partial(_renew, skipped=skipped))
        except Exception as error:  # noqa: BLE001 - Whatever it is: the others have to go on.
            yield Renewed(ladder.slug, f"{type(error).__name__}: {error}")
        else:
            yield Renewed(ladder.slug)


def _renew(state: LadderState, work: Work, *, skipped: int) -> None:
    ladder = state.row
    well, reason = wells.fresh(work, ladder.id), work.context.reason
    work.add(WellRenewed(well=well, skipped=skipped, reason=reason))
    work.add(*wells.revealed(ladder.id, ladder.well))
