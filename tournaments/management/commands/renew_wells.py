"""`manage.py renew_wells --reason TEXT`: fresh secrets for tournaments and ladders that go on."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.services import renewing as ladder_wells
from tournaments.services import renewing


class Command(BaseCommand):
    """Let no draw come again that was seen before a backup was restored."""

    help = (
        "Give each unfinished tournament and each ladder a new well (the secret of future draws "
        "and deals), publicly and with a reason. Needed after a restored backup, since draws and "
        "deals of the lost time would otherwise be repeated."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the reason, and how much may have been drawn in the lost time."""
        parser.add_argument("--reason", required=True, help="the reason for the public logs")
        parser.add_argument(
            "--skip",
            type=int,
            default=renewing.SKIPPED,
            help="how many numbers of draws and slots to skip, so that none is used twice",
        )

    def handle(self, *_arguments: object, **options: object) -> None:
        """Add the events, and say for whom; fail at the end where one has failed."""
        reason = str(options["reason"]).strip()
        if not reason:
            message = "say why"
            raise CommandError(message)
        skipped = options["skip"]
        if not isinstance(skipped, int) or skipped < 0:
            message = "--skip is 0 or more"
            raise CommandError(message)
        failed = []
        wells = renewing.renew_all(reason, skipped)
        for each in (*ladder_wells.renew_all(reason, skipped), *wells):
            self.stdout.write(f"{each.slug}: {each.fault}" if each.fault else each.slug)
            failed += [each.slug] if each.fault else []
        if failed:
            message = f"no fresh well for {', '.join(failed)}; see above, then run this again"
            raise CommandError(message)
