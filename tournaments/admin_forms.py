"""The commands of the site's staff on a tournament; everything else is the organiser's console."""

from collections.abc import Iterator, Mapping
from typing import ClassVar
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSelectWidget

from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm, fields_of
from api import form_fields
from games.json_types import JsonMapping
from tournaments.api import commands
from tournaments.api.endpoints import COMMON, TournamentEndpoint
from tournaments.command_handler import CommandResult
from tournaments.consequences import Consequences
from tournaments.models import Tournament
from tournaments.unit_of_work import Principal


class TournamentCommand(CommandForm):
    """A command of `tournaments.api.commands`."""

    command: ClassVar[TournamentEndpoint]

    def prepare(self, target: Tournament) -> None:
        """Offer the tables, the latest round first, by their players."""
        table = self.fields.get("table")
        if isinstance(table, forms.ChoiceField):
            table.choices = list(choices_of(target))

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
            text = gettext("The tournament: %(status)s.")
            return CommandOutcome(text % {"status": standing(done)})
        rows = list(rows_of(done.consequences))
        text = gettext("The tournament: %(status)s. Tables and entrants that change: %(count)s.")
        text %= {"status": standing(done), "count": len(rows)}
        return CommandOutcome(text, (gettext("what"), gettext("before"), gettext("after")), rows)


def choices_of(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield the tables of a tournament by id, with words that tell which is which."""
    names = dict(tournament.entrants.values_list("number", "name"))
    text = gettext("Round %(round)s, table %(table)s: %(players)s")
    for table in tournament.tables.order_by("-round", "number"):
        players = ", ".join(str(names.get(number, number)) for number in table.seats)
        about = {"round": table.round, "table": table.number, "players": players}
        yield str(table.id), text % about


def standing(done: CommandResult) -> str:
    """Return how a tournament stands, in words."""
    state = done.state
    words = [gettext(state.status.value), *([gettext("paused")] if state.paused else [])]
    at = gettext("version %(version)s") % {"version": state.version}
    return ", ".join([*words, at])


def rows_of(report: Consequences) -> Iterator[tuple[object, object, object]]:
    """Yield what would change: tables, then ranks and points."""
    for each in report["tables"]:
        yield (
            f"{gettext('round')} {each['round']}: {players_of(each)}",
            result(each["before"]),
            result(each["after"]),
        )
    for each in report["standings"]:
        rank, points = each["rank"], each["points"]
        text = gettext("rank %(rank)s, %(points)s")
        before, after = (
            None if rank[when] is None else text % {"rank": rank[when], "points": points[when]}
            for when in ("before", "after")
        )
        yield each["name"], before, after


def players_of(table: JsonMapping) -> str:
    """Return who sits at a table."""
    shown = table["after"] or table["before"]
    return ", ".join(shown["players"])


def result(table: JsonMapping | None) -> str:
    """Return how a table has ended, in a word."""
    if table is None:
        return gettext("not there")
    if table["void"]:
        return gettext("void")
    if table["stopped"]:
        return gettext("to be decided")
    return gettext("no result") if table["places"] is None else ", ".join(map(str, table["places"]))


def form_of(command: TournamentEndpoint) -> type[TournamentCommand]:
    """Return the form of a command: its table if it is about one, and the request's fields."""
    table = forms.TypedChoiceField(label=_("Table"), coerce=UUID, widget=UnfoldAdminSelectWidget)
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
