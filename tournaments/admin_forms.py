"""The commands of the site's staff on a tournament; everything else is the organiser's console."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django import forms
from unfold.widgets import UnfoldAdminTextInputWidget

from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm, fields_of
from api import form_fields
from tournaments.api import commands
from tournaments.api.endpoints import COMMON, TournamentEndpoint
from tournaments.command_handler import CommandResult
from tournaments.consequences import Consequences
from tournaments.models import Tournament
from tournaments.unit_of_work import Principal


class TournamentCommand(CommandForm):
    """A command of `tournaments.api.commands`."""

    command: ClassVar[TournamentEndpoint]

    def run(self, target: Tournament, order: AdminCommand) -> CommandOutcome:
        """Carry it out, or tell what it would change."""
        done = self.command.carry_out(
            form_fields.convert(self.command.request, self.cleaned_data),
            Principal(order.account, order.username, of_site=True),
            target.slug,
            dry_run=order.dry_run,
            **({"table_id": self.cleaned_data["table"]} if "table" in self.fields else {}),
        )
        if done.consequences is None:
            return CommandOutcome(f"The tournament is {standing(done)}.")
        rows = list(rows_of(done.consequences))
        text = f"It would be {standing(done)}; {len(rows)} tables and entrants would change."
        return CommandOutcome(text, ("what", "before", "after"), rows)


def standing(done: CommandResult) -> str:
    """Return how a tournament stands, in words."""
    state = done.state
    paused = " and paused" if state.paused else ""
    return f"{state.status.value}{paused} at version {state.version}"


def rows_of(told: Consequences) -> Iterator[tuple[object, object, object]]:
    """Yield what would change: tables, then ranks and points."""
    for each in told["tables"]:
        yield (
            f"round {each['round']}: {players_of(each)}",
            result(each["before"]),
            result(each["after"]),
        )
    for each in told["standings"]:
        rank, points = each["rank"], each["points"]
        before = None if rank["before"] is None else f"rank {rank['before']}, {points['before']}"
        yield each["name"], before, f"rank {rank['after']}, {points['after']}"


def players_of(table: Mapping[str, Any]) -> str:
    """Return who sits at a table."""
    shown = table["after"] or table["before"]
    return ", ".join(shown["players"])


def result(table: Mapping[str, Any] | None) -> str:
    """Return how a table has ended, in a word."""
    if table is None:
        return "not there"
    if table["void"]:
        return "void"
    if table["stopped"]:
        return "to be decided"
    return "no result" if table["places"] is None else ", ".join(map(str, table["places"]))


def form_of(command: TournamentEndpoint) -> type[TournamentCommand]:
    """Return the form of a command: its table if it is about one, and the request's fields."""
    table = forms.UUIDField(
        label="Table",
        help_text="The table's id, as listed below.",
        widget=UnfoldAdminTextInputWidget,
    )
    fields = {
        **({"table": table} if command.path.startswith("tables/") else {}),
        **fields_of(command.request, COMMON),
    }
    about = {"title": command.label, "command": command, "__doc__": command.help}
    return type("TournamentForm", (TournamentCommand,), {**about, **fields})


COMMANDS: Mapping[str, type[CommandForm]] = {
    name: form_of(commands.COMMANDS[name])
    for name in ("pause", "resume", "correct", "void", "rollback", "cancel")
}
"""What the site's staff does from the admin; everything else is done in the console."""
