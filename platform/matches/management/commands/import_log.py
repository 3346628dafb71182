"""Bring matches in from their logs."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from matches import archive
from matches.logs import LogError


class Command(BaseCommand):
    """manage.py import_log FILE …."""

    help = "Import matches from complete logs; logs that fail verification are refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the files."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *_arguments: object, files: Sequence[Path], **_options: object) -> None:
        """Import file by file, and say of each how it went."""
        refused = 0
        for path in files:
            try:
                match_id = archive.import_file(path)
            except (LogError, archive.AlreadyHereError) as error:
                refused += 1
                self.stdout.write(f"{path}: refused: {error}")
            except OSError as error:
                refused += 1
                self.stdout.write(f"{path}: refused: cannot be read: {error.strerror}")
            else:
                self.stdout.write(f"{path}: match {match_id} imported")
        if refused:
            message = f"{refused} of {len(files)} files were refused"
            raise CommandError(message)
