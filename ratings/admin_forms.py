"""What the admin's commands on ladders ask for, and the service that each calls."""

import json
from abc import abstractmethod
from typing import Any
from uuid import UUID

from django import forms
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from accounts import admin_commands, command_forms
from games import registry as games
from ratings.ladder.settings import CLOCK_MAX, CLOCK_MIN, parsed
from ratings.models import Ladder
from ratings.report import Data
from ratings.services import corrections, importing, managing
from ratings.services.commands import AdminCommand
from ratings.systems import registry


def text(label: str, **options: Any) -> forms.CharField:
    """Return a line of text."""
    return forms.CharField(label=label, widget=UnfoldAdminTextInputWidget, **options)


def number(label: str, **options: Any) -> forms.IntegerField:
    """Return a whole number."""
    return forms.IntegerField(label=label, widget=UnfoldAdminIntegerFieldWidget, **options)


def choice(label: str, choices: Any, **options: Any) -> forms.ChoiceField:
    """Return a choice."""
    return forms.ChoiceField(
        label=label, choices=choices, widget=UnfoldAdminSelectWidget, **options
    )


class IndentedJSON(forms.JSONField):
    """JSON, shown as people write it."""

    def prepare_value(self, value: Any) -> Any:
        """Return the text of a value; what was written stays as it was."""
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def json_text(label: str, **options: Any) -> forms.JSONField:
    """Return JSON."""
    return IndentedJSON(label=label, widget=UnfoldAdminTextareaWidget, **options)


class CommandForm(command_forms.CommandForm):
    """A command of an admin."""

    def run(
        self, target: Ladder, order: admin_commands.AdminCommand
    ) -> admin_commands.CommandOutcome:
        """Carry the command out, or try it."""
        given = AdminCommand(order.actor, order.reason, order.key, order.dry_run)
        return outcome(self.carry_out(target, given))

    @abstractmethod
    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Call the service; raises Problem."""


COLUMNS = (
    "player",
    "rating_before",
    "rating_after",
    "change",
    "rank_before",
    "rank_after",
    "games_before",
    "games_after",
)
"""What a preview shows of each player who moves."""


def outcome(data: Data) -> admin_commands.CommandOutcome:
    """Return what a command came to: a sentence, and who moves where."""
    if "differences" in data:
        return admin_commands.CommandOutcome(
            f"{data['matches']} matches folded, {data['differences']} rows differed."
        )
    text = (
        f"{len(data['players'])} players move, by {data['largest_change']} at most;"
        f" {data['matches_after']} matches count."
    )
    heading = [name.replace("_", " ") for name in COLUMNS]
    return admin_commands.CommandOutcome(
        text, heading, [[row[name] for name in COLUMNS] for row in data["players"]]
    )


class OpenForm(forms.Form):
    """A ladder to be opened; what is not asked here can be edited later."""

    name = text("Name", max_length=80)
    slug = text("Slug (its address)", max_length=60)
    game = choice("Game", lambda: [(rules.game, rules.title) for rules in games.current_games()])
    kind = choice("Kind", [("rating", "Rating"), ("challenge", "Challenge"), ("points", "Points")])
    players_min = number("Players at least", initial=2)
    players_max = number("Players at most", initial=4)
    system = choice("Rating system", lambda: [(each.id, each.title) for each in registry.systems()])
    parameters = json_text("Parameters of the system (JSON)", initial=dict, required=False)
    provisional_games = number("Provisional matches", initial=20)
    clock = number(
        "Seconds for each decision",
        min_value=CLOCK_MIN,
        max_value=CLOCK_MAX,
        help_text=f"From {CLOCK_MIN} to {CLOCK_MAX}: 60 is for one sitting, 86400 gives a day.",
    )
    activity_days = number("Days until inactive players are left out (0: never)", initial=90)
    entry = choice("Who may enter", [("mixed", "All"), ("people", "People"), ("bots", "Bots")])
    visibility = choice("Visibility", [("public", "Public"), ("private", "Members and players")])
    season = text("Name of the first season", initial="1")
    bots_after = number("Seconds until bots fill a search (empty: never)", required=False)
    reason = text("Reason (it is kept)", max_length=500)

    def settings(self) -> Data:
        """Return the settings that were filled in."""
        data = dict(self.cleaned_data)
        data.pop("slug"), data.pop("reason")
        data["players"] = {"min": data.pop("players_min"), "max": data.pop("players_max")}
        data["parameters"] = data["parameters"] or {}
        return data


class Edit(CommandForm):
    """Settings for what comes after."""

    title = "Edit settings"
    settings = json_text("Settings (JSON)")

    @classmethod
    def initial_values(cls, target: Ladder) -> dict[str, Any]:
        """Return the settings that hold."""
        return {"settings": parsed(target.settings).as_data()}

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Change what differs."""
        before = parsed(ladder.settings).as_data()
        given = self.cleaned_data["settings"]
        if not isinstance(given, dict):
            given = {"settings": given}
        changes = {name: value for name, value in given.items() if before.get(name) != value}
        return managing.edit(ladder_id=ladder.id, changes=changes, order=order)


