"""The forms of notifications: what comes how, quiet hours, webhooks."""

from django import forms
from django.utils.translation import gettext_lazy as _

from notifications import quiet_hours
from notifications.kinds import FOR_WEBHOOKS
from notifications.models import Preferences, Webhook
from web.notifications.labels import FORMS, KINDS


class QuietHoursForm(forms.Form):
    """When nothing comes, and by which clock."""

    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(attrs={"type": "time"})
    )
    quiet_until = forms.TimeField(
        label=_("Quiet until"), required=False, widget=forms.TimeInput(attrs={"type": "time"})
    )
    zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_("Such as Europe/Amsterdam."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_zone(self) -> str:
        """Refuse a zone that there is not."""
        zone = str(self.cleaned_data["zone"])
        if quiet_hours.zone_named(zone) is None:
            raise forms.ValidationError(_("There is no such time zone."))
        return zone

    def clean(self) -> dict[str, object]:
        """Refuse one end without the other."""
        said = self.cleaned_data
        begin, end = said.get("quiet_from"), said.get("quiet_until")
        if (begin is None) != (end is None):
            raise forms.ValidationError(_("Enter both ends of the quiet hours, or neither."))
        if begin is not None and begin == end:
            raise forms.ValidationError(_("The quiet hours must end at another time."))
        return said

    def minutes(self, name: str) -> int | None:
        """Return an end as minutes after midnight; None where it is empty."""
        at = self.cleaned_data[name]
        return None if at is None else 60 * at.hour + at.minute


def quiet_fields(row: Preferences) -> dict[str, object]:
    """Return what the form of quiet hours shows at first."""

    def clock(minutes: int | None) -> str:
        return "" if minutes is None else f"{minutes // 60:02}:{minutes % 60:02}"

    return {
        "quiet_from": clock(row.quiet_from),
        "quiet_until": clock(row.quiet_until),
        "zone": row.zone,
    }


class WebhookForm(forms.Form):
    """Where, in which form, and of what somebody's webhook is told."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("It begins with https:// and leads to the public internet."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    form = forms.ChoiceField(label=_("What is sent"), choices=list(FORMS.items()))
    tournament = forms.CharField(
        label=_("Only this tournament"),
        required=False,
        max_length=60,
        help_text=_(
            "The last part of its page's address. Leave it empty to be notified of what concerns"
            " you."
        ),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Of what"),
        choices=[(kind, KINDS[kind][0]) for kind in FOR_WEBHOOKS],
        widget=forms.CheckboxSelectMultiple,
    )


def webhook_fields(row: Webhook) -> dict[str, object]:
    """Return what the form of a webhook shows at first."""
    return {
        "url": row.url,
        "form": row.form,
        "tournament": "" if row.tournament is None else row.tournament.slug,
        "kinds": row.kinds,
    }
