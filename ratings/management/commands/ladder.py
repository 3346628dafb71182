"""Run ladders from the command line."""

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from api.problems import Problem
from ratings import exporting
from ratings.models import Ladder
from ratings.report import Data
from ratings.services import commands, corrections, importing, managing
from ratings.services.commands import AdminCommand

MOVES_SHOWN = 50


class Command(BaseCommand):
    """manage.py ladder ACTION …."""

    help = (
        "Open, edit and put right ladders; every change is an event with its reason."
        " --dry-run tells what it would come to."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take an action and what it needs."""
        actions = parser.add_subparsers(dest="action", required=True)
        for name, (about, arguments, _) in ACTIONS.items():
            action = actions.add_parser(name, help=about, description=about)
            for argument, options in arguments:
                action.add_argument(argument, **options)

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature.
        """Do it, and print what it came to."""
        text = StringIO()
        console = Console(file=text, highlight=False, width=100, soft_wrap=True)
        _, _, run = ACTIONS[options["action"]]
        try:
            run(Namespace(**options), console)
        except Problem as problem:
            lines = "\n".join(f"  {each.field}: {each.message}" for each in problem.errors)
            message = f"{problem.code}: {problem.detail}" + (f"\n{lines}" if lines else "")
            raise CommandError(message) from problem
        finally:
            self.stdout.write(text.getvalue(), ending="")


def order(options: Namespace) -> AdminCommand:
    """Return the order of a command; who has the machine is the operator."""
    return AdminCommand("operator", options.reason, secrets.token_urlsafe(24), options.dry_run)


def values(pairs: list[str]) -> dict[str, Any]:
    """Return settings given as K=V; V is JSON, or else a text."""
    found = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            message = f"settings are K=V, not {pair}"
            raise CommandError(message)
        try:
            found[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            found[name] = value
    return found


def print_consequences(told: Data, console: Console) -> None:
    """Print who moves where."""
    table = Table("player", "rating", "", "change", "rank", "")
    for row in told["players"][:MOVES_SHOWN]:
        table.add_row(
            row["player"],
            *(_cell(row[name]) for name in ("rating_before", "rating_after")),
            f"{row['change']:+}",
            *(_cell(row[name]) for name in ("rank_before", "rank_after")),
        )
    if told["players"]:
        console.print(table)
    done = "would be" if told["dry_run"] else "is"
    console.print(
        f"{told['ladder']} {done} at version {told['version']}: {len(told['players'])} players"
        f" move, by {told['largest_change']} at most; {told['matches_before']} matches counted,"
        f" {told['matches_after']} count."
    )


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def open_ladder(options: Namespace, console: Console) -> None:
    """Open a ladder."""
    settings = {"name": options.slug, **values(options.settings)}
    ladder = managing.open_ladder(slug=options.slug, settings=settings, order=order(options))
    console.print(f"{ladder.name} is open: {ladder.kind} ladder of {ladder.game}, {ladder.id}")


def edit(options: Namespace, console: Console) -> None:
    """Change settings."""
    told = managing.edit(
        ladder_id=commands.by_slug(options.slug),
        changes=values(options.settings),
        order=order(options),
    )
    print_consequences(told, console)


def pause(options: Namespace, console: Console) -> None:
    """Pause or resume."""
    told = managing.pause(
        ladder_id=commands.by_slug(options.slug),
        paused=options.action == "pause",
        order=order(options),
    )
    print_consequences(told, console)


def season(options: Namespace, console: Console) -> None:
    """Close the season."""
    told = managing.close_season(
        ladder_id=commands.by_slug(options.slug),
        name=options.name,
        keep_percent=options.keep,
        order=order(options),
    )
    print_consequences(told, console)


def annul(options: Namespace, console: Console) -> None:
    """Annul a match."""
    told = corrections.annul(
        ladder_id=corrections.ladder_of_match(options.match),
        match_id=options.match,
        order=order(options),
    )
    print_consequences(told, console)


def correct(options: Namespace, console: Console) -> None:
    """Rate a match anew."""
    told = corrections.correct(
        ladder_id=corrections.ladder_of_match(options.match),
        match_id=options.match,
        places=options.places,
        order=order(options),
    )
    print_consequences(told, console)


def adjust(options: Namespace, console: Console) -> None:
    """Adjust a rating."""
    told = corrections.adjust(
        ladder_id=commands.by_slug(options.slug),
        player=options.player,
        points=options.points,
        order=order(options),
    )
    print_consequences(told, console)


def merge(options: Namespace, console: Console) -> None:
    """Merge two players."""
    told = corrections.merge(
        ladder_id=commands.by_slug(options.slug),
        gone=options.gone,
        into=options.into,
        order=order(options),
    )
    print_consequences(told, console)


def bring_in(options: Namespace, console: Console) -> None:
    """Import results."""
    file = Path(options.file)
    form: importing.Format = "ndjson" if file.suffix == ".ndjson" else "csv"
    told = importing.import_results(
        ladder_id=commands.by_slug(options.slug),
        text=file.read_text("utf-8"),
        form=form,
        guests=options.guests,
        order=order(options),
    )
    console.print(f"{told['imported']} results")
    print_consequences(told, console)


def take_out(options: Namespace, console: Console) -> None:
    """Export standings or histories."""
    rows = exporting.ROWS[options.what](Ladder.objects.get(id=commands.by_slug(options.slug)))
    for line in exporting.csv_lines(rows):
        console.print(line.rstrip("\r\n"), markup=False)


def standings(options: Namespace, console: Console) -> None:
    """Print the standings."""
    ladder = Ladder.objects.get(id=commands.by_slug(options.slug))
    table = Table("rank", "player", "rating", "games", "firsts", "points", title=ladder.name)
    for row in exporting.standings(ladder):
        rating = f"{row['rating']}{'?' if row['provisional'] else ''}"
        cells = (row["rank"], row["player"], rating, row["games"], row["firsts"], row["points"])
        table.add_row(*map(str, cells))
    console.print(table)


def rebuild(options: Namespace, console: Console) -> None:
    """Compare every row with a fold of the stream."""
    ids = (
        [commands.by_slug(options.slug)]
        if options.slug
        else list(Ladder.objects.order_by("id").values_list("id", flat=True))
    )
    total = 0
    for ladder_id in ids:
        told = corrections.rebuild(ladder_id=ladder_id, write=options.write)
        total += told["differences"]
        console.print(
            f"{told['ladder']}: {told['matches']} matches, {told['differences']} differences"
        )
    console.print(f"{len(ids)} ladders, {total} differences")
    if total and not options.write:
        message = "some rows are not those of a rebuild; --write repairs them"
        raise CommandError(message)


Argument = tuple[str, dict[str, Any]]
SLUG: Argument = ("slug", {})
REASON: Argument = ("--reason", {"required": True, "help": "why; it is kept"})
DRY_RUN: Argument = ("--dry-run", {"action": "store_true", "help": "tell, and write nothing"})
SETTINGS: Argument = (
    "--set",
    {"dest": "settings", "action": "append", "default": [], "metavar": "K=V"},
)
MATCH: Argument = ("match", {"type": UUID})
ORDER = (REASON, DRY_RUN)
Run = Callable[[Namespace, Console], None]

ACTIONS: dict[str, tuple[str, tuple[Argument, ...], Run]] = {
    "open": ("Open a ladder.", (SLUG, SETTINGS, *ORDER), open_ladder),
    "edit": ("Change settings for what comes after.", (SLUG, SETTINGS, *ORDER), edit),
    "pause": ("Let no new matches begin.", (SLUG, *ORDER), pause),
    "resume": ("Let new matches begin again.", (SLUG, *ORDER), pause),
    "season": (
        "Archive the standings and begin the next season.",
        (
            SLUG,
            ("name", {}),
            ("--keep", {"type": int, "default": 50, "metavar": "PERCENT"}),
            *ORDER,
        ),
        season,
    ),
    "annul": ("Let a match never have counted.", (MATCH, *ORDER), annul),
    "correct": (
        "Rate a match anew with other places, by seat.",
        (MATCH, ("places", {"type": int, "nargs": "+"}), *ORDER),
        correct,
    ),
    "adjust": (
        "Move a rating by some points.",
        (SLUG, ("player", {}), ("points", {"type": float}), *ORDER),
        adjust,
    ),
    "merge": (
        "Let two players have been one.",
        (SLUG, ("gone", {}), ("into", {}), *ORDER),
        merge,
    ),
    "import": (
        "Rate past results from a CSV or .ndjson file.",
        (SLUG, ("file", {}), ("--guests", {"action": "store_true"}), *ORDER),
        bring_in,
    ),
    "export": (
        "Print standings or histories as CSV.",
        (SLUG, ("--what", {"choices": sorted(exporting.ROWS), "default": "standings"})),
        take_out,
    ),
    "standings": ("Print the standings.", (SLUG,), standings),
    "rebuild": (
        "Compare live rows with a fold from zero; exits 1 when any differ.",
        (("slug", {"nargs": "?"}), ("--write", {"action": "store_true"})),
        rebuild,
    ),
}
