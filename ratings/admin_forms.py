"""What the admin's commands on ladders ask for, and the service that each calls."""

import json
from abc import abstractmethod
from typing import Any, ClassVar

from django import forms
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from accounts import admin_commands, command_forms
from accounts.command_forms import fields_of
from api import form_fields
from games import registry as games
from ratings.api.commands import COMMANDS, COMMON, LadderEndpoint
from ratings.correction_answers import Consequences, Rebuilt
from ratings.ladder.settings import CLOCK_MAX, CLOCK_MIN, parsed
from ratings.models import Ladder
from ratings.services import corrections, managing
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
    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Consequences | Rebuilt:
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


def outcome(told: Consequences | Rebuilt) -> admin_commands.CommandOutcome:
    """Return what a command came to: a sentence, and who moves where."""
    if isinstance(told, Rebuilt):
        return admin_commands.CommandOutcome(
            f"{told.matches} matches folded, {told.differences} rows differed."
        )
    text = (
        f"{len(told.players)} players move, by {told.largest_change} at most;"
        f" {told.matches_after} matches count."
    )
    heading = [name.replace("_", " ") for name in COLUMNS]
    return admin_commands.CommandOutcome(
        text, heading, [[getattr(row, name) for name in COLUMNS] for row in told.players]
    )


class OpenForm(forms.Form):
    """A ladder to be opened; what is not asked here can be edited later."""

    name = text("Name", max_length=80)
    slug = text("Slug (used in the URL)", max_length=60)
    game = choice("Game", lambda: [(rules.game, rules.title) for rules in games.current_games()])
    kind = choice("Kind", [("rating", "Rating"), ("challenge", "Challenge"), ("points", "Points")])
    players_min = number("Minimum players", initial=2)
    players_max = number("Maximum players", initial=4)
    system = choice("Rating system", lambda: [(each.id, each.title) for each in registry.systems()])
    parameters = json_text("Rating system parameters (JSON)", initial=dict, required=False)
    provisional_games = number("Provisional matches", initial=20)
    clock = number(
        "Seconds for each decision",
        min_value=CLOCK_MIN,
        max_value=CLOCK_MAX,
        help_text=f"From {CLOCK_MIN} to {CLOCK_MAX}: 60 is for one sitting, 86400 gives a day.",
    )
    activity_days = number("Hide players inactive for this many days (0: never)", initial=90)
    entry = choice("Who may enter", [("mixed", "All"), ("people", "People"), ("bots", "Bots")])
    visibility = choice("Visibility", [("public", "Public"), ("private", "Members and players")])
    season = text("Name of the first season", initial="1")
    bots_after = number("Seconds until bots fill a search (empty: never)", required=False)
    reason = text("Reason (recorded)", max_length=500)

    def settings(self) -> dict[str, Any]:
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
    def initial_values(cls, target: Ladder) -> dict[str, object]:
        """Return the settings that hold."""
        return {"settings": parsed(target.settings).as_data()}

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Consequences:
        """Change what differs."""
        before = parsed(ladder.settings).as_data()
        given = self.cleaned_data["settings"]
        if not isinstance(given, dict):
            given = {"settings": given}
        changes = {name: value for name, value in given.items() if before.get(name) != value}
        return managing.edit(ladder_id=ladder.id, changes=changes, order=order)


class Endpoint(CommandForm):
    """A command of `ratings.api.commands`."""

    command: ClassVar[LadderEndpoint]

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Consequences:
        """Have its service do it."""
        asked = form_fields.convert(self.command.request, self.cleaned_data)
        about = {"match_id": self.cleaned_data["match"]} if self.command.is_about_match else {}
        return self.command.handle(asked, order, ladder.id, **about)


class Pause(Endpoint):
    """Rest or go on."""

    @classmethod
    def initial_values(cls, target: Ladder) -> dict[str, object]:
        """Return the opposite of what is."""
        return {"paused": not target.is_paused}


def form_of(command: LadderEndpoint, base: type[Endpoint] = Endpoint) -> type[Endpoint]:
    """Return the form of a command: its match if it is about one, and the request's fields."""
    match = forms.UUIDField(label="Match", widget=UnfoldAdminTextInputWidget)
    fields = {
        **({"match": match} if command.is_about_match else {}),
        **fields_of(command.request, COMMON),
    }
    about = {"title": command.label, "command": command, "__doc__": command.help}
    return type(base.__name__, (base,), {**about, **fields})


class Rebuild(CommandForm):
    """Folding from the first event."""

    title = "Rebuild and compare"

    def carry_out(self, ladder: Ladder, order: AdminCommand) -> Rebuilt:
        """Compare every row with a fold from zero, and repair what differs unless it is tried."""
        return corrections.rebuild(ladder_id=ladder.id, write=not order.dry_run)


FORMS: dict[str, type[CommandForm]] = {
    "edit": Edit,
    **{name: form_of(each) for name, each in COMMANDS.items()},
    "pause": form_of(COMMANDS["pause"], Pause),
    "rebuild": Rebuild,
}
"""The commands by the name in their address."""