class Pause(CommandForm):
    """Rest or go on."""

    title = "Pause or resume"
    paused = forms.BooleanField(
        label="Paused: no new matches begin", required=False, widget=UnfoldBooleanSwitchWidget
    )

    @classmethod
    def initial_values(cls, target: Ladder) -> dict[str, Any]:
        """Return the opposite of what is."""
        return {"paused": not target.is_paused}

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Pause or resume."""
        paused = self.cleaned_data["paused"]
        return managing.pause(ladder_id=ladder.id, paused=paused, order=order)


class Season(CommandForm):
    """The end of a season."""

    title = "Close the season"
    name = text("Name of the next season", max_length=80)
    keep_percent = number("Percent of leads kept", initial=50, min_value=0, max_value=100)

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Close it."""
        given = self.cleaned_data
        return managing.close_season(
            ladder_id=ladder.id, name=given["name"], keep_percent=given["keep_percent"], order=order
        )


class Annul(CommandForm):
    """A match that never counted."""

    title = "Annul a match"
    match = forms.UUIDField(label="Match", widget=UnfoldAdminTextInputWidget)

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Annul it."""
        match: UUID = self.cleaned_data["match"]
        return corrections.annul(ladder_id=ladder.id, match_id=match, order=order)


class Correct(CommandForm):
    """A match that ended otherwise."""

    title = "Correct a match"
    match = forms.UUIDField(label="Match", widget=UnfoldAdminTextInputWidget)
    places = forms.RegexField(
        label="Places by seat, such as 1, 2, 2, 4",
        regex=r"^\s*[1-6](\s*,\s*[1-6]){1,5}\s*$",
        widget=UnfoldAdminTextInputWidget,
    )

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Rate it anew."""
        places = [int(place) for place in self.cleaned_data["places"].split(",")]
        match: UUID = self.cleaned_data["match"]
        return corrections.correct(ladder_id=ladder.id, match_id=match, places=places, order=order)


class Adjust(CommandForm):
    """One rating."""

    title = "Adjust a rating"
    player = text("Player", max_length=80)
    points = forms.FloatField(
        label="Points", min_value=-10_000, max_value=10_000, widget=UnfoldAdminDecimalFieldWidget
    )

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Move it."""
        given = self.cleaned_data
        return corrections.adjust(
            ladder_id=ladder.id, player=given["player"], points=given["points"], order=order
        )


class Merge(CommandForm):
    """Two players who were one."""

    title = "Merge players"
    gone = text("Who goes", max_length=80)
    into = text("Who remains", max_length=80)

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Merge them."""
        given = self.cleaned_data
        return corrections.merge(
            ladder_id=ladder.id, gone=given["gone"], into=given["into"], order=order
        )


class Import(CommandForm):
    """Past results."""

    title = "Import results"
    text = forms.CharField(label="CSV or NDJSON", widget=UnfoldAdminTextareaWidget)
    form = choice("Format", [("csv", "CSV"), ("ndjson", "NDJSON")])
    guests = forms.BooleanField(
        label="Unknown names become players without an account",
        required=False,
        widget=UnfoldBooleanSwitchWidget,
    )

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Rate them."""
        given = self.cleaned_data
        return importing.import_results(
            ladder_id=ladder.id,
            text=given["text"],
            form=given["form"],
            guests=given["guests"],
            order=order,
        )


class Rebuild(CommandForm):
    """Folding from the first event."""

    title = "Rebuild and compare"

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Data:
        """Compare every row with a fold from zero, and repair what differs unless it is tried."""
        return corrections.rebuild(ladder_id=ladder.id, write=not order.dry_run)


FORMS: dict[str, type[CommandForm]] = {
    "edit": Edit,
    "pause": Pause,
    "season": Season,
    "annul": Annul,
    "correct": Correct,
    "adjust": Adjust,
    "merge": Merge,
    "import": Import,
    "rebuild": Rebuild,
}
"""The commands by the name in their address."""
