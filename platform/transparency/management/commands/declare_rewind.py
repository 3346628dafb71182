"""`manage.py declare_rewind --reason TEXT`: say in public that the history went back."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from transparency import kept, site_stream
from transparency.notes import NoteError


class Command(BaseCommand):
    """Note that a backup was restored, in the public log itself."""

    help = (
        "Say in public that this site's history went back, as after a restored backup, and why."
        " Give the log a new name (LOG_ORIGIN) before. The last checkpoint of the old one is the"
        " one that is kept (LOG_FOLDER, or Redis), unless somebody has kept a later one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the reason, and the last checkpoint."""
        parser.add_argument("--reason", required=True, help="what people are told")
        parser.add_argument(
            "--last", type=Path, help="a file with the last checkpoint that is known"
        )

    def handle(self, *_arguments: object, **options: object) -> None:
        """Add the event."""
        last = options["last"]
        try:
            note = last.read_text() if isinstance(last, Path) else kept.lost()
            found = site_stream.declare(str(options["reason"]), note, kept.ended())
        except (OSError, site_stream.DeclaredError, NoteError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"declared: the log has {found.kept} entries"
            + (f", {found.origin} had {found.size}" if found.origin else "")
        )
