"""The forms about links: for people to take part, and for helpers."""

from datetime import timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.services.invitations import ENTRY
from tournaments.state import Role
from web.tournaments.console.forms import ActForm
from web.words import ROLES

HOURS_MAX = 24 * 60


class LinkForm(ActForm):
    """What a link is for, how often it counts, and how long."""

    grants = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[(ENTRY, ENTRY), *((role.value, ROLES[role.value]) for role in Role)],
        initial=Role.SCOREKEEPER.value,
        widget=forms.HiddenInput,
    )
    uses_max = forms.IntegerField(
        label=pgettext_lazy("of a link", "How many people"), min_value=1, max_value=2000, initial=1
    )
    hours = forms.IntegerField(
        label=pgettext_lazy("of a link", "Ends after hours"),
        min_value=1,
        max_value=HOURS_MAX,
        required=False,
        initial=24,
    )
    on_wall = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def arguments(self) -> dict[str, object]:
        """Return what the link is for, and until when."""
        hours = self.cleaned_data["hours"]
        return {
            "grants": self.cleaned_data["grants"],
            "uses_max": self.cleaned_data["uses_max"],
            "until": timezone.now() + timedelta(hours=hours) if hours else None,
            "on_wall": self.cleaned_data["on_wall"],
        }


class HelperForm(LinkForm):
    """A link that gives a role."""

    grants = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[(role.value, ROLES[role.value]) for role in Role],
        initial=Role.SCOREKEEPER.value,
        widget=forms.RadioSelect,
    )
