"""The commands of the site's staff on a tournament; everything else is the organiser's console."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django import forms
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from accounts.admin_commands import AdminCommand, CommandOutcome
from accounts.command_forms import CommandForm
from tournaments.command_handler import CommandResult
from tournaments.consequences import Consequences
from tournaments.models import Tournament
from tournaments.services import lifecycle, results
from tournaments.unit_of_work import Principal


class TournamentCommand(CommandForm):
    """A command that the tournament's own door judges."""

    def run(self, target: Tournament, order: AdminCommand) -> CommandOutcome:
        """Carry it out, or tell what it would change."""
        about = {
            "slug": target.slug,
            "who": Principal(order.account, order.username, of_site=True),
            "reason": order.reason,
            "dry_run": order.dry_run,
        }
        done = self.carry_out(about)
        if done.consequences is None:
            return CommandOutcome(f"The tournament is {standing(done)}.")
        rows = list(rows_of(done.consequences))
        text = f"It would be {standing(done)}; {len(rows)} tables and entrants would change."
        return CommandOutcome(text, ("what", "before", "after"), rows)

    @abstractmethod
    def carry_out(self, about: Mapping[str, Any]) -> CommandResult:
        """Call the service; raises Problem."""


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


class Pause(TournamentCommand):
    """Nothing is paired or published."""

    title = "Pause"

    def carry_out(self, about: Mapping[str, Any]) -> CommandResult:
        """Pause it."""
        return lifecycle.pause(**about)


class Resume(TournamentCommand):
    """It goes on."""

    title = "Resume"

    def carry_out(self, about: Mapping[str, Any]) -> CommandResult:
        """Resume it."""
        return lifecycle.resume(**about)


class Cancel(TournamentCommand):
    """It is called off, with the matches that run."""

    title = "Cancel"

    def carry_out(self, about: Mapping[str, Any]) -> CommandResult:
        """Cancel it."""
        return lifecycle.cancel(**about)


class RollBack(TournamentCommand):
    """What came after a version counts no more."""

    title = "Roll back"
    to_version = forms.IntegerField(
        label="To version",
        help_text="See the history below: what came later stays in it and counts no more.",
        min_value=1,
        widget=UnfoldAdminIntegerFieldWidget,
    )

    def carry_out(self, about: Mapping[str, Any]) -> CommandResult:
        """Roll it back."""
        return lifecycle.roll_back(to_version=self.cleaned_data["to_version"], **about)


class OnTable(TournamentCommand):
    """A command on one of the tables."""

    table = forms.UUIDField(
        label="Table",
        help_text="The table's id, as listed below.",
        widget=UnfoldAdminTextInputWidget,
    )
    then = forms.ChoiceField(
        label="Rounds that were paired on the old result",
        choices=[
            ("keep", "stay as they are"),
            ("repair", "are paired anew, while none has a result"),
        ],
        widget=UnfoldAdminSelectWidget,
    )

    @property
    def about_table(self) -> dict[str, Any]:
        """Which table, and what follows."""
        table: UUID = self.cleaned_data["table"]
        return {"table_id": table, "then": self.cleaned_data["then"]}


class Correct(OnTable):
    """A table ended otherwise."""

    title = "Correct a result"
    places = forms.RegexField(
        label="Places by seat, such as 1, 2, 2, 4",
        regex=r"^\s*[1-6](\s*,\s*[1-6]){1,5}\s*$",
        widget=UnfoldAdminTextInputWidget,
    )

    def carry_out(self, about: Mapping[str, Any]) -> CommandResult:
        """Record it."""
        places = [int(place) for place in self.cleaned_data["places"].split(",")]
        return results.override(places=places, scores=None, **self.about_table, **about)


class Void(OnTable):
    """A table does not count."""

    title = "Call a table off (void)"
    points = forms.ChoiceField(
        label="Its players get",
        choices=[
            ("", "what a bye brings; nothing where the table came to nothing by itself"),
            ("bye", "the points of a bye"),
            ("none", "nothing"),
        ],
        required=False,
        widget=UnfoldAdminSelectWidget,
    )

    def carry_out(self, about: Mapping[str, Any]) -> CommandResult:
        """Call it off."""
        points = self.cleaned_data["points"] or None
        return results.void(points=points, **self.about_table, **about)


COMMANDS: Mapping[str, type[CommandForm]] = {
    "pause": Pause,
    "resume": Resume,
    "correct": Correct,
    "void": Void,
    "rollback": RollBack,
    "cancel": Cancel,
}
