"""Write the logs of matches to files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track

from api.problems import Problem
from games.core import ALL, PUBLIC
from matches import archive
from matches.models import Match
from matches.state import OVER


class Options(TypedDict):
    """What the command line says."""

    ids: list[UUID]
    finished: bool
    out: Path
    viewer: str


class Command(BaseCommand):
    """manage.py export_log (ID … | --finished) --out DIR [--viewer all]."""

    help = "Write the log of each match to DIR/<id>.ndjson; cutpurse-verify checks them offline."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take which matches, where to, and as whom to look."""
        parser.add_argument("ids", nargs="*", type=UUID, metavar="ID", help="the id of a match")
        parser.add_argument(
            "--finished", action="store_true", help="export all matches that are over"
        )
        parser.add_argument("--out", type=Path, required=True, metavar="DIR")
        parser.add_argument(
            "--viewer",
            default="all",
            help="all (the default), public or a seat number; all and seat numbers only for "
            "matches that are over",
        )

    def handle(self, *_arguments: object, **options: Unpack[Options]) -> None:
        """Write the files."""
        ids = archive.ended_matches() if options["finished"] else options["ids"]
        if not ids:
            raise CommandError("name matches by their ids, or say --finished")
        viewer = self.viewer(options["viewer"])
        folder = options["out"]
        folder.mkdir(parents=True, exist_ok=True)
        console, unknown = Console(stderr=True), 0
        for match_id in track(ids, "exporting", console=console, disable=not console.is_terminal):
            self.require_open_to(match_id, viewer)
            try:
                lines = list(archive.log_lines(match_id, viewer))
            except Problem as problem:
                unknown += 1
                self.stdout.write(f"{match_id}: left out: {problem.detail}")
                continue
            with (folder / f"{match_id}.ndjson").open("w", encoding="utf-8") as file:
                file.writelines(lines)
        self.stdout.write(f"{len(ids) - unknown} logs written to {folder}")
        if unknown:
            message = f"{unknown} of {len(ids)} logs were left out"
            raise CommandError(message)

    def viewer(self, text: str) -> int:
        """Return the viewer that an argument names."""
        if text in ("all", "public"):
            return {"all": ALL, "public": PUBLIC}[text]
        if text.isdecimal():
            return int(text)
        message = f"--viewer must be all, public or a seat, not {text}"
        raise CommandError(message)

    def require_open_to(self, match_id: UUID, viewer: int) -> None:
        """Raise CommandError for a match that is not there, or may not be looked into yet."""
        match = Match.objects.filter(id=match_id).first()
        if match is None:
            message = f"there is no match {match_id}"
            raise CommandError(message)
        if viewer != PUBLIC and match.status not in OVER:
            message = f"match {match_id} is still {match.status}; export it with --viewer public"
            raise CommandError(message)
        if match.withheld:
            message = f"others may still play the deal of match {match_id}; wait until it is closed"
            raise CommandError(message)
