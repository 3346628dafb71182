"""`manage.py rotate_log_key --reason TEXT`: say in public that other keys sign the public log."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from transparency import kept, key_rotation, rotations, site_stream, writer


class Command(BaseCommand):
    """Replace the keys of the public log, in the log itself."""

    help = (
        "Declare publicly, with a reason, that the keys of the public log, its witness and seals "
        "are replaced. First set LOG_KEY to the new key and LOG_KEY_BEFORE to the old one, for all "
        "processes; every checkpoint is signed with both until LOG_KEY_BEFORE is removed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the reason."""
        parser.add_argument("--reason", required=True, help="the public reason")

    def handle(self, *_arguments: object, **options: object) -> None:
        """Add the event, and have a checkpoint hold it that both keys sign."""
        try:
            rotated = key_rotation.rotate(str(options["reason"]))
            writer.log_moved()
        except (site_stream.DeclaredError, kept.GoneBackError) as error:
            raise CommandError(str(error)) from error
        for before, after in rotations.read(rotated.note).pairs:
            self.stdout.write(f"{before}\n  -> {after}")
