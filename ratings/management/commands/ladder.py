"""Run ladders from the command line."""

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from api import arguments, form_fields
from api.arguments import Argument
from api.problems import Problem
from games.json_types import JsonObject
from ratings import exporting
from ratings.api.commands import COMMANDS, COMMON, LadderEndpoint
from ratings.correction_answers import Consequences, Imported
from ratings.models import Ladder
from ratings.services import commands, corrections, managing
from ratings.services.commands import LadderCommand

MOVES_SHOWN = 50
Run = Callable[[Namespace, Console], None]
Action = tuple[str, tuple[Argument, ...], Run]
"""What it does in a sentence, what it is told, and how it is done."""


class Command(BaseCommand):
    """manage.py ladder ACTION …."""

    help = (
        "Create, edit and correct ladders; every change is an event with a reason. --dry-run "
        "previews the consequences."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take an action and what it needs."""
        actions = parser.add_subparsers(dest="action", required=True)
        for name, (about, asked, _) in ACTIONS.items():
            action = actions.add_parser(name, help=about, description=about)
            for argument, options in asked:
                action.add_argument(argument, **options)

    def handle(self, *_arguments: object, action: str, **options: object) -> None:
        """Do it, and print what it came to."""
        text = StringIO()
        console = Console(file=text, highlight=False, width=100, soft_wrap=True)
        _, _, run = ACTIONS[action]
        try:
            run(Namespace(**options), console)
        except Problem as problem:
            lines = "\n".join(f"  {each.field}: {each.message}" for each in problem.errors)
            message = f"{problem.code}: {problem.detail}" + (f"\n{lines}" if lines else "")
            raise CommandError(message) from problem
        finally:
            self.stdout.write(text.getvalue(), ending="")


def order(options: Namespace) -> LadderCommand:
    """Return the order of a command; who has the machine is the operator."""
    return LadderCommand("operator", options.reason, secrets.token_urlsafe(24), options.dry_run)


def values(pairs: list[str]) -> JsonObject:
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


def print_consequences(result: Consequences, console: Console) -> None:
    """Print who moves where."""
    table = Table("player", "rating", "", "change", "rank", "")
    for row in result.players[:MOVES_SHOWN]:
        table.add_row(
            row.player,
            *(_cell(getattr(row, name)) for name in ("rating_before", "rating_after")),
            f"{row.change:+}",
            *(_cell(getattr(row, name)) for name in ("rank_before", "rank_after")),
        )
    if result.players:
        console.print(table)
    done = "would be" if result.dry_run else "is"
    console.print(
        f"{result.ladder} {done} at version {result.version}: {len(result.players)} players"
        f" move, by {result.largest_change} at most; {result.matches_before} matches counted,"
        f" {result.matches_after} count."
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
    result = managing.edit(
        ladder_id=commands.by_slug(options.slug),
        changes=values(options.settings),
        order=order(options),
    )
    print_consequences(result, console)


def give(command: LadderEndpoint, **fixed: object) -> Run:
    """Return what gives a command of the table, with the rest of what it asks for fixed."""

    def run(options: Namespace, console: Console) -> None:
        asked = {name: getattr(options, name, None) for name in command.request.__struct_fields__}
        request = form_fields.convert(command.request, {**asked, **fixed})
        about = (
            {"ladder_id": corrections.ladder_of_match(options.match), "match_id": options.match}
            if command.is_about_match
            else {"ladder_id": commands.by_slug(options.slug)}
        )
        result = command.handle(request, order(options), **about)
        if isinstance(result, Imported):
            console.print(f"{result.imported} results")
        print_consequences(result, console)

    return run


def action_of(name: str) -> Action:
    """Return the action that gives a command as the table has it."""
    command = COMMANDS[name]
    subject = MATCH if command.is_about_match else SLUG
    own = arguments.arguments_of(command.request, COMMON)
    return command.summary, (subject, *own, *ORDER), give(command)


def bring_in(options: Namespace, console: Console) -> None:
    """Import results."""
    file = Path(options.file)
    form = "ndjson" if file.suffix == ".ndjson" else "csv"
    give(COMMANDS["import"], text=file.read_text("utf-8"), form=form)(options, console)


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
        rating = f"{row.rating}{'?' if row.provisional else ''}"
        cells = (row.rank, row.player, rating, row.games, row.firsts, row.points)
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
        result = corrections.rebuild(ladder_id=ladder_id, write=options.write)
        total += result.differences
        console.print(
            f"{result.ladder}: {result.matches} matches, {result.differences} differences"
        )
    console.print(f"{len(ids)} ladders, {total} differences")
    if total and not options.write:
        message = "some rows are not those of a rebuild; --write repairs them"
        raise CommandError(message)


SLUG: Argument = ("slug", {})
REASON: Argument = ("--reason", {"required": True, "help": "why; it is kept"})
DRY_RUN: Argument = ("--dry-run", {"action": "store_true", "help": "tell, and write nothing"})
SETTINGS: Argument = (
    "--set",
    {"dest": "settings", "action": "append", "default": [], "metavar": "K=V"},
)
MATCH: Argument = ("match", {"type": UUID})
ORDER = (REASON, DRY_RUN)

# Every command of the table is one; below it stands what is told otherwise on a command line.
ACTIONS: dict[str, Action] = {
    "open": ("Open a ladder.", (SLUG, SETTINGS, *ORDER), open_ladder),
    "edit": ("Change settings for what comes after.", (SLUG, SETTINGS, *ORDER), edit),
    **{name: action_of(name) for name in COMMANDS},
    "pause": ("Let no new matches begin.", (SLUG, *ORDER), give(COMMANDS["pause"], paused=True)),
    "resume": (
        "Let new matches begin again.",
        (SLUG, *ORDER),
        give(COMMANDS["pause"], paused=False),
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
