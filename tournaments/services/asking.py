"""Ask entrants for shares in tournaments from before anybody was asked (fair/2).

Their events say who waits for a draw. The rows of it come with the next command; until then nobody
would be asked, and the rows would not be those of a rebuild.
"""

from uuid import UUID

import structlog
from django.db import connections, transaction

from eventstore import streams
from tournaments.aggregate import TOURNAMENT
from tournaments.events import KIND
from tournaments.models import DrawAsk, Entrant, Tournament
from tournaments.rolls import ASKS_OF_DRAWS
from tournaments.state import OVER

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def ask_missing(*, using: str, **_signal: object) -> None:
    """Write what draws ask for where nothing stands; follows each `migrate` (post_migrate).

    Where one tournament fails the others have their turn, and `verify` names it.
    """
    tables = connections[using].introspection.table_names()
    if not {each._meta.db_table for each in (DrawAsk, Entrant)} <= {*tables}:  # noqa: SLF001 - Django's public name.
        return
    people = Entrant.objects.using(using).filter(account__isnull=False, bot="")
    asked = DrawAsk.objects.using(using).values("tournament")
    rows = Tournament.objects.using(using).exclude(status__in=[each.value for each in OVER])
    rows = rows.filter(id__in=people.values("tournament")).exclude(id__in=asked)
    for tournament in list(rows.values_list("id", flat=True)):
        try:
            _ask(tournament)
        except Exception:  # Whatever it is: the site has to start.
            log.exception("draw_not_asked_for", tournament=str(tournament))


def _ask(tournament: UUID) -> None:
    """Write what the next draw of a tournament asks for, as its next command would."""
    with transaction.atomic():
        # A command that is carried out meanwhile comes before or after.
        if Tournament.objects.select_for_update().filter(id=tournament).first() is None:
            return
        state = TOURNAMENT.fold(tournament, streams.load(KIND, tournament))
        ASKS_OF_DRAWS.write(tournament, ASKS_OF_DRAWS.difference(tournament, state))
