"""The forms of events that are held again, and of the next season."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.state import TournamentState
from web.tournaments.console.forms import ActForm
from web.tournaments.console.plan_fields import StartField


class RepeatForm(ActForm):
    """How often an event is held."""

    asked_first = True

    every = forms.ChoiceField(
        label=_("How often"),
        required=False,
        choices=[
            ("", _("not repeated")),
            ("weekly", _("every week")),
            ("fortnightly", _("every two weeks")),
            ("monthly", _("every month")),
        ],
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        self.fields["zone"].required = True
        if state.repetition is not None:
            self.fields["every"].initial = state.repetition.every
            self.fields["zone"].initial = state.repetition.zone


class SeasonForm(ActForm):
    """What the next season is called, and where it is found."""

    name = forms.CharField(label=_("Name"), max_length=120)
    field_order = ("name", "slug")


class AgainForm(forms.Form):
    """What is new about a tournament like another."""

    name = forms.CharField(label=_("Name"), max_length=120)
    begins = StartField(_("Begins"), _("In your own time zone."))
