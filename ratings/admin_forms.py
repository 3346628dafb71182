"""What the admin's commands on ladders ask for, and the service that each calls."""

from abc import abstractmethod
from typing import ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from accounts import admin_commands, command_forms
from accounts.command_forms import fields_of
from api import form_fields
from ratings.api.commands import COMMANDS, COMMON, LadderEndpoint
from ratings.correction_answers import Consequences, Rebuilt
from ratings.models import Ladder
from ratings.services import corrections
from ratings.services.commands import LadderCommand


class CommandForm(command_forms.CommandForm):
    """A command of an admin."""

    def run(
        self, target: Ladder, order: admin_commands.AdminCommand
    ) -> admin_commands.CommandOutcome:
        """Carry the command out, or try it."""
        given = LadderCommand(order.actor, order.reason, order.key, order.dry_run)
        return outcome(self.carry_out(target, given))

    @abstractmethod
    def carry_out(self, ladder: Ladder, order: LadderCommand) -> Consequences | Rebuilt:
        """Call the service; raises Problem."""


COLUMNS = {
    "player": _("player"),
    "rating_before": _("rating before"),
    "rating_after": _("rating after"),
    "change": _("change"),
    "rank_before": _("rank before"),
    "rank_after": _("rank after"),
    "games_before": _("matches before"),
    "games_after": _("matches after"),
}
"""What a preview shows of each player who moves."""


def outcome(result: Consequences | Rebuilt) -> admin_commands.CommandOutcome:
    """Return what a command came to: a sentence, and who moves where."""
    if isinstance(result, Rebuilt):
        return admin_commands.CommandOutcome(
            gettext("Matches folded: %(matches)s. Rows that differed: %(rows)s.")
            % {"matches": result.matches, "rows": result.differences}
        )
    text = gettext(
        "Players who move: %(players)s, by %(most)s at most. Matches that count: %(matches)s."
    ) % {
        "players": len(result.players),
        "most": result.largest_change,
        "matches": result.matches_after,
    }
    heading = [str(each) for each in COLUMNS.values()]
    return admin_commands.CommandOutcome(
        text, heading, [[getattr(row, name) for name in COLUMNS] for row in result.players]
    )


class Endpoint(CommandForm):
    """A command of `ratings.api.commands`."""

    command: ClassVar[LadderEndpoint]

    def carry_out(self, ladder: Ladder, order: LadderCommand) -> Consequences:
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
    match = forms.UUIDField(label=_("Match"), widget=UnfoldAdminTextInputWidget)
    fields = {
        **({"match": match} if command.is_about_match else {}),
        **fields_of(command.request, COMMON),
    }
    about = {"title": command.label, "command": command, "__doc__": command.help}
    return type(base.__name__, (base,), {**about, **fields})


class Rebuild(CommandForm):
    """Folding from the first event."""

    title = _("Rebuild and compare")

    def carry_out(self, ladder: Ladder, order: LadderCommand) -> Rebuilt:
        """Compare every row with a fold from zero, and repair what differs unless it is tried."""
        return corrections.rebuild(ladder_id=ladder.id, write=not order.dry_run)


FORMS: dict[str, type[CommandForm]] = {
    **{name: form_of(each) for name, each in COMMANDS.items()},
    "pause": form_of(COMMANDS["pause"], Pause),
    "rebuild": Rebuild,
}
"""The commands by the name in their address."""
