"""Name the matches that a database which has gone back in time may have taken moves from."""

from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import is_naive

from api.problems import Problem
from eventstore.canonical import format_timestamp
from matches import lost_time
from matches.actors import SYSTEM
from matches.models import Match
from matches.services import leaving

REASON = "history lost"

DRAWS_REPEAT = """\
Draws repeat: whoever saw cards that were drawn in the lost time knows what comes in these matches.
Void those that are rated or of a tournament, and have them played again:
manage.py rewound --void ID …
"""


class Command(BaseCommand):
    """manage.py rewound [--since T] [--void ID …]."""

    help = "After a restore, list the matches in progress when history was lost; void some."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take when history was lost, and what to void."""
        parser.add_argument(
            "--since",
            type=moment,
            metavar="T",
            help="when the restored history ends (2026-11-21T10:00:00Z); by default at its last "
            "event",
        )
        parser.add_argument(
            "--void", nargs="+", type=UUID, metavar="ID", help="the ids of matches to void"
        )

    def handle(
        self,
        *_arguments: object,
        since: datetime | None,
        void: Sequence[UUID] | None,
        **_options: object,
    ) -> None:
        """Name the matches, or void."""
        if void:
            self._void(void)
        else:
            self._name(since or lost_time.head_time())

    def _name(self, since: datetime | None) -> None:
        found = [] if since is None else list(lost_time.live_at(since))
        for match in found:
            self.stdout.write(line(match))
        end = (
            "nothing has happened yet"
            if since is None
            else f"history ends at {format_timestamp(since)}"
        )
        self.stdout.write(f"{len(found)} matches were being played ({end})")
        if found:
            self.stdout.write(DRAWS_REPEAT)

    def _void(self, ids: Sequence[UUID]) -> None:
        """End matches; raises CommandError when one cannot be, after all others were."""
        kept = []
        for match_id in ids:
            try:
                leaving.void(
                    match_id=match_id, actor=SYSTEM, reason=REASON, key=f"rewound-{match_id}"
                )
            except Problem as problem:
                kept.append(f"{match_id}: {problem.detail}")
            else:
                self.stdout.write(f"{match_id} is void: {REASON}")
        if kept:
            raise CommandError("\n".join(kept))


def moment(text: str) -> datetime:
    """Return the moment that a text names, in UTC unless it says otherwise."""
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=UTC) if is_naive(found) else found


def line(match: Match) -> str:
    """Return what an operator needs to know of a match."""
    opener = "nobody" if match.opened_by is None else match.opened_by.username
    belongs_to = (("rated", match.ladder_id), ("tournament", match.table_id))
    stake = [name for name, owner in belongs_to if owner]
    about = ", ".join(stake) or "for itself"
    return f"{match.id} {match.game} {match.status} v{match.version} {about}, opened by {opener}"
