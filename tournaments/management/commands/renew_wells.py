"""`manage.py renew_wells --reason TEXT`: fresh secrets for the draws of tournaments that go on."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services import renewing


class Command(BaseCommand):
    """Let no draw come again that was seen before a backup was restored."""

    help = (
        "Give each tournament that is not over a fresh well and chain, in public and with a reason:"
        " after a restored backup its next draws and deals would be those of the lost time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the reason."""
        parser.add_argument("--reason", required=True, help="what stands in the public logs")

    def handle(self, *_arguments: object, **options: object) -> None:
        """Add the events, and name the tournaments."""
        reason = str(options["reason"]).strip()
        if not reason:
            message = "say why"
            raise CommandError(message)
        for slug in renewing.renew_all(reason):
            self.stdout.write(slug)
