"""`manage.py declare_rewind --reason TEXT`: say in public that the history went back."""

from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from api.problems import Problem
from matches import lost_time, match_lists
from matches.actors import SYSTEM
from matches.services import leaving
from transparency import kept, site_stream
from transparency.notes import NoteError
from transparency.site_stream import Left, SiteRewound

VOIDED = "rewound"
"""The reason of the matches that are voided."""


class Command(BaseCommand):
    """Note that a backup was restored, in the public log itself."""

    help = (
        "Declare publicly, with a reason, that this site's history went back in time, for example "
        "after a restored backup. Give the log a new name (LOG_ORIGIN) first. The last checkpoint "
        "of the old log is taken from LOG_FOLDER or Redis, unless a later one is given."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the reason, and the last checkpoint."""
        parser.add_argument("--reason", help="the public reason")
        parser.add_argument("--last", type=Path, help="a file with the last known checkpoint")
        parser.add_argument(
            "--void",
            action="store_true",
            help="call off the matches in progress, in which cards already seen would be dealt "
            "again; without a reason, the remaining matches of the last declaration",
        )

    def handle(self, *_arguments: object, **options: object) -> None:
        """Add the event, and call matches off; or go on with the matches alone."""
        if options["void"] and options["reason"] is None:
            self._void(_last().matches)
            return
        last = options["last"]
        try:
            note = last.read_text() if isinstance(last, Path) else kept.lost()
            reason = str(options["reason"] or "")
            found = site_stream.declare(reason, note, kept.ended(), left=_left())
        except (OSError, site_stream.DeclaredError, NoteError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"declared: the log has {found.kept} entries"
            + (f", {found.origin} had {found.size}" if found.origin else "")
        )
        if options["void"]:
            self._void(found.matches)

    def _void(self, matches: Sequence[str]) -> None:
        """Call matches off, each by itself: what was called off before stays so."""
        for match in matches:
            try:
                leaving.void(
                    match_id=UUID(match), actor=SYSTEM, reason=VOIDED, key=f"rewound-{match}"
                )
            except Problem as problem:
                self.stderr.write(f"{match}: {problem.detail}")
            else:
                self.stdout.write(f"{match} is void: {VOIDED}")


def _last() -> SiteRewound:
    declared = site_stream.declared()
    if not declared:
        message = "no rewind was declared yet: give a --reason"
        raise CommandError(message)
    return declared[-1].rewind


def _left() -> Left:
    at = lost_time.head_time()
    live = [] if at is None else [each.id for each in lost_time.live_at(at)]
    named = set(match_lists.visible(None).filter(pk__in=live).values_list("pk", flat=True))
    return Left(
        at, [each for each in live if each in named], [each for each in live if each not in named]
    )
