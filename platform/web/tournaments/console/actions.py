"""The console's actions: the commands of tournaments, each with the form that asks for it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django import forms as django_forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from api import form_fields
from tournaments.api.commands import COMMANDS
from tournaments.api.endpoints import COMMON, TournamentEndpoint
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
"""The others, by what their address names."""
FORMS: Mapping[str, type[ActForm]] = {
    "notice": forms.NoticeForm,
    "repeat": repeat_forms.RepeatForm,
    "next-season": repeat_forms.SeasonForm,
    "rename": identity_forms.RenameForm,
    "merge": identity_forms.MergeForm,
    "payment": identity_forms.PaymentForm,
    "set-conditions": identity_forms.ConditionsForm,
    "invite": link_forms.LinkForm,
    "issue-codes": entrant_forms.CodesForm,
    "seed": forms.SeedForm,
    "assign-teams": team_form.TeamsForm,
    "rollback": forms.BackForm,
    "picture": picture_form.PictureForm,
    "take-back": forms.TakeBackForm,
    "drop": forms.LeaveForm,
    "payments": identity_forms.PaymentsForm,
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
    "extend-table": round_forms.TableTimeForm,
    "void": forms.VoidForm,
}
"""Where a page asks otherwise than its request does, or before a command without any field."""


def form_of(
    command: TournamentEndpoint, base: type[ActForm] | None = None, **given: object
) -> type[ActForm]:
    """Return the form that asks for a command; a field of its request is seen if it has a label."""
    by_path = (form for start, form in BY_PATH.items() if command.path.startswith(start))
    base = base or FORMS.get(command.id) or next(by_path, ActForm)
    about = {"command": command, "given": given, "__doc__": command.help}
    return type("CommandForm", (base,), {**about, **_fields(command, base, given)})


def _fields(
    command: TournamentEndpoint, base: type[ActForm], given: Mapping[str, object]
) -> Mapping[str, django_forms.Field]:
    found = form_fields.of_address(command.path)
    if base.takes_its_request():
        found |= form_fields.fields_of(command.request, {*COMMON, *base.covers, *given})
    shown = form_fields.labelled(command.request)
    fields = {name: each for name, each in found.items() if name not in base.base_fields}
    for name, field in fields.items():
        if name not in shown:
            field.widget = field.hidden_widget()
    return fields


def variant(
    of: str,
    own_id: str,
    form: type[ActForm] | None = None,
    given: Mapping[str, object] | None = None,
    **other: Any,
) -> Action:
    """Return another way of asking for a command, with texts of its own."""
    command = replace(COMMANDS[of], id=own_id, **other)
    return Action(command, form_of(command, form or FORMS.get(of), **(given or {})))


VARIANTS = (
    variant(
        "give-role",
        "take-role",
        entrant_forms.RevokeRoleForm,
        {"role": None},
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
        forms.RoundForm,
        {"scope": "touched"},
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
