"""The console's actions: the commands of tournaments, each with the form that asks for it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.api.commands import COMMANDS
from tournaments.api.endpoints import TournamentEndpoint
from tournaments.state import ROLES, Role
from web.tournaments.console import (
    entrant_forms,
    forms,
    identity_forms,
    link_forms,
    many_forms,
    picture_form,
    repeat_forms,
    result_forms,
    round_forms,
    team_form,
)
from web.tournaments.console.forms import ActForm


class Action(NamedTuple):
    """A command as the console asks for it."""

    command: TournamentEndpoint
    form: type[ActForm]

    @property
    def id(self) -> str:
        """Its page."""
        return self.command.id

    @property
    def title(self) -> str | Promise:
        """What its button says."""
        return self.command.label

    @property
    def asks(self) -> bool:
        """Whether its form has to be filled in first."""
        fields = self.form.base_fields.values()
        is_needed = any(each.required and not each.widget.is_hidden for each in fields)
        return self.form.asked_first or is_needed


def is_allowed(role: Role, action: Action) -> bool:
    """Return whether a role allows an action."""
    return ROLES.index(role) >= ROLES.index(action.command.role)


BY_PATH = {
    "entrants/<": forms.EntrantForm,
    "rounds/<": forms.RoundForm,
    "tables/<": forms.TableForm,
}
"""What is asked where a command asks for nothing but what its path names."""
FORMS: Mapping[str, type[ActForm]] = {
    "notice": forms.NoticeForm,
    "repeat": repeat_forms.RepeatForm,
    "rename": identity_forms.RenameForm,
    "merge": identity_forms.MergeForm,
    "payment": identity_forms.PaymentForm,
    "set-conditions": identity_forms.ConditionsForm,
    "invite": link_forms.LinkForm,
    "end-invitation": link_forms.EndLinkForm,
    "issue-codes": entrant_forms.CodesForm,
    "seed": forms.SeedForm,
    "assign-teams": team_form.TeamsForm,
    "next-season": forms.SeasonForm,
    "rollback": forms.BackForm,
    "picture": picture_form.PictureForm,
    "take-back": forms.TakeBackForm,
    "drop": forms.LeaveForm,
    "payments": many_forms.PaymentsForm,
    "give-role": entrant_forms.RoleForm,
    "enter": entrant_forms.EnterOtherForm,
    "enter-list": many_forms.EntryListForm,
    "take-out": many_forms.SeveralForm,
    "check-out": many_forms.SeveralForm,
    "import": round_forms.TrfImportForm,
    "substitute": entrant_forms.SubstituteForm,
    "book-bye": entrant_forms.BookByeForm,
    "penalty": entrant_forms.PenaltyForm,
    "disqualify": round_forms.DisqualifyForm,
    "unpair": forms.DiscardForm,
    "swap": forms.PairForm,
    "keep-apart": forms.ApartForm,
    "repair": forms.RepairForm,
    "sit-out": round_forms.ByeForm,
    "extend-round": round_forms.RoundTimeForm,
    "start-clock": round_forms.RoundClockForm,
    "report": result_forms.ResultForm,
    "correct": result_forms.CorrectionForm,
    "end-time": result_forms.TimeLimitForm,
    "forfeit": result_forms.ForfeitForm,
    "decide-tie": result_forms.TieForm,
    "choose-seat": round_forms.SeatChoiceForm,
    "extend-table": round_forms.TableTimeForm,
    "void": forms.VoidForm,
}
"""The others."""


def form_of(command: TournamentEndpoint) -> type[ActForm]:
    """Return the form that asks for a command."""
    by_path = (form for start, form in BY_PATH.items() if command.path.startswith(start))
    return FORMS.get(command.id) or next(by_path, ActForm)


def variant(of: str, own_id: str, form: type[ActForm], **other: Any) -> Action:
    """Return another way of asking for a command, with texts of its own."""
    return Action(replace(COMMANDS[of], id=own_id, **other), form)


VARIANTS = (
    variant(
        "give-role",
        "take-role",
        entrant_forms.RevokeRoleForm,
        label=_("Remove role"),
        done=_("The role has been removed."),
    ),
    variant("enter", "enter-myself", entrant_forms.EnterSelfForm, label=_("Enter yourself")),
    variant("enter", "enter-bots", entrant_forms.EnterBotsForm, label=_("Add bots")),
    variant(
        "keep-apart",
        "let-meet",
        forms.ApartForm,
        label=_("Allow to meet"),
        done=_("They may meet again."),
    ),
    variant(
        "swap",
        "swap-published",
        round_forms.SeatsForm,
        label=_("Swap players"),
        about=_("The round is published: tables where nobody has played yet get new matches."),
        previews=True,
        strict=False,
    ),
    variant(
        "repair",
        "mend",
        round_forms.PartialRepairForm,
        label=_("Repair changed tables"),
        done=_("The round is repaired."),
        about=_(
            "New players and players with a bye fill the seats of players who left; all "
            "other tables stay unchanged."
        ),
        previews=True,
        strict=False,
    ),
)
ACTIONS: Mapping[str, Action] = {
    **{id_: Action(each, form_of(each)) for id_, each in COMMANDS.items() if each.label},
    **{each.id: each for each in VARIANTS},
}
"""By id."""
